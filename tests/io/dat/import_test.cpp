// Worlds out of containers: what is made of each record, and what is left out with a reason.
#include "io/dat/import.hpp"

#include <map>

#include "core/bits.hpp"
#include "io/dat/container_writer.hpp"
#include "io/dat/dat_bytes.hpp"
#include "io/dat/export.hpp"
#include "io/world_texts.hpp"
#include "io/world_writer.hpp"

namespace surefoot::io {
namespace {

DatFrame at(float x, float y, float z) {
  return {{x, y, z}, {}};
}

/// A small town: a block with a hut (setup 0x02000001, one room behind it), a post, and a stone in the room.
class DatTown : public ::testing::Test {
 protected:
  void SetUp() override {
    GfxObjRecord g = quad_gfxobj();
    gfxobjs[g.id] = g;
    g.id = 0x01000002;
    g.flags = GfxObjRecord::kDrawing;
    g.physics_polygons.clear();
    g.physics_bsp.nodes.clear();
    DatBspNode root;
    root.tag = bsp_tag::kBPFL;
    root.sphere = {{1, 2, 3}, 4};
    g.drawing_bsp.nodes = {root};
    gfxobjs[g.id] = g;
    SetupRecord s;
    s.id = 0x02000001;
    s.flags = SetupRecord::kScales;
    s.parts = {0x01000001, 0x01000002};
    s.scales = {{1, 1, 2}, {1, 1, 1}};
    s.placements = {{0, {at(0, 0, 1), at(0, 0, 0)}, {}}, {101, {at(0, 0, 5), at(0, 0, 0)}, {}}};
    setups[s.id] = s;
    SetupRecord post;
    post.id = 0x02000002;
    post.cylspheres = {{{0, 0, 0}, 0.5F, 2.0F}};
    setups[post.id] = post;
    SetupRecord air;
    air.id = 0x02000003;
    setups[air.id] = air;

    CellStructRecord room;
    room.key = 3;
    room.vertices = quad_gfxobj().vertices;
    room.polygons = {quad(), quad()};
    room.polygons[1].id = 7;
    room.portals = {1};
    DatBspNode cell_root;
    cell_root.tag = bsp_tag::kBPnn;
    cell_root.plane = {{0, 0, 1}, 0};
    cell_root.pos = 1;
    room.cell_bsp.nodes = {cell_root, {}};
    room.physics_polygons = {quad()};
    room.physics_bsp = quad_leaf();
    DatBspNode one_sided;  // its front child is missing: an empty leaf stands in
    one_sided.tag = bsp_tag::kBpnN;
    one_sided.plane = {{0, 0, 1}, 0};
    one_sided.sphere.radius = 1.5F;
    one_sided.neg = 1;
    room.physics_bsp.nodes.insert(room.physics_bsp.nodes.begin(), one_sided);
    environment = {0x0D000005, {room}};

    EnvCellRecord cell;
    cell.id = cell.cell_id = 0x01010100;
    cell.flags = EnvCellRecord::kSeenOutside | EnvCellRecord::kStatics | EnvCellRecord::kRestricted;
    cell.environment = 5;
    cell.structure = 3;
    cell.frame = at(60, 60, 20);
    cell.portals = {{7, 7, 0xFFFF, 0}, {1, 7, 0x0101, 2}};
    cell.visible = {0x0100, 0x0040};
    cell.statics = {{0x01000001, at(61, 61, 21)}, {0x01000002, at(1, 1, 1)}};
    cell.restriction = 0x70000009;
    cells[cell.id] = cell;

    land.id = 0x0101FFFF;
    land.has_info = 1;
    land.heights.fill(10);
    land.terrain[4] = 0x40;
    info.id = 0x0101FFFE;
    info.num_cells = 1;
    info.objects = {{0x02000002, at(30, 30, 20)}, {0x02000003, at(30, 30, 20)}, {0x02000001, at(90, 90, 20)}};
    info.buildings = {{0x02000001, at(60, 60, 20), 3, {{2, 0x0100, 0, {0x0100}}}}};
    info.mask = LandBlockInfoRecord::kRestrictions;
    info.restrictions = {{0x01010005, 0x70000001}};
    region.id = kRegionRecord;
    for (std::size_t i = 0; i < region.heights.size(); ++i) region.heights[i] = 1.5F * static_cast<float>(i);
  }

