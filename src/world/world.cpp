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
  if (env_cell_index_.contains(cell->id))
    return fail(ErrorCode::bad_value, fmt::format("cell 0x{:08X} is defined twice", cell->id));
  cell->kind = ObjCell::Kind::env;
  cell->slot = landscape_->take_slots(1);
  env_cell_index_.emplace(cell->id, cell.get());
  env_cells_.push_back(std::move(cell));
  return env_cells_.back().get();
}

Expected<PhysicsObject*> World::place_static(std::unique_ptr<PhysicsObject> object) {
  if (registry_.find(object->id) != nullptr)
    return fail(ErrorCode::bad_value, fmt::format("object 0x{:08X} is defined twice", object->id));
  CellId stands_in = object->position.cell_id;
  if (is_outdoor(stands_in) || low_word(stands_in) == 0xFFFF) {
    Vec3 origin = object->position.frame.origin;  // the frame itself stays as authored
    if (!adjust_to_outside(stands_in, origin))
      return fail(ErrorCode::bad_value, fmt::format("object 0x{:08X} stands off the map", object->id));
  }
  const ObjCell* cell = get_visible(stands_in);
  if (cell == nullptr) {
    return fail(ErrorCode::dangling,
                fmt::format("object 0x{:08X} stands in cell 0x{:08X}, which is not in the world", object->id,
                            stands_in));
  }
  object->cell = cell;
  PhysicsObject& placed = registry_.add(std::move(object));
  registry_.add_shadows(placed, find_shadow_cells(*this, placed, true).entries);
  return &placed;
}

const EnvCell* World::env_cell(CellId id) const {
  const auto it = env_cell_index_.find(id);
  return it == env_cell_index_.end() ? nullptr : it->second;
}

const LandCell* World::land_cell(CellId id) const {
  const std::uint32_t low = low_word(id);
  return low >= 1 && low <= kLandCells ? landscape_->land_cell(id) : nullptr;
}

const ObjCell* World::get_visible(CellId id) const {
  if (is_interior(id)) return env_cell(id);
  return land_cell(id);
}

Expected<const LandCell*> World::add_building(std::unique_ptr<Building> building) {
  CellId id = building->position.cell_id;
  Vec3 origin = building->position.frame.origin;
  if (!adjust_to_outside(id, origin)) {
    return fail(ErrorCode::bad_value, fmt::format("building 0x{:08X} stands off the map", building->id));
  }
  return add_building(std::move(building), id);
}

Expected<const LandCell*> World::add_building(std::unique_ptr<Building> building, CellId id) {
  LandCell* cell = land_cell(id) != nullptr ? landscape_->mutable_land_cell(id) : nullptr;
  if (cell == nullptr) {
    return fail(ErrorCode::dangling,
                fmt::format("building 0x{:08X} stands in land cell 0x{:08X}, which is not in the world",
                            building->id, id));
  }
  buildings_.push_back(std::move(building));
  if (cell->building == nullptr) cell->building = buildings_.back().get();
  return cell;
}

Expected<void> World::restrict_cell(CellId id, std::uint32_t restriction_obj) {
  ObjCell* cell = nullptr;
  if (is_interior(id)) {
    const auto it = env_cell_index_.find(id);
    if (it != env_cell_index_.end()) cell = it->second;
  } else if (land_cell(id) != nullptr) {
    cell = landscape_->mutable_land_cell(id);
  }
  if (cell == nullptr) return fail(ErrorCode::dangling, fmt::format("cell 0x{:08X} is not in the world", id));
  cell->restriction_obj = restriction_obj;
  return {};
}

const GfxObj* World::find_gfxobj(std::uint32_t id) const {
  for (const auto& g : gfxobjs_) {
    if (g->id == id) return g.get();
  }
  return nullptr;
}

}  // namespace surefoot
