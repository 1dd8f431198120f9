// What worlds take rather than how fast they are walked: memory of a triangle, and the opening of a large map.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/error.hpp"

namespace surefoot::bench {

struct SizeRow {
  std::string name;
  double value = 0.0;
  std::string unit;
  double most = 0.0;       ///< the goal: at most this
  std::uint64_t hash = 0;  ///< of the prepared file's bytes
};

/// `hilly2` prepared with `max_leaf` 0 and 8, bytes a triangle (file and what opening makes); a prepared map of 255 × 255
/// landblocks of terrain, milliseconds to open and megabytes resident before the first step (heap and pages of the file).
/// Writes a file of 35 MB into the folder for temporary files, and removes it.
[[nodiscard]] Expected<std::vector<SizeRow>> measure_sizes();

[[nodiscard]] std::string size_heading();
[[nodiscard]] std::string to_table(const SizeRow& row);
[[nodiscard]] std::string to_json(const SizeRow& row);

}  // namespace surefoot::bench
