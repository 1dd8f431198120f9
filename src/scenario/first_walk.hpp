// A scenario to start with in a world somebody has just imported.
#pragma once

#include <string>

#include "core/error.hpp"
#include "world/world.hpp"

namespace surefoot::scenario {

/// A place to stand: free, and on ground flat enough.
struct StandingPlace {
  CellId cell = 0;
  Vec3 position;
  Plane ground;  ///< block coordinates
};

/// Outdoors nearest to the middle of the first landblock, else in the first interior cell that has a floor. Refused
/// (`bad_value`) when there is none.
[[nodiscard]] Expected<StandingPlace> find_standing_place(const World& world);

/// Writes a `surefoot-scenario/1`: a player walks ten seconds to the north. `world_path` is named relative to the
/// scenario.
[[nodiscard]] Expected<void> write_first_walk(const World& world, const std::string& world_path,
                                              const std::string& scenario_path);

}  // namespace surefoot::scenario
