// Resolve by resolve against the reference engine's trajectories, every field by raw bits.
#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "support/coverage.hpp"
#include "support/golden_cases.hpp"
#include "support/golden_walk.hpp"

namespace surefoot::test {
namespace {

void expect_plane(const char* what, bool valid, const Plane& got, const std::optional<Plane>& expected) {
  ASSERT_EQ(valid, expected.has_value()) << what;
  if (expected) {
    EXPECT_TRUE(same_bits(got, *expected)) << what;
  }
}

void expect_vec3(const char* what, bool valid, const Vec3& got, const std::optional<Vec3>& expected) {
  ASSERT_EQ(valid, expected.has_value()) << what;
  if (expected) {
    EXPECT_TRUE(same_bits(got, *expected)) << what;
  }
}

void expect_golden(const ResolveResult& r, const io::GoldenResolve& g) {
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

class Golden : public ::testing::TestWithParam<GoldenCase> {};

TEST_P(Golden, EveryResolveEqualsTheReference) {
  const std::string world_path = shared_path("golden/" + GetParam().world);
  const std::string lines_path = shared_path("golden/" + GetParam().lines);
  SUREFOOT_NEEDS(world_path);
  auto golden = io::read_golden_world(world_path);
  ASSERT_TRUE(golden.has_value()) << golden.error().text();
  const auto lines = walk_golden(
      *golden, lines_path,
      [&](const io::GoldenLine& line, const ResolveRequest& request) -> std::optional<ResolveResult> {
        SCOPED_TRACE(::testing::Message() << "tick " << line.tick << " mover " << line.mover);
        const auto result = resolve_all(golden->world, request);
        if (!result) {
          ADD_FAILURE() << result.error().text();
          return std::nullopt;
        }
        expect_golden(*result, *line.resolve);
        if (::testing::Test::HasFailure())
          return std::nullopt;  // the first differing tick is the one to look at
        return *result;
      });
  ASSERT_TRUE(lines.has_value()) << lines.error().text();
  EXPECT_GT(*lines, 1);  // some bodies never try to move
}

INSTANTIATE_TEST_SUITE_P(Authored, Golden,
                         ::testing::ValuesIn(golden_cases("worlds", "reference-retail", {""})),
                         golden_case_name);
// The lines of `fm` leave the movers' rotations out: those run as bodies (golden_body_test.cpp).
INSTANTIATE_TEST_SUITE_P(Random, Golden,
                         ::testing::ValuesIn(golden_cases("random/worlds", "random/reference-retail",
                                                          {"fc", "fe", "fz"})),
                         golden_case_name);

}  // namespace
}  // namespace surefoot::test
