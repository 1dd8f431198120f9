// Where the ground ends: edge_slide, cliff_slide, precipice_slide (spec 04 §6.7, §4.4; numbers of §12.1;
// conformance E05–E10). One or two spheres of radius 0.48 unless said.
#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "support/scripted_cells.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

class CliffSlide : public ::testing::Test {
 protected:
  void moved(const Vec3& movement) {
    s.set_up(kOneSphere, {1, 2, 3}, Vec3{1, 2, 3} + movement);
    s.ci.last_known_contact_plane.plane = kFlat;
  }
  [[nodiscard]] Vec3 movement() const { return s.sp.global_sphere[0].center - s.sp.global_curr_center[0]; }
  Scene s;
};

TEST_F(CliffSlide, OffACliffCancelsTheOutwardPart) {
  moved({0.25F, 0.125F, 0});
  EXPECT_EQ(s.t.cliff_slide({0.8F, 0, 0.6F}), TransitionState::Adjusted);
  EXPECT_TRUE(same_bits(movement(), Vec3{0, 0.125F, 0}));
  EXPECT_EQ(s.ci.collision_normal.x, -1.0F);
  EXPECT_TRUE(has_bits(s.ci.collision_normal.y, 0x80000000));
  EXPECT_EQ(s.ci.collision_normal.z, 0.0F);
}

// Retail's, not to be "fixed": into a rise the same formula pushes further in.
TEST_F(CliffSlide, IntoARisePushesFurtherIn) {
  moved({-0.25F, 0.125F, 0});
  EXPECT_EQ(s.t.cliff_slide({0.8F, 0, 0.6F}), TransitionState::Adjusted);
  EXPECT_TRUE(same_bits(movement(), Vec3{-0.5F, 0.125F, 0}));
  EXPECT_EQ(s.ci.collision_normal.x, 1.0F);
  EXPECT_EQ(s.ci.collision_normal.y, 0.0F);
  EXPECT_TRUE(has_bits(s.ci.collision_normal.z, 0x80000000));
}

TEST_F(CliffSlide, ParallelPlanesGiveNoDirection) {
  moved({0.25F, 0.125F, 0});
  EXPECT_EQ(s.t.cliff_slide(kUp), TransitionState::Ok);
  EXPECT_TRUE(same_bits(movement(), Vec3{0.25F, 0.125F, 0}));
  EXPECT_FALSE(s.ci.collision_normal_valid);
}

TEST_F(CliffSlide, MeasuresTheMovementAcrossTheBorder) {
  s.set_up(kOneSphere, {191.875F, 2, 3}, {0, 0, 0});
  s.sp.set_check_pos(Scene::at({0.125F, 2.125F, 3}, 0xAAB40001U), &s.cells.stub);
  s.ci.last_known_contact_plane.plane = kFlat;
  EXPECT_EQ(s.t.cliff_slide({0.8F, 0, 0.6F}), TransitionState::Adjusted);
  EXPECT_TRUE(same_bits(s.sp.check_pos.frame.origin, Vec3{-0.125F, 2.125F, 3}))
      << "x 191.875 of the old block";
}

/// n = normalize(1, 0, 0.5).
Vec3 e06_normal() {
  Vec3 n{1, 0, 0.5F};
  normalize(n);
  return n;
}

TEST_F(CliffSlide, E06_UsesTheLastKnownPlane) {
  s.set_up(kOneSphere, {0, 0, 0}, {1, 0, -0.25F});
  s.ci.last_known_contact_plane.plane = kFlat;
  s.ci.last_known_contact_plane_valid = false;  // its flag is not looked at
  EXPECT_EQ(s.t.cliff_slide(e06_normal()), TransitionState::Adjusted);
  EXPECT_NEAR(s.ci.collision_normal.x, -1, 1e-5F);
  EXPECT_NEAR(s.ci.collision_normal.y, 0, 1e-5F);
  EXPECT_NEAR(s.ci.collision_normal.z, 0, 1e-5F);
}

