// Packing of sections.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "shape/flat_bsp.hpp"

namespace surefoot::io::prepared {

/// No section is packed closer than this: a few bytes must not ask for all the memory there is.
inline constexpr std::size_t kMostRatio = 1024;

/// Empty when packing does not make it smaller, or too small.
[[nodiscard]] std::vector<std::byte> pack(std::span<const std::byte> bytes);

/// Refuses (`bad_syntax`) whatever does not unpack to exactly `size` bytes.
[[nodiscard]] Expected<FlatBytes> unpack(std::span<const std::byte> packed, std::size_t size);

}  // namespace surefoot::io::prepared
