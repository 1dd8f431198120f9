#include "scenario/world_change.hpp"

#include <memory>

namespace surefoot::scenario {

namespace {

template <class T>
Expected<void> done(const Expected<T>& e) {
  if (!e) return tl::unexpected<Error>(e.error());
  return {};
}

Expected<void> change_state(const io::WorldChange& change, World& world) {
  const PhysicsObject* object = world.registry().find(change.object);
  if (object == nullptr || (change.set_state | change.clear_state) == 0) return {};
  return world.set_object_state(change.object, (object->state | change.set_state) & ~change.clear_state);
}

Expected<void> move(const io::WorldChange& change, World& world) {
  Position to = *change.position;
  const PhysicsObject* object = world.registry().find(change.object);
  if (to.cell_id == 0 && object != nullptr) to.cell_id = object->position.cell_id;
  return world.move_object(change.object, to);
}

}  // namespace

Expected<void> apply(const io::WorldChange& change, World& world, Workspace& workspace,
                     const Profile* profile) {
  if (change.add != nullptr) {
    auto object = std::make_unique<PhysicsObject>(*change.add);
    const bool is_static = object->is(physics_state::kStatic);
    auto added =
        done(is_static ? world.place_static(std::move(object)) : world.place_moving(std::move(object)));
    if (!added) return added;
  }
  if (auto changed = change_state(change, world); !changed) return changed;
  if (change.ethereal) {
    auto set = done(set_ethereal(world, change.object, *change.ethereal, workspace, profile));
    if (!set) return set;
  }
  if (change.position) {
    if (auto moved = move(change, world); !moved) return moved;
  }
  return change.remove ? world.remove_object(change.object) : Expected<void>{};
}

}  // namespace surefoot::scenario
