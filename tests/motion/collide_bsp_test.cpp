// A mover's spheres against a BSP: the six paths and what each writes (spec 02 §4; worked cases 10, 12, 15,
// 16 and 19 of §10; conformance B03–B12, B15, B16).
#include <gtest/gtest.h>

#include "support/arm_log.hpp"
#include "support/bits.hpp"
#include "support/scripted_cells.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

using object_info_flag::kContact;
using object_info_flag::kPathClipped;
using object_info_flag::kPerfectClip;

/// One object, one mover given by its sphere centres; the cell answers with the same tree, so that a step-up
/// tried from inside finds it.
struct Against {
  Against(BspTree t, std::vector<Sphere> sphere_list, const Vec3& movement, std::uint32_t state,
          Position where = {})
      : tree(std::move(t)), at(where), s(rules) {
    if (at.cell_id == 0) at.cell_id = kStubCell;
    s.cells.script = {bsp_cell(tree, at)};
    s.set_up(sphere_list, -movement, {0, 0, 0});
    s.oi.state = state;
  }
  /// One `find_collisions`.
  TransitionState hit() { return s.cells.script.front()(s.t); }
  [[nodiscard]] const Vec3& offset() const { return s.sp.check_pos.frame.origin; }
  void expect_normal(const Vec3& n) const {
    EXPECT_TRUE(s.ci.collision_normal_valid);
    EXPECT_NEAR(s.ci.collision_normal.x, n.x, 1e-5F);
    EXPECT_NEAR(s.ci.collision_normal.y, n.y, 1e-5F);
    EXPECT_NEAR(s.ci.collision_normal.z, n.z, 1e-5F);
  }
  void expect_untouched() const {
    EXPECT_TRUE(same_bits(offset(), Vec3{0, 0, 0}));
    EXPECT_FALSE(s.ci.contact_plane_valid || s.ci.collision_normal_valid || s.sp.collide ||
                 s.sp.neg_poly_hit);
  }

  BspTree tree;
  Position at;
  ArmLog log;
  Profile retail;
  Profiled rules{retail, &log};
  Scene s;
};

// --- worked case 15: path selection on a floor, the foot below it ------------------------------------------

const Sphere kSunkFoot{{0, 0, -0.3F}, 0.48F};
const Sphere kClearHead{{0, 0, 2}, 0.48F};

TEST(CollideBsp, Case15_ARisingFootIsANearMissForTwoSpheres) {
  Against a(floor_leaf(), {kSunkFoot, kClearHead}, {0, 0, 0.1F}, kContact);
  EXPECT_EQ(a.hit(), TransitionState::Ok);
  EXPECT_TRUE(a.s.sp.neg_poly_hit);
  EXPECT_TRUE(a.s.sp.neg_step_up);
  EXPECT_TRUE(has_bits(a.s.sp.neg_collision_normal, {0x80000000, 0x80000000, 0xBF800000}));
}

TEST(CollideBsp, Case15_OneSphereNeverRecordsANearMiss) {
  Against a(floor_leaf(), {kSunkFoot}, {0, 0, 0.1F}, kContact);
  EXPECT_EQ(a.hit(), TransitionState::Ok);
  a.expect_untouched();
}

TEST(CollideBsp, Case15_InTheAirTheOverlapIsALanding) {
  Against a(floor_leaf(), {kSunkFoot}, {0, 0, 0.1F}, 0);
  EXPECT_EQ(a.hit(), TransitionState::Adjusted);
  EXPECT_TRUE(a.s.sp.collide);
  EXPECT_TRUE(same_bits(a.s.sp.step_up_normal, kUp));
  EXPECT_EQ(a.s.sp.walk_interp, 1.0F);
  EXPECT_TRUE(has_bits(a.s.sp.walkable_allowance, 0x3DB27EB0));
  EXPECT_TRUE(same_bits(a.offset(), Vec3{0, 0, 0}));
}

TEST(CollideBsp, Case15_AFallingFootHitsTheFloor) {
  Against a(floor_leaf(), {kSunkFoot, kClearHead}, {0, 0, -0.1F}, kContact);
  (void)a.hit();
  EXPECT_EQ(a.log.count(Arm::bsp_find_collisions_grounded_foot), 1);
}

