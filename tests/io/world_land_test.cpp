// Landblocks, region and buildings of surefoot-world/1 (spec 07 §6.1, §6.5, worked case 12;
// docs/world-format.md).
#include "io/world_land.hpp"

#include <gtest/gtest.h>

#include "io/world_check.hpp"
#include "io/world_json.hpp"

namespace surefoot::io {
namespace {

Heights function(Heights::Kind kind, std::vector<std::int64_t> numbers) {
  Heights h;
  h.kind = kind;
  h.numbers = std::move(numbers);
  return h;
}

BlockId block_at(std::uint32_t gx, std::uint32_t gy) {
  return static_cast<BlockId>(((gx / 8) << 8U) | (gy / 8));
}

TEST(Heights, NoiseOfTheWorkedCase) {
  EXPECT_EQ(mix(mix(1) ^ 0), 0x5E41AB087439611EULL);
  const Heights h = function(Heights::Kind::noise, {1, 10, 40});
  const auto at = [&](std::uint32_t gx, std::uint32_t gy) { return h.at(block_at(gx, gy), gx % 8, gy % 8); };
  EXPECT_EQ(at(0, 0), 39);
  EXPECT_EQ(at(1, 0), 31);
  EXPECT_EQ(at(0, 1440), 40);
  EXPECT_EQ(at(1352, 0), 25);
  EXPECT_EQ(at(1352, 1440), 15);
}

TEST(Heights, NeighboursAgreeOnTheirSharedEdge) {
  const Heights h = function(Heights::Kind::noise, {5, 0, 255});
  for (std::size_t y = 0; y < kVertexSide; ++y) EXPECT_EQ(h.at(0x0101, 8, y), h.at(0x0201, 0, y));
}

// docs/world-format.md: base 3, rise 10, ridge at x = 12, half width 4; at x = 11: 3 + 10 − 10·1/4 (2 after
// division) = 11.
TEST(Heights, RidgeOfTheWorkedVertex) {
  Heights h = function(Heights::Kind::ridge, {3, 10, 12, 4});
  h.along_y = true;
  EXPECT_EQ(h.at(0x0100, 4, 0), 13);
  EXPECT_EQ(h.at(0x0100, 3, 0), 11);
  EXPECT_EQ(h.at(0x0100, 5, 7), 11);
  EXPECT_EQ(h.at(0x0100, 0, 0), 3);
  EXPECT_EQ(h.at(0x0100, 8, 0), 3);
}

// base 0, rise 9, middle (10, 10), radius 5; at (12, 11): distance √5 → 2, 9 − 9·2/5 (3 after division) = 6.
TEST(Heights, ConeOfTheWorkedVertex) {
  const Heights h = function(Heights::Kind::cone, {0, 9, 10, 10, 5});
  EXPECT_EQ(h.at(0x0101, 2, 2), 9);
  EXPECT_EQ(h.at(0x0101, 4, 3), 6);
  EXPECT_EQ(h.at(0x0101, 7, 2), 0);
}

std::string world(const std::string& more) {
  return R"({"format":"surefoot-world/1","name":"w",)" + more + "}";
}

Expected<World> read(const std::string& more) {
  const auto json = parse_json(world(more));
  EXPECT_TRUE(json.has_value());
  return read_world_json(*json, "");
}

TEST(WorldLand, SumsAreClampedOnceAndTheTableMakesMetres) {
  const auto w = read(
      R"("landblocks":[{"id":"0x0101","heights":{"sum":[{"flat":200},{"flat":200},{"ramp":{"base":-400,"dx":1}}]}}])");
  ASSERT_TRUE(w.has_value()) << w.error().text();
  const LandCell* cell = w->land_cell(0x01010039);
  ASSERT_NE(cell, nullptr);
  EXPECT_EQ(cell->polygons[0].vertices[0].z, 14.0F) << "index 7, default table 2 i";
}

TEST(WorldLand, RangesCoverRectanglesAndSingleBlocksWin) {
  const auto w = read(
      R"("landblocks":[{"range":["0x0000","0xFEFE"],"heights":{"flat":1}},{"id":"0x8080","heights":{"flat":5}}])");
  ASSERT_TRUE(w.has_value()) << w.error().text();
  EXPECT_EQ(w->landscape().blocks_made(), 0U) << "lazy";
  EXPECT_EQ(w->land_cell(0xFEFE0001)->polygons[0].vertices[0].z, 2.0F);
  EXPECT_EQ(w->land_cell(0x80800001)->polygons[0].vertices[0].z, 10.0F);
  EXPECT_EQ(w->landscape().blocks_made(), 2U);
}

TEST(WorldLand, MetresSplitsAndTerrainWords) {
  std::string z;
  std::string split;
  for (int i = 0; i < 81; ++i) z += (i != 0 ? "," : "") + std::string(i == 0 ? "-3.5" : "0");
  for (int i = 0; i < 64; ++i) split += (i != 0 ? "," : "") + std::string(i % 2 == 0 ? "1" : "0");
  const auto w = read(R"("landblocks":[{"id":"0x0101","z":[)" + z + R"(],"split":[)" + split +
                      R"(],"terrain":{"type":18}}])");
  ASSERT_TRUE(w.has_value()) << w.error().text();
  const Landblock* b = w->landscape().landblock(0x0101);
  ASSERT_NE(b, nullptr);
  EXPECT_EQ(b->cells[0].polygons[0].vertices[0].z, -3.5F);
  EXPECT_TRUE(b->sw_to_ne[0]);
  EXPECT_FALSE(b->sw_to_ne[1]);
  EXPECT_EQ(b->water_type, WaterType::entire);
}

TEST(WorldLand, FaultsPointAtTheirPlace) {
  const struct {
    const char* text;
    const char* expected;
  } cases[] = {
      {R"("landblocks":[{"id":"0x10000"}])", "/landblocks/0/id"},
      {R"("landblocks":[{"id":"0xFF00"}])", "/landblocks/0/id"},
      {R"("landblocks":[{}])", "/landblocks/0: give either \"id\" or \"range\""},
      {R"("landblocks":[{"id":"0x0101"},{"id":"0x0101"}])",
       "/landblocks/1/id: landblock 0x0101 is defined twice"},
      {R"("landblocks":[{"id":"0x0101","heights":[1,2]}])", "/landblocks/0/heights: expected 81"},
      {R"("landblocks":[{"id":"0x0101","heights":{"hill":3}}])", "no height function \"hill\""},
      {R"("landblocks":[{"id":"0x0101","heights":{"cone":{"rise":1,"x":1,"y":1,"radius":0}}}])",
       "\"radius\" must be above 0"},
      {R"("landblocks":[{"id":"0x0101","z":[1]}])", "/landblocks/0/z: expected 81"},
      {R"("landblocks":[{"id":"0x0101","split":[1]}])", "/landblocks/0/split: expected 64"},
      {R"("region":{"height_table":{"linear":4}})", "/region/height_table: height 201 is 804 m"},
      {R"("landblocks":[{"id":"0x0101"}],"buildings":[{"landblock":"0x0101","model":"0x01000001"}])",
       "/buildings/0/model"},
  };
  for (const auto& c : cases) {
    const auto w = read(c.text);
    ASSERT_FALSE(w.has_value()) << c.text;
    EXPECT_NE(w.error().text().find(c.expected), std::string::npos) << w.error().text();
  }
}

std::vector<std::string> rules_found(const std::string& more) {
  const auto w = read(more);
  EXPECT_TRUE(w.has_value()) << w.error().text();
  std::vector<std::string> out;
  for (const Finding& f : check_world(*w)) out.push_back(f.rule);
  return out;
}

TEST(WorldLand, CheckFindsGroundNobodyStandsOn) {
  using Rules = std::vector<std::string>;
  EXPECT_EQ(rules_found(R"("landblocks":[{"id":"0x0101","heights":{"ramp":{"dx":20}}}])"),
            Rules({"block.no_floor"}));
  EXPECT_EQ(rules_found(R"("landblocks":[{"id":"0x0101","terrain":{"type":16}}])"),
            Rules({"block.all_water"}));
  EXPECT_EQ(rules_found(R"("landblocks":[{"id":"0x0101"}])"), Rules());
}

TEST(WorldLand, CheckFindsBuildingsWithoutInsides) {
  const std::string shell =
      R"("gfxobjs":{"0x01000001":{"polygons":[{"points":[[0,0,3],[1,0,3],[1,1,3]]}]}},"landblocks":[{"id":"0x0101"}],"buildings":[)";
  const std::string building =
      R"({"landblock":"0x0101","model":"0x01000001","portals":[{"to":"0x0100","to_portal":0}]})";
  EXPECT_EQ(rules_found(shell + building + "]"), std::vector<std::string>({"building.target_missing"}));
  EXPECT_EQ(
      rules_found(shell + building + "," + building + "]"),
      std::vector<std::string>({"building.target_missing", "building.second", "building.target_missing"}));
}

}  // namespace
}  // namespace surefoot::io
