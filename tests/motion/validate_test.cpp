// The end of a sub-step: accepted or undone, and what the next one inherits (spec 04 §6.8; the stationary
// fall of §12.1; rules of thumb §8).
#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "support/scripted_cells.hpp"

namespace surefoot::test {
namespace {

class ValidateTransition : public ::testing::Test {
 protected:
  ValidateTransition() {
    s.set_up(kTwoSpheres, {1, 2, 3}, {1.25F, 2, 3});
    s.oi.physics_state = physics_state::kDefault;
  }
  [[nodiscard]] const Vec3& current() const { return s.sp.curr_pos.frame.origin; }
  [[nodiscard]] const Vec3& candidate() const { return s.sp.check_pos.frame.origin; }

  Scene s;
};

TEST_F(ValidateTransition, OkAcceptsTheCandidate) {
  s.stand_on({kUp, -3});
  s.ci.frames_stationary_fall = 2;
  EXPECT_EQ(s.t.validate_transition(TransitionState::Ok), TransitionState::Ok);
  EXPECT_TRUE(same_bits(current(), Vec3{1.25F, 2, 3}));
  EXPECT_TRUE(same_bits(s.sp.global_curr_center[1], Vec3{1.25F, 2, 4.3499999F}));
  EXPECT_EQ(s.ci.frames_stationary_fall, 0);
  EXPECT_EQ(s.oi.state, kGrounded);
  EXPECT_FALSE(s.ci.sliding_normal_valid);
  EXPECT_EQ(s.cells.searches, 0);
}

TEST_F(ValidateTransition, OkWithoutAMoveCountsAsStationary) {
  s.sp.set_check_pos(s.sp.curr_pos, &s.cells.stub);
  EXPECT_EQ(s.t.validate_transition(TransitionState::Ok), TransitionState::Ok);
  EXPECT_EQ(s.ci.frames_stationary_fall, 1);
}

// Blocked while it stood somewhere: back on that plane, velocity gone, not counted as falling.
TEST_F(ValidateTransition, ABlockOnTheGroundRestoresTheContact) {
  s.oi.state = kGrounded;
  s.ci.last_known_contact_plane = {{kUp, -3}, 0xA9B40007U, true};
  s.ci.last_known_contact_plane_valid = true;
  s.ci.set_collision_normal({-1, 0, 0});
  EXPECT_EQ(s.t.validate_transition(TransitionState::Slid), TransitionState::Ok);
  EXPECT_TRUE(same_bits(candidate(), Vec3{1, 2, 3}));
  EXPECT_TRUE(s.oi.velocity_killed);
  EXPECT_TRUE(s.ci.contact_plane_valid);
  EXPECT_EQ(s.ci.contact_plane.cell_id, 0xA9B40007U);
  EXPECT_TRUE(s.ci.contact_plane.is_water);
  EXPECT_EQ(s.ci.frames_stationary_fall, 0);
  EXPECT_TRUE(same_bits(s.ci.sliding_normal, Vec3{-1, 0, 0}));
  EXPECT_EQ(s.cells.searches, 1);
}

TEST_F(ValidateTransition, ABlockAwayFromTheLastPlaneIsAFall) {
  s.oi.state = kGrounded;
  s.ci.last_known_contact_plane = {{kUp, 0}, kStubCell, false};
  s.ci.last_known_contact_plane_valid = true;
  EXPECT_EQ(s.t.validate_transition(TransitionState::Collided), TransitionState::Ok);
  EXPECT_TRUE(s.oi.velocity_killed);
  EXPECT_FALSE(s.ci.contact_plane_valid);
  EXPECT_FALSE(s.ci.last_known_contact_plane_valid);
  EXPECT_EQ(s.oi.state & kGrounded, 0U);
  EXPECT_EQ(s.ci.frames_stationary_fall, 1);
}

// "Still standing" is closer than the radius plus an epsilon, measured from the foot's centre.
TEST_F(ValidateTransition, StillStandingReachesOneRadiusAndAnEpsilon) {
  for (const auto& [above, standing] : {std::pair{0.48F, true}, std::pair{0.4801F, true},
                                        std::pair{0.4803F, false}, std::pair{-0.4803F, false}}) {
    Scene other;
    other.set_up(kOneSphere, {0, 0, 0}, {0, 0, 0});
    other.ci.last_known_contact_plane = {{kUp, above - 0.48F}, kStubCell, false};
    other.ci.last_known_contact_plane_valid = true;
    (void)other.t.validate_transition(TransitionState::Collided);
    EXPECT_EQ(other.ci.contact_plane_valid, standing) << above;
  }
}

// 04 §9.16: nothing recorded a normal, so straight up is taken; flattened it slides along nothing.
TEST_F(ValidateTransition, ABlockWithoutANormalTakesStraightUp) {
  EXPECT_EQ(s.t.validate_transition(TransitionState::Collided), TransitionState::Ok);
  EXPECT_TRUE(same_bits(s.ci.collision_normal, kUp));
  EXPECT_TRUE(s.ci.sliding_normal_valid);
  EXPECT_TRUE(same_bits(s.ci.sliding_normal, Vec3{0, 0, 0}));
}

TEST_F(ValidateTransition, InvalidIsHandedOn) {
  EXPECT_EQ(s.t.validate_transition(TransitionState::Invalid), TransitionState::Invalid);
  EXPECT_TRUE(same_bits(candidate(), Vec3{1.25F, 2, 3}));
  EXPECT_TRUE(same_bits(current(), Vec3{1, 2, 3}));
}

// 0.66417414 carries, the float below does not (01 §2).
TEST_F(ValidateTransition, WalkableIsDecidedByTheBit) {
  for (const auto& [bits, walkable] : {std::pair{0x3F2A0751U, true}, std::pair{0x3F2A0750U, false}}) {
    s.oi.state = object_info_flag::kOnWalkable;
    s.ci.set_contact_plane({{0.7F, 0, float_from_bits(bits)}, 0}, false);
    (void)s.t.validate_transition(TransitionState::Ok);
    EXPECT_EQ(s.oi.state, walkable ? kGrounded : object_info_flag::kContact);
  }
}

TEST_F(ValidateTransition, TheLastKnownPlaneFollowsTheCurrentOne) {
  s.ci.set_contact_plane({kUp, -3}, true);
  s.ci.contact_plane.cell_id = 0xA9B40005U;
  (void)s.t.validate_transition(TransitionState::Ok);
  EXPECT_TRUE(s.ci.last_known_contact_plane_valid);
  EXPECT_TRUE(same_bits(s.ci.last_known_contact_plane.plane, Plane{kUp, -3}));
  EXPECT_EQ(s.ci.last_known_contact_plane.cell_id, 0xA9B40005U);
  EXPECT_TRUE(s.ci.last_known_contact_plane.is_water);
  s.ci.clear_contact();
  (void)s.t.validate_transition(TransitionState::Ok);
  EXPECT_FALSE(s.ci.last_known_contact_plane_valid);
  EXPECT_TRUE(same_bits(s.ci.last_known_contact_plane.plane, Plane{kUp, -3})) << "the content stays";
}

/// Airborne, blocked again and again, foot centre at z 3.48.
class StationaryFall : public ValidateTransition {
 protected:
  int blocked() {
    (void)s.t.validate_transition(TransitionState::Collided);
    return s.ci.frames_stationary_fall;
  }
};

TEST_F(StationaryFall, TheThirdBlockMakesUpAFloor) {
  EXPECT_EQ(blocked(), 1);
  EXPECT_EQ(blocked(), 2);
  EXPECT_FALSE(s.ci.contact_plane_valid);
  EXPECT_EQ(blocked(), 3);
  EXPECT_TRUE(s.ci.contact_plane_valid);
  EXPECT_TRUE(same_bits(s.ci.contact_plane.plane.normal, kUp));
  EXPECT_TRUE(has_bits(s.ci.contact_plane.plane.d, 0xC0400000));
  EXPECT_EQ(s.ci.contact_plane.cell_id, kStubCell);
  EXPECT_EQ(s.oi.state, kGrounded);
  EXPECT_TRUE(s.ci.collided_with_environment);
  // Now it stands on that floor: being stopped there is not falling.
  s.ci.clear_contact();
  EXPECT_EQ(blocked(), 0);
  EXPECT_EQ(s.oi.state, kGrounded);
}

TEST_F(StationaryFall, AMoveStartsTheCountAnew) {
  EXPECT_EQ(blocked(), 1);
  s.sp.set_check_pos(Scene::at({5, 2, 3}), &s.cells.stub);
  (void)s.t.validate_transition(TransitionState::Ok);
  EXPECT_EQ(s.ci.frames_stationary_fall, 0);
}

TEST_F(StationaryFall, IsNotCountedForTheCameraOrWithoutGravity) {
  s.oi.physics_state &= ~physics_state::kGravity;
  EXPECT_EQ(blocked(), 0);
  s.oi.physics_state |= physics_state::kGravity;
  s.oi.state = object_info_flag::kIsViewer;
  EXPECT_EQ(blocked(), 0);
}

// A mover that is in contact already only gets the plane.
TEST_F(StationaryFall, InContactTheMadeUpFloorIsNoCollision) {
  s.ci.frames_stationary_fall = 2;
  s.oi.state = object_info_flag::kContact;
  s.ci.set_collision_normal({1, 0, 0});
  EXPECT_EQ(blocked(), 3);
  EXPECT_TRUE(same_bits(s.ci.collision_normal, Vec3{1, 0, 0}));
  EXPECT_FALSE(s.ci.collided_with_environment);
}

}  // namespace
}  // namespace surefoot::test
