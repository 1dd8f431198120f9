// Commands and the speeds they come to (spec 06 §9.1, worked case W13).
#include <gtest/gtest.h>

#include "body/motion_state.hpp"
#include "body/walker_bodies.hpp"
#include "support/bits.hpp"
#include "support/coverage.hpp"

namespace surefoot::test {
namespace {

struct MotionStateTest : ::testing::Test {
  /// Interprets `raw` under the run key, or without.
  void apply(RawCommand forward, RawCommand sidestep = {}, RawCommand turn = {}, HoldKey key = HoldKey::run) {
    motion.raw = {key, forward, sidestep, turn};
    apply_raw_movement(coverage_rules(), body, motion);
  }
  [[nodiscard]] const InterpretedMotion& now() const { return motion.interpreted; }

  Body body = standing(kRoom, {});
  MotionState motion;
};

TEST(RunRate, W13_FollowsTheSkillAndLeapsAtExactly800) {
  EXPECT_TRUE(same_bits(run_rate_from_skill(coverage_rules(), 200, 0.5F), 2.375F));
  EXPECT_TRUE(same_bits(run_rate_from_skill(coverage_rules(), 0, 0.5F), 1.0F));
  EXPECT_TRUE(same_bits(run_rate_from_skill(coverage_rules(), 799, 0.5F), 3.19944954F));
  EXPECT_TRUE(same_bits(run_rate_from_skill(coverage_rules(), 800, 0.5F), 4.5F));
  EXPECT_TRUE(same_bits(run_rate_from_skill(coverage_rules(), 801, 0.5F), 3.20054936F));
  EXPECT_TRUE(same_bits(run_rate_from_skill(coverage_rules(), -200, 0.5F), 1.0F))
      << "no skill is less than none";
}

TEST(RunRate, ALoadAboveOneHinders) {
  EXPECT_EQ(load_modifier(0.999F), 1.0);
  EXPECT_EQ(load_modifier(1.0F), 1.0);
  EXPECT_EQ(load_modifier(1.25F), 0.75);
  EXPECT_EQ(load_modifier(2.0F), 0.0);
  EXPECT_EQ(load_modifier(3.0F), 0.0);
  // (0.5 · (200/400 · 11) + 4) / 4
  EXPECT_TRUE(same_bits(run_rate_from_skill(coverage_rules(), 200, 1.5F), 1.6875F));
  EXPECT_TRUE(same_bits(run_rate_from_skill(coverage_rules(), 200, 2.0F), 1.0F));
}

TEST_F(MotionStateTest, TheRunRateIsAskedForThenRemembered) {
  motion.my_run_rate = 1.75F;
  EXPECT_EQ(run_rate(body, motion), 1.75F);
  motion.abilities.run_rate = 2.5F;
  EXPECT_EQ(run_rate(body, motion), 2.5F);
  body.weenie = 0;
  EXPECT_EQ(run_rate(body, motion), 1.0F) << "nobody to ask";
}

TEST_F(MotionStateTest, W13_RunningAndSidesteppingIsShortenedToARun) {
  motion.abilities.run_rate = 2.375F;
  apply({command::kWalkForward}, {command::kSideStepRight});
  EXPECT_EQ(now().forward.command, command::kRunForward);
  EXPECT_TRUE(same_bits(now().forward.speed, 2.375F));
  EXPECT_TRUE(has_bits(now().sidestep.speed, 0x403DB22C));
  EXPECT_TRUE(same_bits(root_motion_velocity(motion), Vec3{3.70499969F, 9.5F, 0}));
  EXPECT_TRUE(has_bits(get_state_velocity(coverage_rules(), body, motion), {0x405CE9F6, 0x410D9C8B, 0}));
  EXPECT_EQ(get_max_speed(body, motion), 9.5F);
}

TEST_F(MotionStateTest, W13_BackwardsIsASlowWalkThatTheRunKeyQuickens) {
  motion.abilities.run_rate = 2.375F;
  apply({command::kWalkBackwards}, {}, {}, HoldKey::none);
  EXPECT_EQ(now().forward.command, command::kWalkForward);
  EXPECT_TRUE(has_bits(now().forward.speed, 0xBF266666));
  EXPECT_TRUE(same_bits(get_state_velocity(coverage_rules(), body, motion), Vec3{0, -2.02799988F, 0}));
  apply({command::kWalkBackwards});
  EXPECT_EQ(now().forward.command, command::kWalkForward) << "never a run";
  EXPECT_TRUE(has_bits(get_state_velocity(coverage_rules(), body, motion), {0, 0xC09A20C4, 0}));
  EXPECT_EQ(motion.my_run_rate, 1.0F) << "only a run forward is remembered";
}

TEST_F(MotionStateTest, W13_ASidestepIsAtMostThree) {
  motion.abilities.run_rate = 4.5F;
  apply({command::kReady}, {command::kSideStepRight});
  EXPECT_EQ(now().sidestep.speed, 3.0F);
  apply({command::kReady}, {command::kSideStepLeft});
  EXPECT_EQ(now().sidestep.command, command::kSideStepRight);
  EXPECT_EQ(now().sidestep.speed, -3.0F);
  EXPECT_EQ(get_state_velocity(coverage_rules(), body, motion).x, -3.75F);
  apply({command::kReady}, {command::kSideStepRight}, {}, HoldKey::none);
  EXPECT_TRUE(has_bits(now().sidestep.speed, 0x3F9FBE76));
}

TEST_F(MotionStateTest, TurnsAreSignedAndQuickenedByTheRunKey) {
  EXPECT_TRUE(same_bits(turn_rate(motion), 0.0F));
  apply({command::kReady}, {}, {command::kTurnRight}, HoldKey::none);
  EXPECT_EQ(turn_rate(motion), -1.5F);
  apply({command::kReady}, {}, {command::kTurnLeft}, HoldKey::none);
  EXPECT_EQ(now().turn.command, command::kTurnRight);
  EXPECT_EQ(turn_rate(motion), 1.5F);
  apply({command::kReady}, {}, {command::kTurnRight});
  EXPECT_EQ(turn_rate(motion), -2.25F);
}

TEST_F(MotionStateTest, ACommandsOwnHoldKeyComesBeforeTheStates) {
  motion.abilities.run_rate = 2.0F;
  apply({command::kWalkForward, 1.0F, HoldKey::none}, {}, {command::kTurnRight});
  EXPECT_EQ(now().forward.command, command::kWalkForward);
  EXPECT_EQ(now().turn.speed, 1.5F);
  apply({command::kWalkForward, 1.0F, HoldKey::run}, {}, {command::kTurnRight}, HoldKey::none);
  EXPECT_EQ(now().forward.command, command::kRunForward);
  EXPECT_EQ(now().turn.speed, 1.0F);
}

TEST_F(MotionStateTest, ARawRunIsTakenAsItIsAndRemembered) {
  apply({command::kRunForward, 2.25F});
  EXPECT_EQ(now().forward.speed, 2.25F) << "not times the run rate again";
  EXPECT_EQ(motion.my_run_rate, 2.25F);
  EXPECT_TRUE(same_bits(get_state_velocity(coverage_rules(), body, motion), Vec3{0, 9.0F, 0}));
  // Without a weenie the limit is a run rate of 1.
  body.weenie = 0;
  EXPECT_TRUE(same_bits(get_state_velocity(coverage_rules(), body, motion), Vec3{0, 4.0F, 0}));
}

TEST_F(MotionStateTest, ThingsThatAreNoCreaturesTakeCommandsAsTheyCome) {
  body.weenie = weenie::kExists;
  apply({command::kWalkBackwards}, {command::kSideStepLeft}, {command::kTurnLeft});
  EXPECT_EQ(now().forward.command, command::kWalkBackwards);
  EXPECT_EQ(now().sidestep.command, command::kSideStepLeft);
  EXPECT_EQ(now().turn.command, command::kTurnLeft);
  EXPECT_TRUE(same_bits(get_state_velocity(coverage_rules(), body, motion), Vec3{}));
  EXPECT_EQ(turn_rate(motion), 0.0F);
}

TEST_F(MotionStateTest, TheAdjustedMaxSpeedFollowsTheRun) {
  motion.abilities.run_rate = 2.0F;
  EXPECT_EQ(get_adjusted_max_speed(coverage_rules(), body, motion), 8.0F);
  apply({command::kRunForward, 3.0F});
  motion.current_speed_factor = 1.5F;
  EXPECT_EQ(get_adjusted_max_speed(coverage_rules(), body, motion), 8.0F);
  motion.current_speed_factor = 1.0F;
  EXPECT_EQ(get_adjusted_max_speed(coverage_rules(), body, motion), 12.0F);
  EXPECT_EQ(get_max_speed(body, motion), 8.0F);
}

TEST_F(MotionStateTest, InTheAirOnlyTurnsAndFallsMayMoveACreature) {
  EXPECT_TRUE(contact_allows_move(coverage_rules(), body, command::kWalkForward));
  for (const std::uint32_t bit : {transient_state::kContact, transient_state::kOnWalkable}) {
    body.set(bit, false);
    EXPECT_FALSE(contact_allows_move(coverage_rules(), body, command::kWalkForward));
    EXPECT_FALSE(contact_allows_move(coverage_rules(), body, command::kSideStepRight));
    for (const std::uint32_t c : {command::kTurnRight, command::kTurnLeft, command::kFalling, command::kDead})
      EXPECT_TRUE(contact_allows_move(coverage_rules(), body, c));
    body.set(bit, true);
  }
  body.transient = 0;
  body.mover.physics_state &= ~physics_state::kGravity;
  EXPECT_TRUE(contact_allows_move(coverage_rules(), body, command::kWalkForward)) << "no gravity: no air";
  body.mover.physics_state |= physics_state::kGravity;
  body.weenie = weenie::kExists;
  EXPECT_TRUE(contact_allows_move(coverage_rules(), body, command::kWalkForward)) << "no creature";
  body.weenie = 0;
  EXPECT_FALSE(contact_allows_move(coverage_rules(), body, command::kWalkForward))
      << "without a weenie as a creature";
}

// --- what the legs are told --------------------------------------------------------------------------------

TEST_F(MotionStateTest, EachDriveIsToldItsOwnVelocity) {
  motion.abilities.run_rate = 2.375F;
  apply({command::kWalkForward}, {command::kSideStepRight}, {command::kTurnRight});
  const Vec3 free{3.70499969F, 9.5F, 0};
  write_walk(coverage_rules(), body, motion);
  EXPECT_TRUE(same_bits(body.walk.velocity, free)) << "an animation has no limit";
  EXPECT_EQ(body.walk.turn, -2.25F);
  ASSERT_TRUE(body.walk.leaving.has_value());
  EXPECT_TRUE(has_bits(*body.walk.leaving, {0x405CE9F6, 0x410D9C8B, 0}));
  body.walk.drive = Drive::state_velocity;
  write_walk(coverage_rules(), body, motion);
  EXPECT_TRUE(has_bits(body.walk.velocity, {0x405CE9F6, 0x410D9C8B, 0}));
  EXPECT_EQ(body.walk.turn, -2.25F);
  body.walk.drive = Drive::none;
  write_walk(coverage_rules(), body, motion);
  EXPECT_TRUE(same_bits(body.walk.velocity, Vec3{}));
  EXPECT_EQ(body.walk.turn, 0.0F);
}

TEST_F(MotionStateTest, LeavingTheGroundTakesTheLimitedVelocityAlong) {
  motion.abilities.run_rate = 2.375F;
  apply({command::kWalkForward}, {command::kSideStepRight});
  write_walk(coverage_rules(), body, motion);
  set_on_walkable(body, false);
  EXPECT_TRUE(has_bits(body.velocity, {0x405CE9F6, 0x410D9C8B, 0}));
}

}  // namespace
}  // namespace surefoot::test
