// Why does a mover gain nothing, and what would free it? Found by trying.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/capture.hpp"
#include "io/scenario.hpp"
#include "trace/blockers.hpp"

namespace surefoot::scenario {

/// A mover at one moment and what it wants to do from then on: a scenario of one input.
struct StuckCase {
  io::Scenario scenario;
  std::int64_t tick = 0;  ///< of the scenario or capture it comes from
  bool chosen = false;    ///< the tick was looked for, not given
};

/// A tick of a scenario. Without one: where the mover first gained nothing for 5 ticks though it wanted to, else the last
/// tick. Not of crowds.
[[nodiscard]] Expected<StuckCase> stuck_case(const io::Scenario& scenario, std::optional<std::uint32_t> tick);
/// A recorded call that is made again and again.
[[nodiscard]] StuckCase stuck_case(const World& world, const io::CaptureRecord& record,
                                   std::optional<std::uint32_t> centre, const Profile& profile);

/// A place in a world: the mover is set down there and walks.
struct StuckPlace {
  Position position;
  float heading = 0.0F;  ///< degrees, 0 is north, 90 east
  float speed = 3.12F;   ///< m/s
  Mover mover;
  Profile profile;
};
/// The mover of a person: two spheres of 0.48 m, steps of 0.6 m up and 1.5 m down.
[[nodiscard]] Mover person_mover();
[[nodiscard]] StuckCase stuck_case(const World& world, const StuckPlace& place);

/// How it gains nothing.
enum class StuckKind : std::uint8_t {
  free,          ///< it gains
  asks_nothing,  ///< it is not told to go anywhere
  fixed_point,   ///< the same state goes in and comes out
  oscillation,   ///< a few states take turns
  creep,         ///< it changes, and gets nowhere
  lost,          ///< the resolve fails: it is in no loaded cell
  not_placed,    ///< it could not be set down
};
[[nodiscard]] const char* to_string(StuckKind kind);

/// What keeps it, most telling first.
enum class StuckCause : std::uint8_t {
  placement,
  unloaded,
  object,
  ceiling,
  slope,
  step,
  edge,
  squeezed,
  wall
};
[[nodiscard]] const char* to_string(StuckCause cause);

/// The smallest change of one kind with which it gains.
struct Freed {
  enum class Kind : std::uint8_t { shift, heading, height, jump, step_height };
  Kind kind{};
  float amount = 0.0F;  ///< metres; degrees, to the right positive; m/s of a jump
  Vec3 direction;       ///< of a shift
  std::string text;     ///< "turned 23° to the left"
  float gain = 0.0F;    ///< metres, in as many ticks as were tried
};
[[nodiscard]] const char* to_string(Freed::Kind kind);

struct StuckReport {
  StuckKind kind{};
  std::uint32_t ticks = 0;   ///< tried
  std::uint32_t period = 0;  ///< of a fixed point 1, of an oscillation more
  float wanted = 0.0F;       ///< metres, in the first tick
  float gained = 0.0F;       ///< metres, in all ticks
  Position at;
  std::vector<StuckCause> causes;
  std::vector<trace::Blocker> blockers;  ///< each thing once
  std::string rule;                      ///< arm that decided
  std::string because;                   ///< one clause, in plain words
  std::vector<Freed> freed;              ///< smallest first; empty: nothing that was tried helps
  std::string summary;                   ///< one sentence
};

[[nodiscard]] Expected<StuckReport> find_stuck(const StuckCase& c, std::uint32_t ticks = 30);

}  // namespace surefoot::scenario
