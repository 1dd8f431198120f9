// Reading `surefoot-world/1` (spec 07 §6): what a world becomes. Faults are in world_json_faults_test.cpp, files and
// includes in world_files_test.cpp.
#include "io/world_json.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/shape_geometry.hpp"
#include "motion/resolve.hpp"
#include "shape/bsp_queries.hpp"
#include "support/bits.hpp"
#include "world_texts.hpp"

namespace surefoot::io {
namespace {

using test::has_bits;
using test::same_bits;

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
  const ShadowList& list = w.registry().shadow_list(*w.env_cells()[1]);
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(&list[0], &second);
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

}  // namespace
}  // namespace surefoot::io
