#include "body/jump.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "body/velocity.hpp"

namespace surefoot {

namespace {

/// Upward speed of a body without a weenie, m/s.
constexpr float kPlainJumpSpeed = 10.0F;
/// Least extent a released charge jumps with.
constexpr double kLeastCharge = 0.001;

struct Range {
  std::uint32_t first;
  std::uint32_t last;
  [[nodiscard]] constexpr bool has(std::uint32_t c) const { return first <= c && c <= last; }
};

constexpr Range kOnTheFloor{command::kCrouch, command::kSleeping};
constexpr Range kBlocking[] = {
    {0x1000006FU, 0x10000078U}, {0x10000128U, 0x10000131U}, {command::kFallen, command::kFallen},
    {0x40000016U, 0x40000018U}, {0x4000001EU, 0x40000039U}, kOnTheFloor,
};

bool grounded(const Body& body) {
  return body.has(transient_state::kContact) && body.has(transient_state::kOnWalkable);
}

bool has_stamina_for(const Abilities& a, float extent) {
  return !a.stamina || jump_stamina_cost(extent, a.load, a.pk_jump_cost) <= *a.stamina;
}

}  // namespace

template <class Rules>
JumpRefusal motion_allows_jump(const Rules& rules, std::uint32_t forward_command) {
  auto scope = rules.enter(Fn::motion_allows_jump);
  for (const Range& r : kBlocking) {
    if (r.has(forward_command)) {
      rules.arm(Arm::motion_allows_jump_no, trace::id("command", forward_command));
      scope(false);
      return JumpRefusal::not_from_this_position;
    }
  }
  rules.arm(Arm::motion_allows_jump_yes, trace::id("command", forward_command));
  scope(true);
  return JumpRefusal::none;
}

template <class Rules>
JumpRefusal jump_charge_is_allowed(const Rules& rules, const Body& body, const MotionState& motion) {
  auto scope = rules.enter(Fn::jump_charge_is_allowed);
  if (body.weenie != 0 && !motion.abilities.can_jump) {
    rules.arm(Arm::jump_charge_is_allowed_too_loaded);
    scope(false);
    return JumpRefusal::too_loaded;
  }
  const std::uint32_t forward = motion.interpreted.forward.command;
  const std::uint32_t blocking =
      rules.has(Divergence::ace_falling_blocks_jump) ? command::kFalling : command::kFallen;
  const bool down = forward == blocking || kOnTheFloor.has(forward);
  rules.arm(down ? Arm::jump_charge_is_allowed_on_the_floor : Arm::jump_charge_is_allowed_yes,
            trace::id("command", forward));
  scope(!down);
  return down ? JumpRefusal::not_from_this_position : JumpRefusal::none;
}

template <class Rules>
JumpRefusal jump_is_allowed(const Rules& rules, const Body& body, const MotionState& motion, float extent) {
  auto scope = rules.enter(Fn::jump_is_allowed);
  const auto refused = [&](Arm arm, JumpRefusal why) {
    rules.arm(arm, trace::id("error", static_cast<std::uint32_t>(why)));
    scope(false);
    return why;
  };
  if (!body.has_motion) return refused(Arm::jump_is_allowed_no_motion, JumpRefusal::no_physics_object);
  if (body.weenie == 0 && rules.has(Divergence::ace_no_traits_jump)) {
    rules.arm(Arm::jump_is_allowed_yes);
    scope(true);
    return JumpRefusal::none;
  }
  if (moves_as_creature(body) && body.is(physics_state::kGravity) && !grounded(body))
    return refused(Arm::jump_is_allowed_in_the_air, JumpRefusal::in_the_air);
  if (motion.fully_constrained || !std::isfinite(extent))
    return refused(Arm::jump_is_allowed_held, JumpRefusal::general_failure);
  if (motion.pending_error != 0)
    return refused(Arm::jump_is_allowed_pending, static_cast<JumpRefusal>(motion.pending_error));
  if (const JumpRefusal r = jump_charge_is_allowed(rules, body, motion); r != JumpRefusal::none)
    return refused(Arm::jump_is_allowed_no_charge, r);
  if (const JumpRefusal r = motion_allows_jump(rules, motion.interpreted.forward.command);
      r != JumpRefusal::none)
    return refused(Arm::jump_is_allowed_moves_otherwise, r);
  if (body.weenie != 0 && !has_stamina_for(motion.abilities, extent))
    return refused(Arm::jump_is_allowed_tired, JumpRefusal::general_failure);
  rules.arm(Arm::jump_is_allowed_yes);
  scope(true);
  return JumpRefusal::none;
}

template <class Rules>
JumpRefusal charge_jump(const Rules& rules, const Body& body, MotionState& motion) {
  auto scope = rules.enter(Fn::charge_jump);
  if (const JumpRefusal r = jump_charge_is_allowed(rules, body, motion); r != JumpRefusal::none) {
    rules.arm(Arm::charge_jump_refused);
    scope(false);
    return r;
  }
  const InterpretedMotion& m = motion.interpreted;
  if (grounded(body) && m.forward.command == command::kReady && m.sidestep.command == command::kNone &&
      m.turn.command == command::kNone) {
    rules.arm(Arm::charge_jump_standing);
    motion.standing_longjump = true;
  } else {
    rules.arm(Arm::charge_jump_moving);
  }
  scope(true);
  return JumpRefusal::none;
}

template <class Rules>
JumpRefusal jump(const Rules& rules, Body& body, MotionState& motion, float extent) {
  auto scope = rules.enter(Fn::jump);
  if (const JumpRefusal r = jump_is_allowed(rules, body, motion, extent); r != JumpRefusal::none) {
    rules.arm(Arm::jump_refused, trace::id("error", static_cast<std::uint32_t>(r)));
    scope(false);
    if (motion.standing_longjump) {
      motion.standing_longjump = false;
      write_walk(rules, body, motion);
    }
    return r;
  }
  motion.jump_extent = extent;
  write_walk(rules, body, motion);  // what it takes along
  body.walk.jump_vz = get_jump_v_z(rules, body, motion);
  rules.arm(Arm::jump_jumps, trace::num("v.z", body.walk.jump_vz));
  set_on_walkable(rules, body, false);
  body.walk.jump_vz = 0.0F;  // also where nothing left the ground
  write_walk(rules, body, motion);
  scope(true);
  return JumpRefusal::none;
}

std::optional<float> charged_extent(double held, double full_charge) {
  const double share = held / full_charge;
  if (!(share >= kLeastCharge)) return std::nullopt;
  return static_cast<float>(share < 1.0 ? share : 1.0);
}

template <class Rules>
float get_jump_v_z(const Rules& rules, const Body& body, const MotionState& motion) {
  auto scope = rules.enter(Fn::get_jump_v_z);
  float extent = motion.jump_extent;
  if (extent < kEpsilon) {
    rules.arm(Arm::get_jump_v_z_none, trace::cmp("extent", extent, "<", kEpsilon));
    return scope(0.0F);
  }
  if (extent > 1.0F) extent = 1.0F;
  if (body.weenie == 0) {
    rules.arm(Arm::get_jump_v_z_no_weenie);
    return scope(kPlainJumpSpeed);
  }
  const Abilities& a = motion.abilities;
  if (!a.jump_skill) {
    rules.arm(Arm::get_jump_v_z_unskilled);
    return scope(0.0F);
  }
  rules.arm(Arm::get_jump_v_z_skilled, trace::num("extent", extent), trace::num("load", a.load));
  return scope(jump_speed(a.stamina && *a.stamina <= 0 ? 0 : *a.jump_skill, a.load, extent));
}

double jump_height(std::int32_t skill, float load, float extent) {
  constexpr auto kRange = static_cast<double>(22.2F);
  constexpr auto kBase = static_cast<double>(0.05F);
  constexpr auto kLeast = static_cast<double>(0.35F);
  const auto asked = static_cast<double>(extent);
  const double p = asked < 0.0 ? 0.0 : (asked > 1.0 ? 1.0 : asked);
  const auto s = static_cast<double>(std::max(skill, 0));
  const double h = (load_modifier(load) * ((s / (s + 1300.0)) * kRange + kBase)) * p;
  return h < kLeast ? kLeast : h;
}

float jump_speed(std::int32_t skill, float load, float extent) {
  return static_cast<float>(std::sqrt(jump_height(skill, load, extent) * 19.6));
}

std::int32_t jump_stamina_cost(float extent, float load, bool pk) {
  constexpr double kMost = std::numeric_limits<std::int32_t>::max();
  const auto power = static_cast<double>(extent);
  const double cost = pk ? (power + 1.0) * 100.0  // truncated below
                         : std::ceil((static_cast<double>(load) + 0.5) * power * 8.0 + 2.0);
  if (!(cost > -kMost)) return 0;  // nonsense in, and a cast that would not be defined
  return cost < kMost ? static_cast<std::int32_t>(cost) : std::numeric_limits<std::int32_t>::max();
}

template JumpRefusal jump(const Retail&, Body&, MotionState&, float);
template JumpRefusal jump(const Profiled&, Body&, MotionState&, float);
template JumpRefusal jump_is_allowed(const Retail&, const Body&, const MotionState&, float);
template JumpRefusal jump_is_allowed(const Profiled&, const Body&, const MotionState&, float);
template JumpRefusal jump_charge_is_allowed(const Retail&, const Body&, const MotionState&);
template JumpRefusal jump_charge_is_allowed(const Profiled&, const Body&, const MotionState&);
template JumpRefusal motion_allows_jump(const Retail&, std::uint32_t);
template JumpRefusal motion_allows_jump(const Profiled&, std::uint32_t);
template JumpRefusal charge_jump(const Retail&, const Body&, MotionState&);
template JumpRefusal charge_jump(const Profiled&, const Body&, MotionState&);
template float get_jump_v_z(const Retail&, const Body&, const MotionState&);
template float get_jump_v_z(const Profiled&, const Body&, const MotionState&);

}  // namespace surefoot
