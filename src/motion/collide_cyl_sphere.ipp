// What a mover's spheres do against an upright cylinder of an object (spec 03 §7): flat caps, square rims.
#pragma once

#include <optional>

#include "motion/collide_sphere.ipp"
#include "motion/resolve.hpp"

namespace surefoot::collide_cyl_sphere {

/// Displacement of a mover's sphere from the cylinder, and the common sum of radii (built from the foot's).
struct Contact {
  Vec3 disp;
  float radsum = 0.0F;
  std::size_t sphere = 0;  ///< which of the mover's
};

/// 0x0053A880: a slab test, not a capsule.
[[nodiscard]] inline bool collides_with_sphere(const CylSphere& self, float check_radius, const Vec3& disp,
                                               float radsum) {
  const float half = self.height * 0.5F;
  return radsum * radsum >= disp.x * disp.x + disp.y * disp.y &&
         (check_radius - kEpsilon) + half >= std::fabs(half - disp.z);
}

/// 0x0053AB50: the normal (not normalised), and whether wall or cap was surely hit.
template <class T>
bool normal_of_collision(const T& t, const CylSphere& self, const Contact& c, Vec3& normal) {
  const Vec3 old = collide_sphere::start_center(t, c.sphere) - self.low_pt;
  if (c.radsum * c.radsum < old.y * old.y + old.x * old.x) {
    normal = {old.x, old.y, 0.0F};
    const float half = self.height * 0.5F;
    return (t.sp.global_sphere[c.sphere].radius - kEpsilon) + half >= std::fabs(half - old.z) ||
           std::fabs(old.z - c.disp.z) <= kEpsilon;
  }
  normal = {0.0F, 0.0F, c.disp.z - old.z <= 0.0F ? 1.0F : -1.0F};
  return true;
}

/// The same made unit. False, which no input brings about: it has no direction. A wall's normal is longer than
/// the common radius, and that is at least a mover's least radius less an epsilon.
template <class T>
bool unit_normal_of_collision(const T& t, const CylSphere& self, const Contact& c, Vec3& normal) {
  static_assert(kMinSphereRadius > 2.0F * kEpsilon, "the arms `concentric` are called unreachable");
  normal_of_collision(t, self, c, normal);
  if (!t.normalize_small(normal)) return true;
  t.rules.arm(Arm::cyl_intersects_sphere_concentric);
  return false;
}

/// 0x0053B2A0
template <class T>
TransitionState slide_sphere(T& t, const CylSphere& self, const Contact& c) {
  Vec3 nrm;
  if (!unit_normal_of_collision(t, self, c, nrm)) return TransitionState::Collided;
  return t.slide_sphere(t.sp.global_sphere[c.sphere], nrm, t.sp.global_curr_center[c.sphere]);
}

/// 0x0053B310. The normal is in world axes already and is turned once more by the object's frame: the
/// client's, kept.
template <class T>
TransitionState step_sphere_up(T& t, const CylSphere& self, const Contact& c) {
  const float needed = (t.sp.global_sphere[0].radius + self.height) - c.disp.z;
  if (t.oi.step_up_height < needed) {
    t.rules.arm(Arm::cyl_intersects_sphere_too_high,
                trace::cmp("step_up_height", t.oi.step_up_height, "<", needed));
    return slide_sphere(t, self, c);
  }
  Vec3 nrm;
  if (!unit_normal_of_collision(t, self, c, nrm)) return TransitionState::Collided;
  const Vec3 v = t.sp.localspace_pos.localtoglobalvec(nrm);
  t.rules.arm(Arm::cyl_intersects_sphere_step_up, trace::vec("N", v));
  if (t.step_up(v)) return TransitionState::Ok;
  return t.step_up_slide();
}

/// 0x0053B3D0
template <class T>
TransitionState land_on_cylinder(T& t, const CylSphere& self, const Contact& c) {
  Vec3 nrm;
  if (!unit_normal_of_collision(t, self, c, nrm)) return TransitionState::Collided;
  t.rules.arm(Arm::cyl_intersects_sphere_land, trace::vec("N", nrm));
  t.sp.set_collide(nrm);
  t.sp.walkable_allowance = kLandingZ;
  return TransitionState::Adjusted;
}

/// 0x0053A9B0: a top is always flat and always accepted.
template <class T>
TransitionState step_sphere_down(T& t, const CylSphere& self, const Vec3& disp, bool any_hits) {
  auto scope = t.rules.enter(Fn::cyl_step_sphere_down);
  if (!any_hits) {
    t.rules.arm(Arm::cyl_step_sphere_down_clear);
    return scope(TransitionState::Ok);
  }
  const float s = t.sp.step_down_amt * t.sp.walk_interp;
  if (std::fabs(s) < kEpsilon) {
    t.rules.arm(Arm::cyl_step_sphere_down_no_way_left);
    return scope(TransitionState::Collided);
  }
  const Sphere foot = t.sp.global_sphere[0];
  const float dz = (self.height + foot.radius) - disp.z;
  const float w = (1.0F - dz / s) * t.sp.walk_interp;
  if (w >= t.sp.walk_interp || w < kInterpLow) {
    t.rules.arm(Arm::cyl_step_sphere_down_out_of_range, trace::num("walk_interp", w));
    return scope(TransitionState::Collided);
  }
  t.rules.arm(Arm::cyl_step_sphere_down_rests, trace::num("walk_interp", w));
  Vec3 p{foot.center.x, foot.center.y, (dz - foot.radius) + foot.center.z};
  if (t.rules.has(Divergence::gdle_cyl_down_xz)) p = {p.z, p.y, 0.0F};
  const CellId stale = t.ci.contact_plane.cell_id;
  collide_sphere::rest_on(t, plane_through(t.rules, {0.0F, 0.0F, 1.0F}, p), w, {0.0F, 0.0F, dz});
  if (t.rules.has(Divergence::ace_cyl_down_stale_cell)) t.ci.contact_plane.cell_id = stale;
  return scope(TransitionState::Adjusted);
}

/// The perfect clip of 0x0053ACB0: where along the movement wall or cap is touched.
struct Clip {
  const CylSphere& self;
  Vec3 m;      ///< movement
  Vec3 old;    ///< start of the mover's foot, from low_pt
  Vec3 start;  ///< start of the mover's foot
  float check_radius;
  float r;       ///< radsum + epsilon
  float wall_r;  ///< what a wall's normal is divided by: the same

