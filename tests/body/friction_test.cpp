// Friction on walkable ground (spec 06 §5.3; worked cases W4–W6; 08 §11 K11–K14).
#include <gtest/gtest.h>

#include "body/integrate.hpp"
#include "support/bits.hpp"

namespace surefoot::test {
namespace {

constexpr Vec3 kUp{0, 0, 1};

Body standing(const Vec3& normal, const Vec3& velocity) {
  Body b;
  b.transient = transient_state::kActive | transient_state::kContact | transient_state::kOnWalkable;
  b.contact_plane.plane.normal = normal;
  b.velocity = velocity;
  return b;
}

Vec3 slowed(Body b, float q = kTickQuantum) {
  calc_friction(b, q, dot_xyz(b.velocity, b.velocity));
  return b.velocity;
}

TEST(Friction, W4_SlidesToAStopOnFlatGround) {
  Body b = standing(kUp, {3, 0, 0});
  Frame f;
  int tick = 0;
  const auto until = [&](int last) {
    for (; tick < last; ++tick) update_physics_internal(b, kTickQuantum, f);
  };
  until(1);
  EXPECT_TRUE(has_bits(b.velocity.x, 0x402DC0E6));
  EXPECT_TRUE(has_bits(f.origin.x, 0x3DB9564B));
  until(2);
  EXPECT_TRUE(has_bits(b.velocity.x, 0x401D3DB5));
  until(25);
  EXPECT_TRUE(has_bits(b.velocity.x, 0x3E7D104F));
  EXPECT_TRUE(has_bits(f.origin.x, 0x3F5FB22D));
  until(26);
  EXPECT_TRUE(same_bits(b.velocity, Vec3{}));
  EXPECT_TRUE(has_bits(f.origin.x, 0x3F5FB22D));
}

TEST(Friction, W5_TakesThePartIntoTheSlopeFirst) {
  const Vec3 n{0, -0.6F, 0.8F};
  EXPECT_TRUE(has_bits(slowed(standing(n, {1, 2, -1})), {0x3F67ABDD, 0x3F39564A, 0x3F0B00B8}));
  EXPECT_TRUE(same_bits(slowed(standing(n, {1, 2, 3})), Vec3{1, 2, 3}));
}

/// W6: speed along y, bits of the speed after one quantum.
struct Sled {
  Vec3 normal;
  float speed;
  std::uint32_t after;
};

class Sledding : public ::testing::TestWithParam<Sled> {};

TEST_P(Sledding, W6_HasFrictionOfItsSpeedAndSlope) {
  Body b = standing(GetParam().normal, {0, GetParam().speed, 0});
  b.mover.physics_state |= physics_state::kSledding;
  EXPECT_TRUE(has_bits(slowed(b).y, GetParam().after));
}

// float of cos 10° is below the binary64 cosine: steeper than 10°.
constexpr Vec3 kTenDegrees{0.17364818F, 0, 0.98480773F};
constexpr Vec3 kTwentyDegrees{0.34202014F, 0, 0.939692616F};
INSTANTIATE_TEST_SUITE_P(Rows, Sledding,
                         ::testing::Values(Sled{kUp, 1.2F, 0}, Sled{kUp, 1.3F, 0x3F96961C},
                                           Sled{kUp, 2.4F, 0x400B00B8}, Sled{kUp, 2.6F, 0x4016961C},
                                           Sled{kTenDegrees, 1.2F, 0}, Sled{kTenDegrees, 1.3F, 0x3F96961C},
                                           Sled{kTenDegrees, 2.4F, 0x400B00B8},
                                           Sled{kTenDegrees, 2.6F, 0x40252AB9}, Sled{kTwentyDegrees, 1.2F, 0},
                                           Sled{kTwentyDegrees, 1.3F, 0x3F96961C},
                                           Sled{kTwentyDegrees, 2.4F, 0x400B00B8},
                                           Sled{kTwentyDegrees, 2.6F, 0x40252AB9}));

TEST(Friction, K11_NoneWhenLeavingTheGround) {
  EXPECT_TRUE(same_bits(slowed(standing(kUp, {5, 0, 1})), Vec3{5, 0, 1}));
}

TEST(Friction, K12_TheThresholdItselfLeaves) {
  EXPECT_TRUE(same_bits(slowed(standing(kUp, {5, 0, 0.25F})), Vec3{5, 0, 0.25F}));
  const Vec3 v = slowed(standing(kUp, {5, 0, 0.1F}));
  EXPECT_LT(v.x, 5.0F);
  EXPECT_EQ(v.z, 0.0F);
}

TEST(Friction, K13_WithoutFrictionTheNormalPartStillGoes) {
  Body b = standing(kUp, {1, 0, -1});
  b.friction = 0.0F;
  const Vec3 v = slowed(b, 1.0F);
  EXPECT_NEAR(v.x, 1.0F, 1e-4F);
  EXPECT_NEAR(v.z, 0.0F, 1e-4F);
}

TEST(Friction, K14_ASledIsLightOnASlopeOnly) {
  const auto sled = [](const Vec3& n) {
    Body b = standing(n, {0, 3, 0});
    b.mover.physics_state |= physics_state::kSledding;
    return slowed(b, 1.0F / 60.0F).y;
  };
  EXPECT_NEAR(sled({0.0871557F, 0, 0.9961947F}), 2.85389F, 1e-3F) << "5 degrees: its own";
  EXPECT_NEAR(sled({0.2588190F, 0, 0.9659258F}), 2.98886F, 1e-3F) << "15 degrees: 0.2";
}

TEST(Friction, NoneInTheAirOrOnASteepFace) {
  Body b = standing({-0.8944272F, 0, 0.4472136F}, {1, 0, -3});
  b.set(transient_state::kOnWalkable, false);
  EXPECT_TRUE(same_bits(slowed(b), Vec3{1, 0, -3}));
}

}  // namespace
}  // namespace surefoot::test
