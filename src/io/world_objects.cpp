// Objects of `surefoot-world/1` (spec 07 §6.6).
#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "io/flag_names.hpp"
#include "io/world_land.hpp"
#include "io/world_reader.hpp"

namespace surefoot::io {

namespace {

constexpr std::uint32_t kFirstFreeId = 0x80000000U;

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
std::uint32_t read_weenie(const Cursor& object, std::uint32_t state) {
  const std::uint32_t bits = read_kind(object);
  return bits == 0 && (state & physics_state::kStatic) != 0 ? 0 : (bits | weenie::kExists);
}

/// One of "gfxobj", "setup" and "shape" becomes the object's parts.
void read_shape(const Cursor& c, World& world, PhysicsObject& o) {
  const auto setup = c.get("setup");
  const auto gfxobj = c.get("gfxobj");
  const auto shape = c.get("shape");
  if ((setup ? 1 : 0) + (gfxobj ? 1 : 0) + (shape ? 1 : 0) != 1)
    c.error(ErrorCode::bad_value, "give one of \"gfxobj\", \"setup\" and \"shape\"");
  if (c.failed()) return;
  if (shape) {
    if (const Setup* s = read_inline_shape(*shape, world)) o.make_parts(*s);
    return;
  }
  const Cursor& named = setup ? *setup : *gfxobj;
  const std::uint32_t id = named.as_u32();
  const Setup* s = setup ? world.find_setup(id) : nullptr;
  const GfxObj* g = gfxobj ? world.find_gfxobj(id) : nullptr;
  if (s != nullptr)
    o.make_parts(*s);
  else if (g != nullptr)
    o.make_parts(*g);
  else
    named.error(ErrorCode::dangling,
                fmt::format("{} 0x{:08X} is not in the world", setup ? "setup" : "gfxobj", id));
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
CellId read_cell_of(const Cursor& c, const JsonLandblocks* land) {
  const auto cell = c.get("cell");
  if (cell && !(cell->is_string() && cell->json().text == "auto")) return cell->as_u32();
  if (land != nullptr && land->ranges.empty() && land->blocks.size() == 1)
    return (static_cast<CellId>(land->blocks.begin()->first) << 16U) | 0xFFFFU;
  cell.value_or(c).error(ErrorCode::missing_field,
                         "name a cell in \"cell\" (\"auto\" needs a world of exactly one landblock)");
  return 0;
}

}  // namespace

std::uint32_t read_kind(const Cursor& object) {
  std::uint32_t bits = 0;
  const auto kind = object.get("kind");
  if (!kind) return bits;
  if (!kind->is_array()) return kind_bits(*kind);
  for (const Cursor& k : kind->list()) bits |= kind_bits(k);
  return bits;
}

std::unique_ptr<PhysicsObject> read_object_definition(const Cursor& c, const EnvCell* cell, World& world,
                                                      const JsonLandblocks* landblocks) {
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
  o.position.cell_id = cell != nullptr ? cell->id : read_cell_of(c, landblocks);
  if (const auto frame = c.get("frame")) o.position.frame = frame->as_frame();
  if (const auto scale = c.get("scale")) o.scale = read_scale(*scale);
  if (const auto placement = c.get("placement")) o.placement = placement->as_u32();
  if (const auto hint = c.get("radius_hint")) {
    o.registration_radius = hint->as_finite();
    if (!c.failed() && !(*o.registration_radius >= 0.0F && *o.registration_radius <= kMaxCoordinate))
      hint->error(ErrorCode::bad_value, fmt::format("a radius is between 0 and {} m", kMaxCoordinate));
  }
  if (const auto state = c.get("state")) o.state = read_flags(*state, physics_state_names());
  o.weenie = read_weenie(c, o.state);
  read_shape(c, world, o);
  if (const auto forced = c.get("has_physics_bsp")) {  // spec 07 §3.2
    using physics_state::kHasPhysicsBsp;
    o.state = forced->as_bool() ? o.state | kHasPhysicsBsp : o.state & ~kHasPhysicsBsp;
  }
  if (const auto* frames = o.setup == nullptr ? nullptr : &o.setup->placements;
      frames != nullptr && o.placement != 0 && !frames->contains(o.placement))
    c.at("placement").error(ErrorCode::dangling, fmt::format("the setup has no placement {}", o.placement));
  if (c.failed()) return nullptr;
  return object;
}

void read_object(const Cursor& c, const EnvCell* cell, WorldParts& parts) {
  auto object = read_object_definition(c, cell, parts.world, parts.landblocks.get());
  if (object == nullptr) return;
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
    const bool is_static = p->object->is(physics_state::kStatic);
    const auto placed = is_static ? parts.world.place_static(std::move(p->object))
                                  : parts.world.place_moving(std::move(p->object));
    if (!placed) {
      p->place.get("cell").value_or(p->place).error(placed.error().code, placed.error().message);
      return;
    }
  }
}

}  // namespace surefoot::io
