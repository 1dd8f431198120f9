// What collides in a world, as triangles.
#pragma once

#include <string>

#include "surefoot/surefoot.h"
#include "world/world.hpp"

namespace surefoot::capi {

/// Bytes as the header lays them out.
[[nodiscard]] std::string geometry_of(const World& world, const sf_geometry_options& options);

}  // namespace surefoot::capi
