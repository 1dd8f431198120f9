#include "io/world_writer.hpp"

#include <fmt/format.h>

#include "core/bits.hpp"
#include "core/float_bits.hpp"
#include "io/json.hpp"
#include "io/world_writer_parts.hpp"

namespace surefoot::io {

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20U;

void write_head(const World& world, WorldText& text) {
  text.put("{\n  \"format\": \"surefoot-world/1\",\n  \"name\": ");
  text.string(world.name);
  for (const auto& [key, value] : {std::pair{"about", &world.about}, std::pair{"license", &world.license}}) {
    if (value->empty()) continue;
    text.put(fmt::format(",\n  \"{}\": ", key));
    text.string(*value);
  }
  if (world.approximate.empty()) return;
  text.put(",\n  \"approximate\": [");
  bool first = true;
  for (const std::string& a : world.approximate) {
    text.item(first);
    text.string(a);
  }
  text.put("]");
}

/// What a setup and an object's own shape have in common.
void write_simple_shapes(const Setup& s, WorldText& text) {
  text.put("\"cylspheres\": [");
  bool first = true;
  for (const CylSphere& c : s.cylspheres) {
    text.item(first);
    text.put("{\"low\": ");
    text.vec(c.low_pt);
    text.put(", \"radius\": ");
    text.number(c.radius);
    text.put(", \"height\": ");
    text.number(c.height);
    text.put("}");
  }
  text.put("], \"spheres\": [");
  first = true;
  for (const Sphere& sphere : s.spheres) {
    text.item(first);
    text.sphere(sphere);
  }
  text.put("]");
  const std::pair<const char*, float> lengths[] = {{"height", s.height},
                                                   {"radius", s.radius},
                                                   {"step_up_height", s.step_up_height},
                                                   {"step_down_height", s.step_down_height}};
  for (const auto& [key, value] : lengths) {
    if (to_bits(value) == 0) continue;
    text.put(fmt::format(", \"{}\": ", key));
    text.number(value);
  }
  if (s.allow_free_heading) text.put(", \"allow_free_heading\": true");
}

void write_setup(const Setup& s, const AssetIds& ids, WorldText& text) {
  text.put("{\"parts\": [");
  bool first = true;
  for (const SetupPart& p : s.parts) {
    text.item(first);
    text.put("{\"gfxobj\": ");
    text.id(p.gfxobj == nullptr ? 0 : ids.of(*p.gfxobj));
    text.put(", \"scale\": ");
    text.vec(p.scale);
    text.put("}");
  }
  text.put("], \"placements\": {");
  first = true;
  for (const auto& [key, frames] : s.placements) {
    text.item(first);
    text.put(fmt::format("\"{}\": [", key));
    bool first_frame = true;
    for (const Frame& f : frames) {
      text.item(first_frame);
      text.frame(f);
    }
    text.put("]");
  }
  text.put("}, ");
  write_simple_shapes(s, text);
  if (s.sorting_sphere) {
    text.put(", \"sorting_sphere\": ");
    text.sphere(*s.sorting_sphere);
  }
  text.put("}");
}

void write_assets(const World& world, const AssetIds& ids, const InlineShapes& inlined, bool build,
                  WorldText& text) {
  bool first = true;
  for (const auto& g : world.gfxobjs()) {
    if (inlined.has(*g)) continue;
    if (first) text.put(",\n  \"gfxobjs\": {\n    ");
    text.item(first, ",\n    ");
    const std::string name = fmt::format("0x{:08X}", ids.of(*g));
    text.put(fmt::format("\"{}\": ", name));
    write_gfxobj(*g, "gfxobj " + name, build, text);
  }
  if (!first) text.put("\n  }");
  first = true;
  for (const auto& s : world.setups()) {
    if (inlined.has(*s)) continue;
    if (first) text.put(",\n  \"setups\": {\n    ");
    text.item(first, ",\n    ");
    text.put(fmt::format("\"0x{:08X}\": ", ids.of(*s)));
    write_setup(*s, ids, text);
  }
  if (!first) text.put("\n  }");
}

void write_portal(const EnvCell& cell, const CellPortal& p, const std::vector<std::uint32_t>& polygon_ids,
                  WorldText& text) {
  text.put(fmt::format("{{\"polygon\": {}, \"to\": ", polygon_ids[p.polygon]));
  if (p.other_cell_id == kOutsideCellId) {
    text.put("\"outside\"");
  } else {
    if ((p.other_cell_id ^ cell.id) >> 16U != 0)
      text.fail(ErrorCode::bad_value,
                fmt::format("a portal leads to cell 0x{:08X} of another landblock", p.other_cell_id),
                fmt::format("cell 0x{:08X}", cell.id));
    text.put(fmt::format("\"0x{:04X}\"", p.other_cell_id & 0xFFFFU));
  }
  text.put(fmt::format(", \"to_portal\": {}, \"side\": {}", p.other_portal_id, p.portal_side));
  if (p.exact_match) text.put(", \"exact\": true");
  text.put("}");
}

void write_cell(const EnvCell& cell, std::size_t structure, WorldText& text) {
  const auto ids = polygon_ids(cell.structure->polygons);
  text.put(fmt::format("{{\"id\": \"0x{:08X}\", \"environment\": \"0x0D000001\", \"struct\": {}, \"frame\": ",
                       cell.id, structure));
  text.frame(cell.pos.frame);
  text.put(", \"portals\": [");
  bool first = true;
  for (const CellPortal& p : cell.portals) {
    text.item(first);
    write_portal(cell, p, ids, text);
  }
  text.put("], \"visible\": [");
  first = true;
  for (const CellId id : cell.stab_list) {
    if ((id ^ cell.id) >> 16U != 0 || is_outdoor(id) || (id & 0xFFFFU) > 0xFFFD)
      continue;  // the format has room for the block's own cells
    text.item(first);
    text.put(fmt::format("\"0x{:04X}\"", id & 0xFFFFU));
  }
  text.put(fmt::format("], \"seen_outside\": {}", cell.seen_outside));
  if (cell.restriction_obj != 0)
    text.put(fmt::format(", \"restriction\": \"0x{:08X}\"", cell.restriction_obj));
  text.put("}");
}

void write_cells(const World& world, bool build, WorldText& text) {
  if (world.env_cells().empty()) return;
  const CellStructNumbers structs(world);
  text.put(",\n  \"environments\": {\"0x0D000001\": {\"structs\": {\n    ");
  bool first = true;
  for (std::size_t i = 0; i < structs.all().size(); ++i) {
    text.item(first, ",\n    ");
    text.put(fmt::format("\"{}\": ", i));
    write_cell_struct(*structs.all()[i], fmt::format("struct {}", i), build, text);
  }
  text.put("\n  }}},\n  \"cells\": [\n    ");
  first = true;
  for (const auto& cell : world.env_cells()) {
    text.item(first, ",\n    ");
    write_cell(*cell, structs.of(*cell->structure), text);
  }
  text.put("\n  ]");
}

/// Names that read back to `weenie` in the presence of these state bits.
void write_kind(const PhysicsObject& o, WorldText& text) {
  const std::uint32_t bits = o.weenie & ~weenie::kExists;
  if (bits == 0) return;
  constexpr std::pair<std::uint32_t, const char*> kKinds[] = {
      {weenie::kCreature | weenie::kPlayer | weenie::kPk, "pk"},
      {weenie::kCreature | weenie::kPlayer | weenie::kPkLite, "pklite"},
      {weenie::kCreature | weenie::kPlayer, "player"},
      {weenie::kCreature, "creature"},
      {weenie::kImpenetrable, "impenetrable"}};
  std::uint32_t said = 0;
  std::string names;
  for (const auto& [kind, name] : kKinds) {
    if ((kind & ~bits) != 0 || (kind & ~said) == 0) continue;
    said |= kind;
    names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", name);
  }
  if (said != bits)
    text.fail(ErrorCode::bad_value, fmt::format("no kinds stand for the bits 0x{:X}", bits),
              fmt::format("object 0x{:08X}", o.id));
  text.put(fmt::format(", \"kind\": [{}]", names));
}

void write_own_shape(const Setup& s, const std::string& name, bool build, WorldText& text) {
  text.put("\"shape\": {");
  if (!s.parts.empty()) {
    text.put("\"bsp\": ");
    write_gfxobj(*s.parts.front().gfxobj, name, build, text);
    text.put(", ");
  }
  write_simple_shapes(s, text);
  text.put("}");
}

void write_object(const PhysicsObject& o, const AssetIds& ids, const InlineShapes& inlined, bool build,
                  WorldText& text) {
  const std::string name = fmt::format("object 0x{:08X}", o.id);
  text.put(fmt::format("{{\"id\": \"0x{:08X}\", \"cell\": \"0x{:08X}\", ", o.id, o.position.cell_id));
  if (o.setup != nullptr && inlined.has(*o.setup)) {
    write_own_shape(*o.setup, name, build, text);
  } else if (o.setup != nullptr) {
    text.put(fmt::format("\"setup\": \"0x{:08X}\"", ids.of(*o.setup)));
  } else if (!o.parts.empty() && o.parts.front().gfxobj != nullptr) {
    text.put(fmt::format("\"gfxobj\": \"0x{:08X}\"", ids.of(*o.parts.front().gfxobj)));
  } else {
    text.fail(ErrorCode::bad_value, "it has neither a setup nor a shape", name);
  }
  text.put(", \"frame\": ");
  text.frame(o.position.frame);
  if (to_bits(o.scale) != to_bits(1.0F)) {
    text.put(", \"scale\": ");
    text.number(o.scale);
  }
  if (o.placement != 0) text.put(fmt::format(", \"placement\": {}", o.placement));
  text.put(fmt::format(", \"state\": \"0x{:08X}\"", o.state));
  bool any_tree = false;
  for (const Part& p : o.parts)
    any_tree = any_tree || (p.gfxobj != nullptr && !p.gfxobj->physics_bsp.empty());
  if (any_tree != o.is(physics_state::kHasPhysicsBsp))
    text.put(fmt::format(", \"has_physics_bsp\": {}", o.is(physics_state::kHasPhysicsBsp)));
  write_kind(o, text);
  if (o.registration_radius) {
    text.put(", \"radius_hint\": ");
    text.number(*o.registration_radius);
  }
  text.put("}");
}

void write_objects(const World& world, const AssetIds& ids, const InlineShapes& inlined, bool build,
                   WorldText& text) {
  const auto& objects = world.registry().objects();
  if (objects.empty()) return;
  text.put(",\n  \"objects\": [\n    ");
  bool first = true;
  for (const auto& o : objects) {
    text.item(first, ",\n    ");
    write_object(*o, ids, inlined, build, text);
  }
  text.put("\n  ]");
}

}  // namespace

