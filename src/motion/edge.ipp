// What happens where the ground ends: the edge family (spec 04 §6.7, §4.4).
#pragma once

#include "motion/transition.hpp"

namespace surefoot {

/// `CTransition::edge_slide` 0x0050B3D0: the step-down probe found nothing to stand on.
template <class Rules, class Cells>
bool Transition<Rules, Cells>::edge_slide(TransitionState& ts, float height, float walkable_z) {
  auto scope = rules.enter(Fn::edge_slide);
  const bool steep_contact = ci.contact_plane_valid && ci.contact_plane.plane.normal.z < walkable_z;

  if (rules.has(Divergence::ts1_stop_at_edge)) {
    sp.forget_walkable();
    sp.restore_check_pos();
    ci.clear_contact();
    ts = TransitionState::Collided;
    return scope(true);
  }

  const bool may_edge_slide = oi.is(object_info_flag::kOnWalkable) && oi.is(object_info_flag::kEdgeSlide);
  if (!may_edge_slide && !(rules.has(Divergence::ap4_cliff_first) && steep_contact)) {
    rules.arm(Arm::edge_slide_walk_off, trace::id("state", oi.state));
    sp.forget_walkable();
    sp.restore_check_pos();
    ci.clear_contact();
    ts = TransitionState::Ok;
    return scope(true);
  }

  if (steep_contact) {
    rules.arm(Arm::edge_slide_steep_contact,
              trace::cmp("N.z", ci.contact_plane.plane.normal.z, "<", walkable_z));
    const Vec3 reference = cliff_reference();
    sp.forget_walkable();
    sp.restore_check_pos();
    ts = cliff_slide(ci.contact_plane.plane.normal, reference);
    ci.clear_contact();
    const bool stop = rules.has(Divergence::edge_slide_one_output) && ts == TransitionState::Ok;
    return scope(stop);
  }

  if (sp.walkable && rules.has(Divergence::edge_steep_walkable_cliff) && walkable_normal().z < walkable_z) {
    const Vec3 steep = walkable_normal();
    const Vec3 reference = cliff_reference();
    sp.forget_walkable();
    sp.restore_check_pos();
    ts = cliff_slide(steep, reference);
    ci.clear_contact();
    return scope(false);
  }

  if (sp.walkable) {
    rules.arm(Arm::edge_slide_precipice, trace::id("polygon", sp.walkable.id));
    sp.restore_check_pos();
    ci.clear_contact();
    if (rules.has(Divergence::openac_edge_live_sphere)) use_live_foot();
    ts = precipice_slide();
    return scope(ts == TransitionState::Collided);
  }

  if (ci.contact_plane_valid) {
    rules.arm(Arm::edge_slide_contact_kept);
    sp.forget_walkable();
    sp.restore_check_pos();
    ci.clear_contact();
    ts = TransitionState::Ok;
    return scope(true);
  }

  // Nothing below the candidate: go back over the last good position to learn which edge was crossed.
  rules.arm(Arm::edge_slide_back_probe, trace::num("height", height));
  sp.add_offset_to_check_pos(sp.global_curr_center[0] -
                             sp.global_sphere[0].center);  // no block offset, as in retail
  step_down(height, walkable_z);                           // the answer does not matter; it fills `walkable`
  ci.clear_contact();
  sp.restore_check_pos();
  if (sp.walkable) {
    rules.arm(Arm::edge_slide_back_probe_precipice, trace::id("polygon", sp.walkable.id));
    ci.clear_contact();
    if (!rules.has(Divergence::ts1_no_recache)) {
      // The sphere stored by the probe belongs to the old place; its radius may be halved.
      use_live_foot();
    }
    ts = precipice_slide();
    return scope(ts == TransitionState::Collided);
  }
  rules.arm(Arm::edge_slide_nothing_known);
  sp.forget_walkable();
  ts = TransitionState::Collided;
  return scope(true);
}

/// The candidate's foot in the walkable polygon's axes becomes the sphere stored with it.
template <class Rules, class Cells>
void Transition<Rules, Cells>::use_live_foot() {
  const Position walkable_pos = sp.walkable_pos;
  sp.cache_localspace_sphere(rules, walkable_pos, sp.walkable_scale);
  sp.walkable_check_pos = sp.localspace_sphere[0];
}

/// Of the remembered polygon, in the world's axes.
template <class Rules, class Cells>
Vec3 Transition<Rules, Cells>::walkable_normal() const {
  return sp.walkable_pos.localtoglobalvec(sp.walkable.plane->normal);
}

/// What a cliff is crossed with: the last-known plane only, valid or not.
template <class Rules, class Cells>
Vec3 Transition<Rules, Cells>::cliff_reference() const {
  const Vec3& last = ci.last_known_contact_plane.plane.normal;
  if (!rules.has(Divergence::cliff_reference_fallback)) return last;
  if (sp.walkable && is_valid_walkable(walkable_normal())) return walkable_normal();
  return is_valid_walkable(last) ? last : Vec3{0.0F, 0.0F, 1.0F};
}

/// `CTransition::cliff_slide` 0x0050A6D0. Moving into a steep
/// rise pushes the candidate further in; that is the client's, and how the mover comes to glide along the
/// foot of it.
template <class Rules, class Cells>
TransitionState Transition<Rules, Cells>::cliff_slide(const Vec3& contact_normal, const Vec3& reference) {
  auto scope = rules.enter(Fn::cliff_slide);
  const Vec3 n0 = contact_normal;
  const Vec3& l = reference;
  const float cx = n0.y * l.z - n0.z * l.y;
  const float cy = l.x * n0.z - l.z * n0.x;
  const float c0 = (n0.x * l.y - n0.y * l.x) * 0.0F;
  Vec3 n{c0 - cy, cx - c0, cy * 0.0F - cx * 0.0F};
  if (rules.has(Divergence::gdle_cliff_flat_z)) n.z = 0.0F;
  if (normalize_small(n)) {
    rules.arm(Arm::cliff_slide_degenerate, trace::vec("steep N", n0), trace::vec("last known N", l));
    return scope(TransitionState::Ok);
  }
  const Vec3 b = sp.get_curr_pos_check_pos_block_offset();
  const Vec3 d = sp.global_sphere[0].center - sp.global_curr_center[0];
  const float a = dot_zyx(rules, b + d, n);
  if (a <= 0.0F) {
    rules.arm(Arm::cliff_slide_into, trace::vec("crease N", n), trace::cmp("moved·N", a, "<=", 0.0F));
    sp.add_offset_to_check_pos(n * a);
    set_collision_normal(n);
  } else {
    rules.arm(Arm::cliff_slide_off, trace::vec("crease N", n), trace::cmp("moved·N", a, ">", 0.0F));
    const float m = -a;
    sp.add_offset_to_check_pos(n * m);
    set_collision_normal(-n);
  }
  return scope(TransitionState::Adjusted);
}

/// 0x0050CC80: slides along the polygon edge the sphere went over. Needs `walkable`, and forgets it.
template <class Rules, class Cells>
TransitionState Transition<Rules, Cells>::precipice_slide() {
  auto scope = rules.enter(Fn::precipice_slide);
  Vec3 n;
  const bool found = find_crossed_edge(rules, sp.walkable, sp.walkable_check_pos, sp.walkable_up, n);
  sp.forget_walkable();
  if (!found) {
    rules.arm(Arm::precipice_slide_no_edge);
    return scope(TransitionState::Collided);
  }
  sp.step_up = false;
  n = sp.walkable_pos.frame.localtoglobalvec(n);
  const Vec3 b = sp.get_curr_pos_check_pos_block_offset();
  const Vec3 d = b + (sp.global_sphere[0].center - sp.global_curr_center[0]);
  const float out = dot_zyx(rules, d, n);
  if (out > 0.0F) {
    rules.arm(Arm::precipice_slide_flipped, trace::vec("edge N", n), trace::cmp("moved·N", out, ">", 0.0F));
    n = -n;
  } else {
    rules.arm(Arm::precipice_slide_edge, trace::vec("edge N", n), trace::cmp("moved·N", out, "<=", 0.0F));
  }
  return scope(slide_sphere(sp.global_sphere[0], n, sp.global_curr_center[0]));
}

}  // namespace surefoot
