// EnvCell, LandBlock, LandBlockInfo, RegionDesc (spec 07 §3.4 to §3.7).
#include <utility>

#include <fmt/format.h>

#include "io/dat/read_records.hpp"
#include "io/dat/record_reader.hpp"

namespace surefoot::io {

namespace {

constexpr std::size_t kFrameBytes = 28;

std::vector<DatStatic> read_statics(RecordReader& r, const char* name) {
  const std::size_t n = r.count_u32(4 + kFrameBytes, name);
  std::vector<DatStatic> out;
  out.reserve(n);
  for (std::size_t i = 0; i < n && r.ok(); ++i) {
    const RecordReader::Scope scope(r, name, i);
    const std::uint32_t model = r.u32("model");
    out.push_back({model, r.frame("frame")});
  }
  return out;
}

std::vector<std::uint16_t> read_u16s(RecordReader& r, std::size_t n, const char* name) {
  const std::size_t count = r.count(n, 2, name);
  std::vector<std::uint16_t> out;
  out.reserve(count);
  for (std::size_t i = 0; i < count; ++i) out.push_back(r.u16(name));
  return out;
}

DatBuildingPortal read_building_portal(RecordReader& r) {
  DatBuildingPortal p;
  p.flags = r.u16("flags");
  p.other_cell = r.u16("other_cell");
  p.other_portal = r.u16("other_portal");
  const std::uint16_t n = r.u16("visible");
  p.visible = read_u16s(r, n, "visible");
  if (n % 2 != 0) static_cast<void>(r.u16("padding"));
  return p;
}

DatBuilding read_building(RecordReader& r) {
  DatBuilding b;
  b.model = r.u32("model");
  b.frame = r.frame("frame");
  b.leaves = r.u32("num_leaves");
  const std::size_t n = r.count_u32(8, "portals");
  b.portals.reserve(n);
  for (std::size_t i = 0; i < n && r.ok(); ++i) {
    const RecordReader::Scope scope(r, "portals", i);
    b.portals.push_back(read_building_portal(r));
  }
  return b;
}

}  // namespace

Expected<EnvCellRecord> read_env_cell_record(const DatRecord& record, std::string* note) {
  RecordReader r(record);
  EnvCellRecord c;
  c.id = r.id();
  c.flags = r.u32("flags");
  c.cell_id = r.u32("cell_id");
  const std::uint8_t surfaces = r.u8("num_surfaces");
  const std::uint8_t portals = r.u8("num_portals");
  const std::uint16_t stabs = r.u16("num_stabs");
  c.surfaces = read_u16s(r, surfaces, "surfaces");
  c.environment = r.u16("environment");
  c.structure = r.u16("structure");
  c.frame = r.frame("frame");
  const std::size_t portal_count = r.count(portals, 8, "num_portals");
  for (std::size_t i = 0; i < portal_count; ++i) {
    const RecordReader::Scope scope(r, "portals", i);
    DatCellPortal p;
    p.flags = r.u16("flags");
    p.polygon = r.u16("polygon_id");
    p.other_cell = r.u16("other_cell");
    p.other_portal = r.u16("other_portal");
    c.portals.push_back(p);
  }
  c.visible = read_u16s(r, stabs, "visible");
  if ((c.flags & EnvCellRecord::kStatics) != 0) c.statics = read_statics(r, "statics");
  if ((c.flags & EnvCellRecord::kRestricted) != 0) c.restriction = r.u32("restriction");
  return finish_record(r, c, note);
}

Expected<LandBlockRecord> read_land_block_record(const DatRecord& record, std::string* note) {
  RecordReader r(record);
  LandBlockRecord b;
  b.id = r.id();
  b.has_info = r.u32("has_info");
  for (std::uint16_t& word : b.terrain) word = r.u16("terrain");
  for (std::uint8_t& index : b.heights) index = r.u8("heights");
  r.align4();
  return finish_record(r, b, note);
}

Expected<LandBlockInfoRecord> read_land_block_info_record(const DatRecord& record, std::string* note) {
  constexpr std::size_t kLeastBuilding = 4 + kFrameBytes + 8;
  RecordReader r(record);
  LandBlockInfoRecord b;
  b.id = r.id();
  b.num_cells = r.u32("num_cells");
  b.objects = read_statics(r, "objects");
  const std::uint32_t word = r.u32("buildings");
  b.mask = static_cast<std::uint16_t>(word >> 16U);
  const std::size_t buildings = r.count(word & 0xFFFFU, kLeastBuilding, "buildings");
  b.buildings.reserve(buildings);
  for (std::size_t i = 0; i < buildings && r.ok(); ++i) {
    const RecordReader::Scope scope(r, "buildings", i);
    b.buildings.push_back(read_building(r));
  }
  if ((b.mask & LandBlockInfoRecord::kRestrictions) != 0) {
    const std::uint16_t pairs = r.u16("restrictions");
    b.buckets = r.u16("buckets");
    const std::size_t n = r.count(pairs, 8, "restrictions");
    b.restrictions.reserve(n);
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t cell = r.u32("restrictions");
      b.restrictions.emplace_back(cell, r.u32("restrictions"));
    }
  }
  return finish_record(r, b, note);
}

Expected<RegionRecord> read_region_record(const DatRecord& record, std::string* note) {
  RecordReader r(record);
  RegionRecord g;
  g.id = r.id();
  g.number = r.u32("number");
  g.version = r.u32("version");
  g.name = r.pstring("name");
  r.align4();
  g.blocks_x = r.i32("blocks_x");
  g.blocks_y = r.i32("blocks_y");
  g.square_length = r.f32("square_length");
  g.lblock_length = r.i32("lblock_length");
  g.vertex_per_cell = r.i32("vertex_per_cell");
  g.max_object_height = r.f32("max_object_height");
  g.sky_height = r.f32("sky_height");
  g.road_width = r.f32("road_width");
  for (float& h : g.heights) h = r.f32("heights");
  if (r.ok()) g.rest = r.raw(r.left(), "rest");
  return finish_record(r, g, note);
}

}  // namespace surefoot::io