bool same_bits(const Frame& a, const Frame& b) {
  const auto same = [](float x, float y) { return to_bits(x) == to_bits(y); };
  bool all = same(a.q.w, b.q.w) && same(a.q.x, b.q.x) && same(a.q.y, b.q.y) && same(a.q.z, b.q.z);
  for (std::size_t i = 0; i < a.m.size(); ++i) all = all && same(a.m[i], b.m[i]);
  return all && same(a.origin.x, b.origin.x) && same(a.origin.y, b.origin.y) && same(a.origin.z, b.origin.z);
}

void WorldText::put(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() < kPiece) return;
  if (!error_) out_(buffer_);
  buffer_.clear();
}

void WorldText::string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += {'\\', c};
    else if (code < 0x20)
      out += fmt::format("\\u{:04x}", code);
    else
      out += c;
  }
  put(out + "\"");
}

void WorldText::number(float f) {
  const std::string text = format_float(f);
  const bool plain = text.find_first_of("ni") == std::string::npos;  // "nan", "inf"
  put(plain ? text : '"' + text + '"');
}

void WorldText::id(std::uint32_t id) {
  put(fmt::format("\"0x{:08X}\"", id));
}

void WorldText::vec(const Vec3& v) {
  put("[");
  number(v.x);
  put(", ");
  number(v.y);
  put(", ");
  number(v.z);
  put("]");
}

