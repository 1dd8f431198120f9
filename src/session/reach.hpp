// How far a body can come in one quantum: the cells it may look into or be listed in.
#pragma once

#include <map>

#include "body/body.hpp"
#include "world/cell_region.hpp"

namespace surefoot {

/// Fills `out` with the cells that the body's quantum of `q` seconds will keep to: those it is listed in, those below
/// or around where its spheres can come, and those of bodies it stops touching. A guess on the safe side, and no more:
/// a quantum that leaves it is refused (TickOptions::region). False when the body is better ticked with nobody beside
/// it: it follows the network, waits to become solid, is listed by its shapes, is in no cell, or goes too far. Nothing is
/// filled in for one that sleeps.
///
/// Reads the world and the bodies, and may make landblocks; `array` is scratch. For several threads at once, while
/// nothing moves.
[[nodiscard]] bool find_reach(const World& world, const std::map<std::uint32_t, Body>& bodies,
                              const Body& body, float q, CellArray& array, CellRegion& out);

/// How a session asks for it.
using FindReach = bool (*)(const World& world, const std::map<std::uint32_t, Body>& bodies, const Body& body,
                           float q, CellArray& array, CellRegion& out);

}  // namespace surefoot
