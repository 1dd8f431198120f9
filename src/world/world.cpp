#include "world/world.hpp"

#include <utility>

#include <fmt/format.h>

#include "world/parts_flood.hpp"

namespace surefoot {

GfxObj& World::add_gfxobj(std::unique_ptr<GfxObj> gfxobj) {
  gfxobjs_.push_back(std::move(gfxobj));
  return *gfxobjs_.back();
}

CellStruct& World::add_cell_struct(std::unique_ptr<CellStruct> structure) {
  structs_.push_back(std::move(structure));
  return *structs_.back();
}

Expected<EnvCell*> World::add_env_cell(std::unique_ptr<EnvCell> cell) {
  const std::uint32_t low = low_word(cell->id);
  if (low < 0x100 || low > 0xFFFD) {
    return fail(
        ErrorCode::bad_value,
        fmt::format("cell id 0x{:08X} is not an interior cell (its low word must be 0x0100 to 0xFFFD)",
                    cell->id));
  }
  if (env_cell_index_.count(cell->id) != 0)
    return fail(ErrorCode::bad_value, fmt::format("cell 0x{:08X} is defined twice", cell->id));
  cell->kind = ObjCell::Kind::env;
  cell->slot = next_slot_++;
  env_cell_index_.emplace(cell->id, cell.get());
  env_cells_.push_back(std::move(cell));
  return env_cells_.back().get();
}

Expected<PhysicsObject*> World::place_static(std::unique_ptr<PhysicsObject> object) {
  if (registry_.find(object->id) != nullptr)
    return fail(ErrorCode::bad_value, fmt::format("object 0x{:08X} is defined twice", object->id));
  const ObjCell* cell = get_visible(object->position.cell_id);
  if (cell == nullptr) {
    return fail(ErrorCode::dangling,
                fmt::format("object 0x{:08X} stands in cell 0x{:08X}, which is not in the world", object->id,
                            object->position.cell_id));
  }
  object->cell = cell;
  PhysicsObject& placed = registry_.add(std::move(object));
  registry_.add_shadows(placed, find_bbox_cell_list(*this, *cell, placed.parts).entries);
  return &placed;
}

const EnvCell* World::env_cell(CellId id) const {
  const auto it = env_cell_index_.find(id);
  return it == env_cell_index_.end() ? nullptr : it->second;
}

const ObjCell* World::get_visible(CellId id) const {
  return is_interior(id) ? env_cell(id) : nullptr;
}

const GfxObj* World::find_gfxobj(std::uint32_t id) const {
  for (const auto& g : gfxobjs_) {
    if (g->id == id) return g.get();
  }
  return nullptr;
}

}  // namespace surefoot
