// Which cells an object's parts reach: where it is listed (spec 03 §9.3, 05 §4.5).
#pragma once

#include <span>

#include "world/world.hpp"

namespace surefoot {

/// `find_bbox_cell_list` 0x00510FC0: the object's own cell, then the flood through portals. Uses unscaled
/// boxes. `each_part`: divergence `ace_every_part_anchors`.
[[nodiscard]] CellArray find_bbox_cell_list(const World& world, const ObjCell& own,
                                            std::span<const Part> parts, bool each_part = false);

/// The sphere flood of cell_list.hpp without a current-cell search; spheres in block coordinates of
/// `position`.
[[nodiscard]] CellArray find_sphere_cell_list(const World& world, const Position& position,
                                              std::span<const Sphere> placed, bool do_not_load_cells);

/// `calc_cross_cells` 0x00515230, or `calc_cross_cells_static` 0x00515160: the cells an object is to be
/// listed in.
[[nodiscard]] CellArray find_shadow_cells(const World& world, const PhysicsObject& object, bool is_static,
                                          const Registration& registration = {});

}  // namespace surefoot
