// Whole resolves in a world of planes (spec 04 §12.3, S1–S8): the stub cell chooses a plane by the low
// point's x and rests the foot on it, which is what terrain does. Feet (0,0,0.48), head (0,0,1.35), radius
// 0.48, step-down 0.6, gravity; grounded movers start on {(0,0,1),0} with Contact, OnWalkable, EdgeSlide.
#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "support/scripted_cells.hpp"

namespace surefoot::test {
namespace {

constexpr Plane kSteep{{0.8F, 0, 0.6F}, 0};
constexpr Plane kSlope{{-0.28F, 0, 0.96F}, 0};

/// One plane west of x 0, another east of it.
PlaneAt split(const Plane* west, const Plane* east) {
  return [=](const Vec3& low) { return low.x < 0 ? west : east; };
}

struct Move {
  Move(const PlaneAt& world, const Vec3& begin, const Vec3& end,
       std::span<const Sphere> spheres = kTwoSpheres) {
    s.cells.script = {plane_world(world)};
    s.set_up(spheres, begin, end);
    s.oi.physics_state = physics_state::kDefault;
    s.oi.step_up_height = 0.6F;
    s.oi.step_down_height = 0.6F;
  }
  Move& grounded(const Plane& plane = kFlat, std::uint32_t state = kGroundedEdge) {
    s.stand_on(plane);
    s.oi.state = state;
    return *this;
  }
  bool run() {
    s.sp.check_pos_from_curr();  // as `init_path` leaves it
    return s.t.find_valid_position();
  }
  [[nodiscard]] const Vec3& end() const { return s.sp.curr_pos.frame.origin; }
  void expect_contact(const Plane& plane) const {
    EXPECT_TRUE(s.ci.contact_plane_valid);
    EXPECT_TRUE(same_bits(s.ci.contact_plane.plane, plane));
  }

