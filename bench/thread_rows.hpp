// Rows about threads: the same work by one thread and by several, in turn, and the same bits.
#pragma once

#include <string>

#include "bench/standing_rows.hpp"

namespace surefoot::bench {

/// The resolves of a walk as one batch. The peer is the same batch by one thread.
[[nodiscard]] Expected<Row> measure_batch(const std::string& name, const std::string& walk, unsigned threads,
                                          const Settings& settings);

}  // namespace surefoot::bench