  /// Writes what there is and reads it back.
  Expected<World> read(const DatImportOptions& options = {}) {
    std::map<std::uint32_t, std::vector<std::byte>> portal = more_portal;
    for (const auto& [id, r] : gfxobjs) portal[id] = written(r);
    for (const auto& [id, r] : setups) portal[id] = written(r);
    portal[environment.id] = written(environment);
    if (has_region) portal[kRegionRecord] = written(region);
    portal[kIterationRecord] = iteration_record();
    std::map<std::uint32_t, std::vector<std::byte>> cell = more_cell;
    for (const auto& [id, r] : cells) cell[id] = written(r);
    cell[land.id] = written(land);
    cell[info.id] = written(info);
    cell[kIterationRecord] = iteration_record();
    EXPECT_TRUE(write_container(folder_.path("p.dat"), {kPortalBlockSize, DatSet::portal, 0, 0}, portal));
    EXPECT_TRUE(write_container(folder_.path("c.dat"), {kCellBlockSize, DatSet::cell, 1, 0}, cell));
    return import_dat(std::make_shared<DatContainer>(*DatContainer::open(folder_.path("p.dat"))),
                      std::make_shared<DatContainer>(*DatContainer::open(folder_.path("c.dat"))), options,
                      report);
  }

  std::map<std::uint32_t, GfxObjRecord> gfxobjs;
  std::map<std::uint32_t, SetupRecord> setups;
  EnvironmentRecord environment;
  std::map<std::uint32_t, EnvCellRecord> cells;
  LandBlockRecord land;
  LandBlockInfoRecord info;
  RegionRecord region;
  bool has_region = true;
  std::map<std::uint32_t, std::vector<std::byte>> more_portal;
  std::map<std::uint32_t, std::vector<std::byte>> more_cell;
  DatImportReport report;
  TemporaryFolder folder_{"dat-town"};
};

TEST_F(DatTown, IsReadWhole) {
  const auto world = read();
  ASSERT_TRUE(world) << world.error().text();
  EXPECT_TRUE(report.skipped.empty()) << report.skipped.front();
  EXPECT_TRUE(report.warnings.empty()) << report.warnings.front();
  EXPECT_EQ(report.of(DatKind::landblock).read, 1U);
  EXPECT_EQ(report.of(DatKind::cell).read, 1U);
  EXPECT_EQ(report.of(DatKind::building).read, 1U);
  EXPECT_EQ(report.of(DatKind::object).read, 3U);
  EXPECT_EQ(report.harmless, 2U);

  EXPECT_EQ(world->landscape().data(0x0101)->z[3], 15.0F) << "by the region's table";
  EXPECT_EQ(world->landscape().data(0x0101)->terrain[4], 0x40);
  EXPECT_FALSE(world->landscape().data(0x0102));
  EXPECT_EQ(world->land_cell(0x01010005)->restriction_obj, 0x70000001U);

  const GfxObj& quad = *world->find_gfxobj(0x01000001);
  EXPECT_EQ(quad.physics_bsp.polygons.size(), 1U);
  EXPECT_EQ(to_bits(quad.physics_bsp.polygons[0].plane.d), 0x80000000U);
  EXPECT_EQ(quad.physics_sphere()->radius, 1.5F);
  EXPECT_EQ(quad.bounding_box.min.x, -1.0F);
  EXPECT_FALSE(quad.drawing_sphere);
  EXPECT_EQ(world->find_gfxobj(0x01000002)->drawing_sphere->radius, 4.0F);

  const EnvCell& cell = *world->env_cell(0x01010100);
  EXPECT_TRUE(cell.seen_outside);
  EXPECT_EQ(cell.restriction_obj, 0x70000009U);
  ASSERT_EQ(cell.portals.size(), 2U);
  EXPECT_EQ(cell.portals[0].other_cell_id, kOutsideCellId);
  EXPECT_EQ(cell.portals[0].portal_side, 0);
  EXPECT_TRUE(cell.portals[0].exact_match);
  EXPECT_EQ(cell.portals[0].polygon, 1U) << "found by the polygon's id";
  EXPECT_EQ(cell.portals[1].other_cell_id, 0x01010101U);
  EXPECT_EQ(cell.portals[1].portal_side, 1) << "a clear bit 2 says 1";
  EXPECT_EQ(cell.portals[1].other_portal_id, 2);
  EXPECT_EQ(cell.stab_list, (std::vector<CellId>{0x01010100})) << "a land cell is nothing to be seen";
  const BspNode& root = *cell.structure->physics_bsp.root;
  ASSERT_NE(root.pos, nullptr);
  EXPECT_TRUE(root.pos->leaf() && root.pos->polys.empty() && !root.pos->solid);
  EXPECT_EQ(root.neg->polys, (std::vector<std::uint32_t>{0}));

  const Building& hut = *world->buildings()[0];
  EXPECT_EQ(hut.part.gfxobj, &quad);
  EXPECT_EQ(hut.part.position.frame.origin.z, 25.0F) << "scenery rests by placement 101";
  EXPECT_EQ(hut.part.scale.z, 2.0F);
  EXPECT_EQ(hut.leaves, 3U);
  EXPECT_EQ(hut.portals[0].other_cell_id, 0x01010100U);
  EXPECT_EQ(hut.portals[0].portal_side, 0);

  const auto& objects = world->registry().objects();
  ASSERT_EQ(objects.size(), 3U);
  EXPECT_EQ(objects[0]->cell, &cell) << "what belongs to cells comes first";
  EXPECT_TRUE(objects[0]->is(physics_state::kHasPhysicsBsp));
  EXPECT_FALSE(objects[1]->is(physics_state::kHasPhysicsBsp));
  EXPECT_EQ(objects[1]->cell->id, 0x0101000AU);
  EXPECT_EQ(objects[2]->placement, 101U);
  EXPECT_EQ(objects[2]->parts[0].position.frame.origin.z, 25.0F);
}

TEST_F(DatTown, GoesThereAndBack) {
  // A post has no placement at all, the hut's model two; the quaternion is not of length 1 to the bit.
  // What cannot collide stays behind, so it is not put there.
  info.objects.erase(info.objects.begin() + 1);
  cells.begin()->second.statics.pop_back();
  const Quat q{0.6F, 0.0F, 0.0F, 0.79999995F};
  info.objects[0].frame.q = q;
  cells.begin()->second.frame.q = {-0.99990F, 0.01F, 0, 0.01F};
  cells.begin()->second.portals[1].other_cell = 0x0150;
  const auto world = read();
  ASSERT_TRUE(world) << world.error().text();
  EXPECT_EQ(to_bits(world->registry().objects()[1]->position.frame.q.z), to_bits(q.z));
  const auto text = world_text(*world);
  ASSERT_TRUE(text) << text.error().text();
  EXPECT_EQ(world_text(world_of(*text)).value_or("no text"), *text);

  const auto exported = export_dat(*world, folder_.path("p2.dat"), folder_.path("c2.dat"));
  ASSERT_TRUE(exported) << exported.error().text();
  EXPECT_TRUE(exported->exact()) << exported->skipped.size() << " " << exported->inexact.size();
  DatImportReport again;
  const auto second =
      import_dat(std::make_shared<DatContainer>(*DatContainer::open(folder_.path("p2.dat"))),
                 std::make_shared<DatContainer>(*DatContainer::open(folder_.path("c2.dat"))), {}, again);
  ASSERT_TRUE(second) << second.error().text();
  const auto second_exported = export_dat(*second, folder_.path("p3.dat"), folder_.path("c3.dat"));
  ASSERT_TRUE(second_exported);
  EXPECT_TRUE(file_bytes(folder_.path("p2.dat")) == file_bytes(folder_.path("p3.dat")));
  EXPECT_TRUE(file_bytes(folder_.path("c2.dat")) == file_bytes(folder_.path("c3.dat")));
}

TEST_F(DatTown, OnlyTheWantedBlocks) {
  LandBlockRecord other = land;
  other.id = 0x0102FFFF;
  more_cell[other.id] = written(other);
  DatImportOptions options;
  options.blocks = {0x0102};
  const auto world = read(options);
  ASSERT_TRUE(world) << world.error().text();
  EXPECT_TRUE(world->landscape().data(0x0102));
  EXPECT_FALSE(world->landscape().data(0x0101));
  EXPECT_TRUE(world->env_cells().empty());
  options.blocks = {0x0103};
  const auto none = read(options);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "it holds nothing of landblock 0x0103");
}

TEST_F(DatTown, ProgressReachesItsEnd) {
  DatImportOptions options;
  std::size_t last = 0;
  std::size_t total = 0;
  options.progress = [&](std::size_t done, std::size_t of) {
    EXPECT_EQ(done, last + 1);
    last = done;
    total = of;
  };
  ASSERT_TRUE(read(options));
  EXPECT_EQ(last, 3U);
  EXPECT_EQ(total, 3U);
}

// What cannot be had is left out, with its place and what leaned on it.

class DamagedTown : public DatTown {
 protected:
  /// The town is read; exactly these are told of.
  void expect_skipped(const std::vector<std::string>& lines) {
    const auto world = read();
    ASSERT_TRUE(world) << world.error().text();
    std::vector<std::string> told;
    for (std::string s : report.skipped) {
      for (const std::string file : {"p.dat", "c.dat"}) {
        const auto at = s.find(folder_.path(file));
        if (at != std::string::npos) s.replace(at, folder_.path(file).size(), file);
      }
      told.push_back(s);
    }
    EXPECT_EQ(told, lines);
  }
};

TEST_F(DamagedTown, AShapeOfNoNumbers) {
  gfxobjs[0x01000001].vertices[1].origin.x = float_from_bits(0x7FC00000);
  expect_skipped({"gfxobj: p.dat: record 0x01000001, vertices/1: no place within 10000000 m",
                  "setup: p.dat: record 0x02000001, parts/0: part 0x01000001 is not to be had",
                  "building: c.dat: record 0x0101FFFE, buildings/0: its model 0x02000001 is not to be had",
                  "object: c.dat: 0x01010100: thing 0x01000001: its model is not to be had",
                  "object: c.dat: 0x0101FFFF: thing 0x02000001: its model is not to be had"});
}

TEST_F(DamagedTown, AMissingEnvironment) {
  environment.id = 0x0D000006;
  expect_skipped({"environment: p.dat: there is no record 0x0D000005",
                  "cell: c.dat: record 0x01010100: struct 3 of environment 0x0D000005 is not to be had"});
}

TEST_F(DamagedTown, TreesThatCannotBeWalked) {
  auto& nodes = environment.structs[0].physics_bsp.nodes;
  nodes[0].plane.normal = {0, 0, 2};
  const std::string cell =
      "cell: c.dat: record 0x01010100: struct 3 of environment 0x0D000005 is not to be had";
  expect_skipped(
      {"environment: p.dat: record 0x0D000005, struct 3, physics_bsp/0: its plane has no unit normal", cell});
  nodes[0].plane.normal = {0, 0, 1};
  nodes[1].polygons = {1};
  expect_skipped({"environment: p.dat: record 0x0D000005, struct 3, physics_bsp/1: polygon 1 of 1", cell});
  nodes[1].polygons = {0};
  nodes[1].sphere.radius = -1.0F;
  expect_skipped(
      {"environment: p.dat: record 0x0D000005, struct 3, physics_bsp/1: its bounding sphere is none", cell});
}

TEST_F(DamagedTown, CellsOffTheirStructures) {
  EnvCellRecord& c = cells.begin()->second;
  c.portals[0].polygon = 0;
  expect_skipped(
      {"cell: c.dat: record 0x01010100, portals/0: polygon 0 is not among the portals of its structure"});
  c.portals[0].polygon = 7;
  c.frame.q = {0, 0, 0, 0};
  expect_skipped(
      {"cell: c.dat: record 0x01010100, frame: its rotation is none: the quaternion has not length 1"});
}

TEST_F(DamagedTown, RecordsCutShort) {
  auto bytes = written(setups[0x02000002]);
  bytes.resize(20);
  setups.erase(0x02000002);
  more_portal[0x02000002] = bytes;
  const auto world = read();
  ASSERT_TRUE(world) << world.error().text();
  ASSERT_EQ(report.skipped.size(), 2U);
  EXPECT_NE(report.skipped[0].find("p.dat: offset 0x"), std::string::npos) << report.skipped[0];
  EXPECT_NE(report.skipped[0].find("record 0x02000002, placements: 4 bytes are needed"), std::string::npos)
      << report.skipped[0];
}

TEST_F(DamagedTown, HeightsThatAreNone) {
  region.heights[7] = float_from_bits(0x7F800000);
  const auto world = read();
  ASSERT_FALSE(world);
  EXPECT_EQ(world.error().message, "height 7 of the region's table is inf m");
  region.heights[7] = 900.0F;
  land.heights[0] = 7;
  const auto high = read();
  ASSERT_TRUE(high);
  ASSERT_EQ(report.warnings.size(), 1U);
  EXPECT_EQ(world_of(world_text(*high).value()).landscape().data(0x0101)->z[0], 900.0F) << "told in metres";
  land.heights[0] = 10;
  has_region = false;
  const auto without = read();
  ASSERT_TRUE(without);
  EXPECT_EQ(report.warnings.size(), 1U);
  EXPECT_EQ(without->landscape().data(0x0101)->z[0], 20.0F);
}

}  // namespace
}  // namespace surefoot::io
