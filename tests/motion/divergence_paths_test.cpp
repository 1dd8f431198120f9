// The rows of spec 02 §9 and 09 that act at the six paths of a tree (02 §4.2), one test each: the same mover before the
// same polygons under retail rules and under the one flag.
#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "support/profile_pair.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

using Pair = ProfilePair;

/// At `candidate`, come from `current`, before a tree at `at` of this scale.
TransitionState meet(Scene& s, const BspTree& tree, std::span<const Sphere> spheres, const Vec3& current,
                     const Vec3& candidate, const Position& at = Scene::at({}), float scale = 1.0F) {
  s.set_up(spheres, current, candidate);
  s.sp.cache_localspace_sphere(s.t.rules, at, scale);
  return collide_bsp::find_collisions(s.t, GraphView{&tree}, scale);
}

/// Faces west at x = 0.
BspTree west_wall() {
  return make_single_leaf({wall_quad(3, 0, -9, 9, -9, 9, -1)}, {{}, 20});
}
/// N = (−0.8, 0, 0.6), through the origin.
BspTree steep_roof() {
  return make_single_leaf({polygon(4, {{-3, -9, -4}, {3, -9, 4}, {3, 9, 4}, {-3, 9, -4}})}, {{}, 20});
}

// A grounded mover leaves a wall it still overlaps: noted as a near miss of the foot.
TEST(PathDivergence, OpenAcStoresANearMissAsItIs) {
  const BspTree wall = west_wall();
  Pair p(Divergence::openac_near_miss_unnegated);
  p.both([&](Scene& s) {
    s.oi.state = kGrounded;
    EXPECT_EQ(meet(s, wall, kTwoSpheres, {-0.2F, 0, 0}, {-0.3F, 0, 0}), TransitionState::Ok);
    EXPECT_TRUE(s.sp.neg_poly_hit);
  });
  EXPECT_EQ(p.parted(), "same");
  EXPECT_EQ(p.retail.s.sp.neg_collision_normal.x, 1.0F);
  EXPECT_EQ(p.port.s.sp.neg_collision_normal.x, -1.0F);
}

// A lintel that only the head of a missile of two spheres reaches.
TEST(PathDivergence, AceStopsAPathClippedHead) {
  const BspTree lintel = make_single_leaf({wall_quad(3, 0, -9, 9, 1.1F, 3, -1)}, {{}, 20});
  Pair p(Divergence::ace_path_clipped_head);
  const auto ts = p.answers([&](Scene& s) {
    s.oi.state = object_info_flag::kPathClipped;
    return meet(s, lintel, kTwoSpheres, {-1, 0, 0}, {-0.3F, 0, 0});
  });
  EXPECT_EQ(ts[0], TransitionState::Ok);
  EXPECT_EQ(ts[1], TransitionState::Collided);
  EXPECT_EQ(p.port.s.ci.collision_normal.x, -1.0F);
  EXPECT_EQ(p.parted(), "bsp_find_collisions.path_clipped_clear | polygon_hits_sphere.inside");
}

// Falling on to a roof of 53 degrees: the client records a landing, the port takes the fall's part into it away.
TEST(PathDivergence, Ts4SlidesDownASteepRoofAtOnce) {
  const BspTree roof = steep_roof();
  Pair p(Divergence::ts4_steep_slide);
  const auto ts = p.answers([&](Scene& s) { return meet(s, roof, kOneSphere, {0, 0, 0.4F}, {0, 0, 0.3F}); });
  EXPECT_EQ(ts[0], TransitionState::Adjusted);
  EXPECT_TRUE(p.retail.s.sp.collide);
  EXPECT_EQ(ts[1], TransitionState::Slid);
  EXPECT_FALSE(p.port.s.sp.collide);
  // (0,0,−0.1) less its part along N: −0.1 + 0.06·0.6 down, 0.06·0.8 west.
  const Vec3& at = p.port.s.sp.check_pos.frame.origin;
  EXPECT_NEAR(at.x, -0.048F, 1e-6F);
  EXPECT_NEAR(at.z, 0.4F - 0.064F, 1e-6F);
  EXPECT_NEAR(p.port.s.ci.collision_normal.z, 0.6F, 1e-6F);
  EXPECT_EQ(p.port.s.ci.sliding_normal.x, -1.0F);
  Pair walkable(Divergence::ts4_steep_slide);
  const BspTree ramp = ramp_leaf();
  walkable.both([&](Scene& s) { (void)meet(s, ramp, kOneSphere, {1, 0, 0.5F}, {1, 0, 0.4F}); });
  EXPECT_EQ(walkable.parted(), "same") << "a face to stand on is landed on";
}

TEST(PathDivergence, TheOldPortLandedWithItsHead) {
  const BspTree lintel = make_single_leaf({wall_quad(3, 0, -9, 9, 1.1F, 3, -1)}, {{}, 20});
  Pair p(Divergence::acdream_head_like_foot);
  const auto ts = p.answers([&](Scene& s) {
    return meet(s, lintel, kTwoSpheres, {-1, 0, 0}, {-0.3F, 0, 0});
  });
  EXPECT_EQ(ts[0], TransitionState::Collided);
  EXPECT_EQ(p.retail.s.ci.collision_normal.x, -1.0F);
  EXPECT_EQ(ts[1], TransitionState::Adjusted);
  EXPECT_TRUE(p.port.s.sp.collide);
  EXPECT_FALSE(p.port.s.ci.collision_normal_valid);
}

