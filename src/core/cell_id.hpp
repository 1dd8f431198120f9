// Cell ids and LandDefs (spec 01 §8, 05 §1).
//
// An id is 0xXXYYCCCC: block column (east), block row (north), cell within the block. Low words
// 0x0001..0x0040 are land cells, 0x0100..0xFFFD interior cells, 0xFFFE the landblock-info record, 0xFFFF the
// landblock itself.
#pragma once

#include <cstdint>
#include <optional>

#include "core/vec3.hpp"

namespace surefoot {

using CellId = std::uint32_t;

/// `other_cell_id` of a portal that leads outdoors.
inline constexpr CellId kOutsideCellId = 0xFFFFFFFFU;
/// Land cells per world edge: 255 blocks of 8.
inline constexpr std::int32_t kLandLength = 2040;

/// Coordinates of a land cell over the whole map, each 0..2039 when in bounds.
struct LandCoord {
  std::int32_t x = 0;
  std::int32_t y = 0;
  friend constexpr bool operator==(const LandCoord&, const LandCoord&) = default;
};

[[nodiscard]] constexpr std::uint32_t low_word(CellId id) {
  return id & 0xFFFFU;
}
/// Outdoor also holds for invalid low words such as 0; those fail later, in `adjust_to_outside`.
[[nodiscard]] constexpr bool is_outdoor(CellId id) {
  return low_word(id) < 0x100U;
}
[[nodiscard]] constexpr bool is_interior(CellId id) {
  return !is_outdoor(id);
}
[[nodiscard]] constexpr bool low_in_range(CellId id) {
  const std::uint32_t low = low_word(id);
  return (low >= 1 && low <= 0x40) || (low >= 0x100 && low <= 0xFFFD) || low == 0xFFFF;
}

/// 0x0043D650
[[nodiscard]] constexpr bool in_bounds(LandCoord c) {
  return c.x >= 0 && c.x < kLandLength && c.y >= 0 && c.y < kLandLength;
}

/// South-west land cell of the id's block, on the map or not.
[[nodiscard]] constexpr LandCoord block_corner(CellId id) {
  return {static_cast<std::int32_t>((id >> 21) & 0x7F8U), static_cast<std::int32_t>((id >> 16) & 0xFFU) * 8};
}
/// The same; absent for id 0 and for blocks off the map (0x0043D680).
[[nodiscard]] std::optional<LandCoord> blockid_to_lcoord(CellId id);
/// 0x004979A0: low word valid, column and row on the map.
[[nodiscard]] bool inbound_valid_cellid(CellId id);
/// Absent for interior ids and ids off the map (0x00497A90).
[[nodiscard]] std::optional<LandCoord> gid_to_lcoord(CellId id);
/// 0 when out of bounds (0x004A19A0).
[[nodiscard]] constexpr CellId lcoord_to_gid(LandCoord c) {
  if (!in_bounds(c)) return 0;
  const auto x = static_cast<std::uint32_t>(c.x);
  const auto y = static_cast<std::uint32_t>(c.y);
  return ((((x >> 3) << 8) | (y >> 3)) << 16) | (1U + 8U * (x & 7U) + (y & 7U));
}
/// The block's own id (low word 0xFFFF) of a land coordinate; 0 when out of bounds.
[[nodiscard]] CellId block_id_of(LandCoord c);
/// `get_block_offset` for two different blocks.
[[nodiscard]] Vec3 get_other_block_offset(CellId from, CellId to);
/// Where `to`'s block corner lies in `from`'s block: add it to a point of block `to` to express it in block
/// `from` (0x0043E630). `to` must not be 0.
[[nodiscard]] inline Vec3 get_block_offset(CellId from, CellId to) {
  return (from >> 16) == (to >> 16) ? Vec3{} : get_other_block_offset(from, to);
}
/// Land cell under a point of the id's block; the point may lie outside 0..192 (0x005A9B00).
[[nodiscard]] std::optional<LandCoord> get_outside_lcoord(CellId id, const Vec3& loc);
/// `adjust_to_outside`, whatever the point.
bool adjust_to_any_outside(CellId& id, Vec3& loc);
/// Re-expresses `loc` in the land cell that contains it; false and id 0 off the map. x and y within kEpsilon
/// of the block's own south/west border are snapped to it even then (0x005A9BC0).
inline bool adjust_to_outside(CellId& id, Vec3& loc) {
  // Nearly always the point lies in its own block and stays as it is: the client's quotients, without its calls. A block
  // of the last column or row is off the map.
  const bool inside = loc.x >= kEpsilon && loc.x < kBlockLength && loc.y >= kEpsilon && loc.y < kBlockLength;
  const bool on_map = (id >> 24U) != 0xFFU && (id >> 16U & 0xFFU) != 0xFFU;
  if (!inside || !on_map || !low_in_range(id)) return adjust_to_any_outside(id, loc);
  const auto cx = static_cast<std::uint32_t>(static_cast<std::int32_t>(loc.x / kCellLength));
  const auto cy = static_cast<std::uint32_t>(static_cast<std::int32_t>(loc.y / kCellLength));
  id = (id & 0xFFFF0000U) | (1U + 8U * cx + cy);
  return true;
}
/// Strictly inside the block by at least `r` at the south/west, more than `r` at the north/east (0x0050E800).
[[nodiscard]] bool within_block(const Vec3& p, float r);

}  // namespace surefoot
