// Terrain of one landblock: spec 05 §3, worked cases W1–W3 and W10; chapter 08 T02–T05.
#include "world/terrain.hpp"

#include <gtest/gtest.h>

#include "support/bits.hpp"

namespace surefoot {
namespace {

using test::has_bits;

TEST(SplitHash, W1_WorkedHashes) {
  const struct {
    std::uint32_t gx, gy, hash;
    bool sw_to_ne;
  } cases[] = {{0, 0, 0xAE6470DB, true},        {1, 0, 0x6C488D1E, false},
               {0, 1, 0x1A7F3662, false},       {1352, 1440, 0xC15BD913, true},
               {1353, 1440, 0x73B91436, false}, {1356, 1441, 0xB8DD994A, true},
               {2039, 2039, 0x3846F0E4, false}};
  for (const auto& c : cases) {
    EXPECT_EQ(split_hash(c.gx, c.gy), c.hash);
    EXPECT_EQ(splits_sw_to_ne(c.gx, c.gy), c.sw_to_ne);
  }
}

TEST(SplitHash, NumberOfDiagonalsOverTheWholeMap) {
  std::uint32_t count = 0;
  for (std::uint32_t x = 0; x < 2040; ++x) {
    for (std::uint32_t y = 0; y < 2040; ++y) count += splits_sw_to_ne(x, y) ? 1U : 0U;
  }
  EXPECT_EQ(count, 2081396U);
}

/// Cell (1,2) with corners SW 10, SE 22, NE 16, NW 14 at (24,48)…(48,72).
std::unique_ptr<Landblock> w2_block(bool sw_to_ne) {
  LandblockData data;
  data.z[1 * 9 + 2] = 10;
  data.z[2 * 9 + 2] = 22;
  data.z[2 * 9 + 3] = 16;
  data.z[1 * 9 + 3] = 14;
  std::array<bool, kLandCells> split{};
  split.fill(sw_to_ne);
  data.sw_to_ne = split;
  return make_landblock(0xA9B4, data, 0);
}

const LandCell& w2_cell(const Landblock& block) {
  return block.cells[1 * 8 + 2];
}

TEST(Terrain, W2_PlanesOfBothSplits) {
  const auto along = w2_block(true);
  const auto across = w2_block(false);
  const struct {
    const LandPolygon& poly;
    std::initializer_list<std::uint32_t> normal;
    std::uint32_t d;
  } cases[] = {{w2_cell(*along).polygons[0], {0xBEDF7482, 0x3E5F7482, 0x3F5F7482}, 0xC10BA8D1},
               {w2_cell(*along).polygons[1], {0xBDA7C758, 0xBE27C758, 0x3F7BAB05}, 0xB5555555},
               {w2_cell(*across).polygons[0], {0xBEE27888, 0xBE16FB06, 0x3F627888}, 0x410D8B55},
               {w2_cell(*across).polygons[1], {0xBDA50855, 0x3E778C80, 0x3F778C80}, 0xC1E813B8}};
  for (const auto& c : cases) {
    EXPECT_TRUE(has_bits(c.poly.plane.normal, c.normal));
    EXPECT_TRUE(has_bits(c.poly.plane.d, c.d));
  }
}

TEST(Terrain, W3_ContainmentIncludesBordersAndDiagonal) {
  const auto along = w2_block(true);
  const auto across = w2_block(false);
  const float just_west = float_from_bits(0x41BFFFFF);    // 23.999998
  const float just_inside = float_from_bits(0x423FFFFF);  // 47.999996
  const struct {
    Vec3 p;
    bool along0, along1, across0, across1;
  } cases[] = {
      {{30, 52, 0}, true, false, true, false},         {{36, 60, 0}, true, true, true, true},
      {{30, 70, 0}, false, true, false, true},         {{24, 60, 0}, false, true, true, false},
      {{48, 48, 0}, true, false, true, true},          {{just_west, 60, 0}, false, false, false, false},
      {{just_inside, 60, 0}, true, false, false, true}};
  for (const auto& c : cases) {
    SCOPED_TRACE(::testing::Message() << c.p.x << ", " << c.p.y);
    const auto in = [&](const Landblock& block, std::size_t i) {
      return point_in_poly2d(w2_cell(block).polygons[i].vertices, c.p, Sidedness::Positive);
    };
    EXPECT_EQ(in(*along, 0), c.along0);
    EXPECT_EQ(in(*along, 1), c.along1);
    EXPECT_EQ(in(*across, 0), c.across0);
    EXPECT_EQ(in(*across, 1), c.across1);
  }
  EXPECT_EQ(find_terrain_poly(w2_cell(*along), {36, 60, 0}), w2_cell(*along).polygons.data())
      << "the first wins on the diagonal";
}

TEST(Terrain, W10_WaterTypesAndDepths) {
  LandblockData data;
  data.terrain[3 * 9 + 3] = 0x10 << 2;
  data.terrain[3 * 9 + 4] = 0x14 << 2;
  const auto block = make_landblock(0xA9B4, data, 0);
  const auto type = [&](std::size_t cx, std::size_t cy) { return block->cells[cx * 8 + cy].water_type; };
  EXPECT_EQ(type(2, 3), WaterType::partial);
  EXPECT_EQ(type(3, 3), WaterType::partial);
  EXPECT_EQ(type(2, 2), WaterType::partial);
  EXPECT_EQ(type(2, 4), WaterType::partial);
  EXPECT_EQ(type(4, 4), WaterType::none);
  EXPECT_EQ(block->water_type, WaterType::partial);
  const LandCell& cell = block->cells[2 * 8 + 3];
  EXPECT_EQ(low_word(cell.id), 0x14U);
  const float past_x = float_from_bits(to_bits(60.0F) + 1);
  const float past_y = float_from_bits(to_bits(84.0F) + 1);
  EXPECT_TRUE(has_bits(get_water_depth(cell, {60, 84, 0}), 0x3DCCCCCD));
  EXPECT_TRUE(has_bits(get_water_depth(cell, {past_x, 84, 0}), 0x3EE66666));
  EXPECT_TRUE(has_bits(get_water_depth(cell, {past_x, past_y, 0}), 0x3EE66666));
  EXPECT_TRUE(has_bits(get_water_depth(cell, {60, past_y, 0}), 0x3DCCCCCD));
}

TEST(Terrain, W10_AllWaterIsDeepAnywhere) {
  LandblockData data;
  data.terrain.fill(0x12 << 2);
  const auto block = make_landblock(0xA9B4, data, 0);
  EXPECT_EQ(block->water_type, WaterType::entire);
  EXPECT_EQ(get_water_depth(block->cells[0], {1, 1, 0}), 0.9F);
  EXPECT_EQ(get_water_depth(make_landblock(0xA9B4, LandblockData{}, 0)->cells[0], {1, 1, 0}), 0.0F);
}

// 08 T05: x-major numbering; T04: the split decides the surface triangle.
TEST(Terrain, T05_CellNumbersAreXMajor) {
  const auto block = make_landblock(0xA9B4, LandblockData{}, 100);
  EXPECT_EQ(block->cells[0].id, 0xA9B40001U);
  EXPECT_EQ(block->cells[8].id, 0xA9B40009U);
  EXPECT_EQ(block->cells[63].id, 0xA9B40040U);
  EXPECT_EQ(block->cells[63].slot, 163U);
  EXPECT_EQ(block->cells[8].pos.frame.origin.x, 36.0F);
  EXPECT_EQ(block->cells[8].pos.frame.origin.y, 12.0F);
}

// 08 T03: index(x) = 20 x; the triangle's normal is the slope's.
TEST(Terrain, T03_NormalOfAUniformSlope) {
  LandblockData data;
  for (std::size_t x = 0; x < kVertexSide; ++x) {
    for (std::size_t y = 0; y < kVertexSide; ++y) data.z[x * 9 + y] = 20.0F * static_cast<float>(x);
  }
  const auto block = make_landblock(0xA9B4, data, 0);
  const LandPolygon* poly = find_terrain_poly(block->cells[0], {12, 12, 0});
  ASSERT_NE(poly, nullptr);
  EXPECT_NEAR(poly->plane.normal.z, 0.7682213F, 1e-5F);
}

}  // namespace
}  // namespace surefoot
