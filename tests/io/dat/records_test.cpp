// Records of the containers: the worked cases of spec 07 §10, every field there and back, and what is refused.
#include "io/dat/records.hpp"

#include <limits>

#include "core/bits.hpp"
#include "io/dat/bytes.hpp"
#include "io/dat/dat_bytes.hpp"
#include "io/dat/read_records.hpp"
#include "io/dat/record_reader.hpp"
#include "io/dat/record_writer.hpp"
#include "shape/polygon.hpp"

namespace surefoot::io {
namespace {

TEST(DatPrimitives, PackedIntegersOfTheWorkedCase) {
  // Case 1.
  const std::pair<std::uint32_t, const char*> cases[] = {{0, "00"},
                                                         {0x7F, "7F"},
                                                         {0x80, "80 80"},
                                                         {0x1234, "92 34"},
                                                         {0x3FFF, "BF FF"},
                                                         {0x4000, "C0 00 00 40"},
                                                         {0x12345678, "D2 34 78 56"},
                                                         {0x3FFFFFFF, "FF FF FF FF"}};
  for (const auto& [value, hex] : cases) {
    RecordBytes bytes;
    append_compressed(bytes, value);
    EXPECT_EQ(hex_of(bytes), hex);
    const DatRecord record = loose(1, bytes);
    RecordReader r(record);
    EXPECT_EQ(r.compressed("n"), value);
    EXPECT_TRUE(r.ok());
    EXPECT_EQ(r.left(), 0U);
  }
}

TEST(DatPrimitives, IdsOfKnownKind) {
  const std::pair<std::uint32_t, const char*> cases[] = {
      {0x08000000, "00 00"}, {0x08007FFF, "FF 7F"}, {0x08008000, "00 80 00 80"}, {0x08012345, "01 80 45 23"}};
  for (const auto& [id, hex] : cases) {
    RecordBytes bytes;
    ASSERT_TRUE(append_data_id(bytes, 0x08000000, id));
    EXPECT_EQ(hex_of(bytes), hex);
    const DatRecord record = loose(1, bytes);
    RecordReader r(record);
    EXPECT_EQ(r.data_id(0x08000000, "id"), id);
  }
  RecordBytes bytes;
  EXPECT_FALSE(append_data_id(bytes, 0x08000000, 0x07FFFFFF));
}

TEST(DatRecords, TagsPolygonAndLeafOfTheWorkedCases) {
  // Cases 2 and 3.
  RecordWriter tags(0);
  for (const std::uint32_t t :
       {bsp_tag::kBPIN, bsp_tag::kBPnn, bsp_tag::kBpnN, bsp_tag::kLeaf, bsp_tag::kPort})
    tags.u32(t);
  EXPECT_EQ(hex_of(*tags.finish()), "4E 49 50 42 6E 6E 50 42 4E 6E 70 42 46 41 45 4C 54 52 4F 50");
  RecordWriter polygon(0);
  write_polygons(polygon, {quad()}, "p");
  EXPECT_EQ(hex_of(*polygon.finish()), "00 00 04 04 00 00 00 00 00 00 FF FF 00 00 01 00 02 00 03 00");
  RecordWriter leaf(0);
  write_bsp(leaf, quad_leaf(), BspKind::physics, "b");
  EXPECT_EQ(hex_of(*leaf.finish()),
            "46 41 45 4C 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 C0 3F 01 00 00 00 "
            "00 00");
}

TEST(DatRecords, GfxObjOfTheWorkedCase) {
  // Case 4.
  const auto bytes = written(quad_gfxobj());
  EXPECT_EQ(bytes.size(), 196U);
  EXPECT_EQ(hex_at(bytes, 0, 17), "01 00 00 01 01 00 00 00 00 01 00 00 00 04 00 00 00");
  const auto read = read_gfxobj_record(loose(0x01000001, bytes));
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(written(*read), bytes);
  ASSERT_EQ(read->vertices.size(), 4U);
  std::vector<Vec3> corners;
  for (const std::int16_t v : read->physics_polygons[0].vertices)
    corners.push_back(read->vertices[static_cast<std::size_t>(v)].origin);
  const Plane plane = make_plane(corners);
  EXPECT_EQ(to_bits(plane.normal.z), 0x3F800000U);
  EXPECT_EQ(to_bits(plane.d), 0x80000000U);
}

TEST(DatRecords, EnvCellOfTheWorkedCase) {
  // Case 5.
  EnvCellRecord c;
  c.id = c.cell_id = 0xA9B40100;
  c.flags = EnvCellRecord::kSeenOutside;
  c.surfaces = {1};
  c.environment = 1;
  c.frame = {{10, 20, 30}, {}};
  c.portals = {{7, 5, 0xFFFF, 0}};
  c.visible = {0x0100, 0x0101};
  const auto bytes = written(c);
  EXPECT_EQ(bytes.size(), 62U);
  const auto read = read_env_cell_record(loose(c.id, bytes));
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(written(*read), bytes);
  EXPECT_EQ(read->portals[0].flags, 7);
  EXPECT_EQ(read->visible, c.visible);
  // "w first"
  EXPECT_EQ(hex_at(bytes, 16 + 2 + 4 + 12, 4), "00 00 80 3F");
}

TEST(DatRecords, LandOfTheWorkedCase) {
  // Case 6.
  LandBlockRecord b;
  b.id = 0xA9B4FFFF;
  b.heights[3 * 9 + 4] = 0xAB;
  const auto bytes = written(b);
  EXPECT_EQ(bytes.size(), 252U);
  EXPECT_EQ(std::to_integer<int>(bytes[201]), 0xAB);
  const auto read = read_land_block_record(loose(b.id, bytes));
  ASSERT_TRUE(read);
  EXPECT_EQ(written(*read), bytes);

  LandBlockInfoRecord info;
  info.id = 0xA9B4FFFE;
  info.objects = {{0x01000001, {}}};
  DatBuildingPortal portal;
  portal.visible = {0x0100};
  info.buildings = {{0x01000002, {}, 1, {portal}}};
  const auto info_bytes = written(info);
  EXPECT_EQ(info_bytes.size(), 100U);
  EXPECT_EQ(hex_at(info_bytes, 96, 4), "00 01 00 00");
  const auto info_read = read_land_block_info_record(loose(info.id, info_bytes));
  ASSERT_TRUE(info_read) << info_read.error().text();
  EXPECT_EQ(written(*info_read), info_bytes);
}

TEST(DatRecords, RegionOfTheWorkedCase) {
  // Case 9: a name of one character puts the table at 48.
  RegionRecord g;
  g.id = kRegionRecord;
  g.name = "x";
  g.heights[0] = 17.0F;
  const auto bytes = written(g);
  EXPECT_EQ(bytes.size(), 1072U);
  EXPECT_EQ(hex_at(bytes, 48, 4), "00 00 88 41");
  g.rest = bytes_of("01 02 03");
  const auto more = written(g);
  const auto read = read_region_record(loose(kRegionRecord, more));
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(written(*read), more);
  EXPECT_EQ(read->heights[0], 17.0F);
}

// Every field, with values that are unlike any other.

float odd(int i) {
  // −0, a NaN with a payload and a denormal travel as bits.
  constexpr std::uint32_t kOdd[] = {0x80000000, 0x7FC12345, 0x00000001, 0x3F800001};
  return float_from_bits(kOdd[i % 4] + (i % 4 == 3 ? static_cast<std::uint32_t>(i) : 0U));
}
Vec3 odd_vec(int i) {
  return {odd(i), odd(i + 3), odd(i + 7)};
}
DatFrame odd_frame(int i) {
  return {odd_vec(i), {odd(i), 2.0F, odd(i + 1), odd(i + 2)}};
}
Sphere odd_sphere(int i) {
  return {odd_vec(i), odd(i + 1)};
}

DatPolygon textured(std::uint16_t id, std::uint8_t stippling, std::int32_t sides) {
  DatPolygon p;
  p.id = id;
  p.stippling = stippling;
  p.sides_type = sides;
  p.pos_surface = 3;
  p.neg_surface = -2;
  p.vertices = {0, 1, -7};
  if (p.has_pos_uvs()) p.pos_uvs = {4, 5, 6};
  if (p.has_neg_uvs()) p.neg_uvs = {7, 8, 9};
  return p;
}

DatBspNode inner(std::uint32_t tag, std::int32_t pos, std::int32_t neg) {
  DatBspNode n;
  n.tag = tag;
  n.plane = {odd_vec(1), odd(2)};
  n.pos = pos;
  n.neg = neg;
  return n;
}

DatBspNode leaf(std::int32_t index) {
  DatBspNode n;
  n.leaf_index = index;
  return n;
}

/// Every tag once.
DatBsp every_tag(BspKind kind) {
  DatBsp b;
  b.nodes = {inner(bsp_tag::kBPIN, 1, 6),
             inner(bsp_tag::kPort, 2, 4),
             inner(bsp_tag::kBPnn, 3, DatBspNode::kNone),
             leaf(0),
             inner(bsp_tag::kBpnN, DatBspNode::kNone, 5),
             inner(bsp_tag::kBPOL, DatBspNode::kNone, DatBspNode::kNone),
             inner(bsp_tag::kBPnN, 7, 9),
             inner(bsp_tag::kBPIn, 8, DatBspNode::kNone),
             leaf(-1),
             inner(bsp_tag::kBpIN, DatBspNode::kNone, 10),
             inner(0x12345678, DatBspNode::kNone, DatBspNode::kNone)};
  for (std::size_t i = 0; i < b.nodes.size(); ++i) {
    DatBspNode& n = b.nodes[i];
    const bool is_leaf = n.tag == bsp_tag::kLeaf;
    const bool is_portal = n.tag == bsp_tag::kPort;
    if (kind == BspKind::physics && !is_portal) n.sphere = odd_sphere(static_cast<int>(i));
    if (kind == BspKind::drawing && !is_leaf) n.sphere = odd_sphere(static_cast<int>(i));
    if (kind == BspKind::physics && is_leaf) {
      n.solid = 1;
      n.polygons = {0, 65535};
    }
    if (kind == BspKind::drawing && !is_leaf) n.polygons = {static_cast<std::uint16_t>(i)};
    if (kind == BspKind::drawing && is_portal) n.portals = {{-1, 2}, {3, -4}};
  }
  return b;
}

GfxObjRecord full_gfxobj() {
  GfxObjRecord g = quad_gfxobj();
  g.flags = 0xF0U | GfxObjRecord::kPhysics | GfxObjRecord::kDrawing | GfxObjRecord::kDegrade;
  for (std::uint32_t i = 0; i < 200; ++i) g.surfaces.push_back(0x08000000 + i);
  g.vertices[2].uvs = {{odd(1), odd(2)}, {odd(3), 5.0F}};
  g.vertices[2].normal = odd_vec(3);
  g.physics_polygons = {textured(9, 0, 2), textured(2, 4, 1), textured(3, 8, 2), textured(4, 12, -5)};
  g.physics_bsp = every_tag(BspKind::physics);
  g.sort_center = odd_vec(5);
  g.drawing_polygons = {textured(1, 0, 0)};
  g.drawing_bsp = every_tag(BspKind::drawing);
  g.degrade = 0x11000005;
  return g;
}

SetupRecord full_setup() {
  SetupRecord s;
  s.id = 0x02000007;
  s.flags = SetupRecord::kParents | SetupRecord::kScales | SetupRecord::kFreeHeading;
  s.parts = {0x01000001, 0x01000002};
  s.parents = {0xFFFFFFFF, 0};
  s.scales = {{1, 2, 3}, odd_vec(1)};
  s.holding = {{1, 0, odd_frame(1)}};
  s.connections = {{-3, 1, odd_frame(2)}, {4, 0, odd_frame(3)}};
  DatPlacement p{0, {odd_frame(4), odd_frame(5)}, {}};
  for (std::uint32_t type = 0; type < 40; ++type) {
    if (hook_payload(type) < 0) continue;
    std::vector<std::byte> payload(static_cast<std::size_t>(hook_payload(type)),
                                   static_cast<std::byte>(type));
    p.hooks.push_back({type, -1, payload});
  }
  s.placements = {p, {101, {odd_frame(6), odd_frame(7)}, {}}};
  s.cylspheres = {{odd_vec(1), odd(4), odd(5)}};
  s.spheres = {odd_sphere(1), odd_sphere(2)};
  s.height = odd(1);
  s.radius = odd(2);
  s.step_up_height = odd(3);
  s.step_down_height = odd(7);
  s.sorting = odd_sphere(3);
  s.selection = odd_sphere(4);
  s.lights = {{1, odd_frame(8), 0xFF00FF00, odd(1), odd(2), odd(3)}};
  s.defaults = {1, 2, 3, 4, 5};
  return s;
}

CellStructRecord full_struct(std::uint32_t key, std::size_t portals) {
  CellStructRecord s;
  s.key = key;
  s.vertices = quad_gfxobj().vertices;
  s.polygons = {textured(0, 0, 2), quad()};
  for (std::size_t i = 0; i < portals; ++i) s.portals.push_back(static_cast<std::uint16_t>(i));
  s.cell_bsp = every_tag(BspKind::cell);
  s.physics_polygons = {quad(), textured(1, 0, 0)};
  s.physics_bsp = every_tag(BspKind::physics);
  if (key != 0) {
    s.has_drawing_bsp = key;
    s.drawing_bsp = every_tag(BspKind::drawing);
  }
  return s;
}

EnvironmentRecord full_environment() {
  return {0x0D000001, {full_struct(0, 1), full_struct(5, 2), full_struct(9, 0)}};
}

EnvCellRecord full_cell() {
  EnvCellRecord c;
  c.id = c.cell_id = 0x12340100;
  c.flags = EnvCellRecord::kStatics | EnvCellRecord::kRestricted;
  c.surfaces = {1, 2, 3};
  c.environment = 0xABCD;
  c.structure = 77;
  c.frame = odd_frame(1);
  c.portals = {{1, 2, 3, 4}, {5, 6, 7, 0xFFFF}};
  c.visible = {1, 2, 3};
  c.statics = {{0x02000001, odd_frame(2)}, {0x01000001, odd_frame(3)}};
  c.restriction = 0x70000001;
  return c;
}

LandBlockInfoRecord full_info() {
  LandBlockInfoRecord b;
  b.id = 0x1234FFFE;
  b.num_cells = 5;
  b.objects = {{0x02000001, odd_frame(2)}};
  b.mask = LandBlockInfoRecord::kRestrictions | 4U;
  b.buildings = {{0x01000001, odd_frame(1), 7, {{1, 2, 3, {}}, {4, 5, 6, {7, 8, 9}}}},
                 {0x02000002, odd_frame(4), 0, {}}};
  b.buckets = 16;
  b.restrictions = {{0x12340001, 0x70000001}, {0x12340002, 0x70000002}};
  return b;
}

template <class Record, class Reader>
void there_and_back(const Record& record, const Reader& reader) {
  const auto bytes = written(record);
  std::string note;
  const auto read = reader(loose(record.id, bytes), &note);
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(note, "");
  EXPECT_EQ(written(*read), bytes);
}

TEST(DatRecords, EveryFieldThereAndBack) {
  there_and_back(full_gfxobj(), read_gfxobj_record);
  there_and_back(full_setup(), read_setup_record);
  there_and_back(full_environment(), read_environment_record);
  there_and_back(full_cell(), read_env_cell_record);
  there_and_back(full_info(), read_land_block_info_record);
  GfxObjRecord none;
  none.id = 0x01000009;
  there_and_back(none, read_gfxobj_record);
  SetupRecord bare;
  bare.id = 0x02000009;
  there_and_back(bare, read_setup_record);
  const auto g = read_gfxobj_record(loose(0x01000001, written(full_gfxobj())));
  ASSERT_TRUE(g);
  EXPECT_EQ(g->physics_bsp.nodes.size(), 11U);
  EXPECT_EQ(g->drawing_bsp.nodes[1].portals, (std::vector<std::array<std::int16_t, 2>>{{-1, 2}, {3, -4}}));
  EXPECT_EQ(g->physics_polygons[0].neg_uvs, (std::vector<std::uint8_t>{7, 8, 9}));
}

TEST(DatRecords, ALargeCountIsPacked) {
  GfxObjRecord g = quad_gfxobj();
  g.surfaces.resize(0x4001);
  there_and_back(g, read_gfxobj_record);
  EXPECT_EQ(hex_at(written(g), 8, 4), "C0 00 01 40");
}

TEST(DatRecords, AChainOfAHundredThousandNodes) {
  GfxObjRecord g = quad_gfxobj();
  constexpr std::int32_t kDeep = 100'000;
  g.physics_bsp.nodes.clear();
  for (std::int32_t i = 0; i < kDeep; ++i)
    g.physics_bsp.nodes.push_back(inner(bsp_tag::kBPnn, i + 1, DatBspNode::kNone));
  g.physics_bsp.nodes.push_back(leaf(0));
  there_and_back(g, read_gfxobj_record);
}

TEST(DatRecords, EveryTruncationIsRefusedWithItsPlace) {
  const auto cut_each = [](const auto& record, const auto& reader) {
    const auto bytes = written(record);
    for (std::size_t n = 0; n < bytes.size(); ++n) {
      const auto read =
          reader(loose(record.id, {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(n)}), nullptr);
      // The padding at a record's end may be missing.
      if (read && n + 3 >= bytes.size()) continue;
      ASSERT_FALSE(read) << n;
      EXPECT_NE(read.error().where.find("offset 0x"), std::string::npos);
      EXPECT_NE(read.error().where.find(fmt::format("record 0x{:08X}", record.id)), std::string::npos);
    }
  };
  cut_each(full_gfxobj(), read_gfxobj_record);
  cut_each(full_setup(), read_setup_record);
  cut_each(full_environment(), read_environment_record);
  cut_each(full_cell(), read_env_cell_record);
  cut_each(full_info(), read_land_block_info_record);
  LandBlockRecord block;
  block.id = 0x0101FFFF;
  cut_each(block, read_land_block_record);
  RegionRecord region;
  region.id = kRegionRecord;
  cut_each(region, read_region_record);
}

TEST(DatRecords, FaultsNameTheirField) {
  const auto bytes = written(quad_gfxobj());
  const auto error = [&](std::size_t at, std::uint8_t value) {
    auto bad = bytes;
    bad[at] = static_cast<std::byte>(value);
    DatRecord record = loose(0x01000001, bad);
    record.file = "portal.dat";
    record.blocks = {0x400};
    record.block_size = 0x400;
    const auto read = read_gfxobj_record(record);
    EXPECT_FALSE(read);
    return read ? Error{} : read.error();
  };
  EXPECT_EQ(error(0, 2).text(),
            "portal.dat: offset 0x00000404, record 0x01000001, id: the record says it is 0x01000002");
  EXPECT_EQ(error(9, 2).text(),
            "portal.dat: offset 0x0000040D, record 0x01000001, vertex_type: unsupported vertex type 2: only "
            "1 is known");
  EXPECT_EQ(error(16, 0x7F).where, "portal.dat: offset 0x00000411, record 0x01000001, vertices");
  EXPECT_EQ(error(19, 99).where, "portal.dat: offset 0x00000417, record 0x01000001, vertices/0/uv_count");
  const std::size_t polygon = 17 + 4 * 28 + 1;
  EXPECT_EQ(
      error(polygon + 2, 2).text(),
      "portal.dat: offset 0x00000488, record 0x01000001, physics_polygons/0/num_pts: a polygon of 2 points");
  const std::size_t tree = polygon + 20;
  EXPECT_EQ(error(tree + 31, 9).where,
            "portal.dat: offset 0x000004B6, record 0x01000001, physics_bsp/0/polygons");
  SetupRecord setup = full_setup();
  auto setup_bytes = written(setup);
  // The first hook's type: after id, flags, parts, parents, scales, locations, the placement's key and frames.
  const std::size_t hook = 4 + 4 + 4 + 8 + 8 + 24 + 4 + 36 + 4 + 72 + 4 + 4 + 56 + 4;
  setup_bytes[hook] = std::byte{5};
  const auto read = read_setup_record(loose(setup.id, setup_bytes));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().where,
            fmt::format("offset 0x{:08X}, record 0x02000007, placements/0/hooks/0/type", hook));
}

TEST(DatRecords, BytesAfterTheEnd) {
  auto bytes = written(quad_gfxobj());
  const auto note_of = [&](const std::vector<std::byte>& b) {
    std::string note;
    EXPECT_TRUE(read_gfxobj_record(loose(0x01000001, b), &note));
    return note;
  };
  bytes.resize(bytes.size() + 3);
  EXPECT_EQ(note_of(bytes), "");
  bytes.resize(bytes.size() + 1);
  EXPECT_EQ(note_of(bytes), "record 0x01000001: 4 bytes after its end are not read");
  bytes.resize(bytes.size() - 3);
  bytes.back() = std::byte{1};
  EXPECT_EQ(note_of(bytes), "record 0x01000001: 1 bytes after its end are not read");
}

TEST(DatRecords, WhatTheLayoutHasNoRoomForIsNotWritten) {
  const auto refused = [](const auto& record, const std::string& where) {
    const auto bytes = write_record(record);
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error().code, ErrorCode::bad_value);
    EXPECT_EQ(bytes.error().where, where) << bytes.error().text();
  };
  GfxObjRecord g = quad_gfxobj();
  g.physics_polygons[0].vertices = {0, 1};
  refused(g, "record 0x01000001, physics_polygons");
  g = quad_gfxobj();
  g.physics_polygons[0].vertices.resize(256);
  refused(g, "record 0x01000001, physics_polygons");
  g = quad_gfxobj();
  g.physics_polygons[0].pos_uvs = {1};
  refused(g, "record 0x01000001, physics_polygons");
  g = quad_gfxobj();
  g.physics_bsp.nodes.clear();
  refused(g, "record 0x01000001, physics_bsp");
  g = quad_gfxobj();
  g.physics_bsp.nodes = {inner(bsp_tag::kBPnN, 1, 7), leaf(0)};
  refused(g, "record 0x01000001, physics_bsp");
  g.physics_bsp.nodes = {inner(bsp_tag::kBPnN, 0, 0), leaf(0)};
  refused(g, "record 0x01000001, physics_bsp");
  EnvCellRecord c = full_cell();
  c.portals.resize(256);
  refused(c, "record 0x12340100, portals");
  c = full_cell();
  c.flags = 0;
  c.statics.clear();
  EXPECT_TRUE(write_record(c));
  SetupRecord s = full_setup();
  s.parents.clear();
  refused(s, "record 0x02000007, parents");
  s = full_setup();
  s.placements[0].hooks[0].payload.pop_back();
  refused(s, "record 0x02000007, hooks");
}

}  // namespace
}  // namespace surefoot::io
