// A line of the benchmark: what was measured, and how it is printed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace surefoot::bench {

struct Peer {
  std::string name;
  double steps_per_s = 0.0;
};

struct Row {
  std::string name;
  double steps_per_s = 0.0;  ///< per second of processor time
  double p50_us = 0.0;       ///< of a step
  double p99_us = 0.0;
  double allocs_per_step = 0.0;
  std::size_t world_bytes = 0;
  std::uint64_t hash = 0;
  std::vector<Peer> peers;
};

/// One JSON object and a line break (DESIGN: `bench`).
[[nodiscard]] std::string to_json(const Row& row);
[[nodiscard]] std::string table_heading();
[[nodiscard]] std::string to_table(const Row& row);

}  // namespace surefoot::bench
