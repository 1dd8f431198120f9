// sin and cos: exact reduction to a step of pi/256 plus a rest of at most half a step, then the table of the
// sine and Taylor series. The error before rounding is below 2^-100 relative.
#include <array>
#include <cmath>
#include <cstdint>

#include "core/det_math.hpp"
#include "core/det_math_tables.hpp"
#include "core/double_double.hpp"

namespace surefoot::det {

namespace {

/// Below this the nearest step is 0 (pi/512 = 0.00614).
constexpr double kNoReduction = 0x1.8p-8;
/// sin x = x(1 - x^2/6 ..) rounds to x below this, cos x = 1 - x^2/2 .. to 1.
constexpr double kTinyAngle = 0x1p-27;
constexpr unsigned kTurn = 512;
constexpr unsigned kQuarter = kTurn / 4;

/// steps * pi/256 + rest, up to whole turns.
struct Reduced {
  unsigned steps = 0;
  Double2 rest;
};

struct Product {
  std::uint64_t hi = 0;
  std::uint64_t lo = 0;
};

/// In 32-bit halves: there is no portable 128-bit integer.
Product multiply(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kLow = 0xFFFFFFFFU;
  const std::uint64_t ll = (a & kLow) * (b & kLow);
  const std::uint64_t lh = (a & kLow) * (b >> 32);
  const std::uint64_t hl = (a >> 32) * (b & kLow);
  const std::uint64_t middle = (ll >> 32) + (lh & kLow) + (hl & kLow);
  return {(a >> 32) * (b >> 32) + (lh >> 32) + (hl >> 32) + (middle >> 32), (middle << 32) | (ll & kLow)};
}

/// 256 bits, the most significant word first.
using Wide = std::array<std::uint64_t, 4>;

/// The 256 bits of w which start `position` bits after its first; `w` is longer than that.
template <class Words>
Wide window(const Words& w, unsigned position) {
  Wide out{};
  const unsigned word = position / 64;
  const unsigned shift = position % 64;
  for (unsigned i = 0; i < 4; ++i) {
    const std::uint64_t next = shift == 0 ? 0 : w[word + i + 1] >> (64 - shift);
    out[i] = (w[word + i] << shift) | next;
  }
  return out;
}

/// a * m modulo 2^256.
Wide multiply(const Wide& a, std::uint64_t m) {
  Wide out{};
  std::uint64_t carry = 0;
  for (unsigned i = 4; i-- > 0;) {
    const Product p = multiply(a[i], m);
    out[i] = p.lo + carry;
    carry = p.hi + (out[i] < carry ? 1 : 0);
  }
  return out;
}

Wide negate(const Wide& a) {
  Wide out{};
  std::uint64_t carry = 1;
  for (unsigned i = 4; i-- > 0;) {
    out[i] = ~a[i] + carry;
    carry = out[i] < carry ? 1 : 0;
  }
  return out;
}

/// The first 106 significant bits of w * 2^-247.
Double2 fraction(const Wide& w) {
  unsigned zeros = 0;
  while (zeros < 3 * 64 && w[zeros / 64] == 0) zeros += 64;
  if (w[zeros / 64] != 0) zeros += static_cast<unsigned>(__builtin_clzll(w[zeros / 64]));
  const std::array<std::uint64_t, 8> padded{w[0], w[1], w[2], w[3], 0, 0, 0, 0};
  const Wide top = window(padded, zeros);
  const std::uint64_t hi = top[0] >> 11;
  const std::uint64_t lo = ((top[0] & 0x7FFU) << 42) | (top[1] >> 22);
  const int e = -44 - static_cast<int>(zeros);
  return fast_two_sum(static_cast<double>(hi) * power_of_two(e),
                      static_cast<double>(lo) * power_of_two(e - 53));
}

/// After Payne and Hanek: x = m * 2^e, of the product with 256/pi only the bits below 512 matter, and those
/// of weight down to 2^-194. The nearest any double comes to a multiple of pi/256 is about 2^-70 steps.
Reduced reduce(double x) {
  if (x < kNoReduction) return {0, {x, 0.0}};
  const Decomposed d = decompose(x);
  // Bit i of 2/pi contributes m * 2^(7 + e - i) steps, whole turns up to i = e - 2; bit i is at 63 + i.
  Wide w = multiply(window(kTwoOverPiBits, static_cast<unsigned>(d.exponent + 62)), d.mantissa);
  // The upper 9 bits count steps, the others are the fraction of a step; round to the nearest step.
  const unsigned steps = static_cast<unsigned>((w[0] + (1ULL << 54)) >> 55) % kTurn;
  w[0] -= static_cast<std::uint64_t>(steps) << 55;
  const bool negative = (w[0] >> 63) != 0;
  const Double2 rest = mul(fraction(negative ? negate(w) : w), kSineStep);
  return {steps, negative ? negate(rest) : rest};
}

double sine_of(const Reduced& a) {
  const unsigned i = a.steps % kQuarter;
  Double3 sine = kSine[i];
  Double3 cosine = kSine[kQuarter - i];
  const unsigned quadrant = (a.steps / kQuarter) % 4;
  if (quadrant % 2 == 1) {
    const Double3 saved = sine;
    sine = cosine;
    cosine = negate(saved);
  }
  if (quadrant >= 2) {
    sine = negate(sine);
    cosine = negate(cosine);
  }
  // sin(s + r) = sin s + (sin s (cos r - 1) + cos s sin r)
  const Double2 square = mul(a.rest, a.rest);
  const Double2 sin_rest = add(a.rest, mul(mul(a.rest, square), polynomial(square, kSinSeries, 2)));
  const Double2 cos_rest = mul(square, polynomial(square, kCosSeries, 3));
  const Double2 change = add(mul(cos_rest, {sine.hi, sine.mid}), mul(sin_rest, {cosine.hi, cosine.mid}));
  return round_to_nearest(Sum3().add(sine).add(change).value());
}

}  // namespace

double sin(double x) {
  if (std::isnan(x) || std::isinf(x)) return kNaN;
  if (std::fabs(x) < kTinyAngle) return x;
  const double y = sine_of(reduce(std::fabs(x)));
  return std::signbit(x) ? -y : y;
}

double cos(double x) {
  if (std::isnan(x) || std::isinf(x)) return kNaN;
  if (std::fabs(x) < kTinyAngle) return 1.0;
  Reduced a = reduce(std::fabs(x));
  a.steps += kQuarter;
  return sine_of(a);
}

}  // namespace surefoot::det
