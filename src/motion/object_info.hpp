// What the mover of one resolve is (spec 04 §1.1).
#pragma once

#include <cstdint>

#include "core/flags.hpp"
#include "world/entry_policy.hpp"

namespace surefoot {

class CellRegion;

struct ObjectInfo {
  std::uint32_t object_id = 0;      ///< the mover's own object; never tested against itself
  std::uint32_t physics_state = 0;  ///< PhysicsState bits of the body
  std::uint32_t state = 0;          ///< ObjectInfo bits; Contact and OnWalkable change during the resolve
  float step_up_height = 0.0F;      ///< metres
  float step_down_height = 0.0F;    ///< metres
  bool ethereal = false;
  bool step_down = true;                      ///< false for missiles
  std::uint32_t target_id = 0;                ///< a missile's designated target; 0 = none
  const EntryPolicy* entry_policy = nullptr;  ///< null: every cell is open
  CellRegion* region = nullptr;               ///< null: objects are looked for in every cell
  bool entry_granted = false;                 ///< a guarded cell let the mover in
  bool velocity_killed = false;  ///< `kill_velocity` was called: the caller zeroes the body's velocity

  [[nodiscard]] bool is(std::uint32_t flag) const { return (state & flag) != 0; }
  /// 0x0050CFE0
  void kill_velocity() { velocity_killed = true; }
};

}  // namespace surefoot
