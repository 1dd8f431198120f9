#include "io/world_land.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/float_bits.hpp"

namespace surefoot::io {

namespace {

constexpr std::int64_t kMaxNumber = 1'000'000;

/// Floor of the square root, exact.
std::int64_t integer_sqrt(std::int64_t v) {
  auto r = static_cast<std::int64_t>(std::sqrt(static_cast<double>(v)));
  while (r * r > v) --r;
  while ((r + 1) * (r + 1) <= v) ++r;
  return r;
}

/// A slope from `rise` at distance 0 to 0 at `reach`, in whole indices.
std::int64_t slope(std::int64_t rise, std::int64_t distance, std::int64_t reach) {
  return distance >= reach ? 0 : rise - rise * distance / reach;
}

std::int64_t number(const Cursor& c, const char* key, std::optional<std::int64_t> fallback = std::nullopt) {
  const auto v = c.get(key);
  if (!v && fallback) return *fallback;
  return (v ? *v : c.at(key)).as_integer(-kMaxNumber, kMaxNumber);
}

Heights read_rects(const Cursor& c);
Heights read_function(const std::string& name, const Cursor& c, int depth);

Heights read_heights(const Cursor& c, int depth = 0) {
  constexpr int kMaxDepth = 16;
  if (depth > kMaxDepth) {
    c.error(ErrorCode::too_deep, fmt::format("sums nest more than {} deep", kMaxDepth));
    return {};
  }
  if (c.is_array()) {
    Heights h;
    h.kind = Heights::Kind::list;
    if (c.size() != kLandVertices)
      c.error(ErrorCode::wrong_type, fmt::format("expected 81 height indices, found {}", c.size()));
    for (const Cursor& item : c.list()) h.numbers.push_back(item.as_integer(0, 255));
    return h;
  }
  if (c.is_object() && c.json().find("rects") != nullptr) return read_rects(c);
  const auto members = c.members();
  if (members.size() != 1) {
    c.error(ErrorCode::bad_value,
            "heights are 81 indices or one function: flat, ramp, rects, noise, ridge, cone, sum");
    return {};
  }
  return read_function(members[0].first, members[0].second, depth);
}

/// {"rects": […], "base": n}: the one function whose fields stand beside its name.
Heights read_rects(const Cursor& c) {
  c.only({"rects", "base"});
  Heights h;
  h.kind = Heights::Kind::rects;
  h.numbers = {number(c, "base", 0)};
  for (const Cursor& r : c.at("rects").list()) {
    r.only({"x0", "y0", "x1", "y1", "index"});
    h.rects.push_back(
        {number(r, "x0"), number(r, "y0"), number(r, "x1"), number(r, "y1"), number(r, "index")});
  }
  return h;
}

Heights read_function(const std::string& name, const Cursor& c, int depth) {
  Heights h;
  if (name == "flat") {
    h.numbers = {c.as_integer(0, 255)};
  } else if (name == "ramp") {
    c.only({"base", "dx", "dy"});
    h.kind = Heights::Kind::ramp;
    h.numbers = {number(c, "base", 0), number(c, "dx", 0), number(c, "dy", 0)};
  } else if (name == "noise") {
    c.only({"seed", "lo", "hi"});
    h.kind = Heights::Kind::noise;
    h.numbers = {number(c, "seed"), number(c, "lo"), number(c, "hi")};
    if (!c.failed() && h.numbers[2] < h.numbers[1]) c.error(ErrorCode::bad_value, "\"hi\" is below \"lo\"");
  } else if (name == "ridge") {
    c.only({"base", "rise", "axis", "at", "half_width"});
    h.kind = Heights::Kind::ridge;
    h.numbers = {number(c, "base", 0), number(c, "rise"), number(c, "at"), number(c, "half_width")};
    const std::string& axis = c.at("axis").as_string();
    h.along_y = axis == "y";
    if (axis != "x" && axis != "y") c.at("axis").error(ErrorCode::bad_value, "\"axis\" is \"x\" or \"y\"");
    if (!c.failed() && h.numbers[3] <= 0) c.error(ErrorCode::bad_value, "\"half_width\" must be above 0");
  } else if (name == "cone") {
    c.only({"base", "rise", "x", "y", "radius"});
    h.kind = Heights::Kind::cone;
    h.numbers = {number(c, "base", 0), number(c, "rise"), number(c, "x"), number(c, "y"),
                 number(c, "radius")};
    if (!c.failed() && h.numbers[4] <= 0) c.error(ErrorCode::bad_value, "\"radius\" must be above 0");
  } else if (name == "sum") {
    h.kind = Heights::Kind::sum;
    for (const Cursor& part : c.list()) h.parts.push_back(read_heights(part, depth + 1));
  } else {
    c.error(
        ErrorCode::unknown_field,
        fmt::format("no height function \"{}\"; known: flat, ramp, rects, noise, ridge, cone, sum", name));
  }
  return h;
}

void read_terrain(const Cursor& c, LandblockDefinition& out) {
  if (c.is_array()) {
    if (c.size() != kLandVertices)
      c.error(ErrorCode::wrong_type, fmt::format("expected 81 terrain words, found {}", c.size()));
    const auto words = c.list();
    for (std::size_t i = 0; i < std::min(words.size(), kLandVertices); ++i)
      out.terrain[i] = static_cast<std::uint16_t>(words[i].as_integer(0, 0xFFFF));
    return;
  }
  c.only({"type", "road", "scenery"});
  const auto field = [&](const char* key, std::int64_t most) {
    const auto v = c.get(key);
    return v ? v->as_integer(0, most) : 0;
  };
  const std::int64_t word = field("road", 3) | (field("type", 31) << 2) | (field("scenery", 31) << 11);
  out.terrain.fill(static_cast<std::uint16_t>(word));
}

LandblockDefinition read_definition(const Cursor& c) {
  LandblockDefinition d;
  const auto heights = c.get("heights");
  const auto z = c.get("z");
  if (heights && z) c.error(ErrorCode::bad_value, "give either \"heights\" or \"z\"");
  if (heights) d.heights = read_heights(*heights);
  if (!heights && !z) d.heights.numbers = {0};
  if (z) {
    if (!z->is_array() || z->size() != kLandVertices)
      z->error(ErrorCode::wrong_type, "expected 81 heights in metres");
    std::array<float, kLandVertices> metres{};
    for (std::size_t i = 0; i < std::min(z->size(), kLandVertices); ++i) {
      metres[i] = z->item(i).as_finite();
      if (std::fabs(metres[i]) > kMaxMetres)
        z->item(i).error(ErrorCode::bad_value, fmt::format("a height is at most {} m", kMaxMetres));
    }
    d.z = metres;
  }
  if (const auto terrain = c.get("terrain")) read_terrain(*terrain, d);
  if (const auto split = c.get("split")) {
    if (!split->is_array() || split->size() != kLandCells)
      split->error(ErrorCode::wrong_type, "expected 64 diagonals, 0 or 1");
    std::array<bool, kLandCells> diagonals{};
    for (std::size_t i = 0; i < std::min(split->size(), kLandCells); ++i)
      diagonals[i] = split->item(i).as_integer(0, 1) != 0;
    d.split = diagonals;
  }
  return d;
}

BlockId read_block_id(const Cursor& c) {
  const std::uint32_t id = c.as_u32();
  if (id > 0xFFFF || (id >> 8U) > 0xFE || (id & 0xFFU) > 0xFE)
    c.error(ErrorCode::bad_value,
            fmt::format("0x{:X} is no landblock (0x0000 to 0xFEFE, columns and rows 0 to 254)", id));
  return static_cast<BlockId>(id);
}

/// Land cell (1 to 64) → the object that guards its entrance.
void read_restrictions(const Cursor& c, BlockId block, JsonLandblocks& out) {
  for (const auto& [name, cursor] : c.members()) {
    const auto cell = parse_u32(name);
    if (!cell || *cell < 1 || *cell > kLandCells) {
      cursor.error(ErrorCode::bad_value, fmt::format("\"{}\" is no land cell, 0x01 to 0x40", name));
      return;
    }
    out.restrictions.emplace_back((static_cast<CellId>(block) << 16U) | *cell, cursor.as_u32());
  }
}

void read_landblock(const Cursor& c, JsonLandblocks& out) {
  c.only({"id", "range", "heights", "z", "terrain", "split", "restrictions"});
  const auto id = c.get("id");
  const auto range = c.get("range");
  if (id.has_value() == range.has_value()) c.error(ErrorCode::bad_value, "give either \"id\" or \"range\"");
  LandblockDefinition d = read_definition(c);
  if (id) {
    const BlockId block = read_block_id(*id);
    if (!out.blocks.emplace(block, std::move(d)).second)
      id->error(ErrorCode::bad_value, fmt::format("landblock 0x{:04X} is defined twice", block));
    if (const auto guarded = c.get("restrictions")) read_restrictions(*guarded, block, out);
  } else if (range) {
    if (const auto guarded = c.get("restrictions"))
      guarded->error(ErrorCode::bad_value, "a range has no \"restrictions\"; name the block");
    if (!range->is_array() || range->size() != 2) {
      range->error(ErrorCode::wrong_type,
                   "expected [\"0xXXYY\", \"0xXXYY\"], the south-west and north-east block");
      return;
    }
    out.ranges.push_back({read_block_id(range->item(0)), read_block_id(range->item(1)), std::move(d)});
  }
}

void read_region(const Cursor& c, HeightTable& table) {
  c.only({"height_table"});
  const auto t = c.get("height_table");
  if (!t) return;
  if (t->is_array()) {
    if (t->size() != table.size()) t->error(ErrorCode::wrong_type, "expected 256 heights");
    for (std::size_t i = 0; i < std::min(t->size(), table.size()); ++i) table[i] = t->item(i).as_finite();
  } else {
    t->only({"linear"});
    const float step = t->at("linear").as_finite();
    for (std::size_t i = 0; i < table.size(); ++i) table[i] = static_cast<float>(i) * step;
  }
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i] >= 0.0F && table[i] <= kMaxTerrainHeight) continue;
    t->error(ErrorCode::bad_value,
             fmt::format("height {} is {} m; the table holds 0 to {} m", i, table[i], kMaxTerrainHeight));
    return;
  }
}

