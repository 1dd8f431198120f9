#include "world/terrain.hpp"

#include "shape/polygon.hpp"

namespace surefoot {

namespace {

constexpr float kPartialDryDepth = float_from_bits(0x3DCCCCCDU);  // 0.1
constexpr float kPartialWetDepth = float_from_bits(0x3EE66666U);  // 0.45
constexpr float kEntireDepth = float_from_bits(0x3F666666U);      // 0.9

std::size_t vertex_index(std::size_t x, std::size_t y) {
  return x * kVertexSide + y;
}

WaterType cell_water(const LandblockData& data, std::size_t cx, std::size_t cy) {
  int wet = 0;
  for (std::size_t dx = 0; dx < 2; ++dx) {
    for (std::size_t dy = 0; dy < 2; ++dy)
      wet += is_water_terrain(data.terrain[vertex_index(cx + dx, cy + dy)]) ? 1 : 0;
  }
  return wet == 0 ? WaterType::none : wet == 4 ? WaterType::entire : WaterType::partial;
}

/// `calc_water_depth` 0x005315F0: the nearest corner sample decides; ties go west and south.
float calc_water_depth(const LandCell& cell, const Vec3& p, bool north_east) {
  const std::uint32_t low = low_word(cell.id) - 1;
  const std::size_t cx = low >> 3;
  const std::size_t cy = low & 7U;
  const auto middle = [](std::size_t c) { return static_cast<float>(24 * c + 12); };
  const auto nearest = [&](float v, std::size_t c) {
    const bool first = north_east ? v < middle(c) : v <= middle(c);
    return first ? c : c + 1;
  };
  const std::size_t vx = nearest(p.x, cx);
  const std::size_t vy = nearest(p.y, cy);
  return is_water_terrain(cell.landblock->terrain[vertex_index(vx, vy)]) ? kPartialWetDepth
                                                                         : kPartialDryDepth;
}

}  // namespace

LandPolygon make_land_polygon(const Vec3& a, const Vec3& b, const Vec3& c) {
  LandPolygon p;
  p.vertices = {a, b, c};
  p.plane = make_plane(p.vertices);
  const Vec3* prev = &p.vertices[0];
  for (std::size_t i = 3; i-- > 0;) {
    const Vec3& cur = p.vertices[i];
    const float ea = prev->y - cur.y;
    const float eb = cur.x - prev->x;
    p.edges[2 - i] = {ea, eb, (-(ea * cur.x)) - eb * cur.y};
    prev = &cur;
  }
  return p;
}

std::uint32_t split_hash(std::uint32_t gx, std::uint32_t gy) {
  return gy * (214614067U * gx + 1813693831U) - 1109124029U * gx - 1369149221U;
}

bool splits_sw_to_ne(std::uint32_t gx, std::uint32_t gy) {
  return (split_hash(gx, gy) & 0x80000000U) != 0;
}

bool is_water_terrain(std::uint16_t word) {
  const int type = (word >> 2) & 0x1F;
  return type >= 0x10 && type <= 0x14;
}

std::unique_ptr<Landblock> make_landblock(BlockId id, const LandblockData& data, std::uint32_t first_slot) {
  auto block = std::make_unique<Landblock>();
  block->id = id;
  block->terrain = data.terrain;
  const CellId base = static_cast<CellId>(id) << 16;
  const std::uint32_t block_x = id >> 8U;
  const std::uint32_t block_y = id & 0xFFU;
  const auto vertex = [&](std::size_t x, std::size_t y) {
    return Vec3{static_cast<float>(x) * kCellLength, static_cast<float>(y) * kCellLength,
                data.z[vertex_index(x, y)]};
  };
  bool some_water = false;
  bool all_entire = true;
  for (std::size_t cx = 0; cx < kBlockSide; ++cx) {
    for (std::size_t cy = 0; cy < kBlockSide; ++cy) {
      const std::size_t i = cx * kBlockSide + cy;
      LandCell& cell = block->cells[i];
      cell.kind = ObjCell::Kind::land;
      cell.id = base | static_cast<CellId>(i + 1);
      cell.seen_outside = true;
      cell.slot = first_slot + static_cast<std::uint32_t>(i);
      cell.landblock = block.get();
      cell.pos.cell_id = cell.id;
      cell.pos.frame.origin = {static_cast<float>(2 * cx + 1) * kHalfCellLength,
                               static_cast<float>(2 * cy + 1) * kHalfCellLength, 0.0F};
      const Vec3 sw = vertex(cx, cy);
      const Vec3 se = vertex(cx + 1, cy);
      const Vec3 ne = vertex(cx + 1, cy + 1);
      const Vec3 nw = vertex(cx, cy + 1);
      block->sw_to_ne[i] = data.sw_to_ne ? (*data.sw_to_ne)[i]
                                         : splits_sw_to_ne(block_x * 8U + static_cast<std::uint32_t>(cx),
                                                           block_y * 8U + static_cast<std::uint32_t>(cy));
      if (block->sw_to_ne[i])
        cell.polygons = {make_land_polygon(sw, se, ne), make_land_polygon(sw, ne, nw)};
      else
        cell.polygons = {make_land_polygon(sw, se, nw), make_land_polygon(ne, nw, se)};
      cell.water_type = cell_water(data, cx, cy);
      some_water = some_water || cell.water_type != WaterType::none;
      all_entire = all_entire && cell.water_type == WaterType::entire;
    }
  }
  block->water_type = !some_water ? WaterType::none : all_entire ? WaterType::entire : WaterType::partial;
  return block;
}

float get_water_depth(const LandCell& cell, const Vec3& p, bool north_east) {
  switch (cell.water_type) {
    case WaterType::none:
      return 0.0F;
    case WaterType::entire:
      return kEntireDepth;
    case WaterType::partial:
      return cell.landblock != nullptr ? calc_water_depth(cell, p, north_east) : kPartialDryDepth;
  }
  return 0.0F;
}

}  // namespace surefoot
