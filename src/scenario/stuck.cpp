#include "scenario/stuck.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "core/state_hash.hpp"
#include "scenario/run.hpp"
#include "scenario/stuck_trial.hpp"
#include "trace/explain.hpp"
#include "trace/plain.hpp"

namespace surefoot::scenario {

namespace {

bool took(const trace::Recorder& r, std::initializer_list<Arm> arms) {
  return std::any_of(r.events().begin(), r.events().end(), [&](const trace::Event& e) {
    return e.kind == trace::Event::Kind::arm && std::find(arms.begin(), arms.end(), e.arm()) != arms.end();
  });
}

/// What was walked into, each once; what was only probed when there is nothing else.
std::vector<trace::Blocker> things_in_the_way(const trace::Recorder& r) {
  std::vector<trace::Blocker> out;
  for (const bool probed : {false, true}) {
    for (const trace::Blocker& b : trace::find_blockers(r)) {
      if (b.probed != probed) continue;
      const auto known =
          std::find_if(out.begin(), out.end(), [&](const auto& o) { return same_thing(o, b); });
      if (known == out.end()) out.push_back(b);
    }
    if (!out.empty()) break;
  }
  return out;
}

/// The case without what it remembers of a wall: in its first tick it runs into it, and the wall can be named.
/// Later ticks only bend the wish along what is remembered and meet nothing.
io::Scenario without_sliding(io::Scenario s) {
  s.body.set(transient_state::kSliding, false);
  return s;
}

std::vector<StuckCause> find_causes(const Trial& trial, const trace::Recorder& r,
                                    const std::vector<trace::Blocker>& blockers) {
  std::vector<StuckCause> out;
  const auto add = [&](StuckCause c, bool holds) {
    if (holds) out.push_back(c);
  };
  const auto any = [&](auto holds) { return std::any_of(blockers.begin(), blockers.end(), holds); };
  add(StuckCause::placement, trial.refused_placement());
  add(StuckCause::unloaded, took(r, {Arm::find_transitional_position_no_begin_cell,
                                     Arm::check_other_cells_off_the_map, Arm::check_other_cells_not_loaded}));
  add(StuckCause::object,
      any([](const trace::Blocker& b) { return b.kind == trace::Blocker::Kind::object; }));
  const bool head = took(r, {Arm::bsp_find_collisions_grounded_head, Arm::bsp_find_collisions_airborne_head,
                             Arm::bsp_find_collisions_near_miss_head});
  add(StuckCause::ceiling,
      head && any([](const trace::Blocker& b) { return b.normal && b.normal->z < -kEpsilon; }));
  add(StuckCause::slope,
      took(r, {Arm::cliff_slide_into, Arm::cliff_slide_off, Arm::cliff_slide_degenerate,
               Arm::validate_walkable_push_suppressed, Arm::step_down_too_steep, Arm::land_hard_stop}));
  add(StuckCause::step, took(r, {Arm::step_up_failed}));
  add(StuckCause::edge, took(r, {Arm::precipice_slide_edge, Arm::precipice_slide_flipped,
                                 Arm::precipice_slide_no_edge, Arm::edge_slide_nothing_known}));
  add(StuckCause::squeezed, took(r, {Arm::slide_sphere_squeezed, Arm::adjust_offset_crease_degenerate,
                                     Arm::sphere_slide_foot_opposed}));
  add(StuckCause::wall, out.empty() && !blockers.empty());
  return out;
}

std::string sentence(const StuckReport& r) {
  if (r.kind == StuckKind::free)
    return fmt::format("It is not stuck: it goes {} in {} ticks.", trace::plain_length(r.gained), r.ticks);
  if (r.kind == StuckKind::asks_nothing) return "It is not asked to go anywhere.";
  std::string out =
      r.kind == StuckKind::not_placed
          ? std::string("It cannot be set down")
          : fmt::format("It is stuck: it wants to go {} a tick and gains {} in {} ticks",
                        trace::plain_length(r.wanted),
                        r.gained < 0.0005F ? "nothing" : trace::plain_length(r.gained), r.ticks);
  if (!r.because.empty()) out += ", because " + r.because;
  out += ".";
  if (r.freed.empty()) return out + " Nothing that was tried frees it.";
  return out + fmt::format(" It would get free {}.", r.freed.front().text);
}

}  // namespace

const char* to_string(StuckKind kind) {
  static constexpr const char* kNames[] = {"free",  "asks nothing", "fixed point", "oscillation",
                                           "creep", "lost",         "not placed"};
  return kNames[static_cast<std::size_t>(kind)];
}

const char* to_string(StuckCause cause) {
  static constexpr const char* kNames[] = {"placement",   "unloaded", "object",   "ceiling", "slope",
                                           "step height", "edge",     "squeezed", "wall"};
  return kNames[static_cast<std::size_t>(cause)];
}

const char* to_string(Freed::Kind kind) {
  static constexpr const char* kNames[] = {"shift", "heading", "height", "jump", "step height"};
  return kNames[static_cast<std::size_t>(kind)];
}

Expected<StuckReport> find_stuck(const StuckCase& c, std::uint32_t ticks) {
  Trial trial(c.scenario, ticks);
  if (auto done = trial.run(true); !done) return tl::unexpected<Error>(done.error());
  StuckReport out;
  out.ticks = ticks;
  out.wanted = trial.wanted();
  out.gained = trial.gained();
  out.at = trial.start();
  out.period = trial.period();
  if (trial.refused_placement())
    out.kind = StuckKind::not_placed;
  else if (trial.is_free())
    out.kind = StuckKind::free;
  else if (trial.wanted() == 0.0F)
    out.kind = StuckKind::asks_nothing;
  else if (trial.lost())
    out.kind = StuckKind::lost;
  else
    out.kind = out.period == 1   ? StuckKind::fixed_point
               : out.period != 0 ? StuckKind::oscillation
                                 : StuckKind::creep;
  const bool stuck = out.kind != StuckKind::free && out.kind != StuckKind::asks_nothing;
  if (stuck) {
    const trace::Recorder* telling = &trial.last_trace();
    out.blockers = things_in_the_way(*telling);
    std::optional<Trial> afresh;
    if (out.blockers.empty()) {
      afresh.emplace(without_sliding(c.scenario), 1);
      if (auto done = afresh->run(true); !done) return tl::unexpected<Error>(done.error());
      auto met = things_in_the_way(afresh->last_trace());
      if (!met.empty()) {
        telling = &afresh->last_trace();
        out.blockers = std::move(met);
      }
    }
    out.causes = find_causes(trial, *telling, out.blockers);
    out.rule = trace::deciding_rule(*telling);
    out.because = trace::plain_reason(*telling);
    auto freed = find_freeing_changes(c.scenario, ticks, trial);
    if (!freed) return tl::unexpected<Error>(freed.error());
    out.freed = std::move(*freed);
  }
  out.summary = sentence(out);
  return out;
}

}  // namespace surefoot::scenario
