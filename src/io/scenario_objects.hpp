// The parts of a scenario that need its world: movers that are objects, changes of objects, crowds.
#pragma once

#include "io/json.hpp"
#include "io/scenario.hpp"

namespace surefoot::io {

/// Completes `out` from the scenario's root. Errors go to the places in the scenario. May add setups to `world`.
void read_objects_of(const Cursor& root, World& world, Scenario& out);

}  // namespace surefoot::io
