// Commanded bodies through whole quanta: worked cases W14, W15 and W16 of spec 06 §16.
#include <gtest/gtest.h>

#include "body/integrate.hpp"
#include "body/motion_state.hpp"
#include "body/walker_bodies.hpp"
#include "support/bits.hpp"

namespace surefoot::test {
namespace {

constexpr float kQ = kTickQuantum;

struct CommandedWalk : ::testing::Test {
  void tell(RawCommand forward, RawCommand turn = {}, HoldKey key = HoldKey::none) {
    motion.raw = {key, forward, {}, turn};
    apply_raw_movement(body, motion);
    write_walk(body, motion);
  }
  void tick() {
    const auto done = surefoot::tick(world, body, kQ, workspace);
    ASSERT_TRUE(done.has_value()) << done.error().text();
    ASSERT_TRUE(done->ok);
    EXPECT_TRUE(body.has(transient_state::kOnWalkable));
  }
  [[nodiscard]] const Vec3& origin() const { return body.position.frame.origin; }
  [[nodiscard]] const Quat& turned() const { return body.position.frame.q; }

  World world;
  Workspace workspace;
  Body body = standing(kRoom, {});
  MotionState motion;
};

TEST_F(CommandedWalk, W14_AStateVelocityPaysFriction) {
  add_floor(world, 0);
  body.walk.drive = Drive::state_velocity;
  tell({command::kWalkForward});
  tick();
  EXPECT_TRUE(has_bits(origin().y, 0x3DC0C025));
  EXPECT_TRUE(has_bits(body.velocity.y, 0x4034B422));
}

TEST_F(CommandedWalk, W14_RootMotionWalksTheWholeSpeedWithoutAVelocity) {
  add_floor(world, 0);
  tell({command::kWalkForward});
  tick();
  EXPECT_TRUE(has_bits(origin().y, 0x3DD4FDF4));
  EXPECT_TRUE(same_bits(body.velocity, Vec3{}));
}

/// Running in a circle to the right. The bits of W15 are those of the integration alone.
TEST_F(CommandedWalk, W15_RunTurnOfTheIntegration) {
  motion.abilities.run_rate = 2.375F;
  tell({command::kWalkForward}, {command::kTurnRight}, HoldKey::run);
  EXPECT_EQ(body.walk.velocity.y, 9.5F);
  EXPECT_EQ(body.walk.turn, -2.25F);
  for (int t = 1; t <= 30; ++t) {
    body.position.frame = update_position_internal(body, kQ);
    if (t == 1) {
      EXPECT_TRUE(has_bits(origin().y, 0x3EA22223));
      EXPECT_TRUE(has_bits(turned().w, 0x3F7FD1ED));
      EXPECT_TRUE(has_bits(turned().z, 0xBD199063));
    } else if (t == 2) {
      EXPECT_TRUE(has_bits(origin(), {0x3CC260B0, 0x3F21E7CC, 0}));
      EXPECT_TRUE(has_bits(turned().w, 0x3F7F47C4));
      EXPECT_TRUE(has_bits(turned().z, 0xBD9974C0));
    }
  }
  EXPECT_TRUE(has_bits(origin(), {0x40D7F063, 0x4062A721, 0}));
  EXPECT_TRUE(has_bits(turned().w, 0x3EDCC328));
  EXPECT_TRUE(has_bits(turned().z, 0xBF66FB03));
}

/// The resolve adds the offset to the place again and interpolates the rotation (spec 04): either may round differently
/// in the last bits.
TEST_F(CommandedWalk, W15_RunTurnOverAFloor) {
  add_floor(world, 0);
  motion.abilities.run_rate = 2.375F;
  tell({command::kWalkForward}, {command::kTurnRight}, HoldKey::run);
  for (int t = 1; t <= 30; ++t) {
    tick();
    if (t == 1) {
      EXPECT_TRUE(has_bits(origin().y, 0x3EA22223));
    }
  }
  EXPECT_NEAR(origin().x, 6.74809408F, 1e-5F);
  EXPECT_NEAR(origin().y, 3.54145074F, 1e-5F);
  EXPECT_NEAR(turned().w, 0.431176424F, 1e-6F);
  EXPECT_NEAR(turned().z, -0.902267635F, 1e-6F);
}

TEST_F(CommandedWalk, W16_WalksWhereItLooks) {
  body = standing(kRoom, {10, 20, 5});
  add_room(world, make_single_leaf({floor_quad(1, -40, 40, -40, 40, 5)}, {{0, 0, 5}, 90}));
  body.position.frame.set_heading(90);
  EXPECT_TRUE(has_bits(turned().w, 0x3F3504F4));
  EXPECT_TRUE(has_bits(turned().z, 0xBF3504F4));
  EXPECT_TRUE(same_bits(body.position.frame.get_vector_heading().x, 1.00000012F));
  EXPECT_NEAR(body.position.frame.get_vector_heading().y, -1.19e-7F, 1e-9F);
  tell({command::kWalkForward});
  tick();
  EXPECT_TRUE(has_bits(origin(), {0x4121A9FC, 0x41A00000, 0x40A00000}));
}

TEST(AlignPath, W16_PointsTheBodyAlongItsFlight) {
  World world;
  add_room(world, {});
  Body b = standing(kRoom, {});
  b.transient = transient_state::kActive;
  b.mover.physics_state = physics_state::kMissile | physics_state::kAlignPath | physics_state::kPathClipped;
  b.walk.drive = Drive::none;
  b.velocity = {0.3F, 0.4F, 0.1F};
  Workspace workspace;
  const auto done = tick(world, b, 1.0F, workspace);
  ASSERT_TRUE(done.has_value()) << done.error().text();
  ASSERT_TRUE(done->ok);
  const Quat& q = b.position.frame.q;
  EXPECT_TRUE(has_bits(q.w, 0x3F71AE55));
  EXPECT_TRUE(has_bits(q.x, 0x3DBF72F6));
  EXPECT_TRUE(has_bits(q.y, 0xBCFF43F4));
  EXPECT_TRUE(has_bits(q.z, 0xBEA11EE5));
}

TEST_F(CommandedWalk, BothDrivesTurnAlike) {
  add_floor(world, 0);
  tell({command::kReady}, {command::kTurnLeft});
  const auto turn_once = [&](Drive drive) {
    Body b = body;
    b.walk.drive = drive;
    EXPECT_TRUE(surefoot::tick(world, b, kQ, workspace).has_value());
    return b.position.frame.q;
  };
  // W11: 1.5 rad/s for one quantum.
  for (const Drive drive : {Drive::root_motion, Drive::state_velocity}) {
    const Quat q = turn_once(drive);
    EXPECT_TRUE(has_bits(q.w, 0x3F7FEB85));
    EXPECT_TRUE(has_bits(q.z, 0x3CCCC758));
  }
}

/// Over the edge of a floor with the run key and a sidestep: the animation carries the body faster (3.705, 9.5) than it
/// may fly (W13).
TEST_F(CommandedWalk, OverAnEdgeTheCommandedVelocityTakesOver) {
  add_room(world, floor_leaf());  // ±2 m
  body = standing(kRoom, {0, 1.2F, 0});
  body.mover.physics_state &= ~physics_state::kEdgeSlide;
  motion.abilities.run_rate = 2.375F;
  motion.raw = {HoldKey::run, {command::kWalkForward}, {command::kSideStepRight}, {}};
  apply_raw_movement(body, motion);
  write_walk(body, motion);
  int ticks = 0;
  while (body.has(transient_state::kOnWalkable) && ticks < 30) {
    EXPECT_TRUE(same_bits(body.velocity, Vec3{}));
    ASSERT_TRUE(surefoot::tick(world, body, kQ, workspace).has_value());
    ++ticks;
  }
  EXPECT_LT(ticks, 30);
  EXPECT_GT(ticks, 1);
  EXPECT_TRUE(has_bits(body.velocity, {0x405CE9F6, 0x410D9C8B, 0}));
  EXPECT_EQ(body.acceleration.z, kGravity);
}

}  // namespace
}  // namespace surefoot::test
