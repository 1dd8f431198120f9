// Inserting the candidate into its cells, with scripted answers (spec 04 §6.4, §6.5; control flow T1–T14 of
// §12.2). Two spheres of radius 0.48, candidate (1.25,2,3), last accepted place (1,2,3).
#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "support/scripted_cells.hpp"

namespace surefoot::test {
namespace {

constexpr Vec3 kCurrent{1, 2, 3};
constexpr Vec3 kCandidate{1.25F, 2, 3};

TransitionState in_contact(ScriptedTransition& t) {
  t.ci.set_contact_plane(kFlat, false);
  return TransitionState::Ok;
}
TransitionState landing_hit(ScriptedTransition& t) {
  t.sp.set_collide({0, -1, 0});
  return TransitionState::Adjusted;
}
TransitionState head_near_miss(ScriptedTransition& t) {
  t.sp.neg_poly_hit = true;
  t.sp.neg_step_up = false;
  t.sp.neg_collision_normal = {-1, 0, 0};
  return in_contact(t);
}

class TransitionalInsert : public ::testing::Test {
 protected:
  TransitionalInsert() { set_up(kCandidate); }
  void set_up(const Vec3& candidate) {
    s.set_up(kTwoSpheres, kCurrent, candidate);
    s.oi.step_up_height = 0.6F;
    s.oi.step_down_height = 0.6F;
  }
  [[nodiscard]] const Vec3& candidate() const { return s.sp.check_pos.frame.origin; }

  Scene s;
};

TEST_F(TransitionalInsert, T1_AlwaysAdjustedUsesUpNineCalls) {
  s.cells.script = {answer(TransitionState::Adjusted)};
  s.sp.neg_poly_hit = true;
  EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Adjusted);
  EXPECT_EQ(s.cells.calls, 9);
  EXPECT_FALSE(s.sp.neg_poly_hit);
}

TEST_F(TransitionalInsert, T2_AlwaysSlidLosesTheContact) {
  s.cells.script = {answer(TransitionState::Slid)};
  s.stand_on(kFlat);
  EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Slid);
  EXPECT_EQ(s.cells.calls, 9);
  EXPECT_FALSE(s.ci.contact_plane_valid);
}

TEST_F(TransitionalInsert, T3_CollidedStopsAtOnceAndForgetsTheNearMiss) {
  s.cells.script = {answer(TransitionState::Collided)};
  s.sp.neg_poly_hit = true;
  EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Collided);
  EXPECT_EQ(s.cells.calls, 1);
  EXPECT_FALSE(s.sp.neg_poly_hit);
}

TEST_F(TransitionalInsert, T4_AirborneAndClearIsOk) {
  EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Ok);
  EXPECT_EQ(s.cells.calls, 1);
}

TEST_F(TransitionalInsert, T5_WithoutEdgeSlideItWalksOffTheEdge) {
  s.oi.state = kGrounded;
  EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Ok);
  EXPECT_EQ(s.cells.calls, 2);
  EXPECT_TRUE(same_bits(candidate(), kCandidate));
}

TEST_F(TransitionalInsert, T6_ALongStepIsProbedInTwoHalves) {
  s.oi.state = kGrounded;
  s.oi.step_down_height = 1.5F;
  EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Ok);
  EXPECT_EQ(s.cells.calls, 3);
  EXPECT_TRUE(same_bits(candidate(), kCandidate));
}

TEST_F(TransitionalInsert, T7_WithEdgeSlideItProbesBackAndStops) {
  for (const auto& [height, calls] : {std::pair{0.6F, 3}, std::pair{1.5F, 4}}) {
    s.cells.calls = 0;
    set_up(kCandidate);
    s.oi.state = kGroundedEdge;
    s.oi.step_down_height = height;
    EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Collided);
    EXPECT_EQ(s.cells.calls, calls);
    EXPECT_TRUE(same_bits(candidate(), kCandidate));
  }
}

TEST_F(TransitionalInsert, T8_LandsWhenTheBodyFits) {
  InsertType third = InsertType::Transition;
  s.cells.script = {landing_hit, in_contact, [&](ScriptedTransition& t) {
                      third = t.sp.insert_type;
                      return TransitionState::Ok;
                    }};
  EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Ok);
  EXPECT_EQ(s.cells.calls, 3);
  EXPECT_EQ(third, InsertType::Placement);
  EXPECT_EQ(s.sp.insert_type, InsertType::Transition);
  EXPECT_FALSE(s.sp.collide);
}

TEST_F(TransitionalInsert, T9_StopsHardWhenTheBodyDoesNotFit) {
  s.cells.script = {landing_hit, in_contact, answer(TransitionState::Collided)};
  EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Collided);
  EXPECT_TRUE(same_bits(candidate(), kCandidate));
  EXPECT_TRUE(s.ci.collision_normal_valid);
  EXPECT_TRUE(same_bits(s.ci.collision_normal, Vec3{0, -1, 0}));
  EXPECT_FALSE(s.ci.contact_plane_valid);
}

