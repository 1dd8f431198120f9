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

JumpRefusal motion_allows_jump(std::uint32_t forward_command) {
  for (const Range& r : kBlocking) {
    if (r.has(forward_command)) return JumpRefusal::not_from_this_position;
  }
  return JumpRefusal::none;
}

JumpRefusal jump_charge_is_allowed(const Body& body, const MotionState& motion) {
  if (body.weenie != 0 && !motion.abilities.can_jump) return JumpRefusal::too_loaded;
  const std::uint32_t forward = motion.interpreted.forward.command;
  return forward == command::kFallen || kOnTheFloor.has(forward) ? JumpRefusal::not_from_this_position
                                                                 : JumpRefusal::none;
}

JumpRefusal jump_is_allowed(const Body& body, const MotionState& motion, float extent) {
  if (!body.has_motion) return JumpRefusal::no_physics_object;
  if (moves_as_creature(body) && body.is(physics_state::kGravity) && !grounded(body))
    return JumpRefusal::in_the_air;
  if (motion.fully_constrained || !std::isfinite(extent)) return JumpRefusal::general_failure;
  if (motion.pending_error != 0) return static_cast<JumpRefusal>(motion.pending_error);
  if (const JumpRefusal r = jump_charge_is_allowed(body, motion); r != JumpRefusal::none) return r;
  if (const JumpRefusal r = motion_allows_jump(motion.interpreted.forward.command); r != JumpRefusal::none)
    return r;
  if (body.weenie != 0 && !has_stamina_for(motion.abilities, extent)) return JumpRefusal::general_failure;
  return JumpRefusal::none;
}

JumpRefusal charge_jump(const Body& body, MotionState& motion) {
  if (const JumpRefusal r = jump_charge_is_allowed(body, motion); r != JumpRefusal::none) return r;
  const InterpretedMotion& m = motion.interpreted;
  if (grounded(body) && m.forward.command == command::kReady && m.sidestep.command == command::kNone &&
      m.turn.command == command::kNone)
    motion.standing_longjump = true;
  return JumpRefusal::none;
}

JumpRefusal jump(Body& body, MotionState& motion, float extent, const Profile* profile) {
  if (const JumpRefusal r = jump_is_allowed(body, motion, extent); r != JumpRefusal::none) {
    if (motion.standing_longjump) {
      motion.standing_longjump = false;
      write_walk(body, motion);
    }
    return r;
  }
  motion.jump_extent = extent;
  write_walk(body, motion);  // what it takes along
  body.walk.jump_vz = get_jump_v_z(body, motion);
  set_on_walkable(body, false, profile);
  body.walk.jump_vz = 0.0F;  // also where nothing left the ground
  write_walk(body, motion);
  return JumpRefusal::none;
}

std::optional<float> charged_extent(double held, double full_charge) {
  const double share = held / full_charge;
  if (!(share >= kLeastCharge)) return std::nullopt;
  return static_cast<float>(share < 1.0 ? share : 1.0);
}

float get_jump_v_z(const Body& body, const MotionState& motion) {
  float extent = motion.jump_extent;
  if (extent < kEpsilon) return 0.0F;
  if (extent > 1.0F) extent = 1.0F;
  if (body.weenie == 0) return kPlainJumpSpeed;
  const Abilities& a = motion.abilities;
  if (!a.jump_skill) return 0.0F;
  return jump_speed(a.stamina && *a.stamina <= 0 ? 0 : *a.jump_skill, a.load, extent);
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

}  // namespace surefoot
