#include "body/adjust_position.hpp"

#include "world/cell_list.hpp"

namespace surefoot {

const EnvCell* find_visible_child_cell(const World& world, const EnvCell& cell, const Vec3& p) {
  if (env_point_in_cell<GraphForm>(cell, p)) return &cell;
  for (const CellId id : cell.stab_list) {
    const EnvCell* seen = world.env_cell(id);
    if (seen != nullptr && env_point_in_cell<GraphForm>(*seen, p)) return seen;
  }
  return nullptr;
}

const ObjCell* adjust_position(const World& world, Position& p, const Vec3& low_pt) {
  if (!low_in_range(p.cell_id)) return nullptr;
  if (is_outdoor(p.cell_id)) return p.adjust_to_outside() ? world.get_visible(p.cell_id) : nullptr;
  const EnvCell* cell = world.env_cell(p.cell_id);
  if (cell == nullptr) return nullptr;
  Vec3 foot = p.frame.localtoglobal(low_pt);
  if (const EnvCell* inside = find_visible_child_cell(world, *cell, foot)) {
    p.cell_id = inside->id;
    return inside;
  }
  if (!cell->seen_outside) return nullptr;
  CellId land = p.cell_id;
  if (!adjust_to_outside(land, foot)) return nullptr;
  // The foot decides; the origin only changes its block with it.
  p.frame.origin = p.frame.origin - get_block_offset(p.cell_id, land);
  p.cell_id = land;
  return world.get_visible(land);
}

}  // namespace surefoot
