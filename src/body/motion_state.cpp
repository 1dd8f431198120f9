#include "body/motion_state.hpp"

#include <algorithm>
#include <cmath>

#include "core/bits.hpp"

namespace surefoot {

namespace {

constexpr float kWalkSpeed = float_from_bits(0x4047AE14U);  // 3.12 m/s
constexpr float kRunSpeed = 4.0F;
constexpr float kSideStepSpeed = 1.25F;
constexpr float kTurnSpeed = 1.5F;
constexpr float kBackwards = float_from_bits(0xBF266666U);       // -0.65
constexpr float kSideStepFactor = float_from_bits(0x3F9FBE76U);  // 3.12 / 1.25 * 0.5
constexpr float kRunTurnFactor = 1.5F;
constexpr float kMaxSideStep = 3.0F;

bool is_sidestepping(const InterpretedMotion& m) {
  return m.sidestep.command == command::kSideStepRight;
}

}  // namespace

bool moves_as_creature(const Body& body) {
  return body.weenie == 0 || (body.weenie & weenie::kCreature) != 0;
}

float run_rate(const Body& body, const MotionState& motion, const Profile* profile) {
  if (body.weenie == 0) return has(profile, Divergence::ace_no_traits_run_rate) ? motion.my_run_rate : 1.0F;
  return motion.abilities.run_rate.value_or(motion.my_run_rate);
}

template <class Rules>
Command apply_run_to_command(const Rules& rules, const Body& body, const MotionState& motion, Command c) {
  auto scope = rules.enter(Fn::apply_run_to_command);
  switch (c.command) {
    case command::kWalkForward:
      // Backwards stays a walk, but a quicker one.
      rules.arm(c.speed > 0.0F ? Arm::apply_run_to_command_forward : Arm::apply_run_to_command_backwards);
      if (c.speed > 0.0F) c.command = command::kRunForward;
      c.speed = run_rate(body, motion, rules.profile()) * c.speed;
      break;
    case command::kTurnRight:
      rules.arm(Arm::apply_run_to_command_turn);
      c.speed = kRunTurnFactor * c.speed;
      break;
    case command::kSideStepRight:
      c.speed = run_rate(body, motion, rules.profile()) * c.speed;
      if (std::fabs(c.speed) > kMaxSideStep) {
        rules.arm(Arm::apply_run_to_command_sidestep_limit, trace::cmp("speed", c.speed, ">", kMaxSideStep));
        c.speed = c.speed > 0.0F ? kMaxSideStep : -kMaxSideStep;
      } else {
        rules.arm(Arm::apply_run_to_command_sidestep);
      }
      break;
    default:
      rules.arm(Arm::apply_run_to_command_other, trace::id("command", c.command));
      break;
  }
  scope(c.speed);
  return c;
}

template <class Rules>
Command adjust_motion(const Rules& rules, const Body& body, const MotionState& motion,
                      const RawCommand& raw) {
  auto scope = rules.enter(Fn::adjust_motion);
  Command c{raw.command, raw.speed};
  if (!moves_as_creature(body)) {
    rules.arm(Arm::adjust_motion_no_creature);
    return c;
  }
  if (c.command == command::kRunForward) {
    rules.arm(Arm::adjust_motion_runs);
    return c;
  }
  if (c.command == command::kWalkBackwards) {
    rules.arm(Arm::adjust_motion_backwards);
    c = {command::kWalkForward, kBackwards * c.speed};
  } else if (c.command == command::kTurnLeft) {
    rules.arm(Arm::adjust_motion_turn_left);
    c = {command::kTurnRight, -1.0F * c.speed};
  } else if (c.command == command::kSideStepLeft) {
    rules.arm(Arm::adjust_motion_sidestep_left);
    c = {command::kSideStepRight, -1.0F * c.speed};
  } else {
    rules.arm(Arm::adjust_motion_as_told, trace::id("command", c.command));
  }
  if (c.command == command::kSideStepRight) c.speed = kSideStepFactor * c.speed;
  const HoldKey key = raw.hold_key == HoldKey::invalid ? motion.raw.hold_key : raw.hold_key;
  if (key == HoldKey::run) c = apply_run_to_command(rules, body, motion, c);
  scope(c.speed);
  return c;
}

template <class Rules>
void apply_raw_movement(const Rules& rules, const Body& body, MotionState& motion) {
  const RawMotion& raw = motion.raw;
  InterpretedMotion& out = motion.interpreted;
  out.forward = adjust_motion(rules, body, motion, raw.forward);
  out.sidestep = adjust_motion(rules, body, motion, raw.sidestep);
  out.turn = adjust_motion(rules, body, motion, raw.turn);
  if (out.forward.command == command::kRunForward) motion.my_run_rate = out.forward.speed;
}

Vec3 root_motion_velocity(const MotionState& motion) {
  const InterpretedMotion& m = motion.interpreted;
  Vec3 v;
  if (is_sidestepping(m)) v.x = kSideStepSpeed * m.sidestep.speed;
  if (m.forward.command == command::kWalkForward) {
    v.y = kWalkSpeed * m.forward.speed;
  } else if (m.forward.command == command::kRunForward) {
    v.y = kRunSpeed * m.forward.speed;
  }
  return v;
}

template <class Rules>
Vec3 get_state_velocity(const Rules& rules, const Body& body, const MotionState& motion) {
  auto scope = rules.enter(Fn::get_state_velocity);
  Vec3 v = root_motion_velocity(motion);
  const float cap = get_max_speed(body, motion, rules.profile());
  const float len = length(v);
  if (len > cap) {
    rules.arm(Arm::get_state_velocity_shortened, trace::cmp("speed", len, ">", cap));
    const float inv = 1.0F / len;
    v = {(inv * v.x) * cap, (inv * v.y) * cap, (inv * v.z) * cap};
  } else {
    rules.arm(Arm::get_state_velocity_as_told);
  }
  return scope(v);
}

float turn_rate(const MotionState& motion) {
  const Command& turn = motion.interpreted.turn;
  return turn.command == command::kTurnRight ? -kTurnSpeed * turn.speed : 0.0F;
}

float get_max_speed(const Body& body, const MotionState& motion, const Profile* profile) {
  return run_rate(body, motion, profile) * kRunSpeed;
}

template <class Rules>
float get_adjusted_max_speed(const Rules& rules, const Body& body, const MotionState& motion) {
  auto scope = rules.enter(Fn::get_adjusted_max_speed);
  const Command& forward = motion.interpreted.forward;
  if (forward.command == command::kRunForward) {
    rules.arm(Arm::get_adjusted_max_speed_runs);
    return scope(forward.speed / motion.current_speed_factor * kRunSpeed);
  }
  rules.arm(Arm::get_adjusted_max_speed_rate);
  const float rate = run_rate(body, motion, rules.profile());
  return scope(rules.has(Divergence::openac_adjusted_speed_running_only) ? rate : rate * kRunSpeed);
}

template <class Rules>
bool contact_allows_move(const Rules& rules, const Body& body, std::uint32_t command) {
  auto scope = rules.enter(Fn::contact_allows_move);
  if (command == command::kTurnRight || command == command::kTurnLeft || command == command::kFalling ||
      command == command::kDead) {
    rules.arm(Arm::contact_allows_move_anywhere, trace::id("command", command));
    return scope(true);
  }
  if (!moves_as_creature(body) || !body.is(physics_state::kGravity)) {
    rules.arm(Arm::contact_allows_move_no_ground_needed);
    return scope(true);
  }
  const bool grounded = body.has(transient_state::kContact) && body.has(transient_state::kOnWalkable);
  rules.arm(grounded ? Arm::contact_allows_move_grounded : Arm::contact_allows_move_airborne);
  return scope(grounded);
}

template <class Rules>
void write_walk(const Rules& rules, Body& body, MotionState& motion) {
  if (!body.has(transient_state::kOnWalkable)) {
    // LeaveGround ends both; a charge cannot start in the air, so that the bit is off says enough.
    motion.standing_longjump = false;
    motion.jump_extent = 0.0F;
  }
  Walk& walk = body.walk;
  const Vec3 state_velocity = get_state_velocity(rules, body, motion);
  walk.leaving = state_velocity;
  walk.velocity = {};
  walk.turn = 0.0F;
  if (walk.drive == Drive::none) return;
  walk.turn = turn_rate(motion);
  if (motion.standing_longjump) return;
  walk.velocity = walk.drive == Drive::root_motion ? root_motion_velocity(motion) : state_velocity;
}

template <class Rules>
void write_speeds(const Rules& rules, Body& body, const MotionState& motion) {
  if (!body.position_manager) return;
  body.position_manager->max_speed = get_max_speed(body, motion, rules.profile());
  body.position_manager->adjusted_max_speed = get_adjusted_max_speed(rules, body, motion);
}

double load_modifier(float load) {
  if (load < 1.0F) return 1.0;
  return load < 2.0F ? 2.0 - static_cast<double>(load) : 0.0;
}

template <class Rules>
float run_rate_from_skill(const Rules& rules, std::int32_t skill, float load) {
  auto scope = rules.enter(Fn::get_run_rate);
  // Equality, as the client has it: 801 runs slower than 800.
  if (skill == 800 || (skill > 800 && rules.has(Divergence::ace_run_skill_above_800))) {
    rules.arm(Arm::get_run_rate_best, trace::count("skill", static_cast<std::uint32_t>(skill)));
    return scope(4.5F);
  }
  const auto s = static_cast<double>(std::max(skill, 0));
  rules.arm(Arm::get_run_rate_formula, trace::num("skill", static_cast<float>(s)), trace::num("load", load));
  return scope(static_cast<float>((load_modifier(load) * (s / (s + 200.0) * 11.0) + 4.0) / 4.0));
}

template Command adjust_motion(const Retail&, const Body&, const MotionState&, const RawCommand&);
template Command adjust_motion(const Profiled&, const Body&, const MotionState&, const RawCommand&);
template Command apply_run_to_command(const Retail&, const Body&, const MotionState&, Command);
template Command apply_run_to_command(const Profiled&, const Body&, const MotionState&, Command);
template void apply_raw_movement(const Retail&, const Body&, MotionState&);
template void apply_raw_movement(const Profiled&, const Body&, MotionState&);
template Vec3 get_state_velocity(const Retail&, const Body&, const MotionState&);
template Vec3 get_state_velocity(const Profiled&, const Body&, const MotionState&);
template float get_adjusted_max_speed(const Retail&, const Body&, const MotionState&);
template float get_adjusted_max_speed(const Profiled&, const Body&, const MotionState&);
template bool contact_allows_move(const Retail&, const Body&, std::uint32_t);
template bool contact_allows_move(const Profiled&, const Body&, std::uint32_t);
template void write_walk(const Retail&, Body&, MotionState&);
template void write_walk(const Profiled&, Body&, MotionState&);
template void write_speeds(const Retail&, Body&, const MotionState&);
template void write_speeds(const Profiled&, Body&, const MotionState&);
template float run_rate_from_skill(const Retail&, std::int32_t, float);
template float run_rate_from_skill(const Profiled&, std::int32_t, float);

}  // namespace surefoot
