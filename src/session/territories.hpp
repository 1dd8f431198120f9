// Which part of the map each worker ticks the bodies of.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "body/body.hpp"

namespace surefoot {

/// Strips of land cells, along the axis on which the bodies are spread out farther, with about as many bodies in each.
/// The rooms of a landblock go with its first land cell. Nothing depends on them but time: bodies that can meet are in
/// order whoever ticks them.
class Territories {
 public:
  explicit Territories(unsigned workers) : workers_(workers) {}

  /// Looks where the bodies are, from time to time.
  void update(const std::map<std::uint32_t, Body>& bodies);
  [[nodiscard]] unsigned owner(CellId cell) const {
    const std::uint32_t at = along(cell);
    unsigned out = 0;
    for (const std::uint32_t first : firsts_) out += at >= first ? 1U : 0U;
    return out;
  }

 private:
  /// Land cells from the map's western or southern edge.
  [[nodiscard]] std::uint32_t along(CellId cell) const {
    const std::uint32_t low = cell & 0xFFFFU;
    const std::uint32_t in_block = low >= 1 && low <= 0x40 ? low - 1 : 0;
    return by_y_ ? (cell >> 16U & 0xFFU) * 8 + (in_block & 7U) : (cell >> 24U) * 8 + (in_block >> 3U);
  }

  unsigned workers_;
  bool by_y_ = false;
  std::vector<std::uint32_t> firsts_;  // of the strips but the first
  std::vector<CellId> sample_;
  std::size_t bodies_ = 0;
  unsigned age_ = 0;  // ticks
};

}  // namespace surefoot
