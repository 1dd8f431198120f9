// det_math against MPFR, bit for bit: over a million samples for each function. Annex F is in
// det_math_cases_test.cpp.
#include "core/det_math.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <utility>

#include "mpfr_reference.hpp"
#include "support/random.hpp"

namespace surefoot {
namespace {

using test::Binary;
using test::MpfrBinary;
using test::MpfrUnary;
using test::Reference;
using test::same;
using test::Unary;

constexpr int kSamples = 1'000'000;
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kMax = std::numeric_limits<double>::max();
constexpr double kMin = std::numeric_limits<double>::denorm_min();
constexpr double kPi = 0x1.921fb54442d18p+1;

/// Doubles of every kind.
class Random : public test::Random {
 public:
  using test::Random::Random;

  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1p-53);
  }
  double uniform_float(float low, float high) {
    return static_cast<double>(
        static_cast<float>(uniform(static_cast<double>(low), static_cast<double>(high))));
  }
  double any() {
    for (;;) {
      const double d = double_from_bits(bits());
      if (std::isfinite(d)) return d;
    }
  }
  double any_float() {
    for (;;) {
      const float f = float_from_bits(static_cast<std::uint32_t>(bits()));
      if (std::isfinite(f)) return static_cast<double>(f);
    }
  }
  double sign() { return (bits() & 1) != 0 ? -1.0 : 1.0; }
  /// A full mantissa with a binary exponent between the two.
  double magnitude(int low, int high) { return std::ldexp(uniform(1.0, 2.0), integer(low, high)); }
  /// `x` moved by a few ulps.
  double near(double x, int ulps) {
    const int steps = integer(-ulps, ulps);
    for (int i = 0; i < std::abs(steps); ++i) x = std::nextafter(x, steps < 0 ? -kInf : kInf);
    return x;
  }
};
/// Compares and counts; shows the first few failures.
class Comparison {
 public:
  explicit Comparison(const char* name) : name_(name) {}
  Comparison(const Comparison&) = delete;
  Comparison& operator=(const Comparison&) = delete;
  ~Comparison() {
    std::printf("%s: %d samples, %d failures\n", name_, samples_, failures_);
    EXPECT_GE(samples_, kSamples);
    EXPECT_EQ(failures_, 0);
  }

  void unary(Unary f, MpfrUnary m, double x) { check(f(x), reference_(m, x), x, 0.0); }
  void binary(Binary f, MpfrBinary m, double x, double y) { check(f(x, y), reference_(m, x, y), x, y); }

 private:
  void check(double actual, double expected, double x, double y) {
    ++samples_;
    if (same(actual, expected) && same(static_cast<float>(actual), static_cast<float>(expected))) return;
    if (++failures_ > 10) return;
    std::printf("%s(%a, %a) = %a, should be %a\n", name_, x, y, actual, expected);
  }

  const char* name_;
  Reference reference_;
  int samples_ = 0;
  int failures_ = 0;
};

double angle_sample(Random& r, int i) {
  switch (i % 10) {
    case 0:
      return r.uniform(-2.0 * kPi, 2.0 * kPi);
    case 1:
      return r.uniform_float(-7.0F, 7.0F);
    case 2:
      return r.any();
    case 3:
      return r.near(r.integer(-100000, 100000) * (kPi / 2.0), 3);
    case 4:
      return r.sign() * r.magnitude(-40, 3);
    case 5:
      return r.uniform(-1.0e6, 1.0e6);
    case 6:
      return r.any_float();
    case 7:
      return static_cast<double>(static_cast<float>(r.uniform_float(-720.0F, 720.0F)) * 0.0174532924F);
    case 8:
      return r.near(r.integer(-512, 512) * (kPi / 512.0), 3);
    default:
      return r.sign() * r.magnitude(3, 100);
  }
}

double unit_sample(Random& r, int i) {
  switch (i % 7) {
    case 0:
      return r.uniform(-1.0, 1.0);
    case 1:
      return r.uniform_float(-1.0F, 1.0F);
    case 2:
      return r.sign() * (1.0 - r.magnitude(-53, -2));
    case 3:
      return r.sign() * r.magnitude(-60, -1);
    case 4:
      return r.near(r.integer(-127, 127) / 128.0, 3);
    case 5:
      return r.sign() * r.magnitude(-1074, -1);
    default:
      return r.sign() * (1.0 - static_cast<double>(static_cast<float>(r.magnitude(-24, -2))));
  }
}

