// Many movers that walk to one point and stand in each other's way.
#pragma once

#include <cstdint>
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

/// Runs a crowd in a fork of the scenario's world. Each tick every member, in order, wishes to go one step of the
/// crowd towards the target, resolves, and is listed anew before the next one moves; members that are bodies live one
/// quantum each instead.
class CrowdRunner {
 public:
  CrowdRunner(const io::Scenario& scenario, const Profile& extra);

  [[nodiscard]] bool done() const { return tick_ >= scenario_.crowd->ticks; }
  [[nodiscard]] const World& world() const { return world_; }
  [[nodiscard]] const std::vector<Body>& bodies() const { return bodies_; }
  /// `hash`, when given, takes every member's state; `sink` what `traced` does.
  [[nodiscard]] Expected<CrowdTick> step(StateHash* hash = nullptr, TraceSink* sink = nullptr,
                                         std::size_t traced = 0);

 private:
  [[nodiscard]] Expected<void> enter();
  [[nodiscard]] Expected<void> walk_to_target(std::size_t member, TraceSink* sink);
  [[nodiscard]] Expected<void> live(std::size_t member, TraceSink* sink);
  [[nodiscard]] Vec3 to_target(const Position& from) const;
  [[nodiscard]] float deepest_overlap() const;

  const io::Scenario& scenario_;
  Profile profile_;
  World world_;
  std::vector<Body> bodies_;
  std::uint32_t tick_ = 0;
  Workspace workspace_;
};

}  // namespace surefoot::scenario