  [[nodiscard]] float a() const { return m.y * m.y + m.x * m.x; }
  /// Time to the wall; absent when the way passes beside it.
  [[nodiscard]] std::optional<float> wall() const {
    const float aa = a();
    const float mo = m.y * old.y + m.x * old.x;
    const float b = -mo;
    const float d = b * b - ((old.y * old.y + old.x * old.x) - r * r) * aa;
    if (!(d >= 0.0F)) return std::nullopt;
    const float q = std::sqrt(d);
    return b - q < 0.0F ? (q - mo) / aa : (b - q) / aa;
  }
  /// Time to the cap from height `z` over low_pt.
  [[nodiscard]] float cap(float z) const {
    return m.z > 0.0F ? -((z + check_radius) / m.z) : ((check_radius + self.height) - z) / m.z;
  }
  [[nodiscard]] Vec3 radial(const Vec3& o) const {
    Vec3 v = (start + o) - self.low_pt;
    const float inv = 1.0F / wall_r;
    return {inv * v.x, inv * v.y, inv * 0.0F};
  }
};

/// 0x0053ACB0
template <class T>
TransitionState collide_with_point(T& t, const CylSphere& self, const Contact& c) {
  auto scope = t.rules.enter(Fn::cyl_collide_with_point);
  Vec3 nrm;
  const bool definite = normal_of_collision(t, self, c, nrm);
  if (t.normalize_small(nrm)) {
    t.rules.arm(Arm::cyl_collide_with_point_concentric);
    return scope(TransitionState::Collided);
  }
  if (!t.oi.is(object_info_flag::kPerfectClip)) {
    t.rules.arm(Arm::cyl_collide_with_point_stopped, trace::vec("N", nrm));
    t.set_collision_normal(nrm);
    return scope(TransitionState::Collided);
  }
  const Vec3 check = t.sp.global_sphere[c.sphere].center;
  // The foot's start, whichever sphere hits.
  const Vec3 start = collide_sphere::start_center(t, 0);
  const float r = c.radsum + kEpsilon;
  const Clip clip{self,
                  t.sp.get_curr_pos_check_pos_block_offset() + (check - t.sp.global_curr_center[0]),
                  start - self.low_pt,
                  start,
                  t.sp.global_sphere[c.sphere].radius,
                  r,
                  t.rules.has(Divergence::gdle_cyl_wall_radsum) ? c.radsum : r};
  const bool rim_by_motion = !definite && t.rules.has(Divergence::ace_cyl_clip_rim);
  float f = 0.0F;
  Vec3 o;
  if (!definite || nrm.z != 0.0F) {
    if (std::fabs(clip.m.z) < kEpsilon) {
      t.rules.arm(Arm::cyl_collide_with_point_level);
      return scope(TransitionState::Collided);
    }
    f = clip.cap(rim_by_motion ? clip.m.z : clip.old.z);
    o = clip.m * f;
  }
  if (!definite) {
    nrm = {0.0F, 0.0F, clip.m.z > 0.0F ? -1.0F : 1.0F};
    const float x = o.x + clip.old.x;
    const float y = o.y + clip.old.y;
    if (y * y + x * x >= clip.r * clip.r) {  // passes beside the cap
      const float a = clip.a();
      if (std::fabs(a) < kEpsilon) {
        t.rules.arm(Arm::cyl_collide_with_point_upright);
        return scope(TransitionState::Collided);
      }
      const auto wall = clip.wall();
      if (wall && a > kEpsilon) {  // otherwise the cap's time and offset stay
        f = *wall;
        o = clip.m * f;
      }
      nrm = clip.radial(o);
    }
  } else if (nrm.z == 0.0F) {
    const auto wall = clip.wall();
    if (!(wall && clip.a() >= kEpsilon)) {
      t.rules.arm(Arm::cyl_collide_with_point_beside);
      return scope(TransitionState::Collided);
    }
    f = *wall;
    o = clip.m * f;
    nrm = clip.radial(o);
  }
  if (f < 0.0F || f > 1.0F) {
    t.rules.arm(Arm::cyl_collide_with_point_no_touch_time, trace::num("t", f));
    return scope(TransitionState::Collided);
  }
  t.rules.arm(Arm::cyl_collide_with_point_clipped, trace::num("t", f), trace::vec("N", nrm));
  t.set_collision_normal(nrm);
  t.sp.add_offset_to_check_pos((rim_by_motion ? start - o : start + o) - check);
  return scope(TransitionState::Adjusted);
}

/// Arm 5: rests on the flat top, back along the movement.
template <class T>
TransitionState rest_after_collide(T& t, const CylSphere& self, const Vec3& disp, bool any_hits,
                                   float radsum) {
  if (!any_hits) {
    t.rules.arm(Arm::cyl_intersects_sphere_rest_clear);
    return TransitionState::Ok;
  }
  const Sphere foot = t.sp.global_sphere[0];
  const Vec3 m = (t.sp.global_curr_center[0] - foot.center) - t.sp.get_curr_pos_check_pos_block_offset();
  if (std::fabs(m.z) < kEpsilon) {
    t.rules.arm(Arm::cyl_intersects_sphere_rest_level);
    return TransitionState::Collided;
  }
  const float f = ((self.height + foot.radius) - disp.z) / m.z;
  const Vec3 o = m * f;
  const float x = o.x + disp.x;
  const float y = o.y + disp.y;
  if (radsum * radsum < y * y + x * x) {
    t.rules.arm(Arm::cyl_intersects_sphere_rest_beside);
    return TransitionState::Ok;
  }
  const float w = (1.0F - f) * t.sp.walk_interp;
  if (!(w < t.sp.walk_interp && w >= kInterpLow)) {
    t.rules.arm(Arm::cyl_intersects_sphere_rest_out_of_range, trace::num("walk_interp", w));
    return TransitionState::Collided;
  }
  t.rules.arm(Arm::cyl_intersects_sphere_rest, trace::num("walk_interp", w));
  Vec3 p = foot.center + o;
  p.z = p.z - foot.radius;
  collide_sphere::rest_on(t, plane_through(t.rules, {0.0F, 0.0F, 1.0F}, p), w, o);
  return TransitionState::Adjusted;
}

/// `CCylSphere::intersects_sphere` 0x0053B440
template <class T>
TransitionState intersects_sphere(T& t, const CylSphere& self) {
  auto scope = t.rules.enter(Fn::cyl_intersects_sphere);
  const auto& g = t.sp.global_sphere;
  const bool two = t.sp.num_sphere > 1;
  const float radsum =
      (self.radius - kEpsilon) + g[0].radius;  // not the order of spheres: the bits can differ
  const Contact foot{g[0].center - self.low_pt, radsum, 0};
  const Contact head{two ? g[1].center - self.low_pt : Vec3{}, radsum, 1};
  const bool foot_hits = collides_with_sphere(self, g[0].radius, foot.disp, radsum);
  const bool head_hits = two && collides_with_sphere(self, g[1].radius, head.disp, radsum);
  const bool any_hits = foot_hits || head_hits;

  if (t.sp.insert_type == InsertType::Placement || t.sp.obstruction_ethereal) {
    t.rules.arm(any_hits ? Arm::cyl_intersects_sphere_occupied : Arm::cyl_intersects_sphere_fits);
    return scope(any_hits ? TransitionState::Collided : TransitionState::Ok);
  }
  if (t.sp.step_down) return scope(step_sphere_down(t, self, foot.disp, any_hits));
  if (t.sp.check_walkable) {
    t.rules.arm(any_hits ? Arm::cyl_intersects_sphere_support_found
                         : Arm::cyl_intersects_sphere_support_none);
    return scope(any_hits ? TransitionState::Collided : TransitionState::Ok);
  }
  if (t.sp.collide) {
    return scope(t.rules.has(Divergence::gdle_cyl_land_sphere)
                     ? collide_sphere::rest_after_collide(t, foot.disp, any_hits, radsum)
                     : rest_after_collide(t, self, foot.disp, any_hits, radsum));
  }
  if (t.oi.is(object_info_flag::kContact | object_info_flag::kOnWalkable)) {
    if (foot_hits) return scope(step_sphere_up(t, self, foot));
    if (head_hits) {
      t.rules.arm(Arm::cyl_intersects_sphere_grounded_head);
      const bool by_foot = t.rules.has(Divergence::ace_cyl_head_slide);
      return scope(slide_sphere(t, self, by_foot ? Contact{foot.disp, radsum, 1} : head));
    }
  } else if (t.oi.is(object_info_flag::kPathClipped)) {
    if (foot_hits) return scope(collide_with_point(t, self, foot));
  } else {
    if (foot_hits) return scope(land_on_cylinder(t, self, foot));
    if (head_hits) return scope(collide_with_point(t, self, head));
  }
  t.rules.arm(Arm::cyl_intersects_sphere_clear);
  return scope(TransitionState::Ok);
}

}  // namespace surefoot::collide_cyl_sphere
