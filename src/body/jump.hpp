// Jumping: who may, how high, and what it costs (spec 06 §9.2).
#pragma once

#include "body/motion_state.hpp"

namespace surefoot {

/// Why a mover does not jump; the client's error codes, as they go over the network. A pending motion may carry
/// another one.
enum class JumpRefusal : std::uint32_t {
  none = 0,                       ///< it jumps
  no_physics_object = 0x08,       ///< there is no motion interpreter to tell (`Body::has_motion`)
  in_the_air = 0x24,              ///< not on walkable ground
  general_failure = 0x47,         ///< held in place, or too little stamina
  not_from_this_position = 0x48,  ///< it sits, sleeps, lies, fights, …
  too_loaded = 0x49,              ///< `Abilities::can_jump`
};

// Written over a policy (core/rules.hpp); the forms without one listen to nobody, and no profile is retail.

/// 0x00528780, `extent` 0..1 (more counts as 1; no number is refused with 0x47): takes off with the state's velocity and
/// the jump's. The body is off walkable ground at once, still in contact, and under gravity. A refusal changes nothing
/// but that it ends a jump charged from standing.
template <class Rules>
[[nodiscard]] JumpRefusal jump(const Rules& rules, Body& body, MotionState& motion, float extent);

/// 0x005282B0
template <class Rules>
[[nodiscard]] JumpRefusal jump_is_allowed(const Rules& rules, const Body& body, const MotionState& motion,
                                          float extent);
/// 0x00527A50
template <class Rules>
[[nodiscard]] JumpRefusal jump_charge_is_allowed(const Rules& rules, const Body& body,
                                                 const MotionState& motion);
/// 0x005279E0: which forward commands a jump may interrupt.
template <class Rules>
[[nodiscard]] JumpRefusal motion_allows_jump(const Rules& rules, std::uint32_t forward_command);
/// 0x005281C0: the jump key goes down. From standing, commands move nobody until the jump takes them along: follow it
/// by `write_walk`.
template <class Rules>
[[nodiscard]] JumpRefusal charge_jump(const Rules& rules, const Body& body, MotionState& motion);

/// Seconds the key is held for a full jump; the client's own bar is part of its screen, the values come from a port.
inline constexpr double kFullCharge = 1.0;
inline constexpr double kFullChargeDualWield = 0.8;
/// Extent of a jump charged for `held` seconds: linear, 0..1. Absent below 0.001: released too early to be a jump.
[[nodiscard]] std::optional<float> charged_extent(double held, double full_charge = kFullCharge);

/// 0x00527AA0, m/s, of the jump extent in the state; 10 for a full or partial jump without a weenie.
template <class Rules>
[[nodiscard]] float get_jump_v_z(const Rules& rules, const Body& body, const MotionState& motion);
/// 0x006B09B0, metres; `skill` is 0 or more, and 0 for somebody without stamina. Never below 0.35 m.
[[nodiscard]] double jump_height(std::int32_t skill, float load, float extent);
/// 0x00592980, m/s: what lifts a body to `jump_height`.
[[nodiscard]] float jump_speed(std::int32_t skill, float load, float extent);
/// 0x006B0A40
[[nodiscard]] std::int32_t jump_stamina_cost(float extent, float load, bool pk);

[[nodiscard]] inline JumpRefusal jump(Body& body, MotionState& motion, float extent,
                                      const Profile* profile = nullptr) {
  return with_rules(profile, nullptr, [&](const auto& rules) { return jump(rules, body, motion, extent); });
}
[[nodiscard]] inline JumpRefusal jump_is_allowed(const Body& body, const MotionState& motion, float extent,
                                                 const Profile* profile = nullptr) {
  return with_rules(profile, nullptr,
                    [&](const auto& rules) { return jump_is_allowed(rules, body, motion, extent); });
}
[[nodiscard]] inline JumpRefusal jump_charge_is_allowed(const Body& body, const MotionState& motion,
                                                        const Profile* profile = nullptr) {
  return with_rules(profile, nullptr,
                    [&](const auto& rules) { return jump_charge_is_allowed(rules, body, motion); });
}
[[nodiscard]] inline JumpRefusal motion_allows_jump(std::uint32_t forward_command) {
  return motion_allows_jump(Retail{}, forward_command);
}
[[nodiscard]] inline JumpRefusal charge_jump(const Body& body, MotionState& motion,
                                             const Profile* profile = nullptr) {
  return with_rules(profile, nullptr, [&](const auto& rules) { return charge_jump(rules, body, motion); });
}
[[nodiscard]] inline float get_jump_v_z(const Body& body, const MotionState& motion) {
  return get_jump_v_z(Retail{}, body, motion);
}

}  // namespace surefoot
