#include "io/scenario_objects.hpp"

#include <unordered_set>

#include <fmt/format.h>

#include "io/flag_names.hpp"
#include "io/world_reader.hpp"

namespace surefoot::io {

namespace {

/// Ids the members of a crowd get, unless the world has taken them.
constexpr std::uint32_t kFirstMember = 0x50000001U;

/// Takes spheres, heights and flags from the setup the mover names; what the mover itself says stays.
void apply_setup(const Cursor& mover, const World& world, Mover& m) {
  const auto named = mover.get("setup");
  if (!named) return;
  const std::uint32_t id = named->as_u32();
  const Setup* setup = world.find_setup(id);
  if (setup == nullptr) {
    named->error(ErrorCode::dangling, fmt::format("setup 0x{:08X} is not in the world", id));
    return;
  }
  PhysicsObject of;
  of.scale = m.scale;
  of.setup = setup;
  const Mover from = mover_from_object(of);
  m.spheres = from.spheres;
  m.num_spheres = from.num_spheres;
  if (!mover.get("step_up_height")) m.step_up_height = from.step_up_height;
  if (!mover.get("step_down_height")) m.step_down_height = from.step_down_height;
  m.flags |= from.flags;
  for (int i = 0; i < m.num_spheres; ++i) {
    if (!(m.spheres[static_cast<std::size_t>(i)].radius * m.scale >= kMinSphereRadius))
      named->error(ErrorCode::bad_value,
                   fmt::format("sphere {} of the setup is smaller than {} m", i, kMinSphereRadius));
  }
}

/// Which ids are taken, step by step.
class Ids {
 public:
  explicit Ids(const World& world) {
    for (const auto& o : world.registry().objects()) taken_.insert(o->id);
  }
  [[nodiscard]] bool has(std::uint32_t id) const { return taken_.contains(id); }
  void add(std::uint32_t id) { taken_.insert(id); }
  void remove(std::uint32_t id) { taken_.erase(id); }

 private:
  std::unordered_set<std::uint32_t> taken_;
};

WorldChange read_change(const Cursor& c, World& world, std::uint32_t mover_id, Ids& ids) {
  c.only({"object", "add", "set_state", "clear_state", "set_ethereal", "frame", "cell", "remove"});
  WorldChange out;
  const Cursor object = c.at("object");
  out.object = object.as_u32();
  if (const auto v = c.get("add")) {
    if (v->get("id")) v->at("id").error(ErrorCode::unknown_field, "its id is the one in \"object\"");
    auto added = read_object_definition(*v, nullptr, world, nullptr);
    if (added == nullptr) return out;
    added->id = out.object;
    if (ids.has(out.object) || out.object == 0)
      object.error(ErrorCode::bad_value, fmt::format("object 0x{:08X} is in the world already", out.object));
    ids.add(out.object);
    out.add = std::move(added);
  } else if (out.object == mover_id && mover_id != 0) {
    object.error(ErrorCode::bad_value, "this is the mover itself, which the inputs tell what to do");
  } else if (!ids.has(out.object)) {
    object.error(ErrorCode::dangling, fmt::format("object 0x{:08X} is not in the world by then", out.object));
  }
  if (const auto v = c.get("set_state")) out.set_state = read_flags(*v, physics_state_names());
  if (const auto v = c.get("clear_state")) out.clear_state = read_flags(*v, physics_state_names());
  if (const auto v = c.get("set_ethereal")) out.ethereal = v->as_bool();
  const auto cell = c.get("cell");
  if (const auto v = c.get("frame")) {
    out.position.emplace();
    out.position->frame = v->as_frame();
    out.position->cell_id = cell ? cell->as_u32() : 0;  // 0: where it is
  } else if (cell) {
    cell->error(ErrorCode::missing_field, "a \"cell\" goes with a \"frame\"");
  }
  if (const auto v = c.get("remove")) {
    out.remove = v->as_bool();
    if (out.remove) ids.remove(out.object);
  }
  return out;
}

void read_crowd(const Cursor& c, const Mover& shape, std::uint32_t kind, World& world, Crowd& out) {
  c.only({"cell", "members", "target", "step", "ticks"});
  const CellId cell = c.at("cell").as_u32();
  out.target = c.at("target").as_point();
  const Cursor step = c.at("step");
  out.step = step.as_finite();
  if (!c.failed() && !(out.step > 0.0F)) step.error(ErrorCode::bad_value, "a step is longer than 0 m");
  out.ticks = static_cast<std::uint32_t>(c.at("ticks").as_integer(1, kMaxTicks));
  const Cursor members = c.at("members");
  const auto list = members.list();
  if (list.empty() || list.size() > kMaxCrowd)
    members.error(ErrorCode::bad_value, fmt::format("a crowd has 1 to {} members", kMaxCrowd));
  if (c.failed()) return;
  Ids ids(world);
  const PhysicsObject pattern = object_of_mover(shape, kind | weenie::kExists);
  std::uint32_t next = kFirstMember;
  for (const Cursor& at : list) {
    while (ids.has(next)) ++next;
    PhysicsObject o = pattern;
    o.id = next++;
    o.position.cell_id = cell;
    o.position.frame.origin = at.as_point();
    CellId under = cell;
    Vec3 origin = o.position.frame.origin;
    if (is_outdoor(cell) && adjust_to_outside(under, origin)) {
      o.position.cell_id = under;
      o.position.frame.origin = origin;
    }
    if (!at.failed() && world.get_visible(o.position.cell_id) == nullptr)
      at.error(ErrorCode::dangling, fmt::format("cell 0x{:08X} is not in the world", o.position.cell_id));
    out.members.push_back(std::move(o));
  }
}

}  // namespace

void read_objects_of(const Cursor& root, World& world, Scenario& out) {
  const Cursor mover = root.at("mover");
  apply_setup(mover, world, out.mover);
  const auto kind = mover.get("kind");
  const std::uint32_t kind_bits = read_kind(mover);
  if (kind) out.mover.flags |= flags_of_kind(kind_bits);
  out.body.mover = out.mover;
  if (kind) out.body.weenie = kind_bits | weenie::kExists;
  if (mover.failed()) return;
  if (const auto crowd = root.get("crowd")) {
    out.crowd.emplace();
    read_crowd(*crowd, out.mover, kind ? kind_bits : weenie::kCreature, world, *out.crowd);
    return;
  }
  Ids ids(world);
  if (kind) {
    if (out.mover.object_id == 0 || ids.has(out.mover.object_id)) {
      mover.error(
          ErrorCode::bad_value,
          "a mover with a \"kind\" is an object of the world: give it an \"id\" above 0 that no object has");
      return;
    }
    out.mover_object = object_of_mover(out.mover, kind_bits | weenie::kExists);
    out.mover_object->position = out.body.position;
    ids.add(out.mover.object_id);
  }
  const auto inputs = root.at("inputs").list();
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto changes = inputs[i].get("world");
    if (!changes) continue;
    Input& in = out.mode == Mode::body ? static_cast<Input&>(out.body_inputs[i]) : out.inputs[i];
    for (const Cursor& c : changes->list())
      in.world.push_back(read_change(c, world, out.mover_object ? out.mover.object_id : 0, ids));
  }
}

}  // namespace surefoot::io
