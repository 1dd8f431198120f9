// Which cell is a told place in? (spec 06 §11.3)
#pragma once

#include "world/world.hpp"

namespace surefoot {

/// `find_visible_child_cell` 0x0052DC50: `cell` if it contains `p` (block coordinates), else the first of the loaded
/// cells it sees that does; null when none.
[[nodiscard]] const EnvCell* find_visible_child_cell(const World& world, const EnvCell& cell, const Vec3& p);

/// `AdjustPosition` 0x00511D80: the cell `p` is in, for a body whose foot sphere is centred on `low_pt` (its own
/// axes), and `p` named after it. Indoors the named cell or one it sees, or, where daylight comes in, the land
/// outside; outdoors the land cell under the origin. Null: no such place, or not loaded.
template <class Rules>
[[nodiscard]] const ObjCell* adjust_position(const Rules& rules, const World& world, Position& p,
                                             const Vec3& low_pt);
[[nodiscard]] inline const ObjCell* adjust_position(const World& world, Position& p, const Vec3& low_pt) {
  return adjust_position(Retail{}, world, p, low_pt);
}

}  // namespace surefoot
