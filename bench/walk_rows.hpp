// Measures a walk or a crowd.
#pragma once

#include <string>

#include "bench/crowd.hpp"
#include "bench/standing_rows.hpp"

namespace surefoot::bench {

/// Loading, hash and percentiles come on top of the passes.
[[nodiscard]] Expected<Row> measure_walk(const std::string& name, const Settings& settings);
[[nodiscard]] Expected<Row> measure_crowd(const std::string& name, const CrowdSize& size,
                                          const Settings& settings);

}  // namespace surefoot::bench
