// The one sliding response of the whole resolver (spec 04 §5) and step_up_slide (§4.4).
#pragma once

#include "motion/transition.hpp"

namespace surefoot {

/// `CSphere::slide_sphere` 0x00537440. `s` is a candidate sphere, `from` its centre at `curr_pos`. No
/// distance is ever added beyond the surface.
template <class Rules, class Cells>
TransitionState Transition<Rules, Cells>::slide_sphere(const Sphere& s, Vec3& n, const Vec3& from) {
  auto scope = rules.enter(Fn::slide_sphere);
  if (n.x == 0.0F && n.y == 0.0F && n.z == 0.0F) {
    rules.arm(Arm::slide_sphere_zero_normal);
    sp.add_offset_to_check_pos((from - s.center) * 0.5F);
    return scope(TransitionState::Adjusted);
  }

  ci.set_collision_normal(n);
  const Vec3 d = sp.get_curr_pos_check_pos_block_offset() + (s.center - from);
  const Vec3& p = ci.ground_normal();
  const Vec3 c = cross(n, p);
  const float l2 = dot_zyx(c, c);

  if (l2 >= kEpsilon) {
    const float k = dot_zyx(c, d);
    const float i = 1.0F / l2;
    const Vec3 o{(c.x * k) * i, (c.y * k) * i, (c.z * k) * i};
    const float left = dot_zyx(o, o);
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

  const float same = (n.z * p.z + n.y * p.y) + p.x * n.x;
  if (same >= 0.0F) {
    const float k = (d.x * n.x + d.z * n.z) + d.y * n.y;
    rules.arm(Arm::slide_sphere_same_direction, trace::vec("N", n),
              trace::cmp("N·ground N", same, ">=", 0.0F));
    sp.add_offset_to_check_pos({(-n.x) * k, (-n.y) * k, (-n.z) * k});
    return scope(TransitionState::Slid);
  }

  rules.arm(Arm::slide_sphere_squeezed, trace::vec("N", n), trace::cmp("N·ground N", same, "<", 0.0F));
  n = -d;
  if (!normalize_small(n)) ci.set_collision_normal(n);
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
