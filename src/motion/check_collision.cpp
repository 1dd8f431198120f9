#include "motion/check_collision.hpp"

#include <vector>

#include <fmt/format.h>

#include "motion/resolve_body.hpp"
#include "motion/run_transition.hpp"

namespace surefoot {

bool check_collision(const World& world, const PhysicsObject& self, const PhysicsObject& object,
                     Workspace& workspace, const Profile* profile) {
  if (self.is(physics_state::kStatic)) return false;
  ResolveBody body;
  body.position = self.position;
  TransitionData& data = workspace.data();
  set_up_transition(world, request_from_body(body, mover_from_object(self), self.position), data);
  if (has(profile, Divergence::ace_dummy_scaled) && self.spheres().empty()) {
    const Sphere dummy{{0.0F, 0.0F, kDummySphereRadius}, kDummySphereRadius};
    data.sphere_path.init_sphere({&dummy, 1}, self.scale);
    data.sphere_path.cache_global_curr_center();
  }
  data.sphere_path.insert_type = InsertType::Placement;
  data.sphere_path.set_check_pos(data.sphere_path.curr_pos, data.sphere_path.curr_cell);
  data.sphere_path.cache_global_sphere();
  return world.form() == TreeForm::flat ? overlaps_flat(world, object, data)
                                        : overlaps_graph(world, object, data);
}

namespace {

/// `CObjCell::check_collisions` 0x0052B7B0
bool check_collisions(const World& world, const ObjCell& cell, const PhysicsObject& object,
                      Workspace& workspace, const Profile* profile) {
  const ShadowList& list = world.registry().shadow_list(cell);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const PhysicsObject& other = list[i];
    if (!other.has_parent && &other != &object && check_collision(world, other, object, workspace, profile))
      return true;
  }
  return false;
}

}  // namespace

bool ethereal_check_for_collisions(const World& world, const PhysicsObject& object, Workspace& workspace,
                                   const Profile* profile) {
  for (const CellEntry& e : object.shadow_cells) {
    if (e.cell != nullptr && check_collisions(world, *e.cell, object, workspace, profile)) return true;
  }
  return false;
}

Expected<bool> set_ethereal(World& world, std::uint32_t id, bool ethereal, Workspace& workspace,
                            const Profile* profile) {
  const PhysicsObject* object = world.registry().find(id);
  if (object == nullptr)
    return fail(ErrorCode::dangling, fmt::format("object 0x{:08X} is not in the world", id));
  const auto set = [&](bool is_ethereal, bool is_checking) {
    using physics_state::kEthereal;
    using transient_state::kCheckEthereal;
    static_cast<void>(
        world.set_object_state(id, is_ethereal ? object->state | kEthereal : object->state & ~kEthereal));
    static_cast<void>(world.set_object_transient(
        id, is_checking ? object->transient | kCheckEthereal : object->transient & ~kCheckEthereal));
  };
  if (ethereal) {
    set(true, false);
    return true;
  }
  set(false, false);  // solid while it is looked at: the bystanders meet its shapes as they are
  if (object->has_parent || object->cell == nullptr ||
      !ethereal_check_for_collisions(world, *object, workspace, profile))
    return true;
  set(true, true);
  return false;
}

void retry_ethereal(World& world, Workspace& workspace, const std::function<bool(std::uint32_t)>& is_body,
                    const Profile* profile) {
  std::vector<std::uint32_t> waiting;
  for (const auto& o : world.registry().objects()) {
    const bool is_waiting = (o->transient & transient_state::kCheckEthereal) != 0;
    if (is_waiting && !(is_body && is_body(o->id))) waiting.push_back(o->id);
  }
  for (const std::uint32_t id : waiting)
    static_cast<void>(set_ethereal(world, id, false, workspace, profile));
}

}  // namespace surefoot