// --- worked case 16: step_sphere_down
// -----------------------------------------------------------------------

TEST(StepSphereDown, Case16_RestsOnTheFloor) {
  Against a(floor_leaf(), {{{0, 0, 0.3F}, 0.48F}}, {}, kContact);
  a.s.sp.step_down = true;
  a.s.sp.step_down_amt = 0.75F;
  EXPECT_EQ(a.hit(), TransitionState::Adjusted);
  EXPECT_TRUE(same_bits(a.s.sp.walkable_check_pos.center.z, 0.479999989F));
  EXPECT_TRUE(has_bits(a.offset().z, 0x3E3851EA));
  EXPECT_TRUE(has_bits(a.s.sp.walk_interp, 0x3F428F5D));
  EXPECT_TRUE(a.s.ci.contact_plane_valid);
  EXPECT_TRUE(same_bits(a.s.ci.contact_plane.plane.normal, kUp));
  EXPECT_EQ(a.s.ci.contact_plane.cell_id, kStubCell);
  EXPECT_FALSE(a.s.ci.contact_plane.is_water);
  EXPECT_TRUE(a.s.sp.walkable);
  EXPECT_FALSE(a.s.ci.collision_normal_valid);
}

TEST(StepSphereDown, Case16_RestsOnTheRamp) {
  Against a(ramp_leaf(), {{{1, 0, 0.95F}, 0.48F}}, {}, kContact);
  a.s.sp.step_down = true;
  a.s.sp.step_down_amt = 0.75F;
  EXPECT_EQ(a.hit(), TransitionState::Adjusted);
  EXPECT_TRUE(has_bits(a.s.sp.walkable_check_pos.center.z, 0x3F84B127));
  EXPECT_TRUE(has_bits(a.s.sp.walk_interp, 0x3F626BDB));
}

TEST(StepSphereDown, FindsNothingWhereNothingIsWalkable) {
  Against a(floor_leaf(), {{{0, 0, 0.3F}, 0.48F}}, {}, kContact);
  a.s.sp.step_down = true;
  a.s.sp.step_down_amt = 0.75F;
  a.s.sp.walkable_allowance = 1.0F;
  EXPECT_EQ(a.hit(), TransitionState::Ok);
  a.expect_untouched();
}

// B12: the tree stands at z = 94; the contact plane comes out in world coordinates.
TEST(StepSphereDown, B12_TheContactPlaneIsInTheWorld) {
  Against a(floor_leaf(), {{{0, 0, 94.4F}, 0.48F}}, {}, kContact, Scene::at({0, 0, 94}));
  a.s.sp.step_down = true;
  a.s.sp.step_down_amt = 0.5F;
  a.s.sp.walkable_allowance = kFloorZ;
  EXPECT_EQ(a.hit(), TransitionState::Adjusted);
  EXPECT_NEAR(a.s.ci.contact_plane.plane.normal.z, 1, 5e-4F);
  EXPECT_NEAR(a.s.ci.contact_plane.plane.d, -94, 5e-3F);
}

// --- worked case 19: paths 3 and 4 on a turned, doubled object
// ----------------------------------------------

struct TurnedRamp {
  TurnedRamp() {
    at.cell_id = kStubCell;
    EXPECT_TRUE(at.frame.set_rotate(4, 0, 0, 3));
    at.frame.origin = {10, 20, 30};
    s.set_up(kOneSphere, {}, {});
    s.sp.cache_localspace_sphere(s.t.rules, at, 2.0F);
    s.sp.localspace_sphere[0] = {{1.1F, 0.3F, 0.7F}, 0.24F};
    s.sp.walkable_allowance = 0.664F;
    s.sp.walk_interp = 1;
  }
  void expect_plane() const {
    const Plane& p = s.ci.contact_plane.plane;
    EXPECT_TRUE(has_bits(p.normal, {0xBE00399E, 0xBEDBD07F, 0x3F64F92E}));
    EXPECT_TRUE(has_bits(p.d, 0xC207F3F4));
    EXPECT_EQ(s.sp.walkable_scale, 2.0F);
  }
  BspTree tree = ramp_leaf();
  Position at;
  Scene s;
};

