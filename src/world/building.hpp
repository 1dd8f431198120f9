// Buildings: a shell attached to one land cell, with portals into its interior cells (spec 05 §5).
#pragma once

#include <cstdint>
#include <vector>

#include "world/object.hpp"

namespace surefoot {

/// A portal of a building. Entry is decided by the interior cell's volume alone; the polygon is not
/// consulted.
struct BldPortal {
  CellId other_cell_id = 0;  ///< interior cell, full id
  std::int16_t other_portal_id =
      -1;  ///< index of the reciprocal portal inside it; negative disables the portal
  std::uint8_t portal_side = 0;
  bool exact_match = false;
  std::vector<CellId> stab_list;
};

struct Building {
  std::uint32_t id = 0;         ///< for messages; 0 = none
  Position position;            ///< as authored, not adjusted
  CellId land_cell = 0;         ///< the one it is attached to, given by the world
  Part part;                    ///< only part 0 of a model collides; `gfxobj` null = nothing to collide with
  std::uint32_t model = 0;      ///< what it was made of, for writers: a shape's or a setup's id; 0 = not told
  std::uint32_t placement = 0;  ///< of a setup: the key of the frames its part stands by
  std::uint32_t leaves = 1;     ///< as authored; nothing looks at it
  std::vector<BldPortal> portals;
};

}  // namespace surefoot
