// The cells that one mover keeps to while others move at the same time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "world/cells.hpp"

namespace surefoot {

/// Movers whose regions have no cell in common cannot meet: each looks for objects, and is listed, in its own cells
/// alone. Whoever moves them finds out by `left` that one did not.
class CellRegion {
 public:
  static constexpr std::size_t kMost = 12;

  void clear() {
    count_ = 0;
    left_ = false;
  }
  /// False when there is no room for it.
  [[nodiscard]] bool add(const ObjCell& cell) {
    if (contains(cell)) return true;
    if (count_ == kMost) return false;
    cells_[count_++] = &cell;
    return true;
  }
  [[nodiscard]] bool contains(const ObjCell& cell) const {
    for (std::size_t i = 0; i < count_; ++i) {
      if (cells_[i] == &cell) return true;
    }
    return false;
  }
  /// Whether a cell is in it; notes that somebody wanted out when it is not.
  [[nodiscard]] bool admits(const ObjCell& cell) {
    if (contains(cell)) return true;
    leave();
    return false;
  }
  void leave() { left_ = true; }
  [[nodiscard]] bool left() const { return left_; }
  [[nodiscard]] std::span<const ObjCell* const> cells() const { return {cells_.data(), count_}; }
  [[nodiscard]] bool meets(const CellRegion& other) const {
    return std::any_of(cells_.begin(), cells_.begin() + static_cast<std::ptrdiff_t>(count_),
                       [&](const ObjCell* c) { return other.contains(*c); });
  }

 private:
  std::array<const ObjCell*, kMost> cells_{};
  std::size_t count_ = 0;
  bool left_ = false;
};

}  // namespace surefoot
