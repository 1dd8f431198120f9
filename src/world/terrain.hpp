// Terrain of one landblock: height samples, triangles, water (spec 05 §2, §3).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "world/cells.hpp"

namespace surefoot {

inline constexpr std::size_t kBlockSide = 8;      ///< land cells per landblock edge
inline constexpr std::size_t kVertexSide = 9;     ///< samples per landblock edge
inline constexpr std::size_t kLandCells = 64;     ///< per landblock, index cx*8 + cy
inline constexpr std::size_t kLandVertices = 81;  ///< per landblock, index x*9 + y (x east, y north)

/// How much of a cell, or of a block, is water (05 §3.6).
enum class WaterType : std::uint8_t { none = 0, partial = 1, entire = 2 };

/// 16-bit landblock number: column in the high byte, row in the low.
using BlockId = std::uint16_t;

[[nodiscard]] constexpr BlockId block_of(CellId id) {
  return static_cast<BlockId>(id >> 16);
}

/// What a landblock is made from.
struct LandblockData {
  std::array<float, kLandVertices> z{};                  ///< metres
  std::array<std::uint16_t, kLandVertices> terrain{};    ///< bits 0–1 road, 2–6 type, 11–15 scenery
  std::optional<std::array<bool, kLandCells>> sw_to_ne;  ///< diagonals; absent: the client's hash decides
};

/// An edge of a triangle seen from above, with the parts of `point_in_poly2d`'s sum that no point changes.
struct LandEdge {
  float a = 0.0F;  ///< of x
  float b = 0.0F;  ///< of y
  float c = 0.0F;
  /// The side of the edge `p` lies on: above 0 is outside.
  [[nodiscard]] float side(const Vec3& p) const { return (c + b * p.y) + a * p.x; }
};

/// One terrain triangle, block coordinates, counter-clockwise seen from above.
struct LandPolygon {
  Plane plane;
  std::array<Vec3, 3> vertices;
  std::array<LandEdge, 3> edges;  ///< in the order `point_in_poly2d` asks them

  /// `point_in_poly2d` 0x00538060 with the inside in front, by the same bits.
  [[nodiscard]] bool is_over(const Vec3& p) const {
    return !(edges[0].side(p) > 0.0F) && !(edges[1].side(p) > 0.0F) && !(edges[2].side(p) > 0.0F);
  }
};

struct Building;
struct Landblock;

/// A land cell (retail CLandCell): two triangles, and at most one building.
struct LandCell : ObjCell {
  Position pos;  ///< the cell's centre at z 0, identity rotation
  std::array<LandPolygon, 2> polygons;
  WaterType water_type = WaterType::none;
  const Landblock* landblock = nullptr;
  const Building* building = nullptr;
  const Building* last_building =
      nullptr;  ///< of several; a port keeps that one (divergence `ace_last_building`)
};

struct Landblock {
  BlockId id = 0;
  std::array<std::uint16_t, kLandVertices> terrain{};
  std::array<bool, kLandCells> sw_to_ne{};
  WaterType water_type = WaterType::none;
  std::array<LandCell, kLandCells> cells;
};

/// Does the land cell at these global coordinates split from south-west to north-east? Exact integer
/// arithmetic of `CLandBlockStruct::ConstructPolygons` 0x00531D10.
[[nodiscard]] bool splits_sw_to_ne(std::uint32_t gx, std::uint32_t gy);
/// The hash behind it.
[[nodiscard]] std::uint32_t split_hash(std::uint32_t gx, std::uint32_t gy);

/// Is a terrain word's type water (0x10..0x14)?
[[nodiscard]] bool is_water_terrain(std::uint16_t word);

/// Vertices, triangles, planes and water; `first_slot` numbers the cells' shadow lists.
[[nodiscard]] std::unique_ptr<Landblock> make_landblock(BlockId id, const LandblockData& data,
                                                        std::uint32_t first_slot);

/// 0x00532CF0: the triangle over `p` (block coordinates, z ignored), the first one on the diagonal; null
/// outside the cell.
[[nodiscard]] inline const LandPolygon* find_terrain_poly(const LandCell& cell, const Vec3& p) {
  for (const LandPolygon& poly : cell.polygons) {
    if (poly.is_over(p)) return &poly;
  }
  return nullptr;
}
/// `LandCell::point_in_cell` 0x00532D40; borders are inclusive.
[[nodiscard]] inline bool land_point_in_cell(const LandCell& cell, const Vec3& p) {
  return find_terrain_poly(cell, p) != nullptr;
}
/// `ObjCell::get_water_depth` 0x0052B8A0, metres the floor is lowered by. Half way between two samples the western and
/// southern one decides, or the other with `north_east` (divergence `ace_water_ties`).
[[nodiscard]] float get_water_depth(const LandCell& cell, const Vec3& p, bool north_east = false);

/// A triangle with its plane and edges.
[[nodiscard]] LandPolygon make_land_polygon(const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace surefoot
