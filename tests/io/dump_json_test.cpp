// Reading OpenAC's dumps (spec 07 §4), and what the captured ones hold (conformance case F17).
#include "io/dump_json.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/load_world.hpp"
#include "io/world_shapes.hpp"
#include "support/bits.hpp"
#include "support/paths.hpp"
#include "world/cell_list.hpp"
#include "world_texts.hpp"

namespace surefoot::io {
namespace {

using test::fixture_path;
using test::has_bits;
using test::same_bits;

std::string vertices(const std::string& xyz) {
  std::string out;
  std::size_t at = 0;
  while (at < xyz.size()) {
    float v[3];
    int used = 0;
    EXPECT_EQ(std::sscanf(xyz.c_str() + at, " %f %f %f%n", v, v + 1, v + 2, &used), 3);
    out += fmt::format(R"({}{{"X":{},"Y":{},"Z":{}}})", out.empty() ? "" : ",", v[0], v[1], v[2]);
    at += static_cast<std::size_t>(used);
  }
  return out;
}

std::string polygon(int id, const std::string& plane, const std::string& xyz) {
  float p[4];
  EXPECT_EQ(std::sscanf(plane.c_str(), "%f %f %f %f", p, p + 1, p + 2, p + 3), 4);
  return fmt::format(
      R"({{"Id":{},"NumPoints":{},"SidesType":0,"Plane":{{"Normal":{{"X":{},"Y":{},"Z":{}}},"D":{}}},"Vertices":[{}]}})",
      id, (1 + std::count(xyz.begin(), xyz.end(), ' ')) / 3, p[0], p[1], p[2], p[3], vertices(xyz));
}

/// A box of 2 × 2 × 2 m at (10, 20, 5), turned by 180°, whose east wall (id 9) opens to cell 0101, the
/// floor's plane a little off what `make_plane` gives.
std::string cell_dump() {
  const std::string walls = polygon(4, "0 0 1 1e-7", "0 0 0 2 0 0 2 2 0 0 2 0") + "," +
                            polygon(2, "0 0 -1 2", "0 0 2 0 2 2 2 2 2 2 0 2") + "," +
                            polygon(7, "1 0 0 0", "0 0 0 0 2 0 0 2 2 0 0 2") + "," +
                            polygon(5, "0 1 0 0", "0 0 0 0 0 2 2 0 2 2 0 0") + "," +
                            polygon(6, "0 -1 0 2", "0 2 0 2 2 0 2 2 2 0 2 2");
  // Wound to look out of the cell: its Flags say that inside is behind it.
  const std::string door = polygon(9, "1 0 0 -2", "2 0 0 2 2 0 2 2 2 2 0 2");
  return R"({"CellId":2847146240,"WorldTransform":{"M11":-1,"M12":8.74228E-08,"M13":0,"M14":0,"M21":-8.74228E-08,"M22":-1,
"M23":0,"M24":0,"M31":0,"M32":0,"M33":1,"M34":0,"M41":10,"M42":20,"M43":5,"M44":1},
"InverseWorldTransform":{"M11":0},
"ResolvedPolygons":[)" +
         walls + R"(],"PortalPolygons":[)" + walls + "," + door +
         R"(],"Portals":[{"OtherCellId":257,"PolygonId":9,"Flags":1}],"VisibleCellIds":[2847146241,2847146242]})";
}

std::string gfxobj_dump() {
  return R"({"GfxObjId":16777225,"BoundingSphereOrigin":{"X":1,"Y":2,"Z":3},"BoundingSphereRadius":9,"ResolvedPolygons":[)" +
         polygon(3, "0 0 1 0", "0 0 0 2 0 0 0 2 0") + "]}";
}

Expected<World> read_dump(const std::string& text, DumpBsp bsp = DumpBsp::leaf) {
  const auto json = parse_json(text);
  if (!json) return tl::unexpected<Error>(json.error());
  return read_dump_json(*json, bsp);
}

World dump_of(const std::string& text, DumpBsp bsp = DumpBsp::leaf) {
  auto world = read_dump(text, bsp);
  EXPECT_TRUE(world) << (world ? "" : world.error().text());
  return world ? std::move(*world) : World{};
}

TEST(Dump, CellAsThePortLoadsIt) {
  const World w = dump_of(cell_dump());
  EXPECT_EQ(w.approximate, (std::vector<std::string>{"bsp", "cell_bsp"}));
  ASSERT_EQ(w.env_cells().size(), 1U);
  const EnvCell& c = *w.env_cells()[0];
  EXPECT_EQ(c.id, 0xA9B40100U);
  EXPECT_EQ(c.stab_list, (std::vector<CellId>{0xA9B40101U, 0xA9B40102U}));
  const BspTree& tree = c.structure->physics_bsp;
  ASSERT_TRUE(tree.root->leaf());
  EXPECT_EQ(tree.root->polys, (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
  std::vector<std::uint32_t> ids;
  for (const Polygon& p : tree.polygons) ids.push_back(p.id);
  EXPECT_EQ(ids, (std::vector<std::uint32_t>{4, 2, 7, 5, 6}));  // file order
  EXPECT_FALSE(tree.root->solid);
  EXPECT_TRUE(same_bits(tree.bounds().center, Vec3{}));
  EXPECT_TRUE(same_bits(tree.bounds().radius, 15.0F));
  // Planes as stored, not recomputed.
  EXPECT_TRUE(same_bits(tree.polygons[0].plane, Plane{{0.0F, 0.0F, 1.0F}, 1e-7F}));
}

TEST(Dump, FrameIsTheMatrixWithoutConversion) {
  const Frame f = dump_of(cell_dump()).env_cells()[0]->pos.frame;
  EXPECT_TRUE(has_bits(f.m[1], 0x33BBBD31U));
  EXPECT_TRUE(has_bits(f.m[3], 0xB3BBBD31U));
  EXPECT_TRUE(has_bits(f.m[0], 0xBF800000U));
  EXPECT_TRUE(same_bits(f.origin, Vec3{10.0F, 20.0F, 5.0F}));
  // Worked case 7: exactly this quaternion.
  EXPECT_TRUE(has_bits(f.q.w, 0x333BBD31U));
  EXPECT_TRUE(has_bits(f.q.z, 0x3F800000U));
}

TEST(Dump, PortalFlags) {
  struct Case {
    const char* portal;
    CellId other;
    std::uint8_t side;
    bool exact;
  };
  const Case cases[] = {
      {R"({"OtherCellId":257,"PolygonId":9,"Flags":0})", 0xA9B40101U, 1, false},
      {R"({"OtherCellId":257,"PolygonId":9,"Flags":1})", 0xA9B40101U, 1, true},
      {R"({"OtherCellId":257,"PolygonId":9,"Flags":2})", 0xA9B40101U, 0, false},
      {R"({"OtherCellId":257,"PolygonId":9,"Flags":7})", kOutsideCellId, 0, true},
      {R"({"OtherCellId":65535,"PolygonId":9,"Flags":3})", kOutsideCellId, 0, true},
      {R"({"OtherCellId":65535,"PolygonId":9,"Flags":5})", kOutsideCellId, 1, true},
  };
  for (const Case& k : cases) {
    SCOPED_TRACE(k.portal);
    const World w = dump_of(with(cell_dump(), R"({"OtherCellId":257,"PolygonId":9,"Flags":1})", k.portal));
    const EnvCell& c = *w.env_cells()[0];
    ASSERT_EQ(c.portals.size(), 1U);
    EXPECT_EQ(c.portals[0].other_cell_id, k.other);
    EXPECT_EQ(c.portals[0].portal_side, k.side);
    EXPECT_EQ(c.portals[0].exact_match, k.exact);
    EXPECT_EQ(c.portals[0].polygon, 5U);
    EXPECT_EQ(c.seen_outside, k.other == kOutsideCellId);
  }
}

TEST(Dump, ConvexFacesBoundTheVolumeOncePortalsAreTurnedInward) {
  const World w = dump_of(cell_dump());
  const EnvCell& c = *w.env_cells()[0];
  EXPECT_EQ(c.structure->volume, CellVolume::faces);
  // The cell reaches from 8 to 10, 18 to 20 and 5 to 7; beyond the door is outside.
  EXPECT_TRUE(env_point_in_cell<GraphForm>(c, {9.0F, 19.0F, 6.0F}));
  EXPECT_FALSE(env_point_in_cell<GraphForm>(c, {7.9F, 19.0F, 6.0F}));
  EXPECT_FALSE(env_point_in_cell<GraphForm>(c, {9.0F, 19.0F, 7.1F}));
}

TEST(Dump, OtherwiseThePortalsAloneDecide) {
  // A pillar's side in the room looks outward of it: no intersection of half-spaces.
  const std::string pillar = polygon(8, "-1 0 0 1", "1 0 0 1 0 1 1 1 1");
  const World w = dump_of(with(cell_dump(), R"("PortalPolygons":[)", R"("PortalPolygons":[)" + pillar + ","));
  const EnvCell& c = *w.env_cells()[0];
  EXPECT_EQ(c.structure->volume, CellVolume::portals);
  EXPECT_FALSE(env_point_in_cell<GraphForm>(c, {7.9F, 19.0F, 6.0F}));
  EXPECT_TRUE(env_point_in_cell<GraphForm>(c, {9.0F, 19.0F, 70.0F}));
}

TEST(Dump, OwnBuilderOnRequest) {
  const World w = dump_of(cell_dump(), DumpBsp::build);
  const BspTree& tree = w.env_cells()[0]->structure->physics_bsp;
  EXPECT_FALSE(tree.root->leaf());
  EXPECT_TRUE(same_bits(tree.polygons[0].plane.d, 1e-7F));
}

TEST(Dump, GfxObjIsAnAssetAndNotPlaced) {
  const World w = dump_of(gfxobj_dump());
  EXPECT_TRUE(w.env_cells().empty());
  EXPECT_TRUE(w.registry().objects().empty());
  const GfxObj* g = w.find_gfxobj(0x01000009);
  ASSERT_NE(g, nullptr);
  EXPECT_TRUE(same_bits(g->physics_sphere()->center, Vec3{1.0F, 2.0F, 3.0F}));
  EXPECT_TRUE(same_bits(g->physics_sphere()->radius, 9.0F));
  EXPECT_EQ(g->physics_bsp.polygons[0].id, 3U);
  EXPECT_TRUE(same_bits(g->bounding_box.max, Vec3{2.0F, 2.0F, 0.0F}));
}

TEST(Dump, GfxObjWithoutASphereGetsOneAroundItsVertices) {
  const World w = dump_of(with(gfxobj_dump(), R"("BoundingSphereRadius":9)", R"("BoundingSphereRadius":0)"));
  const Sphere* s = w.find_gfxobj(0x01000009)->physics_sphere();
  EXPECT_TRUE(same_bits(s->center, Vec3{2.0F / 3.0F, 2.0F / 3.0F, 0.0F}));
  EXPECT_NEAR(s->radius, std::sqrt(20.0F) / 3.0F, 1e-6F);
}

TEST(Dump, PlaneWithoutNumbersIsNeverHit) {
  for (const char* d : {R"("NaN")", R"("Infinity")", R"("-Infinity")"}) {
    const World w = dump_of(with(gfxobj_dump(), R"("D":0)", std::string(R"("D":)") + d));
    EXPECT_TRUE(is_never_hit(w.gfxobjs()[0]->physics_bsp.polygons[0].plane)) << d;
  }
}

TEST(Dump, Faults) {
  struct Fault {
    const char* what;
    const char* by;
    ErrorCode code;
    const char* where;
    const char* message;
  };
  const auto value = ErrorCode::bad_value;
  const Fault faults[] = {
      {R"("CellId":2847146240)", R"("CellId":"cell")", value, "/CellId", "no id"},
      {R"("CellId":2847146240)", R"("CellId":2847145985)", value, "/CellId", "not an interior cell"},
      {R"("CellId":2847146240)", R"("CellId":4294901761)", value, "/CellId", "not on the map"},
      {R"("M33":1)", R"("M33":2)", value, "/WorldTransform", "not a rotation"},
      {R"("M33":1)", R"("M33":"NaN")", value, "/WorldTransform/M33", "no coordinate"},
      {R"("M33":1,)", "", ErrorCode::missing_field, "/WorldTransform", "\"M33\" is missing"},
      {R"("M43":5)", R"("M43":1e8)", value, "/WorldTransform/M43", "no coordinate within"},
      {R"("Id":2,)", R"("Id":4,)", value, "/PortalPolygons/1/Id", "polygon 4 is defined twice"},
      {R"("NumPoints":4)", R"("NumPoints":5)", value, "/PortalPolygons/0/NumPoints", "4 vertices follow"},
      {R"("SidesType":0)", R"("SidesType":9)", value, "/PortalPolygons/0/SidesType", "not within 0 to 3"},
      {R"({"X":2,"Y":0,"Z":0},{"X":2,"Y":2,"Z":0},{"X":0,"Y":2,"Z":0})", R"({"X":2,"Y":0,"Z":0})", value,
       "/PortalPolygons/0/Vertices", "3 to 127 points, this one 2"},
      {R"({"X":2,"Y":0,"Z":0})", R"({"X":"NaN","Y":0,"Z":0})", value, "/PortalPolygons/0/Vertices/1/X",
       "no coordinate"},
      {R"({"X":2,"Y":0,"Z":0})", R"({"X":-2e7,"Y":0,"Z":0})", value, "/PortalPolygons/0/Vertices/1/X",
       "no coordinate"},
      {R"({"X":2,"Y":0,"Z":0})", R"({"X":2,"Z":0})", ErrorCode::missing_field, "/PortalPolygons/0/Vertices/1",
       "\"Y\""},
      {R"("Normal":{"X":0)", R"("Normal":{"X":7)", value, "/PortalPolygons/0/Plane/Normal/X", "length 1"},
      {R"("PolygonId":9)", R"("PolygonId":3)", ErrorCode::dangling, "/Portals/0/PolygonId",
       "polygon 3 is not among"},
      {R"("OtherCellId":257)", R"("OtherCellId":65536)", value, "/Portals/0/OtherCellId", "not within"},
      {R"("Flags":1)", R"("Flags":"1")", ErrorCode::wrong_type, "/Portals/0/Flags", "expected an integer"},
      {R"("Portals")", R"("Doors")", ErrorCode::missing_field, "", "\"Portals\" is missing"},
      {R"("VisibleCellIds":[2847146241,)", R"("VisibleCellIds":[-1,)", value, "/VisibleCellIds/0", "no id"},
  };
  // Polygons are spoilt in the visible list, which comes second in the text; it is read first.
  const std::string text = cell_dump();
  const auto visible = text.find("\"PortalPolygons\"");
  for (const Fault& f : faults) {
    SCOPED_TRACE(std::string(f.what) + " -> " + f.by);
    const std::string spoilt = std::string(f.where).rfind("/PortalPolygons", 0) == 0
                                   ? text.substr(0, visible) + with(text.substr(visible), f.what, f.by)
                                   : with(text, f.what, f.by);
    const auto world = read_dump(spoilt);
    ASSERT_FALSE(world);
    EXPECT_EQ(world.error().code, f.code) << world.error().text();
    EXPECT_EQ(world.error().where, f.where) << world.error().text();
    EXPECT_NE(world.error().message.find(f.message), std::string::npos) << world.error().text();
  }
  const auto other = read_dump(R"({"hello":1})");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::unknown_format);
  for (std::size_t n = 0; n < text.size(); ++n) ASSERT_FALSE(read_dump(text.substr(0, n))) << n;
}

TEST(Dump, FolderIsReadInPathOrderAndSaysWhatItLeavesOut) {
  const TemporaryFolder folder("dump-folder");
  const std::string second = cell_dump();
  folder.write("b/0xA9B40100.json", with(second, R"("M43":5)", R"("M43":77)"));
  folder.write("a/deep/0xA9B40100.json", second);
  folder.write("a/0xA9B40101.json",
               with(with(with(second, "2847146240", "2847146241"), R"("M41":10)", R"("M41":8)"),
                    R"("OtherCellId":257)", R"("OtherCellId":256)"));
  folder.write("a/shape.gfxobj.json", gfxobj_dump());
  folder.write("z.json", gfxobj_dump());
  folder.write("notes.json", R"(["no dump"])");
  folder.write("records.jsonl", "not JSON at all");
  auto world = load_world(folder.path());
  ASSERT_TRUE(world) << world.error().text();
  ASSERT_EQ(world->env_cells().size(), 2U);
  EXPECT_EQ(world->env_cells()[0]->id, 0xA9B40101U);
  EXPECT_TRUE(same_bits(world->env_cell(0xA9B40100)->pos.frame.origin.z, 5.0F));
  EXPECT_EQ(world->gfxobjs().size(), 1U);
  EXPECT_EQ(world->env_cell(0xA9B40100)->portals[0].other_portal_id, 0);
  EXPECT_EQ(world->notes,
            (std::vector<std::string>{
                folder.path("b/0xA9B40100.json") +
                    ": cell 0xA9B40100 was already read from another file; this one is left out",
                folder.path("notes.json") + ": skipped, not a dump",
                folder.path("z.json") +
                    ": gfxobj 0x01000009 was already read from another file; this one is left out"}));
}

TEST(Dump, FolderFaults) {
  const TemporaryFolder folder("dump-faults");
  const auto empty = load_world(folder.path());
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().code, ErrorCode::unknown_format);
  EXPECT_EQ(empty.error().where, folder.path());
  const std::string bad = folder.write("a.json", with(cell_dump(), R"("Flags":1)", R"("Flags":-1)"));
  const auto wrong = load_world(folder.path());
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().where, bad + ": /Portals/0/Flags");
  EXPECT_EQ(load_world(bad).error().where, bad + ": /Portals/0/Flags");
  // A damaged dump is not another kind of file.
  const std::string cut = folder.write("a.json", cell_dump().substr(0, 50));
  const auto damaged = load_world(folder.path());
  ASSERT_FALSE(damaged);
  EXPECT_EQ(damaged.error().code, ErrorCode::bad_syntax);
  EXPECT_EQ(damaged.error().where.rfind(cut + ": byte ", 0), 0U);
}

