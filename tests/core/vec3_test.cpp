// Spec 01 §1.3, §4 and the Vec3 rows of §11.
#include "core/vec3.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/bits.hpp"

namespace surefoot {
namespace {

using test::has_bits;
using test::same_bits;

constexpr float kTiny = 0x1p-24F;  // 1 + kTiny rounds back to 1, 1 + 2·kTiny does not

// Three products 1, 2⁻²⁴, 2⁻²⁴: the sum reaches the next float only when the 1 is added last.
TEST(NamedSums, DifferInTheOperandAddedLast) {
  const Vec3 ones{1.0F, 1.0F, 1.0F};
  const Vec3 x_is_one{1.0F, kTiny, kTiny};
  const Vec3 y_is_one{kTiny, 1.0F, kTiny};
  const Vec3 z_is_one{kTiny, kTiny, 1.0F};
  struct Row {
    const char* name;
    float (*sum)(const Vec3&, const Vec3&);
    std::uint32_t x, y, z;
  };
  const Row rows[] = {
      {"xyz", dot_xyz, 0x3F800000, 0x3F800000, 0x3F800001},
      {"yxz", dot_yxz, 0x3F800000, 0x3F800000, 0x3F800001},
      {"zyx", dot_zyx, 0x3F800001, 0x3F800000, 0x3F800000},
      {"yzx", dot_yzx, 0x3F800001, 0x3F800000, 0x3F800000},
      {"xzy", dot_xzy, 0x3F800000, 0x3F800001, 0x3F800000},
      {"zxy", dot_zxy, 0x3F800000, 0x3F800001, 0x3F800000},
  };
  for (const Row& row : rows) {
    EXPECT_TRUE(has_bits(row.sum(x_is_one, ones), row.x)) << row.name;
    EXPECT_TRUE(has_bits(row.sum(ones, y_is_one), row.y)) << row.name;
    EXPECT_TRUE(has_bits(row.sum(z_is_one, ones), row.z)) << row.name;
  }
}

TEST(Vec3, ProductsRoundBeforeTheyAreAdded) {
  // (1 + 2⁻¹²)² is 1 + 2⁻¹¹ + 2⁻²⁴; a fused sum would keep the last bit.
  const float a = 1.0F + 0x1p-12F;
  EXPECT_TRUE(has_bits(dot_zyx({a, -(1.0F + 0x1p-11F), 0.0F}, {a, 1.0F, 0.0F}), 0));
  const Vec3 c = cross({0.0F, a, 1.0F}, {0.0F, 1.0F + 0x1p-11F, a});
  EXPECT_TRUE(has_bits(c.x, 0));
}

TEST(Vec3, CrossFollowsTheRightHand) {
  EXPECT_TRUE(same_bits(cross({1, 0, 0}, {0, 1, 0}), Vec3{0, 0, 1}));
  EXPECT_TRUE(same_bits(cross({0, 1, 0}, {0, 0, 1}), Vec3{1, 0, 0}));
  EXPECT_TRUE(same_bits(cross({0, 0, 1}, {1, 0, 0}), Vec3{0, 1, 0}));
  EXPECT_TRUE(same_bits(cross({2, 3, 5}, {7, 11, 13}), Vec3{-16, 9, 1}));
}

TEST(Vec3, NormalizeCheckSmall) {
  Vec3 v{3, 4, 12};
  EXPECT_FALSE(normalize_check_small(v));
  EXPECT_TRUE(has_bits(v, {0x3E6C4EC6, 0x3E9D89D9, 0x3F6C4EC6}));
  v = {0.1F, -0.37F, 0.02F};
  EXPECT_FALSE(normalize_check_small(v));
  EXPECT_TRUE(has_bits(v, {0x3E856767, 0xBF76CC17, 0x3D55723D}));
}

TEST(Vec3, NormalizeCheckSmallTakesALengthOfExactlyEpsilon) {
  Vec3 v{0.0002F, 0, 0};
  EXPECT_FALSE(normalize_check_small(v));
  EXPECT_TRUE(same_bits(v, Vec3{1, 0, 0}));
  v = {0.00019F, 0, 0};
  EXPECT_TRUE(normalize_check_small(v));
  EXPECT_TRUE(has_bits(v, {0x39473ABD, 0, 0}));
}

TEST(Vec3, NormalizeCheckSmallLeavesNaNAlone) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  Vec3 v{nan, 1, 2};
  EXPECT_TRUE(normalize_check_small(v));
  EXPECT_TRUE(same_bits(v.y, 1.0F));
  EXPECT_TRUE(same_bits(v.z, 2.0F));
}

TEST(Vec3, NormalizeHasNoGuard) {
  Vec3 v{3, 4, 12};
  normalize(v);
  EXPECT_TRUE(has_bits(v, {0x3E6C4EC6, 0x3E9D89D9, 0x3F6C4EC6}));
  v = {0, 0, 0};
  normalize(v);
  EXPECT_TRUE(std::isnan(v.x) && std::isnan(v.y) && std::isnan(v.z));
}

TEST(Vec3, LengthAddsZLast) {
  EXPECT_TRUE(same_bits(length({3, 4, 12}), 13.0F));
  // 1.5² is 2.25. One small square is less than half an ulp of it, two together are more.
  const float small = 1.25F * 0x1p-12F;
  EXPECT_TRUE(has_bits(length({small, small, 1.5F}), 0x3FC00001));
  EXPECT_TRUE(has_bits(length({small, 1.5F, small}), 0x3FC00000));
  EXPECT_TRUE(has_bits(length({1.5F, small, small}), 0x3FC00000));
}

TEST(Vec3, IsZeroIsExclusiveAndEqualInclusive) {
  const float below = std::nextafter(kEpsilon, 0.0F);
  EXPECT_TRUE(is_zero({below, -below, below}));
  EXPECT_FALSE(is_zero({kEpsilon, 0, 0}));
  EXPECT_FALSE(is_zero({0, -kEpsilon, 0}));
  EXPECT_FALSE(is_zero({0, 0, kEpsilon}));
  EXPECT_TRUE(equal({kEpsilon, -kEpsilon, 0}, {0, 0, kEpsilon}));
  EXPECT_FALSE(equal({std::nextafter(kEpsilon, 1.0F), 0, 0}, {0, 0, 0}));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(equal({nan, 0, 0}, {nan, 0, 0}));
  EXPECT_FALSE(is_zero({nan, 0, 0}));
}

TEST(Vec3, HeadingIsACompass) {
  EXPECT_TRUE(same_bits(heading({0, 2, 0}), 0.0F));
  EXPECT_TRUE(same_bits(heading({3, 0, 0}), 90.0F));
  EXPECT_TRUE(same_bits(heading({0, -1, 0}), 180.0F));
  EXPECT_TRUE(same_bits(heading({-1, 0, 0}), 270.0F));
  EXPECT_NEAR(heading({1, 1, 0}), 45.0F, 1e-5);
  // Only the horizontal part counts; without one the answer is 0.
  EXPECT_TRUE(same_bits(heading({3, 0, -50}), 90.0F));
  EXPECT_TRUE(same_bits(heading({0, 0, 1}), 0.0F));
  EXPECT_TRUE(same_bits(heading({0.0001F, 0, 1}), 0.0F));
}

}  // namespace
}  // namespace surefoot
