#include "io/dump_json.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <unordered_set>

#include <fmt/format.h>

#include "core/bits.hpp"
#include "core/float_bits.hpp"
#include "io/folder.hpp"
#include "io/world_reader.hpp"
#include "shape/cell_chain.hpp"

namespace surefoot::io {

namespace {

namespace fs = std::filesystem;

/// A dump's number: .NET writes "NaN", "Infinity" and "-Infinity" as text.
float read_number(const Cursor& c) {
  if (c.is_string()) {
    const std::string& text = c.json().text;
    if (text == "NaN") return float_from_bits(0x7FC00000U);
    if (text == "Infinity") return std::numeric_limits<float>::infinity();
    if (text == "-Infinity") return -std::numeric_limits<float>::infinity();
  }
  return c.as_float();
}

float read_coordinate(const Cursor& c) {
  const float f = read_number(c);
  if (!(std::fabs(f) <= kMaxCoordinate)) {
    c.error(ErrorCode::bad_value,
            fmt::format("{} is no coordinate within {} m", format_float(f), kMaxCoordinate));
  }
  return f;
}

Vec3 read_point(const Cursor& c) {
  return {read_coordinate(c.at("X")), read_coordinate(c.at("Y")), read_coordinate(c.at("Z"))};
}

/// As stored; a plane that holds no numbers belongs to a polygon without area, which nothing hits.
Plane read_plane(const Cursor& c) {
  const Cursor n = c.at("Normal");
  const Plane p{{read_number(n.at("X")), read_number(n.at("Y")), read_number(n.at("Z"))},
                read_number(c.at("D"))};
  const bool numbers = is_finite(p.normal) && std::isfinite(p.d);
  if (!numbers || is_never_hit(p)) return never_hit_plane();
  for (const char* axis : {"X", "Y", "Z"}) {
    // The port divides by the length; anything much above 1 is a damaged file.
    if (!(std::fabs(read_number(n.at(axis))) <= 1.01F))
      n.at(axis).error(ErrorCode::bad_value, "a normal has length 1");
  }
  if (!(std::fabs(p.d) <= 2.0F * kMaxCoordinate))
    c.at("D").error(ErrorCode::bad_value, fmt::format("beyond the limit of {} m", 2.0F * kMaxCoordinate));
  return p;
}

Polygon read_polygon(const Cursor& c) {
  Polygon poly;
  poly.id = c.at("Id").as_u32();
  poly.sides_type = static_cast<std::uint8_t>(c.at("SidesType").as_integer(0, 3));
  poly.plane = read_plane(c.at("Plane"));
  const Cursor vertices = c.at("Vertices");
  for (const Cursor& v : vertices.list()) poly.vertices.push_back(read_point(v));
  if (c.failed()) return poly;
  const std::size_t n = poly.vertices.size();
  if (n < 3 || n > kMaxPolygonPoints)
    vertices.error(ErrorCode::bad_value,
                   fmt::format("a polygon has 3 to {} points, this one {}", kMaxPolygonPoints, n));
  if (const auto count = c.get("NumPoints"); count && count->as_u32() != n)
    count->error(ErrorCode::bad_value, fmt::format("{} vertices follow", n));
  return poly;
}

std::vector<Polygon> read_polygons(const Cursor& c) {
  std::vector<Polygon> out;
  std::unordered_set<std::uint32_t> seen;
  for (const Cursor& p : c.list()) {
    out.push_back(read_polygon(p));
    if (c.failed()) return out;
    if (!seen.insert(out.back().id).second)
      p.at("Id").error(ErrorCode::bad_value, fmt::format("polygon {} is defined twice", out.back().id));
  }
  return out;
}

BspTree make_tree(const Cursor& c, std::vector<Polygon> polygons, const Sphere& bounds, DumpBsp bsp,
                  std::vector<Polygon>& altered) {
  if (c.failed() || polygons.empty()) return {};
  if (bsp == DumpBsp::leaf) return make_single_leaf(std::move(polygons), bounds);
  auto built = build_tree(std::move(polygons), altered);
  if (built) return std::move(*built);
  c.error(built.error().code, built.error().message);
  return {};
}

Frame read_frame(const Cursor& c) {
  Frame frame;
  constexpr const char* kRows[] = {"M11", "M12", "M13", "M21", "M22", "M23", "M31", "M32", "M33"};
  for (std::size_t i = 0; i < 9; ++i) frame.m[i] = read_coordinate(c.at(kRows[i]));
  frame.origin = {read_coordinate(c.at("M41")), read_coordinate(c.at("M42")), read_coordinate(c.at("M43"))};
  if (c.failed()) return frame;
  if (is_rotation(frame.m))
    frame.q = quat_from_matrix(frame.m);
  else
    c.error(ErrorCode::bad_value,
            "not a rotation: the axes must be perpendicular, of length 1 and right-handed");
  return frame;
}

CellPortal read_portal(const Cursor& c, CellId owner, const CellStruct& s) {
  CellPortal portal;
  const Cursor polygon = c.at("PolygonId");
  const std::uint32_t id = polygon.as_u32();
  const std::int64_t flags = c.at("Flags").as_integer(0, 0xFFFF);
  const std::int64_t other = c.at("OtherCellId").as_integer(0, 0xFFFF);
  if (c.failed()) return portal;
  const auto position = find_portal(s, id);
  if (!position) {
    polygon.error(ErrorCode::dangling, fmt::format("polygon {} is not among the portal polygons", id));
    return portal;
  }
  portal.polygon = *position;
  portal.plane = s.polygons[*position].plane;
  portal.exact_match = (flags & 1) != 0;
  portal.portal_side = static_cast<std::uint8_t>(((~flags) >> 1) & 1);
  // 0xFFFF is no cell of a block, whatever the flag says.
  const bool outside = (flags & 4) != 0 || other == 0xFFFF;
  portal.other_cell_id = outside ? kOutsideCellId : (owner & 0xFFFF0000U) | static_cast<std::uint32_t>(other);
  return portal;
}

/// Into the owner's inside. Of two cells that share a portal's polygon one sees its back.
Plane turned_inward(const CellPortal& p) {
  return p.portal_side == 0 ? p.plane : Plane{-p.plane.normal, -p.plane.d};
}

/// The volume nobody dumped (spec 07 §4): the faces' planes when they bound a convex region, else only the
/// planes of the portals. Portals are turned inward first; a wall that looks outward ends the attempt.
void guess_cell_bsp(CellStruct& s, const std::vector<CellPortal>& portals) {
  std::vector<Polygon> faces = s.polygons;
  std::vector<Plane> portal_planes;
  for (const CellPortal& p : portals) {
    if (is_never_hit(p.plane)) continue;
    faces[p.polygon].plane = turned_inward(p);
    portal_planes.push_back(turned_inward(p));
  }
  faces.erase(
      std::remove_if(faces.begin(), faces.end(), [](const Polygon& p) { return is_never_hit(p.plane); }),
      faces.end());
  if (auto chain = build_cell_chain(faces)) {
    s.cell_bsp = std::move(*chain);
    s.volume = CellVolume::faces;
    return;
  }
  s.cell_bsp = make_cell_chain(portal_planes);
  s.volume = CellVolume::portals;
}

struct Dumps {
  World world;
  DumpBsp bsp = DumpBsp::leaf;
  std::vector<EnvCell*> cells;
};

std::string already(const char* what, std::uint32_t id) {
  return fmt::format("{} 0x{:08X} was already read from another file; this one is left out", what, id);
}

void read_cell_dump(const Cursor& c, Dumps& out, std::string& note) {
  auto cell = std::make_unique<EnvCell>();
  const Cursor id = c.at("CellId");
  cell->id = id.as_u32();
  cell->pos.cell_id = cell->id;
  if (!c.failed() && !inbound_valid_cellid(cell->id))
    id.error(ErrorCode::bad_value, fmt::format("0x{:08X} is not on the map", cell->id));
  if (!c.failed() && out.world.env_cell(cell->id) != nullptr) {
    note = already("cell", cell->id);
    return;
  }
  cell->pos.frame = read_frame(c.at("WorldTransform"));
  auto structure = std::make_unique<CellStruct>();
  CellStruct& s = *structure;
  s.polygons = read_polygons(c.at("PortalPolygons"));
  const Cursor portals = c.at("Portals");
  for (const Cursor& p : portals.list()) {
    const std::uint32_t polygon = p.at("PolygonId").as_u32();
    for (std::size_t i = 0; i < s.polygons.size(); ++i) {
      const auto position = static_cast<std::uint32_t>(i);
      auto& listed = s.portal_polygons;
      if (s.polygons[i].id == polygon && std::find(listed.begin(), listed.end(), position) == listed.end())
        listed.push_back(position);
    }
  }
  for (const Cursor& p : portals.list()) {
    if (c.failed()) return;
    cell->portals.push_back(read_portal(p, cell->id, s));
    // What the outside shines into is not dumped; a door to it is the best sign (spec 07 §4).
    cell->seen_outside = cell->seen_outside || cell->portals.back().other_cell_id == kOutsideCellId;
  }
  for (const Cursor& v : c.at("VisibleCellIds").list()) cell->stab_list.push_back(v.as_u32());
  const Cursor physics = c.at("ResolvedPolygons");
  s.physics_bsp =
      make_tree(physics, read_polygons(physics), {{0.0F, 0.0F, 0.0F}, kDumpCellRadius}, out.bsp, s.altered);
  if (c.failed()) return;
  guess_cell_bsp(s, cell->portals);
  cell->structure = &out.world.add_cell_struct(std::move(structure));
  if (const auto added = out.world.add_env_cell(std::move(cell)))
    out.cells.push_back(*added);
  else
    id.error(added.error().code, added.error().message);
}

/// The sphere the port makes up when none was dumped: around the vertices' mean.
Sphere sphere_of(const std::vector<Polygon>& polygons) {
  Sphere s{middle_of(polygons), 0.0F};
  for (const Polygon& p : polygons) {
    for (const Vec3& v : p.vertices) s.radius = std::max(s.radius, length(v - s.center));
  }
  return s;
}

void read_gfxobj_dump(const Cursor& c, Dumps& out, std::string& note) {
  const Cursor id = c.at("GfxObjId");
  auto g = std::make_unique<GfxObj>();
  g->id = id.as_u32();
  if (!c.failed() && g->id == 0) id.error(ErrorCode::bad_value, "an id is above 0");
  if (!c.failed() && out.world.find_gfxobj(g->id) != nullptr) {
    note = already("gfxobj", g->id);
    return;
  }
  Sphere sphere{read_point(c.at("BoundingSphereOrigin")), read_coordinate(c.at("BoundingSphereRadius"))};
  const Cursor resolved = c.at("ResolvedPolygons");
  std::vector<Polygon> polygons = read_polygons(resolved);
  if (c.failed()) return;
  if (!(sphere.radius > 0.0F)) sphere = sphere_of(polygons);
  g->bounding_box = box_of(polygons);
  g->physics_bsp = make_tree(resolved, std::move(polygons), sphere, out.bsp, g->altered);
  if (!c.failed()) out.world.add_gfxobj(std::move(g));
}

/// Adds one dump; the answer is a note for people, "" for none.
Expected<std::string> add_dump(const Json& json, Dumps& out) {
  ReadErrors errors;
  const Cursor root(json, errors);
  std::string note;
  if (json.find("CellId") != nullptr)
    read_cell_dump(root, out, note);
  else
    read_gfxobj_dump(root, out, note);
  if (errors.any()) return tl::unexpected<Error>(errors.first());
  return note;
}

World finish(Dumps& dumps) {
  for (EnvCell* cell : dumps.cells) {
    for (CellPortal& p : cell->portals) p.other_portal_id = reverse_portal(dumps.world, *cell, p);
  }
  dumps.world.approximate = {"bsp", "cell_bsp"};
  return std::move(dumps.world);
}

std::string last_part(const std::string& path) {
  const std::string name = fs::path(path).filename().string();
  return name.empty() ? path : name;
}

}  // namespace

bool is_dump(const Json& json) {
  return (json.find("CellId") != nullptr && json.find("ResolvedPolygons") != nullptr) ||
         (json.find("GfxObjId") != nullptr && json.find("ResolvedPolygons") != nullptr);
}

Expected<World> read_dump_json(const Json& json, DumpBsp bsp) {
  if (!is_dump(json))
    return fail(ErrorCode::unknown_format,
                "not a dump: no \"CellId\" or \"GfxObjId\" with \"ResolvedPolygons\"");
  Dumps dumps;
  dumps.bsp = bsp;
  if (const auto added = add_dump(json, dumps); !added) return tl::unexpected<Error>(added.error());
  return finish(dumps);
}

Expected<World> read_dump_file(const Json& json, const std::string& path, DumpBsp bsp) {
  auto world = read_dump_json(json, bsp);
  if (!world) return tl::unexpected<Error>(in_file(path, world.error()));
  world->name = last_part(path);
  return world;
}

Expected<World> read_dumps(const std::string& path, DumpBsp bsp) {
  std::error_code ec;
  if (!fs::is_directory(path, ec)) {
    const auto json = read_json_file(path);
    if (!json) return tl::unexpected<Error>(json.error());
    return read_dump_file(*json, path, bsp);
  }
  const auto files = json_files_below(path);
  if (!files) return tl::unexpected<Error>(files.error());
  Dumps dumps;
  dumps.bsp = bsp;
  bool any = false;
  for (const std::string& file : *files) {
    const auto json = read_json_file(file);
    if (!json) return tl::unexpected<Error>(json.error());
    if (!is_dump(*json)) {
      dumps.world.notes.push_back(file + ": skipped, not a dump");
      continue;
    }
    const auto added = add_dump(*json, dumps);
    if (!added) return tl::unexpected<Error>(in_file(file, added.error()));
    if (!added->empty()) dumps.world.notes.push_back(file + ": " + *added);
    any = true;
  }
  if (!any) return fail(ErrorCode::unknown_format, "no dump of a cell or gfxobj below this folder", path);
  dumps.world.name = last_part(path);
  return finish(dumps);
}

}  // namespace surefoot::io
