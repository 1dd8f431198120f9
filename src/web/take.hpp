// A scenario being played in the viewer: every tick recorded, each of them reachable again.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scenario/run.hpp"
#include "trace/explain.hpp"

namespace surefoot::web {

/// Where an object of the world stands from a tick on, and what it is then.
struct Sighting {
  std::uint32_t id = 0;
  Position position;
  std::uint32_t state = 0;
  bool present = true;
};

/// Of a crowd: a member after a tick.
struct MemberAt {
  Position position;
  std::uint32_t transient = 0;
  scenario::MemberStep step;
};

/// One resolve, looked into.
struct Traced {
  std::uint32_t tick = 0;
  std::size_t member = 0;        ///< of a crowd
  std::vector<Position> others;  ///< and where its members stood as it resolved
  bool tried = false;            ///< false: the body made no resolve in this tick; nothing below is set
  ResolveRequest request;
  Position reached;
  bool ok = false;
  trace::Explanation why;
  std::string tree;  ///< trace::tree_json
};

/// Ticks are counted from 0; "after n ticks" is the state before tick n.
class Take {
 public:
  explicit Take(std::shared_ptr<io::Scenario> scenario);
  Take(const Take&) = delete;
  Take& operator=(const Take&) = delete;

  [[nodiscard]] const io::Scenario& scenario() const { return *scenario_; }
  [[nodiscard]] bool is_crowd() const { return crowd_ != nullptr; }
  [[nodiscard]] bool done() const { return crowd_ ? crowd_->done() : runner_->done(); }
  [[nodiscard]] std::uint32_t ticks() const;

  /// Plays on by at most `most` ticks, as far as there are inputs.
  [[nodiscard]] Expected<void> play(std::uint32_t most);
  /// Walk: one more input of one tick at the end, and plays it. Body scenarios only.
  [[nodiscard]] Expected<void> walk(const io::BodyInput& input);
  /// Walk: back to where it was after `to` ticks; the inputs from there on are forgotten.
  [[nodiscard]] Expected<void> undo(std::uint32_t to);
  /// Of a crowd: who entered the lists of cells first, as the turn of `member` comes in a tick; those who went somewhere
  /// are listed anew.
  [[nodiscard]] std::vector<std::size_t> listed(std::uint32_t tick, std::size_t member) const;
  /// The rule tree of a tick that was played. Of a crowd, that of one member.
  [[nodiscard]] Expected<Traced> trace(std::uint32_t tick, std::size_t member = 0);
  /// Of a crowd: a member in a tick that was played.
  [[nodiscard]] Expected<scenario::StepRecord> look_at(std::uint32_t tick, std::size_t member);
  /// Of a crowd: a member before the first tick.
  [[nodiscard]] Body beginning(std::size_t member) const { return crowd_->beginning(member); }

  [[nodiscard]] const std::vector<scenario::StepRecord>& steps() const { return steps_; }
  /// Of a crowd: each member after each tick.
  [[nodiscard]] const std::vector<std::vector<MemberAt>>& crowd_steps() const { return crowd_steps_; }
  /// What stands elsewhere, or otherwise, after the tick than before it.
  [[nodiscard]] const std::map<std::uint32_t, std::vector<Sighting>>& sightings() const { return sightings_; }
  /// As `surefoot run` prints it, over the ticks played.
  [[nodiscard]] std::uint64_t hash() const;

 private:
  [[nodiscard]] Expected<void> play_one();
  /// A runner that stands before `tick`.
  [[nodiscard]] Expected<void> wind_to(scenario::Runner& runner, std::uint32_t tick) const;
  /// The crowd that is looked at before `tick`.
  [[nodiscard]] Expected<void> wind_crowd(std::uint32_t tick);
  [[nodiscard]] Expected<Traced> trace_member(std::uint32_t tick, std::size_t member);
  /// Keeps the state before a tick; of long runs the fewer, the more they take.
  void keep(std::uint32_t tick, std::vector<std::byte> state);
  void look_around(std::uint32_t tick);

  std::shared_ptr<io::Scenario> scenario_;
  std::unique_ptr<scenario::Runner> runner_;
  std::unique_ptr<scenario::CrowdRunner> crowd_;
  std::unique_ptr<scenario::CrowdRunner> looker_;  ///< the same crowd at a tick that is looked at
  StateHash crowd_hash_;
  std::vector<scenario::StepRecord> steps_;
  std::vector<std::vector<MemberAt>> crowd_steps_;
  std::map<std::uint32_t, std::vector<std::byte>> saved_;  ///< state before a tick, every stride_
  std::uint32_t stride_ = 16;  ///< winding to any tick plays fewer than these anew
  std::map<std::uint32_t, Sighting> seen_;
  std::map<std::uint32_t, std::vector<Sighting>> sightings_;
};

}  // namespace surefoot::web
