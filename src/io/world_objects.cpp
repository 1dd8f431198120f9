// Objects of `surefoot-world/1` (spec 07 §6.6). Today's engine collides with BSP shapes only.
#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "io/flag_names.hpp"
#include "io/world_land.hpp"
#include "io/world_reader.hpp"

namespace surefoot::io {

namespace {

constexpr std::uint32_t kFirstFreeId = 0x80000000U;
/// Beyond these the arithmetic of a scaled query (a division by the scale) stops meaning anything.
constexpr float kMinScale = 0.001F;
constexpr float kMaxScale = 1000.0F;

std::uint32_t kind_bits(const Cursor& c) {
  struct Kind {
    const char* name;
    std::uint32_t bits;
  };
  constexpr std::uint32_t kPlayer = weenie::kCreature | weenie::kPlayer;
  constexpr Kind kKinds[] = {
      {"thing", 0},
      {"creature", weenie::kCreature},
      {"player", kPlayer},
      {"pk", kPlayer | weenie::kPk},
      {"pklite", kPlayer | weenie::kPkLite},
      {"impenetrable", weenie::kImpenetrable},
  };
  const std::string& name = c.as_string();
  for (const Kind& k : kKinds) {
    if (name == k.name) return k.bits;
  }
  c.error(ErrorCode::bad_value,
          fmt::format("unknown kind \"{}\"; known: thing, creature, player, pk, pklite, impenetrable", name));
  return 0;
}

/// A STATIC thing stands for the client's own data, which has no weenie; anything else is a game's object.
std::uint32_t read_weenie(const Cursor& c, std::uint32_t state) {
  std::uint32_t bits = 0;
  if (const auto kind = c.get("kind")) {
    if (kind->is_array()) {
      for (const Cursor& k : kind->list()) bits |= kind_bits(k);
    } else {
      bits = kind_bits(*kind);
    }
  }
  return bits == 0 && (state & physics_state::kStatic) != 0 ? 0 : (bits | weenie::kExists);
}

const GfxObj* read_inline_shape(const Cursor& c, WorldParts& parts) {
  for (const char* later : {"spheres", "cylspheres", "height", "radius", "step_up_height", "step_down_height",
                            "allow_free_heading"}) {
    if (const auto v = c.get(later)) not_read_yet(*v, fmt::format("\"{}\" of a shape", later));
  }
  c.only({"bsp"});
  auto g = read_gfxobj(c.at("bsp"), 0);
  return c.failed() ? nullptr : &parts.world.add_gfxobj(std::move(g));
}

const GfxObj* read_shape(const Cursor& c, WorldParts& parts) {
  const auto setup = c.get("setup");
  const auto gfxobj = c.get("gfxobj");
  const auto shape = c.get("shape");
  if ((setup ? 1 : 0) + (gfxobj ? 1 : 0) + (shape ? 1 : 0) != 1)
    c.error(ErrorCode::bad_value, "give one of \"gfxobj\", \"setup\" and \"shape\"");
  if (setup) not_read_yet(*setup, "\"setup\"");
  if (c.failed()) return nullptr;
  if (shape) return read_inline_shape(*shape, parts);
  const std::uint32_t id = gfxobj->as_u32();
  const GfxObj* g = id == 0 ? nullptr : parts.world.find_gfxobj(id);
  if (g == nullptr && !c.failed())
    gfxobj->error(ErrorCode::dangling, fmt::format("gfxobj 0x{:08X} is not in the world", id));
  return g;
}

float read_scale(const Cursor& c) {
  const float s = c.as_finite();
  if (!c.failed() && !(s >= kMinScale && s <= kMaxScale)) {
    c.error(ErrorCode::bad_value, fmt::format("a scale is between {} and {}", kMinScale, kMaxScale));
  }
  return s;
}

/// A full cell id; outdoors any cell of the block will do (low word 0xFFFF too), the land cell is the one
/// under the frame's origin. "auto" needs exactly one landblock in the world.
CellId read_cell_of(const Cursor& c, const WorldParts& parts) {
  const auto cell = c.get("cell");
  if (cell && !(cell->is_string() && cell->json().text == "auto")) return cell->as_u32();
  const auto& land = parts.landblocks;
  if (land != nullptr && land->ranges.empty() && land->blocks.size() == 1)
    return (static_cast<CellId>(land->blocks.begin()->first) << 16U) | 0xFFFFU;
  cell.value_or(c).error(ErrorCode::missing_field,
                         "name a cell in \"cell\" (\"auto\" needs a world of exactly one landblock)");
  return 0;
}

}  // namespace

void read_object(const Cursor& c, const EnvCell* cell, WorldParts& parts) {
  if (cell != nullptr)
    c.only({"id", "name", "setup", "gfxobj", "shape", "frame", "scale", "placement", "state", "kind",
            "radius_hint", "has_physics_bsp"});
  else
    c.only({"id", "name", "setup", "gfxobj", "shape", "cell", "frame", "scale", "placement", "state", "kind",
            "radius_hint", "has_physics_bsp"});
  auto object = std::make_unique<PhysicsObject>();
  PhysicsObject& o = *object;
  if (const auto id = c.get("id")) {
    o.id = id->as_u32();
    if (!c.failed() && o.id == 0) id->error(ErrorCode::bad_value, "an object's id is above 0");
  }
  if (const auto name = c.get("name")) static_cast<void>(name->as_string());
  const GfxObj* gfxobj = read_shape(c, parts);
  o.position.cell_id = cell != nullptr ? cell->id : read_cell_of(c, parts);
  if (const auto frame = c.get("frame")) o.position.frame = frame->as_frame();
  if (const auto scale = c.get("scale")) o.scale = read_scale(*scale);
  if (const auto placement = c.get("placement"); placement && placement->as_u32() != 0)
    not_read_yet(*placement, "a \"placement\" other than 0");
  if (const auto hint = c.get("radius_hint")) not_read_yet(*hint, "\"radius_hint\"");
  if (const auto state = c.get("state")) o.state = read_flags(*state, physics_state_names());
  o.weenie = read_weenie(c, o.state);
  if (c.failed()) return;
  o.parts.push_back({gfxobj, o.position, {o.scale, o.scale, o.scale}});
  // Spec 07 §3.2: worked out from the parts, unless a scenario forces it.
  const auto forced = c.get("has_physics_bsp");
  const bool has_bsp = forced ? forced->as_bool() : !gfxobj->physics_bsp.empty();
  o.state = has_bsp ? (o.state | physics_state::kHasPhysicsBsp) : (o.state & ~physics_state::kHasPhysicsBsp);
  (cell != nullptr ? parts.statics : parts.objects).push_back({std::move(object), c});
}

void read_objects(const Cursor& root, WorldParts& parts) {
  const auto objects = root.get("objects");
  if (!objects) return;
  for (const Cursor& c : objects->list()) {
    read_object(c, nullptr, parts);
    if (root.failed()) return;
  }
}

void place_objects(WorldParts& parts) {
  std::vector<PendingObject*> all;
  for (PendingObject& p : parts.statics) all.push_back(&p);
  for (PendingObject& p : parts.objects) all.push_back(&p);
  std::unordered_set<std::uint32_t> taken;
  for (const PendingObject* p : all) {
    if (p->object->id == 0 || taken.insert(p->object->id).second) continue;
    p->place.at("id").error(ErrorCode::bad_value,
                            fmt::format("object 0x{:08X} is defined twice", p->object->id));
    return;
  }
  std::uint32_t next = kFirstFreeId;
  for (PendingObject* p : all) {
    if (p->object->id == 0) {
      while (!taken.insert(next).second) ++next;
      p->object->id = next;
    }
    if (const auto placed = parts.world.place_static(std::move(p->object)); !placed) {
      p->place.get("cell").value_or(p->place).error(placed.error().code, placed.error().message);
      return;
    }
  }
}

}  // namespace surefoot::io
