// GfxObj, Setup, Environment (spec 07 §3.1 to §3.3).
#include <utility>

#include <fmt/format.h>

#include "io/dat/read_records.hpp"
#include "io/dat/record_reader.hpp"

namespace surefoot::io {

namespace {

constexpr std::size_t kLeastPolygon = 18;
constexpr std::size_t kFrameBytes = 28;

std::vector<DatPolygon> read_counted_polygons(RecordReader& r, const char* name) {
  const std::size_t n = r.count(r.compressed(name), kLeastPolygon, name);
  return read_polygon_array(r, n, name);
}

std::vector<DatLocation> read_locations(RecordReader& r, const char* name) {
  const std::size_t n = r.count_i32(8 + kFrameBytes, name);
  std::vector<DatLocation> out;
  out.reserve(n);
  for (std::size_t i = 0; i < n && r.ok(); ++i) {
    const RecordReader::Scope scope(r, name, i);
    DatLocation l;
    l.key = r.i32("key");
    l.part = r.i32("part");
    l.frame = r.frame("frame");
    out.push_back(l);
  }
  return out;
}

DatHook read_hook(RecordReader& r) {
  DatHook h;
  h.type = r.u32("type");
  const int bytes = hook_payload(h.type);
  if (r.ok() && bytes < 0)
    r.fail(ErrorCode::unknown_format,
           fmt::format("a hook of type {}, whose length is not known, in a placement", h.type), "type");
  h.direction = r.i32("direction");
  if (r.ok()) h.payload = r.raw(static_cast<std::size_t>(bytes), "payload");
  return h;
}

std::vector<DatPlacement> read_placements(RecordReader& r, std::size_t parts) {
  const std::size_t n = r.count_i32(8 + kFrameBytes * parts, "placements");
  std::vector<DatPlacement> out;
  out.reserve(n);
  for (std::size_t i = 0; i < n && r.ok(); ++i) {
    const RecordReader::Scope scope(r, "placements", i);
    DatPlacement p;
    p.key = r.i32("key");
    const std::size_t frames = r.count(parts, kFrameBytes, "frames");
    p.frames.reserve(frames);
    for (std::size_t k = 0; k < frames; ++k) p.frames.push_back(r.frame("frames"));
    const std::size_t hooks = r.count_u32(8, "hooks");
    p.hooks.reserve(hooks);
    for (std::size_t k = 0; k < hooks && r.ok(); ++k) {
      const RecordReader::Scope hook(r, "hooks", k);
      p.hooks.push_back(read_hook(r));
    }
    out.push_back(std::move(p));
  }
  return out;
}

std::vector<DatLight> read_lights(RecordReader& r) {
  const std::size_t n = r.count_i32(20 + kFrameBytes, "lights");
  std::vector<DatLight> out;
  out.reserve(n);
  for (std::size_t i = 0; i < n && r.ok(); ++i) {
    const RecordReader::Scope scope(r, "lights", i);
    DatLight l;
    l.key = r.i32("key");
    l.frame = r.frame("frame");
    l.color = r.u32("color");
    l.intensity = r.f32("intensity");
    l.falloff = r.f32("falloff");
    l.cone = r.f32("cone");
    out.push_back(l);
  }
  return out;
}

CellStructRecord read_cell_struct_record(RecordReader& r) {
  CellStructRecord s;
  s.key = r.u32("key");
  const std::uint32_t polygons = r.u32("num_polygons");
  const std::uint32_t physics = r.u32("num_physics_polygons");
  const std::uint32_t portals = r.u32("num_portals");
  s.vertices = read_vertex_array(r);
  s.polygons = read_polygon_array(r, r.count(polygons, kLeastPolygon, "num_polygons"), "polygons");
  const std::size_t portal_count = r.count(portals, 2, "num_portals");
  s.portals.reserve(portal_count);
  for (std::size_t i = 0; i < portal_count; ++i) s.portals.push_back(r.u16("portals"));
  r.align4();
  s.cell_bsp = read_bsp(r, BspKind::cell, "cell_bsp");
  s.physics_polygons =
      read_polygon_array(r, r.count(physics, kLeastPolygon, "num_physics_polygons"), "physics_polygons");
  s.physics_bsp = read_bsp(r, BspKind::physics, "physics_bsp");
  s.has_drawing_bsp = r.u32("has_drawing_bsp");
  if (s.has_drawing_bsp != 0) s.drawing_bsp = read_bsp(r, BspKind::drawing, "drawing_bsp");
  r.align4();
  return s;
}

GfxObjRecord read_to_sort_center(RecordReader& r) {
  GfxObjRecord g;
  g.id = r.id();
  g.flags = r.u32("flags");
  const std::size_t surfaces = r.count(r.compressed("surfaces"), 4, "surfaces");
  g.surfaces.reserve(surfaces);
  for (std::size_t i = 0; i < surfaces; ++i) g.surfaces.push_back(r.u32("surfaces"));
  g.vertices = read_vertex_array(r);
  if ((g.flags & GfxObjRecord::kPhysics) != 0) {
    g.physics_polygons = read_counted_polygons(r, "physics_polygons");
    g.physics_bsp = read_bsp(r, BspKind::physics, "physics_bsp");
  }
  g.sort_center = r.vec3("sort_center");
  return g;
}

void read_drawing(RecordReader& r, GfxObjRecord& g) {
  if ((g.flags & GfxObjRecord::kDrawing) == 0) return;
  g.drawing_polygons = read_counted_polygons(r, "drawing_polygons");
  g.drawing_bsp = read_bsp(r, BspKind::drawing, "drawing_bsp");
}

}  // namespace

int hook_payload(std::uint32_t type) {
  switch (type) {
    case 4:   // AnimationDone
    case 17:  // DefaultScript
      return 0;
    case 1:   // Sound
    case 2:   // SoundTable
    case 6:   // Ethereal
    case 14:  // DestroyParticle
    case 15:  // StopParticle
    case 16:  // NoDraw
    case 18:  // DefaultScriptPart
    case 25:  // SetLight
      return 4;
    case 12:  // Scale
    case 19:  // CallPES
    case 23:  // TextureVelocity
      return 8;
    case 8:   // Luminous
    case 10:  // Diffuse
    case 20:  // Transparent
    case 22:  // SetOmega
    case 24:  // TextureVelocityPart
      return 12;
    case 7:   // TransparentPart
    case 9:   // LuminousPart
    case 11:  // DiffusePart
    case 21:  // SoundTweaked
      return 16;
    case 3:  // Attack
      return 28;
    case 13:  // CreateParticle
    case 26:  // CreateBlockingParticle
      return 40;
    default:
      return -1;
  }
}

Expected<GfxObjRecord> read_gfxobj_record(const DatRecord& record, std::string* note) {
  RecordReader r(record);
  GfxObjRecord g = read_to_sort_center(r);
  read_drawing(r, g);
  if ((g.flags & GfxObjRecord::kDegrade) != 0) g.degrade = r.u32("degrade");
  return finish_record(r, g, note);
}

Expected<GfxObjRecord> read_gfxobj_physics(const DatRecord& record, std::string* note) {
  RecordReader r(record);
  GfxObjRecord g = read_to_sort_center(r);
  if (!r.ok()) return tl::unexpected<Error>(r.error());
  if (!g.physics_bsp.nodes.empty()) return g;
  read_drawing(r, g);
  if (r.ok()) return g;
  if (note != nullptr) *note = r.error().text();
  g.drawing_polygons.clear();
  g.drawing_bsp.nodes.clear();
  return g;
}

Expected<SetupRecord> read_setup_record(const DatRecord& record, std::string* note) {
  RecordReader r(record);
  SetupRecord s;
  s.id = r.id();
  s.flags = r.u32("flags");
  const std::size_t parts = r.count_u32(4, "parts");
  s.parts.reserve(parts);
  for (std::size_t i = 0; i < parts; ++i) s.parts.push_back(r.u32("parts"));
  if ((s.flags & SetupRecord::kParents) != 0) {
    for (std::size_t i = r.count(parts, 4, "parents"); i > 0; --i) s.parents.push_back(r.u32("parents"));
  }
  if ((s.flags & SetupRecord::kScales) != 0) {
    for (std::size_t i = r.count(parts, 12, "scales"); i > 0; --i) s.scales.push_back(r.vec3("scales"));
  }
  s.holding = read_locations(r, "holding");
  s.connections = read_locations(r, "connections");
  s.placements = read_placements(r, parts);
  for (std::size_t i = r.count_u32(20, "cylspheres"); i > 0; --i)
    s.cylspheres.push_back(r.cylsphere("cylspheres"));
  for (std::size_t i = r.count_u32(16, "spheres"); i > 0; --i) s.spheres.push_back(r.sphere("spheres"));
  s.height = r.f32("height");
  s.radius = r.f32("radius");
  s.step_up_height = r.f32("step_up_height");
  s.step_down_height = r.f32("step_down_height");
  s.sorting = r.sphere("sorting");
  s.selection = r.sphere("selection");
  s.lights = read_lights(r);
  for (std::uint32_t& v : s.defaults) v = r.u32("defaults");
  return finish_record(r, s, note);
}

Expected<EnvironmentRecord> read_environment_record(const DatRecord& record, std::string* note) {
  // Counts, an empty vertex array, two leaves and the word before the drawing tree.
  constexpr std::size_t kLeastStruct = 16 + 8 + 8 + 36 + 4;
  RecordReader r(record);
  EnvironmentRecord e;
  e.id = r.id();
  const std::size_t n = r.count_u32(kLeastStruct, "structs");
  e.structs.reserve(n);
  for (std::size_t i = 0; i < n && r.ok(); ++i) {
    const RecordReader::Scope scope(r, "structs", i);
    e.structs.push_back(read_cell_struct_record(r));
  }
  return finish_record(r, e, note);
}

}  // namespace surefoot::io
