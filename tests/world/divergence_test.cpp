// The rows of spec 02 §9, 03 §13 and 05 §11 that act at cells, terrain and where things are listed: the client's way and
// the port's, side by side.
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "support/flat_blocks.hpp"
#include "world/cell_list.hpp"
#include "world/parts_flood.hpp"

namespace surefoot::test {
namespace {

Profile only(Divergence d) {
  Profile p;
  p.add(d);
  return p;
}

World flat_world(std::vector<BlockId> ids) {
  World world;
  world.set_landscape(std::make_unique<FlatBlocks>(std::move(ids)));
  return world;
}

struct Found {
  std::vector<CellId> cells;
  CellId picked = 0;
  bool interior = false;
};

Found search(const World& world, const Profile& profile, CellId seed, const Sphere& s, CellArray out = {}) {
  Found found;
  const ObjCell* want = nullptr;
  const CellSearch what{seed, s.center, {&s, 1}, &found.interior};
  find_cell_list<GraphForm>(Profiled(profile, nullptr), world, what, out, &want);
  for (const CellEntry& e : out.entries) found.cells.push_back(e.id);
  if (want != nullptr) found.picked = want->id;
  return found;
}

/// A cell of the planes' inside, with a portal far away, or to `to`.
EnvCell& add_cell(World& world, CellId id, std::vector<Plane> planes, CellId to = 0xFFFD) {
  auto structure = std::make_unique<CellStruct>();
  structure->cell_bsp = make_cell_chain(planes);
  auto cell = std::make_unique<EnvCell>();
  cell->id = id;
  cell->pos.cell_id = id;
  cell->structure = &world.add_cell_struct(std::move(structure));
  CellPortal portal;
  portal.other_cell_id = to;
  portal.plane = {{0, 0, 1}, 1e6F};
  cell->portals.push_back(portal);
  return **world.add_env_cell(std::move(cell));
}

CellBsp west_of(float x) {
  return make_cell_chain(std::vector<Plane>{{{-1, 0, 0}, x}});
}

TEST(WorldDivergence, OpenAcPointsAreInsideExactly) {
  const Profile port = only(Divergence::openac_point_in_cell_exact);
  const CellBsp cell = west_of(2.5F);
  const CellGraphView view{&cell};
  EXPECT_TRUE(point_inside_cell_bsp(view, {2.5001F, 0, 0}));
  EXPECT_FALSE(point_inside_cell_bsp(Profiled(port, nullptr), view, {2.5001F, 0, 0}));
  EXPECT_TRUE(point_inside_cell_bsp(Profiled(port, nullptr), view, {2.5F, 0, 0}));
}

// A plane through the origin, so that the distance is the coordinate.
TEST(WorldDivergence, OpenAcSpheresThatJustReachACellAreInReach) {
  const Profile port = only(Divergence::openac_cell_sphere_touch);
  const CellBsp cell = west_of(0);
  const CellGraphView view{&cell};
  const float reach = 0.48F + kCellSlack;
  EXPECT_EQ(sphere_intersects_cell_bsp(view, {{reach, 0, 0}, 0.48F}), BoundingType::Outside);
  EXPECT_EQ(sphere_intersects_cell_bsp(Profiled(port, nullptr), view, {{reach, 0, 0}, 0.48F}),
            BoundingType::PartiallyInside);
  EXPECT_EQ(
      sphere_intersects_cell_bsp(Profiled(port, nullptr), view, {{std::nextafter(reach, 1.0F), 0, 0}, 0.48F}),
      BoundingType::Outside);
}

// W6 of 05 §12: at 24 m the client is in the western cell.
TEST(WorldDivergence, OpenAcPicksTheCellByFloor) {
  const World world = flat_world({0xA9B4});
  const Profile port = only(Divergence::openac_pick_by_floor);
  EXPECT_EQ(search(world, {}, 0xA9B40001, {{24, 12, 0.48F}, 0.48F}).picked, 0xA9B40001U);
  EXPECT_EQ(search(world, port, 0xA9B40001, {{24, 12, 0.48F}, 0.48F}).picked, 0xA9B40009U);
  EXPECT_EQ(search(world, port, 0xA9B40001, {{23.5F, 12, 0.48F}, 0.48F}).picked, 0xA9B40001U);
  EXPECT_EQ(search(world, port, 0xA9B40001, {{-0.5F, 12, 0.48F}, 0.48F}).picked, 0U) << "not loaded";
}

TEST(WorldDivergence, AceKeepsTheCellsItLeft) {
  const World world = flat_world({0xA9B4});
  CellArray before;
  before.add_cell(0xA9B40001, world.get_visible(0xA9B40001));
  before.added_outside = true;
  const Sphere far{{84, 12, 0.48F}, 0.48F};
  using Ids = std::vector<CellId>;
  EXPECT_EQ(search(world, {}, 0xA9B40019, far, before).cells, Ids({0xA9B40019}));
  EXPECT_EQ(search(world, only(Divergence::ace_cell_list_kept), 0xA9B40019, far, before).cells,
            Ids({0xA9B40001, 0xA9B40019}));
}

// From a room that sees nobody, through an open wall: the pick ends indoors.
TEST(WorldDivergence, GdleDoesNotPruneIndoors) {
  World world;
  add_cell(world, 0x01010100, {{{-1, 0, 0}, 0}}, 0x01010101);
  add_cell(world, 0x01010101, {{{1, 0, 0}, 0}}, 0x01010100);
  CellArray careful;
  careful.do_not_load_cells = true;
  const Sphere s{{-0.1F, 0, 1}, 0.48F};
  using Ids = std::vector<CellId>;
  EXPECT_EQ(search(world, {}, 0x01010100, s, careful).cells, Ids({0x01010100}));
  EXPECT_EQ(search(world, only(Divergence::gdle_prune_skipped), 0x01010100, s, careful).cells,
            Ids({0x01010100, 0x01010101}));
}

// W4: north-east of the middle of four cells.
TEST(WorldDivergence, OpenAcListsCellsByTheirIds) {
  const World world = flat_world({0xA9B4});
  const Sphere s{{23.6F, 23.7F, 0.48F}, 0.48F};
  using Ids = std::vector<CellId>;
  EXPECT_EQ(search(world, {}, 0xA9B40001, s).cells, Ids({0xA9B40001, 0xA9B40009, 0xA9B4000A, 0xA9B40002}));
  EXPECT_EQ(search(world, only(Divergence::openac_cells_by_id), 0xA9B40001, s).cells,
            Ids({0xA9B40001, 0xA9B40002, 0xA9B40009, 0xA9B4000A}));
}

// A house at the western border of a block, met by somebody who is still in the block before.
TEST(WorldDivergence, OpenAcFindsInteriorCellsAcrossTheBorder) {
  World world = flat_world({0x0101, 0x0201});
  EnvCell& room =
      add_cell(world, 0x02010100, {{{1, 0, 0}, 0.5F}, {{-1, 0, 0}, 2}, {{0, 1, 0}, -10}, {{0, -1, 0}, 14}});
  auto building = std::make_unique<Building>();
  building->id = 5;
  building->position.cell_id = 0x02010001;
  building->position.frame.origin = {1, 12, 0};
  building->portals.push_back({room.id, 0, 0, false, {}});
  ASSERT_TRUE(world.add_building(std::move(building)).has_value());
  const Sphere s{{191.8F, 12, 1}, 0.48F};  // 0.2 m before the border, the room begins 0.5 m before it
  const Found client = search(world, {}, 0x01010039, s);
  EXPECT_EQ(client.picked, 0x01010039U);
  const Found port = search(world, only(Divergence::openac_seam_interior), 0x01010039, s);
  EXPECT_EQ(port.picked, room.id);
  EXPECT_TRUE(port.interior);
}

TEST(WorldDivergence, AceKeepsTheLastBuildingOfACell) {
  World world = flat_world({0x0101});
  for (const std::uint32_t id : {5U, 6U}) {
    auto building = std::make_unique<Building>();
    building->id = id;
    building->position.cell_id = 0x01010001;
    building->position.frame.origin = {12, 12, 0};
    ASSERT_TRUE(world.add_building(std::move(building)).has_value());
  }
  const LandCell& cell = *world.land_cell(0x01010001);
  EXPECT_EQ(building_of(Retail{}, cell)->id, 5U);
  const Profile port = only(Divergence::ace_last_building);
  EXPECT_EQ(building_of(Profiled(port, nullptr), cell)->id, 6U);
}

// W10: half way between a dry and a wet sample.
TEST(WorldDivergence, AceGivesTiesOfWaterToTheNorthAndEast) {
  LandblockData data;
  data.terrain[3 * 9 + 3] = 0x10U << 2U;
  data.terrain[3 * 9 + 4] = 0x14U << 2U;
  const auto block = make_landblock(0xA9B4, data, 0);
  const LandCell& cell = block->cells[0x14 - 1];
  EXPECT_TRUE(has_bits(get_water_depth(cell, {60, 84, 0}), 0x3DCCCCCD));
  EXPECT_TRUE(has_bits(get_water_depth(cell, {60, 84, 0}, true), 0x3EE66666));
  EXPECT_TRUE(has_bits(get_water_depth(cell, {59, 84, 0}, true), 0x3DCCCCCD));
}

// Two parts two cells apart, the second hung 30 m north of its frame: from its own cell the rectangle reaches further.
TEST(WorldDivergence, AceListsFromEachPart) {
  const World world = flat_world({0x0101});
  GfxObj small;
  small.bounding_box = {{-1, -1, 0}, {1, 1, 1}};
  GfxObj low;
  low.bounding_box = {{-1, -31, 0}, {1, -29, 1}};
  std::array<Part, 2> parts;
  parts[0].gfxobj = &small;
  parts[0].position.cell_id = 0x01010001;
  parts[0].position.frame.origin = {12, 12, 0};
  parts[1] = parts[0];
  parts[1].gfxobj = &low;
  parts[1].position.frame.origin = {12, 42, 0};
  const auto cells = [&](bool each_part) {
    std::vector<CellId> ids;
    for (const CellEntry& e :
         find_bbox_cell_list(world, *world.land_cell(0x01010001), parts, each_part).entries)
      ids.push_back(e.id);
    return ids;
  };
  using Ids = std::vector<CellId>;
  EXPECT_EQ(cells(false), Ids({0x01010001}));
  EXPECT_EQ(cells(true), Ids({0x01010001, 0x01010002}));
}

}  // namespace
}  // namespace surefoot::test
