// The one sliding response of the whole resolver (spec 04 §5) and step_up_slide (§4.4).
#pragma once

#include "motion/transition.hpp"

namespace surefoot {

/// `CSphere::slide_sphere` 0x00537440. `s` is a candidate sphere, `from` its centre at `curr_pos`. No
/// distance is ever added beyond the surface.
template <class Rules, class Cells>
TransitionState Transition<Rules, Cells>::slide_sphere(const Sphere& s, Vec3& n, const Vec3& from) {
  auto scope = rules.enter(Fn::slide_sphere);
  const bool tiny = rules.has(Divergence::openac_slide_tiny_normal) && dot_zyx(rules, n, n) < kEpsilonSq;
  if ((n.x == 0.0F && n.y == 0.0F && n.z == 0.0F) || tiny) {
    rules.arm(Arm::slide_sphere_zero_normal);
    sp.add_offset_to_check_pos((from - s.center) * 0.5F);
    return scope(TransitionState::Adjusted);
  }

  set_collision_normal(n);
  const Vec3 d = sp.get_curr_pos_check_pos_block_offset() + (s.center - from);
  const bool no_ground = rules.has(Divergence::openac_slide_needs_plane) && !ci.contact_plane_valid &&
                         !ci.last_known_contact_plane_valid;
  const Vec3 p = no_ground ? Vec3{} : ci.ground_normal();  // no direction: the move is projected along n
  const Vec3 c = cross(n, p);
  const float l2 = dot_zyx(rules, c, c);

  if (l2 >= kEpsilon) {
    const float k = dot_zyx(rules, c, d);
    const float i = 1.0F / l2;
    const Vec3 o{(c.x * k) * i, (c.y * k) * i, (c.z * k) * i};
    const float left = dot_zyx(rules, o, o);
    if (left < kEpsilon) {
      rules.arm(Arm::slide_sphere_too_short, trace::vec("wall N", n),
                trace::cmp("left²", left, "<", kEpsilon));
      return scope(TransitionState::Collided);
    }
    rules.arm(Arm::slide_sphere_crease, trace::vec("wall N", n), trace::vec("ground N", p),
              trace::vec("slide", o));
    sp.add_offset_to_check_pos(o - d);
    return scope(TransitionState::Slid);
  }

  const float same = dot_zyx(rules, n, p);
  if (same >= 0.0F) {
    const float k = dot_xzy(rules, d, n);
    rules.arm(Arm::slide_sphere_same_direction, trace::vec("N", n),
              trace::cmp("N·ground N", same, ">=", 0.0F));
    sp.add_offset_to_check_pos({(-n.x) * k, (-n.y) * k, (-n.z) * k});
    return scope(TransitionState::Slid);
  }

  rules.arm(Arm::slide_sphere_squeezed, trace::vec("N", n), trace::cmp("N·ground N", same, "<", 0.0F));
  n = -d;
  if (!normalize_small(n)) set_collision_normal(n);
  return scope(rules.has(Divergence::gdle_slide_opposed_ok) ? TransitionState::Ok
                                                            : TransitionState::Collided);
}

/// 0x0050C3B0. May rewrite `step_up_normal`.
template <class Rules, class Cells>
TransitionState Transition<Rules, Cells>::step_up_slide() {
  auto scope = rules.enter(Fn::step_up_slide);
  rules.arm(Arm::step_up_slide_slide, trace::vec("N", sp.step_up_normal));
  ci.clear_contact();
  sp.step_up = false;
  return scope(slide_sphere(sp.global_sphere[0], sp.step_up_normal, sp.global_curr_center[0]));
}

}  // namespace surefoot
