// Jumping (spec 06 §9.2, worked case W13): who may, how high, at what cost, and one jump from start to landing.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "body/jump.hpp"
#include "body/walker_bodies.hpp"
#include "support/bits.hpp"
#include "support/coverage.hpp"

namespace surefoot::test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(JumpHeight, W13_FollowsSkillLoadAndExtent) {
  EXPECT_NEAR(jump_height(300, 0.5F, 1.0F), 4.2125001437962, 1e-13);
  EXPECT_TRUE(has_bits(jump_speed(300, 0.5F, 1.0F), 0x4111626C));
  EXPECT_EQ(jump_height(10, 0.5F, 0.5F), static_cast<double>(0.35F)) << "never lower";
  EXPECT_TRUE(has_bits(jump_speed(10, 0.5F, 0.5F), 0x4027A052));
  EXPECT_TRUE(has_bits(jump_speed(400, 1.5F, 0.75F), 0x40C739A9));
  EXPECT_EQ(jump_height(300, 0.5F, 7.0F), jump_height(300, 0.5F, 1.0F)) << "extent is 0..1";
  EXPECT_EQ(jump_height(300, 0.5F, -1.0F), static_cast<double>(0.35F));
  EXPECT_EQ(jump_height(-1300, 0.5F, 1.0F), jump_height(0, 0.5F, 1.0F));
}

TEST(JumpStamina, W13_CostsByLoadAndExtent) {
  EXPECT_EQ(jump_stamina_cost(1.0F, 0.5F, false), 10);
  EXPECT_EQ(jump_stamina_cost(0.25F, 0.0F, false), 3);
  EXPECT_EQ(jump_stamina_cost(0.3F, 0.5F, true), 130);
  EXPECT_EQ(jump_stamina_cost(0.509F, 0.5F, true), 150) << "cut off, not rounded";
  EXPECT_EQ(jump_stamina_cost(0.26F, 0.0F, false), 4) << "rounded up: 3.04";
  // What nobody asks for in earnest is still an answer.
  EXPECT_EQ(jump_stamina_cost(1e30F, 1.0F, true), std::numeric_limits<std::int32_t>::max());
  EXPECT_EQ(jump_stamina_cost(1.0F, -1e30F, false), 0);
  EXPECT_EQ(jump_stamina_cost(kNan, 1.0F, true), 0);
}

TEST(JumpCharge, GrowsWithTheTimeTheKeyIsHeld) {
  EXPECT_EQ(charged_extent(0.5), 0.5F);
  EXPECT_EQ(charged_extent(0.4, kFullChargeDualWield), 0.5F);
  EXPECT_EQ(charged_extent(1.0), 1.0F);
  EXPECT_EQ(charged_extent(60.0), 1.0F);
  EXPECT_EQ(charged_extent(0.0), std::nullopt);
  EXPECT_EQ(charged_extent(0.0009), std::nullopt) << "released too early";
  EXPECT_EQ(charged_extent(0.001), 0.001F);
  EXPECT_EQ(charged_extent(std::numeric_limits<double>::quiet_NaN()), std::nullopt);
}

struct Jump : ::testing::Test {
  Jump() {
    motion.abilities.jump_skill = 300;
    motion.abilities.load = 0.5F;
    motion.abilities.run_rate = 2.375F;
  }
  void tell(RawCommand forward, HoldKey key = HoldKey::none) {
    motion.raw = {key, forward, {}, {}};
    apply_raw_movement(coverage_rules(), body, motion);
    write_walk(coverage_rules(), body, motion);
  }
  /// Refused, and nothing happened.
  void expect_refused(JumpRefusal why, float extent = 1.0F) {
    const std::uint32_t transient = body.transient;
    EXPECT_EQ(jump(coverage_rules(), body, motion, extent), why);
    EXPECT_EQ(body.transient, transient);
    EXPECT_TRUE(same_bits(body.velocity, Vec3{}));
    EXPECT_EQ(motion.jump_extent, 0.0F);
  }

  Body body = standing(kRoom, {});
  MotionState motion;
};

// --- who may -----------------------------------------------------------------------------------------------

TEST_F(Jump, IsRefusedWithoutAMotionInterpreter) {
  body.has_motion = false;
  expect_refused(JumpRefusal::no_physics_object);
}

