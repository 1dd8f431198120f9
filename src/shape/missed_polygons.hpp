// The polygons that a walk has already looked at in vain: leaves share polygons, and a second look at the same sphere
// answers the same.
#pragma once

#include <array>
#include <cstdint>

namespace surefoot {

/// Remembers some; the prepared form's only, whose polygons have numbers. A traced walk looks again and tells so.
template <class Rules>
class MissedPolygons {
 public:
  template <class Poly>
  [[nodiscard]] bool holds(const Poly& p) const {
    if constexpr (!Rules::kTraced && Poly::kPicked)
      return (used_ >> (p.number % kSlots) & 1U) != 0 && slots_[p.number % kSlots] == p.number;
    else
      return false;
  }
  template <class Poly>
  void add(const Poly& p) {
    if constexpr (!Rules::kTraced && Poly::kPicked) {
      used_ |= 1U << (p.number % kSlots);
      slots_[p.number % kSlots] = p.number;
    }
  }
  /// The sphere is another one now.
  void forget() { used_ = 0; }

 private:
  static constexpr std::uint32_t kSlots = 32;
  std::uint32_t used_ = 0;
  // Not value-initialised: what is not in use is not read.
  std::array<std::uint32_t, kSlots> slots_;  // NOLINT(cppcoreguidelines-pro-type-member-init)
};

}  // namespace surefoot
