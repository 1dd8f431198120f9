// Resolve by resolve against the reference engine's trajectories, every field by raw bits.
#include <array>

#include <gtest/gtest.h>

#include "io/golden.hpp"
#include "support/bits.hpp"
#include "support/coverage.hpp"
#include "support/paths.hpp"

namespace surefoot::test {
namespace {

struct GoldenCase {
  const char* world;
  const char* lines;
};

void PrintTo(const GoldenCase& c, std::ostream* os) {
  *os << c.world;
}

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
  const std::string world_path = shared_path(std::string("golden/") + GetParam().world);
  const std::string lines_path = shared_path(std::string("golden/") + GetParam().lines);
  SUREFOOT_NEEDS(world_path);
  const auto golden = io::read_golden_world(world_path);
  ASSERT_TRUE(golden.has_value()) << golden.error().text();
  int resolves = 0;
  const auto read = io::for_each_golden_line(lines_path, golden->mover, [&](const io::GoldenLine& line) {
    if (!line.resolve) return true;
    SCOPED_TRACE(::testing::Message() << "tick " << line.tick);
    ++resolves;
    const auto result = resolve_both(golden->world, line.resolve->request);
    if (!result) {
      ADD_FAILURE() << result.error().text();
      return false;
    }
    expect_golden(*result, *line.resolve);
    return !::testing::Test::HasFailure();  // the first differing tick is the one to look at
  });
  ASSERT_TRUE(read.has_value()) << read.error().text();
  EXPECT_GT(resolves, 50);
}

constexpr std::array kIndoor{
    GoldenCase{"worlds/env_walk.world.json", "reference-retail/env_walk.jsonl"},
    GoldenCase{"worlds/env_door.world.json", "reference-retail/env_door.jsonl"},
    GoldenCase{"worlds/env_drop.world.json", "reference-retail/env_drop.jsonl"},
    GoldenCase{"worlds/env_jump_ceiling.world.json", "reference-retail/env_jump_ceiling.jsonl"},
    GoldenCase{"random/worlds/fe00000.world.json", "random/reference-retail/fe00000.jsonl"},
    GoldenCase{"random/worlds/fe00002.world.json", "random/reference-retail/fe00002.jsonl"},
    GoldenCase{"random/worlds/fe00006.world.json", "random/reference-retail/fe00006.jsonl"},
    GoldenCase{"random/worlds/fe00008.world.json", "random/reference-retail/fe00008.jsonl"},
    GoldenCase{"random/worlds/fe00011.world.json", "random/reference-retail/fe00011.jsonl"},
    GoldenCase{"random/worlds/fe00012.world.json", "random/reference-retail/fe00012.jsonl"},
};

INSTANTIATE_TEST_SUITE_P(Indoor, Golden, ::testing::ValuesIn(kIndoor));

}  // namespace
}  // namespace surefoot::test
