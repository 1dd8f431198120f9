// Sums of two and of three doubles standing for one number of about 106 and 159 bits.
//
// Error-free transforms after Knuth (two_sum) and Dekker (fast_two_sum, two_prod by splitting): no fused
// multiply-add, so every platform with IEEE binary64 and round-to-nearest gets the same bits. Operands must
// lie within about 2^-400 .. 2^900 in magnitude (or be zero): nothing here guards the splitting against
// overflow or the error terms against underflow. The accuracies named are those of Joldes, Muller and
// Popescu, "Tight and rigorous error bounds for basic building blocks of double-word arithmetic" (2017).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/bits.hpp"

namespace surefoot::det {

/// The one NaN this library answers: hardware differs in the sign and payload of those it makes or passes on.
inline constexpr double kNaN = double_from_bits(0x7FF8000000000000);
inline constexpr std::uint64_t kSignBit = 1ULL << 63;

/// hi + lo with |lo| at most half an ulp of hi.
struct Double2 {
  double hi = 0.0;
  double lo = 0.0;
};

/// hi + mid + lo, each at most half an ulp of the one before.
struct Double3 {
  double hi = 0.0;
  double mid = 0.0;
  double lo = 0.0;
};

/// a + b exactly.
[[nodiscard]] constexpr Double2 two_sum(double a, double b) {
  const double s = a + b;
  const double bb = s - a;
  return {s, (a - (s - bb)) + (b - bb)};
}

/// a + b exactly, if |a| >= |b| or a is 0.
[[nodiscard]] constexpr Double2 fast_two_sum(double a, double b) {
  const double s = a + b;
  return {s, b - (s - a)};
}

/// Halves of at most 26 bits each, so that products of halves are exact.
[[nodiscard]] constexpr Double2 split(double a) {
  const double t = a * 134217729.0;  // 2^27 + 1
  const double hi = t - (t - a);
  return {hi, a - hi};
}

/// a * b exactly.
[[nodiscard]] constexpr Double2 two_prod(double a, double b) {
  const double p = a * b;
  const Double2 x = split(a);
  const Double2 y = split(b);
  return {p, ((x.hi * y.hi - p) + x.hi * y.lo + x.lo * y.hi) + x.lo * y.lo};
}

[[nodiscard]] constexpr Double2 negate(const Double2& a) {
  return {-a.hi, -a.lo};
}
[[nodiscard]] constexpr Double3 negate(const Double3& a) {
  return {-a.hi, -a.mid, -a.lo};
}

/// Relative error below 3 * 2^-106, also under cancellation.
[[nodiscard]] constexpr Double2 add(const Double2& a, const Double2& b) {
  const Double2 s = two_sum(a.hi, b.hi);
  const Double2 t = two_sum(a.lo, b.lo);
  const Double2 v = fast_two_sum(s.hi, s.lo + t.hi);
  return fast_two_sum(v.hi, t.lo + v.lo);
}

/// Relative error below 5 * 2^-106.
[[nodiscard]] constexpr Double2 mul(const Double2& a, const Double2& b) {
  const Double2 p = two_prod(a.hi, b.hi);
  return fast_two_sum(p.hi, p.lo + ((a.hi * b.lo + a.lo * b.hi) + a.lo * b.lo));
}

[[nodiscard]] constexpr Double2 mul(const Double2& a, double b) {
  const Double2 p = two_prod(a.hi, b);
  return fast_two_sum(p.hi, p.lo + a.lo * b);
}

/// By three quotient digits; relative error a few 2^-106.
[[nodiscard]] constexpr Double2 div(const Double2& a, const Double2& b) {
  const double q0 = a.hi / b.hi;
  Double2 rest = add(a, negate(mul(b, q0)));
  const double q1 = rest.hi / b.hi;
  rest = add(rest, negate(mul(b, q1)));
  const double q2 = rest.hi / b.hi;
  const Double2 q = fast_two_sum(q0, q1);
  return add(q, {q2, 0.0});
}

/// Sum c[i] x^i by Horner's rule; the terms from `plain` on are small enough for plain doubles.
template <std::size_t N>
[[nodiscard]] constexpr Double2 polynomial(const Double2& x, const std::array<Double2, N>& c,
                                           std::size_t plain) {
  double tail = 0.0;
  for (std::size_t i = N; i-- > plain;) tail = c[i].hi + x.hi * tail;
  Double2 sum{tail, 0.0};
  for (std::size_t i = plain; i-- > 0;) sum = add(c[i], mul(x, sum));
  return sum;
}

/// A running sum whose error stays below about 2^-155 of the largest partial sum, whatever cancels.
class Sum3 {
 public:
  constexpr Sum3& add(double x) {
    const Double2 s = two_sum(hi_, x);
    const Double2 t = two_sum(mid_, s.lo);
    hi_ = s.hi;
    mid_ = t.hi;
    lo_ += t.lo;
    return *this;
  }
  constexpr Sum3& add(const Double2& x) { return add(x.hi).add(x.lo); }
  constexpr Sum3& add(const Double3& x) { return add(x.hi).add(x.mid).add(x.lo); }
  constexpr Sum3& add_product(double a, double b) { return add(two_prod(a, b)); }
  constexpr Sum3& add_product(const Double3& a, double b) {
    return add_product(a.hi, b).add_product(a.mid, b).add(a.lo * b);
  }

