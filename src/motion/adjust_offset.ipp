// Turns the wished sub-step into the one allowed by the surface stood on and the wall slid along (spec 04
// §6.3).
#pragma once

#include "motion/transition.hpp"

namespace surefoot {

/// `CTransition::adjust_offset` 0x0050A370. May also lift the candidate (the safety lift).
template <class Rules, class Cells>
Vec3 Transition<Rules, Cells>::adjust_offset(Vec3 v) {
  auto scope = rules.enter(Fn::adjust_offset);
  bool slide = false;
  if (ci.sliding_normal_valid) {
    const float into = dot_zyx(rules, v, ci.sliding_normal);
    if (into < 0.0F) {
      slide = true;
    } else {
      rules.arm(Arm::adjust_offset_sliding_dropped, trace::cmp("wish·sliding_normal", into, ">=", 0.0F));
      ci.sliding_normal_valid = false;
    }
  }
  const Vec3 s_n = ci.sliding_normal;

  if (!ci.contact_plane_valid) {
    if (slide) {
      const float a = dot_xzy(rules, v, s_n);
      rules.arm(Arm::adjust_offset_air_slide, trace::vec("sliding_normal", s_n), trace::num("into it", a));
      v = {v.x - a * s_n.x, v.y - a * s_n.y, v.z - a * s_n.z};
    } else {
      rules.arm(Arm::adjust_offset_free);
    }
    return scope(v);
  }

  const Vec3 n = ci.contact_plane.plane.normal;
  const float a = dot_zyx(rules, v, n);
  if (slide) {
    Vec3 c = cross(n, s_n);
    if (normalize_small(c)) {
      rules.arm(Arm::adjust_offset_crease_degenerate, trace::vec("contact N", n),
                trace::vec("sliding_normal", s_n));
      v = {};
    } else {
      const float k = dot_zyx(rules, c, v);
      rules.arm(Arm::adjust_offset_crease, trace::vec("crease", c), trace::num("along it", k));
      v = {c.x * k, c.y * k, c.z * k};
    }
  } else if (a <= 0.0F) {
    rules.arm(Arm::adjust_offset_project, trace::vec("contact N", n), trace::cmp("wish·N", a, "<=", 0.0F));
    v = {v.x - a * n.x, v.y - a * n.y, v.z - a * n.z};
  } else if (rules.has(Divergence::ad65_away_subtract)) {
    v = {v.x - a * n.x, v.y - a * n.y, v.z - a * n.z};
  } else {
    rules.arm(Arm::adjust_offset_snap, trace::vec("contact N", n), trace::cmp("wish·N", a, ">", 0.0F));
    if (rules.has(Divergence::gdle_snap_short))
      ci.contact_plane.plane.snap_to_plane_short(v);
    else
      ci.contact_plane.plane.snap_to_plane(v);
  }

  // The safety lift: on a slope the sphere rests on its lowest point, closer to the plane than its radius.
  if (!ci.contact_plane.is_water && ci.contact_plane.cell_id != 0) {
    Vec3 b = get_block_offset(sp.check_pos.cell_id, ci.contact_plane.cell_id);
    if (rules.has(Divergence::lift_no_block_offset)) b = {};
    const Sphere& s = sp.global_sphere[0];
    const float dist = surefoot::dist(rules, ci.contact_plane.plane, s.center - b);
    const float radius = rules.has(Divergence::ad66_scaled_radius) ? s.radius * n.z : s.radius;
    if (dist < radius - kEpsilon) {
      const float z = (radius - dist) / n.z;
      if (s.radius > std::fabs(z)) {
        rules.arm(Arm::adjust_offset_lift, trace::cmp("distance", dist, "<", radius - kEpsilon),
                  trace::num("lift", z));
        sp.add_offset_to_check_pos({0.0F, 0.0F, z});
      } else {
        rules.arm(Arm::adjust_offset_lift_too_far, trace::cmp("|lift|", std::fabs(z), ">=", s.radius));
      }
    }
  }
  return scope(v);
}

}  // namespace surefoot
