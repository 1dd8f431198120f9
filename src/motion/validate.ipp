// The end of a sub-step: accept or undo, and what the next one inherits (spec 04 §6.8).
#pragma once

#include "motion/transition.hpp"

namespace surefoot {

/// `CTransition::validate_transition` 0x0050AA70. Turns every blocked sub-step into Ok.
template <class Rules, class Cells>
TransitionState Transition<Rules, Cells>::validate_transition(TransitionState ts) {
  auto scope = rules.enter(Fn::validate_transition);
  const bool same =
      sp.check_pos.cell_id == sp.curr_pos.cell_id && is_equal(rules, sp.check_pos.frame, sp.curr_pos.frame);
  bool moved = ts == TransitionState::Ok && !same;
  const bool counts_late = rules.has(Divergence::openac_stationary_late);
  const bool advanced = counts_late && ts == TransitionState::Ok &&
                        !(sp.check_pos.cell_id == sp.curr_pos.cell_id &&
                          is_equal_exactly(sp.check_pos.frame, sp.curr_pos.frame));

  if (ts == TransitionState::Ok) {
    if (same)
      rules.arm(Arm::validate_transition_no_move);
    else
      rules.arm(Arm::validate_transition_accepted, trace::vec("position", sp.check_pos.frame.origin));
    sp.accept_and_go_on();
  } else if (ts != TransitionState::Invalid) {
    rules.arm(Arm::validate_transition_undone, trace_result(ts),
              trace::vec("back to", sp.curr_pos.frame.origin));
    if (ci.last_known_contact_plane_valid) {
      oi.kill_velocity();
      const Plane& l = ci.last_known_contact_plane.plane;
      const Vec3& c = sp.global_curr_center[0];
      const float dist = surefoot::dist(rules, l, c);
      if (sp.global_sphere[0].radius + kEpsilon > std::fabs(dist)) {
        rules.arm(Arm::validate_transition_still_standing, trace::num("distance", dist));
        ci.set_contact(l, ci.last_known_contact_plane.cell_id, ci.last_known_contact_plane.is_water);
        if (oi.is(object_info_flag::kOnWalkable)) moved = true;  // being stopped on the ground is not falling
      } else {
        rules.arm(Arm::validate_transition_left_plane, trace::num("distance", dist));
      }
    }
    if (!ci.collision_normal_valid) {
      rules.arm(Arm::validate_transition_default_normal);
      set_collision_normal({0.0F, 0.0F, 1.0F});
    }
    sp.check_pos_from_curr();
    build_cell_array(nullptr);
    ts = TransitionState::Ok;
  }

  if (ci.collision_normal_valid) {
    set_sliding_normal(ci.collision_normal);
    rules.arm(Arm::validate_transition_sliding, trace::vec("sliding_normal", ci.sliding_normal));
  }
  const bool falls = !oi.is(object_info_flag::kIsViewer) && (oi.physics_state & physics_state::kGravity) != 0;
  if (falls && !counts_late) stationary_fall(moved);

  ci.last_known_contact_plane_valid = ci.contact_plane_valid;
  if (ci.contact_plane_valid) {
    ci.last_known_contact_plane = ci.contact_plane;
    oi.state |= object_info_flag::kContact;
    if (is_valid_walkable(ci.contact_plane.plane.normal)) {
      rules.arm(Arm::validate_transition_on_walkable);
      oi.state |= object_info_flag::kOnWalkable;
    } else {
      rules.arm(Arm::validate_transition_on_steep,
                trace::cmp("N.z", ci.contact_plane.plane.normal.z, "<", floor_z()));
      oi.state &= ~object_info_flag::kOnWalkable;
    }
  } else {
    rules.arm(Arm::validate_transition_airborne);
    oi.state &= ~(object_info_flag::kContact | object_info_flag::kOnWalkable);
  }
  if (falls && counts_late) stationary_fall(advanced || oi.is(object_info_flag::kOnWalkable));
  return scope(ts);
}

/// Counts blocked sub-steps in the air; at the third a floor is made up through the foot sphere's lowest
/// point.
template <class Rules, class Cells>
void Transition<Rules, Cells>::stationary_fall(bool moved) {
  if (moved) {
    ci.frames_stationary_fall = 0;
    return;
  }
  if (ci.frames_stationary_fall < 2) {
    ++ci.frames_stationary_fall;
    rules.arm(Arm::stationary_fall_counted,
              trace::count("frames", static_cast<std::uint32_t>(ci.frames_stationary_fall)));
    return;
  }
  ci.frames_stationary_fall = 3;
  const Sphere& s = sp.global_sphere[0];
  const Plane made_up{{0.0F, 0.0F, 1.0F}, s.radius - ((s.center.y + s.center.x) * 0.0F + s.center.z)};
  rules.arm(Arm::stationary_fall_floor_made_up, trace::num("height", -made_up.d));
  ci.set_contact(made_up, sp.check_pos.cell_id, false);
  if (!oi.is(object_info_flag::kContact)) {
    set_collision_normal({0.0F, 0.0F, 1.0F});
    ci.collided_with_environment = true;
  }
}

}  // namespace surefoot
