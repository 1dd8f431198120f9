// What a mover is told to do, and the speeds that come of it (retail CMotionInterp; spec 06 §9.1).
//
// A creature's commands exist twice: *raw*, as the keys or the network give them, and *interpreted*, with backwards,
// left and the run key worked into three commands and a signed speed each. Styles and actions are no part of it: they
// move nobody.
#pragma once

#include <cstdint>
#include <optional>

#include "body/body.hpp"

namespace surefoot {

/// Motion commands that matter to movement. Speeds are the body's at a command speed of 1.
namespace command {
inline constexpr std::uint32_t kNone = 0;
inline constexpr std::uint32_t kFallen = 0x40000008U;
inline constexpr std::uint32_t kDead = 0x40000011U;
inline constexpr std::uint32_t kFalling = 0x40000015U;
inline constexpr std::uint32_t kReady = 0x41000003U;
inline constexpr std::uint32_t kCrouch = 0x41000012U;
inline constexpr std::uint32_t kSitting = 0x41000013U;
inline constexpr std::uint32_t kSleeping = 0x41000014U;
inline constexpr std::uint32_t kRunForward = 0x44000007U;     ///< 4 m/s
inline constexpr std::uint32_t kWalkForward = 0x45000005U;    ///< 3.12 m/s
inline constexpr std::uint32_t kWalkBackwards = 0x45000006U;  ///< raw only
inline constexpr std::uint32_t kTurnRight = 0x6500000DU;      ///< 1.5 rad/s
inline constexpr std::uint32_t kTurnLeft = 0x6500000EU;       ///< raw only
inline constexpr std::uint32_t kSideStepRight = 0x6500000FU;  ///< 1.25 m/s
inline constexpr std::uint32_t kSideStepLeft = 0x65000010U;   ///< raw only
}  // namespace command

enum class HoldKey : std::uint32_t {
  invalid = 0,  ///< in a command: the state's own key decides
  none = 1,
  run = 2,
};

struct RawCommand {
  std::uint32_t command = command::kNone;
  float speed = 1.0F;
  HoldKey hold_key = HoldKey::invalid;
};

struct RawMotion {
  HoldKey hold_key = HoldKey::none;
  RawCommand forward{command::kReady};
  RawCommand sidestep;
  RawCommand turn;
};

struct Command {
  std::uint32_t command = command::kNone;
  float speed = 1.0F;  ///< a factor; negative is backwards or to the left
};

struct InterpretedMotion {
  Command forward{command::kReady};
  Command sidestep;
  Command turn;
};

/// What the client asks the mover's game object ("weenie"). A body without weenie bits has none: nothing of this is
/// read then.
struct Abilities {
  std::optional<float> run_rate;  ///< factor; see `run_rate_from_skill`. Absent: the last one commanded
  std::optional<std::int32_t> jump_skill;  ///< absent: it knows no jump speed and jumps 0 m/s high
  float load = 0.0F;                       ///< carried weight ÷ capacity; above 1 it hinders
  std::optional<std::int32_t>
      stamina;                ///< a jump that costs more is refused (ours); absent: never short of it
  bool pk_jump_cost = false;  ///< jumps cost what they cost player killers in a fight
  bool can_jump = true;       ///< false: too loaded
};

struct MotionState {
  RawMotion raw;
  InterpretedMotion interpreted;
  Abilities abilities;
  float my_run_rate = 1.0F;           ///< forward speed of the last run
  float current_speed_factor = 1.0F;  ///< of `get_adjusted_max_speed`
  bool standing_longjump =
      false;                 ///< a jump is being charged from standing: commands count only for the jump
  float jump_extent = 0.0F;  ///< 0..1; of the jump that is just taking off
  bool fully_constrained = false;   ///< the position manager holds it (spec 06 §13): it cannot jump
  std::uint32_t pending_error = 0;  ///< a JumpRefusal the first pending motion carries
};

/// A creature, or a body without a weenie, which passes for one everywhere.
[[nodiscard]] bool moves_as_creature(const Body& body);

// Where a function takes a profile, none is retail.

/// 1 without a weenie, else what the abilities say, else the last one commanded.
[[nodiscard]] float run_rate(const Body& body, const MotionState& motion, const Profile* profile = nullptr);

// Written over a policy (core/rules.hpp); the forms without one listen to nobody, and no profile is retail.

/// 0x00528010: backwards, left and the run key worked into command and speed; not for weenies that are no creatures.
template <class Rules>
[[nodiscard]] Command adjust_motion(const Rules& rules, const Body& body, const MotionState& motion,
                                    const RawCommand& raw);
/// 0x00527BE0
template <class Rules>
[[nodiscard]] Command apply_run_to_command(const Rules& rules, const Body& body, const MotionState& motion,
                                           Command c);
/// Interprets the raw state; in the air too. Follow it by `write_walk`.
template <class Rules>
void apply_raw_movement(const Rules& rules, const Body& body, MotionState& motion);

/// 0x00527D50, m/s in body axes: what the commands come to, shortened to a run forward.
template <class Rules>
[[nodiscard]] Vec3 get_state_velocity(const Rules& rules, const Body& body, const MotionState& motion);
/// The same without the limit: animations have none (06 §10).
[[nodiscard]] Vec3 root_motion_velocity(const MotionState& motion);
/// rad/s about the body's z, to the left positive.
[[nodiscard]] float turn_rate(const MotionState& motion);

/// m/s.
[[nodiscard]] float get_max_speed(const Body& body, const MotionState& motion,
                                  const Profile* profile = nullptr);
/// m/s; follows the forward speed while running.
template <class Rules>
[[nodiscard]] float get_adjusted_max_speed(const Rules& rules, const Body& body, const MotionState& motion);

/// 0x00528240: whether the command may move the body where it is.
template <class Rules>
[[nodiscard]] bool contact_allows_move(const Rules& rules, const Body& body, std::uint32_t command);

/// Tells the body's legs what the interpreted state comes to under its drive: call it after the state changed and after
/// each quantum in which the body may have left the ground, which ends a jump charged from standing.
template <class Rules>
void write_walk(const Rules& rules, Body& body, MotionState& motion);

/// Tells the body's position manager, when it has one, how fast its motion lets it follow: call it before each quantum.
template <class Rules>
void write_speeds(const Rules& rules, Body& body, const MotionState& motion);

/// What of a skill a load leaves: 1 below a load of 1, nothing from 2 on.
[[nodiscard]] double load_modifier(float load);
/// `MovementSystem::GetRunRate` 0x006B0950: 1 without skill, towards 3.75, and 4.5 at exactly 800. `skill` is 0 or
/// more, and 0 for somebody without stamina.
template <class Rules>
[[nodiscard]] float run_rate_from_skill(const Rules& rules, std::int32_t skill, float load);

[[nodiscard]] inline Command adjust_motion(const Body& body, const MotionState& motion, const RawCommand& raw,
                                           const Profile* profile = nullptr) {
  return with_rules(profile, nullptr,
                    [&](const auto& rules) { return adjust_motion(rules, body, motion, raw); });
}
[[nodiscard]] inline Command apply_run_to_command(const Body& body, const MotionState& motion, Command c,
                                                  const Profile* profile = nullptr) {
  return with_rules(profile, nullptr,
                    [&](const auto& rules) { return apply_run_to_command(rules, body, motion, c); });
}
inline void apply_raw_movement(const Body& body, MotionState& motion, const Profile* profile = nullptr) {
  with_rules(profile, nullptr, [&](const auto& rules) { apply_raw_movement(rules, body, motion); });
}
[[nodiscard]] inline Vec3 get_state_velocity(const Body& body, const MotionState& motion,
                                             const Profile* profile = nullptr) {
  return with_rules(profile, nullptr,
                    [&](const auto& rules) { return get_state_velocity(rules, body, motion); });
}
[[nodiscard]] inline float get_adjusted_max_speed(const Body& body, const MotionState& motion,
                                                  const Profile* profile = nullptr) {
  return with_rules(profile, nullptr,
                    [&](const auto& rules) { return get_adjusted_max_speed(rules, body, motion); });
}
[[nodiscard]] inline bool contact_allows_move(const Body& body, std::uint32_t command) {
  return contact_allows_move(Retail{}, body, command);
}
inline void write_walk(Body& body, MotionState& motion, const Profile* profile = nullptr) {
  with_rules(profile, nullptr, [&](const auto& rules) { write_walk(rules, body, motion); });
}
inline void write_speeds(Body& body, const MotionState& motion, const Profile* profile = nullptr) {
  with_rules(profile, nullptr, [&](const auto& rules) { write_speeds(rules, body, motion); });
}
[[nodiscard]] inline float run_rate_from_skill(std::int32_t skill, float load,
                                               const Profile* profile = nullptr) {
  return with_rules(profile, nullptr,
                    [&](const auto& rules) { return run_rate_from_skill(rules, skill, load); });
}

}  // namespace surefoot
