// One quantum of free movement: friction, displacement, gravity, turning (spec 06 §5).
#pragma once

#include "body/body.hpp"
#include "core/rules.hpp"

namespace surefoot {

// Written over a policy (core/rules.hpp); the forms without one are for callers that listen to nobody, and no profile
// is retail.

/// 0x0050EE70. `speed_sq` is the squared speed before, which decides how a sledding body is slowed.
template <class Rules>
void calc_friction(const Rules& rules, Body& body, float q, float speed_sq);

/// 0x00510700: moves the frame by the body's velocity and acceleration over `q` seconds, and the velocity with it.
template <class Rules>
void update_physics_internal(const Rules& rules, Body& body, float q, Frame& frame);

/// 0x00512C30: where the body would be after `q` seconds if nothing were in its way.
template <class Rules>
[[nodiscard]] Frame update_position_internal(const Rules& rules, Body& body, float q);

inline void calc_friction(Body& body, float q, float speed_sq, const Profile* profile = nullptr) {
  with_rules(profile, nullptr, [&](const auto& rules) { calc_friction(rules, body, q, speed_sq); });
}
inline void update_physics_internal(Body& body, float q, Frame& frame, const Profile* profile = nullptr) {
  with_rules(profile, nullptr, [&](const auto& rules) { update_physics_internal(rules, body, q, frame); });
}
[[nodiscard]] inline Frame update_position_internal(Body& body, float q, const Profile* profile = nullptr) {
  return with_rules(profile, nullptr,
                    [&](const auto& rules) { return update_position_internal(rules, body, q); });
}

}  // namespace surefoot
