// Acceleration and the setters of velocity (spec 06 §5.4, §5.5; 08 §11 K01–K05, K08, K10, K23).
#include <gtest/gtest.h>

#include "body/commit.hpp"
#include "body/integrate.hpp"
#include "body/velocity.hpp"
#include "support/bits.hpp"

namespace surefoot::test {
namespace {

constexpr std::uint32_t kGround = transient_state::kContact | transient_state::kOnWalkable;

Body body_in(std::uint32_t state, std::uint32_t transient) {
  Body b;
  b.mover.physics_state = state;
  b.transient = transient;
  b.acceleration = {1, 2, 3};
  b.omega = {0.5F, 0.5F, 0.5F};
  return b;
}

TEST(Acceleration, K01_GravityInTheAir) {
  Body b = body_in(physics_state::kGravity, 0);
  calc_acceleration(b);
  EXPECT_TRUE(has_bits(b.acceleration, {0, 0, 0xC11CCCCD}));
  EXPECT_EQ(b.omega.x, 0.5F) << "only ground stops a spin";
}

TEST(Acceleration, K02_NoneOnWalkableGround) {
  Body b = body_in(physics_state::kGravity, kGround);
  calc_acceleration(b);
  EXPECT_TRUE(same_bits(b.acceleration, Vec3{}));
  EXPECT_TRUE(same_bits(b.omega, Vec3{}));
}

TEST(Acceleration, K03_NoneWithoutGravity) {
  Body b = body_in(0, 0);
  calc_acceleration(b);
  EXPECT_TRUE(same_bits(b.acceleration, Vec3{}));
  EXPECT_EQ(b.omega.x, 0.5F);
}

TEST(Acceleration, K04_ASledKeepsItsGravity) {
  for (const std::uint32_t transient : {0U, kGround}) {
    Body b = body_in(physics_state::kGravity | physics_state::kSledding, transient);
    calc_acceleration(b);
    EXPECT_EQ(b.acceleration.z, kGravity) << transient;
  }
}

TEST(Acceleration, K05_FollowsTheWalkableBit) {
  Body b = body_in(physics_state::kGravity, transient_state::kContact);
  set_on_walkable(b, true);
  EXPECT_TRUE(same_bits(b.acceleration, Vec3{}));
  set_on_walkable(b, false);
  EXPECT_TRUE(same_bits(b.acceleration, Vec3{0, 0, kGravity}));
}

// A normal exactly at the limit is walkable.
TEST(Acceleration, K23_TheLimitIsWalkable) {
  for (const bool below : {true, false}) {
    Body b = body_in(physics_state::kGravity, transient_state::kActive);
    ResolveResult r;
    r.ok = true;
    r.cell_id = 0xA9B40001;
    r.contact_plane_valid = true;
    r.contact_plane.plane.normal = {0.7475844F, 0, below ? float_from_bits(0x3F2A0750) : kFloorZ};
    set_position_internal(b, r, {});
    EXPECT_EQ(b.has(transient_state::kOnWalkable), !below);
    EXPECT_EQ(b.acceleration.z, below ? kGravity : 0.0F);
  }
}

// Retail lets only a body without a motion manager sleep; the spec's row is a port's, which lets every one.
TEST(Sleep, K08_AtRestOnTheGroundWithoutMotion) {
  Body b = body_in(physics_state::kGravity, kGround | transient_state::kActive);
  b.acceleration = {};
  Frame f;
  update_physics_internal(b, kTickQuantum, f);
  EXPECT_TRUE(b.has(transient_state::kActive)) << "it has a motion manager";
  b.has_motion = false;
  update_physics_internal(b, kTickQuantum, f);
  EXPECT_FALSE(b.has(transient_state::kActive));
  b.transient = transient_state::kActive;
  update_physics_internal(b, kTickQuantum, f);
  EXPECT_TRUE(b.has(transient_state::kActive)) << "in the air nobody sleeps";
}

TEST(SetVelocity, K10_ShortensAboveFifty) {
  Body b;
  set_velocity(b, {100, 0, 0});
  EXPECT_EQ(b.velocity.x, 50.0F);
  EXPECT_TRUE(b.has(transient_state::kActive));
  EXPECT_TRUE(b.jumped_this_frame);
  set_velocity(b, {50, 0, 0});
  EXPECT_TRUE(same_bits(b.velocity, Vec3{50, 0, 0}));
  set_velocity(b, {48, 64, 0});
  EXPECT_NEAR(b.velocity.x, 30.0F, 1e-5F);
  EXPECT_NEAR(b.velocity.y, 40.0F, 1e-5F);
}

TEST(SetVelocity, IgnoresAChangeWithinItsTolerance) {
  Body b;
  b.velocity = {0, 0, 1};
  set_velocity(b, {kEpsilon, 0, 1});
  EXPECT_EQ(b.velocity.x, 0.0F);
  EXPECT_FALSE(b.jumped_this_frame);
  EXPECT_TRUE(b.has(transient_state::kActive)) << "it wakes all the same";
  set_velocity(b, {float_from_bits(0x3951B718), 0, 1});
  EXPECT_TRUE(has_bits(b.velocity.x, 0x3951B718));
}

TEST(SetVelocity, DoesNotWakeAStaticBody) {
  Body b;
  b.mover.physics_state |= physics_state::kStatic;
  set_velocity(b, {1, 0, 0});
  EXPECT_EQ(b.velocity.x, 1.0F);
  EXPECT_FALSE(b.has(transient_state::kActive));
}

TEST(SetVelocity, WakingStartsTheTime) {
  Body b;
  activate(b, 12.0);
  EXPECT_EQ(b.update_time, 12.0);
  activate(b, 13.0);
  EXPECT_EQ(b.update_time, 12.0) << "it was awake";
}

// Facing east, the body's own forward is the world's +x.
TEST(SetVelocity, LocalIsTurnedByTheBody) {
  Body b;
  b.position.frame.set_heading(90.0F);
  set_local_velocity(b, {0, 2, 1});
  EXPECT_NEAR(b.velocity.x, 2.0F, 1e-5F);
  EXPECT_NEAR(b.velocity.y, 0.0F, 1e-5F);
  EXPECT_EQ(b.velocity.z, 1.0F);
  const Vec3 local = get_local_physics_velocity(b);
  EXPECT_NEAR(local.x, 0.0F, 1e-5F);
  EXPECT_NEAR(local.y, 2.0F, 1e-5F);
}

TEST(ClearTransientStates, LeavesGroundContactAndSleepBehind) {
  Body b = body_in(physics_state::kGravity, 0x1FF);
  b.walk.velocity = {0, 4, 0};
  clear_transient_states(b);
  EXPECT_EQ(b.transient, 0U);
  EXPECT_TRUE(same_bits(b.acceleration, Vec3{0, 0, kGravity}));
  EXPECT_TRUE(same_bits(b.velocity, Vec3{0, 4, 0})) << "it was on walkable ground: leave_ground";
}

}  // namespace
}  // namespace surefoot::test
