// Reading `surefoot-world/1` (spec 07 §6): what a world becomes, and where each fault is said to be.
#include "io/world_json.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/load_world.hpp"
#include "io/world_shapes.hpp"
#include "motion/resolve.hpp"
#include "shape/bsp_queries.hpp"
#include "support/bits.hpp"
#include "support/paths.hpp"
#include "world_texts.hpp"

namespace surefoot::io {
namespace {

using test::has_bits;
using test::same_bits;

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

// ---- what a world becomes ----

TEST(WorldJson, TwoRoomsAsWritten) {
  const World w = world_of(two_rooms());
  EXPECT_EQ(w.name, "two rooms");
  EXPECT_EQ(w.about, "for tests");
  EXPECT_EQ(w.license, "CC0-1.0");
  EXPECT_TRUE(w.approximate.empty());
  ASSERT_EQ(w.env_cells().size(), 2U);
  const EnvCell& a = *w.env_cells()[0];
  const EnvCell& b = *w.env_cells()[1];
  EXPECT_EQ(a.id, 0xA9B40100U);
  EXPECT_EQ(a.structure, b.structure);
  EXPECT_EQ(a.structure->volume, CellVolume::faces);
  EXPECT_TRUE(same_bits(a.pos.frame.origin, Vec3{10.0F, 10.0F, 0.0F}));
  EXPECT_TRUE(same_bits(b.pos.frame.q, Quat{0.0F, 0.0F, 0.0F, 1.0F}));
  // The portal is no wall: five of the six faces collide, with their own ids.
  ASSERT_EQ(a.structure->physics_bsp.polygons.size(), 5U);
  EXPECT_EQ(a.structure->physics_bsp.polygons[3].id, 4U);
  const GfxObj* g = w.find_gfxobj(0x01000001);
  ASSERT_NE(g, nullptr);
  EXPECT_TRUE(same_bits(g->physics_sphere()->radius, 1.5F));
  EXPECT_TRUE(same_bits(g->bounding_box.max, Vec3{1.0F, 1.0F, 0.0F}));
  EXPECT_TRUE(has_bits(g->physics_bsp.polygons[0].plane.normal, {0, 0, 0x3F800000U}));
}

TEST(WorldJson, PortalDefaults) {
  const World w = world_of(two_rooms());
  const EnvCell& a = *w.env_cells()[0];
  const EnvCell& b = *w.env_cells()[1];
  ASSERT_EQ(a.portals.size(), 1U);
  EXPECT_EQ(a.portals[0].other_cell_id, 0xA9B40101U);
  EXPECT_EQ(a.portals[0].polygon, 3U);
  EXPECT_EQ(a.portals[0].portal_side, 0);  // the room lies before the wall's front
  EXPECT_EQ(a.portals[0].other_portal_id, 0);
  EXPECT_FALSE(a.portals[0].exact_match);
  EXPECT_FALSE(a.seen_outside);
  EXPECT_EQ(a.stab_list, std::vector<CellId>{0xA9B40101U});
  EXPECT_EQ(b.stab_list, std::vector<CellId>{0xA9B40100U});
}

TEST(WorldJson, PortalFieldsGiven) {
  const World w = world_of(with(
      two_rooms(), R"({"polygon": 3, "to": "0x0101"}])",
      R"({"polygon": 3, "to": "outside", "to_portal": 7, "exact": true, "side": 1}], "visible": ["0x0105", "0x0101"])"));
  const CellPortal& p = w.env_cells()[0]->portals[0];
  EXPECT_EQ(p.other_cell_id, kOutsideCellId);
  EXPECT_EQ(p.other_portal_id, 7);
  EXPECT_TRUE(p.exact_match);
  EXPECT_EQ(p.portal_side, 1);
  EXPECT_TRUE(w.env_cells()[0]->seen_outside);  // by its portal
  EXPECT_EQ(w.env_cells()[0]->stab_list, (std::vector<CellId>{0xA9B40105U, 0xA9B40101U}));
  // Nobody leads back to the second room any more.
  EXPECT_EQ(w.env_cells()[1]->portals[0].other_portal_id, -1);
}

TEST(WorldJson, OfTwoPortalsBetweenTheSameCellsTheNearestIsTheReverse) {
  // A wall with an upper and a lower opening, listed in opposite order on the two sides.
  const auto cell = [](const char* id, const char* to, bool upper_first) {
    const std::string lower = R"([[0,0,0],[0,0,1],[0,1,1],[0,1,0]])";
    const std::string upper = R"([[0,0,2],[0,0,3],[0,1,3],[0,1,2]])";
    return std::string(R"({"id":")") + id +
           R"(","shape":{"cell_bsp":"none","physics_polygons":[],"polygons":[{"points":)" +
           (upper_first ? upper : lower) + R"(},{"points":)" + (upper_first ? lower : upper) +
           R"(}]},"portals":[{"polygon":0,"to":")" + to + R"("},{"polygon":1,"to":")" + to + R"("}]})";
  };
  const World w =
      world_of(R"({"format":"surefoot-world/1","name":"n","cells":[)" + cell("0xA9B40100", "0x0101", true) +
               "," + cell("0xA9B40101", "0x0100", false) + "]}");
  EXPECT_EQ(w.env_cells()[0]->portals[0].other_portal_id, 1);
  EXPECT_EQ(w.env_cells()[0]->portals[1].other_portal_id, 0);
  EXPECT_EQ(w.env_cells()[1]->portals[0].other_portal_id, 1);
}

TEST(WorldJson, SightReachesThroughPortalsNearestFirst) {
  // A chain 0100 - 0101 - 0102, whose last cell names one that is not in the world.
  const auto cell = [](int id, const std::string& targets) {
    return fmt::format(
        R"({{"id":"0xA9B4010{}","shape":{{"cell_bsp":"none","physics_polygons":[],"polygons":[{{"points":[[0,0,0],[1,0,0],[0,1,0]]}}]}},"portals":[{}]}})",
        id, targets);
  };
  const auto to = [](const char* id) { return fmt::format(R"({{"polygon":0,"to":"{}"}})", id); };
  const World w =
      world_of(R"({"format":"surefoot-world/1","name":"n","cells":[)" + cell(0, to("0x0101")) + "," +
               cell(1, to("0x0102") + "," + to("0x0100")) + "," + cell(2, to("0x01F0")) + "]}");
  EXPECT_EQ(w.env_cells()[0]->stab_list, (std::vector<CellId>{0xA9B40101U, 0xA9B40102U, 0xA9B401F0U}));
  EXPECT_EQ(w.env_cells()[1]->stab_list, (std::vector<CellId>{0xA9B40102U, 0xA9B40100U, 0xA9B401F0U}));
  EXPECT_EQ(w.env_cells()[2]->stab_list, std::vector<CellId>{0xA9B401F0U});
}

TEST(WorldJson, ObjectsAreRegisteredWhereTheyStand) {
  const World w = world_of(two_rooms());
  ASSERT_EQ(w.registry().objects().size(), 2U);
  const PhysicsObject& first = *w.registry().objects()[0];
  const PhysicsObject& second = *w.registry().objects()[1];
  EXPECT_EQ(first.id, 0x80000000U);  // the next free one
  EXPECT_EQ(first.state, physics_state::kStatic | physics_state::kHasPhysicsBsp);
  EXPECT_EQ(first.weenie, 0U);
  EXPECT_EQ(first.cell, w.env_cells()[0].get());
  EXPECT_EQ(second.id, 0x70000001U);
  EXPECT_EQ(second.parts[0].gfxobj->id, 0U);
  EXPECT_EQ(w.registry().shadow_list(*w.env_cells()[1]), std::vector<const PhysicsObject*>{&second});
}

TEST(WorldJson, ObjectFields) {
  const World w =
      world_of(with(two_rooms(), R"("name": "plate",)",
                    R"("scale": 2, "state": ["ETHEREAL", "GRAVITY"], "kind": ["pk", "impenetrable"],
      "placement": 0, "has_physics_bsp": false,)"));
  const PhysicsObject& o = *w.registry().find(0x70000001);
  EXPECT_EQ(o.state, physics_state::kEthereal | physics_state::kGravity);
  EXPECT_EQ(o.weenie,
            weenie::kExists | weenie::kCreature | weenie::kPlayer | weenie::kPk | weenie::kImpenetrable);
  EXPECT_TRUE(same_bits(o.scale, 2.0F));
  EXPECT_TRUE(same_bits(o.parts[0].scale, Vec3{2.0F, 2.0F, 2.0F}));
}

TEST(WorldJson, AThingThatIsNotStaticHasAWeenie) {
  const World w = world_of(with(two_rooms(), R"("name": "plate",)", R"("state": 0,)"));
  EXPECT_EQ(w.registry().find(0x70000001)->weenie, weenie::kExists);
}

TEST(WorldJson, FreeIdsStepAroundTheTakenOnes) {
  const World w = world_of(with(two_rooms(), "\"0x70000001\"", "\"0x80000000\""));
  EXPECT_EQ(w.registry().objects()[0]->id, 0x80000001U);
  EXPECT_EQ(w.registry().objects()[1]->id, 0x80000000U);
}

TEST(WorldJson, PolygonsByPointsIdsSidesAndPlanes) {
  const World w = world_of(one_cell(
      R"([{"id":70000,"points":[[0,-1,0],[1,-1,2],[1,1,2],[0,1,0]],"sides":2},
          {"points":[[0,0,0],[3,0,0.1],[4,2,0.3],[2,4,0.2],[-1,2,0]]},
          {"points":[[0,0,0],[1,0,0],[0,1,0]],"plane":["0x00000000",0,1,"-0.0"]}])",
      R"("leaf")"));
  const auto& polygons = w.env_cells()[0]->structure->physics_bsp.polygons;
  ASSERT_EQ(polygons.size(), 3U);
  // Worked case 8.
  EXPECT_EQ(polygons[0].id, 70000U);
  EXPECT_EQ(polygons[0].sides_type, 2);
  EXPECT_TRUE(has_bits(polygons[0].plane.normal, {0xBF64F92EU, 0, 0x3EE4F92EU}));
  EXPECT_TRUE(has_bits(polygons[0].plane.d, 0x80000000U));
  EXPECT_EQ(polygons[1].id, 1U);
  EXPECT_TRUE(has_bits(polygons[1].plane.normal, {0xBD5C1A76U, 0xBD0D7EB9U, 0x3F7F7A23U}));
  EXPECT_TRUE(has_bits(polygons[1].plane.d, 0x3CB0152AU));
  EXPECT_TRUE(has_bits(polygons[2].plane.d, 0x80000000U));
}

TEST(WorldJson, SingleLeafListsAllInFileOrderAndCoversThem) {
  const World w = world_of(one_cell(
      R"([{"id":9,"points":[[0,0,0],[4,0,0],[4,2,0],[0,2,0]]},{"id":3,"points":[[0,0,0],[0,2,0],[0,2,4],[0,0,4]]}])",
      R"("leaf")"));
  const BspTree& tree = w.env_cells()[0]->structure->physics_bsp;
  EXPECT_TRUE(tree.root->leaf());
  EXPECT_EQ(tree.root->polys, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(tree.polygons[0].id, 9U);
  EXPECT_FALSE(tree.root->solid);
  EXPECT_TRUE(same_bits(tree.bounds().center, Vec3{2.0F, 1.0F, 2.0F}));
  EXPECT_TRUE(same_bits(tree.bounds().radius, 3.001F));
}

constexpr const char* kFloor = R"([{"id":5,"points":[[-2,-2,0],[2,-2,0],[2,2,0],[-2,2,0]]}])";
constexpr const char* kNode =
    R"({"plane":[0,0,1,0],"sphere":[0,0,0,5],"pos":null,
        "neg":{"leaf":3,"solid":1,"sphere":[0,0,0,3],"polys":[5],"tag":"LEAF"},"tag":"BPIN"})";

TEST(WorldJson, TreeNodeByNode) {
  const World w = world_of(one_cell(kFloor, kNode));
  const BspTree& tree = w.env_cells()[0]->structure->physics_bsp;
  EXPECT_EQ(tree.root->tag, bsp_tag::kBPIN);
  EXPECT_TRUE(same_bits(tree.root->splitting_plane, Plane{{0.0F, 0.0F, 1.0F}, 0.0F}));
  EXPECT_EQ(tree.root->neg->leaf_index, 3);
  EXPECT_TRUE(tree.root->neg->solid);
  EXPECT_EQ(tree.root->neg->polys, std::vector<std::uint32_t>{0});
  // A missing child is an empty leaf with the parent's sphere.
  ASSERT_NE(tree.root->pos, nullptr);
  EXPECT_TRUE(tree.root->pos->leaf());
  EXPECT_TRUE(tree.root->pos->polys.empty());
  EXPECT_FALSE(tree.root->pos->solid);
  EXPECT_TRUE(same_bits(tree.root->pos->sphere.radius, 5.0F));
}

TEST(WorldJson, CellVolumes) {
  const auto volume = [](const std::string& cell_bsp) {
    return world_of(with(one_cell(kFloor, R"("leaf")"), R"("cell_bsp":"none")", "\"cell_bsp\":" + cell_bsp));
  };
  const auto root = [](const World& w) { return w.env_cells()[0]->structure->cell_bsp.root; };
  EXPECT_EQ(root(volume(R"("none")")), nullptr);
  const World chain =
      volume(R"({"plane":[0,0,1,0],"pos":{"plane":[0,0,-1,4],"pos":{"leaf":0},"neg":null},"neg":null})");
  EXPECT_EQ(root(chain)->tag, bsp_tag::kBPnn);
  EXPECT_EQ(root(chain)->pos->pos->tag, bsp_tag::kLeaf);
  EXPECT_EQ(root(chain)->neg, nullptr);
  const CellGraphView view{&chain.env_cells()[0]->structure->cell_bsp};
  EXPECT_TRUE(point_inside_cell_bsp(view, {0.0F, 0.0F, 2.0F}));
  EXPECT_FALSE(point_inside_cell_bsp(view, {0.0F, 0.0F, 5.0F}));
  const World terminal = volume(R"({"plane":[0,0,1,0]})");
  EXPECT_EQ(root(terminal)->tag, bsp_tag::kBPFL);
  EXPECT_EQ(root(volume(R"({"plane":[0,0,1,0],"tag":"BPFL"})"))->tag, bsp_tag::kBPFL);
}

TEST(WorldJson, BuiltTreeCanBeGivenItsBounds) {
  const World w = world_of(
      with(two_rooms(), R"("bsp": "leaf", "bounds": [0,0,0,1.5])", R"("bsp": "build", "bounds": [0,0,1,9])"));
  EXPECT_TRUE(same_bits(w.find_gfxobj(0x01000001)->physics_sphere()->radius, 9.0F));
}

TEST(WorldJson, ShapeWithoutPolygonsCollidesWithNothing) {
  const World w =
      world_of(with(two_rooms(), R"("polygons": [{"v": [0,1,2,3]}], "bsp": "leaf", "bounds": [0,0,0,1.5])",
                    R"("polygons": [])"));
  EXPECT_TRUE(w.find_gfxobj(0x01000001)->physics_bsp.empty());
  EXPECT_EQ(w.registry().objects()[0]->state, physics_state::kStatic);
}

// ---- what looks wrong but loads ----

/// Walks and drops a mover across the cell; the bits of every position reached.
std::vector<float> walk(const World& world) {
  std::vector<float> out;
  Workspace workspace;
  ResolveRequest r;
  r.mover = mover_from_radius_height(0.48F, 1.8F);
  r.mover.step_up_height = 0.6F;
  r.mover.step_down_height = 1.5F;
  for (const float x : {-1.5F, -0.5F, 0.0F, 0.3F}) {
    for (const bool placement : {false, true}) {
      Position begin;
      begin.cell_id = 0xA9B40100;
      begin.frame.origin = {x, 0.1F, 0.6F};
      r.end = begin;
      r.begin.reset();
      if (!placement) {
        r.begin = begin;
        r.end.frame.origin = {x + 0.9F, 0.2F, -0.3F};
      }
      const auto result = resolve(world, r, workspace);
      EXPECT_TRUE(result);
      if (!result) continue;
      const Vec3& o = result->position.frame.origin;
      const Vec3& n = result->contact_plane.plane.normal;
      for (const float f : {o.x, o.y, o.z, n.x, n.y, n.z}) out.push_back(f);
    }
  }
  return out;
}

TEST(WorldJson, PolygonsWithoutAreaAreNeverHit) {
  // Three collinear points (conformance G11), a point three times, a plane of zeros, across the walker's way.
  const std::string degenerate =
      R"(,{"id":6,"points":[[0,0,0.1],[0,0,0.5],[0,0,1]]},{"id":7,"points":[[0,0,0.4],[0,0,0.4],[0,0,0.4]]},
         {"id":8,"points":[[0,-2,0],[0,2,0],[0,0,2]],"plane":[0,0,0,0]}])";
  std::string spoilt = kFloor;
  spoilt.pop_back();
  spoilt += degenerate;
  for (const char* bsp : {R"("leaf")", R"("build")"}) {
    const World clean = world_of(one_cell(kFloor, bsp));
    const World world = world_of(one_cell(spoilt, bsp));
    const auto expected = walk(clean);
    const auto got = walk(world);
    ASSERT_EQ(expected.size(), got.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
      EXPECT_TRUE(std::isfinite(got[i])) << bsp << " " << i;
      EXPECT_TRUE(same_bits(got[i], expected[i])) << bsp << " " << i;
    }
  }
}