TEST_F(CliffSlide, E07_WithoutALastKnownPlaneItIsOkWithoutANormal) {
  s.set_up(kOneSphere, {0, 0, 0}, {1, 0, -0.25F});
  EXPECT_EQ(s.t.cliff_slide(e06_normal()), TransitionState::Ok);
  EXPECT_FALSE(s.ci.collision_normal_valid);
}

// E07, second half: that Ok is the state to go on with, not the end; the outer loop tries again (04 §9.6).
TEST(EdgeSlide, E07_TheOuterLoopGoesOnAfterAnOkFromCliffSlide) {
  Scene s;
  s.set_up(kTwoSpheres, {0, 0, 0}, {0.25F, 0, 0});
  s.oi.state = kGroundedEdge;
  s.oi.step_down_height = 0.6F;
  int passes = 0;
  s.cells.script = {[&](ScriptedTransition& t) {
    if (!t.sp.step_down) {
      // The second pass finds ground, so that the loop ends there.
      if (++passes == 2) t.ci.set_contact_plane(kFlat, false);
      return TransitionState::Ok;
    }
    t.ci.set_contact_plane({e06_normal(), 0}, false);
    return TransitionState::Ok;
  }};
  EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Ok);
  EXPECT_EQ(passes, 2);
}

/// edge_slide called as transitional_insert's tail calls it: backup at (1,2,3), candidate probed elsewhere.
class EdgeSlideArms : public ::testing::Test {
 protected:
  EdgeSlideArms() {
    s.set_up(kTwoSpheres, {0.875F, 2, 3}, {1, 2, 3});
    s.oi.step_down_height = 0.6F;
    s.sp.save_check_pos();
    s.sp.set_check_pos(Scene::at({1, 2, 2.4F}), &s.cells.stub);
    s.oi.state = kGroundedEdge;
  }
  bool slide() { return s.t.edge_slide(ts, 0.6F, kFloorZ); }
  void expect_restored() const { EXPECT_TRUE(same_bits(s.sp.check_pos.frame.origin, Vec3{1, 2, 3})); }

  Scene s;
  TransitionState ts = TransitionState::Invalid;
  const Polygon square = floor_quad(7, 0, 1, 1, 3, 3);
};

TEST_F(EdgeSlideArms, WithoutTheFlagItWalksOff) {
  s.oi.state = kGrounded;
  s.ci.set_contact_plane(kFlat, true);
  s.sp.walkable = view(square);
  EXPECT_TRUE(slide());
  EXPECT_EQ(ts, TransitionState::Ok);
  expect_restored();
  EXPECT_FALSE(s.ci.contact_plane_valid);
  EXPECT_FALSE(s.sp.walkable);
}

TEST_F(EdgeSlideArms, E05_NotOnWalkableGroundASteepContactIsLeftToo) {
  s.oi.state = object_info_flag::kContact | object_info_flag::kEdgeSlide;
  s.ci.last_known_contact_plane.plane = kFlat;
  s.ci.set_contact_plane({{0.8F, 0, 0.6F}, 0}, true);
  EXPECT_TRUE(slide());
  EXPECT_EQ(ts, TransitionState::Ok);
  expect_restored();
  EXPECT_FALSE(s.ci.contact_plane_valid);
  EXPECT_FALSE(s.ci.contact_plane.is_water);
  EXPECT_FALSE(s.ci.collision_normal_valid);
}

TEST_F(EdgeSlideArms, ASteepContactIsACliff) {
  s.ci.last_known_contact_plane.plane = kFlat;
  s.ci.set_contact_plane({{0.8F, 0, 0.6F}, 0}, true);
  s.sp.walkable = view(square);
  EXPECT_FALSE(slide()) << "the attempt loop goes on";
  EXPECT_EQ(ts, TransitionState::Adjusted);
  EXPECT_TRUE(same_bits(s.sp.check_pos.frame.origin, Vec3{0.875F, 2, 3}));
  EXPECT_FALSE(s.ci.contact_plane_valid || s.ci.contact_plane.is_water);
  EXPECT_FALSE(s.sp.walkable);
}

