// `check_world`: one small world per rule, and silence where all is well.
#include "io/world_check.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/load_world.hpp"
#include "support/paths.hpp"
#include "world_texts.hpp"

namespace surefoot::io {
namespace {

std::string text_of(const std::vector<Finding>& findings) {
  std::string out;
  for (const Finding& f : findings)
    out += fmt::format("{} {} [{}] {}\n", to_string(f.severity), f.rule, f.place, f.message);
  return out;
}

/// The findings of a world, without the ones about its distant portal, which every one-cell world has, and without what
/// samples say of a tree whose fault another rule names (world_check_mesh_test.cpp has those).
std::vector<Finding> findings_of(const std::string& text) {
  auto found = check_world(world_of(text));
  found.erase(std::remove_if(found.begin(), found.end(),
                             [](const Finding& f) {
                               return (f.rule == "portal.target_missing" &&
                                       f.message.find("0xA9B401F0") != std::string::npos) ||
                                      f.rule == "tree.disagrees";
                             }),
              found.end());
  return found;
}

/// Exactly one finding, of this rule, at this place.
void expect_only(const std::string& text, Severity severity, const std::string& rule,
                 const std::string& place, const std::string& message = "") {
  const auto found = findings_of(text);
  ASSERT_EQ(found.size(), 1U) << rule << "\n" << text_of(found);
  EXPECT_EQ(found[0].severity, severity) << text_of(found);
  EXPECT_EQ(found[0].rule, rule);
  EXPECT_EQ(found[0].place, place);
  EXPECT_NE(found[0].message.find(message), std::string::npos) << text_of(found);
}

const std::string kFloor = R"({"points":[[-2,-2,0],[2,-2,0],[2,2,0],[-2,2,0]]})";

/// The floor and one more polygon (id 1), in one leaf or built.
std::string floor_and(const std::string& polygon, const char* bsp = R"("leaf")") {
  return one_cell("[" + kFloor + "," + polygon + "]", bsp);
}

constexpr const char* kSecond = "cell 0xA9B40100 polygon 1";

TEST(WorldCheck, NothingToSayAboutASoundWorld) {
  EXPECT_EQ(text_of(findings_of(two_rooms())), "");
  EXPECT_EQ(
      text_of(findings_of(floor_and(R"({"points":[[-2,-2,1],[2,-2,1],[2,2,1],[-2,2,1]]})", R"("build")"))),
      "");
}

TEST(WorldCheck, EmptyWorld) {
  expect_only(R"({"format":"surefoot-world/1","name":"n"})", Severity::info, "world.empty", "");
}

// ---- polygons ----

TEST(WorldCheck, PolygonWithoutArea) {
  for (const char* bsp : {R"("leaf")", R"("build")"}) {
    expect_only(floor_and(R"({"points":[[0,0,0],[1,1,1],[2,2,2]]})", bsp), Severity::warning,
                "polygon.zero_area", kSecond, "nothing can hit it");
  }
}

TEST(WorldCheck, PolygonWhosePlaneHasNoNormal) {
  for (const char* bsp : {R"("leaf")", R"("build")"}) {
    expect_only(floor_and(R"({"points":[[0,0,1],[1,0,1],[0,1,1]],"plane":[0,0,0,0]})", bsp),
                Severity::warning, "polygon.no_normal", kSecond);
  }
}

TEST(WorldCheck, NormalThatIsNotQuiteAUnitVector) {
  expect_only(floor_and(R"({"points":[[0,0,1],[1,0,1],[0,1,1]],"plane":[0,0,1.001,-1.001]})"),
              Severity::warning, "polygon.not_unit", kSecond, "1.001");
}

TEST(WorldCheck, PlaneAgainstTheWinding) {
  expect_only(floor_and(R"({"points":[[0,0,1],[1,0,1],[0,1,1]],"plane":[0,0,-1,1]})"), Severity::error,
              "polygon.reversed", kSecond);
  // The builder turns it round: worth a warning, no longer an error.
  expect_only(floor_and(R"({"points":[[0,0,5],[1,0,5],[0,1,5]],"plane":[0,0,-1,5]})", R"("build")"),
              Severity::warning, "polygon.reversed", kSecond, "builder worked round it");
}

TEST(WorldCheck, WarpedPolygons) {
  const auto quad = [](const char* z) {
    return fmt::format(R"({{"points":[[0,0,1],[1,0,1],[1,1,{}],[0,1,1]]}})", z);
  };
  EXPECT_EQ(text_of(findings_of(floor_and(quad("1.0015")))), "");
  expect_only(floor_and(quad("1.01")), Severity::warning, "polygon.warped", kSecond, "m off its plane");
  expect_only(floor_and(quad("1.2")), Severity::error, "polygon.warped", kSecond, "m off its plane");
  expect_only(floor_and(quad("1.2"), R"("build")"), Severity::warning, "polygon.warped", kSecond,
              "builder worked round it");
}

TEST(WorldCheck, NonConvexPolygons) {
  const auto arrow = [](const char* dent) {
    return fmt::format(R"({{"points":[[0,0,1],[1,0,1],[1,1,1],[0.5,{},1],[0,1,1]]}})", dent);
  };
  EXPECT_EQ(text_of(findings_of(floor_and(arrow("1")))), "");
  expect_only(floor_and(arrow("0.999")), Severity::warning, "polygon.non_convex", kSecond,
              "outside one of its edges");
  expect_only(floor_and(arrow("0.5")), Severity::error, "polygon.non_convex", kSecond);
  expect_only(floor_and(arrow("0.5"), R"("build")"), Severity::warning, "polygon.non_convex", kSecond);
}

TEST(WorldCheck, EdgeWithoutLength) {
  expect_only(floor_and(R"({"points":[[0,0,1],[1,0,1],[1,1,1],[1,1.0001,1],[0,1,1]]})"), Severity::warning,
              "polygon.short_edge", kSecond);
}

TEST(WorldCheck, SamePolygonTwice) {
  // Another first corner, and −0 for 0: still the same.
  expect_only(floor_and(R"({"id":8,"points":[[2,2,0],[-2,2,0],[-2,-2,-0.0],[2,-2,0]]})"), Severity::warning,
              "polygon.duplicate", "cell 0xA9B40100 polygon 8", "the same as polygon 0");
  // Its other side is a second surface, as fences have.
  EXPECT_EQ(text_of(findings_of(floor_and(R"({"points":[[-2,2,0],[2,2,0],[2,-2,0],[-2,-2,0]]})"))), "");
}

TEST(WorldCheck, ShapesAreNamedByIdOrByTheirObject) {
  expect_only(with(two_rooms(), R"("polygons": [{"v": [0,1,2,3]}])",
                   R"("polygons": [{"v": [0,1,2,3]}, {"v": [0,1,0]}])"),
              Severity::warning, "polygon.zero_area", "gfxobj 0x01000001 polygon 1");
  expect_only(with(two_rooms(), R"({"bsp": {"polygons": [)",
                   R"({"bsp": {"polygons": [{"id": 4, "points": [[0,0,0],[1,0,0],[2,0,0]]},)"),
              Severity::warning, "polygon.zero_area", "object 0x70000001 polygon 4");
}

// ---- trees ----

/// A floor (id 0) and a wall (id 1) at x = 1 that faces −x, sorted by the wall's plane.
std::string sorted(const std::string& front_polys, const std::string& back_polys,
                   const char* front_sphere = "[0,0,0,5]", const char* root_sphere = "[0,0,0,5]") {
  return one_cell("[" + kFloor + R"(,{"points":[[1,-1,0],[1,-1,2],[1,1,2],[1,1,0]]}])",
                  fmt::format(R"({{"plane":[-1,0,0,1],"sphere":{},"pos":{{"leaf":0,"sphere":{},"polys":{}}},
                                   "neg":{{"leaf":1,"sphere":[0,0,0,5],"polys":{}}}}})",
                              root_sphere, front_sphere, front_polys, back_polys));
}

