// The few transcendental functions a result of ours may depend on (spec 06 §1).
//
// Binary64 in, correctly rounded binary64 out, the same bits on every platform: computed in double-double
// (pow in three doubles, exact cases in integers) and rounded once, without any libm call but `std::sqrt` and
// `std::floor`. The error before the last rounding is at most 2^-103 relative; there is no slower fallback,
// so a result nearer than that to a rounding boundary would be one ulp off. No sample of
// tests/core/det_math_test.cpp (10^6 per function against MPFR) is.
//
// Domain errors answer NaN and poles answer infinity as in IEEE 754 / C Annex F; no errno, no exceptions.
#pragma once

namespace surefoot::det {

[[nodiscard]] double pow(double base, double exponent);
/// Radians, any finite magnitude.
[[nodiscard]] double sin(double x);
[[nodiscard]] double cos(double x);
/// Radians in [-π/2, π/2]; NaN outside [-1, 1].
[[nodiscard]] double asin(double x);
/// Radians in [0, π]; NaN outside [-1, 1].
[[nodiscard]] double acos(double x);
/// Radians in [-π, π].
[[nodiscard]] double atan2(double y, double x);
/// Exact remainder of x/y truncated towards zero, sign of x.
[[nodiscard]] double fmod(double x, double y);

}  // namespace surefoot::det
