// Which cells an object's parts reach: where it is listed (spec 03 §9.3, 05 §4.5).
#pragma once

#include <span>

#include "world/world.hpp"

namespace surefoot {

/// `find_bbox_cell_list` 0x00510FC0: the object's own cell, then the flood through portals. Uses unscaled
/// boxes.
[[nodiscard]] CellArray find_bbox_cell_list(const World& world, const ObjCell& own,
                                            std::span<const Part> parts);

}  // namespace surefoot