TEST(WorldCheck, TreesThatListEveryPieceAreFine) {
  EXPECT_EQ(text_of(findings_of(sorted("[0]", "[0,1]"))), "");
  EXPECT_EQ(text_of(findings_of(sorted("[0,1]", "[0]"))), "");
}

TEST(WorldCheck, PolygonNoLeafLists) {
  expect_only(sorted("[0]", "[0]"), Severity::error, "tree.unlisted", kSecond);
}

TEST(WorldCheck, PieceOfAPolygonIsMissing) {
  // The quarter of the floor behind the wall: 1 × 4 m.
  expect_only(sorted("[0,1]", "[]"), Severity::error, "tree.hole", "cell 0xA9B40100 polygon 0", "4 m²");
}

TEST(WorldCheck, PolygonOnTheWrongSide) {
  const std::string far = R"([{"points":[[-2,-2,0],[0,-2,0],[0,2,0],[-2,2,0]]}])";
  const auto tree = [&](const char* front, const char* back) {
    return one_cell(far, fmt::format(R"({{"plane":[-1,0,0,1],"sphere":[0,0,0,5],
      "pos":{{"leaf":0,"sphere":[0,0,0,5],"polys":{}}},"neg":{{"leaf":1,"sphere":[0,0,0,5],"polys":{}}}}})",
                                     front, back));
  };
  expect_only(tree("[0]", "[0]"), Severity::warning, "tree.wrong_side", "cell 0xA9B40100 polygon 0");
  const auto found = findings_of(tree("[]", "[0]"));
  ASSERT_EQ(found.size(), 2U) << text_of(found);
  EXPECT_EQ(found[0].rule, "tree.wrong_side");
  EXPECT_EQ(found[1].rule, "tree.hole");
}

