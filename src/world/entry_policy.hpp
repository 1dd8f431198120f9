// Who may enter a guarded cell (house barriers, spec 05 §8). The host decides.
#pragma once

#include <cstdint>

namespace surefoot {

/// Answers must not change while a resolve runs.
class EntryPolicy {
 public:
  enum class Answer : std::uint8_t {
    open,     ///< may go in
    refused,  ///< may not: blocked, with the barrier's normal outdoors
    unknown,  ///< the guarding object is not known: blocked, without a normal (fails closed)
  };

  EntryPolicy() = default;
  EntryPolicy(const EntryPolicy&) = delete;
  EntryPolicy& operator=(const EntryPolicy&) = delete;
  virtual ~EntryPolicy() = default;

  /// `can_bypass_move_restrictions` of the mover.
  [[nodiscard]] virtual bool can_bypass(std::uint32_t mover_id) const = 0;
  /// `can_move_into` of the object that guards the cell.
  [[nodiscard]] virtual Answer can_move_into(std::uint32_t restriction_obj, std::uint32_t mover_id) const = 0;
};

}  // namespace surefoot
