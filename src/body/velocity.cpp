#include "body/velocity.hpp"

#include <cmath>

namespace surefoot {

template <class Rules>
void activate(const Rules& rules, Body& body, double now, bool static_too) {
  [[maybe_unused]] auto scope = rules.enter(Fn::set_active);
  if (body.is(physics_state::kStatic) && !static_too) {
    rules.arm(Arm::set_active_refused);
    return;
  }
  if (body.has(transient_state::kActive)) {
    rules.arm(Arm::set_active_awake);
  } else {
    rules.arm(Arm::set_active_woken);
    body.update_time = now;
  }
  body.set(transient_state::kActive, true);
}

template <class Rules>
void set_velocity(const Rules& rules, Body& body, const Vec3& velocity) {
  auto scope = rules.enter(Fn::set_velocity);
  if (!equal(velocity, body.velocity) || rules.has(Divergence::openac_set_velocity_copies)) {
    body.velocity = velocity;
    const float speed = std::sqrt(dot_xyz(velocity, velocity));
    if (speed > kMaxVelocity) {
      rules.arm(Arm::set_velocity_too_fast, trace::cmp("speed", speed, ">", kMaxVelocity));
      normalize(body.velocity);
      body.velocity = body.velocity * kMaxVelocity;
    } else {
      rules.arm(Arm::set_velocity_taken, trace::vec("from", velocity));
    }
    body.jumped_this_frame = true;
  } else {
    rules.arm(Arm::set_velocity_unchanged, trace::vec("told", velocity), trace::vec("has", body.velocity));
  }
  activate(rules, body, body.update_time, rules.has(Divergence::openac_wakes_static));
  scope(body.velocity);
}

template <class Rules>
void set_local_velocity(const Rules& rules, Body& body, const Vec3& v) {
  const auto& m = body.position.frame.m;
  set_velocity(rules, body,
               {(m[0] * v.x + m[3] * v.y) + m[6] * v.z, (m[1] * v.x + m[4] * v.y) + m[7] * v.z,
                (m[2] * v.x + m[5] * v.y) + m[8] * v.z});
}

Vec3 get_local_physics_velocity(const Body& body) {
  return body.position.globaltolocalvec(body.velocity);
}

template <class Rules>
void calc_acceleration(const Rules& rules, Body& body) {
  auto scope = rules.enter(Fn::calc_acceleration);
  if (body.has(transient_state::kContact) && body.has(transient_state::kOnWalkable) &&
      (!body.is(physics_state::kSledding) || rules.has(Divergence::ace_sled_no_acceleration))) {
    rules.arm(Arm::calc_acceleration_on_ground);
    body.acceleration = {};
    body.omega = {};
  } else if (body.is(physics_state::kGravity)) {
    rules.arm(Arm::calc_acceleration_gravity);
    body.acceleration = {0.0F, 0.0F, kGravity};
  } else {
    rules.arm(Arm::calc_acceleration_none);
    body.acceleration = {};
  }
  scope(body.acceleration);
}

template <class Rules>
void leave_ground(const Rules& rules, Body& body) {
  auto scope = rules.enter(Fn::leave_ground);
  const bool is_creature = body.weenie == 0 || (body.weenie & weenie::kCreature) != 0;
  if (!body.has_motion || !is_creature || !body.is(physics_state::kGravity)) {
    rules.arm(Arm::leave_ground_not_for_it);
    return;
  }
  const Vec3 along = body.walk.leaving.value_or(body.walk.velocity);
  Vec3 v{along.x, along.y, body.walk.jump_vz};
  const auto is_small = [](float f) { return std::fabs(f) < kEpsilon; };
  const bool nothing = is_small(v.x) && is_small(v.y) && is_small(v.z);
  if (nothing)
    rules.arm(Arm::leave_ground_own_velocity, trace::vec("velocity", body.velocity));
  else
    rules.arm(Arm::leave_ground_walk, trace::vec("walk and jump", v));
  if (rules.has(Divergence::gdle_leave_ground_inverted)) {
    if (!nothing) v = body.position.globaltolocalvec(v);
  } else if (nothing) {
    v = get_local_physics_velocity(body);
  }
  set_local_velocity(rules, body, v);
  body.walk.jump_vz = 0.0F;
  scope(v);
}

template <class Rules>
void set_on_walkable(const Rules& rules, Body& body, bool on) {
  auto scope = rules.enter(Fn::set_on_walkable);
  const bool was = body.has(transient_state::kOnWalkable);
  body.set(transient_state::kOnWalkable, on);
  rules.arm(was == on ? Arm::set_on_walkable_unchanged
            : on      ? Arm::set_on_walkable_lands
                      : Arm::set_on_walkable_leaves);
  if (was && !on) leave_ground(rules, body);  // landing touches no velocity (0x00528AC0)
  calc_acceleration(rules, body);
  scope(on);
}

template <class Rules>
void clear_transient_states(const Rules& rules, Body& body) {
  body.set(transient_state::kContact, false);
  calc_acceleration(rules, body);
  const bool was = body.has(transient_state::kOnWalkable);
  body.set(transient_state::kOnWalkable | transient_state::kWaterContact, false);
  if (was) leave_ground(rules, body);
  calc_acceleration(rules, body);
  body.set(transient_state::kSliding | transient_state::kStationaryMask | transient_state::kActive |
               transient_state::kCheckEthereal,
           false);
}

template void activate(const Retail&, Body&, double, bool);
template void activate(const Profiled&, Body&, double, bool);
template void set_velocity(const Retail&, Body&, const Vec3&);
template void set_velocity(const Profiled&, Body&, const Vec3&);
template void set_local_velocity(const Retail&, Body&, const Vec3&);
template void set_local_velocity(const Profiled&, Body&, const Vec3&);
template void calc_acceleration(const Retail&, Body&);
template void calc_acceleration(const Profiled&, Body&);
template void set_on_walkable(const Retail&, Body&, bool);
template void set_on_walkable(const Profiled&, Body&, bool);
template void leave_ground(const Retail&, Body&);
template void leave_ground(const Profiled&, Body&);
template void clear_transient_states(const Retail&, Body&);
template void clear_transient_states(const Profiled&, Body&);

}  // namespace surefoot
