#include "core/det_binary32.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/bits.hpp"

namespace surefoot::det::binary32 {

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

/// An angle as a binary32 number and what that leaves out.
struct Split {
  float near;
  float rest;
};
constexpr Split kPi{float_from_bits(0x40490FDBU), float_from_bits(0xB3BBBD2EU)};
constexpr Split kHalfPi{float_from_bits(0x3FC90FDBU), float_from_bits(0xB33BBD2EU)};
constexpr float kQuarterPi = float_from_bits(0x3F490FDBU);

/// By Horner's rule, lowest degree first.
template <std::size_t N>
constexpr float polynomial(const std::array<float, N>& c, float x) {
  float sum = c[N - 1];
  for (std::size_t i = N - 1; i-- > 0;) sum = c[i] + x * sum;
  return sum;
}

/// (asin x)/x - 1 over x², for x² up to 1/4.
float asin_tail(float square) {
  constexpr std::array kSeries{1.666675248e-1F, 7.495297643e-2F, 4.547037598e-2F, 2.417951451e-2F,
                               4.216630880e-2F};
  return square * polynomial(kSeries, square);
}

/// sin(x + turn·π/2), turn 0 or 1, |x| below 120.
float sine_of(float x, int turn) {
  constexpr double kQuarters = 0x1.45F306DC9C883p+23;  // 2/π, in units of 2^-24
  constexpr double kQuarter = 0x1.921FB54442D18p0;
  if (!(std::fabs(x) < 120.0F)) return kNaN;
  const auto wide = static_cast<double>(x);
  const int n = (static_cast<std::int32_t>(wide * kQuarters) + 0x800000) >> 24;
  const double r = wide - n * kQuarter;
  const double square = r * r;
  const int quadrant = (n + turn) & 3;
  double value = 0.0;
  if ((quadrant & 1) == 0) {
    const double cube = r * square;
    const double high = 0x1.1107605230BC4p-7 + square * -0x1.994EB3774CF24p-13;
    value = (r + cube * -0x1.555545995A603p-3) + (cube * square) * high;
  } else {
    const double fourth = square * square;
    const double high = -0x1.6C087E89A359Dp-10 + square * 0x1.99343027BF8C3p-16;
    const double low = 1.0 + square * -0x1.FFFFFFD0C621Cp-2;
    value = (low + fourth * 0x1.55553E1068F19p-5) + (fourth * square) * high;
  }
  return static_cast<float>(quadrant >= 2 ? -value : value);
}

/// The arc tangent of a number >= 0 (infinity too).
float atan(float x) {
  struct Step {
    float below;
    Split angle;
  };
  constexpr std::array<float, 11> kSeries{3.3333334327e-01F,  -2.0000000298e-01F, 1.4285714924e-01F,
                                          -1.1111110449e-01F, 9.0908870101e-02F,  -7.6918758452e-02F,
                                          6.6610731184e-02F,  -5.8335702866e-02F, 4.9768779427e-02F,
                                          -3.6531571299e-02F, 1.6285819933e-02F};
  if (x >= 0x1p25F) return kHalfPi.near;
  Split from{0.0F, 0.0F};
  // atan x = atan a + atan((x - a)/(1 + a x)), a one of 1/2, 1, 3/2 and infinity
  if (x >= 2.4375F) {
    from = {float_from_bits(0x3FC90FDAU), float_from_bits(0x33A22168U)};
    x = -1.0F / x;
  } else if (x >= 1.1875F) {
    from = {float_from_bits(0x3F7B985EU), float_from_bits(0x33140FB4U)};
    x = (x - 1.5F) / (1.0F + 1.5F * x);
  } else if (x >= 0.6875F) {
    from = {float_from_bits(0x3F490FDAU), float_from_bits(0x33222168U)};
    x = (x - 1.0F) / (x + 1.0F);
  } else if (x >= 0.4375F) {
    from = {float_from_bits(0x3EED6338U), float_from_bits(0x31AC3769U)};
    x = (2.0F * x - 1.0F) / (2.0F + x);
  }
  const float square = x * x;
  const float fourth = square * square;
  float even = 0.0F;
  float odd = 0.0F;
  for (std::size_t i = kSeries.size(); i-- > 0;) {
    float& sum = (i & 1) == 0 ? even : odd;
    sum = kSeries[i] + fourth * sum;
  }
  const float tail = x * (square * even + fourth * odd);
  if (from.near == 0.0F) return x - tail;
  return from.near - ((tail - from.rest) - x);
}

}  // namespace

float sin(float x) {
  return x == 0.0F ? x : sine_of(x, 0);  // -0 stays
}

float cos(float x) {
  return sine_of(x, 1);
}

float asin(float x) {
  const float a = std::fabs(x);
  if (!(a <= 1.0F)) return kNaN;
  if (a < 0.5F) return x + x * asin_tail(x * x);
  // asin a = π/2 - 2 asin(sqrt((1 - a)/2))
  const float square = (1.0F - a) * 0.5F;
  const float tail = asin_tail(square);
  const float root = std::sqrt(square);
  float angle = 0.0F;
  if (a >= 0.975F) {
    angle = kHalfPi.near - (2.0F * (root + root * tail) - kHalfPi.rest);
  } else {
    const float high = float_from_bits(to_bits(root) & 0xFFFFF000U);
    const float low = (square - high * high) / (root + high);
    angle = kQuarterPi - ((2.0F * root * tail - (kHalfPi.rest - 2.0F * low)) - (kQuarterPi - 2.0F * high));
  }
  return std::copysign(angle, x);
}

float atan2(float y, float x) {
  const bool left = std::signbit(x);
  float angle = 0.0F;
  if (y == 0.0F) {
    angle = left ? kPi.near : 0.0F;
  } else if (x == 0.0F) {
    angle = kHalfPi.near;
  } else {
    angle = atan(std::fabs(y / x));
    if (left) angle = kPi.near - (angle - kPi.rest);
  }
  return std::copysign(angle, y);
}

}  // namespace surefoot::det::binary32