TEST_F(Jump, IsRefusedOffWalkableGround) {
  for (const std::uint32_t bit : {transient_state::kContact, transient_state::kOnWalkable}) {
    body.set(bit, false);
    expect_refused(JumpRefusal::in_the_air);
    body.set(bit, true);
  }
  body.weenie = 0;
  body.transient = transient_state::kActive;
  expect_refused(JumpRefusal::in_the_air);
}

TEST_F(Jump, IsAllowedInTheAirToThingsAndWithoutGravity) {
  body.transient = transient_state::kActive;
  body.weenie = weenie::kExists;
  EXPECT_EQ(jump_is_allowed(coverage_rules(), body, motion, 1), JumpRefusal::none);
  body.weenie = weenie::kExists | weenie::kCreature;
  body.mover.physics_state &= ~physics_state::kGravity;
  EXPECT_EQ(jump_is_allowed(coverage_rules(), body, motion, 1), JumpRefusal::none);
  // They do not leave the ground with it: 06 §8's gate.
  EXPECT_EQ(jump(coverage_rules(), body, motion, 1), JumpRefusal::none);
  EXPECT_TRUE(same_bits(body.velocity, Vec3{}));
  EXPECT_EQ(body.walk.jump_vz, 0.0F) << "nor with a later one";
}

TEST_F(Jump, IsRefusedToWhoIsHeldInPlace) {
  motion.fully_constrained = true;
  motion.pending_error = 0x24;
  expect_refused(JumpRefusal::general_failure);
}

TEST_F(Jump, IsRefusedForTheReasonOfAPendingMotion) {
  motion.pending_error = 0x3D;
  motion.abilities.can_jump = false;
  expect_refused(static_cast<JumpRefusal>(0x3D));
}

TEST_F(Jump, IsRefusedToTheOverloaded) {
  motion.abilities.can_jump = false;
  motion.interpreted.forward.command = command::kSitting;
  expect_refused(JumpRefusal::too_loaded);
  EXPECT_EQ(charge_jump(coverage_rules(), body, motion), JumpRefusal::too_loaded);
}

TEST_F(Jump, IsRefusedFromTheFloor) {
  for (const std::uint32_t c : {command::kFallen, command::kCrouch, command::kSitting, command::kSleeping}) {
    motion.interpreted.forward.command = c;
    expect_refused(JumpRefusal::not_from_this_position);
    EXPECT_EQ(charge_jump(coverage_rules(), body, motion), JumpRefusal::not_from_this_position);
  }
}

TEST_F(Jump, IsRefusedOutOfMotionsThatBlockIt) {
  struct {
    std::uint32_t first, last;
  } constexpr kRanges[] = {{0x1000006F, 0x10000078}, {0x10000128, 0x10000131}, {0x40000016, 0x40000018},
                           {0x4000001E, 0x40000039}, {0x40000008, 0x40000008}, {0x41000012, 0x41000014}};
  for (const auto& r : kRanges) {
    for (const std::uint32_t c : {r.first, r.last})
      EXPECT_EQ(motion_allows_jump(coverage_rules(), c), JumpRefusal::not_from_this_position)
          << std::hex << c;
    for (const std::uint32_t c : {r.first - 1, r.last + 1})
      EXPECT_EQ(motion_allows_jump(coverage_rules(), c), JumpRefusal::none) << std::hex << c;
  }
  motion.interpreted.forward.command = 0x1000006F;
  expect_refused(JumpRefusal::not_from_this_position);
  EXPECT_EQ(charge_jump(coverage_rules(), body, motion), JumpRefusal::none)
      << "charging has the shorter list";
  motion.interpreted.forward.command = command::kFalling;
  EXPECT_EQ(motion_allows_jump(coverage_rules(), command::kFalling), JumpRefusal::none)
      << "Fallen blocks, Falling does not";
}

TEST_F(Jump, IsRefusedWithoutTheStaminaForIt) {
  motion.abilities.stamina = 9;  // W13: it costs 10
  expect_refused(JumpRefusal::general_failure);
  EXPECT_EQ(jump_is_allowed(coverage_rules(), body, motion, 0.5F), JumpRefusal::none)
      << "a smaller one costs 6";
  motion.abilities.stamina = 10;
  EXPECT_EQ(jump_is_allowed(coverage_rules(), body, motion, 1), JumpRefusal::none);
  motion.abilities.pk_jump_cost = true;
  expect_refused(JumpRefusal::general_failure);
  body.weenie = 0;
  EXPECT_EQ(jump_is_allowed(coverage_rules(), body, motion, 1), JumpRefusal::none) << "nobody to ask";
}

