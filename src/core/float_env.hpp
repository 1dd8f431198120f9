// The floating-point environment every result depends on, checked at start-up (docs/determinism.md).
#pragma once

#include "core/error.hpp"

namespace surefoot {

/// Refuses an environment or build that would change results: rounding other than to nearest, flushed
/// denormals, contracted products, excess precision, or a vectoriser that reorders a chained sum (GCC 12 does
/// at -O3 without -fno-tree-vectorize). Cheap (microseconds); call it once per thread that resolves.
[[nodiscard]] Expected<void> check_float_environment();

}  // namespace surefoot