// 04 §9.19: strict; a plane of exactly the limit carries.
TEST_F(EdgeSlideArms, TheLimitItselfIsNotSteep) {
  s.ci.set_contact_plane({{0.75F, 0, kFloorZ}, 0}, false);
  EXPECT_TRUE(slide());
  EXPECT_EQ(ts, TransitionState::Ok);
  expect_restored();
  EXPECT_FALSE(s.ci.contact_plane_valid);
}

// The polygon ends at x = 1; the foot's axis is just beyond it, stored by the probe.
TEST_F(EdgeSlideArms, AWalkablePolygonThatEndsIsAPrecipice) {
  const Sphere stored{{1.03125F, 2, 3.3F}, 0.24F};
  s.sp.set_walkable(stored, view(square), kUp, Position{}, 1.0F);
  s.ci.last_known_contact_plane.plane = kFlat;
  s.sp.backup_check_pos.frame.origin = {1.125F, 2.25F, 3};
  EXPECT_FALSE(slide());
  EXPECT_EQ(ts, TransitionState::Slid);
  EXPECT_FALSE(s.sp.walkable);
  // Along the edge x = 1: the y part is kept, x goes back to the last accepted place.
  EXPECT_TRUE(same_bits(s.sp.check_pos.frame.origin, Vec3{0.875F, 2.25F, 3}));
  EXPECT_EQ(s.ci.collision_normal.x, -1.0F);
}

// E08: a remembered polygon is not asked how steep it is: precipice_slide, not cliff_slide.
TEST_F(EdgeSlideArms, E08_ASteepRememberedPolygonIsAPrecipiceToo) {
  const Polygon slope = polygon(41, {{0, -1, 0}, {1, -1, 2}, {1, 1, 2}, {0, 1, 0}});
  s.sp.set_check_pos(Scene::at({0.5F, 0, 1}), &s.cells.stub);
  s.sp.save_check_pos();
  s.sp.set_walkable(s.sp.global_sphere[0], view(slope), kUp, Position{}, 1.0F);
  s.sp.add_offset_to_check_pos({0, 0, -0.6F});
  EXPECT_TRUE(slide());
  EXPECT_EQ(ts, TransitionState::Collided);
  EXPECT_TRUE(same_bits(s.sp.check_pos.frame.origin, Vec3{0.5F, 0, 1}));
  EXPECT_FALSE(s.sp.walkable);
  EXPECT_FALSE(s.ci.collision_normal_valid);
}

// Nothing below, and nothing behind either: stop. The back-probe starts at the last accepted place.
TEST_F(EdgeSlideArms, WithNothingKnownItStops) {
  Vec3 probed;
  s.cells.script = {[&](ScriptedTransition& t) {
    probed = t.sp.check_pos.frame.origin;
    return TransitionState::Ok;
  }};
  EXPECT_TRUE(slide());
  EXPECT_EQ(ts, TransitionState::Collided);
  EXPECT_EQ(s.cells.calls, 1);
  EXPECT_NEAR(probed.x, 0.875F, 1e-6F);
  EXPECT_NEAR(probed.z, 3 - 0.6F, 1e-6F);
  expect_restored();
}

// §9.7: the sphere stored by the back-probe belongs to the old place; the restored candidate, with its full
// radius and in the polygon's axes, takes its place before the crossed edge is looked for.
TEST_F(EdgeSlideArms, TheBackProbeLearnsTheEdgeFromTheRestoredCandidate) {
  Position turned;
  ASSERT_TRUE(turned.frame.set_rotate(1, 0, 0, 1));  // local x is world y
  turned.frame.origin = {0, 0, 0};
  const Polygon local = floor_quad(9, 1, 3, -0.9375F, 1, 3);  // world x −1 … 0.9375, y 1 … 3
  s.ci.last_known_contact_plane.plane = kFlat;
  s.sp.backup_check_pos.frame.origin = {1, 2.25F, 3};
  s.cells.script = {[&](ScriptedTransition& t) {
    // Stored by the probe in the middle of the polygon: no edge is crossed there.
    t.sp.set_walkable({{2, 0, 3.4F}, 0.24F}, view(local), kUp, turned, 1.0F);
    return TransitionState::Ok;
  }};
  EXPECT_FALSE(slide());
  EXPECT_EQ(ts, TransitionState::Slid);
  EXPECT_FALSE(s.sp.walkable);
  EXPECT_NEAR(s.ci.collision_normal.x, -1, 1e-6F) << "the polygon's local −y edge, in world axes";
  EXPECT_NEAR(s.sp.check_pos.frame.origin.x, 0.875F, 1e-6F);
  EXPECT_NEAR(s.sp.check_pos.frame.origin.y, 2.25F, 1e-6F);
}

