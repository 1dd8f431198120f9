// Writes src/core/det_math_tables.hpp:
//
//   g++ -std=c++20 -O1 scripts/make_det_math_tables.cpp -lmpfr -lgmp -o build/make_det_math_tables
//   build/make_det_math_tables > src/core/det_math_tables.hpp && clang-format -i src/core/det_math_tables.hpp
//
// Every number is computed by MPFR at 2000 bits and cut into doubles, each the nearest to what the ones
// before leave over. The layout of the tables is explained where they are written.
#include <mpfr.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

namespace {

class Number {
 public:
  Number() { mpfr_init2(v_, 2000); }
  explicit Number(double x) : Number() { mpfr_set_d(v_, x, MPFR_RNDN); }
  Number(const Number& o) : Number() { mpfr_set(v_, o.v_, MPFR_RNDN); }
  Number& operator=(const Number&) = delete;
  ~Number() { mpfr_clear(v_); }
  mpfr_ptr get() { return v_; }

 private:
  mpfr_t v_;
};

Number pi_times(double factor) {
  Number n;
  mpfr_const_pi(n.get(), MPFR_RNDN);
  mpfr_mul_d(n.get(), n.get(), factor, MPFR_RNDN);
  return n;
}

Number ln2_times(double factor) {
  Number n;
  mpfr_const_log2(n.get(), MPFR_RNDN);
  mpfr_mul_d(n.get(), n.get(), factor, MPFR_RNDN);
  return n;
}

Number minus_log(double x) {
  Number n(x);
  mpfr_log(n.get(), n.get(), MPFR_RNDN);
  mpfr_neg(n.get(), n.get(), MPFR_RNDN);
  return n;
}

/// `parts` doubles; all but the last are cut to `bits` bits.
std::string pieces(Number n, int parts, int bits = 53) {
  std::string out;
  for (int i = 0; i < parts; ++i) {
    Number piece(n);
    mpfr_prec_round(piece.get(), i + 1 < parts ? bits : 53, MPFR_RNDN);
    const double d = mpfr_get_d(piece.get(), MPFR_RNDN);
    mpfr_sub_d(n.get(), n.get(), d, MPFR_RNDN);
    char text[64];
    std::snprintf(text, sizeof text, d == 0.0 ? "0.0" : "%a", d);
    out += (i == 0 ? "" : ", ") + std::string(text);
  }
  return "{" + out + "}";
}

void constant(const char* comment, const char* type, const char* name, const Number& n, int parts) {
  std::printf("/// %s\ninline constexpr %s %s%s;\n\n", comment, type, name, pieces(n, parts).c_str());
}

template <class F>
void table(const char* comment, const char* type, const char* name, int size, F entry) {
  std::printf("/// %s\ninline constexpr std::array<%s, %d> %s{{\n", comment, type, size, name);
  for (int i = 0; i < size; ++i) std::printf("    %s,\n", entry(i).c_str());
  std::printf("}};\n\n");
}

std::string reciprocal(int sign, double n) {
  Number r(static_cast<double>(sign));
  mpfr_div_d(r.get(), r.get(), n, MPFR_RNDN);
  return pieces(r, 2);
}

double factorial(int n) {
  return n < 2 ? 1.0 : n * factorial(n - 1);
}

int alternating(int i) {
  return i % 2 == 0 ? -1 : 1;
}

/// The factor which brings the i-th of 128 steps of [53/128, 181/128) of the mantissa (see log in
/// det_pow.cpp) close to 1: at most 10 bits, and 1 itself for the two steps which touch 1.
double coarse_factor(int i) {
  const int step = 53 + i;
  const double low = step < 128 ? 0.5 * (1 + step / 128.0) : 1 + (step - 128) / 128.0;
  const double width = step < 128 ? 0x1p-8 : 0x1p-7;
  if (step == 127 || step == 128) return 1.0;
  return std::round(512.0 / (low + width / 2)) / 512.0;
}

void two_over_pi() {
  std::printf(
      "/// 64 zeros, then the bits of 2/pi after the point; enough for the largest double.\n"
      "inline constexpr std::array<std::uint64_t, 22> kTwoOverPiBits{{\n    0x0,\n");
  Number n(2.0);
  mpfr_div(n.get(), n.get(), pi_times(1.0).get(), MPFR_RNDN);
  for (int i = 1; i < 22; ++i) {
    std::uint64_t word = 0;
    for (int half = 0; half < 2; ++half) {
      mpfr_mul_2ui(n.get(), n.get(), 32, MPFR_RNDN);
      const unsigned long digits = mpfr_get_ui(n.get(), MPFR_RNDZ);
      mpfr_sub_ui(n.get(), n.get(), digits, MPFR_RNDN);
      word = (word << 32) | digits;
    }
    std::printf("    0x%016llX,\n", static_cast<unsigned long long>(word));
  }
  std::printf("}};\n\n");
}

}  // namespace

