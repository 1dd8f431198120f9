// Interior cells by id: looked up several times in every step indoors, never iterated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "world/cells.hpp"

namespace surefoot {

/// Open addressing over a power of two of slots, at most half of them taken.
class CellIndex {
 public:
  /// Null when there is none.
  [[nodiscard]] EnvCell* find(CellId id) const {
    if (slots_.empty()) return nullptr;
    for (std::size_t i = slot_of(id);; i = (i + 1) & mask_) {
      const Slot& s = slots_[i];
      if (s.cell == nullptr || s.id == id) return s.cell;
    }
  }
  /// False, and nothing changes, when there is one of that id.
  bool add(EnvCell& cell) {
    if (find(cell.id) != nullptr) return false;
    if (2 * (count_ + 1) > slots_.size()) grow();
    put({cell.id, &cell});
    ++count_;
    return true;
  }

 private:
  struct Slot {
    CellId id = 0;
    EnvCell* cell = nullptr;
  };

  /// Neighbouring ids lie side by side; the golden ratio spreads blocks.
  [[nodiscard]] std::size_t slot_of(CellId id) const {
    return static_cast<std::size_t>((id >> 16U) * 0x9E3779B1U + id) & mask_;
  }
  void put(const Slot& slot) {
    std::size_t i = slot_of(slot.id);
    while (slots_[i].cell != nullptr) i = (i + 1) & mask_;
    slots_[i] = slot;
  }
  void grow() {
    constexpr std::size_t kFirst = 16;
    std::vector<Slot> old(slots_.empty() ? kFirst : 2 * slots_.size());
    old.swap(slots_);
    mask_ = slots_.size() - 1;
    for (const Slot& s : old) {
      if (s.cell != nullptr) put(s);
    }
  }

  std::vector<Slot> slots_;
  std::size_t mask_ = 0;
  std::size_t count_ = 0;
};

}  // namespace surefoot