/// `LEDGE`: walkable, x ±1, y ±1 at z = 1; foot radius 0.5, last accepted at (0,0,1).
class PrecipiceSlide : public ::testing::Test {
 protected:
  TransitionState slide(const Vec3& candidate) {
    const Sphere foot{{0, 0, 0.5F}, 0.5F};
    s.set_up({&foot, 1}, {0, 0, 1}, candidate);
    s.sp.step_up = true;
    s.sp.set_walkable(s.sp.global_sphere[0], view(ledge), kUp, Position{}, 1.0F);
    return s.t.precipice_slide();
  }
  Scene s;
  const Polygon ledge = floor_quad(1, -1, 1, -1, 1, 1);
};

// The case names no plane; with none the part over the edge is taken out, however little is left.
TEST_F(PrecipiceSlide, E09_FindsTheEdgeItWentOver) {
  EXPECT_EQ(slide({1.2F, 0, 1}), TransitionState::Slid);
  EXPECT_TRUE(same_bits(s.sp.check_pos.frame.origin, Vec3{0, 0, 1}));
  EXPECT_FALSE(s.sp.walkable);
}

// On known ground the same is a crease: straight over the edge nothing is left along it.
TEST_F(PrecipiceSlide, StraightOverTheEdgeOfKnownGroundItStops) {
  s.ci.last_known_contact_plane.plane = kFlat;
  EXPECT_EQ(slide({1.2F, 0, 1}), TransitionState::Collided);
  EXPECT_FALSE(s.sp.walkable);
}

TEST_F(PrecipiceSlide, KeepsThePartAlongTheEdge) {
  s.ci.last_known_contact_plane.plane = kFlat;
  EXPECT_EQ(slide({1.2F, 0.25F, 1}), TransitionState::Slid);
  EXPECT_TRUE(same_bits(s.sp.check_pos.frame.origin, Vec3{0, 0.25F, 1}));
  EXPECT_FALSE(s.sp.walkable);
  EXPECT_FALSE(s.sp.step_up);
}

TEST_F(PrecipiceSlide, E10_WithoutACrossedEdgeItStops) {
  EXPECT_EQ(slide({0.1F, 0, 1}), TransitionState::Collided);
  EXPECT_FALSE(s.sp.walkable);
  EXPECT_TRUE(s.sp.step_up) << "only a found edge clears it";
  EXPECT_FALSE(s.ci.collision_normal_valid);
}

// Coming back on to the polygon over its edge, the movement goes along the edge normal: it is turned round.
TEST_F(PrecipiceSlide, FromOutsideTheEdgeNormalIsTurnedRound) {
  const Sphere foot{{0, 0, 0.5F}, 0.5F};
  s.set_up({&foot, 1}, {1.5F, 0, 1}, {1.25F, 0.25F, 1});
  s.sp.set_walkable(s.sp.global_sphere[0], view(ledge), kUp, Position{}, 1.0F);
  s.ci.last_known_contact_plane.plane = kFlat;
  EXPECT_EQ(s.t.precipice_slide(), TransitionState::Slid);
  EXPECT_EQ(s.ci.collision_normal.x, 1.0F);
  EXPECT_TRUE(same_bits(s.sp.check_pos.frame.origin, Vec3{1.5F, 0.25F, 1}));
}

}  // namespace
}  // namespace surefoot::test
