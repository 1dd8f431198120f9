// Hostile but finite input: whatever the numbers, a resolve returns (spec 04 §8.6: the recursion stays
// shallow), and the same way under both policies.
//
// Coordinates, planes, normals and heights of any magnitude a float has, in worlds that are themselves
// hostile: polygons of millimetres and of megametres, planes that do not fit their vertices.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "support/random.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

/// Any finite float: mostly small and round, sometimes of any magnitude.
float any_float(Random& random) {
  constexpr std::array kCorners{0.0F,   -0.0F,  kEpsilon, -kEpsilon, 0.48F,   1.0F,   -1.0F,
                                1e-38F, 1e-45F, 1e20F,    -1e20F,    3.4e38F, 192.0F, 24.0F};
  switch (random.integer(0, 3)) {
    case 0:
      return kCorners[static_cast<std::size_t>(random.integer(0, static_cast<int>(kCorners.size()) - 1))];
    case 1:
      return random.uniform(-200, 200);
    case 2:
      return std::ldexp(random.uniform(-1, 1), random.integer(-140, 127));
    default:
      return random.uniform(-2, 2);
  }
}

Vec3 any_vec(Random& random) {
  return {any_float(random), any_float(random), any_float(random)};
}

Position any_position(Random& random) {
  constexpr std::array<CellId, 8> kCells{kRoom,       kRoom,       kRoom,       0xA9B40101U,
                                         0xA9B40001U, 0x00000100U, 0xFFFFFFFFU, 0};
  Position p = in_room(any_vec(random), kCells[static_cast<std::size_t>(random.integer(0, 7))]);
  if (random.integer(0, 2) == 0)
    (void)p.frame.set_rotate(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
                             random.uniform(-1, 1));
  return p;
}

