// Which cell are you in, at a captured doorway: the retail debugger's log (spec 08 C07, C08) and the port's
// walk out of the door (C09).
//
// The dumps hold neither terrain nor buildings, so the test adds flat ground at z 94 and a building at land
// cell 0xA9B40031 whose one portal leads into 0xA9B40170.
#include <cstdio>
#include <fstream>

#include <gtest/gtest.h>

#include "io/load_world.hpp"
#include "scenario/replay.hpp"
#include "support/flat_blocks.hpp"
#include "support/paths.hpp"
#include "support/picked_cell.hpp"
#include "world/cell_list.hpp"

namespace surefoot::test {
namespace {

constexpr CellId kOutside = 0xA9B40031;
constexpr CellId kDoorway = 0xA9B40170;

Expected<World> doorway_world() {
  auto world = io::load_world(fixture_path("openac"));
  if (!world) return world;
  world->set_landscape(std::make_unique<FlatBlocks>(std::vector<BlockId>{0xA9B4}, 94.0F));
  auto building = std::make_unique<Building>();
  building->position.cell_id = kOutside;
  BldPortal portal;
  portal.other_cell_id = kDoorway;
  portal.other_portal_id = 0;
  building->portals.push_back(portal);
  if (auto added = world->add_building(std::move(building), kOutside); !added)
    return tl::unexpected<Error>(added.error());
  return world;
}

CellId picked(const World& world, CellId seed, const Vec3& centre) {
  return picked_cell(world, seed, {centre, 0.48F});
}

TEST(Membership, C07_EveryLineOfTheRetailLog) {
  const std::string log = fixture_path("openac/conformance/find-cell-list-threshold.log");
  SUREFOOT_NEEDS(log);
  const auto world = doorway_world();
  ASSERT_TRUE(world.has_value()) << world.error().text();
  std::ifstream in(log);
  std::string line;
  int lines = 0;
  while (std::getline(in, line)) {
    unsigned seed = 0;
    unsigned expected = 0;
    float x = 0;
    float y = 0;
    float z = 0;
    if (std::sscanf(line.c_str(), "[fcl] seed=0x%x px=%f py=%f pz=%f picked=0x%x", &seed, &x, &y, &z,
                    &expected) != 5)
      continue;
    ++lines;
    EXPECT_EQ(picked(*world, seed, {x, y, z + 0.475F}), expected) << line;
  }
  EXPECT_EQ(lines, 19);
}

// With the feet themselves as the test point the second pick would be wrong: membership is the foot sphere's
// centre.
TEST(Membership, C08_TheTwoTightestLines) {
  SUREFOOT_NEEDS(fixture_path("openac/flap-doorway/0xA9B40170.json"));
  const auto world = doorway_world();
  ASSERT_TRUE(world.has_value()) << world.error().text();
  EXPECT_EQ(picked(*world, kOutside, {155.3721F, 16.0571F, 94.005F + 0.475F}), kDoorway);
  EXPECT_EQ(picked(*world, kDoorway, {155.3730F, 16.0814F, 94.005F + 0.475F}), kOutside);
  EXPECT_EQ(picked(*world, kDoorway, {155.3730F, 16.0814F, 94.005F}), kDoorway) << "with the feet instead";
}

// 57 records straight out of the doorway. Positions, normals and planes agree by raw bits; the cell differs
// while the port still calls the mover inside: it keeps its old cell (05 §11 row 10), to y = 16.97, where the
// retail log leaves at 16.08.
TEST(Membership, C09_TheWalkOutOfTheDoorway) {
  const std::string capture = fixture_path("openac/cellar-ascent/doorway-threshold-capture.jsonl");
  SUREFOOT_NEEDS(capture);
  const auto world = doorway_world();
  ASSERT_TRUE(world.has_value()) << world.error().text();
  CellId last = 0;
  bool outdoors = false;
  const auto report = scenario::replay(*world, capture, {}, [&](const scenario::ReplayedRecord& rr) {
    const auto agreement = [&](scenario::ReplayField f) { return rr.agreement[static_cast<std::size_t>(f)]; };
    EXPECT_EQ(agreement(scenario::ReplayField::position), scenario::Agreement::equal)
        << "line " << rr.record->line;
    const bool still = equal(rr.record->current_pos, rr.record->target_pos);
    if (still) {
      EXPECT_EQ(rr.result.position.cell_id, rr.record->cell_id)
          << "no ping-pong at rest, line " << rr.record->line;
    }
    if (is_outdoor(rr.record->cell_id)) {
      EXPECT_TRUE(is_outdoor(rr.result.position.cell_id)) << "line " << rr.record->line;
    }
    last = rr.result.position.cell_id;
    outdoors = outdoors || is_outdoor(last);
  });
  ASSERT_TRUE(report.has_value()) << report.error().text();
  EXPECT_EQ(report->records, 57U);
  EXPECT_EQ(report->no_cell, 0U);
  EXPECT_TRUE(outdoors);
}

}  // namespace
}  // namespace surefoot::test
