// Two trees in two columns, what is equal left out.
#pragma once

#include <string>
#include <vector>

#include "trace/tree.hpp"

namespace surefoot::trace {

struct SideBySideOptions {
  PrintOptions print;
  std::size_t width = 160;  ///< characters of a whole line; at least 40
  std::size_t context = 3;  ///< equal lines kept around different ones
  std::size_t most = 60;    ///< lines printed before the rest is only counted
  bool all = false;         ///< keep every line
};

/// Lines that both have are printed once, over both columns; others in their column with "<", ">" or "|" between.
[[nodiscard]] std::string print_side_by_side(const std::vector<Node>& left, const std::vector<Node>& right,
                                             const SideBySideOptions& options);

}  // namespace surefoot::trace
