// fmod, which is exact, in integers. The others: det_trig.cpp (sin, cos), det_arc.cpp (asin, acos, atan2) and
// det_pow.cpp.
#include "core/det_math.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/bits.hpp"
#include "core/double_double.hpp"

namespace surefoot::det {

double fmod(double x, double y) {
  if (std::isnan(x) || std::isnan(y) || std::isinf(x) || y == 0.0) return kNaN;
  if (std::isinf(y) || std::fabs(x) < std::fabs(y)) return x;

  const Decomposed a = decompose(x);
  const Decomposed b = decompose(y);
  std::uint64_t rest = a.mantissa % b.mantissa;
  // The mantissas have 53 bits, so 11 more fit at a time.
  for (int left = a.exponent - b.exponent; left > 0 && rest != 0;) {
    const int step = std::min(left, 11);
    rest = (rest << step) % b.mantissa;
    left -= step;
  }
  if (rest == 0) return std::signbit(x) ? -0.0 : 0.0;

  // rest * 2^b.exponent: below |y|, and a multiple of the smallest subnormal as x and y are.
  const int shift = __builtin_clzll(rest) - 11;
  const int biased = b.exponent - shift + 1075;
  std::uint64_t u = 0;
  if (biased >= 1) {
    u = (rest << shift) + (static_cast<std::uint64_t>(biased - 1) << 52);
  } else {
    const int up = b.exponent + 1074;
    u = up >= 0 ? rest << up : rest >> -up;
  }
  return double_from_bits(u | (to_bits(x) & kSignBit));
}

}  // namespace surefoot::det