/// Triangles anywhere, some with a plane that is not theirs.
BspTree any_leaf(Random& random) {
  std::vector<Polygon> polygons{floor_quad(0, -4, 4, -4, 4, 0)};
  for (std::uint32_t i = 1; i <= 6; ++i) {
    Polygon p = polygon(i, {any_vec(random), any_vec(random), any_vec(random)});
    if (random.integer(0, 1) == 0) {
      Vec3 n{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
      normalize(n);
      p.plane = {n, random.uniform(-2, 2)};
    }
    polygons.push_back(p);
  }
  return make_single_leaf(polygons, {{}, 1e30F});
}

void build(World& world, Random& random) {
  EnvCell& room = add_room(world, any_leaf(random));
  EnvCell& next = add_room(world, any_leaf(random), 0xA9B40101U);
  CellPortal portal;
  portal.other_cell_id = next.id;
  room.portals.push_back(portal);
  portal.other_cell_id = kOutsideCellId;
  portal.plane = {{1, 0, 0}, random.uniform(-2, 2)};
  next.portals.push_back(portal);
  add_object(world, 1, any_leaf(random), {random.uniform(-2, 2), 0, 0});
  add_object(world, 2, solid_box({-1, -1, -1}, {1, 1, 1}), {0, 2, 0},
             physics_state::kHasPhysicsBsp | (random.integer(0, 1) == 0 ? physics_state::kEthereal : 0U),
             weenie::kExists | weenie::kCreature);
}

ResolveRequest any_request(Random& random) {
  ResolveRequest r;
  Mover& m = r.mover;
  m.num_spheres = random.integer(0, 2);
  for (Sphere& s : m.spheres)
    s = {random.integer(0, 3) == 0 ? any_vec(random) : Vec3{0, 0, random.uniform(0, 2)},
         random.integer(0, 7) == 0 ? 0.002F : random.uniform(0.05F, 3)};
  m.scale = random.integer(0, 7) == 0 ? 7.0F : 1.0F;
  m.step_up_height = random.integer(0, 3) == 0 ? std::fabs(any_float(random)) : 0.4F;
  m.step_down_height = random.integer(0, 3) == 0 ? std::fabs(any_float(random)) : 0.4F;
  m.physics_state = static_cast<std::uint32_t>(random.bits());
  m.target_id = static_cast<std::uint32_t>(random.integer(0, 2));
  r.object_info_state = static_cast<std::uint32_t>(random.bits());
  if (random.integer(0, 5) != 0) r.begin = any_position(random);
  r.end = any_position(random);
  if (r.begin && random.integer(0, 2) != 0) {
    // A step from there, whatever the place: most random ends are too far away to be tried.
    r.end = *r.begin;
    r.end.frame.origin =
        r.end.frame.origin + Vec3{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
  }
  r.contact = static_cast<ResolveRequest::Contact>(random.integer(0, 2));
  r.contact_plane = {{random.integer(0, 1) == 0 ? Vec3{0, 0, 1} : any_vec(random), any_float(random)},
                     random.integer(0, 1) == 0 ? kRoom : 0x00010001U,
                     random.integer(0, 3) == 0};
  if (random.integer(0, 1) == 0) r.sliding_normal = any_vec(random);
  r.frames_stationary_fall = random.integer(0, 3);
  // A placement of a 2 mm sphere is refused, one of 14 mm takes more than its share of this test's time.
  if (!r.begin && m.scale > 1) m.spheres[0].radius = std::fmax(m.spheres[0].radius, 0.03F);
  r.placement_allows_sliding = random.integer(0, 1) == 0;
  return r;
}

/// Sub-steps the request asks for; more than this take their time and are left out, not wrong.
bool is_short(const ResolveRequest& r) {
  if (!r.begin || r.begin->cell_id == 0 || r.end.cell_id == 0) return true;
  const float radius = r.mover.num_spheres > 0 ? r.mover.spheres[0].radius * r.mover.scale : 0.1F;
  return !(length(get_offset(*r.begin, r.end)) / radius > 3000.0F);
}

class Hostile : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(Hostile, EveryResolveReturnsTheSameUnderBothPolicies) {
  Random random(GetParam());
  int run = 0;
  int moved = 0;
  for (int w = 0; w < 30; ++w) {
    World world;
    build(world, random);
    for (int i = 0; i < 60; ++i) {
      const ResolveRequest r = any_request(random);
      if (!is_short(r)) continue;
      const auto result = resolve_all(world, r);
      if (!result) {
        EXPECT_EQ(result.error().code, ErrorCode::bad_request);
        continue;
      }
      ++run;
      if (result->ok) ++moved;
      EXPECT_GE(result->frames_stationary_fall, 0);
      EXPECT_LE(result->frames_stationary_fall, 3);
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(run, 300);
  EXPECT_GT(moved, 30);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Hostile, ::testing::Values(1, 2, 3, 4, 5, 6, 7, 8));

// A long move takes every sub-step it asks for, in the air and against a wall.
TEST(Hostile, ALongMoveReturns) {
  World world;
  add_room(world, tall_wall());
  ResolveRequest r;
  r.mover = tiny_mover(0.3F, 0.04F);
  r.mover.physics_state = 0;  // no gravity: nothing cuts it short
  for (const float z : {2.0F, 100.0F}) {
    r.begin = in_room({-3000, 0, z});
    r.end = in_room({1000, 0, z});
    const auto result = resolve_all(world, r);
    ASSERT_TRUE(result.has_value());
    if (z < 5)
      EXPECT_LE(result->position.frame.origin.x, 0.31F);
    else
      EXPECT_NEAR(result->position.frame.origin.x, 1000, 1);
  }
}

// A search that finds room nowhere tries every place of every ring: 2 m around, a foot radius apart.
TEST(Hostile, PlacementsOfTooManyPlacesAreRefused) {
  World world;
  add_room(world, floor_leaf());
  ResolveRequest r;
  r.mover = tiny_mover(0.3F, 0.04F);
  r.end = in_room({0, 0, 1});
  for (const float radius : {0.001F, 0.002F, 0.0098F}) {
    r.mover.spheres[0].radius = radius;
    const auto result = resolve_all(world, r);
    ASSERT_FALSE(result.has_value()) << radius;
    EXPECT_EQ(result.error().code, ErrorCode::bad_request);
    EXPECT_EQ(result.error().where, "mover/spheres/0");
  }
  r.placement_allows_sliding = false;
  EXPECT_TRUE(resolve_all(world, r).has_value()) << "the wish or nothing: there is no search";
  r.placement_allows_sliding = true;
  r.begin = r.end;
  EXPECT_TRUE(resolve_all(world, r).has_value()) << "a move searches nothing";
  r.begin.reset();
  r.mover.scale = 2;
  EXPECT_TRUE(resolve_all(world, r).has_value()) << "the scaled radius counts";
  r.mover.scale = 1;
  r.mover.spheres[0].radius = 0.01F;
  EXPECT_TRUE(resolve_all(world, r).has_value());
}

// Inside a block wider than the search, all 31,830 places of a 2 cm sphere are tried, and none is free.
TEST(Hostile, ASearchThroughEveryPlaceReturns) {
  World world;
  add_room(world, floor_leaf());
  add_object(world, 1, solid_box({-9, -9, -9}, {9, 9, 9}));
  ResolveRequest r;
  r.mover = tiny_mover(0.3F, 0.04F);
  r.mover.spheres[0].radius = 0.02F;
  r.end = in_room({0, 0, 1});
  const auto result = resolve_all(world, r);
  ASSERT_TRUE(result.has_value());
  EXPECT_FALSE(result->ok);
}

}  // namespace
}  // namespace surefoot::test
