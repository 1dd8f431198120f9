// Bit patterns of numbers. `std::bit_cast` is missing from the libc++ of Emscripten 3.1.6.
#pragma once

#include <cstdint>

namespace surefoot {

template <class To, class From>
[[nodiscard]] constexpr To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}

[[nodiscard]] constexpr std::uint32_t to_bits(float f) {
  return bit_cast<std::uint32_t>(f);
}
[[nodiscard]] constexpr std::uint64_t to_bits(double d) {
  return bit_cast<std::uint64_t>(d);
}
[[nodiscard]] constexpr float float_from_bits(std::uint32_t u) {
  return bit_cast<float>(u);
}
[[nodiscard]] constexpr double double_from_bits(std::uint64_t u) {
  return bit_cast<double>(u);
}

}  // namespace surefoot
