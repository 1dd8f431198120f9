// Which cells: spec 05 §4.4, §6, worked cases W4, W6, W8, W9, W12; chapter 08 C02–C06.
#include "world/cell_list.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/flat_blocks.hpp"
#include "support/picked_cell.hpp"

namespace surefoot {
namespace {

World flat_world(std::vector<BlockId> ids) {
  World world;
  world.set_landscape(std::make_unique<test::FlatBlocks>(std::move(ids)));
  return world;
}

std::vector<CellId> outside_cells(CellId seed, float x, float y, float radius) {
  const World world;
  const Sphere s{{x, y, 0}, radius};
  CellSearch search;
  search.seed = seed;
  search.spheres = {&s, 1};
  CellArray out;
  add_all_outside_cells(world, search, out);
  std::vector<CellId> ids;
  for (const CellEntry& e : out.entries) ids.push_back(e.id);
  return ids;
}

TEST(AddAllOutsideCells, W4_ExactBorderRuleAndOrder) {
  using Ids = std::vector<CellId>;
  EXPECT_EQ(outside_cells(0xA9B40001, 12, 12, 0.5F), Ids({0xA9B40001}));
  EXPECT_EQ(outside_cells(0xA9B40001, 23.6F, 12, 0.5F), Ids({0xA9B40001, 0xA9B40009}));
  EXPECT_EQ(outside_cells(0xA9B40001, 23.6F, 23.7F, 0.48F),
            Ids({0xA9B40001, 0xA9B40009, 0xA9B4000A, 0xA9B40002}));
  EXPECT_EQ(outside_cells(0xA9B40001, 0.3F, 0.2F, 0.48F),
            Ids({0xA9B40001, 0xA8B40039, 0xA8B30040, 0xA9B30008}));
  EXPECT_EQ(outside_cells(0xA9B40001, 23.5F, 12, 0.5F), Ids({0xA9B40001})) << "equality is no crossing";
  EXPECT_EQ(outside_cells(0xA9B40001, 0.5F, 12, 0.5F), Ids({0xA9B40001}));
  EXPECT_EQ(outside_cells(0xA9B40001, 23.520002F, 12, 0.48F), Ids({0xA9B40001, 0xA9B40009}));
  EXPECT_EQ(outside_cells(0xA9B40001, -0.0001F, 12, 0.48F), Ids({0xA9B40001, 0xA8B40039})) << "snapped to 0";
  EXPECT_EQ(outside_cells(0xA9B40001, -0.0003F, 12, 0.48F), Ids({0xA8B40039, 0xA9B40001}));
  EXPECT_EQ(outside_cells(0xA9B40031, 150, -0.2F, 0.5F), Ids({0xA9B30038, 0xA9B40031}));
  EXPECT_EQ(outside_cells(0xA9B40031, 150, -109.65F, 0.5F), Ids({0xA9B30034}));
  EXPECT_EQ(outside_cells(0x00000001, -0.5F, 12, 0.48F), Ids()) << "world edge";
  EXPECT_EQ(outside_cells(0xA9B40100, 155.37F, 16.11F, 0.48F), Ids({0xA9B40031})) << "from an interior seed";
}

CellId picked(const World& world, CellId seed, float x, float y) {
  return test::picked_cell(world, seed, {{x, y, 0.48F}, 0.48F});
}

TEST(FindCellList, W6_TheLastOutdoorMatchWins) {
  const World world = flat_world({0xA9B4, 0xA9B3});
  EXPECT_EQ(picked(world, 0xA9B40001, 24, 12), 0xA9B40001U);
  EXPECT_EQ(picked(world, 0xA9B40009, 24, 12), 0xA9B40001U);
  EXPECT_EQ(picked(world, 0xA9B40001, 24, 24), 0xA9B40009U);
  EXPECT_EQ(picked(world, 0xA9B40001, std::nextafter(24.0F, 25.0F), 12), 0xA9B40009U);
  EXPECT_EQ(picked(world, 0xA9B40001, std::nextafter(24.0F, 23.0F), 12), 0xA9B40001U);
  EXPECT_EQ(picked(world, 0xA9B40031, 150, -0.2F), 0xA9B30038U);
  EXPECT_EQ(picked(world, 0xA9B40031, 150, 0), 0xA9B30038U);
}

/// One interior cell at the origin with a portal whose plane is N=(1,0,0), d=−2.5, to a cell that is not
/// loaded or outside.
World portal_world(CellId other, std::uint8_t side) {
  World world;
  auto cell = std::make_unique<EnvCell>();
  cell->id = 0x01010100;
  cell->pos.cell_id = cell->id;
  cell->structure = &world.add_cell_struct(std::make_unique<CellStruct>());
  CellPortal portal;
  portal.other_cell_id = other;
  portal.plane = {{1, 0, 0}, -2.5F};
  portal.portal_side = side;
  cell->portals.push_back(portal);
  EXPECT_TRUE(world.add_env_cell(std::move(cell)).has_value());
  return world;
}

std::size_t listed(const World& world, float x) {
  const Sphere s{{x, 50, 1}, 0.48F};
  CellSearch search;
  search.seed = 0x01010100;
  search.spheres = {&s, 1};
  CellArray out;
  static_cast<void>(find_cell_list<GraphForm>(world, search, out, nullptr));
  return out.entries.size();
}

TEST(EnvFindTransitCells, W8_OutsidePortalsAndUnloadedNeighbours) {
  const World outside = portal_world(kOutsideCellId, 1);
  const World side1 = portal_world(0x01010101, 1);
  const World side0 = portal_world(0x01010101, 0);
  const struct {
    float x;
    bool leads_outside, unloaded1, unloaded0;
  } cases[] = {{2.0199F, true, true, true},   {2.0198F, false, false, true}, {2.9801F, true, true, true},
               {2.9802F, false, true, false}, {0.0F, false, false, true},    {4.0F, false, true, false}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.x);
    EXPECT_EQ(listed(outside, c.x) > 1, c.leads_outside);
    EXPECT_EQ(listed(side1, c.x), c.unloaded1 ? 2U : 1U);
    EXPECT_EQ(listed(side0, c.x), c.unloaded0 ? 2U : 1U);
  }
}

std::string pruned(const std::string& list, const std::string& stabs) {
  EnvCell seed;
  seed.id = 'A';
  for (const char c : stabs) seed.stab_list.push_back(static_cast<CellId>(c));
  CellArray out;
  for (const char c : list) out.add_cell(static_cast<CellId>(c), nullptr);
  prune_to_visible(seed, out);
  std::string left;
  for (const CellEntry& e : out.entries) left += static_cast<char>(e.id);
  return left;
}

TEST(PruneToVisible, W12_SwapRemoveOrder) {
  EXPECT_EQ(pruned("ABCD", "C"), "AC");
  EXPECT_EQ(pruned("ABCDE", "BE"), "ABE");
}

TEST(CellArray, AddKeepsTheFirstPointerAndRemoveFillsTheHole) {
  CellArray a;
  const EnvCell cell;
  a.add_cell(1, nullptr);
  a.add_cell(1, &cell);
  a.add_cell(2, &cell);
  a.add_cell(3, nullptr);
  ASSERT_EQ(a.entries.size(), 3U);
  EXPECT_EQ(a.entries[0].cell, nullptr);
  a.remove_cell(0);
  ASSERT_EQ(a.entries.size(), 2U);
  EXPECT_EQ(a.entries[0].id, 3U);
}

TEST(Landscape, CostGrowsWithTheBlocksTouched) {
  class Everywhere final : public LandblockSource {
   public:
    [[nodiscard]] std::optional<LandblockData> load(BlockId) const override { return LandblockData{}; }
  };
  World world;
  world.set_landscape(std::make_unique<Everywhere>());
  EXPECT_EQ(world.landscape().blocks_made(), 0U);
  EXPECT_EQ(picked(world, 0x80800001, 12, 12), 0x80800001U);
  EXPECT_EQ(world.landscape().blocks_made(), 1U);
  EXPECT_EQ(picked(world, 0x80800001, 0.1F, 12), 0x80800001U);
  EXPECT_EQ(world.landscape().blocks_made(), 2U);
}

}  // namespace
}  // namespace surefoot
