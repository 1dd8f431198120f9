// Stepping down on to ground, up on to a step, and the support probe (spec 04 §6.6).
#pragma once

#include "motion/transition.hpp"
#include "shape/polygon_tests.hpp"

namespace surefoot {

/// `CTransition::step_down` 0x0050B2A0. The candidate is NOT restored when it fails.
template <class Rules, class Cells>
bool Transition<Rules, Cells>::step_down(float height, float walkable_z) {
  auto scope = rules.enter(Fn::step_down);
  sp.neg_poly_hit = false;
  sp.step_down = true;
  sp.step_down_amt = height;
  sp.walk_interp = 1.0F;
  if (!sp.step_up) sp.add_offset_to_check_pos({0.0F, 0.0F, -height});
  const TransitionState ts = transitional_insert(5);
  sp.step_down = false;
  if (ts != TransitionState::Ok) {
    rules.arm(Arm::step_down_blocked, trace::num("height", height), trace_result(ts));
    return scope(false);
  }
  if (!ci.contact_plane_valid) {
    rules.arm(Arm::step_down_no_ground, trace::num("height", height));
    return scope(false);
  }
  if (!(ci.contact_plane.plane.normal.z >= walkable_z)) {
    rules.arm(Arm::step_down_too_steep, trace::cmp("N.z", ci.contact_plane.plane.normal.z, "<", walkable_z),
              trace::vec("N", ci.contact_plane.plane.normal));
    return scope(false);
  }
  if (oi.is(object_info_flag::kEdgeSlide) && !sp.step_up && !check_walkable(walkable_z)) {
    rules.arm(Arm::step_down_unsupported);
    return scope(false);
  }
  if (rules.has(Divergence::ap5_no_placement_tail) && !sp.step_up) return scope(true);
  // Mandatory: does the body fit there at all?
  sp.backup = sp.insert_type;
  sp.insert_type = InsertType::Placement;
  const TransitionState fits = transitional_insert(1);
  sp.insert_type = sp.backup;
  if (fits == TransitionState::Ok) {
    rules.arm(Arm::step_down_found, trace::vec("N", ci.contact_plane.plane.normal),
              trace::num("walk_interp", sp.walk_interp));
    return scope(true);
  }
  rules.arm(Arm::step_down_does_not_fit, trace_result(fits));
  return scope(false);
}

/// `CTransition::step_up` 0x0050B610: the candidate already overlaps the step, so nothing is lowered. The
/// contact plane is NOT restored when it fails.
template <class Rules, class Cells>
bool Transition<Rules, Cells>::step_up(const Vec3& normal) {
  auto scope = rules.enter(Fn::step_up);
  const bool had_plane = ci.contact_plane_valid;
  const ContactPlane stood_on = ci.contact_plane;
  ci.clear_contact();
  sp.step_up = true;
  sp.step_up_normal = normal;
  float h = kSmallStep;
  float z = kLandingZ;
  if (oi.is(object_info_flag::kOnWalkable)) {
    z = floor_z();
    h = oi.step_up_height;
    rules.arm(Arm::step_up_on_walkable, trace::num("step_up_height", h), trace::vec("wall N", normal));
  } else {
    rules.arm(Arm::step_up_small, trace::num("height", h), trace::vec("wall N", normal));
  }
  sp.walkable_allowance = z;
  sp.save_check_pos();
  const bool ok = step_down(h, z);
  sp.step_up = false;
  sp.forget_walkable();
  if (!ok) {
    sp.restore_check_pos();
    if (rules.has(Divergence::openac_failed_step_up_restores_plane)) {
      // The plane too: the probe may have found the step's own before the body did not fit.
      ci.contact_plane_valid = had_plane;
      ci.contact_plane = stood_on;
    }
    rules.arm(Arm::step_up_failed,
              trace::vec("contact N", ci.contact_plane_valid ? ci.contact_plane.plane.normal : Vec3{}));
  } else {
    rules.arm(Arm::step_up_climbed);
  }
  return scope(ok);
}

/// `SPHEREPATH::check_walkables` 0x0050C3E0: HALVES the stored radius in place.
template <class Rules, class Cells>
bool Transition<Rules, Cells>::check_walkables() {
  auto scope = rules.enter(Fn::check_walkables);
  if (!sp.walkable) {
    rules.arm(Arm::check_walkables_none);
    return scope(true);
  }
  const bool on = foot_supported();
  if (on)
    rules.arm(Arm::check_walkables_supported, trace::id("polygon", sp.walkable.id));
  else
    rules.arm(Arm::check_walkables_off, trace::id("polygon", sp.walkable.id));
  return scope(on);
}

/// Asks with the stored sphere, and halves it; ports leave it as it is, or ask with another.
template <class Rules, class Cells>
bool Transition<Rules, Cells>::foot_supported() {
  const Sphere stored = sp.walkable_check_pos;
  if (rules.has(Divergence::openac_walkables_live_foot)) use_live_foot();
  sp.walkable_check_pos.radius = sp.walkable_check_pos.radius * 0.5F;
  const bool on = polygon_check_walkable(rules, sp.walkable, sp.walkable_check_pos, sp.walkable_up, false);
  if (rules.has(Divergence::ace_walkables_copy) || rules.has(Divergence::openac_walkables_live_foot))
    sp.walkable_check_pos = stored;
  return on;
}

/// `CTransition::check_walkable` 0x0050AFF0: true = supported, or not applicable.
template <class Rules, class Cells>
bool Transition<Rules, Cells>::check_walkable(float walkable_z) {
  auto scope = rules.enter(Fn::check_walkable);
  if (!oi.is(object_info_flag::kOnWalkable)) {
    rules.arm(Arm::check_walkable_not_on_walkable);
    return scope(true);
  }
  if (check_walkables()) {
    rules.arm(Arm::check_walkable_polygon);
    return scope(true);
  }
  // Locals: the shared backup slot belongs to the caller.
  const Position saved = sp.check_pos;
  const ObjCell* const cell = sp.check_cell;
  const float r0 = sp.global_sphere[0].radius;
  float h = oi.step_down_height;
  sp.walkable_allowance = walkable_z;
  sp.check_walkable = true;
  if (sp.num_sphere < 2 && h > r0 + r0) h = r0 * 0.5F;
  if (h > r0 + r0) h = h * 0.5F;
  if (rules.has(Divergence::ace_probe_overwrites_slot)) sp.save_check_pos();
  sp.add_offset_to_check_pos({0.0F, 0.0F, -h});
  const TransitionState ts = transitional_insert(1);
  sp.check_walkable = false;
  sp.set_check_pos(saved, cell);
  if (ts != TransitionState::Ok)
    rules.arm(Arm::check_walkable_probe_found, trace::num("height", h));
  else
    rules.arm(Arm::check_walkable_probe_empty, trace::num("height", h));
  return scope(ts != TransitionState::Ok);
}

}  // namespace surefoot
