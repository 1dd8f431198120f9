// Measures a walk or a crowd.
#pragma once

#include <string>

#include "bench/crowd.hpp"
#include "bench/peer.hpp"
#include "bench/standing_rows.hpp"
#include "bench/walk.hpp"

namespace surefoot::bench {

/// Hash, allocations, speed of ours and of the peers, percentiles: into the row.
Expected<void> measure_passes(Walk& walk, const std::vector<std::unique_ptr<PeerWalk>>& peers, double seconds,
                              Row& row);

/// Loading, hash and percentiles come on top of the passes.
[[nodiscard]] Expected<Row> measure_walk(const std::string& name, const Settings& settings);
[[nodiscard]] Expected<Row> measure_crowd(const std::string& name, const CrowdSize& size,
                                          const Settings& settings);

}  // namespace surefoot::bench
