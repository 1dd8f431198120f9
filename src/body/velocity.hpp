// Velocity, acceleration and the moments a body takes off or lands (spec 06 §5.4, §5.5, §8).
#pragma once

#include "body/body.hpp"
#include "core/rules.hpp"

namespace surefoot {

// Each rule is written over a policy (core/rules.hpp), with instantiations for both. The forms without one are for
// callers that listen to nobody; no profile is retail.

/// `set_active(true)` 0x0050FC40: not for STATIC ones; a body that slept starts its time at `now`.
template <class Rules>
void activate(const Rules& rules, Body& body, double now, bool static_too = false);

/// 0x005113F0, m/s: a change of at most kEpsilon on every axis is ignored, more than 50 m/s is shortened. Wakes the
/// body.
template <class Rules>
void set_velocity(const Rules& rules, Body& body, const Vec3& velocity);
/// 0x005114D0: the same, in body axes.
template <class Rules>
void set_local_velocity(const Rules& rules, Body& body, const Vec3& velocity);
/// 0x00512140: the velocity in body axes.
[[nodiscard]] Vec3 get_local_physics_velocity(const Body& body);

/// By the reciprocal, rounded first (0x00455DE0): how a displacement becomes a velocity.
[[nodiscard]] inline Vec3 vec_div(const Vec3& v, float s, const Profile* profile = nullptr) {
  if (has(profile, Divergence::gdle_cvel_div)) return {v.x / s, v.y / s, v.z / s};
  const float r = 1.0F / s;
  return {r * v.x, r * v.y, r * v.z};
}

/// 0x00510950: none on walkable ground, else gravity where there is any.
template <class Rules>
void calc_acceleration(const Rules& rules, Body& body);

/// 0x00511310: the bit, then the callback of its change, then the acceleration.
template <class Rules>
void set_on_walkable(const Rules& rules, Body& body, bool on);
/// `CMotionInterp::LeaveGround` 0x00528B00: a creature takes off with its walk, and with the jump it was told of; one
/// with neither keeps its own velocity.
template <class Rules>
void leave_ground(const Rules& rules, Body& body);

/// 0x00511BF0: out of contact, out of everything that resolves remember, asleep.
template <class Rules>
void clear_transient_states(const Rules& rules, Body& body);

inline void activate(Body& body, double now) {
  activate(Retail{}, body, now);
}
inline void set_velocity(Body& body, const Vec3& velocity, const Profile* profile = nullptr) {
  with_rules(profile, nullptr, [&](const auto& rules) { set_velocity(rules, body, velocity); });
}
inline void set_local_velocity(Body& body, const Vec3& velocity, const Profile* profile = nullptr) {
  with_rules(profile, nullptr, [&](const auto& rules) { set_local_velocity(rules, body, velocity); });
}
inline void calc_acceleration(Body& body, const Profile* profile = nullptr) {
  with_rules(profile, nullptr, [&](const auto& rules) { calc_acceleration(rules, body); });
}
inline void set_on_walkable(Body& body, bool on, const Profile* profile = nullptr) {
  with_rules(profile, nullptr, [&](const auto& rules) { set_on_walkable(rules, body, on); });
}
inline void leave_ground(Body& body, const Profile* profile = nullptr) {
  with_rules(profile, nullptr, [&](const auto& rules) { leave_ground(rules, body); });
}
inline void clear_transient_states(Body& body, const Profile* profile = nullptr) {
  with_rules(profile, nullptr, [&](const auto& rules) { clear_transient_states(rules, body); });
}

}  // namespace surefoot
