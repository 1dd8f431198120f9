// Clocks, medians and the counting of allocations.
#pragma once

#include <sched.h>

#include <cstddef>
#include <functional>
#include <vector>

#include "core/error.hpp"

namespace surefoot::bench {

/// Seconds of processor time this thread has had: what others do on the machine meanwhile is not in it.
[[nodiscard]] double thread_seconds();
/// Seconds on the wall: quicker to read, for what is too short for the other.
[[nodiscard]] double wall_seconds();
/// Seconds between two readings of the wall's clock with nothing between them.
[[nodiscard]] double clock_cost();

/// Keeps this thread on the processor it runs on, and the threads it starts off that one: a busy machine would have them
/// share it for longer than a row takes. Ends with it.
class OwnProcessor {
 public:
  OwnProcessor();
  OwnProcessor(const OwnProcessor&) = delete;
  OwnProcessor& operator=(const OwnProcessor&) = delete;
  ~OwnProcessor();

  /// Calls `start`, whose threads go elsewhere.
  template <class Start>
  void elsewhere(const Start& start) {
    sched_setaffinity(0, sizeof others_, &others_);
    start();
    sched_setaffinity(0, sizeof mine_, &mine_);
  }

 private:
  cpu_set_t before_{};
  cpu_set_t mine_{};
  cpu_set_t others_{};
};

/// Calls of operator new in this program so far.
[[nodiscard]] std::size_t allocation_count();
/// Bytes of the memory operator new handed out and nobody gave back, as the allocator rounds them.
[[nodiscard]] std::size_t live_bytes();

/// The value below which `share` (0..1) of them lie; 0 of none.
[[nodiscard]] double percentile(std::vector<double> values, double share);
[[nodiscard]] double median(std::vector<double> values);

/// Runs a pass of some work and says how many seconds it took.
using TimedPass = std::function<Expected<double>()>;

/// Seconds of the passes of each, by work: in turn, those first that had the least time so far, until `seconds` per
/// work are over; at least `least` of each. What else the machine does meets all of them.
[[nodiscard]] Expected<std::vector<std::vector<double>>> time_passes(const std::vector<TimedPass>& works,
                                                                     double seconds, std::size_t least = 3);

}  // namespace surefoot::bench
