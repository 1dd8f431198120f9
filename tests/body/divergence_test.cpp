// One test for each divergence of spec 06 §15 and 09 that acts in free flight, friction, response and setters: the
// same body under retail rules and under the one flag. Those of a whole quantum are in divergence_tick_test.cpp.
#include <cmath>

#include <gtest/gtest.h>

#include "body/commit.hpp"
#include "body/integrate.hpp"
#include "body/motion_state.hpp"
#include "body/velocity.hpp"
#include "support/bits.hpp"

namespace surefoot::test {
namespace {

constexpr Vec3 kUp{0, 0, 1};
constexpr std::uint32_t kStanding =
    transient_state::kActive | transient_state::kContact | transient_state::kOnWalkable;

Profile only(Divergence d) {
  Profile p;
  p.add(d);
  return p;
}

/// A body under no profile and a copy of it under one flag.
struct Both {
  Both(Divergence flag, const Body& body) : retail(body), port(body), profile(only(flag)) {}
  template <class F>
  void run(F f) {
    f(retail, nullptr);
    f(port, &profile);
  }
  Body retail;
  Body port;
  Profile profile;
};

Body standing(const Vec3& normal, const Vec3& velocity, std::uint32_t state = 0) {
  Body b;
  b.mover.physics_state |= state;
  b.transient = kStanding;
  b.contact_plane.plane.normal = normal;
  b.velocity = velocity;
  return b;
}

/// Slows both by friction.
Both slowed(Divergence flag, const Body& body, float q = kTickQuantum) {
  Both b(flag, body);
  b.run([&](Body& x, const Profile* p) { calc_friction(x, q, dot_xyz(x.velocity, x.velocity), p); });
  return b;
}

TEST(BodyDivergence, Ap7GivesNoFrictionOnFlatGround) {
  const Both flat = slowed(Divergence::ap7_threshold_zero, standing(kUp, {3, 0, 0}));
  EXPECT_TRUE(has_bits(flat.retail.velocity.x, 0x402DC0E6));
  EXPECT_EQ(flat.port.velocity.x, 3.0F);
  const Both into = slowed(Divergence::ap7_threshold_zero, standing(kUp, {3, 0, -0.125F}));
  EXPECT_TRUE(has_bits(into.port.velocity.x, 0x402DC0E6)) << "below 0 it works";
}

// K14: 3·0.05^(1/60) and 3·0.8^(1/60), on the wrong slopes.
TEST(BodyDivergence, OpenAcSwapsTheSledsSlopes) {
  const auto sled = [](const Vec3& n) {
    return slowed(Divergence::openac_sled_slope, standing(n, {0, 3, 0}, physics_state::kSledding),
                  1.0F / 60.0F);
  };
  const Both five = sled({0.0871557F, 0, 0.9961947F});
  EXPECT_NEAR(five.retail.velocity.y, 2.85389F, 1e-3F);
  EXPECT_NEAR(five.port.velocity.y, 2.98886F, 1e-3F);
  const Both fifteen = sled({0.2588190F, 0, 0.9659258F});
  EXPECT_NEAR(fifteen.retail.velocity.y, 2.98886F, 1e-3F);
  EXPECT_NEAR(fifteen.port.velocity.y, 2.85389F, 1e-3F);
}

TEST(BodyDivergence, AceGlidesOnFlatGroundAlone) {
  const auto sled = [](const Vec3& n) {
    return slowed(Divergence::ace_sled_slope, standing(n, {0, 3, 0}, physics_state::kSledding), 1.0F / 60.0F);
  };
  const Both flat = sled(kUp);
  EXPECT_NEAR(flat.retail.velocity.y, 2.85389F, 1e-3F);
  EXPECT_NEAR(flat.port.velocity.y, 2.98886F, 1e-3F);
  const Both five = sled({0.0871557F, 0, 0.9961947F});
  EXPECT_TRUE(same_bits(five.retail.velocity, five.port.velocity)) << "one degree from it retail's again";
}

TEST(BodyDivergence, AceSledHasNoGravity) {
  Both b(Divergence::ace_sled_no_acceleration, standing(kUp, {}, physics_state::kSledding));
  b.run([](Body& x, const Profile* p) { calc_acceleration(x, p); });
  EXPECT_EQ(b.retail.acceleration.z, kGravity);
  EXPECT_EQ(b.port.acceleration.z, 0.0F);
}

TEST(BodyDivergence, OpenAcEndsASpinOnTheGround) {
  Body spinning = standing(kUp, {});
  spinning.omega = {0, 0, 1.5F};
  Both b(Divergence::openac_acceleration_each_quantum, spinning);
  b.run([](Body& x, const Profile* p) { x.position.frame = update_position_internal(x, kTickQuantum, p); });
  EXPECT_TRUE(has_bits(b.retail.position.frame.q.z, 0x3CCCC758)) << "W11";
  EXPECT_TRUE(same_bits(b.port.position.frame.q, Quat{}));
  EXPECT_EQ(b.port.omega.z, 0.0F);
}

/// -9.8 * ((q/2)*q) rounds elsewhere than ((-9.8/2)*q)*q.
TEST(BodyDivergence, OpenAcSumsTheDisplacementOtherwise) {
  Body flying;
  flying.velocity = {0, 0, 0.5F};
  flying.acceleration = {0, 0, kGravity};
  Both b(Divergence::openac_displacement_sum, flying);
  Frame at[2];
  std::size_t i = 0;
  constexpr float kQ = 0.1F;
  b.run([&](Body& x, const Profile* p) { update_physics_internal(x, kQ, at[i++], p); });
  const float h = kGravity * 0.5F;
  EXPECT_TRUE(same_bits(at[0].origin.z, kQ * 0.5F + (h * kQ) * kQ));
  EXPECT_TRUE(same_bits(at[1].origin.z, 0.5F * kQ + kGravity * ((0.5F * kQ) * kQ)));
  EXPECT_FALSE(same_bits(at[0].origin.z, at[1].origin.z));
}

// 1 - 0.46 is no binary32 number, and its root of a tick's length falls close to the middle of two; 1 - 0.95 is one,
// and then the two agree. Values by correctly rounded powers.
TEST(BodyDivergence, OpenAcRoundsThePowersBase) {
  Body b = standing(kUp, {1, 0, 0});
  b.friction = 0.46F;
  const Both light = slowed(Divergence::openac_pow_single, b);
  EXPECT_TRUE(has_bits(light.retail.velocity.x, 0x3F7ACBA7));
  EXPECT_TRUE(has_bits(light.port.velocity.x, 0x3F7ACBA6));
  b.friction = kDefaultFriction;
  const Both usual = slowed(Divergence::openac_pow_single, b);
  EXPECT_TRUE(same_bits(usual.retail.velocity, usual.port.velocity));
}

TEST(BodyDivergence, OpenAcKeepsTheRotationWithoutADelta) {
  Body b;
  b.position.frame.q = {1.0001F, 0, 0, 0};  // within the tolerance, not normalised
  b.position.frame.cache();
  for (const Divergence flag : {Divergence::openac_rotation_kept, Divergence::ace_rotation_unnormalised}) {
    Both both(flag, b);
    both.run(
        [](Body& x, const Profile* p) { x.position.frame = update_position_internal(x, kTickQuantum, p); });
    EXPECT_EQ(both.retail.position.frame.q.w, 1.0F);
    EXPECT_EQ(both.port.position.frame.q.w, 1.0001F);
  }
}

// With a delta only one of the two ports leaves the product as it is.
TEST(BodyDivergence, AceNeverNormalisesTheProduct) {
  Body b;
  b.position.frame.q = {1.0001F, 0, 0, 0};
  b.position.frame.cache();
  b.walk.turn = 1;
  const auto norm = [](const Body& x) {
    const Quat& q = x.position.frame.q;
    return std::sqrt(((q.w * q.w + q.x * q.x) + q.y * q.y) + q.z * q.z);
  };
  const auto turn = [](Body& x, const Profile* p) {
    x.position.frame = update_position_internal(x, kTickQuantum, p);
  };
  Both ace(Divergence::ace_rotation_unnormalised, b);
  ace.run(turn);
  EXPECT_NEAR(norm(ace.port), 1.0001F, 1e-6F);
  EXPECT_NEAR(norm(ace.retail), 1.0F, 1e-6F);
  Both openac(Divergence::openac_rotation_kept, b);
  openac.run(turn);
  EXPECT_TRUE(same_bits(openac.retail.position.frame.q, openac.port.position.frame.q));
}

TEST(BodyDivergence, SetVelocityTakesEveryChange) {
  Both b(Divergence::openac_set_velocity_copies, Body{});
  b.run([](Body& x, const Profile* p) { set_velocity(x, {0.0001F, 0, 0}, p); });
  EXPECT_EQ(b.retail.velocity.x, 0.0F);
  EXPECT_EQ(b.port.velocity.x, 0.0001F);
}

TEST(BodyDivergence, OpenAcWakesAStaticBody) {
  Body fixed;
  fixed.mover.physics_state |= physics_state::kStatic;
  Both b(Divergence::openac_wakes_static, fixed);
  b.run([](Body& x, const Profile* p) { set_velocity(x, {1, 0, 0}, p); });
  EXPECT_FALSE(b.retail.has(transient_state::kActive));
  EXPECT_TRUE(b.port.has(transient_state::kActive));
}

// Facing east. The walk (0,4) is along +x in the world; turned to body axes first it becomes what north would be.
TEST(BodyDivergence, GdleTurnsTheLeavingVelocityOnceMore) {
  Body b = standing(kUp, {});
  b.position.frame.set_heading(90.0F);
  b.walk.velocity = {0, 4, 0};
  b.walk.jump_vz = 5;
  Both walks(Divergence::gdle_leave_ground_inverted, b);
  const auto leave = [](Body& x, const Profile* p) { leave_ground(x, p); };
  walks.run(leave);
  EXPECT_NEAR(walks.retail.velocity.x, 4.0F, 1e-5F);
  EXPECT_NEAR(walks.port.velocity.x, 0.0F, 1e-5F);
  EXPECT_NEAR(walks.port.velocity.y, 4.0F, 1e-5F);
  EXPECT_NEAR(walks.port.velocity.z, 5.0F, 1e-5F);
  b.walk.velocity = {};
  b.walk.jump_vz = 0;
  b.velocity = {1, 2, 0};
  Both drifts(Divergence::gdle_leave_ground_inverted, b);
  drifts.run(leave);
  EXPECT_NEAR(drifts.retail.velocity.y, 2.0F, 1e-5F);
  EXPECT_EQ(length(drifts.port.velocity), 0.0F);
}

TEST(BodyDivergence, AceRunsFasterAbove800) {
  const Profile ace = only(Divergence::ace_run_skill_above_800);
  EXPECT_EQ(run_rate_from_skill(801, 0.5F, &ace), 4.5F);
  EXPECT_TRUE(same_bits(run_rate_from_skill(801, 0.5F), 3.20054936F));
  EXPECT_EQ(run_rate_from_skill(799, 0.5F, &ace), run_rate_from_skill(799, 0.5F));
}

TEST(BodyDivergence, OpenAcAdjustsTheSpeedOfRunnersOnly) {
  const Profile openac = only(Divergence::openac_adjusted_speed_running_only);
  const Body b;
  MotionState motion;
  EXPECT_EQ(get_adjusted_max_speed(b, motion), 4.0F);
  EXPECT_EQ(get_adjusted_max_speed(b, motion, &openac), 1.0F);
  motion.interpreted.forward = {command::kRunForward, 3};
  EXPECT_EQ(get_adjusted_max_speed(b, motion, &openac), 12.0F);
}

TEST(BodyDivergence, GdleDividesTheReportedVelocity) {
  const Profile gdle = only(Divergence::gdle_cvel_div);
  EXPECT_TRUE(has_bits(vec_div({0.1F, 0, 0}, kTickQuantum), {0x403FFFFF, 0, 0}));
  EXPECT_TRUE(same_bits(vec_div({0.1F, 0, 0}, kTickQuantum, &gdle), Vec3{3, 0, 0}));
}

/// Both answer a collision in the air.
Both answered(Divergence flag, const Vec3& velocity, const Vec3& normal, int frames = 0,
              std::uint32_t state = physics_state::kDefault) {
  Body body;
  body.velocity = velocity;
  body.mover.physics_state = state;
  body.transient = transient_state::kActive;
  Both b(flag, body);
  b.run([&](Body& x, const Profile* p) {
    ResolveResult r;
    r.ok = true;
    r.collision_normal_valid = true;
    r.collision_normal = normal;
    r.frames_stationary_fall = frames;
    r.collided_with_environment = true;
    CommitContext context;
    context.profile = p;
    static_cast<void>(handle_all_collisions(x, r, false, false, context));
  });
  return b;
}

TEST(BodyDivergence, Ad25DoesNotBounce) {
  const Both b = answered(Divergence::ad25_no_bounce, {3, 0, 0}, {-1, 0, 0});
  EXPECT_TRUE(has_bits(b.retail.velocity.x, 0xBE199990));
  EXPECT_EQ(b.port.velocity.x, 3.0F);
  const Both blocked = answered(Divergence::ad25_no_bounce, {3, 0, 0}, {-1, 0, 0}, 2);
  EXPECT_TRUE(same_bits(blocked.port.velocity, Vec3{})) << "blocked twice it stops all the same";
}

// W8: 3·1.05 in binary32 leaves -0.149999857; in binary64 with elasticity 0.05F and one rounding of the factor
// 3.1500000022 it is the binary32 number next to 3.15, 3 - 3.15000010 = -0.150000095.
TEST(BodyDivergence, GdleRoundsTheBounceOnce) {
  const Both b = answered(Divergence::gdle_bounce_double, {3, 0, 0}, {-1, 0, 0});
  EXPECT_TRUE(has_bits(b.retail.velocity.x, 0xBE199990));
  EXPECT_TRUE(
      same_bits(b.port.velocity.x, 3.0F - static_cast<float>(3.0 * (static_cast<double>(0.05F) + 1.0))));
  EXPECT_FALSE(same_bits(b.port.velocity.x, b.retail.velocity.x));
}

TEST(BodyDivergence, OpenAcStaysStuck) {
  const Both b = answered(Divergence::openac_stationary_stuck_kept, {3, 0, 0}, {-1, 0, 0}, 3);
  EXPECT_EQ(b.retail.transient, transient_state::kActive);
  EXPECT_EQ(b.port.transient, transient_state::kActive | transient_state::kStationaryStuck);
  EXPECT_EQ(request_from_body(b.port, b.port.mover, b.port.position).frames_stationary_fall, 3);
}

TEST(BodyDivergence, AceMissileKeepsItsPath) {
  const Both b = answered(Divergence::ace_missile_keeps_path, {3, 0, 0}, {-1, 0, 0}, 0, kMissileFlight);
  EXPECT_EQ(b.retail.mover.physics_state, 0U);
  EXPECT_EQ(b.port.mover.physics_state, physics_state::kAlignPath | physics_state::kPathClipped);
  const Both thing =
      answered(Divergence::ace_missile_keeps_path, {3, 0, 0}, {-1, 0, 0}, 0, physics_state::kAlignPath);
  EXPECT_EQ(thing.port.mover.physics_state, physics_state::kAlignPath) << "no missile: nothing ends";
}

/// Walks off an edge and hits a wall in the same quantum.
TEST(BodyDivergence, OpenAcLeavesTheGroundAfterTheAnswer) {
  Body body = standing(kUp, {});
  body.walk.velocity = {4, 0, 0};
  Both b(Divergence::openac_late_leave_ground, body);
  b.run([](Body& x, const Profile* p) {
    ResolveResult r;
    r.ok = true;
    r.cell_id = 0xA9B40001;
    r.collision_normal_valid = true;
    r.collision_normal = {-1, 0, 0};
    CommitContext context;
    context.profile = p;
    set_position_internal(x, r, context);
  });
  EXPECT_TRUE(has_bits(b.retail.velocity.x, 0xBE4CCCC0)) << "4 m/s reflected, K18 mirrored";
  EXPECT_EQ(b.port.velocity.x, 4.0F);
  EXPECT_EQ(b.retail.transient, b.port.transient);
}

}  // namespace
}  // namespace surefoot::test
