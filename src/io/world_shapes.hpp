// Shapes and cell structures of `surefoot-world/1` (spec 07 §6.2, §6.4): vertices, polygons, trees.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "io/json.hpp"
#include "world/assets.hpp"

namespace surefoot::io {

/// The plane of a polygon without area: no normal (conformance case G11), and so far from everything that no
/// query can hit it. All zeros would not do: a plane without a normal is at distance `d` from every sphere,
/// so with d = 0 the precise test (spec 02 §2.4) would find each sphere touching and inside every edge.
[[nodiscard]] Plane never_hit_plane();
[[nodiscard]] bool is_never_hit(const Plane& plane);

/// `make_plane`, or `never_hit_plane` where that is no plane: NaN, infinite, or without a unit normal.
[[nodiscard]] Plane plane_of(std::span<const Vec3> vertices);

/// `bound` of spec 02 §8.3: the middle of the points' box, and the largest distance from it plus 1 mm. Zeros
/// without points.
[[nodiscard]] Sphere bound_of(const std::vector<Polygon>& polygons);

/// `build_bsp` of what can be hit. `altered` receives the authored form of polygons that were left out or
/// changed, for `check`.
[[nodiscard]] Expected<BspTree> build_tree(std::vector<Polygon> polygons, std::vector<Polygon>& altered);

/// A cell structure with what only its reading knows.
struct ReadStruct {
  std::unique_ptr<CellStruct> structure;
  Vec3 middle;  ///< mean of the vertices: where the interior is taken to lie (`"side": "auto"`)
};

/// Position of the portal polygon with this id, the first match among the structure's portals
/// (`CCellStruct::get_portal` 0x005338B0); absent when there is none.
[[nodiscard]] std::optional<std::uint32_t> find_portal(const CellStruct& structure, std::uint32_t polygon_id);

/// Mean of all vertices of the polygons, worked out in binary64.
[[nodiscard]] Vec3 middle_of(const std::vector<Polygon>& polygons);
/// Of all their vertices; zeros without any.
[[nodiscard]] Box box_of(const std::vector<Polygon>& polygons);

/// Errors go to the cursor; the result is then of no use.
[[nodiscard]] std::unique_ptr<GfxObj> read_gfxobj(const Cursor& c, std::uint32_t id);
/// `portals_of_cell`: ids of the polygons a cell with an inline structure uses as portals, for a structure
/// that does not list its own.
[[nodiscard]] ReadStruct read_cell_struct(const Cursor& c, const std::vector<std::uint32_t>& portals_of_cell);

}  // namespace surefoot::io
