// Reading `surefoot-world/1` (spec 07 §6): where each fault of a world is said to be, and in which words.
#include "io/world_json.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "world_texts.hpp"

namespace surefoot::io {
namespace {

struct Fault {
  const char* what;  ///< in two_rooms()
  const char* by;
  ErrorCode code;
  const char* where;
  const char* message;  ///< part of it
};

void expect_fault(const std::string& text, ErrorCode code, const std::string& where,
                  const std::string& message) {
  const auto world = read_text(text);
  ASSERT_FALSE(world) << "must not load: " << where;
  EXPECT_EQ(world.error().code, code) << world.error().text();
  EXPECT_EQ(world.error().where, where) << world.error().text();
  EXPECT_NE(world.error().message.find(message), std::string::npos) << world.error().text();
}

void expect_faults(const std::vector<Fault>& faults) {
  for (const Fault& f : faults) {
    SCOPED_TRACE(std::string(f.what) + " -> " + f.by);
    expect_fault(with(two_rooms(), f.what, f.by), f.code, f.where, f.message);
  }
}

constexpr const char* kStruct = "/environments/0x0D000001/structs/0";

std::string in_struct(const char* rest) {
  return std::string(kStruct) + rest;
}

TEST(WorldJson, FormatComesFirst) {
  expect_fault("[]", ErrorCode::unknown_format, "", "not a world");
  expect_fault("{}", ErrorCode::unknown_format, "", "found none");
  expect_fault(R"({"format": "surefoot-world/2", "cells": 5})", ErrorCode::unknown_format, "/format",
               "found \"surefoot-world/2\"");
  expect_fault(R"({"format": "surefoot-world/1"})", ErrorCode::missing_field, "", "\"name\" is missing");
}

TEST(WorldJson, SetupsAndShapes) {
  const auto bad = ErrorCode::bad_value;
  const auto dangling = ErrorCode::dangling;
  expect_faults({
      {R"("gfxobjs")", R"("setups": {"0":{}}, "gfxobjs")", bad, "/setups/0", "no id above 0"},
      {R"("gfxobjs")", R"("setups": {"5":{}, "0x05":{}}, "gfxobjs")", bad, "/setups/0x05", "defined twice"},
      {R"("gfxobjs")", R"("setups": {"5":{"parts":[{"gfxobj":9}]}}, "gfxobjs")", dangling,
       "/setups/5/parts/0/gfxobj", "gfxobj 0x00000009 is not in the world"},
      {R"("gfxobjs")", R"("setups": {"5":{"placements":{"1":[{}]}}}, "gfxobjs")", bad,
       "/setups/5/placements/1", "1 frames for 0 parts"},
      {R"("gfxobjs")", R"("setups": {"5":{"placements":{"x":[]}}}, "gfxobjs")", bad, "/setups/5/placements/x",
       "no placement key"},
      {R"("gfxobjs")", R"("setups": {"5":{"height":-1}}, "gfxobjs")", bad, "/setups/5/height",
       "a length is between 0 and"},
      {R"("gfxobjs")", R"("setups": {"5":{"cylspheres":[{"low":[0,0,0],"radius":1}]}}, "gfxobjs")",
       ErrorCode::missing_field, "/setups/5/cylspheres/0", "\"height\" is missing"},
      {R"("gfxobj": "0x01000001")", R"("setup": "0x02000001")", dangling, "/cells/0/statics/0/setup",
       "setup 0x02000001 is not in the world"},
      {R"("shape": {"bsp")", R"("shape": {"spheres": [[0,0,0,-1]], "bsp")", bad,
       "/objects/0/shape/spheres/0/3", "a radius must not be negative"},
      {R"("name": "plate")", R"("placement": 101)", dangling, "/objects/0/placement",
       "the setup has no placement 101"},
      {R"("name": "plate")", R"("radius_hint": -1)", bad, "/objects/0/radius_hint", "a radius is between"},
  });
}

TEST(WorldJson, UnknownFields) {
  const auto unknown = ErrorCode::unknown_field;
  const char* text = "unknown field";
  expect_faults({
      {R"("gfxobjs")", R"("gfxobj": {}, "gfxobjs")", unknown, "/gfxobj", text},
      {R"("bounds")", R"("bound")", unknown, "/gfxobjs/0x01000001/bound", text},
      {R"({"v": [0,1,2,3]}])", R"({"v": [0,1,2,3], "side": 0}])", unknown,
       "/gfxobjs/0x01000001/polygons/0/side", text},
      {R"("structs")", R"("x": 1, "structs")", unknown, "/environments/0x0D000001/x", text},
      {R"("cell_bsp")", R"("cellbsp")", unknown, "/environments/0x0D000001/structs/0/cellbsp", text},
      {R"("statics")", R"("static")", unknown, "/cells/0/static", text},
      {R"("to": "0x0101")", R"("too": 1)", unknown, "/cells/0/portals/0/too", text},
      {R"("name": "plate")", R"("title": "plate")", unknown, "/objects/0/title", text},
      {R"({"gfxobj": "0x01000001",)", R"({"gfxobj": "0x01000001", "cell": "0xA9B40100",)", unknown,
       "/cells/0/statics/0/cell", text},
  });
  EXPECT_TRUE(read_text(with(two_rooms(), R"("gfxobjs")", R"("x-editor": {"zoom": 2}, "gfxobjs")")));
}

TEST(WorldJson, Vertices) {
  const auto value = ErrorCode::bad_value;
  const char* first = "/gfxobjs/0x01000001/vertices/0/0";
  expect_faults({
      {"[-1,-1,0]", "[\"nan\",-1,0]", value, first, "must be finite"},
      {"[-1,-1,0]", "[\"-inf\",-1,0]", value, first, "must be finite"},
      {"[-1,-1,0]", "[1e39,-1,0]", value, first, "must be finite"},
      {"[-1,-1,0]", "[\"0x7f800001\",-1,0]", value, first, "must be finite"},
      {"[-1,-1,0]", "[-10000001,-1,0]", value, first, "beyond the limit of 10000000 m"},
      {"[-1,-1,0]", "[-1,-1]", ErrorCode::wrong_type, "/gfxobjs/0x01000001/vertices/0", "expected [x, y, z]"},
      {"[[-1,-1,0],[1,-1,0],[1,1,0],[-1,1,0]]}]", "[[-1,-1,0],[1,-1,0],[1,1,1e30],[-1,1,0]]}]", value,
       "/objects/0/shape/bsp/polygons/0/points/2/2", "beyond"},
  });
  EXPECT_TRUE(read_text(with(two_rooms(), "[-1,-1,0]", "[-1e7,-1,0]")));
}

TEST(WorldJson, PolygonVerticesAndPoints) {
  const std::string v = in_struct("/polygons/5/v");
  expect_fault(with(two_rooms(), "[3,2,6,7]", "[3,2,19,7]"), ErrorCode::dangling, v + "/2", "vertex 19 of 8");
  expect_fault(with(two_rooms(), "[3,2,6,7]", "[3,2,-6,7]"), ErrorCode::bad_value, v + "/2", "not within 0");
  expect_fault(with(two_rooms(), "[3,2,6,7]", "[3,2]"), ErrorCode::bad_value, v,
               "3 to 127 points, this one 2");
  std::string many = "[0";
  for (int i = 0; i < 127; ++i) many += ",0";
  expect_fault(with(two_rooms(), "[3,2,6,7]", many + "]"), ErrorCode::bad_value, v, "this one 128");
  expect_fault(with(two_rooms(), R"({"v": [3,2,6,7]})", "{}"), ErrorCode::missing_field,
               in_struct("/polygons/5"), "\"v\" or \"points\" is missing");
  expect_fault(with(two_rooms(), R"({"v": [3,2,6,7]})", R"({"v": [3,2,6], "points": []})"),
               ErrorCode::bad_value, in_struct("/polygons/5"), "either");
  expect_fault(with(two_rooms(), R"({"v": [3,2,6,7]})", R"({"v": [3,2,6], "sides": 4})"),
               ErrorCode::bad_value, in_struct("/polygons/5/sides"), "not within 0 to 3");
  expect_fault(with(two_rooms(), R"({"v": [3,2,6,7]})", R"({"v": [3,2,6], "plane": [0,0,5,0]})"),
               ErrorCode::bad_value, in_struct("/polygons/5/plane"), "length 1, it has 5");
  expect_fault(with(two_rooms(), R"({"v": [3,2,6,7]})", R"({"v": [3,2,6], "plane": [0,0,1,"nan"]})"),
               ErrorCode::bad_value, in_struct("/polygons/5/plane/3"), "must be finite");
}

TEST(WorldJson, DuplicateIds) {
  const auto value = ErrorCode::bad_value;
  expect_faults({
      {R"({"v": [4,7,6,5]})", R"({"id": 0, "v": [4,7,6,5]})", value,
       "/environments/0x0D000001/structs/0/polygons/1/id", "polygon 0 is defined twice (also at position 0)"},
      {R"({"v": [0,1,2,3]}, )", R"({"id": 1, "v": [0,1,2,3]}, )", value,
       "/environments/0x0D000001/structs/0/polygons/1", "polygon 1 is defined twice"},
      {R"("gfxobjs": {)", R"("gfxobjs": {"16777217": {"polygons": []}, )", value, "/gfxobjs/0x01000001",
       "gfxobj 0x01000001 is defined twice"},
      {R"("structs": {)", R"("structs": {"0x0": {"polygons": [], "cell_bsp": "none"}, )", value,
       "/environments/0x0D000001/structs/0", "struct 0 of environment 0x0D000001 is defined twice"},
      {R"("id": "0xA9B40101")", R"("id": "0xA9B40100")", value, "/cells/1/id", "defined twice"},
      {R"([{"gfxobj": "0x01000001",)", R"([{"id": "0x70000001", "gfxobj": "0x01000001",)", value,
       "/objects/0/id", "object 0x70000001 is defined twice"},
      {R"("portals": [3])", R"("portals": [3,3])", value, "/environments/0x0D000001/structs/0/portals/1",
       "twice"},
  });
  // The same name twice is a fault of the JSON already.
  const auto twice = read_text(with(two_rooms(), R"("gfxobjs": {)", R"("gfxobjs": {"0x01000001": {}, )"));
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().code, ErrorCode::bad_syntax);
  EXPECT_EQ(twice.error().where, "/gfxobjs/0x01000001");
}

TEST(WorldJson, NamesOfThingsThatAreNotThere) {
  const auto dangling = ErrorCode::dangling;
  expect_faults({
      {R"("portals": [3])", R"("portals": [3,6])", dangling, "/environments/0x0D000001/structs/0/portals/1",
       "polygon 6 of 6"},
      {R"({"polygon": 3, "to": "0x0101"})", R"({"polygon": 4, "to": "0x0101"})", dangling,
       "/cells/0/portals/0/polygon", "polygon 4 is not among the portals"},
      {R"({"polygon": 3, "to": "0x0101"})", R"({"polygon": 44, "to": "0x0101"})", dangling,
       "/cells/0/portals/0/polygon", "polygon 44 is not among the portals"},
      {R"("struct": 0, "frame": {"origin": [10,10,0]})", R"("struct": 7)", dangling, "/cells/0/struct",
       "environment 0x0D000001 with struct 7 is not in the world"},
      {R"({"gfxobj": "0x01000001")", R"({"gfxobj": "0x01000002")", dangling, "/cells/0/statics/0/gfxobj",
       "gfxobj 0x01000002 is not in the world"},
      {R"({"gfxobj": "0x01000001")", R"({"gfxobj": 0)", dangling, "/cells/0/statics/0/gfxobj",
       "not in the world"},
      {R"("cell": "0xA9B40101")", R"("cell": "0xA9B40177")", dangling, "/objects/0/cell",
       "stands in cell 0xA9B40177, which is not in the world"},
  });
  // An inline structure takes the portals its cell names.
  expect_fault(
      with(one_cell(kFloor, R"("leaf")"), R"("portals":[{"polygon":0)", R"("portals":[{"polygon":1)"),
      dangling, "/cells/0/portals/0/polygon", "polygon 1 is not among the portals");
}

TEST(WorldJson, Trees) {
  const auto tree = [](const std::string& what, const std::string& by) {
    return one_cell(kFloor, with(kNode, what, by));
  };
  const std::string bsp = "/cells/0/shape/physics_bsp";
  expect_fault(tree("\"polys\":[5]", "\"polys\":[5,0]"), ErrorCode::dangling, bsp + "/neg/polys/1",
               "polygon 0 is not in this shape");
  expect_fault(tree("[0,0,0,3]", "[0,0,0,0]"), ErrorCode::bad_value, bsp + "/neg/sphere/3", "radius above 0");
  expect_fault(tree("[0,0,0,3]", "[0,0,0,-1]"), ErrorCode::bad_value, bsp + "/neg/sphere/3", "negative");
  expect_fault(tree("[0,0,0,5]", "[0,0,0,0]"), ErrorCode::bad_value, bsp + "/sphere/3", "radius above 0");
  expect_fault(tree("\"sphere\":[0,0,0,3],", ""), ErrorCode::missing_field, bsp + "/neg",
               "\"sphere\" is missing");
  expect_fault(tree("\"plane\":[0,0,1,0],", ""), ErrorCode::missing_field, bsp, "\"plane\" is missing");
  expect_fault(tree("[0,0,1,0]", "[0,0,0,0]"), ErrorCode::bad_value, bsp + "/plane", "length 1, it has 0");
  expect_fault(tree("\"solid\":1", "\"solid\":2"), ErrorCode::bad_value, bsp + "/neg/solid",
               "not within 0 to 1");
  expect_fault(tree("\"BPIN\"", "\"LEAF\""), ErrorCode::bad_value, bsp + "/tag", "no \"LEAF\"");
  expect_fault(tree("\"BPIN\"", "\"BPI\""), ErrorCode::bad_value, bsp + "/tag", "four characters");
  expect_fault(tree("\"LEAF\"", "\"BPIN\""), ErrorCode::bad_value, bsp + "/neg/tag", "is \"LEAF\"");
  expect_fault(tree("\"pos\":null", "\"pos\":5"), ErrorCode::wrong_type, bsp + "/pos", "expected an object");
  expect_fault(tree("\"pos\"", "\"front\""), ErrorCode::unknown_field, bsp + "/front", "unknown field");
  expect_fault(one_cell(kFloor, "\"tree\""), ErrorCode::bad_value, bsp, "\"leaf\", \"build\" or a node");
  expect_fault(one_cell(kFloor, "[]"), ErrorCode::wrong_type, bsp, "expected a string");
  expect_fault(with(two_rooms(), "[0,0,0,1.5]", "[0,0,0,0]"), ErrorCode::bad_value,
               "/gfxobjs/0x01000001/bounds/3", "radius above 0");
  expect_fault(with(two_rooms(), "\"bsp\": \"leaf\", \"bounds\"",
                    R"("bsp": {"leaf": 0, "polys": [0], "sphere": [0,0,0,2]}, "bounds")"),
               ErrorCode::bad_value, "/gfxobjs/0x01000001/bounds", "root's \"sphere\"");
}

TEST(WorldJson, CellVolumesThatCannotBe) {
  const std::string where = in_struct("/cell_bsp");
  const auto volume = [](const char* by) { return with(two_rooms(), R"("convex")", by); };
  expect_fault(volume("\"box\""), ErrorCode::bad_value, where, "\"none\", \"convex\" or a node");
  expect_fault(volume("1"), ErrorCode::wrong_type, where, "expected a string");
  expect_fault(volume(R"({"plane":[0,0,1,0],"sphere":[0,0,0,1]})"), ErrorCode::unknown_field,
               where + "/sphere", "unknown field");
  expect_fault(volume(R"({"leaf":0,"polys":[]})"), ErrorCode::unknown_field, where + "/polys",
               "unknown field");
  expect_fault(volume(R"({"plane":[0,0,1]})"), ErrorCode::wrong_type, where + "/plane", "[nx, ny, nz, d]");
  // A corner pulled out of the box: not an intersection of half-spaces.
  expect_fault(with(two_rooms(), "[4,7,6,5]", "[5,6,7,4]"), ErrorCode::bad_value, where, "not convex");
}

TEST(WorldJson, Cells) {
  const auto value = ErrorCode::bad_value;
  expect_faults({
      {R"("id": "0xA9B40101")", R"("id": "0xA9B40001")", value, "/cells/1/id", "not an interior cell"},
      {R"("id": "0xA9B40101")", R"("id": "0xFFB40101")", value, "/cells/1/id", "not on the map"},
      {R"("id": "0xA9B40101")", R"("id": "cellar")", value, "/cells/1/id", "no id"},
      {R"("id": "0xA9B40101",)", "", ErrorCode::missing_field, "/cells/1", "\"id\" is missing"},
      {R"("to": "0x0101")", R"("to": "0xA9B40101")", value, "/cells/0/portals/0/to", "low 16 bits"},
      {R"("to": "0x0101")", R"("to": 5)", value, "/cells/0/portals/0/to", "low 16 bits"},
      {R"("to": "0x0101")", R"("to": "inside")", value, "/cells/0/portals/0/to", "no id"},
      {R"(, "to": "0x0101")", "", ErrorCode::missing_field, "/cells/0/portals/0", "\"to\" is missing"},
      {R"("polygon": 3, "to": "0x0101")", R"("to": "0x0101")", ErrorCode::missing_field, "/cells/0/portals/0",
       "\"polygon\" is missing"},
      {R"("to": "0x0101")", R"("to": "0x0101", "side": 2)", value, "/cells/0/portals/0/side",
       "not within 0 to 1"},
      {R"("to": "0x0101")", R"("to": "0x0101", "side": "left")", value, "/cells/0/portals/0/side",
       "\"auto\""},
      {R"("to": "0x0101")", R"("to": "0x0101", "to_portal": 40000)", value, "/cells/0/portals/0/to_portal",
       "not within -1"},
      {R"("frame": {"origin": [10,10,0]})", R"("visible": ["0x0001"])", value, "/cells/0/visible/0",
       "low 16 bits"},
      {R"("frame": {"origin": [10,10,0]})", R"("seen_outside": 1)", ErrorCode::wrong_type,
       "/cells/0/seen_outside", "true or false"},
      {R"("frame": {"origin": [10,10,0]})", R"("frame": {"origin": [10,10,"inf"]})", value,
       "/cells/0/frame/origin/2", "must be finite"},
      {R"("environment": "0x0D000001", "struct": 0, "frame")", R"("frame")", ErrorCode::missing_field,
       "/cells/0", "\"shape\", is missing"},
      {R"("struct": 0, "frame": {"o)", R"("frame": {"o)", ErrorCode::missing_field, "/cells/0",
       "\"struct\" is missing"},
      {R"("struct": 0, "frame": {"o)", R"("struct": 0, "shape": {}, "frame": {"o)", value, "/cells/0",
       "either"},
  });
}

TEST(WorldJson, Objects) {
  const auto value = ErrorCode::bad_value;
  expect_faults({
      {R"("id": "0x70000001")", R"("id": 0)", value, "/objects/0/id", "above 0"},
      {R"("name": "plate")", R"("scale": 0)", value, "/objects/0/scale", "a scale is between 0.001 and 1000"},
      {R"("name": "plate")", R"("scale": -1)", value, "/objects/0/scale", "a scale is between"},
      {R"("name": "plate")", R"("kind": "dragon")", value, "/objects/0/kind", "unknown kind \"dragon\""},
      {R"("name": "plate")", R"("state": ["SOLID"])", value, "/objects/0/state/0", "SOLID"},
      {R"("name": "plate")", R"("gfxobj": "0x01000001")", value, "/objects/0", "give one of"},
      {R"({"gfxobj": "0x01000001", "frame")", R"({"frame")", value, "/cells/0/statics/0", "give one of"},
      {R"("shape": {"bsp": {"polygons")", R"("shape": {"bsp": {"polygon")", ErrorCode::unknown_field,
       "/objects/0/shape/bsp/polygon", "unknown field"},
  });
}

TEST(WorldJson, EveryTruncationIsAnErrorWithAPlace) {
  const std::string text = two_rooms();
  for (std::size_t n = 0; n < text.size(); ++n) {
    const auto world = read_text(text.substr(0, n));
    ASSERT_FALSE(world) << "loaded from the first " << n << " bytes";
    ASSERT_EQ(world.error().code, ErrorCode::bad_syntax) << n;
    ASSERT_EQ(world.error().where.rfind("byte ", 0), 0U) << n;
  }
}

TEST(WorldJson, EveryByteSpoiltNeverCrashes) {
  const std::string text = two_rooms();
  std::size_t loaded = 0;
  for (std::size_t n = 0; n < text.size(); ++n) {
    for (const char c : {'0', '9', '-', '"', '}', 'e'}) {
      std::string spoilt = text;
      spoilt[n] = c;
      const auto world = read_text(spoilt);
      if (world)
        ++loaded;
      else
        ASSERT_FALSE(world.error().message.empty());
    }
  }
  EXPECT_GT(loaded, 0U);
}

}  // namespace
}  // namespace surefoot::io