TEST(CollideBsp, Case19_StepDownOnATurnedScaledRamp) {
  TurnedRamp r;
  r.s.sp.step_down = true;
  r.s.sp.step_down_amt = 0.75F;
  EXPECT_EQ(collide_bsp::find_collisions(r.s.t, GraphView{&r.tree}, 2.0F), TransitionState::Adjusted);
  EXPECT_TRUE(has_bits(r.s.sp.walkable_check_pos.center.z, 0x3F517DF5));
  EXPECT_TRUE(has_bits(r.s.sp.check_pos.frame.origin.z, 0x3E725610));
  EXPECT_EQ(r.s.sp.check_pos.frame.origin.x, 0.0F);
  EXPECT_EQ(r.s.sp.check_pos.frame.origin.y, 0.0F);
  EXPECT_TRUE(has_bits(r.s.sp.walk_interp, 0x3F2F38A6));
  r.expect_plane();
}

TEST(CollideBsp, Case19_LandingOnATurnedScaledRamp) {
  TurnedRamp r;
  r.s.sp.collide = true;
  const Vec3 movement{0.2F, 0.1F, -0.35F};
  r.s.sp.localspace_curr_center[0] = r.s.sp.localspace_sphere[0].center - movement;
  EXPECT_EQ(collide_bsp::find_collisions(r.s.t, GraphView{&r.tree}, 2.0F), TransitionState::Adjusted);
  const Vec3& c = r.s.sp.walkable_check_pos.center;
  EXPECT_NEAR(c.x, 1.04740977F, 2e-7F);
  EXPECT_NEAR(c.y, 0.273704857F, 2e-7F);
  EXPECT_NEAR(c.z, 0.792033017F, 2e-7F);
  EXPECT_TRUE(has_bits(r.s.sp.check_pos.frame.origin, {0x3CAC5407, 0xBDECF35F, 0x3E3C7BD0}));
  EXPECT_TRUE(has_bits(r.s.sp.walk_interp, 0x3F3CAF35));
  r.expect_plane();
}

TEST(CollideBsp, LandingFindsNothingWhereNothingCarries) {
  Against a(tall_wall(), {{{0.4F, 0, 2}, 0.2F}}, {0.1F, 0, 0}, 0);
  a.s.sp.collide = true;
  a.s.sp.walkable_allowance = kLandingZ;
  EXPECT_EQ(a.hit(), TransitionState::Ok);
  EXPECT_FALSE(a.s.ci.contact_plane_valid);
}

// --- path 2: the support probe
// ------------------------------------------------------------------------------

TEST(CollideBsp, TheSupportProbeAnswersCollidedWhereSomethingCarries) {
  for (const auto& [x, found] : {std::pair{0.0F, TransitionState::Collided},
                                 std::pair{2.2F, TransitionState::Collided},  // half a radius of overhang
                                 std::pair{2.3F, TransitionState::Ok}}) {
    Against a(floor_leaf(), {{{x, 0, 0.3F}, 0.48F}}, {}, kContact);
    a.s.sp.check_walkable = true;
    a.s.sp.step_down = true;  // path 2 comes before path 3
    EXPECT_EQ(a.hit(), found) << x;
    a.expect_untouched();
  }
}

// --- path 5: grounded
// ---------------------------------------------------------------------------------------

// B03, B07: TALL_WALL, the foot walks into the wall and cannot step up. Straight into it the crease of wall
// and ground leaves nothing, so the slide is a stop.
TEST(CollideBsp, B03_B07_AFootThatCannotStepUpIsStopped) {
  for (const float x : {0.35F, 0.4F}) {
    Against a(tall_wall(), {{{x, 0, 0.2F}, 0.2F}}, {x - 0.1F, 0, 0}, kGrounded);
    a.s.stand_on(kFlat);
    a.s.oi.step_up_height = 0.04F;
    EXPECT_EQ(a.hit(), TransitionState::Collided);
    a.expect_normal({-1, 0, 0});
    EXPECT_FALSE(a.s.ci.sliding_normal_valid) << "this layer never writes the sliding normal";
    EXPECT_EQ(a.log.count(Arm::step_sphere_up_slides), 1);
  }
}