  Scene s;
};

TEST(PlaneWorld, S1_WalksOnTheFlat) {
  Move m([](const Vec3&) { return &kFlat; }, {10, 10, 0}, {11, 10, 0}, kOneSphere);
  EXPECT_TRUE(m.grounded().run());
  EXPECT_TRUE(has_bits(m.end().x, 0x412FFFFF));
  EXPECT_TRUE(same_bits(m.end().y, 10.0F));
  EXPECT_EQ(m.end().z, 0.0F);
  m.expect_contact(kFlat);
  EXPECT_FALSE(m.s.ci.collision_normal_valid);
}

TEST(PlaneWorld, S2_LandsFromTheAir) {
  Move m([](const Vec3&) { return &kFlat; }, {10, 10, 0.3F}, {10.2F, 10, -0.2F});
  EXPECT_TRUE(m.run());
  EXPECT_TRUE(same_bits(m.end().x, 10.2000008F));
  EXPECT_TRUE(has_bits(m.end().z, 0x33000000));
  m.expect_contact(kFlat);
  EXPECT_TRUE(m.s.ci.collision_normal_valid);
  EXPECT_TRUE(same_bits(m.s.ci.collision_normal, kUp));
  EXPECT_TRUE(m.s.ci.sliding_normal_valid);
  EXPECT_TRUE(same_bits(m.s.ci.sliding_normal, Vec3{0, 0, 0}));
  EXPECT_TRUE(m.s.ci.collided_with_environment);
}

// 00 R2, #345: blocked at the foot of a steep rise, it notes the horizontal direction of the rise…
TEST(PlaneWorld, S3a_IsStoppedByASteepRise) {
  std::vector<float> tried;
  Move m(split(&kSteep, &kFlat), {0.2F, 0, 0}, {-0.1F, 0.1F, 0});
  const auto plane = m.s.cells.script.front();
  m.s.cells.script = {[&, plane](ScriptedTransition& t) {
    if (!t.sp.step_down) tried.push_back(t.sp.check_pos.frame.origin.x);
    return plane(t);
  }};
  EXPECT_TRUE(m.grounded().run());
  EXPECT_TRUE(same_bits(m.end(), Vec3{0.2F, 0, 0}));
  m.expect_contact(kFlat);
  EXPECT_TRUE(m.s.ci.collision_normal_valid);
  EXPECT_EQ(m.s.ci.collision_normal.x, 1.0F);
  EXPECT_EQ(m.s.ci.collision_normal.y, 0.0F);
  EXPECT_TRUE(has_bits(m.s.ci.collision_normal.z, 0x80000000));
  EXPECT_TRUE(m.s.ci.sliding_normal_valid);
  EXPECT_TRUE(same_bits(m.s.ci.sliding_normal, Vec3{1, 0, 0}));
  EXPECT_TRUE(m.s.oi.velocity_killed);
  EXPECT_EQ(m.s.ci.frames_stationary_fall, 0);
  // cliff_slide pushes the candidate further in at each of the three attempts.
  ASSERT_EQ(tried.size(), 3U);
  EXPECT_NEAR(tried[0], -0.1F, 1e-6F);
  EXPECT_NEAR(tried[1], -0.4F, 1e-6F);
  EXPECT_NEAR(tried[2], -1.0F, 1e-6F);
}

// …and the next resolve glides along its foot.
TEST(PlaneWorld, S3b_GlidesAlongTheFootOfTheRise) {
  Move m(split(&kSteep, &kFlat), {0.2F, 0, 0}, {-0.1F, 0.1F, 0});
  m.grounded().s.ci.init_sliding_normal({1, 0, 0});
  EXPECT_TRUE(m.run());
  EXPECT_TRUE(same_bits(m.end(), Vec3{0.2F, 0.1F, 0}));
  m.expect_contact(kFlat);
  EXPECT_FALSE(m.s.ci.collision_normal_valid);
}

TEST(PlaneWorld, S4a_SlidesAlongACliffInTheSameSubStep) {
  Move m(split(&kFlat, &kSteep), {-0.2F, 0, 0}, {0.1F, 0.1F, 0});
  EXPECT_TRUE(m.grounded().run());
  EXPECT_TRUE(same_bits(m.end(), Vec3{-0.2F, 0.1F, 0}));
  m.expect_contact(kFlat);
  EXPECT_TRUE(m.s.ci.collision_normal_valid);
  EXPECT_EQ(m.s.ci.collision_normal.x, -1.0F);
  EXPECT_TRUE(has_bits(m.s.ci.collision_normal.y, 0x80000000));
  EXPECT_EQ(m.s.ci.collision_normal.z, 0.0F);
  EXPECT_EQ(m.s.ci.sliding_normal.x, -1.0F);
  EXPECT_TRUE(has_bits(m.s.ci.sliding_normal.y, 0x80000000));
  EXPECT_TRUE(has_bits(m.s.ci.sliding_normal.z, 0x00000000));
  EXPECT_FALSE(m.s.oi.velocity_killed);
}

TEST(PlaneWorld, S4b_GoesOnAlongTheCliff) {
  Move m(split(&kFlat, &kSteep), {-0.2F, 0.1F, 0}, {0.1F, 0.2F, 0});
  m.grounded().s.ci.init_sliding_normal({-1, -0.0F, 0});
  EXPECT_TRUE(m.run());
  EXPECT_TRUE(same_bits(m.end().x, -0.2F));
  EXPECT_TRUE(same_bits(m.end().y, 0.2F));
  EXPECT_EQ(m.end().z, 0.0F);
}

TEST(PlaneWorld, S5a_StepsUpOntoASlope) {
  Move m(split(&kFlat, &kSlope), {-0.2F, 0, 0}, {0.2F, 0, 0});
  EXPECT_TRUE(m.grounded().run());
  EXPECT_TRUE(same_bits(m.end().x, 0.2F));
  EXPECT_TRUE(has_bits(m.end().z, 0x3D6EEEF0));
  m.expect_contact(kSlope);
}

// The candidate is lifted by 0.02 and seated again by one step-down.
TEST(PlaneWorld, S5b_ClimbsTheSlope) {
  const Vec3 at{0.2F, 0, float_from_bits(0x3D6EEEF0)};
  Move m(split(&kFlat, &kSlope), at, at + Vec3{0.3F, 0, 0});
  EXPECT_TRUE(m.grounded(kSlope).run());
  EXPECT_TRUE(has_bits(m.end(), {0x3EF3F530, 0, 0x3E0E4F0C}));
}

TEST(PlaneWorld, S5c_ComesDownTheSlope) {
  const Vec3 at{float_from_bits(0x3EF3F530), 0, float_from_bits(0x3E0E4F0C)};
  Move m(split(&kFlat, &kSlope), at, at + Vec3{-0.2F, 0, 0});
  EXPECT_TRUE(m.grounded(kSlope).run());
  EXPECT_TRUE(has_bits(m.end(), {0x3E8D8ECA, 0, 0x3DA526A0}));
}

/// Ground up to x = 1, then nothing.
const Plane* ledge(const Vec3& low) {
  return low.x <= 1 ? &kFlat : nullptr;
}

TEST(PlaneWorld, S6a_IsHeldAtALedge) {
  Move m(ledge, {0.9F, 0, 0}, {1.2F, 0, 0});
  EXPECT_TRUE(m.grounded().run());
  EXPECT_TRUE(same_bits(m.end(), Vec3{0.9F, 0, 0}));
  m.expect_contact(kFlat);
  EXPECT_TRUE(m.s.ci.collision_normal_valid);
  EXPECT_TRUE(same_bits(m.s.ci.collision_normal, kUp));
  EXPECT_TRUE(m.s.oi.velocity_killed);
}

TEST(PlaneWorld, S6b_WithoutEdgeSlideItWalksOffTheLedge) {
  Move m(ledge, {0.9F, 0, 0}, {1.2F, 0, 0});
  EXPECT_TRUE(m.grounded(kFlat, kGrounded).run());
  EXPECT_TRUE(same_bits(m.end(), Vec3{1.2F, 0, 0}));
  EXPECT_FALSE(m.s.ci.contact_plane_valid);
  EXPECT_EQ(m.s.oi.state, 0U);
}

TEST(PlaneWorld, S6c_TakesTheSubStepsThatAreOnTheGround) {
  Move m(ledge, {0.2F, 0, 0}, {1.7F, 0, 0});
  EXPECT_TRUE(m.grounded().run());
  EXPECT_TRUE(same_bits(m.end(), Vec3{0.949999988F, 0, 0}));
}

TEST(PlaneWorld, S7_NoMoveKeepsTheContact) {
  Move m([](const Vec3&) { return &kFlat; }, {10, 10, 0}, {10, 10, 0});
  EXPECT_TRUE(m.grounded().run());
  EXPECT_EQ(m.s.cells.calls, 0);
  m.expect_contact(kFlat);
}

TEST(PlaneWorld, S8_AMoveBelowTheEpsilonIsRefused) {
  Move m([](const Vec3&) { return &kFlat; }, {10, 10, 0}, {10.0001F, 10, 0});
  EXPECT_FALSE(m.grounded().run());
}

// Rules of thumb of §8, after each of many resolves over the split worlds.
TEST(PlaneWorld, EveryResolveLeavesAConsistentState) {
  const Plane* const planes[] = {&kFlat, &kSteep, &kSlope, nullptr};
  for (const Plane* west : planes) {
    for (const Plane* east : planes) {
      for (int i = 0; i < 16; ++i) {
        const float x = static_cast<float>(i - 8) * 0.25F;
        Move m(split(west, east), {x, 0, 0.1F}, {x * 0.5F, 0.75F, -0.125F});
        if (i % 2 == 0) m.grounded();
        (void)m.run();
        const SpherePath& sp = m.s.sp;
        const CollisionInfo& ci = m.s.ci;
        EXPECT_FALSE(sp.step_up || sp.step_down || sp.check_walkable);
        EXPECT_EQ(ci.contact_plane_valid, m.s.oi.is(object_info_flag::kContact));
        EXPECT_EQ(ci.last_known_contact_plane_valid, ci.contact_plane_valid);
        EXPECT_EQ(ci.sliding_normal.z, 0.0F);
        const float slide = length(ci.sliding_normal);
        EXPECT_TRUE(slide == 0.0F || std::fabs(slide - 1) < 1e-6F);
        EXPECT_TRUE(same_bits(sp.check_pos.frame.origin, sp.curr_pos.frame.origin));
      }
    }
  }
}

}  // namespace
}  // namespace surefoot::test
