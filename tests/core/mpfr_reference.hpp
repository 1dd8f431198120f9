// MPFR as the reference of det_math.
#pragma once

#include <mpfr.h>

#include <cmath>

#include "core/bits.hpp"

namespace surefoot::test {

using Unary = double (*)(double);
using Binary = double (*)(double, double);
using MpfrUnary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using MpfrBinary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

/// MPFR's correctly rounded binary64 results, subnormals and overflow included.
class Reference {
 public:
  Reference() {
    mpfr_set_emin(-1073);
    mpfr_set_emax(1024);
    mpfr_inits2(53, x_, y_, result_, static_cast<mpfr_ptr>(nullptr));
  }
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;
  ~Reference() { mpfr_clears(x_, y_, result_, static_cast<mpfr_ptr>(nullptr)); }

  double operator()(MpfrUnary f, double x) {
    mpfr_set_d(x_, x, MPFR_RNDN);
    return rounded(f(result_, x_, MPFR_RNDN));
  }
  double operator()(MpfrBinary f, double x, double y) {
    mpfr_set_d(x_, x, MPFR_RNDN);
    mpfr_set_d(y_, y, MPFR_RNDN);
    return rounded(f(result_, x_, y_, MPFR_RNDN));
  }

 private:
  double rounded(int ternary) {
    mpfr_subnormalize(result_, ternary, MPFR_RNDN);
    return mpfr_get_d(result_, MPFR_RNDN);
  }

  mpfr_t x_;
  mpfr_t y_;
  mpfr_t result_;
};

inline bool same(double a, double b) {
  return std::isnan(a) ? std::isnan(b) : to_bits(a) == to_bits(b);
}
inline bool same(float a, float b) {
  return std::isnan(a) ? std::isnan(b) : to_bits(a) == to_bits(b);
}

}  // namespace surefoot::test