std::pair<double, double> point_sample(Random& r, int i) {
  switch (i % 10) {
    case 0:
      return {r.uniform(-1.0, 1.0), r.uniform(-1.0, 1.0)};
    case 1:
      return {r.uniform_float(-200.0F, 200.0F), r.uniform_float(-200.0F, 200.0F)};
    case 2:
      return {r.any(), r.any()};
    case 3:
      return {r.any_float(), r.any_float()};
    case 4: {
      const double x = r.sign() * r.magnitude(-900, 900);
      return {r.sign() * x * r.magnitude(-70, 70), x};
    }
    case 5: {  // results among the subnormals
      const double x = r.magnitude(-20, 1000);
      return {r.sign() * std::ldexp(x * r.uniform(0.5, 1.0), r.integer(-1090, -1015)), x};
    }
    case 6:
      return {r.integer(-100, 100) * kMin, std::ldexp(1.0, r.integer(-3, 5)) * r.integer(1, 9)};
    case 7:
      return {r.integer(-300, 300), r.integer(-300, 300)};
    case 8: {  // beside the steps of the table
      const double x = r.sign() * r.magnitude(-3, 3);
      return {r.near(x * r.integer(1, 256) / 256.0, 3), x};
    }
    default:
      return {r.sign() * r.magnitude(-130, 130), r.sign() * r.magnitude(-2, 2)};
  }
}

/// An exponent which keeps the power of a base with this binary logarithm about the range of doubles.
double exponent_in_range(Random& r, double log2_of_base) {
  return r.uniform(-1080.0, 1030.0) / log2_of_base;
}
double rough_log2(double x) {
  int e = 0;
  const double m = std::frexp(x, &e);
  return (m == 0.5 && e == 1) ? 1.0 : e + 2.0 * (m - 1.0);
}

std::pair<double, double> power_sample(Random& r, int i) {
  switch (i % 14) {
    case 0:
      return {1.0 - r.uniform_float(0.0F, 1.0F), r.uniform_float(0.0F, 0.25F)};
    case 1:
      return {r.uniform(0.0, 10.0), r.uniform(-10.0, 10.0)};
    case 2: {
      const double x = std::fabs(r.any());
      return {x, exponent_in_range(r, rough_log2(x))};
    }
    case 3: {
      const double d = r.sign() * r.magnitude(-52, -3);
      return {1.0 + d, exponent_in_range(r, d * 1.4427)};
    }
    case 4:
      return {1.0 + r.sign() * r.magnitude(-52, -3), r.sign() * r.magnitude(-60, 6)};
    case 5:
      return {r.sign() * r.magnitude(-30, 30), r.integer(-40, 40)};
    case 6:
      return {std::fabs(r.any_float()), r.uniform_float(-8.0F, 8.0F)};
    case 7:
      return {r.any(), r.any()};
    case 8: {  // results among the subnormals
      const double x = r.magnitude(-900, 900);
      return {x, r.uniform(-1076.0, -1020.0) / rough_log2(x)};
    }
    case 9: {  // results about the largest number
      const double x = r.magnitude(-900, 900);
      return {x, r.uniform(1023.0, 1024.5) / rough_log2(x)};
    }
    case 10: {  // results of few bits, and of 54 bits: ties
      const int n = r.integer(2, 34);
      const int bits = 54 / n;
      const double m = static_cast<double>(r.bits() >> (64 - bits));
      return {r.sign() * std::ldexp(m, r.integer(-20, 20)), n};
    }
    case 11: {  // near ties: few bits and a few ulps, to exponents of few bits
      const double x = r.near(r.integer(1, 64) / 16.0, 8);
      return {x, r.integer(-16, 16) / 4.0};
    }
    case 12: {  // roots of exact powers, and beside them
      const double m = r.integer(1, 300);
      const double square = std::ldexp(m * m * m * m, 4 * r.integer(-30, 30));
      return {r.near(square, 1), r.integer(-9, 9) / 4.0};
    }
    default:
      return {std::ldexp(r.integer(1, 3), r.integer(-1073, 1000)), r.integer(-64, 64) / 16.0};
  }
}

