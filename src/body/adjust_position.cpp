#include "body/adjust_position.hpp"

#include "world/cell_list.hpp"

namespace surefoot {

const EnvCell* find_visible_child_cell(const World& world, const EnvCell& cell, const Vec3& p) {
  const auto is_inside = [&](const EnvCell& c) {
    return with_form(world.form(), [&](auto form) { return env_point_in_cell<decltype(form)>(c, p); });
  };
  if (is_inside(cell)) return &cell;
  for (const CellId id : cell.stab_list) {
    const EnvCell* seen = world.env_cell(id);
    if (seen != nullptr && is_inside(*seen)) return seen;
  }
  return nullptr;
}

template <class Rules>
const ObjCell* adjust_position(const Rules& rules, const World& world, Position& p, const Vec3& low_pt) {
  auto scope = rules.enter(Fn::adjust_position);
  if (!low_in_range(p.cell_id)) {
    rules.arm(Arm::adjust_position_no_such_cell, trace::id("cell", p.cell_id));
    return nullptr;
  }
  const auto found = [&](Arm arm, const ObjCell* cell) {
    if (cell == nullptr)
      rules.arm(Arm::adjust_position_not_loaded, trace::id("cell", p.cell_id));
    else
      rules.arm(arm, trace::id("cell", cell->id));
    scope(cell != nullptr);
    return cell;
  };
  if (is_outdoor(p.cell_id))
    return found(Arm::adjust_position_outdoors,
                 p.adjust_to_outside() ? world.get_visible(p.cell_id) : nullptr);
  const EnvCell* cell = world.env_cell(p.cell_id);
  if (cell == nullptr) return found(Arm::adjust_position_indoors, nullptr);
  Vec3 foot = p.frame.localtoglobal(low_pt);
  if (const EnvCell* inside = find_visible_child_cell(world, *cell, foot)) {
    p.cell_id = inside->id;
    return found(Arm::adjust_position_indoors, inside);
  }
  CellId land = p.cell_id;
  if (!cell->seen_outside || !adjust_to_outside(land, foot)) {
    rules.arm(Arm::adjust_position_nowhere, trace::id("cell", p.cell_id), trace::vec("foot", foot));
    return nullptr;
  }
  // The foot decides; the origin only changes its block with it.
  p.frame.origin = p.frame.origin - get_block_offset(p.cell_id, land);
  p.cell_id = land;
  return found(Arm::adjust_position_daylight, world.get_visible(land));
}

template const ObjCell* adjust_position(const Retail&, const World&, Position&, const Vec3&);
template const ObjCell* adjust_position(const Profiled&, const World&, Position&, const Vec3&);

}  // namespace surefoot
