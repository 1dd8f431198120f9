// What a scenario does to the objects of its world between steps.
#pragma once

#include "io/scenario.hpp"
#include "motion/check_collision.hpp"

namespace surefoot::scenario {

[[nodiscard]] Expected<void> apply(const io::WorldChange& change, World& world, Workspace& workspace);

/// A mover enters the world: listed in the cells its spheres reach, as after a resolve.
[[nodiscard]] Expected<void> place_by_spheres(World& world, const PhysicsObject& mover);

}  // namespace surefoot::scenario