// The first airborne wall contact of 04 §9.15.
TEST_F(TransitionalInsert, T10_StopsHardWhenNothingCarries) {
  s.cells.script = {landing_hit, answer(TransitionState::Ok)};
  EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Collided);
  EXPECT_EQ(s.cells.calls, 2);
  EXPECT_TRUE(same_bits(s.ci.collision_normal, Vec3{0, -1, 0}));
}

TEST_F(TransitionalInsert, T11_AMoverThatJustLeftItsGroundLosesItsVelocity) {
  s.cells.script = {landing_hit, answer(TransitionState::Ok)};
  s.ci.last_known_contact_plane_valid = true;
  EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Collided);
  EXPECT_TRUE(s.oi.velocity_killed);
  EXPECT_FALSE(s.ci.last_known_contact_plane_valid);
  EXPECT_FALSE(s.ci.collision_normal_valid);
}

TEST_F(TransitionalInsert, T12_SlidesAlongWhatTheHeadOverlaps) {
  set_up({1.25F, 2.25F, 3});
  s.oi.state = kGrounded;
  s.ci.last_known_contact_plane.plane = kFlat;
  s.cells.script = {head_near_miss, answer(TransitionState::Ok)};
  EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Ok);
  EXPECT_EQ(s.cells.calls, 2);
  EXPECT_TRUE(same_bits(candidate(), Vec3{1, 2.25F, 3}));
}

// The attempts run out on a slide: its answer, Slid, is returned, and slide_sphere leaves the contact.
TEST_F(TransitionalInsert, T13_ANearMissEveryTimeEndsSlid) {
  set_up({1.25F, 2.25F, 3});
  s.oi.state = kGrounded;
  s.ci.last_known_contact_plane.plane = kFlat;
  s.cells.script = {head_near_miss};
  EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Slid);
  EXPECT_EQ(s.cells.calls, 3);
  EXPECT_TRUE(s.ci.contact_plane_valid);
}

TEST_F(TransitionalInsert, T14_FindsTheGroundBelow) {
  const Plane ground{kUp, -2.7F};
  s.oi.state = kGroundedEdge;
  s.cells.script = {[&](ScriptedTransition& t) {
    if (!t.sp.step_down) return TransitionState::Ok;
    return t.validate_walkable(t.sp.global_sphere[0], ground, false, 0, kStubCell);
  }};
  EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Ok);
  EXPECT_EQ(s.cells.calls, 4);
  EXPECT_TRUE(same_bits(candidate().z, 2.70000005F));
  EXPECT_TRUE(same_bits(s.sp.walk_interp, 0.500000119F));
}

TEST_F(TransitionalInsert, WithoutAnAttemptNothingIsAnswered) {
  EXPECT_EQ(s.t.transitional_insert(0), TransitionState::Invalid);
  EXPECT_EQ(s.cells.calls, 0);
}

TEST_F(TransitionalInsert, InNoCellNothingIsInTheWay) {
  s.sp.check_cell = nullptr;
  EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Ok);
  EXPECT_EQ(s.cells.calls, 0);
}

TEST_F(TransitionalInsert, AMissileDoesNotLookForGround) {
  s.oi.state = kGrounded;
  s.oi.step_down = false;
  EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Ok);
  EXPECT_EQ(s.cells.calls, 1);
}

// 04 §9.13: in contact but not on walkable ground, the step is 4 cm and anything up to 85 degrees carries.
TEST_F(TransitionalInsert, OnSteepGroundItProbesOnly4Centimetres) {
  s.oi.state = object_info_flag::kContact;
  float amount = 0;
  float allowance = 0;
  s.cells.script = {answer(TransitionState::Ok), [&](ScriptedTransition& t) {
                      amount = t.sp.step_down_amt;
                      allowance = t.sp.walkable_allowance;
                      return TransitionState::Ok;
                    }};
  EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Ok);
  EXPECT_TRUE(has_bits(amount, 0x3D23D70A));
  EXPECT_TRUE(has_bits(allowance, 0x3DB27EB0));
}

// E04: a steep contact is a contact; the tail that would look for ground is not entered.
TEST_F(TransitionalInsert, E04_ASteepContactEndsTheInsert) {
  s.oi.state = kGroundedEdge;
  s.sp.backup_check_pos.frame.origin = {7, 8, 9};
  const Plane steep{{0.8F, 0, 0.6F}, 0};
  s.cells.script = {[&](ScriptedTransition& t) {
    t.ci.set_contact_plane(steep, true);
    return TransitionState::Ok;
  }};
  EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Ok);
  EXPECT_EQ(s.cells.calls, 1);
  EXPECT_TRUE(same_bits(s.sp.backup_check_pos.frame.origin, Vec3{7, 8, 9}));
  EXPECT_TRUE(s.ci.contact_plane_valid);
  EXPECT_TRUE(s.ci.contact_plane.is_water);
  EXPECT_TRUE(same_bits(s.ci.contact_plane.plane, steep));
}

/// The foot overlaps a polygon it does not move into.
TransitionState foot_near_miss(ScriptedTransition& t) {
  t.sp.neg_poly_hit = true;
  t.sp.neg_step_up = true;
  t.sp.neg_collision_normal = {-1, 0, 0};
  return in_contact(t);
}

