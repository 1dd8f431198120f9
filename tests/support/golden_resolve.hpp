// A resolve against the line of a golden file.
#pragma once

#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "io/golden.hpp"
#include "support/bits.hpp"

namespace surefoot::test {

inline void expect_plane(const char* what, bool valid, const Plane& got,
                         const std::optional<Plane>& expected) {
  ASSERT_EQ(valid, expected.has_value()) << what;
  if (expected) {
    EXPECT_TRUE(same_bits(got, *expected)) << what;
  }
}

inline void expect_vec3(const char* what, bool valid, const Vec3& got, const std::optional<Vec3>& expected) {
  ASSERT_EQ(valid, expected.has_value()) << what;
  if (expected) {
    EXPECT_TRUE(same_bits(got, *expected)) << what;
  }
}

/// Every field a golden file states of a resolve, by raw bits.
inline void expect_golden(const ResolveResult& r, const io::GoldenResolve& g) {
  EXPECT_EQ(r.ok, g.ok);
  EXPECT_TRUE(same_bits(r.position.frame.origin, g.curr)) << "curr";
  EXPECT_EQ(r.position.cell_id, g.curr_cell);
  expect_plane("contact plane", r.contact_plane_valid, r.contact_plane.plane, g.contact_plane);
  EXPECT_EQ(r.contact_plane.cell_id, g.contact_plane_cell_id);
  EXPECT_EQ(r.contact_plane.is_water, g.contact_plane_is_water);
  expect_plane("last-known contact plane", r.last_known_contact_plane_valid, r.last_known_contact_plane.plane,
               g.last_known_contact_plane);
  expect_vec3("sliding normal", r.sliding_normal_valid, r.sliding_normal, g.sliding_normal);
  expect_vec3("collision normal", r.collision_normal_valid, r.collision_normal, g.collision_normal);
  EXPECT_EQ(r.object_info_state, g.state_out);
  EXPECT_EQ(r.frames_stationary_fall, g.frames_stationary_fall);
  EXPECT_EQ(r.collided_with_environment, g.collided_with_environment);
  EXPECT_EQ(r.collide_objects.size(), g.collide_objects);
  std::vector<CellId> cells;
  for (const CellEntry& e : r.cells) cells.push_back(e.id);
  EXPECT_EQ(cells, g.cells);
}

}  // namespace surefoot::test
