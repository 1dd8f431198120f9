// Placing a body where it did not walk to: spawn, teleport, and the ring search around the wish (spec 04
// §6.4, §6.9).
#pragma once

#include "motion/placement_rings.hpp"
#include "motion/transition.hpp"

namespace surefoot {

/// `CTransition::placement_insert` 0x0050B1D0
template <class Rules, class Cells>
TransitionState Transition<Rules, Cells>::placement_insert() {
  auto scope = rules.enter(Fn::placement_insert);
  if (sp.check_cell == nullptr) {
    rules.arm(Arm::placement_insert_no_cell);
    return scope(TransitionState::Collided);
  }
  TransitionState r = insert_into_cell(sp.check_cell, 3);
  if (r == TransitionState::Ok) r = check_other_cells(sp.check_cell);
  rules.arm(Arm::placement_insert_tested);
  return scope(r);
}

/// 0x0050ADC0
template <class Rules, class Cells>
TransitionState Transition<Rules, Cells>::validate_placement_transition(TransitionState ts) {
  auto scope = rules.enter(Fn::validate_placement_transition);
  if (sp.check_cell == nullptr) {
    rules.arm(Arm::validate_placement_transition_no_cell);
    return scope(TransitionState::Collided);
  }
  if (ts == TransitionState::Ok) {
    rules.arm(Arm::validate_placement_transition_accepted);
    sp.accept_check_pos();
  } else if (ts != TransitionState::Invalid && sp.placement_allows_sliding) {
    rules.arm(Arm::validate_placement_transition_forget);
    if (!rules.has(Divergence::ace_placement_keeps_findings))
      ci.init();
    else if (oi.target_id == 0)
      ci.collide_objects.clear();
  }
  return scope(ts);
}

/// `CTransition::validate_placement` 0x0050B210
template <class Rules, class Cells>
TransitionState Transition<Rules, Cells>::validate_placement(TransitionState ts, bool adjust) {
  auto scope = rules.enter(Fn::validate_placement);
  if (sp.check_cell == nullptr) {
    rules.arm(Arm::validate_placement_no_cell);
    return scope(TransitionState::Collided);
  }
  if (ts == TransitionState::Ok) {
    rules.arm(Arm::validate_placement_accepted);
    sp.accept_check_pos();
  } else if ((ts == TransitionState::Adjusted || ts == TransitionState::Slid) && adjust) {
    rules.arm(Arm::validate_placement_again);
    return scope(validate_placement(placement_insert(), false));
  }
  return scope(ts);
}

/// `CTransition::find_placement_position` 0x0050C170
template <class Rules, class Cells>
bool Transition<Rules, Cells>::find_placement_position() {
  auto scope = rules.enter(Fn::find_placement_position);
  sp.check_pos_from_curr();
  sp.insert_type = InsertType::InitialPlacement;
  if (validate_placement(placement_insert(), true) != TransitionState::Ok) {
    rules.arm(Arm::find_placement_position_inside_something);
    return scope(false);
  }
  sp.insert_type = InsertType::Placement;
  if (!find_placement_pos()) {
    rules.arm(Arm::find_placement_position_no_room);
    return scope(false);
  }
  if (oi.step_down) {
    sp.walkable_allowance = kLandingZ;
    sp.save_check_pos();
    sp.backup = sp.insert_type;
    sp.insert_type = InsertType::Transition;
    float h = oi.step_down_height;
    if (probe_down(h, kLandingZ)) {
      rules.arm(Arm::find_placement_position_settled);
    } else {
      rules.arm(Arm::find_placement_position_left_in_air);
      sp.restore_check_pos();
      ci.clear_contact();
    }
    sp.insert_type = sp.backup;  // the shared slot: Transition if a probe reached its placement test
    sp.forget_walkable();
  }
  return scope(validate_placement(TransitionState::Ok, true) == TransitionState::Ok);
}

/// `CTransition::find_placement_pos` 0x0050BA50: the wish itself, then rings around it.
template <class Rules, class Cells>
bool Transition<Rules, Cells>::find_placement_pos() {
  auto scope = rules.enter(Fn::find_placement_pos);
  const auto fits = [this] {
    ci.sliding_normal_valid = false;
    ci.clear_contact();
    return validate_placement_transition(transitional_insert(3)) == TransitionState::Ok;
  };
  sp.check_pos_from_curr();
  if (fits()) {
    rules.arm(Arm::find_placement_pos_at_wish);
    return scope(true);
  }
  if (!sp.placement_allows_sliding) {
    rules.arm(Arm::find_placement_pos_no_slide);
    return scope(false);
  }
  const PlacementRings rings = placement_rings(sp.local_sphere[0].radius);
  float dist = 0.0F;
  float arc = 0.0F;
  for (std::int32_t ring = 0; ring < rings.count; ++ring) {
    dist = dist + rings.step;
    const std::int32_t count = places_on_ring(rings, arc);
    const float turn = 360.0F / static_cast<float>(count);
    Frame f;  // kept between the points of a ring
    for (std::int32_t j = 0; j < count; ++j) {
      sp.check_pos_from_curr();
      f.set_heading(static_cast<float>(j) * turn);
      sp.global_offset = adjust_offset(f.get_vector_heading() * dist);
      if (kEpsilonSq > dot_zyx(rules, sp.global_offset, sp.global_offset)) {
        rules.arm(Arm::find_placement_pos_point_cancelled);
        continue;
      }
      sp.add_offset_to_check_pos(sp.global_offset);
      if (fits()) {
        rules.arm(Arm::find_placement_pos_on_ring, trace::num("distance", dist));
        return scope(true);
      }
    }
  }
  rules.arm(Arm::find_placement_pos_no_room, trace::count("rings", static_cast<std::uint32_t>(rings.count)));
  return scope(false);
}

}  // namespace surefoot
