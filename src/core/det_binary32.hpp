// Binary32 functions with the errors of a C library, for the port that was recorded with them (divergence
// `gdle_path_binary32`). Nothing else may use them: `det_math.hpp` has the correctly rounded ones.
//
// The GNU C library, 2.36 for one, evaluates short polynomials in binary32 (sine and cosine in binary64), and the nearest
// number is missed by 11 arc tangents of 100, 4 arc sines, 1 sine and few cosines. Its polynomials and the splits of the
// range are written down here anew, without any call but `std::sqrt`: the same bits on every platform. Compared with
// version 2.36 on x86-64: `asin` for every argument, `sin` and `cos` for every one up to 8, `atan2` for 4·10^8 pairs.
#pragma once

namespace surefoot::det::binary32 {

/// Radians, |x| below 120; beyond, and for a NaN, NaN.
[[nodiscard]] float sin(float x);
[[nodiscard]] float cos(float x);
/// Radians in [-π/2, π/2]; NaN outside [-1, 1].
[[nodiscard]] float asin(float x);
/// Radians in [-π, π], of finite arguments.
[[nodiscard]] float atan2(float y, float x);

}  // namespace surefoot::det::binary32
