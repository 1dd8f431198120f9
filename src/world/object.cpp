#include "world/object.hpp"

#include <algorithm>
#include <utility>

namespace surefoot {

PhysicsObject& ObjectRegistry::add(std::unique_ptr<PhysicsObject> object) {
  objects_.push_back(std::move(object));
  return *objects_.back();
}

PhysicsObject* ObjectRegistry::find(std::uint32_t id) const {
  for (const auto& o : objects_) {
    if (o->id == id) return o.get();
  }
  return nullptr;
}

void ObjectRegistry::add_shadows(PhysicsObject& object, const std::vector<CellEntry>& cells) {
  object.shadow_cells = cells;
  for (const CellEntry& e : object.shadow_cells) {
    if (e.cell == nullptr) continue;
    if (e.cell->slot >= lists_.size()) lists_.resize(e.cell->slot + 1);
    lists_[e.cell->slot].push_back(&object);
  }
}

}  // namespace surefoot