TEST_F(Jump, IsRefusedByAnExtentThatIsNoNumber) {
  expect_refused(JumpRefusal::general_failure, kNan);
  expect_refused(JumpRefusal::general_failure, std::numeric_limits<float>::infinity());
}

// --- how fast ----------------------------------------------------------------------------------------------

TEST_F(Jump, TheUpwardSpeedIsAskedFor) {
  EXPECT_EQ(get_jump_v_z(coverage_rules(), body, motion), 0.0F) << "no jump is taking off";
  motion.jump_extent = 0.00019F;
  EXPECT_EQ(get_jump_v_z(coverage_rules(), body, motion), 0.0F);
  motion.jump_extent = 0.0003F;
  EXPECT_TRUE(has_bits(get_jump_v_z(coverage_rules(), body, motion), 0x4027A052)) << "the least jump";
  motion.jump_extent = 2.0F;
  EXPECT_TRUE(has_bits(get_jump_v_z(coverage_rules(), body, motion), 0x4111626C));
  motion.abilities.stamina = 0;
  EXPECT_TRUE(same_bits(get_jump_v_z(coverage_rules(), body, motion), jump_speed(0, 0.5F, 1.0F)))
      << "exhausted: without skill";
  motion.abilities.jump_skill.reset();
  EXPECT_EQ(get_jump_v_z(coverage_rules(), body, motion), 0.0F);
  body.weenie = 0;
  EXPECT_EQ(get_jump_v_z(coverage_rules(), body, motion), 10.0F);
}

// --- taking off --------------------------------------------------------------------------------------------

TEST_F(Jump, TakesOffWithTheRunAndTheJump) {
  tell({command::kWalkForward}, HoldKey::run);
  ASSERT_EQ(jump(coverage_rules(), body, motion, 1), JumpRefusal::none);
  EXPECT_TRUE(has_bits(body.velocity, {0, 0x41180000, 0x4111626C}));  // 9.5 m/s forward
  EXPECT_FALSE(body.has(transient_state::kOnWalkable));
  EXPECT_TRUE(body.has(transient_state::kContact)) << "until the next resolve";
  EXPECT_EQ(body.acceleration.z, kGravity);
  EXPECT_TRUE(body.jumped_this_frame);
  EXPECT_EQ(motion.jump_extent, 0.0F);
  EXPECT_EQ(jump(coverage_rules(), body, motion, 1), JumpRefusal::in_the_air);
}

TEST_F(Jump, TurnsWithTheBody) {
  tell({command::kWalkForward}, HoldKey::run);
  body.position.frame.set_heading(90);  // east
  ASSERT_EQ(jump(coverage_rules(), body, motion, 1), JumpRefusal::none);
  EXPECT_NEAR(body.velocity.x, 9.5F, 1e-5F);
  EXPECT_NEAR(body.velocity.y, 0.0F, 1e-5F);
}

TEST_F(Jump, WithoutAnySpeedKeepsTheBodysOwn) {
  body.velocity = {1, 2, 0.5F};
  motion.abilities.jump_skill.reset();
  ASSERT_EQ(jump(coverage_rules(), body, motion, 1), JumpRefusal::none);
  EXPECT_TRUE(same_bits(body.velocity, Vec3{1, 2, 0.5F}));
}

TEST_F(Jump, ChargedFromStandingGathersCommandsAndGoesWithThem) {
  World world;
  add_floor(world, 0);
  Workspace workspace;
  ASSERT_EQ(charge_jump(coverage_rules(), body, motion), JumpRefusal::none);
  EXPECT_TRUE(motion.standing_longjump);
  tell({command::kWalkForward}, HoldKey::run);
  ASSERT_TRUE(tick(world, body, kTickQuantum, workspace).has_value());
  EXPECT_TRUE(same_bits(body.position.frame.origin, Vec3{})) << "it stands and gathers";
  ASSERT_EQ(jump(coverage_rules(), body, motion, 1), JumpRefusal::none);
  EXPECT_TRUE(has_bits(body.velocity, {0, 0x41180000, 0x4111626C}));
  EXPECT_FALSE(motion.standing_longjump);
  EXPECT_EQ(body.walk.velocity.y, 9.5F) << "and walks on when it lands";
}