TEST(Dump, ContentDecidesHowAPathIsLoaded) {
  const TemporaryFolder folder("load-by-content");
  const auto world = load_world(folder.write("one.json", two_rooms()));
  ASSERT_TRUE(world) << world.error().text();
  EXPECT_EQ(world->name, "two rooms");
  const auto dump = load_world(folder.write("two.json", cell_dump()));
  ASSERT_TRUE(dump) << dump.error().text();
  EXPECT_EQ(dump->name, "two.json");
  EXPECT_EQ(dump->env_cells().size(), 1U);
}

// ---- the captured dumps ----

TEST(DumpFixtures, EveryDumpLoadsAlone) {
  SUREFOOT_NEEDS(fixture_path("openac"));
  std::size_t cells = 0;
  std::size_t shapes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(fixture_path("openac"))) {
    if (entry.path().extension() != ".json") continue;
    for (const DumpBsp bsp : {DumpBsp::leaf, DumpBsp::build}) {
      const auto world = load_world(entry.path().string(), bsp);
      ASSERT_TRUE(world) << world.error().text();
      cells += world->env_cells().size();
      shapes += world->gfxobjs().size();
    }
  }
  EXPECT_EQ(cells, 2 * 22U);
  EXPECT_EQ(shapes, 2 * 4U);
}

