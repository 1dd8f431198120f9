// Rows about size: the same walk as a world grows.
#pragma once

#include "bench/standing_rows.hpp"

namespace surefoot::bench {

/// Polygons in one object, objects in a landblock, landblocks in a world.
[[nodiscard]] std::vector<NamedRow> growth_rows();

}  // namespace surefoot::bench
