// Which cell a told place is in (spec 06 §11.3): two rooms that meet at x = 20, in a block of flat land.
#include "body/adjust_position.hpp"

#include <gtest/gtest.h>

#include "shape/cell_chain.hpp"
#include "support/bits.hpp"
#include "support/flat_blocks.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

constexpr CellId kWest = 0xA9B40100U;
constexpr CellId kEast = 0xA9B40101U;
constexpr Vec3 kLow{0, 0, 0.5F};

class AdjustPosition : public ::testing::Test {
 protected:
  AdjustPosition() {
    world.set_landscape(std::make_unique<FlatBlocks>(std::vector<BlockId>{0xA9B4, 0xAAB4}));
    west = &room(kWest, {Plane{{-1, 0, 0}, 20}, Plane{{1, 0, 0}, -10}, Plane{{0, 0, 1}, 0}});
    east = &room(kEast, {Plane{{1, 0, 0}, -20}, Plane{{-1, 0, 0}, 30}, Plane{{0, 0, 1}, 0}});
  }
  EnvCell& room(CellId id, const std::vector<Plane>& walls) {
    EnvCell& cell = add_room(world, {}, id);
    auto structure = std::make_unique<CellStruct>();
    structure->cell_bsp = make_cell_chain(walls);
    cell.structure = &world.add_cell_struct(std::move(structure));
    return cell;
  }
  /// The id of the cell found, 0 for none; `p` as it became.
  CellId adjust(CellId cell, const Vec3& origin) {
    p = in_room(origin, cell);
    const ObjCell* found = adjust_position(coverage_rules(), world, p, kLow);
    Position fast = in_room(origin, cell);
    EXPECT_EQ(adjust_position(world, fast, kLow), found);
    EXPECT_TRUE(same_bits(fast.frame.origin, p.frame.origin));
    return found == nullptr ? 0 : found->id;
  }

  World world;
  EnvCell* west;
  EnvCell* east;
  Position p;
};

TEST_F(AdjustPosition, IndoorsTheNamedCellHoldsTheFoot) {
  EXPECT_EQ(adjust(kWest, {15, 5, 0}), kWest);
  EXPECT_EQ(p.cell_id, kWest);
}

TEST_F(AdjustPosition, TheFootSphereDecidesAndNotTheOrigin) {
  EXPECT_EQ(adjust(kWest, {15, 5, -0.4F}), kWest) << "the origin is below the floor";
  EXPECT_EQ(adjust(kWest, {15, 5, -0.6F}), 0U);
}

TEST_F(AdjustPosition, ACellThatIsSeenHoldsTheFootInstead) {
  EXPECT_EQ(adjust(kWest, {25, 5, 0}), 0U) << "it is not seen from here";
  west->stab_list = {0xA9B40177U, kEast};  // the first is not loaded
  EXPECT_EQ(adjust(kWest, {25, 5, 0}), kEast);
  EXPECT_EQ(p.cell_id, kEast);
  EXPECT_TRUE(same_bits(p.frame.origin, {25, 5, 0}));
}

TEST_F(AdjustPosition, WhereDaylightComesInTheLandOutside) {
  west->seen_outside = true;
  EXPECT_EQ(adjust(kWest, {5, 30, 0}), 0xA9B40002U);
  EXPECT_EQ(p.cell_id, 0xA9B40002U);
  EXPECT_TRUE(same_bits(p.frame.origin, {5, 30, 0}));
}

TEST_F(AdjustPosition, TheLandOutsideMayBeInTheNextBlock) {
  west->seen_outside = true;
  EXPECT_EQ(adjust(kWest, {200, 5, 0}), 0xAAB40001U);
  EXPECT_TRUE(same_bits(p.frame.origin, {8, 5, 0}));
  EXPECT_EQ(adjust(kWest, {5, 200, 0}), 0U) << "not loaded";
  EXPECT_EQ(p.cell_id, 0xA9B50001U);
}

TEST_F(AdjustPosition, OutdoorsTheLandCellUnderTheOrigin) {
  EXPECT_EQ(adjust(0xA9B40001U, {30, 5, 0}), 0xA9B40009U);
  EXPECT_EQ(adjust(0xA9B40001U, {200, 5, 0}), 0xAAB40001U);
  EXPECT_TRUE(same_bits(p.frame.origin, {8, 5, 0}));
  EXPECT_EQ(adjust(0xA9B40001U, {-5, 5, 0}), 0U) << "not loaded";
}

TEST_F(AdjustPosition, NamesThatAreNoPlaceHoldNothing) {
  for (const std::uint32_t low : {0x0U, 0x41U, 0xFFU, 0xFFFEU, 0xFFFFU, 0x0102U})
    EXPECT_EQ(adjust(0xA9B40000U | low, {15, 5, 0}), 0U) << low;
}

}  // namespace
}  // namespace surefoot::test