// B08: only the head reaches the wall (z 0.6 … 5).
TEST(CollideBsp, B08_AHeadInTheWallIsStopped) {
  Against a(make_single_leaf({wall_quad(21, 0.5F, -1, 1, 0.6F, 5, -1)}, {{0, 0, 2.5F}, 10}),
            {{{0.35F, 0, 0.2F}, 0.2F}, {{0.35F, 0, 0.8F}, 0.2F}}, {0.25F, 0, 0}, kGrounded);
  a.s.stand_on(kFlat);
  EXPECT_EQ(a.hit(), TransitionState::Collided);
  a.expect_normal({-1, 0, 0});
  EXPECT_FALSE(a.s.ci.sliding_normal_valid);
  EXPECT_EQ(a.log.count(Arm::bsp_find_collisions_grounded_head), 1);
  EXPECT_TRUE(a.s.ci.contact_plane_valid) << "slide_sphere keeps the contact, step_up_slide does not";
}

// The head hit slides sphere 0 (§4.5): along the wall the y part stays.
TEST(CollideBsp, AHeadHitSlidesAlongTheWall) {
  Against a(make_single_leaf({wall_quad(21, 0.5F, -1, 1, 0.6F, 5, -1)}, {{0, 0, 2.5F}, 10}),
            {{{0.35F, 0, 0.2F}, 0.2F}, {{0.35F, 0, 0.8F}, 0.2F}}, {0.25F, 0.25F, 0}, kGrounded);
  a.s.stand_on(kFlat);
  EXPECT_EQ(a.hit(), TransitionState::Slid);
  EXPECT_TRUE(same_bits(a.offset(), Vec3{-0.25F, 0, 0}));
}

/// `Y_WALL` (y = 0, facing +y), spheres at y 0.3, radius 0.48.
Against at_y_wall(int spheres, const Vec3& movement) {
  std::vector<Sphere> list{{{movement.x, 0.3F + movement.y, 0}, 0.48F}};
  if (spheres == 2) list.push_back({{movement.x, 0.3F + movement.y, 1}, 0.48F});
  return Against(y_wall(), list, movement, kContact);
}

TEST(CollideBsp, B09_B10_AlongAndAwayFromAWallIsANearMiss) {
  for (const Vec3& movement : {Vec3{0.05F, 0, 0}, Vec3{0, 0.05F, 0}}) {
    Against a = at_y_wall(2, movement);
    EXPECT_EQ(a.hit(), TransitionState::Ok);
    EXPECT_TRUE(a.s.sp.neg_poly_hit);
    EXPECT_FALSE(a.s.sp.neg_step_up) << "the head overlaps too, and is looked at first";
    EXPECT_EQ(a.s.sp.neg_collision_normal.y, -1.0F);
    EXPECT_EQ(a.log.count(Arm::bsp_find_collisions_near_miss_head), 1);
  }
}

TEST(CollideBsp, B11_IntoAWallIsAHit) {
  Against a = at_y_wall(1, {0, -0.05F, 0});
  EXPECT_EQ(a.hit(), TransitionState::Slid) << "no ground is known: the part into the wall is taken out";
  a.expect_normal({0, 1, 0});
  EXPECT_FALSE(a.s.ci.sliding_normal_valid);
  EXPECT_FALSE(a.s.sp.neg_poly_hit);
}

TEST(CollideBsp, AFootThatCanStepUpDoes) {
  Against a(low_step(), {{{0.35F, 0, 0.2F}, 0.2F}}, {0.25F, 0, 0}, kGrounded);
  a.s.stand_on(kFlat);
  a.s.oi.step_up_height = 0.3F;
  EXPECT_EQ(a.hit(), TransitionState::Ok);
  EXPECT_NEAR(a.offset().z, 0.25F, 1e-5F);
  EXPECT_TRUE(a.s.ci.contact_plane_valid);
  EXPECT_EQ(a.log.count(Arm::step_sphere_up_stepped), 1);
}