void WorldText::plane(const Plane& p) {
  put("[");
  for (const float f : {p.normal.x, p.normal.y, p.normal.z}) {
    number(f);
    put(", ");
  }
  number(p.d);
  put("]");
}

void WorldText::sphere(const Sphere& s) {
  plane({s.center, s.radius});
}

void WorldText::frame(const Frame& f) {
  put("{\"origin\": ");
  vec(f.origin);
  Frame plain;
  plain.origin = f.origin;
  if (same_bits(f, plain)) {
    put("}");
    return;
  }
  const auto quaternion = [&](const char* key) {
    put(fmt::format(", \"{}\": [", key));
    for (const float v : {f.q.w, f.q.x, f.q.y}) {
      number(v);
      put(", ");
    }
    number(f.q.z);
    put("]}");
  };
  Frame normalised = plain;
  Frame kept = plain;
  kept.q = f.q;
  kept.cache();
  Frame from_matrix = f;
  from_matrix.q = quat_from_matrix(f.m);
  if (normalised.set_rotate(f.q) && same_bits(f, normalised)) {
    quaternion("rotation");
  } else if (kept.is_valid() && same_bits(f, kept)) {
    quaternion("quaternion");
  } else if (is_rotation(f.m) && same_bits(f, from_matrix)) {
    put(", \"matrix\": [");
    bool first = true;
    for (const float v : f.m) {
      item(first);
      number(v);
    }
    put("]}");
  } else {
    put("}");
    fail(ErrorCode::bad_value, "a frame whose quaternion and matrix do not belong together", "");
  }
}

