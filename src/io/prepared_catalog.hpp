// What a prepared file reads when it is opened: everything of a world but geometry and terrain.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "world/world.hpp"

namespace surefoot::io::prepared {

[[nodiscard]] std::vector<std::byte> write_catalog(const World& world);

/// Shapes and structures a file has; both are numbered from `source` in this order.
struct Assets {
  std::shared_ptr<const ShapeSource> source;
  std::uint32_t shapes = 0;
  std::uint32_t structures = 0;
};

/// Fills an empty world whose landscape is set. Refuses what no world can be (`bad_value`).
[[nodiscard]] Expected<void> read_catalog(std::span<const std::byte> bytes, const Assets& assets,
                                          World& world);

}  // namespace surefoot::io::prepared
