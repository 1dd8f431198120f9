// Rows about threads: the same work by one thread and by several, in turn, and the same bits.
#pragma once

#include <string>

#include "bench/standing_rows.hpp"

namespace surefoot::bench {

/// The resolves of a walk as one batch. The peer is the same batch by one thread.
[[nodiscard]] Expected<Row> measure_batch(const std::string& name, const std::string& walk, unsigned threads,
                                          const Settings& settings);

/// A session of many bodies. The peer is the same session with one thread.
struct Gathering {
  std::uint32_t people;
  float side;      ///< metres of the square they keep to
  bool wide_land;  ///< on gentle land of many blocks, from (200, 200); otherwise on flat24, as the crowds
};
[[nodiscard]] Expected<Row> measure_session(const std::string& name, const Gathering& gathering,
                                            unsigned threads, const Settings& settings);

}  // namespace surefoot::bench