TEST(WorldJson, APlaneOfZerosIsNotWhereTheOriginIs) {
  // With d = 0 the precise test would find every sphere touching a plane without a normal.
  Polygon p;
  p.vertices = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  p.plane = plane_of(p.vertices);
  EXPECT_TRUE(is_never_hit(p.plane));
  EXPECT_TRUE(has_bits(p.plane.normal, {0, 0, 0}));
  Vec3 contact;
  EXPECT_FALSE(polygon_hits_sphere_precise(Retail{}, view(p), {{1, 0, 0}, 1000.0F}, contact));
  EXPECT_FALSE(polygon_hits_sphere(view(p), {{1, 0, 0}, 1000.0F}, contact));
  // So small that the squares lose their bits: not a plane either.
  const std::vector<Vec3> speck{{0, 0, 0}, {8e-12F, 0, 0}, {0, 8e-12F, 0}};
  EXPECT_TRUE(is_never_hit(plane_of(speck)));
}

TEST(WorldJson, ThingsThatLookWrongLoad) {
  // A portal to nowhere, a warped polygon, an unreachable cell.
  EXPECT_TRUE(read_text(with(two_rooms(), R"("to": "0x0101")", R"("to": "0x0155")")));
  EXPECT_TRUE(read_text(one_cell(R"([{"points":[[0,0,0],[1,0,0],[1,1,0.5],[0,1,0]]}])", R"("leaf")")));
  EXPECT_TRUE(read_text(one_cell(R"([{"points":[[0,0,0],[1,0,0],[1,1,0.5],[0,1,0]]}])", R"("build")")));
  EXPECT_TRUE(read_text(with(two_rooms(), R"("portals": [{"polygon": 3, "to": "0x0101"}],)", "")));
}

