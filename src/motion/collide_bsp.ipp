// What a mover's spheres do against a BSP: the six paths (spec 02 §4).
//
// `T` is a Transition; `View` a tree view. Inputs come in local axes from `cache_localspace_sphere`.
#pragma once

#include "motion/transition.hpp"
#include "shape/bsp_queries.hpp"

namespace surefoot::collide_bsp {

/// `rot_zyx` of spec 02 §4.1: the grouping of step_sphere_down's offset.
[[nodiscard]] inline Vec3 rot_zyx(const Position& p, const Vec3& v) {
  const auto& m = p.frame.m;
  return {(m[6] * v.z + m[3] * v.y) + m[0] * v.x, (m[7] * v.z + m[4] * v.y) + m[1] * v.x,
          (m[8] * v.z + m[5] * v.y) + m[2] * v.x};
}

/// The occupancy flag: inside a building shell a mover known to be in an interior cell is not in solid
/// matter.
template <class T>
bool clear_cell(const T& t) {
  return t.sp.bldg_check ? !t.sp.hits_interior_cell : true;
}

/// The common end of paths 3 and 4: the candidate moves by `offset`, the polygon becomes contact and
/// walkable.
template <class T>
TransitionState rest_on(T& t, const Sphere& valid, const PolygonView& poly, const Vec3& offset, float scale) {
  t.sp.add_offset_to_check_pos(offset);
  Plane p = plane_to_global(t.rules, t.sp.check_pos, t.sp.localspace_pos, *poly.plane);
  if (scale != 1.0F && t.rules.has(Divergence::openac_scaled_plane_d)) {
    const Vec3 corner = localtoglobal(t.rules, t.sp.check_pos, t.sp.localspace_pos, poly.vertices[0] * scale);
    p = plane_through(t.rules, p.normal, corner);
  } else {
    p.d = p.d * scale;  // retail multiplies the already global distance
  }
  t.ci.set_contact(p, t.sp.check_pos.cell_id, false);
  t.sp.set_walkable(valid, poly, t.sp.localspace_z, t.sp.localspace_pos, scale);
  return TransitionState::Adjusted;
}

/// `BSPTREE::step_sphere_down` 0x0053A210
template <class T, class View>
TransitionState step_sphere_down(T& t, const View& tree, float scale) {
  auto scope = t.rules.enter(Fn::step_sphere_down);
  const Sphere s0 = t.sp.localspace_sphere[0];
  const float k = -(t.sp.step_down_amt * t.sp.walk_interp);
  const Vec3 movement = (t.sp.localspace_z * k) * (1.0F / scale);
  Sphere valid = s0;
  PolygonView poly;
  if (!find_walkable(t.rules, tree, t.sp.walkable_allowance, t.sp.walk_interp, valid, poly, movement,
                     t.sp.localspace_z)) {
    t.rules.arm(Arm::step_sphere_down_nothing);
    return scope(TransitionState::Ok);
  }
  t.rules.arm(Arm::step_sphere_down_rests, trace::id("polygon", poly.id), trace::vec("N", poly.plane->normal),
              trace::num("walk_interp", t.sp.walk_interp));
  const float back = t.rules.has(Divergence::gdle_step_down_unscaled) ? 1.0F : scale;
  return scope(rest_on(t, valid, poly, rot_zyx(t.sp.localspace_pos, valid.center - s0.center) * back, scale));
}

/// `BSPTREE::step_sphere_up` 0x00539F20. No guard on step_up or step_down.
template <class T>
TransitionState step_sphere_up(T& t, const Vec3& local_normal) {
  auto scope = t.rules.enter(Fn::step_sphere_up);
  const Vec3 g = t.sp.localspace_pos.frame.localtoglobalvec(local_normal);
  if (t.step_up(g)) {
    t.rules.arm(Arm::step_sphere_up_stepped);
    return scope(TransitionState::Ok);
  }
  t.rules.arm(Arm::step_sphere_up_slides);
  if (t.rules.has(Divergence::i116_no_face_normal)) return scope(TransitionState::Collided);
  return scope(t.step_up_slide());
}

/// `BSPTREE::adjust_to_plane` 0x00539BF0: finds the touch time by bisection; one counter spans both loops. Two ports have
/// tests the other way round.
template <class T, class View>
bool adjust_to_plane(const T& t, const View& tree, Sphere& valid, const Vec3& cur_pos, PolygonView hit_poly,
                     Vec3& contact) {
  auto scope = t.rules.enter(Fn::adjust_to_plane);
  const bool ace = t.rules.has(Divergence::ace_refine_inverted);
  const bool gdle = t.rules.has(Divergence::gdle_refine_inverted);
  const Vec3 movement = valid.center - cur_pos;
  float lo = 0.0F;
  float hi = 1.0F;
  int i = 0;
  for (;;) {
    const float time = adjust_sphere_to_poly(t.rules, hit_poly, valid.radius, cur_pos, movement);
    if ((time == 1.0F) != (ace || gdle)) {
      t.rules.arm(Arm::adjust_to_plane_already_touching);
      break;  // bisect the whole bracket
    }
    valid.center = cur_pos + movement * time;
    if (!sphere_intersects_poly(t.rules, tree, valid, movement, hit_poly, contact)) {
      lo = time;
      break;
    }
    ++i;
    hi = time;
    if (i >= kRefineMax) {
      t.rules.arm(Arm::adjust_to_plane_gave_up);
      return scope(false);
    }
  }
  if (gdle) i = 0;
  while (i < kRefineMax) {
    const float m = (lo + hi) * 0.5F;
    valid.center = cur_pos + movement * m;
    if (sphere_intersects_poly(t.rules, tree, valid, movement, hit_poly, contact) != ace)
      hi = m;
    else
      lo = m;
    if (hi - lo < kBracket) {
      if (ace) return scope(false);
      break;
    }
    ++i;
  }
  valid.center = cur_pos + movement * lo;
  t.rules.arm(Arm::adjust_to_plane_refined, trace::num("t", lo));
  return scope(true);
}

/// `BSPTREE::collide_with_pt` 0x0053A090, for path-clipped movers.
template <class T, class View>
TransitionState collide_with_pt(T& t, const View& tree, const Sphere& s, const Vec3& cur_pos,
                                const PolygonView& hit_poly, Vec3& contact, float scale) {
  auto scope = t.rules.enter(Fn::collide_with_pt);
  const Vec3 normal = t.sp.localspace_pos.localtoglobalvec(hit_poly.plane->normal);
  if (!t.oi.is(object_info_flag::kPerfectClip)) {
    t.rules.arm(Arm::collide_with_pt_stopped, trace::vec("N", normal));
    t.set_collision_normal(normal);
    return scope(TransitionState::Collided);
  }
  Sphere valid = s;
  if (!adjust_to_plane(t, tree, valid, cur_pos, hit_poly, contact)) {
    t.rules.arm(Arm::collide_with_pt_no_touch_time);
    return scope(TransitionState::Collided);  // no normal recorded
  }
  t.rules.arm(Arm::collide_with_pt_clipped, trace::vec("N", normal));
  t.set_collision_normal(normal);
  t.sp.add_offset_to_check_pos(t.sp.localspace_pos.localtoglobalvec(valid.center - s.center) * scale);
  return scope(TransitionState::Adjusted);
}

/// For the insert to answer, 0x005398E0: the normal turned round.
template <class T>
void note_near_miss(T& t, bool with_step_up, const PolygonView& hit) {
  t.sp.set_neg_poly_hit(with_step_up, t.sp.localspace_pos.localtoglobalvec(hit.plane->normal));
  if (t.rules.has(Divergence::openac_near_miss_unnegated))
    t.sp.neg_collision_normal = -t.sp.neg_collision_normal;
}

/// Path 5: grounded.
template <class T, class View>
TransitionState find_collisions_grounded(T& t, const View& tree, const Vec3& movement, bool two) {
  const Sphere& s0 = t.sp.localspace_sphere[0];
  const Sphere& s1 = t.sp.localspace_sphere[1];
  Vec3 cp;
  PolygonView hit0;
  if (sphere_intersects_poly(t.rules, tree, s0, movement, hit0, cp)) {
    t.rules.arm(Arm::bsp_find_collisions_grounded_foot, trace::id("polygon", hit0.id),
                trace::vec("N", hit0.plane->normal));
    return step_sphere_up(t, hit0.plane->normal);
  }
  if (two) {
    PolygonView hit1;
    if (sphere_intersects_poly(t.rules, tree, s1, movement, hit1, cp)) {
      t.rules.arm(Arm::bsp_find_collisions_grounded_head, trace::id("polygon", hit1.id),
                  trace::vec("N", hit1.plane->normal));
      Vec3 n = t.sp.localspace_pos.frame.localtoglobalvec(hit1.plane->normal);
      // Always sphere 0, although the head hit.
      return t.slide_sphere(t.sp.global_sphere[0], n, t.sp.global_curr_center[0]);
    }
    if (hit1) {
      t.rules.arm(Arm::bsp_find_collisions_near_miss_head, trace::id("polygon", hit1.id));
      note_near_miss(t, false, hit1);
      return TransitionState::Ok;
    }
    if (hit0) {
      t.rules.arm(Arm::bsp_find_collisions_near_miss_foot, trace::id("polygon", hit0.id));
      note_near_miss(t, true, hit0);
      return TransitionState::Ok;
    }
  }
  t.rules.arm(Arm::bsp_find_collisions_grounded_clear);
  return TransitionState::Ok;
}

/// A landing for the insert to settle.
template <class T>
TransitionState record_landing(T& t, const Vec3& normal) {
  t.sp.set_collide(normal);
  t.sp.walkable_allowance = kLandingZ;
  return TransitionState::Adjusted;
}

/// An old port's answer to a face too steep to stand on (TS-4): what of the move goes into it is taken away.
template <class T>
TransitionState slide_along_steep(T& t, const Vec3& normal) {
  const Vec3 moved = t.sp.get_curr_pos_check_pos_block_offset() +
                     (t.sp.global_sphere[0].center - t.sp.global_curr_center[0]);
  t.set_collision_normal(normal);
  t.set_sliding_normal(normal);
  t.sp.add_offset_to_check_pos(normal * -dot_zyx(t.rules, moved, normal));
  return TransitionState::Slid;
}

/// Path 6: airborne or path-clipped. An overlap counts whatever the movement direction; no steepness test.
template <class T, class View>
TransitionState find_collisions_airborne(T& t, const View& tree, const Vec3& movement, bool two,
                                         float scale) {
  const Sphere& s0 = t.sp.localspace_sphere[0];
  Vec3 cp;
  PolygonView hit;
  if (t.oi.is(object_info_flag::kPathClipped)) {
    if (sphere_intersects_poly(t.rules, tree, s0, movement, hit, cp) || hit) {
      t.rules.arm(Arm::bsp_find_collisions_path_clipped, trace::id("polygon", hit.id));
      return collide_with_pt(t, tree, s0, t.sp.localspace_curr_center[0], hit, cp, scale);
    }
    const Sphere& s1 = t.sp.localspace_sphere[1];
    if (two && t.rules.has(Divergence::ace_path_clipped_head) &&
        (sphere_intersects_poly(t.rules, tree, s1, movement, hit, cp) || hit))
      return collide_with_pt(t, tree, s1, t.sp.localspace_curr_center[1], hit, cp, scale);
    t.rules.arm(Arm::bsp_find_collisions_path_clipped_clear);
    return TransitionState::Ok;  // the head sphere is not tested
  }
  if (sphere_intersects_poly(t.rules, tree, s0, movement, hit, cp) || hit) {
    t.rules.arm(Arm::bsp_find_collisions_airborne_foot, trace::id("polygon", hit.id),
                trace::vec("N", hit.plane->normal));
    Vec3 n = t.sp.localspace_pos.localtoglobalvec(hit.plane->normal);
    if (t.rules.has(Divergence::ts4_steep_slide) && n.z < t.floor_z()) return slide_along_steep(t, n);
    if (t.rules.has(Divergence::i116_slide_first_frame) && n.z <= kLandingZ)  // nobody lands on it
      return t.slide_sphere(t.sp.global_sphere[0], n, t.sp.global_curr_center[0]);
    return record_landing(t, n);
  }
  if (two && (sphere_intersects_poly(t.rules, tree, t.sp.localspace_sphere[1], movement, hit, cp) || hit)) {
    t.rules.arm(Arm::bsp_find_collisions_airborne_head, trace::id("polygon", hit.id),
                trace::vec("N", hit.plane->normal));
    const Vec3 n = t.sp.localspace_pos.localtoglobalvec(hit.plane->normal);
    if (t.rules.has(Divergence::acdream_head_like_foot)) return record_landing(t, n);
    t.set_collision_normal(n);
    return TransitionState::Collided;
  }
  t.rules.arm(Arm::bsp_find_collisions_airborne_clear);
  return TransitionState::Ok;
}

/// `BSPTREE::find_collisions` 0x0053A440: the first path whose precondition holds is the only one that runs.
template <class T, class View>
TransitionState find_collisions(T& t, const View& tree, float scale) {
  auto scope = t.rules.enter(Fn::bsp_find_collisions);
  const Sphere s0 = t.sp.localspace_sphere[0];
  const bool two = t.sp.num_sphere > 1;

  if (t.sp.insert_type == InsertType::Placement || t.sp.obstruction_ethereal) {
    const bool flag = clear_cell(t);
    if (sphere_intersects_solid(t.rules, tree, s0, flag) ||
        (two && sphere_intersects_solid(t.rules, tree, t.sp.localspace_sphere[1], flag))) {
      t.rules.arm(Arm::bsp_find_collisions_occupied);
      return scope(TransitionState::Collided);
    }
    t.rules.arm(Arm::bsp_find_collisions_fits);
    return scope(TransitionState::Ok);
  }
  if (t.sp.check_walkable) {
    // "Collided" here means that something walkable was found (0x00539ED0).
    if (hits_walkable(t.rules, tree, t.sp.walkable_allowance, s0, t.sp.localspace_z)) {
      t.rules.arm(Arm::bsp_find_collisions_support_found);
      return scope(TransitionState::Collided);
    }
    t.rules.arm(Arm::bsp_find_collisions_support_none);
    return scope(TransitionState::Ok);
  }
  if (t.sp.step_down) {
    t.rules.arm(Arm::bsp_find_collisions_step_down);
    return scope(step_sphere_down(t, tree, scale));
  }
  const Vec3 movement = s0.center - t.sp.localspace_curr_center[0];
  if (t.sp.collide) {
    Sphere valid = s0;
    PolygonView poly;
    if (!find_walkable(t.rules, tree, t.sp.walkable_allowance, t.sp.walk_interp, valid, poly, movement,
                       t.sp.localspace_z)) {
      t.rules.arm(Arm::bsp_find_collisions_landing_nothing);
      return scope(TransitionState::Ok);
    }
    t.rules.arm(Arm::bsp_find_collisions_landing, trace::id("polygon", poly.id),
                trace::vec("N", poly.plane->normal));
    return scope(rest_on(t, valid, poly,
                         t.sp.localspace_pos.localtoglobalvec(valid.center - s0.center) * scale, scale));
  }
  if (t.oi.is(object_info_flag::kContact)) return scope(find_collisions_grounded(t, tree, movement, two));
  return scope(find_collisions_airborne(t, tree, movement, two, scale));
}

/// `BSPTREE::placement_insert` 0x00539960, for InitialPlacement only: pushes the spheres out of what they are
/// in.
template <class T, class View>
TransitionState placement_insert(T& t, const View& tree) {
  auto scope = t.rules.enter(Fn::bsp_placement_insert);
  const bool flag = clear_cell(t);
  const bool two = t.sp.num_sphere > 1;
  const Vec3 start = t.sp.localspace_sphere[0].center;
  Sphere a = t.sp.localspace_sphere[0];
  Sphere b = two ? t.sp.localspace_sphere[1] : Sphere{};
  float radius = a.radius;
  PolygonView hit;
  for (int i = 0; i < kPlacementMax; ++i) {
    bool center_solid = false;
    Sphere* target = nullptr;
    Sphere* other = nullptr;
    if (sphere_intersects_solid_poly(t.rules, tree, a, radius, center_solid, hit, flag)) {
      target = &a;
      other = &b;
    } else if (two && sphere_intersects_solid_poly(t.rules, tree, b, radius, center_solid, hit, flag)) {
      target = &b;  // `center_solid` and `hit` carry over from the foot's test
      other = &a;
    } else {
      if (i == 0) {
        t.rules.arm(Arm::bsp_placement_insert_clear);
        return scope(TransitionState::Ok);
      }
      t.rules.arm(Arm::bsp_placement_insert_pushed_out,
                  trace::count("passes", static_cast<std::uint32_t>(i)));
      const Vec3 push = a.center - start;
      t.sp.add_offset_to_check_pos(
          t.rules.has(Divergence::openac_placement_local_offset)
              ? push
              : t.sp.localspace_pos.localtoglobalvec(push));  // no scale, as in retail
      return scope(TransitionState::Adjusted);
    }
    if (hit) {
      adjust_to_placement_poly(t.rules, hit, *target, *other, radius, center_solid, flag);
      if (!t.rules.has(Divergence::gdle_placement_keeps_hit)) {
        hit = {};
        if (!t.rules.has(Divergence::openac_placement_keeps_radius)) radius = a.radius;
      }
    } else {
      radius = radius + radius;  // a solid centre with no polygon near: widen the prune
    }
  }
  t.rules.arm(Arm::bsp_placement_insert_stuck);
  return scope(TransitionState::Collided);
}

}  // namespace surefoot::collide_bsp
