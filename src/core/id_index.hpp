// Things by id: looked up several times in every step, never iterated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace surefoot {

/// Open addressing over a power of two of slots, at most half of them taken. Does not own what it points to.
template <class T>
class IdIndex {
 public:
  /// Null when there is none.
  [[nodiscard]] T* find(std::uint32_t id) const {
    if (slots_.empty()) return nullptr;
    for (std::size_t i = home(id);; i = next(i)) {
      const Slot& s = slots_[i];
      if (s.thing == nullptr || s.id == id) return s.thing;
    }
  }
  /// False, and nothing changes, when there is one of that id.
  bool add(std::uint32_t id, T& thing) {
    if (find(id) != nullptr) return false;
    if (2 * (count_ + 1) > slots_.size()) grow();
    put({id, &thing});
    ++count_;
    return true;
  }
  /// False when there is none of that id.
  bool remove(std::uint32_t id) {
    if (find(id) == nullptr) return false;
    std::size_t hole = home(id);
    while (slots_[hole].id != id || slots_[hole].thing == nullptr) hole = next(hole);
    // What comes after, up to the next gap, moves up where its home allows it.
    for (std::size_t i = next(hole); slots_[i].thing != nullptr; i = next(i)) {
      const std::size_t from_home = (i - home(slots_[i].id)) & mask_;
      if (from_home < ((i - hole) & mask_)) continue;
      slots_[hole] = slots_[i];
      hole = i;
    }
    slots_[hole] = {};
    --count_;
    return true;
  }

 private:
  struct Slot {
    std::uint32_t id = 0;
    T* thing = nullptr;
  };

  /// Neighbouring ids lie side by side; the golden ratio spreads what differs in the upper half (landblocks).
  [[nodiscard]] std::size_t home(std::uint32_t id) const {
    return static_cast<std::size_t>((id >> 16U) * 0x9E3779B1U + id) & mask_;
  }
  [[nodiscard]] std::size_t next(std::size_t i) const { return (i + 1) & mask_; }
  void put(const Slot& slot) {
    std::size_t i = home(slot.id);
    while (slots_[i].thing != nullptr) i = next(i);
    slots_[i] = slot;
  }
  void grow() {
    constexpr std::size_t kFirst = 16;
    std::vector<Slot> old(slots_.empty() ? kFirst : 2 * slots_.size());
    old.swap(slots_);
    mask_ = slots_.size() - 1;
    for (const Slot& s : old) {
      if (s.thing != nullptr) put(s);
    }
  }

  std::vector<Slot> slots_;
  std::size_t mask_ = 0;
  std::size_t count_ = 0;
};

}  // namespace surefoot
