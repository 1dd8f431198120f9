#include "io/dat/write_records.hpp"

#include <fmt/format.h>

#include "io/dat/bytes.hpp"
#include "io/dat/record_writer.hpp"

namespace surefoot::io {

namespace {

/// A list that stands there with a flag, and only then.
void require_list(RecordWriter& w, bool flag, std::size_t size, std::size_t wanted, const char* field) {
  w.require(size == (flag ? wanted : 0), field,
            fmt::format("{} of them where the flags want {}", size, flag ? wanted : 0));
}

void write_statics(RecordWriter& w, const std::vector<DatStatic>& statics, const char* field) {
  w.u32(w.count32(statics.size(), field));
  for (const DatStatic& s : statics) {
    w.u32(s.model);
    w.frame(s.frame);
  }
}

void write_locations(RecordWriter& w, const std::vector<DatLocation>& locations, const char* field) {
  w.u32(w.count32(locations.size(), field));
  for (const DatLocation& l : locations) {
    w.i32(l.key);
    w.i32(l.part);
    w.frame(l.frame);
  }
}

void write_placements(RecordWriter& w, const SetupRecord& s) {
  w.u32(w.count32(s.placements.size(), "placements"));
  for (const DatPlacement& p : s.placements) {
    w.require(p.frames.size() == s.parts.size(), "placements", "one frame a part");
    w.i32(p.key);
    for (const DatFrame& f : p.frames) w.frame(f);
    w.u32(w.count32(p.hooks.size(), "hooks"));
    for (const DatHook& h : p.hooks) {
      const int bytes = hook_payload(h.type);
      w.require(bytes >= 0 && h.payload.size() == static_cast<std::size_t>(bytes), "hooks",
                fmt::format("a hook of type {} with {} bytes", h.type, h.payload.size()));
      w.u32(h.type);
      w.i32(h.direction);
      w.raw(h.payload);
    }
  }
}

void write_cell_struct(RecordWriter& w, const CellStructRecord& s) {
  w.u32(s.key);
  w.u32(w.count32(s.polygons.size(), "polygons"));
  w.u32(w.count32(s.physics_polygons.size(), "physics_polygons"));
  w.u32(w.count32(s.portals.size(), "portals"));
  write_vertex_array(w, s.vertices);
  write_polygons(w, s.polygons, "polygons");
  for (const std::uint16_t p : s.portals) w.u16(p);
  w.align4();
  write_bsp(w, s.cell_bsp, BspKind::cell, "cell_bsp");
  write_polygons(w, s.physics_polygons, "physics_polygons");
  write_bsp(w, s.physics_bsp, BspKind::physics, "physics_bsp");
  w.u32(s.has_drawing_bsp);
  require_list(w, s.has_drawing_bsp != 0, s.drawing_bsp.nodes.empty() ? 0 : 1, 1, "drawing_bsp");
  if (s.has_drawing_bsp != 0) write_bsp(w, s.drawing_bsp, BspKind::drawing, "drawing_bsp");
  w.align4();
}

void write_building(RecordWriter& w, const DatBuilding& b) {
  w.u32(b.model);
  w.frame(b.frame);
  w.u32(b.leaves);
  w.u32(w.count32(b.portals.size(), "portals"));
  for (const DatBuildingPortal& p : b.portals) {
    w.u16(p.flags);
    w.u16(p.other_cell);
    w.u16(p.other_portal);
    w.u16(w.count16(p.visible.size(), "visible"));
    for (const std::uint16_t v : p.visible) w.u16(v);
    if (p.visible.size() % 2 != 0) w.u16(0);
  }
}

}  // namespace

Expected<RecordBytes> write_record(const GfxObjRecord& g) {
  RecordWriter w(g.id);
  w.u32(g.id);
  w.u32(g.flags);
  w.compressed(g.surfaces.size(), "surfaces");
  for (const std::uint32_t s : g.surfaces) w.u32(s);
  write_vertex_array(w, g.vertices);
  if ((g.flags & GfxObjRecord::kPhysics) != 0) {
    w.compressed(g.physics_polygons.size(), "physics_polygons");
    write_polygons(w, g.physics_polygons, "physics_polygons");
    write_bsp(w, g.physics_bsp, BspKind::physics, "physics_bsp");
  }
  w.vec3(g.sort_center);
  if ((g.flags & GfxObjRecord::kDrawing) != 0) {
    w.compressed(g.drawing_polygons.size(), "drawing_polygons");
    write_polygons(w, g.drawing_polygons, "drawing_polygons");
    write_bsp(w, g.drawing_bsp, BspKind::drawing, "drawing_bsp");
  }
  if ((g.flags & GfxObjRecord::kDegrade) != 0) w.u32(g.degrade);
  return w.finish();
}

Expected<RecordBytes> write_record(const SetupRecord& s) {
  RecordWriter w(s.id);
  w.u32(s.id);
  w.u32(s.flags);
  w.u32(w.count32(s.parts.size(), "parts"));
  for (const std::uint32_t p : s.parts) w.u32(p);
  require_list(w, (s.flags & SetupRecord::kParents) != 0, s.parents.size(), s.parts.size(), "parents");
  for (const std::uint32_t p : s.parents) w.u32(p);
  require_list(w, (s.flags & SetupRecord::kScales) != 0, s.scales.size(), s.parts.size(), "scales");
  for (const Vec3& v : s.scales) w.vec3(v);
  write_locations(w, s.holding, "holding");
  write_locations(w, s.connections, "connections");
  write_placements(w, s);
  w.u32(w.count32(s.cylspheres.size(), "cylspheres"));
  for (const CylSphere& c : s.cylspheres) w.cylsphere(c);
  w.u32(w.count32(s.spheres.size(), "spheres"));
  for (const Sphere& v : s.spheres) w.sphere(v);
  for (const float v : {s.height, s.radius, s.step_up_height, s.step_down_height}) w.f32(v);
  w.sphere(s.sorting);
  w.sphere(s.selection);
  w.u32(w.count32(s.lights.size(), "lights"));
  for (const DatLight& l : s.lights) {
    w.i32(l.key);
    w.frame(l.frame);
    w.u32(l.color);
    for (const float v : {l.intensity, l.falloff, l.cone}) w.f32(v);
  }
  for (const std::uint32_t v : s.defaults) w.u32(v);
  return w.finish();
}

Expected<RecordBytes> write_record(const EnvironmentRecord& e) {
  RecordWriter w(e.id);
  w.u32(e.id);
  w.u32(w.count32(e.structs.size(), "structs"));
  for (const CellStructRecord& s : e.structs) write_cell_struct(w, s);
  return w.finish();
}

Expected<RecordBytes> write_record(const EnvCellRecord& c) {
  RecordWriter w(c.id);
  w.u32(c.id);
  w.u32(c.flags);
  w.u32(c.cell_id);
  w.u8(w.count(c.surfaces.size(), 0xFF, "surfaces"));
  w.u8(w.count(c.portals.size(), 0xFF, "portals"));
  w.u16(w.count16(c.visible.size(), "visible"));
  for (const std::uint16_t s : c.surfaces) w.u16(s);
  w.u16(c.environment);
  w.u16(c.structure);
  w.frame(c.frame);
  for (const DatCellPortal& p : c.portals) {
    for (const std::uint16_t v : {p.flags, p.polygon, p.other_cell, p.other_portal}) w.u16(v);
  }
  for (const std::uint16_t v : c.visible) w.u16(v);
  const bool statics = (c.flags & EnvCellRecord::kStatics) != 0;
  require_list(w, statics, c.statics.size(), c.statics.size(), "statics");
  if (statics) write_statics(w, c.statics, "statics");
  if ((c.flags & EnvCellRecord::kRestricted) != 0) w.u32(c.restriction);
  return w.finish();
}

Expected<RecordBytes> write_record(const LandBlockRecord& b) {
  RecordWriter w(b.id);
  w.u32(b.id);
  w.u32(b.has_info);
  for (const std::uint16_t word : b.terrain) w.u16(word);
  for (const std::uint8_t index : b.heights) w.u8(index);
  w.align4();
  return w.finish();
}

Expected<RecordBytes> write_record(const LandBlockInfoRecord& b) {
  RecordWriter w(b.id);
  w.u32(b.id);
  w.u32(b.num_cells);
  write_statics(w, b.objects, "objects");
  w.u32(w.count16(b.buildings.size(), "buildings") | static_cast<std::uint32_t>(b.mask) << 16U);
  for (const DatBuilding& building : b.buildings) write_building(w, building);
  const bool restricted = (b.mask & LandBlockInfoRecord::kRestrictions) != 0;
  require_list(w, restricted, b.restrictions.size(), b.restrictions.size(), "restrictions");
  if (restricted) {
    w.u16(w.count16(b.restrictions.size(), "restrictions"));
    w.u16(b.buckets);
    for (const auto& [cell, object] : b.restrictions) {
      w.u32(cell);
      w.u32(object);
    }
  }
  return w.finish();
}

Expected<RecordBytes> write_record(const RegionRecord& g) {
  RecordWriter w(g.id);
  w.u32(g.id);
  w.u32(g.number);
  w.u32(g.version);
  w.u16(w.count16(g.name.size(), "name"));
  for (const char c : g.name) w.u8(static_cast<unsigned char>(c));
  w.align4();
  w.i32(g.blocks_x);
  w.i32(g.blocks_y);
  w.f32(g.square_length);
  w.i32(g.lblock_length);
  w.i32(g.vertex_per_cell);
  for (const float v : {g.max_object_height, g.sky_height, g.road_width}) w.f32(v);
  for (const float h : g.heights) w.f32(h);
  w.raw(g.rest);
  return w.finish();
}

RecordBytes iteration_record() {
  RecordBytes out;
  for (const std::uint32_t v : {1U, 0xFFFFFFFFU, 1U}) append_u32(out, v);
  return out;
}

}  // namespace surefoot::io
