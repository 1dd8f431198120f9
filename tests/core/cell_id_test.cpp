// Spec 01 §8 and the LandDefs rows of §11.
#include "core/cell_id.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/bits.hpp"

namespace surefoot {
namespace {

using test::has_bits;
using test::same_bits;

TEST(CellId, LowWords) {
  for (const CellId id : {0xA9B40001U, 0xA9B40040U, 0xA9B40100U, 0xA9B4FFFDU, 0xA9B4FFFFU})
    EXPECT_TRUE(low_in_range(id)) << std::hex << id;
  for (const CellId id : {0xA9B40000U, 0xA9B40041U, 0xA9B400FFU, 0xA9B4FFFEU})
    EXPECT_FALSE(low_in_range(id)) << std::hex << id;
  EXPECT_TRUE(is_outdoor(0xA9B40040));
  EXPECT_TRUE(is_interior(0xA9B40100));
}

TEST(CellId, BlockToLandCoord) {
  EXPECT_EQ(blockid_to_lcoord(0xA9B40001), (LandCoord{1352, 1440}));
  EXPECT_FALSE(blockid_to_lcoord(0).has_value());
  EXPECT_FALSE(blockid_to_lcoord(0xFF000001).has_value());
  EXPECT_FALSE(blockid_to_lcoord(0x00FF0001).has_value());
  EXPECT_EQ(blockid_to_lcoord(0xFEFE0001), (LandCoord{2032, 2032}));
}

TEST(CellId, ValidIdsNeedColumnAndRowOnTheMap) {
  EXPECT_TRUE(inbound_valid_cellid(0xFEFE0001));
  EXPECT_FALSE(inbound_valid_cellid(0xFF000001));
  EXPECT_FALSE(inbound_valid_cellid(0x00FF0001)) << "ports test the column only";
  EXPECT_FALSE(inbound_valid_cellid(0xA9B40041));
}

TEST(CellId, LandCellToLandCoordAndBack) {
  EXPECT_EQ(gid_to_lcoord(0xA9B40001), (LandCoord{1352, 1440}));
  EXPECT_EQ(gid_to_lcoord(0xA9B40034), (LandCoord{1358, 1443}));
  EXPECT_FALSE(gid_to_lcoord(0xA9B40100).has_value());
  EXPECT_FALSE(gid_to_lcoord(0xA9B4FFFF).has_value());
  EXPECT_EQ(lcoord_to_gid({1358, 1443}), 0xA9B40034U);
  EXPECT_EQ(lcoord_to_gid({-1, 0}), 0U);
  EXPECT_EQ(lcoord_to_gid({0, 2040}), 0U);
  EXPECT_EQ(block_id_of({1358, 1443}), 0xA9B4FFFFU);
  EXPECT_EQ(block_id_of({2040, 0}), 0U);
  for (CellId low = 1; low <= 0x40; ++low) {
    const auto c = gid_to_lcoord(0x12340000U | low);
    ASSERT_TRUE(c.has_value());
    EXPECT_EQ(lcoord_to_gid(*c), 0x12340000U | low);
  }
}

TEST(CellId, BlockOffsets) {
  EXPECT_TRUE(same_bits(get_block_offset(0xA9B40001, 0xAAB30040), Vec3{192, -192, 0}));
  EXPECT_TRUE(same_bits(get_block_offset(0xA9B40001, 0xA9B40100), Vec3{0, 0, 0}));
  EXPECT_TRUE(same_bits(get_block_offset(0, 0x01010001), Vec3{192, 192, 0}));
}

struct Adjustment {
  CellId id;
  Vec3 loc;
  bool ok;
  CellId new_id;
  Vec3 new_loc;
};

TEST(CellId, AdjustToOutside) {
  const Adjustment rows[] = {
      {0xA9B40001, {25, 50, 0}, true, 0xA9B4000B, {25, 50, 0}},
      {0xA9B40001, {-0.5F, 193, 5}, true, 0xA8B50039, {191.5F, 1, 5}},
      {0xA9B40105, {191.9999F, 0.00005F, 1}, true, 0xA9B40039, {191.9999F, 0, 1}},
      {0x00000001, {-1, 5, 0}, false, 0, {-1, 5, 0}},
      {0xFE400001, {193, 10, 0}, false, 0, {193, 10, 0}},
      {0xA9B40050, {1, 1, 0}, false, 0, {1, 1, 0}},
  };
  for (const Adjustment& row : rows) {
    CellId id = row.id;
    Vec3 loc = row.loc;
    EXPECT_EQ(adjust_to_outside(id, loc), row.ok) << std::hex << row.id;
    EXPECT_EQ(id, row.new_id);
    EXPECT_TRUE(same_bits(loc, row.new_loc));
  }
}

TEST(CellId, AdjustToOutsideSnapsTheBlocksOwnBorder) {
  CellId id = 0xA9B40001;
  Vec3 loc{-0.00019F, -0.00021F, 0};
  EXPECT_TRUE(adjust_to_outside(id, loc));
  EXPECT_EQ(id, 0xA9B30008U);
  EXPECT_TRUE(has_bits(loc, {0, 0x433FFFF2, 0}));
  // The snap stays even when the call fails: west of the map.
  id = 0x00000001;
  loc = {-30, 0.0001F, 7};
  EXPECT_FALSE(adjust_to_outside(id, loc));
  EXPECT_TRUE(same_bits(loc, Vec3{-30, 0, 7}));
}

TEST(CellId, OutsideCoordOfAPointTooFarOrNaN) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(get_outside_lcoord(0xA9B40001, {nan, 0, 0}).has_value());
  EXPECT_FALSE(get_outside_lcoord(0xA9B40001, {1e30F, 0, 0}).has_value());
  EXPECT_EQ(get_outside_lcoord(0xA9B40001, {-24, 24, 0}), (LandCoord{1351, 1441}));
  EXPECT_FALSE(get_outside_lcoord(0xA9B4FFFE, {1, 1, 0}).has_value());
}

TEST(CellId, WithinBlockIsClosedInTheSouthWestAndOpenInTheNorthEast) {
  EXPECT_TRUE(within_block({0.5F, 0.5F, 0}, 0.5F));
  EXPECT_FALSE(within_block({0.25F, 1, 0}, 0.5F));
  EXPECT_FALSE(within_block({1, 0.25F, 0}, 0.5F));
  EXPECT_FALSE(within_block({191.5F, 1, 0}, 0.5F));
  EXPECT_FALSE(within_block({1, 191.5F, 0}, 0.5F));
  EXPECT_TRUE(within_block({191.25F, 191.25F, 0}, 0.5F));
}

}  // namespace
}  // namespace surefoot
