// Bodies on level ground, for the tests that drive them.
#pragma once

#include <memory>
#include <vector>

#include "body/motion_state.hpp"
#include "body/tick.hpp"
#include "body/velocity.hpp"
#include "support/flat_blocks.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {

inline constexpr float kLegRadius = 0.48F;

/// A creature that stands on a level plane at the height of its origin, awake.
inline Body standing(CellId cell, const Vec3& origin) {
  Body b;
  b.mover = mover_from_radius_height(kLegRadius, 1.83F);
  b.mover.step_up_height = b.mover.step_down_height = 0.4F;
  b.weenie = weenie::kExists | weenie::kCreature;
  b.position.cell_id = cell;
  b.position.frame.origin = origin;
  b.contact_plane = {{{0, 0, 1}, -origin.z}, cell, false};
  b.transient = transient_state::kActive | transient_state::kContact | transient_state::kOnWalkable;
  return b;
}

/// The room of the small worlds with a floor of 40 by 40 m at `z`.
inline void add_floor(World& world, float z) {
  add_room(world, make_single_leaf({floor_quad(1, -20, 20, -20, 20, z)}, {{0, 0, z}, 60}));
}

}  // namespace surefoot::test
