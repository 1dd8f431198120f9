// Environments and interior cells of `surefoot-world/1` (spec 07 §6.4).
#include <algorithm>
#include <limits>
#include <unordered_set>

#include <fmt/format.h>

#include "core/float_bits.hpp"
#include "io/world_reader.hpp"

namespace surefoot::io {

namespace {

constexpr std::uint32_t kFirstInterior = 0x0100;
constexpr std::uint32_t kLastInterior = 0xFFFD;

/// Low 16 bits of an interior cell of the same block.
CellId read_low_id(const Cursor& c, CellId owner) {
  const std::uint32_t low = c.as_u32();
  if (low < kFirstInterior || low > kLastInterior)
    c.error(ErrorCode::bad_value, "expected the low 16 bits of an interior cell's id, 0x0100 to 0xFFFD");
  return (owner & 0xFFFF0000U) | (low & 0xFFFFU);
}

std::uint8_t read_side(const Cursor& portal, const Plane& plane, const Vec3& middle) {
  if (const auto side = portal.get("side")) {
    if (!side->is_string()) return static_cast<std::uint8_t>(side->as_integer(0, 1));
    if (side->as_string() != "auto") side->error(ErrorCode::bad_value, "expected 0, 1 or \"auto\"");
  }
  return plane.dist(middle) >= 0.0F ? 0 : 1;
}

void read_portal(const Cursor& c, const NamedStruct& structure, EnvCell& cell, PendingCell& pending) {
  c.only({"polygon", "to", "to_portal", "exact", "side"});
  CellPortal portal;
  const Cursor polygon = c.at("polygon");
  const std::uint32_t id = polygon.as_u32();
  if (c.failed()) return;
  const auto position = find_portal(*structure.structure, id);
  if (!position) {
    polygon.error(ErrorCode::dangling,
                  fmt::format("polygon {} is not among the portals of the cell's structure", id));
    return;
  }
  portal.polygon = *position;
  portal.plane = structure.structure->polygons[*position].plane;
  portal.portal_side = read_side(c, portal.plane, structure.middle);
  if (const auto exact = c.get("exact")) portal.exact_match = exact->as_bool();
  const Cursor to = c.at("to");
  const bool outside = to.is_string() && to.json().text == "outside";
  portal.other_cell_id = outside ? kOutsideCellId : read_low_id(to, cell.id);
  if (const auto to_portal = c.get("to_portal"))
    portal.other_portal_id =
        static_cast<std::int16_t>(to_portal->as_integer(-1, std::numeric_limits<std::int16_t>::max()));
  else if (!outside)
    pending.open_portals.push_back(cell.portals.size());
  cell.portals.push_back(portal);
}

std::vector<std::uint32_t> portal_polygon_ids(const Cursor& c) {
  std::vector<std::uint32_t> out;
  const auto portals = c.get("portals");
  if (!portals) return out;
  for (const Cursor& p : portals->list()) {
    if (const auto polygon = p.get("polygon")) out.push_back(polygon->as_u32());
  }
  return out;
}

/// The structure a cell names or brings along.
NamedStruct read_structure_of(const Cursor& c, WorldParts& parts) {
  const auto shape = c.get("shape");
  const auto environment = c.get("environment");
  const auto key = c.get("struct");
  if (shape) {
    if (environment || key)
      c.error(ErrorCode::bad_value, "give either \"shape\" or \"environment\" and \"struct\"");
    ReadStruct read = read_cell_struct(*shape, portal_polygon_ids(c));
    return {&parts.world.add_cell_struct(std::move(read.structure)), read.middle};
  }
  if (!environment && !key) {
    c.error(ErrorCode::missing_field, "\"environment\" and \"struct\", or \"shape\", is missing");
    return {};
  }
  const Cursor env = c.at("environment");
  const Cursor str = c.at("struct");
  const auto it = parts.structs.find({env.as_u32(), str.as_u32()});
  if (it != parts.structs.end()) return it->second;
  str.error(ErrorCode::dangling, fmt::format("environment 0x{:08X} with struct {} is not in the world",
                                             env.as_u32(), str.as_u32()));
  return {};
}

void read_cell(const Cursor& c, WorldParts& parts) {
  c.only({"id", "environment", "struct", "shape", "frame", "portals", "visible", "seen_outside",
          "restriction", "statics"});
  auto cell = std::make_unique<EnvCell>();
  const Cursor id = c.at("id");
  cell->id = id.as_u32();
  cell->pos.cell_id = cell->id;
  if (!c.failed() && !inbound_valid_cellid(cell->id))
    id.error(ErrorCode::bad_value, fmt::format("0x{:08X} is not on the map", cell->id));
  if (const auto frame = c.get("frame")) cell->pos.frame = frame->as_frame();
  const NamedStruct structure = read_structure_of(c, parts);
  if (c.failed()) return;
  cell->structure = structure.structure;
  PendingCell pending;
  if (const auto portals = c.get("portals")) {
    for (const Cursor& p : portals->list()) read_portal(p, structure, *cell, pending);
  }
  const auto seen = c.get("seen_outside");
  cell->seen_outside =
      seen ? seen->as_bool()
           : std::any_of(cell->portals.begin(), cell->portals.end(),
                         [](const CellPortal& p) { return p.other_cell_id == kOutsideCellId; });
  if (const auto guard = c.get("restriction")) cell->restriction_obj = guard->as_u32();
  const auto visible = c.get("visible");
  pending.visible_default = !visible;
  if (visible) {
    for (const Cursor& v : visible->list()) cell->stab_list.push_back(read_low_id(v, cell->id));
  }
  if (c.failed()) return;
  const auto added = parts.world.add_env_cell(std::move(cell));
  if (!added) {
    id.error(added.error().code, added.error().message);
    return;
  }
  pending.cell = *added;
  parts.cells.push_back(std::move(pending));
  if (const auto statics = c.get("statics")) {
    for (const Cursor& s : statics->list()) read_object(s, *added, parts);
  }
}

void read_environment(const Cursor& c, std::uint32_t id, WorldParts& parts) {
  c.only({"structs"});
  for (const auto& [name, cursor] : c.at("structs").members()) {
    const auto key = parse_u32(name);
    if (!key) {
      cursor.error(ErrorCode::bad_value, fmt::format("\"{}\" is no number", name));
      return;
    }
    ReadStruct read = read_cell_struct(cursor, {});
    if (cursor.failed()) return;
    const NamedStruct named{&parts.world.add_cell_struct(std::move(read.structure)), read.middle};
    if (!parts.structs.emplace(std::make_pair(id, *key), named).second) {
      cursor.error(ErrorCode::bad_value,
                   fmt::format("struct {} of environment 0x{:08X} is defined twice", *key, id));
    }
  }
}

/// Cells reached through portals, nearest first, without the cell itself. Cells that are not in the world are
/// listed too: sight of an id does not need the cell.
std::vector<CellId> reached_cells(const World& world, const EnvCell& from) {
  std::vector<CellId> out;
  std::unordered_set<CellId> seen{from.id};
  std::vector<const EnvCell*> queue{&from};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const CellPortal& p : queue[i]->portals) {
      if (p.other_cell_id == kOutsideCellId || !seen.insert(p.other_cell_id).second) continue;
      out.push_back(p.other_cell_id);
      if (const EnvCell* next = world.env_cell(p.other_cell_id)) queue.push_back(next);
    }
  }
  return out;
}

