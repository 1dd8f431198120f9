// Spec 01 §6 and the Frame rows of §11.
//
// The rows marked † there go through trigonometry and may differ by 1 ulp between C libraries. Ours does not
// use one (core/det_math), and every one of those rows comes out equal to the bit: all comparisons are exact.
#include "core/frame.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/bits.hpp"

namespace surefoot {
namespace {

using test::has_bits;
using test::same_bits;

constexpr float kTiny = 0x1p-24F;

Frame facing(float degrees) {
  Frame f;
  f.set_heading(degrees);
  return f;
}

TEST(Frame, StartsAsTheIdentity) {
  const Frame f;
  EXPECT_TRUE(same_bits(f.localtoglobal({1, 2, 3}), Vec3{1, 2, 3}));
  EXPECT_TRUE(same_bits(f.get_heading(), 0.0F));
  EXPECT_TRUE(f.is_valid());
}

TEST(Frame, SetRotateNormalises) {
  Frame f;
  EXPECT_TRUE(f.set_rotate(1, 2, 3, 4));
  EXPECT_TRUE(has_bits(f.q.w, 0x3E3AF4BA));
  EXPECT_TRUE(has_bits(f.q.x, 0x3EBAF4BA));
  EXPECT_TRUE(has_bits(f.q.y, 0x3F0C378C));
  EXPECT_TRUE(has_bits(f.q.z, 0x3F3AF4BA));
  EXPECT_TRUE(same_bits(f.q, Quat{0.182574183F, 0.365148365F, 0.547722578F, 0.730296731F}));
}

TEST(Frame, SetRotateRefusesWhatIsNoRotation) {
  Frame f;
  ASSERT_TRUE(f.set_rotate(1, 2, 3, 4));
  const Frame before = f;
  EXPECT_FALSE(f.set_rotate(0, 0, 0, 0));
  EXPECT_FALSE(f.set_rotate(std::numeric_limits<float>::quiet_NaN(), 0, 0, 1));
  // The squares overflow, the reciprocal is 0, and so is the norm.
  EXPECT_FALSE(f.set_rotate(1e30F, 0, 0, 0));
  EXPECT_TRUE(same_bits(f.q, before.q));
  for (std::size_t i = 0; i < 9; ++i) EXPECT_TRUE(same_bits(f.m[i], before.m[i]));
}

TEST(Frame, IsValidToleratesAThousandth) {
  Frame f;
  f.q = {std::sqrt(1.0009F), 0, 0, 0};
  EXPECT_TRUE(f.is_valid());
  f.q = {std::sqrt(1.0011F), 0, 0, 0};
  EXPECT_FALSE(f.is_valid());
  f.q = {};
  f.origin.y = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(f.is_valid());
}

// Case 7 of spec 07 §10: a yaw of π as dumps hold it.
TEST(Frame, CacheOfAYawOfPi) {
  Frame f;
  f.q = {float_from_bits(0x333BBD31), 0, 0, 1};
  f.cache();
  EXPECT_TRUE(same_bits(f.m[0], -1.0F));
  EXPECT_TRUE(has_bits(f.m[1], 0x33BBBD31));
  EXPECT_TRUE(has_bits(f.m[3], 0xB3BBBD31));
  EXPECT_TRUE(same_bits(f.m[4], -1.0F));
  EXPECT_TRUE(same_bits(f.m[8], 1.0F));
  f.origin = {161.929F, 7.50315F, 94.0F};
  const Vec3 a = f.localtoglobal({9.0F, 1.15F, 0.0F});
  EXPECT_TRUE(has_bits(a, {0x4318EDD3, 0x40CB4D03, to_bits(94.0F)}));
  const Vec3 b = f.localtoglobal({7.0F, 1.15F, 0.0F});
  EXPECT_TRUE(has_bits(b, {0x431AEDD3, 0x40CB4D02, to_bits(94.0F)}));
  EXPECT_TRUE(has_bits(f.globaltolocal(a).y, 0x3F933333));
  EXPECT_TRUE(has_bits(f.globaltolocal(b).y, 0x3F933335));
}

TEST(Frame, RotatesWithRowsInOneDirectionAndColumnsInTheOther) {
  Frame f;
  f.m = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  EXPECT_TRUE(same_bits(f.localtoglobalvec({1, 10, 100}), Vec3{741, 852, 963}));
  EXPECT_TRUE(same_bits(f.globaltolocalvec({1, 10, 100}), Vec3{321, 654, 987}));
  f.origin = {1000, 2000, 3000};
  EXPECT_TRUE(same_bits(f.localtoglobal({1, 10, 100}), Vec3{1741, 2852, 3963}));
  EXPECT_TRUE(same_bits(f.globaltolocal({1001, 2010, 3100}), Vec3{321, 654, 987}));
}

TEST(Frame, AddsYLastBothWays) {
  Frame f;
  f.m = {1, 1, 1, 1, 1, 1, 1, 1, 1};
  const Vec3 with_y{kTiny, 1.0F, kTiny};
  for (const Vec3& v : {Vec3{1.0F, kTiny, kTiny}, Vec3{kTiny, kTiny, 1.0F}}) {
    EXPECT_TRUE(has_bits(f.localtoglobalvec(v), {0x3F800000, 0x3F800000, 0x3F800000}));
    EXPECT_TRUE(has_bits(f.globaltolocalvec(v), {0x3F800000, 0x3F800000, 0x3F800000}));
  }
  EXPECT_TRUE(has_bits(f.localtoglobalvec(with_y), {0x3F800001, 0x3F800001, 0x3F800001}));
  EXPECT_TRUE(has_bits(f.globaltolocalvec(with_y), {0x3F800001, 0x3F800001, 0x3F800001}));
}

// The `rot_frame` figures of case 18 of spec 02 §10.
TEST(Frame, LocaltoglobalvecIsRotFrame) {
  Frame f;
  f.set_rotate(1, 2, 3, 4);
  EXPECT_TRUE(has_bits(f.localtoglobalvec({0.1F, -0.37F, 0.02F}), {0xBDCF87DA, 0x3E50369B, 0xBE9E60F0}));
  const Vec3 tri{float_from_bits(0xBE9BE76E), float_from_bits(0xBE936673), float_from_bits(0x3F687051)};
  EXPECT_TRUE(has_bits(f.localtoglobalvec(tri), {0x3F5498AD, 0x3EFF1DA0, 0xBE7F1DA0}));
}

TEST(Frame, HeadingZero) {
  EXPECT_TRUE(same_bits(facing(0).q, Quat{1, 0, 0, -0.0F}));
}

TEST(Frame, HeadingNinety) {
  const Frame f = facing(90);
  EXPECT_TRUE(same_bits(f.q, Quat{0.707106829F, 0, 0, -0.707106829F}));
  EXPECT_TRUE(has_bits(f.q.w, 0x3F3504F4));
  EXPECT_TRUE(has_bits(f.q.z, 0xBF3504F4));
  EXPECT_TRUE(same_bits(f.get_vector_heading(), Vec3{1.00000012F, -1.1920929e-07F, 0}));
  EXPECT_TRUE(has_bits(f.get_heading(), 0x42B40001));
}

TEST(Frame, HeadingFortyFive) {
  const Frame f = facing(45);
  EXPECT_TRUE(same_bits(f.q, Quat{0.923879504F, 0, 0, -0.382683456F}));
  EXPECT_TRUE(same_bits(f.get_vector_heading(), Vec3{0.707106829F, 0.707106709F, 0}));
}

TEST(Frame, HeadingNinetyCarriesPoints) {
  Frame f = facing(90);
  f.origin = {10, 20, 30};
  const Vec3 g = f.localtoglobal({0.1F, 0.2F, 1.35F});
  EXPECT_TRUE(has_bits(g, {0x41233333, 0x419F3333, 0x41FACCCD}));
  EXPECT_TRUE(same_bits(f.globaltolocal(g), Vec3{0.100000374F, 0.199999854F, 1.35000038F}));
}

TEST(Frame, SetHeadingKeepsThePitch) {
  Frame f;
  f.set_vector_heading({0, 1, 1});
  const Vec3 up = f.get_vector_heading();
  EXPECT_NEAR(up.y, 0.70710678, 1e-6);
  EXPECT_NEAR(up.z, 0.70710678, 1e-6);
  f.set_heading(90);
  EXPECT_GT(f.get_vector_heading().x, 0.5F);
  EXPECT_GT(f.get_vector_heading().z, 0.5F);
}

TEST(Frame, SetVectorHeadingIgnoresAVectorTooShort) {
  Frame f = facing(45);
  const Frame before = f;
  f.set_vector_heading({0.0001F, 0, 0});
  EXPECT_TRUE(same_bits(f.q, before.q));
}

TEST(Frame, InterpolatesSpherically) {
  Frame f;
  f.interpolate_rotation(Frame{}, facing(90), 0.5F);
  EXPECT_TRUE(same_bits(f.q, Quat{0.923879564F, 0, 0, -0.382683456F}));
  EXPECT_TRUE(has_bits(f.q.w, 0x3F6C835F));
  EXPECT_TRUE(has_bits(f.q.z, 0xBEC3EF16));
  f.interpolate_rotation(Frame{}, facing(90), 1.0F / 3.0F);
  EXPECT_TRUE(same_bits(f.q, Quat{0.965925872F, 0, 0, -0.258819073F}));
}

TEST(Frame, InterpolatesTheShortWayRound) {
  Frame other = facing(90);
  other.q = {-other.q.w, -other.q.x, -other.q.y, -other.q.z};
  Frame a;
  a.interpolate_rotation(Frame{}, facing(90), 0.5F);
  Frame b;
  b.interpolate_rotation(Frame{}, other, 0.5F);
  EXPECT_TRUE(same_bits(a.q, b.q));
}

TEST(Frame, InterpolatesLinearlyWhenClose) {
  Frame f;
  f.interpolate_rotation(Frame{}, facing(1), 0.25F);
  EXPECT_TRUE(same_bits(f.q, Quat{0.999997616F, 0, 0, -0.00218164944F}));
}

TEST(Frame, InterpolatesOrigins) {
  Frame from;
  from.origin = {0, 10, -4};
  Frame to;
  to.origin = {8, 20, -4};
  Frame f;
  f.interpolate_origin(from, to, 0.25F);
  EXPECT_TRUE(same_bits(f.origin, Vec3{2, 12.5F, -4}));
}

TEST(Frame, CombineMultipliesQuaternions) {
  Frame a;
  a.set_rotate(0.5F, 0.5F, -0.5F, 0.5F);
  Frame b;
  b.set_rotate(0.5F, 0.5F, 0.5F, -0.5F);
  // (1 + i − j + k)(1 + i + j − k) / 4 = (2 + 2i + 2j + 2k) / 4, all exact.
  EXPECT_TRUE(same_bits(combine(a, b).q, Quat{0.5F, 0.5F, 0.5F, 0.5F}));
}

TEST(Frame, CombineCarriesTheOrigin) {
  Frame a = facing(90);
  a.origin = {10, 20, 30};
  Frame b;
  b.origin = {0.1F, 0.2F, 1.35F};
  const Frame c = combine(a, b);
  EXPECT_TRUE(has_bits(c.origin, {0x41233333, 0x419F3333, 0x41FACCCD}));
  EXPECT_TRUE(is_equal(combine(Frame{}, b), b));
}

TEST(Frame, IsEqualIsInclusiveForOriginsAndExclusiveForRotations) {
  Frame a;
  Frame b;
  b.origin = {kEpsilon, -kEpsilon, 0};
  EXPECT_TRUE(is_equal(a, b));
  b.origin.x = std::nextafter(kEpsilon, 1.0F);
  EXPECT_FALSE(is_equal(a, b));
  b = a;
  b.q.x = std::nextafter(kEpsilon, 0.0F);
  EXPECT_TRUE(is_equal(a, b));
  b.q.x = kEpsilon;
  EXPECT_FALSE(is_equal(a, b));
  b.q = {-1, 0, 0, 0};
  EXPECT_FALSE(is_equal(a, b)) << "q and −q are the same rotation, but not equal";
}

TEST(Frame, GrotateTurnsAboutAParentAxis) {
  Frame f;
  f.grotate({0, 0, 1.57079633F});
  // Counter-clockwise: the Y axis goes to −X, heading 270.
  EXPECT_NEAR(f.get_vector_heading().x, -1.0, 1e-6);
  EXPECT_NEAR(f.get_heading(), 270.0, 1e-4);
  const Frame before = f;
  f.grotate({0, 0, 0.00019F});
  EXPECT_TRUE(same_bits(f.q, before.q)) << "shorter than kEpsilon: no turn";
}

TEST(Frame, RotateTurnsAboutALocalAxis) {
  Frame f = facing(90);
  Frame g = f;
  f.rotate({0.5F, 0, 0});  // local X is the parent's −Y
  g.grotate(g.localtoglobalvec({0.5F, 0, 0}));
  EXPECT_TRUE(same_bits(f.q, g.q));
  EXPECT_NEAR(f.get_vector_heading().z, std::sin(0.5), 1e-6);
}

}  // namespace
}  // namespace surefoot
