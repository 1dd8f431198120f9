// Which tick of a run is worth explaining?
#pragma once

#include "io/scenario.hpp"

namespace surefoot::scenario {

/// Of a run that ends blocked, the tick that stopped it: the first of the last ticks in which it wanted to move and did
/// not, or the one before, when that ended in a landing or at a hit. Else the last tick. Not of crowds.
[[nodiscard]] Expected<std::uint32_t> telling_tick(const io::Scenario& scenario, const Profile& extra);

}  // namespace surefoot::scenario
