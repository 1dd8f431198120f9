// What a scenario tells its mover, step by step.
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "io/flag_names.hpp"
#include "io/scenario_parts.hpp"

namespace surefoot::io {

namespace {

Position read_position(const Cursor& c) {
  Position p;
  p.cell_id = c.at("cell").as_u32();
  p.frame.origin = c.at("position").as_point();
  if (const auto v = c.get("rotation")) read_rotation(*v, p.frame);
  return p;
}

SetPositionRequest read_set_position(const Cursor& c) {
  c.only({"cell", "position", "rotation", "flags"});
  SetPositionRequest r;
  r.position = read_position(c);
  if (const auto v = c.get("flags")) r.flags = read_flags(*v, set_position_names());
  constexpr std::uint32_t kScatters = set_position_flag::kScatter | set_position_flag::kRandomScatter;
  if ((r.flags & kScatters) != 0)
    c.at("flags").error(ErrorCode::bad_value,
                        "a scenario rolls no dice: SCATTER and RANDOM_SCATTER are not run");
  return r;
}

struct NamedCommand {
  std::string_view name;
  std::uint32_t id;
};

constexpr NamedCommand kForward[] = {
    {"ready", command::kReady},    {"walk", command::kWalkForward}, {"backwards", command::kWalkBackwards},
    {"run", command::kRunForward}, {"crouch", command::kCrouch},    {"sit", command::kSitting},
    {"sleep", command::kSleeping}, {"fallen", command::kFallen},    {"falling", command::kFalling},
    {"dead", command::kDead},
};
constexpr NamedCommand kSidestep[] = {
    {"none", command::kNone}, {"left", command::kSideStepLeft}, {"right", command::kSideStepRight}};
constexpr NamedCommand kTurn[] = {
    {"none", command::kNone}, {"left", command::kTurnLeft}, {"right", command::kTurnRight}};

void read_named(const Cursor& c, const char* key, std::span<const NamedCommand> names, RawCommand& out) {
  const auto v = c.get(key);
  if (!v) return;
  const std::string& text = v->as_string();
  std::string known;
  for (const NamedCommand& n : names) {
    if (n.name == text) {
      out.command = n.id;
      return;
    }
    known += (known.empty() ? "" : ", ") + std::string(n.name);
  }
  if (v->is_string())
    v->error(ErrorCode::bad_value, fmt::format("unknown command \"{}\"; known: {}", text, known));
}

/// What is not said is not done.
RawMotion read_command(const Cursor& c) {
  c.only({"forward", "sidestep", "turn", "run_key", "speed"});
  RawMotion m;
  read_named(c, "forward", kForward, m.forward);
  read_named(c, "sidestep", kSidestep, m.sidestep);
  read_named(c, "turn", kTurn, m.turn);
  if (const auto v = c.get("run_key")) m.hold_key = v->as_bool() ? HoldKey::run : HoldKey::none;
  if (const auto v = c.get("speed")) m.forward.speed = m.sidestep.speed = m.turn.speed = v->as_finite();
  return m;
}

BodyInput read_body_input(const Cursor& c) {
  c.only({"ticks", "dt", "gap", "walk", "turn", "command", "omega", "root_motion", "set_velocity",
          "add_velocity", "jump", "set_position", "teleport", "interpolate_to", "world"});
  BodyInput in;
  if (const auto v = c.get("ticks")) in.ticks = static_cast<std::uint32_t>(v->as_integer(1, kMaxTicks));
  if (const auto v = c.get("dt")) {
    in.dt = v->as_finite();
    if (!c.failed() && !(in.dt > 0.0F && in.dt <= kHugeQuantum))
      v->error(ErrorCode::bad_value, fmt::format("a quantum is above 0 and at most {} s", kHugeQuantum));
  }
  if (const auto v = c.get("gap")) {
    in.gap = v->as_finite();
    if (!c.failed() && !(*in.gap > 0.0F && *in.gap <= kHugeQuantum))
      v->error(ErrorCode::bad_value, fmt::format("a gap is above 0 and at most {} s", kHugeQuantum));
    if (c.get("dt")) v->error(ErrorCode::bad_value, "give either \"dt\" or \"gap\"");
  }
  if (const auto v = c.get("walk")) in.walk = v->as_vec3();
  if (const auto v = c.get("turn")) in.turn = v->as_finite();
  if (const auto v = c.get("command")) {
    if (in.walk || in.turn) v->error(ErrorCode::bad_value, "a \"command\" replaces \"walk\" and \"turn\"");
    in.command = read_command(*v);
  }
  if (const auto v = c.get("omega")) in.omega = v->as_vec3();
  if (const auto v = c.get("root_motion")) in.root_motion = v->as_frame();
  if (const auto v = c.get("set_velocity")) in.set_velocity = v->as_vec3();
  if (const auto v = c.get("add_velocity")) in.add_velocity = v->as_vec3();
  if (const auto v = c.get("jump")) {
    v->only({"vz", "power"});
    const auto power = v->get("power");
    if (power)
      in.jump_power = read_within(*power, 0.0F, 1.0F);
    else
      in.jump_vz = v->at("vz").as_finite();
    if (power && v->get("vz")) v->error(ErrorCode::bad_value, "give either \"vz\" or \"power\"");
  }
  if (const auto v = c.get("set_position")) in.set_position = read_set_position(*v);
  if (const auto v = c.get("teleport")) {
    if (in.set_position) v->error(ErrorCode::bad_value, "give either \"set_position\" or \"teleport\"");
    v->only({"cell", "position", "rotation"});
    in.set_position.emplace();
    in.set_position->position = read_position(*v);
    in.set_position->flags = kMoveThere;
    in.teleport = true;
  }
  if (const auto v = c.get("interpolate_to")) {
    v->only({"cell", "position", "rotation", "keep_heading"});
    in.interpolate_to = read_position(*v);
    if (const auto k = v->get("keep_heading")) in.keep_heading = k->as_bool();
  }
  return in;
}

ResolveInput read_input(const Cursor& c) {
  c.only({"ticks", "offset", "target", "to_cell", "carry", "on_ground", "world"});
  ResolveInput in;
  if (const auto v = c.get("ticks")) in.ticks = static_cast<std::uint32_t>(v->as_integer(1, kMaxTicks));
  if (const auto v = c.get("offset")) in.offset = v->as_vec3();
  if (const auto v = c.get("target")) in.target = v->as_point();
  if (in.offset.has_value() == in.target.has_value())
    c.error(ErrorCode::bad_value, "give either \"offset\" or \"target\"");
  if (const auto v = c.get("to_cell")) in.to_cell = v->as_u32();
  if (const auto v = c.get("carry")) {
    const std::string& text = v->as_string();
    if (text == "all")
      in.carry = Carry::all;
    else if (text == "position")
      in.carry = Carry::position;
    else if (text == "none")
      in.carry = Carry::none;
    else
      v->error(ErrorCode::bad_value, "\"carry\" is \"all\", \"position\" or \"none\"");
  }
  if (const auto v = c.get("on_ground"); v && !(v->is_string() && v->as_string() == "carry"))
    in.on_ground = v->as_bool();
  return in;
}

}  // namespace

void read_inputs(const Cursor& list, Scenario& out) {
  std::uint64_t ticks = 0;
  for (const Cursor& c : list.list()) {
    if (out.mode == Mode::body) {
      out.body_inputs.push_back(read_body_input(c));
      ticks += out.body_inputs.back().ticks;
    } else {
      out.inputs.push_back(read_input(c));
      ticks += out.inputs.back().ticks;
    }
  }
  if (ticks > kMaxTicks)
    list.error(ErrorCode::bad_value, fmt::format("{} ticks; at most {} are run", ticks, kMaxTicks));
  if (out.inputs.empty() && out.body_inputs.empty())
    list.error(ErrorCode::bad_value, "no inputs: nothing would run");
}

}  // namespace surefoot::io
