// Rests a sphere on a plane, or lifts it out of it (spec 04 §2.1). Terrain calls it.
#pragma once

#include "motion/transition.hpp"

namespace surefoot {

/// `OBJECTINFO::validate_walkable` 0x0050D010. `s` is in the block coordinates of the plane; `water_depth` in
/// metres. A sphere is rested on its lowest point, not tangentially.
template <class Rules, class Cells>
TransitionState Transition<Rules, Cells>::validate_walkable(const Sphere& s, const Plane& plane,
                                                            bool is_water, float water_depth,
                                                            CellId cell_id) {
  auto scope = rules.enter(Fn::validate_walkable);
  const Vec3& n = plane.normal;

  if (oi.is(object_info_flag::kIsViewer)) {
    const float dist = (((n.x * s.center.x + n.y * s.center.y) + s.center.z * n.z) + plane.d) - s.radius;
    const bool indoors = sp.begin_pos != nullptr && is_interior(sp.begin_pos->cell_id);
    if (dist > -kEpsilon && (indoors || !rules.has(Divergence::gdle_viewer_clear_indoors))) {
      rules.arm(Arm::validate_walkable_viewer_clear);
      return scope(TransitionState::Ok);
    }
    const Vec3 o = s.center - sp.global_curr_center[0];  // no block offset here
    const float den = dot_zxy(rules, o, n);
    const float t = dist / den;
    if ((t <= 0.0F || t > 1.0F) && indoors) {
      rules.arm(Arm::validate_walkable_viewer_off_path, trace::num("t", t));
      return scope(TransitionState::Ok);
    }
    rules.arm(Arm::validate_walkable_viewer_pulled, trace::num("t", t));
    const float m = -t;
    sp.add_offset_to_check_pos({o.x * m, o.y * m, o.z * m});
    set_collision_normal(n);
    ci.collided_with_environment = true;
    return scope(TransitionState::Adjusted);
  }

  const float low = s.center.z - s.radius;
  const float dist = (dot_yzx(rules, {s.center.x, s.center.y, low}, n) + plane.d) + water_depth;
  const bool lands =
      rules.has(Divergence::openac_walkable_by_allowance) && sp.walkable_allowance == kLandingZ;
  const bool may_stand = sp.step_down || !oi.is(object_info_flag::kOnWalkable) || is_valid_walkable(n) ||
                         (lands && n.z >= kLandingZ);
  const bool report = !oi.is(object_info_flag::kContact) && !sp.step_down;

  if (dist >= -kEpsilon) {
    if (dist > kEpsilon) {
      rules.arm(Arm::validate_walkable_above, trace::cmp("dist", dist, ">", kEpsilon));
      return scope(TransitionState::Ok);
    }
    rules.arm(Arm::validate_walkable_touching, trace::num("dist", dist));
    if (may_stand) ci.set_contact(plane, cell_id, is_water);
    if (report) {
      set_collision_normal(n);
      ci.collided_with_environment = true;
    }
    return scope(TransitionState::Ok);
  }

  if (sp.check_walkable) {
    rules.arm(Arm::validate_walkable_probe_found);
    return scope(TransitionState::Collided);
  }
  const float depth = dist / n.z;  // negative for an upward plane
  TransitionState result = TransitionState::Ok;
  if (may_stand) {
    ci.set_contact(plane, cell_id, is_water);
    if (sp.step_down) {
      const float q = -1.0F / (sp.step_down_amt * sp.walk_interp);
      const float w = (1.0F - q * depth) * sp.walk_interp;
      if (w >= sp.walk_interp || w < kInterpLow) {
        rules.arm(Arm::validate_walkable_step_out_of_range, trace::num("dist", dist),
                  trace::num("walk_interp", w));
        return scope(TransitionState::Collided);  // the contact plane stays set: edge_slide depends on it
      }
      sp.walk_interp = w;
    }
    rules.arm(Arm::validate_walkable_lifted, trace::num("dist", dist), trace::num("lift", -depth));
    sp.add_offset_to_check_pos({0.0F, 0.0F, -depth});
    result = TransitionState::Adjusted;
  } else {
    rules.arm(Arm::validate_walkable_push_suppressed, trace::num("dist", dist),
              trace::cmp("N.z", n.z, "<", floor_z()));
    if (rules.has(Divergence::ad345_adjusted_without_push)) result = TransitionState::Adjusted;
  }
  if (report) {
    set_collision_normal(n);
    ci.collided_with_environment = true;
  }
  return scope(result);
}

}  // namespace surefoot
