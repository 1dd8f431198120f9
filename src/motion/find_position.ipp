// The sub-step loop: from the begin position to the end position (spec 04 §6.1, §6.2, §6.10).
#pragma once

#include "motion/transition.hpp"

namespace surefoot {

/// `CTransition::find_valid_position` 0x0050C310
template <class Rules, class Cells>
bool Transition<Rules, Cells>::find_valid_position() {
  return sp.insert_type == InsertType::Transition ? find_transitional_position() : find_placement_position();
}

template <class Rules, class Cells>
auto Transition<Rules, Cells>::calc_num_steps() -> Steps {
  if (sp.begin_pos == nullptr) return {{}, {}, 1};
  const Vec3 offset = get_offset(*sp.begin_pos, *sp.end_pos);
  const float radius = sp.local_sphere[0].radius;
  const float square = dot_xyz(offset, offset);
  const bool viewer = oi.is(object_info_flag::kIsViewer);
  // Well below a radius: one step, without a root and a quotient.
  if (!viewer && square < 0.99F * radius * radius && square > 0.0F) return {offset, offset, 1};
  const float len = std::sqrt(square);
  const float q = len / radius;
  if (viewer) {
    if (len <= kEpsilon) return {offset, {}, 0};
    return {offset, offset * (1.0F / q), static_cast<std::int32_t>(std::floor(q)) + 1};
  }
  if (q > 1.0F) {
    const float c = std::ceil(q);
    return {offset, offset * (1.0F / c), static_cast<std::int32_t>(c)};
  }
  if (offset.x != 0.0F || offset.y != 0.0F || offset.z != 0.0F) return {offset, offset, 1};
  return {offset, {}, 0};
}

/// `CTransition::find_transitional_position` 0x0050BDF0
template <class Rules, class Cells>
bool Transition<Rules, Cells>::find_transitional_position() {
  auto scope = rules.enter(Fn::find_transitional_position);
  if (sp.begin_cell == nullptr) {
    rules.arm(Arm::find_transitional_position_no_begin_cell, trace::id("cell", sp.curr_pos.cell_id));
    sp.check_pos = {};  // no candidate
    return scope(false);
  }
  TransitionState ts = TransitionState::Ok;
  auto [offset, per_step, n] = calc_num_steps();
  const bool free_rotate = oi.is(object_info_flag::kFreeRotate);
  const bool viewer = oi.is(object_info_flag::kIsViewer);
  if (free_rotate) {
    sp.curr_pos.frame.set_rotate(sp.end_pos->frame.q);
    sp.check_pos_from_curr();
  } else {
    sp.check_pos_from_begin();
  }

  if (n == 0) {
    rules.arm(Arm::find_transitional_position_no_move);
    if (!free_rotate) sp.curr_pos.frame.set_rotate(sp.end_pos->frame.q);
    sp.check_pos_from_curr();
    if (!rules.has(Divergence::openac_no_move_no_cells)) build_cell_array(nullptr);
    return scope(true);  // contact and sliding state stay as initialised
  }

  constexpr std::int32_t kPortsLimit = 1000;
  if (n > kPortsLimit && rules.has(Divergence::ace_step_limit)) return scope(false);

  for (std::int32_t i = 0; i < n; ++i) {
    if (viewer && i == n - 1) {
      const float l = std::sqrt((offset.z * offset.z + offset.y * offset.y) + offset.x * offset.x);
      if (l > kEpsilon) {
        const float f = (l - sp.local_sphere[0].radius * static_cast<float>(n - 1)) / l;
        per_step = offset * f;
      }
    }
    rules.arm(Arm::find_transitional_position_sub_step,
              trace::count("sub-step", static_cast<std::uint32_t>(i + 1)),
              trace::count("of", static_cast<std::uint32_t>(n)), trace::vec("wish", per_step),
              trace::vec("foot", sp.global_sphere[0].center));
    sp.global_offset = adjust_offset(per_step);
    if (!viewer) {
      const float l2 = dot_zyx(rules, sp.global_offset, sp.global_offset);
      if (kEpsilonSq > l2) {
        rules.arm(Arm::find_transitional_position_nothing_left, trace::cmp("|offset|²", l2, "<", kEpsilonSq));
        return scope(i != 0 && ts == TransitionState::Ok);
      }
    }
    // The cached spheres follow at the next full refresh only.
    if (!free_rotate) {
      sp.check_pos.frame.interpolate_rotation(
          sp.begin_pos->frame, sp.end_pos->frame,
          n == 1 ? 1.0F : static_cast<float>(i + 1) / static_cast<float>(n), turning(rules),
          rotation_rule(rules));
      if constexpr (Rules::kTraced) {
        const Quat& q = sp.check_pos.frame.q;
        if (sp.begin_pos->frame.m != sp.end_pos->frame.m)
          rules.arm(Arm::find_transitional_position_turned, trace::vec("rotation x y z", {q.x, q.y, q.z}));
      }
    }
    ci.sliding_normal_valid = false;
    ci.clear_contact();

    if (sp.insert_type == InsertType::Transition) {
      sp.add_offset_to_check_pos(sp.global_offset);
      ts = validate_transition(transitional_insert(3));
      if (ci.frames_stationary_fall != 0) {
        rules.arm(Arm::find_transitional_position_stationary);
        break;
      }
    } else {  // a placement with a begin position
      rules.arm(Arm::find_transitional_position_placement);
      ts = validate_placement_transition(transitional_insert(3));
      if (ts == TransitionState::Ok) return scope(true);
      if (!sp.placement_allows_sliding) return scope(false);
      sp.add_offset_to_check_pos(sp.global_offset);
    }
    if (ci.collision_normal_valid && oi.is(object_info_flag::kPathClipped)) {
      rules.arm(Arm::find_transitional_position_path_clipped);
      break;
    }
  }
  return scope(ts == TransitionState::Ok);
}

}  // namespace surefoot
