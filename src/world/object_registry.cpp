#include "world/object_registry.hpp"

#include <algorithm>
#include <utility>

namespace surefoot {

ObjectRegistry::ObjectRegistry(const ObjectRegistry& other) : lists_(other.lists_) {
  objects_.reserve(other.objects_.size());
  for (const auto& o : other.objects_) add(std::make_unique<PhysicsObject>(*o));
  for (ShadowList& list : lists_)
    list.replace_objects([&](const PhysicsObject* o) { return by_id_.find(o->id); });
}

PhysicsObject& ObjectRegistry::add(std::unique_ptr<PhysicsObject> object) {
  objects_.push_back(std::move(object));
  PhysicsObject& added = *objects_.back();
  by_id_.add(added.id, added);
  return added;
}

bool ObjectRegistry::remove(std::uint32_t id) {
  PhysicsObject* object = find(id);
  if (object == nullptr) return false;
  remove_shadows(*object);
  by_id_.remove(id);
  objects_.erase(
      std::find_if(objects_.begin(), objects_.end(), [&](const auto& o) { return o.get() == object; }));
  return true;
}

void ObjectRegistry::add_shadows(PhysicsObject& object, std::vector<CellEntry> cells) {
  object.shadow_cells = std::move(cells);
  for (const CellEntry& e : object.shadow_cells) {
    if (e.cell != nullptr) list_in(object, *e.cell);
  }
}

void ObjectRegistry::list_anew(PhysicsObject& object, std::span<const CellEntry> cells) {
  object.shadow_cells.assign(cells.begin(), cells.end());
  for (const CellEntry& e : object.shadow_cells) {
    if (e.cell != nullptr) list_in(object, *e.cell);
  }
}

void ObjectRegistry::refresh_shadows(const PhysicsObject& object) {
  for (const CellEntry& e : object.shadow_cells) {
    if (e.cell != nullptr && e.cell->slot < lists_.size())
      lists_[e.cell->slot].refresh(object, object_footprint(object, e.cell->id));
  }
}

void ObjectRegistry::list_in(const PhysicsObject& object, const ObjCell& cell) {
  if (cell.slot >= lists_.size()) lists_.resize(cell.slot + 1);
  lists_[cell.slot].add(object, object_footprint(object, cell.id));
}

void ObjectRegistry::relist(const ObjCell& cell, std::span<const std::uint32_t> ids) {
  reserve_lists(cell.slot + 1);
  lists_[cell.slot] = ShadowList();
  for (const std::uint32_t id : ids) {
    if (const PhysicsObject* o = find(id)) list_in(*o, cell);
  }
}

void ObjectRegistry::remove_shadows(PhysicsObject& object) {
  for (const CellEntry& e : object.shadow_cells) {
    if (e.cell != nullptr && e.cell->slot < lists_.size()) lists_[e.cell->slot].remove(object);
  }
  object.shadow_cells.clear();
}

}  // namespace surefoot
