// A line of the benchmark: what was measured, what it should be, and how both are printed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace surefoot::bench {

struct Peer {
  std::string name;
  double steps_per_s = 0.0;
};

/// What a row is to reach; 0 where nothing is asked.
struct Goal {
  double ratio = 0.0;           ///< times the peer's speed in the same run
  double steps_per_s = 0.0;     ///< of one core
  bool no_allocations = false;  ///< in a warm step
};

/// Of every walk: p99 of a step in medians.
inline constexpr double kGoalSpread = 5.0;

struct Row {
  std::string name;
  double steps_per_s = 0.0;  ///< per second of processor time; of rows with threads, on the wall
  double p50_us = 0.0;       ///< of a step; 0: not measured
  double p99_us = 0.0;
  double allocs_per_step = 0.0;
  std::size_t world_bytes = 0;
  std::uint64_t hash = 0;
  std::vector<Peer> peers;
  Goal goal;
};

/// One JSON object and a line break (DESIGN: `bench`).
[[nodiscard]] std::string to_json(const Row& row);
[[nodiscard]] std::string table_heading();
[[nodiscard]] std::string to_table(const Row& row);

}  // namespace surefoot::bench
