// The rows of the standing benchmark, measured.
#pragma once

#include <string>

#include "bench/crowd.hpp"
#include "bench/row.hpp"
#include "core/error.hpp"

namespace surefoot::bench {

/// `seconds` of passes; loading, hash and percentiles come on top.
[[nodiscard]] Expected<Row> measure_walk(const std::string& name, double seconds);
[[nodiscard]] Expected<Row> measure_crowd(const std::string& name, const CrowdSize& size, double seconds);

}  // namespace surefoot::bench
