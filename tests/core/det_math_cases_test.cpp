// det_math's special values: Annex F, and the table of friction.
#include "core/det_math.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "mpfr_reference.hpp"

namespace surefoot {
namespace {

using test::Reference;
using test::same;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kMax = std::numeric_limits<double>::max();
constexpr double kMin = std::numeric_limits<double>::denorm_min();
constexpr double kPi = 0x1.921fb54442d18p+1;

/// Each pair of these, for all functions: MPFR follows Annex F, with the sign of zero.
TEST(DetMath, SpecialValuesEqualMpfr) {
  constexpr std::array kMagnitudes{0.0,
                                   kMin,
                                   0x1p-1022,
                                   0x1.fffffffffffffp-1023,
                                   1e-300,
                                   0x1p-60,
                                   0x1p-54,
                                   0.25,
                                   0.5,
                                   0x1.fffffffffffffp-1,
                                   1.0,
                                   1.5,
                                   2.0,
                                   2.5,
                                   3.0,
                                   4.0,
                                   63.0,
                                   1e15,
                                   0x1p52,
                                   0x1p53 - 1.0,
                                   0x1p53,
                                   0x1p54,
                                   1e300,
                                   kMax,
                                   kInf,
                                   kNaN,
                                   0x1.0000000000001p+0,
                                   kPi,
                                   kPi / 2.0,
                                   kPi / 4.0};
  Reference reference;
  for (const double a : kMagnitudes) {
    for (const double x : {a, -a}) {
      EXPECT_TRUE(same(det::sin(x), reference(mpfr_sin, x))) << x;
      EXPECT_TRUE(same(det::cos(x), reference(mpfr_cos, x))) << x;
      EXPECT_TRUE(same(det::asin(x), reference(mpfr_asin, x))) << x;
      EXPECT_TRUE(same(det::acos(x), reference(mpfr_acos, x))) << x;
      for (const double b : kMagnitudes) {
        for (const double y : {b, -b}) {
          EXPECT_TRUE(same(det::pow(x, y), reference(mpfr_pow, x, y))) << x << "^" << y;
          EXPECT_TRUE(same(det::atan2(x, y), reference(mpfr_atan2, x, y))) << x << ", " << y;
          EXPECT_TRUE(same(det::fmod(x, y), reference(mpfr_fmod, x, y))) << x << ", " << y;
        }
      }
    }
  }
}

TEST(DetMath, PowSpecialCases) {
  const auto is = [](double actual, double expected) { return same(actual, expected); };
  EXPECT_TRUE(is(det::pow(kNaN, 0.0), 1.0));
  EXPECT_TRUE(is(det::pow(kNaN, -0.0), 1.0));
  EXPECT_TRUE(is(det::pow(1.0, kNaN), 1.0));
  EXPECT_TRUE(is(det::pow(-1.0, kInf), 1.0));
  EXPECT_TRUE(is(det::pow(-1.0, -kInf), 1.0));
  EXPECT_TRUE(is(det::pow(0.0, -1.0), kInf));
  EXPECT_TRUE(is(det::pow(-0.0, -1.0), -kInf));
  EXPECT_TRUE(is(det::pow(-0.0, -2.0), kInf));
  EXPECT_TRUE(is(det::pow(-0.0, -0.5), kInf));
  EXPECT_TRUE(is(det::pow(-0.0, -kInf), kInf));
  EXPECT_TRUE(is(det::pow(-0.0, 3.0), -0.0));
  EXPECT_TRUE(is(det::pow(-0.0, 0.5), 0.0));
  EXPECT_TRUE(is(det::pow(-8.0, 0x1.5555555555555p-2), kNaN));
  EXPECT_TRUE(is(det::pow(0.5, -kInf), kInf));
  EXPECT_TRUE(is(det::pow(0.5, kInf), 0.0));
  EXPECT_TRUE(is(det::pow(-2.0, -kInf), 0.0));
  EXPECT_TRUE(is(det::pow(-2.0, kInf), kInf));
  EXPECT_TRUE(is(det::pow(-kInf, 0.5), kInf));
  EXPECT_TRUE(is(det::pow(-kInf, 3.0), -kInf));
  EXPECT_TRUE(is(det::pow(-kInf, -3.0), -0.0));
  EXPECT_TRUE(is(det::pow(-kInf, -2.0), 0.0));
  EXPECT_TRUE(is(det::pow(-3.0, 3.0), -27.0));
  EXPECT_TRUE(is(det::pow(2.0, -1074.0), kMin));
  EXPECT_TRUE(is(det::pow(2.0, -1075.0), 0.0));
  EXPECT_TRUE(is(det::pow(-2.0, -1075.0), -0.0));
  EXPECT_TRUE(is(det::pow(-2.0, 1025.0), -kInf));
}

TEST(DetMath, Atan2SpecialCases) {
  EXPECT_TRUE(same(det::atan2(0.0, 0.0), 0.0));
  EXPECT_TRUE(same(det::atan2(-0.0, 0.0), -0.0));
  EXPECT_TRUE(same(det::atan2(0.0, -0.0), kPi));
  EXPECT_TRUE(same(det::atan2(-0.0, -1.0), -kPi));
  EXPECT_TRUE(same(det::atan2(-1.0, -0.0), -kPi / 2.0));
  EXPECT_TRUE(same(det::atan2(kInf, kInf), kPi / 4.0));
  EXPECT_TRUE(same(det::atan2(-kInf, -kInf), -0x1.2d97c7f3321d2p+1));
  EXPECT_TRUE(same(det::atan2(1.0, kInf), 0.0));
  EXPECT_TRUE(same(det::atan2(-1.0, -kInf), -kPi));
  // A quotient on the tie: the arc tangent is just below it.
  EXPECT_TRUE(same(det::atan2(3.0 * kMin, 2.0), kMin));
  EXPECT_TRUE(same(det::atan2(kMin, 2.0), 0.0));
  EXPECT_TRUE(same(det::atan2(kMin, 1.0), kMin));
}

TEST(DetMath, FmodSpecialCases) {
  EXPECT_TRUE(same(det::fmod(-6.0, 3.0), -0.0));
  EXPECT_TRUE(same(det::fmod(-7.5, 2.0), -1.5));
  EXPECT_TRUE(same(det::fmod(7.5, -2.0), 1.5));
  EXPECT_TRUE(same(det::fmod(-0.0, 2.0), -0.0));
  EXPECT_TRUE(same(det::fmod(5.0, -kInf), 5.0));
  EXPECT_TRUE(same(det::fmod(kMax, kMin), 0.0));
  EXPECT_TRUE(std::isnan(det::fmod(5.0, 0.0)));
  EXPECT_TRUE(std::isnan(det::fmod(kInf, 2.0)));
}

TEST(DetMath, NanHasOnePattern) {
  constexpr std::uint64_t kPattern = 0x7FF8000000000000;
  const double other = double_from_bits(0xFFF8000000001234);
  for (const double d :
       {det::pow(-2.0, 0.5), det::pow(other, 1.0), det::sin(kInf), det::sin(other), det::cos(-kInf),
        det::asin(2.0), det::acos(other), det::atan2(other, 1.0), det::fmod(1.0, other)}) {
    EXPECT_EQ(to_bits(d), kPattern);
  }
}

/// float(pow(1 - friction, quantum)), as the movement of bodies uses it.
TEST(DetMath, FrictionTable) {
  struct Row {
    float quantum;
    std::array<std::uint32_t, 4> bits;
  };
  constexpr std::array kFriction{0.95F, 0.2F, 0.5F, 1.0F};
  constexpr std::array<Row, 5> kRows{{
      {float_from_bits(0x3D088889), {0x3F67ABDD, 0x3F7E1A58, 0x3F7A2728, 0}},
      {0.05F, {0x3F5C6365, 0x3F7D28DE, 0x3F77479A, 0}},
      {1.0F / 15.0F, {0x3F51A79B, 0x3F7C3849, 0x3F747080, 0}},
      {0.1F, {0x3F3DBAFD, 0x3F7A59CD, 0x3F6EDB40, 0}},
      {0.2F, {0x3F0C9DA2, 0x3F74D384, 0x3F5EDC67, 0}},
  }};
  for (const Row& row : kRows) {
    for (std::size_t i = 0; i < kFriction.size(); ++i) {
      const double base = 1.0 - static_cast<double>(kFriction[i]);
      const auto power = static_cast<float>(det::pow(base, static_cast<double>(row.quantum)));
      EXPECT_EQ(to_bits(power), row.bits[i]) << kFriction[i] << "^" << row.quantum;
    }
  }
}

}  // namespace
}  // namespace surefoot