TEST(DumpFixtures, WholeFolderIsOneWorld) {
  SUREFOOT_NEEDS(fixture_path("openac"));
  const auto world = load_world(fixture_path("openac"));
  ASSERT_TRUE(world) << world.error().text();
  EXPECT_EQ(world->env_cells().size(), 22U);
  EXPECT_EQ(world->gfxobjs().size(), 4U);
  EXPECT_TRUE(world->notes.empty());
  for (const auto& cell : world->env_cells()) {
    // Turned inward, every captured cell is convex: retail's own volumes are chains, too.
    EXPECT_EQ(cell->structure->volume, CellVolume::faces) << std::hex << cell->id;
    EXPECT_TRUE(has_bits(cell->pos.frame.q.w, 0x333BBD31U));
    const Vec3 middle = cell->pos.frame.localtoglobal(middle_of(cell->structure->polygons));
    EXPECT_TRUE(env_point_in_cell<GraphForm>(*cell, middle)) << std::hex << cell->id;
  }
  // The doorway with a slanted outer door leads out and into the cellar's room.
  const EnvCell* doorway = world->env_cell(0xA9B40170);
  ASSERT_NE(doorway, nullptr);
  EXPECT_TRUE(doorway->seen_outside);
  EXPECT_EQ(doorway->portals[1].other_cell_id, 0xA9B40171U);
  EXPECT_EQ(world->env_cell(0xA9B40171)->portals[0].other_portal_id, 1);
}

