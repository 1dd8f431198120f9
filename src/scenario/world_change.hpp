// What a scenario does to the objects of its world between steps.
#pragma once

#include "io/scenario.hpp"
#include "motion/check_collision.hpp"

namespace surefoot::scenario {

[[nodiscard]] Expected<void> apply(const io::WorldChange& change, World& world, Workspace& workspace,
                                   const Profile* profile = nullptr);

}  // namespace surefoot::scenario