/// The interior cell's portal that leads outside, when there is exactly one.
std::int16_t outside_portal(const EnvCell& cell) {
  std::int16_t found = -1;
  for (std::size_t i = 0; i < cell.portals.size(); ++i) {
    if (cell.portals[i].other_cell_id != kOutsideCellId) continue;
    if (found >= 0) return -1;
    found = static_cast<std::int16_t>(i);
  }
  return found;
}

BldPortal read_portal(const Cursor& c, BlockId block, const World& world) {
  c.only({"to", "to_portal", "exact", "side", "visible"});
  BldPortal p;
  const CellId base = static_cast<CellId>(block) << 16U;
  p.other_cell_id = base | (c.at("to").as_u32() & 0xFFFFU);
  if (const auto v = c.get("exact")) p.exact_match = v->as_bool();
  if (const auto v = c.get("side")) p.portal_side = static_cast<std::uint8_t>(v->as_integer(0, 1));
  if (const auto v = c.get("visible")) {
    for (const Cursor& id : v->list()) p.stab_list.push_back(base | (id.as_u32() & 0xFFFFU));
  }
  if (const auto v = c.get("to_portal")) {
    p.other_portal_id = static_cast<std::int16_t>(v->as_integer(-1, 32767));
  } else if (const EnvCell* cell = world.env_cell(p.other_cell_id)) {
    p.other_portal_id = outside_portal(*cell);
    if (p.other_portal_id < 0)
      c.error(ErrorCode::missing_field,
              "\"to_portal\" is missing, and the cell has not exactly one portal to the outside");
  }
  return p;
}

}  // namespace