TEST_F(TransitionalInsert, ANearMissOfTheFootIsSteppedUp) {
  s.oi.state = kGrounded;
  float amount = 0;
  s.cells.script = {foot_near_miss,
                    [&](ScriptedTransition& t) {
                      amount = t.sp.step_down_amt;
                      return in_contact(t);
                    },
                    in_contact};
  EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Ok);
  // The miss, the step's own insert, its placement, and the second attempt of the outer loop.
  EXPECT_EQ(s.cells.calls, 4);
  EXPECT_TRUE(same_bits(amount, 0.6F));
}

TEST_F(TransitionalInsert, ANearMissThatCannotBeClimbedIsSlidAlong) {
  set_up({1.25F, 2.25F, 3});
  s.oi.state = kGrounded;
  s.ci.last_known_contact_plane.plane = kFlat;
  s.cells.script = {foot_near_miss, answer(TransitionState::Collided), in_contact};
  EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Ok);
  EXPECT_EQ(s.cells.calls, 3);
  EXPECT_TRUE(same_bits(candidate(), Vec3{1, 2.25F, 3}));
}

// Neither while stepping down nor while stepping up is a near miss acted on; step_down forgets it on entry.
TEST_F(TransitionalInsert, ANearMissIsIgnoredInsideASteppingProbe) {
  s.cells.script = {head_near_miss};
  s.sp.step_up = true;
  EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Ok);
  EXPECT_TRUE(s.sp.neg_poly_hit);
  EXPECT_EQ(s.cells.calls, 1);
}

class InsertIntoCell : public TransitionalInsert {};

TEST_F(InsertIntoCell, WithoutACellItIsBlocked) {
  EXPECT_EQ(s.t.insert_into_cell(nullptr, 3), TransitionState::Collided);
}

// A slide leaves the loaded cells; the next attempt has no cell to test.
TEST_F(InsertIntoCell, AttemptsAfterLeavingTheLoadedCellsAreBlocked) {
  set_up({1.25F, 2.25F, 3});
  s.cells.holder = nullptr;
  s.ci.last_known_contact_plane.plane = kFlat;
  s.cells.script = {head_near_miss};
  EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Collided);
  EXPECT_EQ(s.cells.calls, 1);
}

/// The heights of the step-down probes (spec 04 §12.1 "StepDown schedule", conformance E01–E03).
std::vector<float> probes(int spheres, float radius, float height) {
  Scene s;
  const Sphere both[] = {{{0, 0, radius}, radius}, {{0, 0, 3 * radius}, radius}};
  s.set_up({both, static_cast<std::size_t>(spheres)}, kCurrent, kCandidate);
  std::vector<float> amounts;
  s.cells.script = {[&](ScriptedTransition& t) {
    amounts.push_back(t.sp.step_down_amt);
    return TransitionState::Ok;
  }};
  float h = height;
  EXPECT_FALSE(s.t.probe_down(h, kFloorZ));
  EXPECT_TRUE(same_bits(h, amounts.back()));
  return amounts;
}

TEST(StepDownSchedule, OneSphereTakesOneProbe) {
  EXPECT_EQ(probes(1, 0.48F, 0.6F), (std::vector{0.600000024F}));
  EXPECT_EQ(probes(1, 0.48F, 0.96F), (std::vector{0.959999979F}));
  EXPECT_EQ(probes(1, 0.48F, 1.5F), (std::vector{0.239999995F}));
}

TEST(StepDownSchedule, TwoSpheresTakeTwoHalvesWhenTheStepIsLong) {
  EXPECT_EQ(probes(2, 0.48F, 0.6F), (std::vector{0.600000024F}));
  EXPECT_EQ(probes(2, 0.48F, 0.96F), (std::vector{0.959999979F}));
  EXPECT_EQ(probes(2, 0.48F, 1.5F), (std::vector{0.75F, 0.75F}));
  EXPECT_EQ(probes(2, 0.48F, 4.0F), (std::vector{2.0F, 2.0F}));
}

TEST(StepDownSchedule, E01_E02_E03_ConformanceCases) {
  EXPECT_EQ(probes(1, 0.5F, 2.0F), (std::vector{0.25F}));
  EXPECT_EQ(probes(2, 0.5F, 2.0F), (std::vector{1.0F, 1.0F}));
  EXPECT_EQ(probes(1, 0.5F, 0.75F), (std::vector{0.75F}));
  EXPECT_EQ(probes(2, 0.5F, 0.75F), (std::vector{0.75F}));
}

// The second probe starts where the first one ended.
TEST(StepDownSchedule, TheHalvesAddUp) {
  Scene s;
  s.set_up(kTwoSpheres, kCurrent, kCandidate);
  std::vector<float> heights;
  s.cells.script = {[&](ScriptedTransition& t) {
    heights.push_back(t.sp.check_pos.frame.origin.z);
    return TransitionState::Ok;
  }};
  float h = 1.5F;
  (void)s.t.probe_down(h, kFloorZ);
  EXPECT_EQ(heights, (std::vector{2.25F, 1.5F}));
}

}  // namespace
}  // namespace surefoot::test