std::pair<double, double> remainder_sample(Random& r, int i) {
  switch (i % 7) {
    case 0:
      return {r.any(), r.any()};
    case 1:
      return {r.uniform(-1000.0, 1000.0), 360.0};
    case 2:
      return {r.uniform_float(-1000.0F, 1000.0F), r.uniform_float(0.0F, 50.0F)};
    case 3:
      return {r.any() * 0x1p-500, r.integer(1, 100000) * kMin};
    case 4:
      return {r.integer(-1000, 1000) * kMin, r.integer(-1000, 1000) * kMin};
    case 5: {
      const double y = r.magnitude(-1000, 900);
      return {r.near(y * r.integer(-1000, 1000), 2), y};
    }
    default:
      return {r.sign() * r.magnitude(-5, 80), r.sign() * r.magnitude(-20, 5)};
  }
}

TEST(DetMath, SinEqualsMpfr) {
  Random r(1);
  Comparison c("sin");
  for (int i = 0; i < kSamples; ++i) c.unary(det::sin, mpfr_sin, angle_sample(r, i));
  // Nearest of all doubles to a multiple of pi/2.
  c.unary(det::sin, mpfr_sin, 6381956970095103.0 * 0x1p+797);
  c.unary(det::sin, mpfr_sin, kMax);
}

TEST(DetMath, CosEqualsMpfr) {
  Random r(2);
  Comparison c("cos");
  for (int i = 0; i < kSamples; ++i) c.unary(det::cos, mpfr_cos, angle_sample(r, i));
  c.unary(det::cos, mpfr_cos, 6381956970095103.0 * 0x1p+797);
  c.unary(det::cos, mpfr_cos, kMax);
  // Beside the tie between 1 and the number before it, to 2^-106.
  const double tie = std::sqrt(2.0) * 0x1p-27;
  for (int i = 0; i < 1000; ++i) c.unary(det::cos, mpfr_cos, r.near(tie, 20));
}

TEST(DetMath, AsinEqualsMpfr) {
  Random r(3);
  Comparison c("asin");
  for (int i = 0; i < kSamples; ++i) c.unary(det::asin, mpfr_asin, unit_sample(r, i));
}

TEST(DetMath, AcosEqualsMpfr) {
  Random r(4);
  Comparison c("acos");
  for (int i = 0; i < kSamples; ++i) c.unary(det::acos, mpfr_acos, unit_sample(r, i));
  // pi/2 - x beside a tie.
  const double tie = 0x1p-53 + 0x1.1a62633145c07p-54;
  for (int i = 0; i < 1000; ++i) c.unary(det::acos, mpfr_acos, r.near(tie, 20));
}

TEST(DetMath, Atan2EqualsMpfr) {
  Random r(5);
  Comparison c("atan2");
  for (int i = 0; i < kSamples; ++i) {
    const auto [y, x] = point_sample(r, i);
    c.binary(det::atan2, mpfr_atan2, y, x);
  }
}

TEST(DetMath, PowEqualsMpfr) {
  Random r(6);
  Comparison c("pow");
  for (int i = 0; i < kSamples; ++i) {
    const auto [x, y] = power_sample(r, i);
    c.binary(det::pow, mpfr_pow, x, y);
  }
  // Ties: odd m with m^n of 54 bits, for n from 3 (n = 2 is in the samples).
  for (int n = 3; n <= 34; ++n) {
    for (double m = 3.0; m < 0x1p18; m += 2.0) {
      double power = 1.0;
      for (int i = 0; i < n && power < 0x1p54; ++i) power *= m;
      if (power >= 0x1p54) break;
      if (power < 0x1p53) continue;
      c.binary(det::pow, mpfr_pow, m, n);
      c.binary(det::pow, mpfr_pow, -m * 0x1p-17, n);
    }
  }
  // Ties among the subnormals, and the last steps to 0.
  for (int e = -1080; e <= -1020; ++e) {
    c.binary(det::pow, mpfr_pow, 2.0, e);
    c.binary(det::pow, mpfr_pow, -0.5, -e);
    c.binary(det::pow, mpfr_pow, 4.0, e / 2.0);
    for (const int n : {3, 4, 5, 6, 7}) {
      if (e % n != 0) continue;
      for (const double m : {3.0, 5.0, 7.0, 9.0, 11.0, 101.0}) {
        c.binary(det::pow, mpfr_pow, std::ldexp(m, e / n), n);
        c.binary(det::pow, mpfr_pow, std::ldexp(m * m, 2 * e / n), n / 2.0);
      }
    }
  }
}

TEST(DetMath, FmodEqualsMpfr) {
  Random r(7);
  Comparison c("fmod");
  for (int i = 0; i < kSamples; ++i) {
    const auto [x, y] = remainder_sample(r, i);
    c.binary(det::fmod, mpfr_fmod, x, y);
  }
}

}  // namespace
}  // namespace surefoot