// Tick 22760 (04 §6.8) in short: into a door at an angle. The step up fails and the client slides along it.
TEST(PathDivergence, I116StopsAtAFaceWithoutANormal) {
  const BspTree wall = west_wall();
  Pair p(Divergence::i116_no_face_normal);
  const auto ts = p.answers([&](Scene& s) {
    s.oi.state = kGrounded;
    s.oi.step_up_height = 0.6F;
    s.ci.last_known_contact_plane.plane = kFlat;
    s.cells.script = {answer(TransitionState::Ok)};
    return meet(s, wall, kTwoSpheres, {-0.6F, 0, 0}, {-0.3F, 0.2F, 0});
  });
  EXPECT_EQ(ts[0], TransitionState::Slid);
  EXPECT_EQ(p.retail.s.ci.collision_normal.x, -1.0F);
  EXPECT_EQ(ts[1], TransitionState::Collided);
  EXPECT_FALSE(p.port.s.ci.collision_normal_valid);
  EXPECT_EQ(p.parted(), "step_up_slide.slide | …");
}

TEST(PathDivergence, I116SlidesAlongAWallInTheAir) {
  const BspTree wall = west_wall();
  Pair p(Divergence::i116_slide_first_frame);
  const auto ts = p.answers([&](Scene& s) {
    return meet(s, wall, kTwoSpheres, {-0.6F, 0, 0}, {-0.3F, 0.2F, -0.1F});
  });
  EXPECT_EQ(ts[0], TransitionState::Adjusted);
  EXPECT_TRUE(p.retail.s.sp.collide);
  EXPECT_EQ(ts[1], TransitionState::Slid);
  EXPECT_FALSE(p.port.s.sp.collide);
  EXPECT_NEAR(p.port.s.sp.check_pos.frame.origin.x, -0.6F, 1e-6F);
  EXPECT_NEAR(p.port.s.sp.check_pos.frame.origin.y, 0.2F, 1e-6F);
  Pair roof(Divergence::i116_slide_first_frame);
  const BspTree steep = steep_roof();
  roof.both([&](Scene& s) { (void)meet(s, steep, kOneSphere, {0, 0, 0.4F}, {0, 0, 0.3F}); });
  EXPECT_EQ(roof.parted(), "same") << "a roof is no wall";
}

/// Falls on to the ramp of 02 §10 scaled by 2, at (10, 20, 30).
void land_on_scaled_ramp(Scene& s, const BspTree& ramp) {
  s.sp.collide = true;
  s.sp.walkable_allowance = kLandingZ;
  const Sphere foot{{0, 0, 0.48F}, 0.48F};
  EXPECT_EQ(meet(s, ramp, {&foot, 1}, {12, 20, 31.2F}, {12, 20, 30.7F}, Scene::at({10, 20, 30}), 2.0F),
            TransitionState::Adjusted);
}

// The plane goes through (10, 20, 30); the client scales its distance from the block's origin.
TEST(PathDivergence, OpenAcFindsThePlaneOfAScaledShapeWhereItIs) {
  const BspTree ramp = ramp_leaf();
  Pair p(Divergence::openac_scaled_plane_d);
  p.both([&](Scene& s) { land_on_scaled_ramp(s, ramp); });
  const Plane& retail = p.retail.s.ci.contact_plane.plane;
  const Plane& port = p.port.s.ci.contact_plane.plane;
  EXPECT_NEAR(port.dist({10, 20, 30}), 0.0F, 1e-5F);
  EXPECT_NEAR(retail.d, 2 * port.d, 1e-4F);
  Pair plain(Divergence::openac_scaled_plane_d);
  plain.both([&](Scene& s) {
    s.sp.collide = true;
    EXPECT_EQ(meet(s, ramp, kOneSphere, {1, 0, 0.6F}, {1, 0, 0.1F}), TransitionState::Adjusted);
  });
  EXPECT_TRUE(same_bits(plain.retail.s.ci.contact_plane.plane, plain.port.s.ci.contact_plane.plane))
      << "unscaled shapes are left alone";
}

// 02 §10 case 16 on a floor scaled by 2: half the offset.
TEST(PathDivergence, GdleStepsDownByHalfOnAShapeTwiceAsLarge) {
  const BspTree floor = floor_leaf();
  Pair p(Divergence::gdle_step_down_unscaled);
  p.both([&](Scene& s) {
    s.sp.step_down = true;
    s.sp.step_down_amt = 0.75F;
    s.sp.walk_interp = 1.0F;
    EXPECT_EQ(meet(s, floor, kOneSphere, {0, 0, 0}, {0, 0, -0.2F}, Scene::at({}), 2.0F),
              TransitionState::Adjusted);
  });
  EXPECT_NEAR(p.retail.s.sp.check_pos.frame.origin.z, 0.0F, 1e-6F);
  EXPECT_NEAR(p.port.s.sp.check_pos.frame.origin.z, -0.1F, 1e-6F);
}

}  // namespace
}  // namespace surefoot::test