void make_shell(Building& building, const Setup& setup) {
  building.part.gfxobj = setup.parts[0].gfxobj;
  building.part.scale = setup.parts[0].scale;
  building.part.position = building.position;
  if (const auto* frames = setup.placement(building.placement); frames != nullptr && !frames->empty())
    building.part.position.frame = combine(building.position.frame, frames->front());
}

std::uint64_t mix(std::uint64_t z) {
  z += 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31U);
}

std::int64_t Heights::at(BlockId block, std::size_t x, std::size_t y) const {
  const auto lx = static_cast<std::int64_t>(x);
  const auto ly = static_cast<std::int64_t>(y);
  const std::int64_t gx = 8 * static_cast<std::int64_t>(block >> 8U) + lx;
  const std::int64_t gy = 8 * static_cast<std::int64_t>(block & 0xFFU) + ly;
  const auto& n = numbers;
  switch (kind) {
    case Kind::list:
      return n[x * kVertexSide + y];
    case Kind::flat:
      return n[0];
    case Kind::ramp:
      return n[0] + n[1] * lx + n[2] * ly;
    case Kind::rects: {
      std::int64_t index = n[0];
      for (const Rect& r : rects) {
        if (lx >= r.x0 && lx <= r.x1 && ly >= r.y0 && ly <= r.y1) index = r.index;
      }
      return index;
    }
    case Kind::noise: {
      const std::uint64_t place = (static_cast<std::uint64_t>(gx) << 32U) | static_cast<std::uint64_t>(gy);
      const std::uint64_t h = mix(mix(static_cast<std::uint64_t>(n[0])) ^ place);
      return n[1] + static_cast<std::int64_t>(h % static_cast<std::uint64_t>(n[2] - n[1] + 1));
    }
    case Kind::ridge:
      return n[0] + slope(n[1], std::abs((along_y ? gx : gy) - n[2]), n[3]);
    case Kind::cone: {
      const std::int64_t dx = gx - n[2];
      const std::int64_t dy = gy - n[3];
      return n[0] + slope(n[1], integer_sqrt(dx * dx + dy * dy), n[4]);
    }
    case Kind::sum: {
      std::int64_t total = 0;
      for (const Heights& part : parts) total += part.at(block, x, y);
      return total;
    }
  }
  return 0;
}