// ---- faults ----

TEST(WorldJson, FormatComesFirst) {
  expect_fault("[]", ErrorCode::unknown_format, "", "not a world");
  expect_fault("{}", ErrorCode::unknown_format, "", "found none");
  expect_fault(R"({"format": "surefoot-world/2", "cells": 5})", ErrorCode::unknown_format, "/format",
               "found \"surefoot-world/2\"");
  expect_fault(R"({"format": "surefoot-world/1"})", ErrorCode::missing_field, "", "\"name\" is missing");
}

TEST(WorldJson, NotReadByThisVersionIsSaidWhereItStands) {
  const auto later = ErrorCode::unknown_format;
  const char* text = "this version does not read";
  expect_faults({
      {R"("gfxobjs")", R"("setups": {"0x02000001":{}}, "gfxobjs")", later, "/setups", text},
      {R"("gfxobj": "0x01000001")", R"("setup": "0x02000001")", later, "/cells/0/statics/0/setup", text},
      {R"("shape": {"bsp")", R"("shape": {"spheres": [[0,0,0,1]], "bsp")", later, "/objects/0/shape/spheres",
       text},
      {R"("shape": {"bsp")", R"("shape": {"cylspheres": [], "bsp")", later, "/objects/0/shape/cylspheres",
       text},
      {R"("name": "plate")", R"("placement": 101)", later, "/objects/0/placement", text},
      {R"("name": "plate")", R"("radius_hint": 1)", later, "/objects/0/radius_hint", text},
  });
  // Nothing is lost where there is nothing.
  EXPECT_TRUE(read_text(with(two_rooms(), R"("gfxobjs")", R"("landblocks": [], "setups": {}, "gfxobjs")")));
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

// ---- files ----

std::string small(const std::string& name, const std::string& more) {
  return R"({"format":"surefoot-world/1","name":")" + name + "\"" + more + "}";
}

