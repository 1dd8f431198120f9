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

float run_rate(const Body& body, const MotionState& motion) {
  if (body.weenie == 0) return 1.0F;
  return motion.abilities.run_rate.value_or(motion.my_run_rate);
}

Command apply_run_to_command(const Body& body, const MotionState& motion, Command c) {
  switch (c.command) {
    case command::kWalkForward:
      // Backwards stays a walk, but a quicker one.
      if (c.speed > 0.0F) c.command = command::kRunForward;
      c.speed = run_rate(body, motion) * c.speed;
      break;
    case command::kTurnRight:
      c.speed = kRunTurnFactor * c.speed;
      break;
    case command::kSideStepRight:
      c.speed = run_rate(body, motion) * c.speed;
      if (std::fabs(c.speed) > kMaxSideStep) c.speed = c.speed > 0.0F ? kMaxSideStep : -kMaxSideStep;
      break;
    default:
      break;
  }
  return c;
}

Command adjust_motion(const Body& body, const MotionState& motion, const RawCommand& raw) {
  Command c{raw.command, raw.speed};
  if (!moves_as_creature(body) || c.command == command::kRunForward) return c;
  if (c.command == command::kWalkBackwards) {
    c = {command::kWalkForward, kBackwards * c.speed};
  } else if (c.command == command::kTurnLeft) {
    c = {command::kTurnRight, -1.0F * c.speed};
  } else if (c.command == command::kSideStepLeft) {
    c = {command::kSideStepRight, -1.0F * c.speed};
  }
  if (c.command == command::kSideStepRight) c.speed = kSideStepFactor * c.speed;
  const HoldKey key = raw.hold_key == HoldKey::invalid ? motion.raw.hold_key : raw.hold_key;
  return key == HoldKey::run ? apply_run_to_command(body, motion, c) : c;
}

void apply_raw_movement(const Body& body, MotionState& motion) {
  const RawMotion& raw = motion.raw;
  InterpretedMotion& out = motion.interpreted;
  out.forward = adjust_motion(body, motion, raw.forward);
  out.sidestep = adjust_motion(body, motion, raw.sidestep);
  out.turn = adjust_motion(body, motion, raw.turn);
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

Vec3 get_state_velocity(const Body& body, const MotionState& motion) {
  Vec3 v = root_motion_velocity(motion);
  const float cap = get_max_speed(body, motion);
  const float len = length(v);
  if (len > cap) {
    const float inv = 1.0F / len;
    v = {(inv * v.x) * cap, (inv * v.y) * cap, (inv * v.z) * cap};
  }
  return v;
}

float turn_rate(const MotionState& motion) {
  const Command& turn = motion.interpreted.turn;
  return turn.command == command::kTurnRight ? -kTurnSpeed * turn.speed : 0.0F;
}

float get_max_speed(const Body& body, const MotionState& motion) {
  return run_rate(body, motion) * kRunSpeed;
}

float get_adjusted_max_speed(const Body& body, const MotionState& motion, const Profile* profile) {
  const Command& forward = motion.interpreted.forward;
  if (forward.command == command::kRunForward) return forward.speed / motion.current_speed_factor * kRunSpeed;
  const float rate = run_rate(body, motion);
  return has(profile, Divergence::openac_adjusted_speed_running_only) ? rate : rate * kRunSpeed;
}

bool contact_allows_move(const Body& body, std::uint32_t command) {
  if (command == command::kTurnRight || command == command::kTurnLeft || command == command::kFalling ||
      command == command::kDead)
    return true;
  if (!moves_as_creature(body) || !body.is(physics_state::kGravity)) return true;
  return body.has(transient_state::kContact) && body.has(transient_state::kOnWalkable);
}

void write_walk(Body& body, MotionState& motion) {
  if (!body.has(transient_state::kOnWalkable)) {
    // LeaveGround ends both; a charge cannot start in the air, so that the bit is off says enough.
    motion.standing_longjump = false;
    motion.jump_extent = 0.0F;
  }
  Walk& walk = body.walk;
  const Vec3 state_velocity = get_state_velocity(body, motion);
  walk.leaving = state_velocity;
  walk.velocity = {};
  walk.turn = 0.0F;
  if (walk.drive == Drive::none) return;
  walk.turn = turn_rate(motion);
  if (motion.standing_longjump) return;
  walk.velocity = walk.drive == Drive::root_motion ? root_motion_velocity(motion) : state_velocity;
}

void write_speeds(Body& body, const MotionState& motion, const Profile* profile) {
  if (!body.position_manager) return;
  body.position_manager->max_speed = get_max_speed(body, motion);
  body.position_manager->adjusted_max_speed = get_adjusted_max_speed(body, motion, profile);
}

double load_modifier(float load) {
  if (load < 1.0F) return 1.0;
  return load < 2.0F ? 2.0 - static_cast<double>(load) : 0.0;
}

float run_rate_from_skill(std::int32_t skill, float load, const Profile* profile) {
  // Equality, as the client has it: 801 runs slower than 800.
  if (skill == 800 || (skill > 800 && has(profile, Divergence::ace_run_skill_above_800))) return 4.5F;
  const auto s = static_cast<double>(std::max(skill, 0));
  return static_cast<float>((load_modifier(load) * (s / (s + 200.0) * 11.0) + 4.0) / 4.0);
}

}  // namespace surefoot