// --- path 6: in the air, path-clipped
// -----------------------------------------------------------------------

TEST(CollideBsp, B04_AFootOnARoofRecordsALanding) {
  Against a(flat_roof(), {{{0, 0, 3.1F}, 0.2F}}, {0, 0, -0.2F}, 0);
  EXPECT_EQ(a.hit(), TransitionState::Adjusted);
  EXPECT_TRUE(a.s.sp.collide);
  EXPECT_TRUE(has_bits(a.s.sp.walkable_allowance, 0x3DB27EB0));
  EXPECT_FALSE(a.s.ci.sliding_normal_valid);
}

// TS-4: no steepness test here, and the sphere is not moved.
TEST(CollideBsp, B05_ASteepFaceRecordsALandingToo) {
  Against a(steep(), {{{0.5F, 0, 1.1F}, 0.2F}}, {0, 0, -0.2F}, 0);
  EXPECT_EQ(a.hit(), TransitionState::Adjusted);
  EXPECT_TRUE(a.s.sp.collide);
  EXPECT_FALSE(a.s.ci.collision_normal_valid || a.s.ci.sliding_normal_valid);
  EXPECT_TRUE(same_bits(a.offset(), Vec3{0, 0, 0}));
  EXPECT_NEAR(a.s.sp.step_up_normal.x, -0.8944272F, 1e-6F);
}

TEST(CollideBsp, B06_AHeadInTheAirStopsWithoutALanding) {
  Against a(tall_wall(), {{{0.1F, 0, 1}, 0.2F}, {{0.4F, 0, 1.5F}, 0.2F}}, {0.1F, 0, 0}, 0);
  a.s.ci.sliding_normal_valid = true;
  a.s.ci.sliding_normal = {0.6F, 0.8F, 0};
  EXPECT_EQ(a.hit(), TransitionState::Collided);
  a.expect_normal({-1, 0, 0});
  EXPECT_FALSE(a.s.sp.collide);
  EXPECT_TRUE(a.s.ci.sliding_normal_valid);
  EXPECT_TRUE(same_bits(a.s.ci.sliding_normal, Vec3{0.6F, 0.8F, 0}));
}

TEST(CollideBsp, NothingInTheAirIsClear) {
  Against a(tall_wall(), {{{0.1F, 0, 1}, 0.2F}, {{0.1F, 0, 1.5F}, 0.2F}}, {0.1F, 0, 0}, 0);
  EXPECT_EQ(a.hit(), TransitionState::Ok);
  a.expect_untouched();
}

TEST(CollideBsp, APathClippedMoverIsStoppedAtAnOverlap) {
  Against a(tall_wall(), {{{0.4F, 0, 1}, 0.2F}}, {0.1F, 0, 0}, kPathClipped);
  EXPECT_EQ(a.hit(), TransitionState::Collided);
  a.expect_normal({-1, 0, 0});
}

// Its head is not tested (§4.2), unlike in two ports.
TEST(CollideBsp, APathClippedMoverHasNoHead) {
  Against a(tall_wall(), {{{0.1F, 0, 1}, 0.2F}, {{0.4F, 0, 1.5F}, 0.2F}}, {0.1F, 0, 0}, kPathClipped);
  EXPECT_EQ(a.hit(), TransitionState::Ok);
  a.expect_untouched();
}

TEST(CollideBsp, APerfectlyClippedMoverIsSetBackToTheTouch) {
  Against a(tall_wall(), {{{0.6F, 0, 1}, 0.2F}}, {0.5F, 0, 0}, kPathClipped | kPerfectClip);
  EXPECT_EQ(a.hit(), TransitionState::Adjusted);
  a.expect_normal({-1, 0, 0});
  // Centre back from 0.6 to the touch at 0.3, or nearer to the start by less than the bracket.
  const float x = 0.6F + a.offset().x;
  EXPECT_LE(x, 0.3F + kEpsilon);
  EXPECT_GT(x, 0.3F - 0.5F * kBracket - 1e-4F);
}

}  // namespace
}  // namespace surefoot::test