int main() {
  std::printf(
      "// Constants of det_math: written by scripts/make_det_math_tables.cpp (MPFR at 2000 bits), not by "
      "hand.\n"
      "#pragma once\n\n#include <array>\n#include <cstdint>\n\n#include \"core/double_double.hpp\"\n\n"
      "namespace surefoot::det {\n\n"
      "/// A short factor and minus its logarithm.\n"
      "struct LogStep {\n  double factor = 1.0;\n  Double3 log;\n};\n\n");

  constant("pi", "Double3", "kPi", pi_times(1.0), 3);
  constant("pi/2", "Double3", "kHalfPi", pi_times(0.5), 3);
  constant("pi/256, the step of kSine", "Double2", "kSineStep", pi_times(0x1p-8), 2);
  std::printf("/// ln 2; the first two have 42 bits, so that multiples up to 2^11 are exact.\n");
  std::printf("inline constexpr std::array<double, 3> kLn2{%s};\n\n", pieces(ln2_times(1.0), 3, 42).c_str());
  std::printf("/// ln 2 / 2^14; the first three have 27 bits, so that multiples up to 2^25 are exact.\n");
  std::printf("inline constexpr std::array<double, 4> kExpStep{%s};\n\n",
              pieces(ln2_times(0x1p-14), 4, 27).c_str());

  table("sin x = x + x^3 * poly(x^2)", "Double2", "kSinSeries", 6,
        [](int i) { return reciprocal(alternating(i), factorial(2 * i + 3)); });
  table("cos x = 1 + x^2 * poly(x^2)", "Double2", "kCosSeries", 7,
        [](int i) { return reciprocal(alternating(i), factorial(2 * i + 2)); });
  table("atan x = x + x^3 * poly(x^2)", "Double2", "kAtanSeries", 8,
        [](int i) { return reciprocal(alternating(i), 2 * i + 3); });
  table("log(1 + x) = x + x^2 * poly(x)", "Double2", "kLogSeries", 9,
        [](int i) { return reciprocal(alternating(i), i + 2); });
  table("exp x = 1 + x + x^2 * poly(x)", "Double2", "kExpSeries", 6,
        [](int i) { return reciprocal(1, factorial(i + 2)); });

  two_over_pi();
  table("sin(i pi / 256); the cosine is at 128 - i", "Double3", "kSine", 129, [](int i) {
    Number n = pi_times(i / 256.0);
    mpfr_sin(n.get(), n.get(), MPFR_RNDN);
    return pieces(n, 3);
  });
  table("atan(i / 128)", "Double3", "kAtan", 129, [](int i) {
    Number n(i / 128.0);
    mpfr_atan(n.get(), n.get(), MPFR_RNDN);
    return pieces(n, 3);
  });
  const auto log_step = [](double factor) {
    char text[64];
    std::snprintf(text, sizeof text, "%a", factor);
    return "{" + std::string(text) + ", " + pieces(minus_log(factor), 3) + "}";
  };
  table("Near 1/m for the i-th of 128 steps of the mantissa m, see det_pow.cpp", "LogStep", "kLogCoarse", 128,
        [&](int i) { return log_step(coarse_factor(i)); });
  table("1 - (i - 65) / 2^13", "LogStep", "kLogFine", 131,
        [&](int i) { return log_step(1.0 - (i - 65) * 0x1p-13); });
  const auto power = [](double exponent) {
    Number n(exponent);
    mpfr_exp2(n.get(), n.get(), MPFR_RNDN);
    return pieces(n, 3);
  };
  table("2^(i/2^7)", "Double3", "kExpCoarse", 128, [&](int i) { return power(i * 0x1p-7); });
  table("2^(i/2^14)", "Double3", "kExpFine", 128, [&](int i) { return power(i * 0x1p-14); });
  std::printf("}  // namespace surefoot::det\n");
}
