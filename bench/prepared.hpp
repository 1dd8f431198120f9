// The standing worlds as prepared ones (docs/prepared-worlds.md).
#pragma once

#include "core/error.hpp"
#include "world/world.hpp"

namespace surefoot::bench {

/// The same world opened from the bytes of its prepared file; of the given one nothing is kept.
[[nodiscard]] Expected<World> as_prepared(World world);

}  // namespace surefoot::bench
