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

/// Does a port not look at this guarded cell? The client looks at every one, each time.
template <class T>
bool is_waved_through(const T& t, const ObjCell& cell) {
  if (t.rules.has(Divergence::gdle_no_entry)) return true;
  if (t.rules.has(Divergence::ace_entry_once) && (&cell == t.sp.begin_cell || t.oi.entry_granted))
    return true;
  return t.rules.has(Divergence::openac_entry_primary) &&
         (cell.kind != ObjCell::Kind::env || &cell != t.sp.check_cell);
}

/// `check_entry_restrictions` 0x0052B6D0, for cells of both kinds; an interior cell records no normal.
template <class T>
TransitionState check_entry_restrictions(T& t, const ObjCell& cell) {
  const EntryPolicy* policy = t.oi.entry_policy;
  if (policy == nullptr || cell.restriction_obj == 0 || !t.oi.is(object_info_flag::kIsPlayer) ||
      policy->can_bypass(t.oi.object_id) || is_waved_through(t, cell))
    return TransitionState::Ok;
  auto scope = t.rules.enter(Fn::check_entry_restrictions);
  switch (policy->can_move_into(cell.restriction_obj, t.oi.object_id)) {
    case EntryPolicy::Answer::open:
      t.rules.arm(Arm::check_entry_restrictions_open, trace::id("guard", cell.restriction_obj));
      t.oi.entry_granted = true;
      return scope(TransitionState::Ok);
    case EntryPolicy::Answer::refused:
      t.rules.arm(Arm::check_entry_restrictions_refused, trace::id("guard", cell.restriction_obj));
      if (cell.kind == ObjCell::Kind::land)
        t.set_collision_normal(restriction_normal(static_cast<const LandCell&>(cell), t.sp.curr_pos));
      return scope(TransitionState::Collided);
    case EntryPolicy::Answer::unknown:
      break;
  }
  t.rules.arm(Arm::check_entry_restrictions_unknown_guard, trace::id("guard", cell.restriction_obj));
  return scope(TransitionState::Collided);
}

/// The plane of a triangle below `low` as the running rules build it; it is kept as the client builds it.
template <class Rules>
Plane terrain_plane(const Rules& rules, const LandPolygon& poly, const Vec3& low) {
  const PlaneForm form{rules.has(Divergence::gdle_terrain_xyz), rules.has(Divergence::ace_plane_divides)};
  Plane plane = form.vertex_sums || form.divides ? make_plane(poly.vertices, form) : poly.plane;
  if (rules.has(Divergence::openac_terrain_d)) {
    Vec3 p = low;
    if (plane.set_height(p)) plane = plane_through(rules, plane.normal, p);
  }
  return plane;
}

/// `find_terrain_poly` under the running rules: on the south-west diagonal both triangles hold the point.
template <class Rules>
const LandPolygon* terrain_poly(const Rules& rules, const LandCell& cell, const Vec3& low) {
  const LandPolygon* poly = find_terrain_poly(cell, low);
  if (rules.has(Divergence::openac_diagonal_other) && poly == cell.polygons.data()) {
    const LandPolygon& other = cell.polygons[1];
    if (cell.landblock->sw_to_ne[low_word(cell.id) - 1] &&
        point_in_poly2d(other.vertices, low, Sidedness::Positive))
      return &other;
  }
  return poly;
}

/// `LandCell::find_env_collisions` 0x00532F20, the part after the entry restriction. Only the foot matters:
/// its low point picks the triangle, and a cell that does not hold it is inert.
template <class T>
TransitionState find_terrain_collisions(T& t, const LandCell& cell) {
  auto scope = t.rules.enter(Fn::find_terrain_collisions);
  const Vec3 off = get_block_offset(t.sp.check_pos.cell_id, cell.id);
  const Vec3 low = t.sp.global_low_point - off;
  const LandPolygon* poly = terrain_poly(t.rules, cell, low);
  if (poly == nullptr) {
    t.rules.arm(Arm::find_terrain_collisions_elsewhere, trace::id("cell", cell.id));
    return scope(TransitionState::Ok);
  }
  if (cell.landblock->water_type == WaterType::entire && !t.oi.is(object_info_flag::kIsViewer) &&
      (t.oi.physics_state & physics_state::kMissile) == 0) {
    t.rules.arm(Arm::find_terrain_collisions_all_water, trace::id("cell", cell.id));
    return scope(TransitionState::Collided);  // no normal, no flag
  }
  const float depth = get_water_depth(cell, low, t.rules.has(Divergence::ace_water_ties));
  Sphere s = t.sp.global_sphere[0];
  s.center = s.center - off;
  const Plane plane = terrain_plane(t.rules, *poly, low);
  t.rules.arm(Arm::find_terrain_collisions_tested, trace::id("cell", cell.id),
              trace::count("triangle", poly == cell.polygons.data() ? 0 : 1), trace::vec("N", plane.normal),
              trace::num("water depth", depth));
  const TransitionState ts =
      t.validate_walkable(s, plane, cell.water_type != WaterType::none, depth, cell.id);
  if (t.rules.has(Divergence::openac_terrain_walkable) && t.ci.contact_plane_valid &&
      t.ci.contact_plane.cell_id == cell.id && is_valid_walkable(t.rules, plane.normal)) {
    Position block;  // the triangle is in block coordinates
    block.cell_id = cell.id;
    t.sp.set_walkable(s, {&poly->plane, std::span<const Vec3>(poly->vertices), 0, 0}, {0.0F, 0.0F, 1.0F},
                      block, 1.0F);
  }
  return scope(ts);
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
