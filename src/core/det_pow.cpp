// pow: the logarithm and the exponential in three doubles by tables of two levels, so that the error before
// rounding stays below about 2^-105 relative even where the exponent multiplies that of the logarithm by
// 2^10. A result of few bits may lie on a tie and is computed exactly.
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "core/bits.hpp"
#include "core/det_math.hpp"
#include "core/det_math_tables.hpp"
#include "core/double_double.hpp"

namespace surefoot::det {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLargestNatural = 0x1p53;
/// exp of more is infinite, exp of less than the negative is zero.
constexpr double kHugeLog = 800.0;
/// exp of less rounds to 1 (the tie below 1 is 2^-54 away).
constexpr double kTinyLog = 0x1p-60;
/// 2^14 / ln 2
constexpr double kExpStepsPerUnit = 0x1.71547652b82fep+14;

bool is_odd_integer(double y) {
  const double a = std::fabs(y);
  return a < kLargestNatural && std::floor(a) == a && (static_cast<std::uint64_t>(a) & 1U) != 0;
}

bool is_integer(double y) {
  return std::fabs(y) >= kLargestNatural || std::floor(y) == y;
}

/// ln x for finite x > 0 other than 1; relative error about 2^-117.
Double3 log(double x) {
  // x = m * 2^e with m in [0.70703125, 1.4140625), so that the logarithm of an x near 1 does not cancel.
  constexpr std::uint64_t kLowestMantissa = 0x3FE6A00000000000;
  const bool subnormal = x < 0x1p-1022;
  const std::uint64_t offset = to_bits(subnormal ? x * 0x1p54 : x) - kLowestMantissa;
  const int e = static_cast<int>(static_cast<std::int64_t>(offset) >> 52) - (subnormal ? 54 : 0);
  const double m = double_from_bits((offset & ((1ULL << 52) - 1)) + kLowestMantissa);

  // m * coarse = 1 + u, |u| <= 2^-7; (1 + u)(1 - t) = 1 + z with t a multiple of 2^-13, |z| < 2^-13.9; all
  // exact.
  const LogStep& coarse = kLogCoarse[(offset >> 45) & 127U];
  const Double2 product = two_prod(m, coarse.factor);
  const Double2 u = two_sum(product.hi - 1.0, product.lo);
  const double steps = std::floor(u.hi / (1.0 + u.hi) * 0x1p13 + 0.5);
  const LogStep& fine = kLogFine[static_cast<unsigned>(static_cast<int>(steps) + 65)];
  const double t = steps * 0x1p-13;
  const Double2 z = Sum3().add(u).add(-t).add_product(u.hi, -t).add(u.lo * -t).value2();

  const Double2 tail = mul(mul(z, z), polynomial(z, kLogSeries, 4));
  Sum3 sum;
  for (const double part : kLn2) sum.add(part * e);
  return sum.add(coarse.log).add(fine.log).add(z).add(tail).value();
}

/// exp x, |x| <= 800, rounded.
double exp_rounded(const Double3& x) {
  // x = n ln2/2^14 + r with |r| <= 2^-15.5
  const double steps = std::floor(x.hi * kExpStepsPerUnit + 0.5);
  Sum3 sum;
  sum.add(x);
  for (const double part : kExpStep) sum.add(part * -steps);
  const Double2 r = sum.value2();
  const int n = static_cast<int>(steps);
  const Double3 power =
      mul(kExpCoarse[static_cast<unsigned>(n >> 7) & 127U], kExpFine[static_cast<unsigned>(n) & 127U]);
  const Double2 change = add(r, mul(mul(r, r), polynomial(r, kExpSeries, 3)));
  return round_scaled(Sum3().add(power).add(mul(change, {power.hi, power.mid})).value(), n >> 14);
}

/// base^exponent, base > 0, if it is a power of two or has at most 54 significant bits: only then can it lie
/// on a tie. With base = m * 2^e and exponent = n * 2^-s, m and n odd, it is a fraction of that kind just if
/// the 2^s-th root of the base is one.
std::optional<double> exact_power(double base, double exponent) {
  constexpr std::uint64_t kMostBits = 1ULL << 54;
  constexpr std::uint64_t kMostTimes = 2048;  // more times even a factor of 2 is out of range
  const Decomposed b = decompose(base);
  const Decomposed x = decompose(exponent);
  const int b_zeros = __builtin_ctzll(b.mantissa);
  const int x_zeros = __builtin_ctzll(x.mantissa);
  std::uint64_t m = b.mantissa >> b_zeros;
  int e = b.exponent + b_zeros;
  std::uint64_t n = x.mantissa >> x_zeros;
  int scale = x.exponent + x_zeros;
  if (n > kMostTimes || scale > 11 || scale < -11) return std::nullopt;
  for (; scale < 0; ++scale) {
    const auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(m)));
    if (root * root != m || e % 2 != 0) return std::nullopt;
    m = root;
    e /= 2;
  }
  n <<= scale;
  if (n > kMostTimes || (m != 1 && std::signbit(exponent))) return std::nullopt;
  std::uint64_t product = 1;
  if (m != 1) {
    for (std::uint64_t i = 0; i < n; ++i) {
      if (product > kMostBits / m) return std::nullopt;
      product *= m;
    }
  }
  const double hi = static_cast<double>(product & ~1ULL);
  const Double2 value = fast_two_sum(hi, static_cast<double>(product & 1U));
  const int times = static_cast<int>(n);
  return round_scaled({value.hi, value.lo, 0.0}, std::signbit(exponent) ? -e * times : e * times);
}

/// base > 0, finite and not 1; exponent finite and not 0.
double pow_positive(double base, double exponent) {
  // What IEEE 754 rounds correctly by itself.
  if (exponent == 1.0) return base;
  if (exponent == 2.0) return base * base;
  if (exponent == -1.0) return 1.0 / base;
  if (exponent == 0.5) return std::sqrt(base);
  if (const auto exact = exact_power(base, exponent)) return *exact;

  const Double3 l = log(base);
  const double estimate = l.hi * exponent;
  if (estimate > kHugeLog) return kInfinity;
  if (estimate < -kHugeLog) return 0.0;
  if (std::fabs(estimate) < kTinyLog) return 1.0;
  return exp_rounded(Sum3().add_product(l, exponent).value());
}

/// base >= 0, 0 or infinite or the exponent infinite; neither 1 and 0.
double pow_at_limit(double base, double exponent) {
  if (std::isinf(exponent) && base == 1.0) return 1.0;
  const bool grows = base > 1.0;
  return grows == !std::signbit(exponent) ? kInfinity : 0.0;
}

}  // namespace

double pow(double base, double exponent) {
  if (base == 1.0 || exponent == 0.0) return 1.0;
  if (std::isnan(base) || std::isnan(exponent)) return kNaN;
  const double magnitude = std::fabs(base);
  const bool negative = std::signbit(base) && is_odd_integer(exponent);
  double result = 1.0;
  if (magnitude == 0.0 || std::isinf(base) || std::isinf(exponent)) {
    result = pow_at_limit(magnitude, exponent);
  } else if (std::signbit(base) && !is_integer(exponent)) {
    return kNaN;
  } else if (magnitude != 1.0) {
    result = pow_positive(magnitude, exponent);
  }
  return negative ? -result : result;
}

}  // namespace surefoot::det