std::string plate_shape(const char* id) {
  return std::string(R"(,"gfxobjs":{")") + id + R"(":{"polygons":[{"points":[[0,0,0],[1,0,0],[0,1,0]]}]}})";
}

TEST(WorldFiles, NameOfTheFileComesBeforeThePlace) {
  const TemporaryFolder folder("file-names");
  const std::string path = folder.write("bad.world.json", with(two_rooms(), "[3,2,6,7]", "[3,2,19,7]"));
  const auto world = read_world(path);
  ASSERT_FALSE(world);
  EXPECT_EQ(world.error().text(),
            path + ": /environments/0x0D000001/structs/0/polygons/5/v/2: vertex 19 of 8");
  const auto missing = load_world(folder.path("none.world.json"));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::file_not_found);
  EXPECT_EQ(missing.error().where, folder.path("none.world.json"));
  const auto cut = load_world(folder.write("cut.json", two_rooms().substr(0, 100)));
  ASSERT_FALSE(cut);
  EXPECT_EQ(cut.error().code, ErrorCode::bad_syntax);
  EXPECT_EQ(cut.error().where.rfind(folder.path("cut.json") + ": byte ", 0), 0U) << cut.error().text();
}

TEST(WorldFiles, IncludesComeFirstAndMayBeShared) {
  const TemporaryFolder folder("includes");
  folder.write("lib/shapes.json", small("shapes", plate_shape("0x01000009") + R"(,"approximate":["bsp"])"));
  folder.write("lib/room.json", with(two_rooms(), R"("name": "two rooms",)",
                                     R"("name": "room", "approximate": ["bsp", "heights"],)"));
  // The object leans on a shape of one include and a cell of another.
  const std::string path = folder.write(
      "main.json",
      small("main", R"(,"include":["lib/shapes.json","./lib/../lib/room.json"],"approximate":["walls"],
"objects":[{"gfxobj":"0x01000009","cell":"0xA9B40100","frame":{"origin":[12,12,1]}}])"));
  auto world = load_world(path);
  ASSERT_TRUE(world) << world.error().text();
  EXPECT_EQ(world->name, "main");
  EXPECT_EQ(world->approximate, (std::vector<std::string>{"bsp", "heights", "walls"}));
  EXPECT_EQ(world->gfxobjs()[0]->id, 0x01000009U);
  // Statics of cells, then the included objects, then one's own.
  ASSERT_EQ(world->registry().objects().size(), 3U);
  EXPECT_EQ(world->registry().objects()[1]->id, 0x70000001U);
  EXPECT_EQ(world->registry().objects()[2]->id, 0x80000001U);
}

TEST(WorldFiles, ObjectsOfAnIncludeReachCellsOfTheIncluder) {
  // The first room with a plate across its portal is included by the file that holds the second room: the
  // plate must be listed in both.
  const TemporaryFolder folder("includes-late-cells");
  const std::string all =
      with(two_rooms(), R"("frame": {"origin": [15,15,1]})", R"("frame": {"origin": [19.5,15,1]})");
  const auto cut_at = all.find(R"(  {"id": "0xA9B40101")");
  const auto objects_at = all.find(R"("objects")");
  const std::string second = all.substr(cut_at, objects_at - cut_at);
  const auto comma = all.rfind(',', cut_at);
  folder.write("first.json", all.substr(0, comma) + "]}");
  const std::string path = folder.write(
      "main.json",
      small("main", R"(,"include":["first.json"],"cells":[)" + second.substr(0, second.rfind(']')) + "]"));
  auto world = load_world(path);
  ASSERT_TRUE(world) << world.error().text();
  ASSERT_EQ(world->env_cells().size(), 2U);
  EXPECT_EQ(world->registry().shadow_list(*world->env_cells()[1]).size(), 1U);
  EXPECT_EQ(world->env_cells()[0]->portals[0].other_portal_id, 0);
}

TEST(WorldFiles, FaultsOfIncludes) {
  const TemporaryFolder folder("include-faults");
  const std::string main = folder.path("main.json");
  const auto expect = [&](const std::string& text, ErrorCode code, const std::string& where,
                          const std::string& message) {
    folder.write("main.json", text);
    const auto world = read_world(main);
    ASSERT_FALSE(world);
    EXPECT_EQ(world.error().code, code) << world.error().text();
    EXPECT_EQ(world.error().where, where) << world.error().text();
    EXPECT_NE(world.error().message.find(message), std::string::npos) << world.error().text();
  };
  const std::string a = folder.write("sub/a.json", small("a", plate_shape("0x01000001")));
  folder.write("loop.json", small("loop", R"(,"include":["sub/../main.json"])"));
  const std::string wrong = folder.write("wrong.json", small("wrong", R"(,"cells":[{"id":"0xFFB40101"}])"));
  const std::string cut = folder.write("cut.json", "{\"format\":");
  const std::string dump = folder.write("dump.json", R"({"CellId": 1})");
  const auto include = [](const std::string& list) { return small("main", ",\"include\":" + list); };
  expect(include(R"(["none.json"])"), ErrorCode::file_not_found, main + ": /include/0", "none.json");
  expect(include(R"(["loop.json"])"), ErrorCode::bad_value, folder.path("loop.json") + ": /include/0",
         "circle");
  expect(include(R"(["main.json"])"), ErrorCode::bad_value, main + ": /include/0", "circle");
  expect(include(R"(["/etc/hostname"])"), ErrorCode::bad_value, main + ": /include/0", "relative");
  expect(include(R"([""])"), ErrorCode::bad_value, main + ": /include/0", "relative");
  expect(include("[5]"), ErrorCode::wrong_type, main + ": /include/0", "expected a string");
  expect(include("\"sub/a.json\""), ErrorCode::wrong_type, main + ": /include", "expected a list");
  expect(include(R"(["wrong.json"])"), ErrorCode::bad_value, wrong + ": /cells/0/id", "not on the map");
  expect(include(R"(["cut.json"])"), ErrorCode::bad_syntax, cut + ": byte 11 (line 1, column 10)",
         "not valid JSON");
  expect(include(R"(["dump.json"])"), ErrorCode::unknown_format, dump, "found none");
  expect(include(R"(["."])"), ErrorCode::file_unreadable, folder.path(), "cannot read");
  expect(include(R"(["sub/a.json","sub/a.json"])"), ErrorCode::bad_value, a + ": /gfxobjs/0x01000001",
         "gfxobj 0x01000001 is defined twice");
  expect(small("main", R"(,"include":["sub/a.json"])" + plate_shape("0x01000001")), ErrorCode::bad_value,
         main + ": /gfxobjs/0x01000001", "gfxobj 0x01000001 is defined twice");
}

TEST(WorldFiles, IncludesNestEightDeep) {
  const TemporaryFolder folder("include-depth");
  for (int depth = 0; depth <= 9; ++depth) {
    const std::string next = depth < 9 ? fmt::format(R"(,"include":["f{}.json"])", depth + 1) : std::string{};
    folder.write(fmt::format("f{}.json", depth), small("f", next));
  }
  EXPECT_TRUE(read_world(folder.path("f1.json")));  // f1 … f9: eight includes
  const auto deep = read_world(folder.path("f0.json"));
  ASSERT_FALSE(deep);
  EXPECT_EQ(deep.error().code, ErrorCode::too_deep);
  EXPECT_EQ(deep.error().where, folder.path("f8.json") + ": /include/0");
}

TEST(WorldFiles, IncludesOfAnInlineWorld) {
  const TemporaryFolder folder("inline-includes");
  folder.write("lib.json", small("lib", plate_shape("0x01000001")));
  const std::string bad = folder.write("bad.json", small("bad", R"(,"cells":5)"));
  const auto good = read_text(small("inline", R"(,"include":["lib.json"])"), folder.path());
  ASSERT_TRUE(good) << good.error().text();
  EXPECT_NE(good->find_gfxobj(0x01000001), nullptr);
  const auto e = read_text(small("inline", R"(,"include":["lib.json","bad.json"])"), folder.path() + "/");
  ASSERT_FALSE(e);
  EXPECT_EQ(e.error().where, "/include/1: " + bad + ": /cells");
  const auto none = read_text(small("inline", R"(,"include":["none.json"])"), folder.path());
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().where, "/include/0");
}

TEST(WorldFiles, SchemaNamesEveryFieldTheReaderKnows) {
  // A field added to one must be added to the other.
  const auto schema = read_json_file(test::source_path("docs/schema/surefoot-world-1.schema.json"));
  ASSERT_TRUE(schema) << schema.error().text();
  const Json* properties = schema->find("properties");
  ASSERT_NE(properties, nullptr);
  for (const auto& [name, value] : properties->members) {
    const auto world = read_text(small("n", name == "format" || name == "name" ? "" : ",\"" + name + "\":5"));
    if (!world) {
      EXPECT_NE(world.error().code, ErrorCode::unknown_field) << name;
    }
  }
}

}  // namespace
}  // namespace surefoot::io
