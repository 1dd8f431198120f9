// What a mover's spheres do against a sphere of an object (spec 03 §6).
//
// `T` is a Transition; `self` the target, in the block coordinates of check_pos. Every NORMAL here is a plain
// difference of places that may lie in two landblocks, and is off by ±192 on a step that crosses a border:
// the client's, kept (03 §8, W19). Only MOVEMENT vectors carry the block offset.
#pragma once

#include "motion/transition.hpp"
#include "shape/sphere_tests.hpp"

namespace surefoot::collide_sphere {

/// 0x005369E0: touching counts.
template <class T>
[[nodiscard]] bool collides_with_sphere(const T& t, const Vec3& disp, float radsum) {
  return radsum * radsum >= dot_zyx(t.rules, disp, disp);
}

/// Where the mover's sphere started, for normals: as it stands, in the block of curr_pos.
template <class T>
Vec3 start_center(const T& t, std::size_t i) {
  const Vec3& c = t.sp.global_curr_center[i];
  return t.rules.has(Divergence::openac_no_seam) ? c - t.sp.get_curr_pos_check_pos_block_offset() : c;
}

/// The foot's slide off a sphere too high to step on, 0x00536F40: not the general slide, its opposed case
/// differs.
template <class T>
TransitionState slide_sphere_foot(T& t, const Sphere& self, const Vec3& disp) {
  auto scope = t.rules.enter(Fn::sphere_slide_foot);
  Vec3 nrm = start_center(t, 0) - self.center;
  if (t.normalize_small(nrm)) {
    t.rules.arm(Arm::sphere_slide_foot_concentric);
    return scope(TransitionState::Collided);
  }
  if (t.rules.has(Divergence::openac_foot_slide_general))
    return scope(t.slide_sphere(t.sp.global_sphere[0], nrm, t.sp.global_curr_center[0]));
  t.set_collision_normal(nrm);
  const Vec3& n = t.ci.ground_normal();
  const Vec3 dir = cross(nrm, n);
  const Vec3 off = t.sp.get_curr_pos_check_pos_block_offset() +
                   (t.sp.global_sphere[0].center - t.sp.global_curr_center[0]);
  const float l = dot_zyx(t.rules, dir, dir);
  if (l >= kEpsilon) {
    const float k = dot_zyx(t.rules, off, dir);
    const float inv = 1.0F / l;
    Vec3 s = (dir * k) * inv;
    if (t.rules.has(Divergence::gdle_foot_slide)) s = s * inv;
    const float left = t.rules.has(Divergence::gdle_foot_slide) ? s.x * s.x : dot_zyx(t.rules, s, s);
    if (left < kEpsilon) {
      t.rules.arm(Arm::sphere_slide_foot_too_short, trace::vec("N", nrm),
                  trace::cmp("left²", left, "<", kEpsilon));
      return scope(TransitionState::Collided);
    }
    t.rules.arm(Arm::sphere_slide_foot_crease, trace::vec("N", nrm), trace::vec("slide", s));
    t.sp.add_offset_to_check_pos(s - off);
    return scope(TransitionState::Slid);
  }
  if (dot_zyx(t.rules, n, disp) < 0.0F) {
    t.rules.arm(Arm::sphere_slide_foot_opposed, trace::vec("N", nrm));
    return scope(TransitionState::Collided);
  }
  t.rules.arm(Arm::sphere_slide_foot_same_direction, trace::vec("N", nrm));
  const float k = dot_zyx(t.rules, off, nrm);
  t.sp.add_offset_to_check_pos((-nrm) * k);
  return scope(TransitionState::Slid);
}

/// 0x00537A10
template <class T>
TransitionState slide_sphere_head(T& t, const Sphere& self) {
  Vec3 nrm = start_center(t, 1) - self.center;
  if (t.normalize_small(nrm)) {
    t.rules.arm(Arm::sphere_intersects_sphere_head_concentric);
    return TransitionState::Collided;
  }
  return t.slide_sphere(t.sp.global_sphere[1], nrm, t.sp.global_curr_center[1]);
}

/// 0x00537900
template <class T>
TransitionState step_sphere_up(T& t, const Sphere& self, const Vec3& disp, float radsum) {
  const float r = radsum + kEpsilon;
  if (t.oi.step_up_height < r - disp.z) {
    t.rules.arm(Arm::sphere_intersects_sphere_too_high,
                trace::cmp("step_up_height", t.oi.step_up_height, "<", r - disp.z));
    return slide_sphere_foot(t, self, disp);
  }
  const Vec3 normal = start_center(t, 0) - self.center;  // not normalised, as in the client
  t.rules.arm(Arm::sphere_intersects_sphere_step_up, trace::vec("N", normal));
  if (t.step_up(normal)) return TransitionState::Ok;
  return t.step_up_slide();
}

/// The end of a rest on a sphere or cylinder: the contact plane is flagged as water on purpose (no safety
/// lift).
template <class T>
void rest_on(T& t, const Plane& plane, float walk_interp, const Vec3& offset) {
  t.ci.set_contact(plane, t.sp.check_pos.cell_id, true);
  t.sp.walk_interp = walk_interp;
  t.sp.add_offset_to_check_pos(offset);
}

/// 0x00536D20
template <class T>
TransitionState step_sphere_down(T& t, const Sphere& self, Vec3 disp, float radsum) {
  auto scope = t.rules.enter(Fn::sphere_step_sphere_down);
  const float yy = disp.y * disp.y;
  const float xx = disp.x * disp.x;
  if (radsum * radsum < dot_zxy(t.rules, disp, disp)) {
    if (t.sp.num_sphere <= 1 ||
        !collides_with_sphere(t, t.sp.global_sphere[1].center - self.center, radsum)) {
      t.rules.arm(Arm::sphere_step_sphere_down_clear);
      return scope(TransitionState::Ok);
    }
  }
  const float s = t.sp.step_down_amt * t.sp.walk_interp;
  if (std::fabs(s) < kEpsilon) {
    t.rules.arm(Arm::sphere_step_sphere_down_no_way_left);
    return scope(TransitionState::Collided);
  }
  const float r = radsum + kEpsilon;
  const float radicand = r * r - (xx + yy);
  if (radicand < 0.0F) {  // the client would go on with a NaN (03 §15)
    t.rules.arm(Arm::sphere_step_sphere_down_beside);
    return scope(TransitionState::Collided);
  }
  const float f = (std::sqrt(radicand) - disp.z) / s;
  const float w = (1.0F - f) * t.sp.walk_interp;
  if (w >= t.sp.walk_interp || w < kInterpLow) {
    t.rules.arm(Arm::sphere_step_sphere_down_out_of_range, trace::num("walk_interp", w));
    return scope(TransitionState::Collided);
  }
  const float dz = s * f;
  const float z = dz + disp.z;
  const float inv = 1.0F / r;
  disp = {inv * disp.x, inv * disp.y, z * inv};
  if (disp.z <= t.sp.walkable_allowance) {
    t.rules.arm(Arm::sphere_step_sphere_down_too_steep,
                trace::cmp("N.z", disp.z, "<=", t.sp.walkable_allowance));
    return scope(TransitionState::Ok);
  }
  t.rules.arm(Arm::sphere_step_sphere_down_rests, trace::vec("N", disp), trace::num("walk_interp", w));
  rest_on(t, plane_through(t.rules, disp, self.center + disp * self.radius), w, {0.0F, 0.0F, dz});
  return scope(TransitionState::Adjusted);
}

/// 0x00537230; `i` is the mover's sphere.
template <class T>
TransitionState collide_with_point(T& t, const Sphere& self, float radsum, std::size_t i) {
  auto scope = t.rules.enter(Fn::sphere_collide_with_point);
  const Vec3 curr = t.sp.global_curr_center[i];
  const Vec3 check = t.sp.global_sphere[i].center;
  if (!t.oi.is(object_info_flag::kPerfectClip)) {
    Vec3 v = start_center(t, i) - self.center;
    if (!t.normalize_small(v)) t.set_collision_normal(v);
    t.rules.arm(Arm::sphere_collide_with_point_stopped, trace::vec("N", v));
    return scope(TransitionState::Collided);
  }
  const float r = radsum + kEpsilon;
  const Vec3 off = t.sp.get_curr_pos_check_pos_block_offset() + (check - curr);
  float f = find_time_of_collision(t.rules, off, start_center(t, i) - self.center, r);
  // A miss is −1 in the ports too (03 §17.1).
  if (t.rules.has(Divergence::ace_clip_time_negated) && f != -1.0F) f = -f;
  if (f < kEpsilon || f > 1.0F) {
    t.rules.arm(Arm::sphere_collide_with_point_no_touch_time, trace::num("t", f));
    return scope(TransitionState::Collided);
  }
  const Vec3 o = off * f - off;
  const Vec3 from_center = (o + check) - self.center;
  const Vec3 nrm = from_center * (1.0F / (t.rules.has(Divergence::ace_clip_normal_radsum) ? radsum : r));
  t.rules.arm(Arm::sphere_collide_with_point_clipped, trace::num("t", f), trace::vec("N", nrm));
  t.set_collision_normal(nrm);
  t.sp.add_offset_to_check_pos(t.rules.has(Divergence::ace_clip_offset_from_center) ? from_center : o);
  return scope(TransitionState::Adjusted);
}

/// 0x005379A0. The collision normal is not set here.
template <class T>
TransitionState land_on_sphere(T& t, const Sphere& self) {
  Vec3 v = start_center(t, 0) - self.center;
  if (t.normalize_small(v)) {
    t.rules.arm(Arm::sphere_intersects_sphere_land_concentric);
    return TransitionState::Collided;
  }
  t.rules.arm(Arm::sphere_intersects_sphere_land, trace::vec("N", v));
  t.sp.set_collide(v);
  t.sp.walkable_allowance = kLandingZ;
  return TransitionState::Adjusted;
}

/// Arm 5: the mover was told to look for a resting point. `any_hits`: one of its spheres overlaps the target.
template <class T>
TransitionState rest_after_collide(T& t, Vec3 disp, bool any_hits, float radsum) {
  const bool solve_anyway = t.sp.num_sphere <= 1 && t.rules.has(Divergence::gdle_one_sphere_rest);
  if (!any_hits && !solve_anyway) {
    t.rules.arm(Arm::sphere_intersects_sphere_rest_clear);
    return TransitionState::Ok;
  }
  Vec3 m = (t.sp.global_curr_center[0] - t.sp.global_sphere[0].center) -
           t.sp.get_curr_pos_check_pos_block_offset();
  const float r = radsum + kEpsilon;
  const float a = dot_zyx(t.rules, m, m);
  const float md = dot_yxz(t.rules, m, disp);
  const float b = -md;
  if (std::fabs(a) < kEpsilon) {
    t.rules.arm(Arm::sphere_intersects_sphere_rest_no_way);
    return TransitionState::Collided;
  }
  const float radicand = b * b - (dot_yxz(t.rules, disp, disp) - r * r) * a;
  if (radicand < 0.0F) {  // only when the head alone overlaps; the client would go on with a NaN (03 §15)
    t.rules.arm(Arm::sphere_intersects_sphere_rest_head_only);
    return t.rules.has(Divergence::gdle_nan_radicand) ? TransitionState::Ok : TransitionState::Collided;
  }
  float q = std::sqrt(radicand) - md;
  if (q > 1.0F) q = (b + b) - q;  // compared before the division, as in the client
  const float f = q / a;
  const float w = (1.0F - f) * t.sp.walk_interp;
  if (!(w < t.sp.walk_interp && w >= kInterpLow)) {
    t.rules.arm(Arm::sphere_intersects_sphere_rest_out_of_range, trace::num("walk_interp", w));
    return TransitionState::Collided;
  }
  m = m * f;
  disp = m + disp;
  const float inv = 1.0F / r;
  disp = {inv * disp.x, inv * disp.y, inv * disp.z};
  if (!(disp.z > t.sp.walkable_allowance)) {
    t.rules.arm(Arm::sphere_intersects_sphere_rest_too_steep,
                trace::cmp("N.z", disp.z, "<=", t.sp.walkable_allowance));
    return TransitionState::Ok;
  }
  const Sphere foot = t.sp.global_sphere[0];
  t.rules.arm(Arm::sphere_intersects_sphere_rest, trace::vec("N", disp), trace::num("walk_interp", w));
  rest_on(t, plane_through(t.rules, disp, foot.center - disp * foot.radius), w, m);
  return TransitionState::Adjusted;
}

/// `CSphere::intersects_sphere` 0x00537A80
template <class T>
TransitionState intersects_sphere(T& t, const Sphere& self, bool is_creature) {
  auto scope = t.rules.enter(Fn::sphere_intersects_sphere);
  const bool two = t.sp.num_sphere > 1;
  const Vec3 disp = t.sp.global_sphere[0].center - self.center;
  const float radsum =
      (self.radius + t.sp.global_sphere[0].radius) - kEpsilon;  // this order; cylinders differ
  const bool head_hits = two && collides_with_sphere(t, t.sp.global_sphere[1].center - self.center, radsum);

  if (t.sp.obstruction_ethereal || t.sp.insert_type == InsertType::Placement) {
    if (t.sp.obstruction_ethereal && t.rules.has(Divergence::openac_ethereal_sphere_untested))
      return scope(TransitionState::Ok);
    const bool overlaps = radsum * radsum >= dot_yxz(t.rules, disp, disp) || head_hits;
    t.rules.arm(overlaps ? Arm::sphere_intersects_sphere_occupied : Arm::sphere_intersects_sphere_fits);
    return scope(overlaps ? TransitionState::Collided : TransitionState::Ok);
  }
  if (t.sp.step_down) {
    if (is_creature) {
      t.rules.arm(Arm::sphere_intersects_sphere_creature_step_down);
      return scope(TransitionState::Ok);
    }
    return scope(step_sphere_down(t, self, disp, radsum));
  }
  if (t.sp.check_walkable) {
    const bool overlaps = collides_with_sphere(t, disp, radsum) || head_hits;
    t.rules.arm(overlaps ? Arm::sphere_intersects_sphere_support_found
                         : Arm::sphere_intersects_sphere_support_none);
    return scope(overlaps ? TransitionState::Collided : TransitionState::Ok);
  }
  if (t.sp.collide) {
    if (is_creature != t.rules.has(Divergence::gdle_sphere_land_inverted)) {
      t.rules.arm(Arm::sphere_intersects_sphere_creature_rest);
      return scope(TransitionState::Ok);
    }
    return scope(rest_after_collide(t, disp, collides_with_sphere(t, disp, radsum) || head_hits, radsum));
  }
  const bool foot_hits = collides_with_sphere(t, disp, radsum);
  if (t.oi.is(object_info_flag::kContact | object_info_flag::kOnWalkable)) {
    if (foot_hits) return scope(step_sphere_up(t, self, disp, radsum));
    if (head_hits) {
      t.rules.arm(Arm::sphere_intersects_sphere_grounded_head);
      return scope(slide_sphere_head(t, self));
    }
  } else if (t.oi.is(object_info_flag::kPathClipped)) {
    if (foot_hits) return scope(collide_with_point(t, self, radsum, 0));  // the head is ignored
  } else {
    if (foot_hits) return scope(land_on_sphere(t, self));
    if (head_hits) return scope(collide_with_point(t, self, radsum, 1));
  }
  t.rules.arm(Arm::sphere_intersects_sphere_clear);
  return scope(TransitionState::Ok);
}

}  // namespace surefoot::collide_sphere