TEST(WorldCheck, SphereThatLeavesAPolygonOut) {
  expect_only(sorted("[0,1]", "[0]", "[0,0,0,2]"), Severity::error, "tree.bounds",
              "cell 0xA9B40100 polygon 0", "bounding sphere of the leaf");
  expect_only(sorted("[0,1]", "[0]", "[0,0,0,5]", "[0,0,0,2.8]"), Severity::error, "tree.bounds",
              "cell 0xA9B40100 polygon 0", "bounding sphere of a node");
  // An importer's guess is what it is.
  expect_only(with(sorted("[0,1]", "[0]", "[0,0,0,2]"), R"("name":)", R"("approximate":["bsp"],"name":)"),
              Severity::warning, "tree.bounds", "cell 0xA9B40100 polygon 0");
}

// ---- portals ----

TEST(WorldCheck, PortalToACellThatIsNotThere) {
  const auto found = findings_of(with(two_rooms(), R"("to": "0x0101")", R"("to": "0x0150")"));
  ASSERT_EQ(found.size(), 3U) << text_of(found);
  EXPECT_EQ(found[0].rule, "portal.target_missing");
  EXPECT_EQ(found[0].severity, Severity::warning);
  EXPECT_EQ(found[0].place, "cell 0xA9B40100 portal 0");
  EXPECT_EQ(found[1].rule, "portal.not_mutual");
  EXPECT_EQ(found[1].place, "cell 0xA9B40101 portal 0");
  EXPECT_EQ(found[2].rule, "cell.unreachable");
  EXPECT_EQ(found[2].place, "cell 0xA9B40101");
}

TEST(WorldCheck, ReverseThatDoesNotLeadBack) {
  expect_only(with(two_rooms(), R"("to": "0x0101")", R"("to": "0x0101", "to_portal": 5)"), Severity::warning,
              "portal.wrong_pair", "cell 0xA9B40100 portal 0", "names portal 5");
}

TEST(WorldCheck, PortalsThatDoNotMeet) {
  // The second room stands 2 cm off.
  expect_only(with(two_rooms(), "[30,20,0]", "[30.02,20,0]"), Severity::warning, "portal.planes_differ",
              "cell 0xA9B40100 portal 0", "0.02 m off");
  // Both rooms on the same side of their doorway.
  expect_only(with(two_rooms(), R"("frame": {"origin": [30,20,0], "rotation": [0,0,0,1]})",
                   R"("frame": {"origin": [10,10,0]})"),
              Severity::warning, "portal.planes_differ", "cell 0xA9B40100 portal 0", "same side");
  EXPECT_EQ(text_of(findings_of(with(two_rooms(), "[30,20,0]", "[30.0005,20,0]"))), "");
}

TEST(WorldCheck, PortalSideAgainstTheWholeCell) {
  const auto found = findings_of(with(two_rooms(), R"("to": "0x0101")", R"("to": "0x0101", "side": 1)"));
  ASSERT_EQ(found.size(), 2U) << text_of(found);
  EXPECT_EQ(found[0].rule, "portal.planes_differ");
  EXPECT_EQ(found[1].rule, "portal.side");
  EXPECT_EQ(found[1].severity, Severity::error);
  EXPECT_EQ(found[1].place, "cell 0xA9B40100 portal 0");
}

TEST(WorldCheck, PortalSideThatOnlyTheMiddleSpeaksAgainst) {
  // An opening across a room that is longer behind it.
  const std::string text =
      R"({"format":"surefoot-world/1","name":"n","cells":[{"id":"0xA9B40100","shape":{"cell_bsp":"none",
"polygons":[{"points":[[0,0,0],[0,0,3],[0,4,3],[0,4,0]]},{"points":[[-9,0,0],[2,0,0],[2,4,0],[-9,4,0]]}]},
"portals":[{"polygon":0,"to":"outside","side":0}]}]})";
  const auto found =
      findings_of(with(text, "[0,0,0],[0,0,3],[0,4,3],[0,4,0]", "[0,0,0],[0,4,0],[0,4,3],[0,0,3]"));
  ASSERT_EQ(found.size(), 1U) << text_of(found);
  EXPECT_EQ(found[0].rule, "portal.side");
  EXPECT_EQ(found[0].severity, Severity::warning);
  EXPECT_EQ(text_of(findings_of(text)), "");
}

TEST(WorldCheck, PortalPolygonsAreCheckedToo) {
  const auto found = findings_of(with(floor_and(kFloor), "[0,1,-900]", "[2,0,-900]"));
  ASSERT_EQ(found.size(), 2U) << text_of(found);
  EXPECT_EQ(found[0].rule, "polygon.duplicate");
  EXPECT_EQ(found[1].rule, "polygon.zero_area");
  EXPECT_EQ(found[1].place, "cell 0xA9B40100 polygon 0");
}