Vec3 portal_middle(const EnvCell& cell, const CellPortal& portal) {
  return cell.pos.frame.localtoglobal(middle_of({cell.structure->polygons[portal.polygon]}));
}

}  // namespace

void read_assets(const Cursor& root, WorldParts& parts) {
  if (const auto gfxobjs = root.get("gfxobjs")) {
    for (const auto& [name, cursor] : gfxobjs->members()) {
      const auto id = parse_u32(name);
      if (!id || *id == 0) {
        cursor.error(ErrorCode::bad_value, fmt::format("\"{}\" is no id above 0", name));
        return;
      }
      if (parts.world.find_gfxobj(*id) != nullptr)
        cursor.error(ErrorCode::bad_value, fmt::format("gfxobj 0x{:08X} is defined twice", *id));
      auto g = read_gfxobj(cursor, *id);
      if (cursor.failed()) return;
      parts.world.add_gfxobj(std::move(g));
    }
  }
  if (const auto environments = root.get("environments")) {
    for (const auto& [name, cursor] : environments->members()) {
      const auto id = parse_u32(name);
      if (!id) {
        cursor.error(ErrorCode::bad_value, fmt::format("\"{}\" is no id", name));
        return;
      }
      read_environment(cursor, *id, parts);
    }
  }
}

void read_cells(const Cursor& root, WorldParts& parts) {
  const auto cells = root.get("cells");
  if (!cells) return;
  for (const Cursor& c : cells->list()) {
    read_cell(c, parts);
    if (root.failed()) return;
  }
}

std::int16_t reverse_portal(const World& world, const EnvCell& cell, const CellPortal& portal) {
  const EnvCell* other = world.env_cell(portal.other_cell_id);
  if (other == nullptr) return -1;
  const Vec3 here = portal_middle(cell, portal);
  std::int16_t best = -1;
  float nearest = std::numeric_limits<float>::infinity();
  const std::size_t limit = std::numeric_limits<std::int16_t>::max();
  for (std::size_t i = 0; i < other->portals.size() && i <= limit; ++i) {
    if (other->portals[i].other_cell_id != cell.id) continue;
    const Vec3 d = portal_middle(*other, other->portals[i]) - here;
    const float distance = dot_xyz(d, d);
    if (best >= 0 && !(distance < nearest)) continue;
    best = static_cast<std::int16_t>(i);
    nearest = distance;
  }
  return best;
}

void finish_cells(WorldParts& parts) {
  for (const PendingCell& p : parts.cells) {
    for (const std::size_t i : p.open_portals)
      p.cell->portals[i].other_portal_id = reverse_portal(parts.world, *p.cell, p.cell->portals[i]);
    if (p.visible_default) p.cell->stab_list = reached_cells(parts.world, *p.cell);
  }
}

}  // namespace surefoot::io