  [[nodiscard]] constexpr Double3 value() const {
    const Double2 low = two_sum(mid_, lo_);
    const Double2 high = two_sum(hi_, low.hi);
    const Double2 rest = two_sum(high.lo, low.lo);
    const Double2 top = two_sum(high.hi, rest.hi);
    const Double2 bottom = two_sum(top.lo, rest.lo);
    return {top.hi, bottom.hi, bottom.lo};
  }
  [[nodiscard]] constexpr Double2 value2() const {
    const Double3 v = value();
    return two_sum(v.hi, v.mid + v.lo);
  }

 private:
  double hi_ = 0.0;
  double mid_ = 0.0;
  double lo_ = 0.0;
};

/// Relative error below about 2^-150.
[[nodiscard]] constexpr Double3 mul(const Double3& a, const Double3& b) {
  Sum3 s;
  s.add_product(a.hi, b.hi).add_product(a.hi, b.mid).add_product(a.mid, b.hi);
  return s.add(a.hi * b.lo + a.mid * b.mid + a.lo * b.hi).value();
}

/// 2^n exactly, for the exponents of normal numbers.
[[nodiscard]] constexpr double power_of_two(int n) {
  return double_from_bits(static_cast<std::uint64_t>(n + 1023) << 52);
}

/// A finite nonzero magnitude as mantissa * 2^exponent with 2^52 <= mantissa < 2^53, subnormal or not.
struct Decomposed {
  std::uint64_t mantissa = 0;
  int exponent = 0;
};

[[nodiscard]] constexpr Decomposed decompose(double x) {
  constexpr std::uint64_t kHidden = 1ULL << 52;
  const std::uint64_t u = to_bits(x) & ~kSignBit;
  const std::uint64_t fraction = u & (kHidden - 1);
  const int biased = static_cast<int>(u >> 52);
  if (biased != 0) return {fraction | kHidden, biased - 1075};
  const int shift = __builtin_clzll(fraction) - 11;
  return {fraction << shift, -1074 - shift};
}

/// a + b, of the two neighbouring doubles the one with an odd last bit unless the sum is exact: a later
/// rounding to fewer bits then still sees on which side of a tie the sum lies (Boldo and Melquiond, 2008).
[[nodiscard]] constexpr double add_round_to_odd(double a, double b) {
  const Double2 s = two_sum(a, b);
  const std::uint64_t u = to_bits(s.hi);
  if (s.lo == 0.0 || (u & 1U) != 0) return s.hi;
  const bool outwards = (s.lo > 0.0) == (s.hi > 0.0);
  return double_from_bits(outwards ? u + 1 : u - 1);
}

/// The double nearest to the sum of all three parts.
[[nodiscard]] constexpr double round_to_nearest(const Double3& v) {
  const Double2 s = two_sum(v.hi, v.mid);
  return s.hi + add_round_to_odd(s.lo, v.lo);
}

/// The double nearest to v * 2^k, v positive: rounded once also where the result is subnormal.
[[nodiscard]] constexpr double round_scaled(const Double3& v, int k) {
  constexpr std::uint64_t kInfinity = 0x7FFULL << 52;
  const std::uint64_t u = to_bits(round_to_nearest(v));
  const int biased = static_cast<int>(u >> 52) + k;
  if (biased >= 2047) return double_from_bits(kInfinity);
  if (biased >= 1) return double_from_bits((u & ~kInfinity) | (static_cast<std::uint64_t>(biased) << 52));
  if (biased < -60) return 0.0;
  // `anchor` has one ulp where v * 2^k has the last bit of the subnormals, so the sum is rounded there; and
  // the number of such ulps is the bit pattern of the result.
  const double anchor = power_of_two(-1022 - k);
  const Double2 s = two_sum(anchor, v.hi);
  const Double2 t = two_sum(s.lo, v.mid);
  const double rounded = s.hi + add_round_to_odd(t.hi, t.lo + v.lo);
  return double_from_bits(to_bits(rounded) - to_bits(anchor));
}

}  // namespace surefoot::det