enum class ByLength { reciprocal, division };

/// The port's plane: the length divides (or, for comparison, its reciprocal multiplies), one dot per corner.
Plane port_plane(const std::vector<Vec3>& v, ByLength how) {
  Vec3 acc;
  for (std::size_t k = 1; k + 1 < v.size(); ++k) acc = acc + cross(v[k] - v[0], v[k + 1] - v[0]);
  const float length = std::sqrt(dot_xyz(acc, acc));
  const Vec3 n = how == ByLength::division ? Vec3{acc.x / length, acc.y / length, acc.z / length}
                                           : acc * (1.0F / length);
  float sum = 0.0F;
  for (const Vec3& p : v) sum = sum + dot_xyz(n, p);
  return {n, -(sum / static_cast<float>(v.size()))};
}

TEST(DumpFixtures, F17StoredPlanesAreDividedNotMultiplied) {
  SUREFOOT_NEEDS(fixture_path("openac"));
  const auto world = load_world(fixture_path("openac"));
  ASSERT_TRUE(world) << world.error().text();
  struct Counts {
    int all = 0;
    int reciprocal = 0;
    int division = 0;
    int make_plane_normal = 0;
    int make_plane = 0;
  } n;
  const auto count = [&](const std::vector<Polygon>& polygons) {
    for (const Polygon& p : polygons) {
      const Plane retail = make_plane(p.vertices);
      ++n.all;
      n.reciprocal += same_bits(port_plane(p.vertices, ByLength::reciprocal), p.plane) ? 1 : 0;
      n.division += same_bits(port_plane(p.vertices, ByLength::division), p.plane) ? 1 : 0;
      n.make_plane_normal += same_bits(retail.normal, p.plane.normal) ? 1 : 0;
      n.make_plane += same_bits(retail, p.plane) ? 1 : 0;
    }
  };
  for (const auto& cell : world->env_cells()) {
    count(cell->structure->physics_bsp.polygons);
    count(cell->structure->polygons);
  }
  for (const auto& g : world->gfxobjs()) count(g->physics_bsp.polygons);
  EXPECT_EQ(n.all, 754);
  EXPECT_EQ(n.division, 754);
  EXPECT_EQ(n.reciprocal, 632);
  EXPECT_EQ(n.make_plane_normal, 632);
  // Retail sums `d` in one chain over all corners (spec 02 §2.2), which costs nine more last bits.
  EXPECT_EQ(n.make_plane, 623);
}

}  // namespace
}  // namespace surefoot::io
