// Little-endian numbers in bytes, whatever the machine's own order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/bits.hpp"

namespace surefoot::io {

/// The caller has checked that the bytes are there.
[[nodiscard]] inline std::uint32_t load_u32(std::span<const std::byte> b, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(b[at + i]) << (8 * i); };
  return byte(0) | byte(1) | byte(2) | byte(3);
}

[[nodiscard]] inline std::uint16_t load_u16(std::span<const std::byte> b, std::size_t at) {
  const unsigned low = std::to_integer<unsigned>(b[at]);
  const unsigned high = std::to_integer<unsigned>(b[at + 1]);
  return static_cast<std::uint16_t>(low | (high << 8U));
}

inline void append_u8(std::vector<std::byte>& out, std::uint8_t v) {
  out.push_back(static_cast<std::byte>(v));
}
inline void append_u16(std::vector<std::byte>& out, std::uint16_t v) {
  append_u8(out, static_cast<std::uint8_t>(v & 0xFFU));
  append_u8(out, static_cast<std::uint8_t>(v >> 8U));
}
inline void append_u32(std::vector<std::byte>& out, std::uint32_t v) {
  append_u16(out, static_cast<std::uint16_t>(v & 0xFFFFU));
  append_u16(out, static_cast<std::uint16_t>(v >> 16U));
}
inline void append_f32(std::vector<std::byte>& out, float v) {
  append_u32(out, to_bits(v));
}

}  // namespace surefoot::io
