// Land cells: entry restriction, terrain, building (spec 05 §3.7, §5, §8).
#pragma once

#include "motion/collide_object.ipp"
#include "world/building.hpp"
#include "world/terrain.hpp"

namespace surefoot::collide_land {

/// `LandCell::handle_move_restriction` 0x00533070: the barrier's side the mover stands on; y is looked at
/// first.
[[nodiscard]] inline Vec3 restriction_normal(const LandCell& cell, const Position& curr_pos) {
  const Vec3 v = get_offset(cell.pos, curr_pos);
  if (v.y < -kHalfCellLength) return {0.0F, -1.0F, 0.0F};
  if (v.y > kHalfCellLength) return {0.0F, 1.0F, 0.0F};
  if (v.x < -kHalfCellLength) return {-1.0F, 0.0F, 0.0F};
  return {1.0F, 0.0F, 0.0F};
}

/// `check_entry_restrictions` 0x0052B6D0, for cells of both kinds; an interior cell records no normal.
template <class T>
TransitionState check_entry_restrictions(T& t, const ObjCell& cell) {
  const EntryPolicy* policy = t.oi.entry_policy;
  if (policy == nullptr || cell.restriction_obj == 0 || !t.oi.is(object_info_flag::kIsPlayer) ||
      policy->can_bypass(t.oi.object_id))
    return TransitionState::Ok;
  auto scope = t.rules.enter(Fn::check_entry_restrictions);
  switch (policy->can_move_into(cell.restriction_obj, t.oi.object_id)) {
    case EntryPolicy::Answer::open:
      t.rules.arm(Arm::check_entry_restrictions_open, trace::id("guard", cell.restriction_obj));
      return scope(TransitionState::Ok);
    case EntryPolicy::Answer::refused:
      t.rules.arm(Arm::check_entry_restrictions_refused, trace::id("guard", cell.restriction_obj));
      if (cell.kind == ObjCell::Kind::land)
        t.ci.set_collision_normal(restriction_normal(static_cast<const LandCell&>(cell), t.sp.curr_pos));
      return scope(TransitionState::Collided);
    case EntryPolicy::Answer::unknown:
      break;
  }
  t.rules.arm(Arm::check_entry_restrictions_unknown_guard, trace::id("guard", cell.restriction_obj));
  return scope(TransitionState::Collided);
}

/// `LandCell::find_env_collisions` 0x00532F20, the part after the entry restriction. Only the foot matters:
/// its low point picks the triangle, and a cell that does not hold it is inert.
template <class T>
TransitionState find_terrain_collisions(T& t, const LandCell& cell) {
  auto scope = t.rules.enter(Fn::find_terrain_collisions);
  const Vec3 off = get_block_offset(t.sp.check_pos.cell_id, cell.id);
  const Vec3 low = t.sp.global_low_point - off;
  const LandPolygon* poly = find_terrain_poly(cell, low);
  if (poly == nullptr) {
    t.rules.arm(Arm::find_terrain_collisions_elsewhere, trace::id("cell", cell.id));
    return scope(TransitionState::Ok);
  }
  if (cell.landblock->water_type == WaterType::entire && !t.oi.is(object_info_flag::kIsViewer) &&
      (t.oi.physics_state & physics_state::kMissile) == 0) {
    t.rules.arm(Arm::find_terrain_collisions_all_water, trace::id("cell", cell.id));
    return scope(TransitionState::Collided);  // no normal, no flag
  }
  const float depth = get_water_depth(cell, low);
  Sphere s = t.sp.global_sphere[0];
  s.center = s.center - off;
  t.rules.arm(Arm::find_terrain_collisions_tested, trace::id("cell", cell.id),
              trace::count("triangle", poly == cell.polygons.data() ? 0 : 1),
              trace::vec("N", poly->plane.normal), trace::num("water depth", depth));
  return scope(t.validate_walkable(s, poly->plane, cell.water_type != WaterType::none, depth, cell.id));
}

/// `CBuildingObj::find_building_collisions` 0x006B5300
template <class Form, class T>
TransitionState find_building_collisions(T& t, const Building& building) {
  auto scope = t.rules.enter(Fn::find_building_collisions);
  t.sp.bldg_check = true;
  const TransitionState ts = collide_object::part_find_collisions<Form>(t, building.part);
  t.sp.bldg_check = false;
  if (ts != TransitionState::Ok) {
    t.rules.arm(Arm::find_building_collisions_hit, trace::id("building", building.id));
    if (!t.oi.is(object_info_flag::kContact)) t.ci.collided_with_environment = true;
  } else {
    t.rules.arm(Arm::find_building_collisions_clear, trace::id("building", building.id));
  }
  return scope(ts);
}

}  // namespace surefoot::collide_land
