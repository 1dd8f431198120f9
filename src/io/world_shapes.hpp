// Shapes and cell structures of `surefoot-world/1` (spec 07 §6.2, §6.4): vertices, polygons, trees.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "io/json.hpp"
#include "io/shape_geometry.hpp"
#include "world/assets.hpp"

namespace surefoot::io {

/// A sphere of an object, at most kMaxCoordinate from it and as large.
[[nodiscard]] Sphere read_sphere(const Cursor& c);

/// A cell structure with what only its reading knows.
struct ReadStruct {
  std::unique_ptr<CellStruct> structure;
  Vec3 middle;  ///< mean of the vertices: where the interior is taken to lie (`"side": "auto"`)
};

/// Position of the portal polygon with this id, the first match among the structure's portals
/// (`CCellStruct::get_portal` 0x005338B0); absent when there is none.
[[nodiscard]] std::optional<std::uint32_t> find_portal(const CellStruct& structure, std::uint32_t polygon_id);

/// Errors go to the cursor; the result is then of no use.
[[nodiscard]] std::unique_ptr<GfxObj> read_gfxobj(const Cursor& c, std::uint32_t id);
/// `portals_of_cell`: ids of the polygons a cell with an inline structure uses as portals, for a structure
/// that does not list its own.
[[nodiscard]] ReadStruct read_cell_struct(const Cursor& c, const std::vector<std::uint32_t>& portals_of_cell);

}  // namespace surefoot::io
