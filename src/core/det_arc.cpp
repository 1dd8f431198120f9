// asin, acos and atan2: the angle of a point whose coordinates are known to three doubles, by the table of
// the arc tangent in steps of 1/128 and its Taylor series. The error before rounding is below 2^-100
// relative.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/det_math.hpp"
#include "core/det_math_tables.hpp"
#include "core/double_double.hpp"

namespace surefoot::det {

namespace {

/// asin x = x(1 + x^2/6 ..) rounds to x below this.
constexpr double kTinySine = 0x1p-27;
/// atan q = q(1 - q^2/3 ..): below 2^-60 the quotient is nearer to the result than to any tie it is not on.
constexpr int kTinyRatio = -60;
/// A ratio of 2^-120 does not reach the last bit of pi/2, nor is pi/2 that near to a tie.
constexpr int kNoRatio = 120;

/// The angle of (x, y), both >= 0 and not both 0, x taken as negative if asked.
Double3 angle_of(const Double3& y, const Double3& x, bool x_negative) {
  const bool steep = y.hi > x.hi;
  const Double3& a = steep ? x : y;
  const Double3& b = steep ? y : x;
  // atan(a/b) = atan t + atan((a - t b) / (b + t a)), t the multiple of 1/128 next to a/b.
  const double i = std::floor(a.hi / b.hi * 128.0 + 0.5);
  const double t = i / 128.0;
  const Double2 numerator = Sum3().add(a).add_product(b, -t).value2();
  const Double2 denominator = Sum3().add(b).add_product(a, t).value2();
  const Double2 z = div(numerator, denominator);
  const Double2 square = mul(z, z);
  const Double2 tail = mul(mul(z, square), polynomial(square, kAtanSeries, 3));
  const Double3 octant = Sum3().add(kAtan[static_cast<unsigned>(i)]).add(z).add(tail).value();
  if (steep) return Sum3().add(kHalfPi).add(x_negative ? octant : negate(octant)).value();
  return x_negative ? Sum3().add(kPi).add(negate(octant)).value() : octant;
}

/// sqrt(1 - x^2) for |x| < 1.
Double3 other_leg(double x) {
  const Double3 v = Sum3().add(1.0).add(negate(two_prod(x, x))).value();
  const double root = std::sqrt(v.hi);
  // One step of Newton's iteration from 53 bits and the next term of its error: sqrt(r^2 + s) = r + d -
  // d^2/2r ..
  const Double2 s = Sum3().add(v).add(negate(two_prod(root, root))).value2();
  const Double2 d = div(s, {2.0 * root, 0.0});
  return Sum3().add(root).add(d).add(-(d.hi * d.hi) / (2.0 * root)).value();
}

/// atan(y/x), y and x positive and the quotient below 2^-60, where a quotient on a tie of the subnormals
/// means that the result is just below the tie.
double tiny_ratio(const Decomposed& y, const Decomposed& x) {
  // 60 bits of the quotient, 10 at a time.
  std::uint64_t quotient = y.mantissa / x.mantissa;
  std::uint64_t rest = y.mantissa % x.mantissa;
  for (int i = 0; i < 6; ++i) {
    rest <<= 10;
    quotient = (quotient << 10) | (rest / x.mantissa);
    rest %= x.mantissa;
  }
  // The result lies strictly between `quotient` and the next integer, in units of 2^e.
  if (rest == 0) --quotient;
  const int e = y.exponent - x.exponent - 60;
  const int bits = 64 - __builtin_clzll(quotient);
  const int drop = std::max(bits - 53, -1074 - e);
  if (drop > bits) return 0.0;
  const std::uint64_t rounded = (quotient >> drop) + ((quotient >> (drop - 1)) & 1U);
  // The hidden bit of `rounded`, if any, is what adds the last 1 to the exponent.
  return double_from_bits(rounded + (static_cast<std::uint64_t>(e + drop + 1074) << 52));
}

double scaled(const Decomposed& d, int exponent) {
  return static_cast<double>(d.mantissa) * power_of_two(exponent);
}

/// Neither is 0, infinite or NaN.
double angle_of_finite(double y, double x) {
  const Decomposed a = decompose(y);
  const Decomposed b = decompose(x);
  const bool x_negative = std::signbit(x);
  const int ratio = a.exponent - b.exponent;
  if (!x_negative && ratio < kTinyRatio) return tiny_ratio(a, b);
  if (ratio > kNoRatio) return kHalfPi.hi;
  if (ratio < -kNoRatio) return kPi.hi;
  const int top = std::max(a.exponent, b.exponent) + 52;
  const Double3 scaled_y{scaled(a, a.exponent - top), 0.0, 0.0};
  const Double3 scaled_x{scaled(b, b.exponent - top), 0.0, 0.0};
  return round_to_nearest(angle_of(scaled_y, scaled_x, x_negative));
}

double angle_of_magnitude(double y, double x) {
  constexpr double kQuarterPi = kHalfPi.hi / 2.0;
  constexpr double kThreeQuartersPi = 0x1.2d97c7f3321d2p+1;
  if (y == 0.0) return std::signbit(x) ? kPi.hi : 0.0;
  if (x == 0.0) return kHalfPi.hi;
  if (std::isinf(y)) {
    if (!std::isinf(x)) return kHalfPi.hi;
    return std::signbit(x) ? kThreeQuartersPi : kQuarterPi;
  }
  if (std::isinf(x)) return std::signbit(x) ? kPi.hi : 0.0;
  return angle_of_finite(y, x);
}

}  // namespace

double atan2(double y, double x) {
  if (std::isnan(y) || std::isnan(x)) return kNaN;
  const double angle = angle_of_magnitude(std::fabs(y), x);
  return std::signbit(y) ? -angle : angle;
}

double asin(double x) {
  const double magnitude = std::fabs(x);
  if (!(magnitude <= 1.0)) return kNaN;
  if (magnitude < kTinySine) return x;
  double angle = kHalfPi.hi;
  if (magnitude < 1.0) angle = round_to_nearest(angle_of({magnitude, 0.0, 0.0}, other_leg(magnitude), false));
  return std::signbit(x) ? -angle : angle;
}

double acos(double x) {
  const double magnitude = std::fabs(x);
  if (!(magnitude <= 1.0)) return kNaN;
  if (magnitude == 1.0) return std::signbit(x) ? kPi.hi : 0.0;
  if (magnitude < 0x1p-120) return kHalfPi.hi;
  return round_to_nearest(angle_of(other_leg(magnitude), {magnitude, 0.0, 0.0}, std::signbit(x)));
}

}  // namespace surefoot::det