// ---- cells ----

TEST(WorldCheck, CellWithoutPortalsHoldsNobody) {
  const auto found = findings_of(with(two_rooms(), R"("frame": {"origin": [10,10,0]},
   "portals": [{"polygon": 3, "to": "0x0101"}],)",
                                      R"("frame": {"origin": [10,10,0]},)"));
  ASSERT_EQ(found.size(), 3U) << text_of(found);
  EXPECT_EQ(found[0].rule, "cell.no_portals");
  EXPECT_EQ(found[0].severity, Severity::error);
  EXPECT_EQ(found[0].place, "cell 0xA9B40100");
  EXPECT_EQ(found[1].rule, "portal.not_mutual");
  EXPECT_EQ(found[2].rule, "cell.unreachable");
}

TEST(WorldCheck, CellReachedFromOutdoorsIsReachable) {
  EXPECT_EQ(text_of(findings_of(with(
                with(two_rooms(), R"({"polygon": 3, "to": "0x0101"})", R"({"polygon": 3, "to": "outside"})"),
                R"({"polygon": 3, "to": "0x0100"})", R"({"polygon": 3, "to": "outside"})"))),
            "");
}

TEST(WorldCheck, VolumeThatLeavesTheMiddleOut) {
  expect_only(with(two_rooms(), R"("convex")", R"({"plane": [0,0,1,-3]})"), Severity::warning,
              "cell.volume_misses_inside", "cell 0xA9B40100");
}

TEST(WorldCheck, NothingToStandOn) {
  // 50° is too steep; the plate that lies in the cell is not.
  const std::string steep =
      one_cell(R"([{"points":[[0,-1,0],[1,-1,1.1917536],[1,1,1.1917536],[0,1,0]]}])", R"("leaf")");
  expect_only(steep, Severity::warning, "cell.no_floor", "cell 0xA9B40100", "0.66417414");
  const std::string with_plate = with(
      steep, R"("portals":)", R"("statics":[{"shape":{"bsp":{"polygons":[)" + kFloor + R"(]}}}],"portals":)");
  EXPECT_EQ(text_of(findings_of(with_plate)), "");
}

TEST(WorldCheck, ObjectWithoutAShape) {
  expect_only(
      with(two_rooms(), R"({"polygons": [{"points": [[-1,-1,0],[1,-1,0],[1,1,0],[-1,1,0]]}], "bsp": "leaf"})",
           R"({"polygons": []})"),
      Severity::info, "object.never_collides", "object 0x70000001");
}

TEST(WorldCheck, FaultsOfASharedStructureAreToldOnce) {
  expect_only(with(two_rooms(), "[3,2,6,7]}]", "[3,2,6,7]}, {\"v\": [0,0,1]}]"), Severity::warning,
              "polygon.zero_area", "cell 0xA9B40100 polygon 6");
}

TEST(WorldCheck, CapturedCells) {
  SUREFOOT_NEEDS(test::fixture_path("openac"));
  for (const DumpBsp bsp : {DumpBsp::leaf, DumpBsp::build}) {
    const auto world = load_world(test::fixture_path("openac"), bsp);
    ASSERT_TRUE(world) << world.error().text();
    std::vector<std::string> unexpected;
    int beyond_the_leaf = 0;
    int answered_otherwise = 0;
    for (const Finding& f : check_world(*world)) {
      if (f.rule == "tree.bounds")
        ++beyond_the_leaf;
      else if (f.rule == "tree.disagrees")
        ++answered_otherwise;
      else if (f.rule != "portal.target_missing" && f.rule != "cell.no_floor" && f.rule != "gap.low")
        unexpected.push_back(f.rule + " " + f.place);
    }
    EXPECT_EQ(unexpected, std::vector<std::string>{});
    // The port's sphere of 15 m does not hold one large cell (vertices reach 17.3 m).
    EXPECT_EQ(beyond_the_leaf, bsp == DumpBsp::leaf ? 1 : 0);
    EXPECT_EQ(answered_otherwise, beyond_the_leaf);
  }
}

TEST(WorldCheck, GuessedVolume) {
  World world;
  auto structure = std::make_unique<CellStruct>();
  structure->volume = CellVolume::portals;
  auto cell = std::make_unique<EnvCell>();
  cell->id = 0xA9B40100;
  cell->structure = &world.add_cell_struct(std::move(structure));
  ASSERT_TRUE(world.add_env_cell(std::move(cell)));
  const auto found = check_world(world);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].rule, "cell.volume_guessed");
  EXPECT_EQ(found[0].severity, Severity::warning);
  EXPECT_EQ(found[0].place, "cell 0xA9B40100");
}

}  // namespace
}  // namespace surefoot::io