TEST_F(Jump, ChargedOnTheMoveGathersNothing) {
  const auto charge = [&](RawCommand forward, RawCommand sidestep, RawCommand turn) {
    motion.raw = {HoldKey::none, forward, sidestep, turn};
    apply_raw_movement(coverage_rules(), body, motion);
    EXPECT_EQ(charge_jump(coverage_rules(), body, motion), JumpRefusal::none);
    return motion.standing_longjump;
  };
  EXPECT_FALSE(charge({command::kWalkForward}, {}, {}));
  EXPECT_FALSE(charge({command::kReady}, {command::kSideStepLeft}, {}));
  EXPECT_FALSE(charge({command::kReady}, {}, {command::kTurnRight}));
  body.set(transient_state::kOnWalkable, false);
  EXPECT_FALSE(charge({command::kReady}, {}, {}));
}

TEST_F(Jump, ARefusalEndsTheCharge) {
  ASSERT_EQ(charge_jump(coverage_rules(), body, motion), JumpRefusal::none);
  tell({command::kWalkForward});
  EXPECT_EQ(body.walk.velocity.y, 0.0F);
  motion.abilities.stamina = 0;
  expect_refused(JumpRefusal::general_failure);
  EXPECT_FALSE(motion.standing_longjump);
  EXPECT_EQ(body.walk.velocity.y, 3.12F) << "it walks";
}

TEST_F(Jump, LosingTheGroundEndsTheCharge) {
  ASSERT_EQ(charge_jump(coverage_rules(), body, motion), JumpRefusal::none);
  set_on_walkable(body, false);
  write_walk(coverage_rules(), body, motion);
  EXPECT_FALSE(motion.standing_longjump);
}

// --- a whole jump ------------------------------------------------------------------------------------------

/// Skill 300 at a run over a plain: the parabola z = v·t − 4.9·t² at every tick, up to 4.2125 m, 2·v/9.8 = 1.8544 s long,
/// 9.5 m/s onward.
TEST_F(Jump, FliesTheParabolaAndLands) {
  World world;
  world.set_landscape(std::make_unique<FlatBlocks>(std::vector<BlockId>{0xA9B4}, 10.0F));
  Workspace workspace;
  body = standing(0xA9B40001, {12, 3, 10});
  tell({command::kWalkForward}, HoldKey::run);
  ASSERT_EQ(jump(coverage_rules(), body, motion, 1), JumpRefusal::none);
  float peak = 0;
  int ticks = 0;
  while (!body.has(transient_state::kContact) || ticks == 0) {
    ASSERT_TRUE(tick(world, body, kTickQuantum, workspace).has_value());
    write_walk(coverage_rules(), body, motion);
    ++ticks;
    ASSERT_LT(ticks, 60);
    const Vec3& p = body.position.frame.origin;
    peak = std::max(peak, p.z - 10.0F);
    if (body.has(transient_state::kContact)) break;
    const double t = ticks / 30.0;
    EXPECT_NEAR(p.z - 10.0, 9.08652878 * t - 4.9 * t * t, 1e-3) << ticks;
    EXPECT_NEAR(p.y - 3.0, 9.5 * t, 1e-3) << ticks;
  }
  EXPECT_EQ(ticks, 56) << "the first tick after 1.8544 s";
  // Between two ticks the top is at most 4.9·(q/2)² higher than at the nearer one.
  EXPECT_NEAR(peak, 4.2125, 1.5e-3);
  EXPECT_TRUE(body.has(transient_state::kOnWalkable));
  EXPECT_NEAR(body.position.frame.origin.z, 10.0F, 5e-3F);
  // 5 % of the landing speed, v − 56·9.8/30, comes back.
  EXPECT_NEAR(body.velocity.z, 0.05 * (56 * 9.8 / 30.0 - 9.08652878), 2e-3);
  EXPECT_EQ(body.acceleration.z, 0.0F);
  EXPECT_NE(jump_is_allowed(coverage_rules(), body, motion, 1), JumpRefusal::in_the_air);
}

}  // namespace
}  // namespace surefoot::test
