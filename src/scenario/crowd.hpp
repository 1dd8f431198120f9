// Many movers that walk to one point and stand in each other's way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/state_hash.hpp"
#include "io/scenario.hpp"
#include "motion/resolve.hpp"

namespace surefoot::scenario {

/// A crowd after one tick.
struct CrowdTick {
  std::uint32_t tick = 0;
  std::uint32_t moving = 0;  ///< members that moved 1 mm or more
  float overlap =
      0.0F;  ///< metres by which the two spheres that are deepest in each other overlap; 0: none do
  float farthest = 0.0F;  ///< metres from the target, of the member farthest from it
};

/// What one member did in a tick.
struct MemberStep {
  bool tried = false;  ///< a resolve was made
  bool ok = false;     ///< and succeeded; of one that made none: nothing stood in its way
};

/// One member to be looked at in a tick, and who listens; the rest is filled. It has a workspace of its own, so that what
/// `result` points at outlives the members that come after.
struct Watch {
  std::size_t member = 0;
  TraceSink* sink = nullptr;  ///< null: nobody
  std::optional<ResolveRequest> request;
  ResolveResult result;  ///< of the request; its spans hold until the next watched tick
  /// Where everybody stood as its turn came: those before it had moved, those after it had not.
  std::vector<Position> others;
  Workspace workspace;
};

/// Runs a crowd in a fork of the scenario's world. Each tick every member, in order, wishes to go one step of the
/// crowd towards the target, resolves, and is listed anew before the next one moves; members that are bodies live one
/// quantum each instead.
class CrowdRunner {
 public:
  CrowdRunner(const io::Scenario& scenario, const Profile& extra);

  [[nodiscard]] bool done() const { return tick_ >= scenario_.crowd->ticks; }
  [[nodiscard]] const World& world() const { return world_; }
  [[nodiscard]] const std::vector<Body>& bodies() const { return bodies_; }
  /// A member as it begins, before the first tick.
  [[nodiscard]] Body beginning(std::size_t member) const;
  [[nodiscard]] std::uint32_t tick() const { return tick_; }
  /// Of the last tick, one a member.
  [[nodiscard]] const std::vector<MemberStep>& member_steps() const { return member_steps_; }
  /// `hash`, when given, takes every member's state. Watching one changes nothing.
  [[nodiscard]] Expected<CrowdTick> step(StateHash* hash = nullptr, Watch* watch = nullptr);

  /// Everything the next ticks depend on, as bytes, between two ticks; not before the first.
  [[nodiscard]] std::vector<std::byte> save() const;
  /// Goes on from there: the same scenario and profile give the same bits. On error nothing changes.
  Expected<void> restore(std::span<const std::byte> bytes);

 private:
  [[nodiscard]] Expected<void> enter();
  [[nodiscard]] Expected<void> walk_to_target(std::size_t member, Watch* watch);
  [[nodiscard]] Expected<void> live(std::size_t member, Watch* watch);
  [[nodiscard]] Vec3 to_target(const Position& from) const;
  [[nodiscard]] float deepest_overlap() const;

  const io::Scenario& scenario_;
  Profile profile_;
  World world_;
  std::vector<Body> bodies_;
  std::vector<MemberStep> member_steps_;
  std::uint32_t tick_ = 0;
  Workspace workspace_;
};

}  // namespace surefoot::scenario