void WorldText::item(bool& first, std::string_view separator) {
  if (!first) put(separator);
  first = false;
}

void WorldText::fail(ErrorCode code, std::string message, std::string where) {
  if (!error_) error_ = Error{code, std::move(message), std::move(where)};
}

Expected<void> WorldText::finish() {
  if (error_) return tl::unexpected<Error>(*error_);
  out_(buffer_);
  return {};
}

Expected<void> write_world(const World& world, const WorldWriteOptions& options,
                           const std::function<void(std::string_view)>& out) {
  if (world.is_prepared())
    return surefoot::fail(ErrorCode::bad_value,
                          "a prepared world is not written as JSON: it was prepared from what was");
  WorldText text(out);
  const AssetIds ids(world, false);
  write_head(world, text);
  write_landblocks(world, text);
  const InlineShapes inlined(world);
  write_assets(world, ids, inlined, options.build, text);
  write_cells(world, options.build, text);
  write_buildings(world, ids, text);
  write_objects(world, ids, inlined, options.build, text);
  text.put("\n}\n");
  return text.finish();
}

Expected<std::string> world_text(const World& world, const WorldWriteOptions& options) {
  std::string all;
  const auto written = write_world(world, options, [&](std::string_view piece) { all += piece; });
  if (!written) return tl::unexpected<Error>(written.error());
  return all;
}

Expected<void> write_world_file(const World& world, const std::string& path,
                                const WorldWriteOptions& options) {
  FileWriter file(path);
  if (auto written = write_world(world, options, [&](std::string_view piece) { file.write(piece); });
      !written)
    return written;
  return file.finish();
}

}  // namespace surefoot::io