LandblockData JsonLandblocks::evaluate(BlockId id, const LandblockDefinition& d) const {
  LandblockData out;
  out.terrain = d.terrain;
  out.sw_to_ne = d.split;
  if (d.z) {
    out.z = *d.z;
    return out;
  }
  for (std::size_t x = 0; x < kVertexSide; ++x) {
    for (std::size_t y = 0; y < kVertexSide; ++y) {
      const std::int64_t index = std::clamp<std::int64_t>(d.heights.at(id, x, y), 0, 255);
      out.z[x * kVertexSide + y] = table[static_cast<std::size_t>(index)];
    }
  }
  return out;
}

std::optional<LandblockData> JsonLandblocks::load(BlockId id) const {
  if (const auto it = blocks.find(id); it != blocks.end()) return evaluate(id, it->second);
  for (const BlockRange& r : ranges) {
    const auto inside = [](unsigned v, unsigned a, unsigned b) { return v >= a && v <= b; };
    if (inside(id >> 8U, r.first >> 8U, r.last >> 8U) && inside(id & 0xFFU, r.first & 0xFFU, r.last & 0xFFU))
      return evaluate(id, r.definition);
  }
  return std::nullopt;
}

std::vector<BlockId> JsonLandblocks::listed() const {
  std::vector<BlockId> out;
  for (const auto& [id, definition] : blocks) out.push_back(id);
  return out;
}

void read_landscape(const Cursor& root, WorldParts& parts) {
  if (parts.landblocks == nullptr) {
    parts.landblocks = std::make_shared<JsonLandblocks>();
    for (std::size_t i = 0; i < parts.landblocks->table.size(); ++i)
      parts.landblocks->table[i] = 2.0F * static_cast<float>(i);
  }
  if (const auto region = root.get("region")) read_region(*region, parts.landblocks->table);
  if (const auto list = root.get("landblocks")) {
    for (const Cursor& c : list->list()) read_landblock(c, *parts.landblocks);
  }
}

void finish_landscape(WorldParts& parts) {
  if (parts.landblocks == nullptr || (parts.landblocks->blocks.empty() && parts.landblocks->ranges.empty()))
    return;
  auto source = std::make_unique<JsonLandblocks>();
  source->table = parts.landblocks->table;
  source->blocks = parts.landblocks->blocks;
  source->ranges = parts.landblocks->ranges;
  parts.world.set_landscape(std::move(source));
  for (const auto& [cell, guard] : parts.landblocks->restrictions)
    static_cast<void>(parts.world.restrict_cell(cell, guard));
}

void read_buildings(const Cursor& root, WorldParts& parts) {
  const auto list = root.get("buildings");
  if (!list) return;
  for (const Cursor& c : list->list()) {
    c.only({"landblock", "model", "placement", "frame", "leaves", "portals"});
    const BlockId block = read_block_id(c.at("landblock"));
    auto building = std::make_unique<Building>();
    building->id = static_cast<std::uint32_t>(parts.world.buildings().size() + 1);
    building->position.cell_id = (static_cast<CellId>(block) << 16U) | 0xFFFFU;
    if (const auto frame = c.get("frame")) building->position.frame = frame->as_frame();
    if (const auto leaves = c.get("leaves")) building->leaves = leaves->as_u32();
    if (const auto placement = c.get("placement")) building->placement = placement->as_u32();
    const Cursor model = c.at("model");
    const std::uint32_t model_id = model.as_u32();
    const Setup* setup = parts.world.find_setup(model_id);
    building->model = model_id;
    building->part.gfxobj = parts.world.find_gfxobj(model_id);
    building->part.position = building->position;
    if (setup != nullptr && !setup->parts.empty()) {
      make_shell(*building, *setup);
    } else if (building->part.gfxobj == nullptr && !c.failed()) {
      model.error(ErrorCode::dangling, "the building's model is neither a gfxobj nor a setup of this world");
    }
    if (const auto portals = c.get("portals")) {
      for (const Cursor& p : portals->list()) building->portals.push_back(read_portal(p, block, parts.world));
    }
    if (c.failed()) return;
    if (const auto added = parts.world.add_building(std::move(building)); !added)
      c.error(added.error().code, added.error().message);
  }
}

}  // namespace surefoot::io
