// The volume of a cell as a chain of planes (spec 02 §8.4).
#pragma once

#include <span>

#include "core/error.hpp"
#include "shape/bsp.hpp"

namespace surefoot {

/// `faces` are all faces of the cell, portals included, facing inward. Their distinct planes, in face order
/// and by the bits of the first of equal ones, become a chain whose inside is the positive side of every
/// plane.
///
/// A chain is an intersection of half-spaces, so a cell that is not convex is refused (`bad_value`) naming
/// the vertex and the plane it is behind; cut such a cell into convex ones joined by portals. Faces that look
/// outward are refused by the same test, and so are NaN, infinities and an empty list. That the faces close
/// the volume is not checked: an open side is unbounded.
///
/// Neighbours share their portal's plane with opposite normals, so that both contain a point within kEpsilon
/// of it and both touch a sphere 1 cm before it: intended (spec 02 §3.5).
[[nodiscard]] Expected<CellBsp> build_cell_chain(std::span<const Polygon> faces);

}  // namespace surefoot
