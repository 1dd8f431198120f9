#include "core/cell_id.hpp"

#include <cassert>
#include <cmath>

namespace surefoot {

namespace {

/// Steps of kCellLength from the block corner; absent when the quotient cannot be a land coordinate (also NaN).
std::optional<std::int32_t> cells_along(float v) {
  const float f = std::floor(v / kCellLength);
  if (!(f >= -4096.0F && f <= 4096.0F)) return std::nullopt;
  return static_cast<std::int32_t>(f);
}

}  // namespace

std::optional<LandCoord> blockid_to_lcoord(CellId id) {
  if (id == 0) return std::nullopt;
  const LandCoord c = block_corner(id);
  if (!in_bounds(c)) return std::nullopt;
  return c;
}

bool inbound_valid_cellid(CellId id) {
  return low_in_range(id) && in_bounds(block_corner(id));
}

std::optional<LandCoord> gid_to_lcoord(CellId id) {
  if (!inbound_valid_cellid(id) || !is_outdoor(id)) return std::nullopt;
  const auto low = static_cast<std::int32_t>(low_word(id)) - 1;
  LandCoord c = block_corner(id);
  c.x += low >> 3;
  c.y += low & 7;
  if (!in_bounds(c)) return std::nullopt;
  return c;
}

CellId block_id_of(LandCoord c) {
  const CellId id = lcoord_to_gid(c);
  return id == 0 ? 0 : (id | 0xFFFFU);
}

Vec3 get_other_block_offset(CellId from, CellId to) {
  assert(to != 0);
  if (to == 0) return {};
  const LandCoord f = from != 0 ? block_corner(from) : LandCoord{};
  const LandCoord t = block_corner(to);
  return {static_cast<float>(t.x - f.x) * kCellLength, static_cast<float>(t.y - f.y) * kCellLength, 0.0F};
}

std::optional<LandCoord> get_outside_lcoord(CellId id, const Vec3& loc) {
  if (!low_in_range(id)) return std::nullopt;
  const auto corner = blockid_to_lcoord(id);
  const auto dx = cells_along(loc.x);
  const auto dy = cells_along(loc.y);
  if (!corner || !dx || !dy) return std::nullopt;
  const LandCoord c{corner->x + *dx, corner->y + *dy};
  if (!in_bounds(c)) return std::nullopt;
  return c;
}

bool adjust_to_any_outside(CellId& id, Vec3& loc) {
  if (low_in_range(id)) {
    if (std::fabs(loc.x) < kEpsilon) loc.x = 0.0F;
    if (std::fabs(loc.y) < kEpsilon) loc.y = 0.0F;
    if (const auto c = get_outside_lcoord(id, loc)) {
      id = lcoord_to_gid(*c);
      loc.x = loc.x - std::floor(loc.x / kBlockLength) * kBlockLength;
      loc.y = loc.y - std::floor(loc.y / kBlockLength) * kBlockLength;
      return true;
    }
  }
  id = 0;
  return false;
}

bool within_block(const Vec3& p, float r) {
  return p.x >= r && p.y >= r && (kBlockLength - r) > p.x && (kBlockLength - r) > p.y;
}

}  // namespace surefoot
