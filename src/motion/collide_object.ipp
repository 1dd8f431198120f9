// Placed objects in a cell: exemptions, dispatch to the shape, records (spec 03 §3–§5).
#pragma once

#include <algorithm>
#include <array>
#include <limits>

#include "motion/collide_bsp.ipp"
#include "motion/collide_cyl_sphere.ipp"
#include "motion/collide_sphere.ipp"
#include "world/cell_region.hpp"
#include "world/object_registry.hpp"

namespace surefoot::collide_object {

/// `OBJECTINFO::missile_ignore` 0x0050CEB0: true = pass through.
[[nodiscard]] inline bool missile_ignore(const ObjectInfo& oi, const PhysicsObject& target) {
  if ((target.state & physics_state::kMissile) != 0) return true;
  if ((oi.physics_state & physics_state::kMissile) == 0) return false;
  if (target.id == oi.target_id) return false;
  const bool has_weenie = (target.weenie & weenie::kExists) != 0;
  if ((target.state & physics_state::kEthereal) != 0 && has_weenie) return true;
  return oi.target_id != 0 && (target.weenie & weenie::kCreature) != 0;
}

/// Players pass through each other unless both are of a fighting kind, or either is impenetrable (spec 03 §4
/// step 5).
[[nodiscard]] inline bool players_exempt(const ObjectInfo& oi, const PhysicsObject& o) {
  return (o.weenie & weenie::kPlayer) != 0 && oi.is(object_info_flag::kIsPlayer) &&
         !oi.is(object_info_flag::kIsImpenetrable) && (o.weenie & weenie::kImpenetrable) == 0 &&
         !(oi.is(object_info_flag::kIsPk) && (o.weenie & weenie::kPk) != 0) &&
         !(oi.is(object_info_flag::kIsPkLite) && (o.weenie & weenie::kPkLite) != 0);
}

/// `CGfxObj::find_obj_collisions` 0x00534700: the first sphere that reaches the shape's bounds triggers ONE
/// query for all.
template <class Form, class T>
TransitionState gfxobj_find_collisions(T& t, const GfxObj& g, float scale) {
  const Sphere& bounds = *g.physics_sphere();
  for (std::size_t i = 0; i < static_cast<std::size_t>(t.sp.num_sphere); ++i) {
    if (!spheres_intersect(t.rules, bounds, t.sp.localspace_sphere[i])) continue;
    const auto tree = Form::physics_tree(g);
    if (tree.null(tree.root())) {
      t.sp.damage = g.flat.damage();
      return TransitionState::Ok;
    }
    return t.sp.insert_type == InsertType::InitialPlacement ? collide_bsp::placement_insert(t, tree)
                                                            : collide_bsp::find_collisions(t, tree, scale);
  }
  return TransitionState::Ok;
}

/// Is a sphere of the mover within both radii of the part's origin? An old port's filter; the client has none.
template <class T>
bool near_origin(const T& t, const Part& part) {
  const Vec3 origin =
      get_block_offset(t.sp.check_pos.cell_id, part.position.cell_id) + part.position.frame.origin;
  const float radius = part.gfxobj->physics_sphere()->radius * part.scale.z;
  const auto spheres = t.sp.global_spheres();
  return std::any_of(spheres.begin(), spheres.end(), [&](const Sphere& s) {
    const float reach = radius + s.radius;
    const Vec3 d = s.center - origin;
    return dot_zyx(t.rules, d, d) <= reach * reach;
  });
}

/// `CPhysicsPart::find_obj_collisions` 0x0050D8D0: only the z component of the scale counts.
template <class Form, class T>
TransitionState part_find_collisions(T& t, const Part& part) {
  if (part.gfxobj == nullptr || !part.gfxobj->has_tree()) return TransitionState::Ok;
  if (t.rules.has(Divergence::openac_part_origin_prefilter) && !near_origin(t, part))
    return TransitionState::Ok;
  t.sp.cache_localspace_sphere(t.rules, part.position, part.scale.z, true);
  return gfxobj_find_collisions<Form>(t, *part.gfxobj, part.scale.z);
}

/// A setup's cylinder at its object's place, 0x0053B8F0. The axis does not turn with the object.
template <class T>
TransitionState cyl_find_collisions(T& t, const PhysicsObject& o, const CylSphere& c) {
  float height = c.height;
  if (t.rules.has(Divergence::openac_cyl_no_zero_size)) {
    if (c.radius == 0.0F) return TransitionState::Ok;
    if (height == 0.0F) height = 4.0F * c.radius;
  }
  t.sp.cache_localspace_sphere(t.rules, o.position, 1.0F, true);
  const CylSphere placed{t.sp.check_pos.localtoglobal(o.position, c.low_pt * o.scale), o.scale * c.radius,
                         o.scale * height};
  return collide_cyl_sphere::intersects_sphere(t, placed);
}

/// A setup's sphere at its object's place, 0x00537FD0.
template <class T>
TransitionState sphere_find_collisions(T& t, const PhysicsObject& o, const Sphere& s, bool is_creature) {
  const Sphere placed{t.sp.check_pos.localtoglobal(o.position, s.center * o.scale), o.scale * s.radius};
  return collide_sphere::intersects_sphere(t, placed, is_creature);
}

/// The three families are exclusive and ordered: BSP, else all cylspheres, else all spheres (spec 03 §4 step
/// 7).
template <class Form, class T>
TransitionState shape_find_collisions(T& t, const PhysicsObject& o, bool is_creature) {
  TransitionState r = TransitionState::Ok;
  if ((o.state & physics_state::kHasPhysicsBsp) != 0) {
    for (const Part& part : o.parts) {
      r = part_find_collisions<Form>(t, part);
      if (r != TransitionState::Ok) break;
    }
  } else if (!o.cylspheres().empty()) {
    for (const CylSphere& c : o.cylspheres()) {
      r = cyl_find_collisions(t, o, c);
      if (r != TransitionState::Ok) break;
    }
  } else {
    for (const Sphere& s : o.spheres()) {
      r = sphere_find_collisions(t, o, s, is_creature);
      if (r != TransitionState::Ok) break;
    }
  }
  return r;
}

/// `CPhysicsObj::FindObjCollisions` 0x0050F050
template <class Form, class T>
TransitionState find_obj_collisions(T& t, const PhysicsObject& o) {
  auto scope = t.rules.enter(Fn::find_obj_collisions);
  const bool o_ethereal = (o.state & physics_state::kEthereal) != 0;
  const bool o_static = (o.state & physics_state::kStatic) != 0;
  if (o_ethereal && (o.state & physics_state::kIgnoreCollisions) != 0) {
    t.rules.arm(Arm::find_obj_collisions_ignored, trace::id("object", o.id));
    return scope(TransitionState::Ok);
  }
  if (t.oi.is(object_info_flag::kIsViewer) && (o.weenie & weenie::kCreature) != 0) {
    t.rules.arm(Arm::find_obj_collisions_viewer_creature, trace::id("object", o.id));
    return scope(TransitionState::Ok);
  }
  const bool ethereal = o_ethereal || (t.oi.ethereal && !o_static);
  if (ethereal && t.sp.step_down) {
    t.rules.arm(Arm::find_obj_collisions_ethereal_step_down, trace::id("object", o.id));
    return scope(TransitionState::Ok);
  }
  t.sp.obstruction_ethereal = ethereal;
  const bool is_creature = (o.state & physics_state::kMissile) != 0 || (o.weenie & weenie::kCreature) != 0;
  const bool passable_creature = is_creature && t.oi.is(object_info_flag::kIgnoreCreatures);
  TransitionState r = TransitionState::Ok;
  if (players_exempt(t.oi, o))
    t.rules.arm(Arm::find_obj_collisions_players_exempt, trace::id("object", o.id));
  else if (missile_ignore(t.oi, o))
    t.rules.arm(Arm::find_obj_collisions_missile_ignore, trace::id("object", o.id));
  else if (!passable_creature || !t.rules.has(Divergence::openac_ignore_creatures_first))
    r = shape_find_collisions<Form>(t, o, is_creature);

  if (r != TransitionState::Ok && !t.sp.step_down) {
    if (o_static) {
      t.rules.arm(Arm::find_obj_collisions_static_hit, trace::id("object", o.id));
      if (t.rules.has(Divergence::openac_static_recorded))
        t.ci.add_object(o, r);
      else if (!t.oi.is(object_info_flag::kContact))
        t.ci.collided_with_environment = true;
    } else if (ethereal || passable_creature) {
      t.rules.arm(Arm::find_obj_collisions_touched_only, trace::id("object", o.id));
      r = TransitionState::Ok;
      t.ci.collision_normal_valid = false;
      t.ci.add_object(o, TransitionState::Ok);
    } else {
      t.rules.arm(Arm::find_obj_collisions_hit, trace::id("object", o.id));
      t.ci.add_object(o, r);
    }
  }
  t.sp.obstruction_ethereal = false;
  return scope(r);
}

/// Does a port not mind what an object answers? (divergence `ace_ethereal_placement`)
template <class T>
bool is_waved_through(const T& t, const PhysicsObject& o) {
  return t.rules.has(Divergence::ace_ethereal_placement) && t.sp.insert_type == InsertType::Placement &&
         o.is(physics_state::kEthereal);
}

/// The ground the mover's spheres can reach, in the coordinates of `block`'s landblock. Both spheres count with
/// the larger radius: the shape tests use the foot's for both (03 §6.2).
[[nodiscard]] inline Footprint reach_of(const SpherePath& sp, CellId block) {
  // Nearly always the same landblock, and then not worth a call.
  const bool same_block = (block >> 16U) == (sp.check_pos.cell_id >> 16U);
  const Vec3 offset = same_block ? Vec3{} : get_block_offset(block, sp.check_pos.cell_id);
  const auto spheres = sp.global_spheres();
  float radius = 0.0F;
  for (const Sphere& s : spheres) radius = std::max(radius, s.radius);
  Footprint f{std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity(),
              -std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()};
  for (const Sphere& s : spheres) {
    const Vec3 c = s.center + offset;
    const float mx = radius + footprint_margin(c.x);
    const float my = radius + footprint_margin(c.y);
    f = {std::min(f.min_x, c.x - mx), std::min(f.min_y, c.y - my), std::max(f.max_x, c.x + mx),
         std::max(f.max_y, c.y + my)};
  }
  return f;
}

/// Where the spheres are.
[[nodiscard]] inline std::array<Vec3, 2> centres(const SpherePath& sp) {
  return {sp.global_sphere[0].center, sp.num_sphere > 1 ? sp.global_sphere[1].center : Vec3{}};
}

[[nodiscard]] inline bool is_same_place(const std::array<Vec3, 2>& a, const std::array<Vec3, 2>& b) {
  const auto same = [](const Vec3& p, const Vec3& q) { return p.x == q.x && p.y == q.y && p.z == q.z; };
  return same(a[0], b[0]) && same(a[1], b[1]);
}

/// The list from its end, as a port asks it (divergence `ace_objects_descending`).
template <class Form, class T>
TransitionState ask_backwards(T& t, const ShadowList& list) {
  for (std::size_t i = list.size(); i-- > 0;) {
    const PhysicsObject& o = list[i];
    if (o.has_parent || (o.id == t.oi.object_id && o.id != 0)) continue;
    const TransitionState r = find_obj_collisions<Form>(t, o);
    if (r != TransitionState::Ok && !is_waved_through(t, o)) return r;
  }
  return TransitionState::Ok;
}

/// `CObjCell::find_obj_collisions` 0x0052B750: the cell's shadow list in order; the first result that is not
/// Ok stops. Retail asks every object of the list. One that lies beside the spheres answers Ok and leaves
/// nothing behind that anybody reads (the spheres in its axes are worked out anew before each use), so the fast
/// path passes over those; a traced resolve asks all of them, and gives the same bits.
template <class Form, class T>
TransitionState cell_find_obj_collisions(T& t, const ObjectRegistry& registry, const ObjCell& cell) {
  if (t.sp.insert_type == InsertType::InitialPlacement) return TransitionState::Ok;
  if (t.oi.region != nullptr && !t.oi.region->admits(cell)) return TransitionState::Ok;
  const ShadowList& list = registry.shadow_list(cell);
  if (list.empty()) return TransitionState::Ok;
  if (t.rules.has(Divergence::ace_objects_descending)) return ask_backwards<Form>(t, list);
  const ShadowList::Query reach(T::kAsksAll ? Footprint::everywhere() : reach_of(t.sp, cell.id));
  if (list.surely_misses(reach)) return TransitionState::Ok;
  ShadowList::Cursor entries(list, reach);
  std::array<Vec3, 2> at = centres(t.sp);
  for (std::size_t i = entries.next(); i < list.size(); i = entries.next()) {
    const PhysicsObject& o = list[i];
    if (o.has_parent || (o.id == t.oi.object_id && o.id != 0)) continue;
    const TransitionState r = find_obj_collisions<Form>(t, o);
    if (r != TransitionState::Ok && !is_waved_through(t, o)) return r;
    // A step up answers Ok and has moved the spheres: the rest of the list is asked at the new place.
    if (T::kAsksAll || is_same_place(at, centres(t.sp))) continue;
    entries.look_elsewhere(ShadowList::Query(reach_of(t.sp, cell.id)));
    at = centres(t.sp);
  }
  return TransitionState::Ok;
}

}  // namespace surefoot::collide_object
