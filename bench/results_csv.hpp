// Results as a small CSV file (bench/README.md says how they are kept).
#pragma once

#include <string>
#include <vector>

#include "bench/row.hpp"
#include "core/error.hpp"

namespace surefoot::bench {

/// A first line with `note` and how this program was built, the columns' names, a line a row.
[[nodiscard]] std::string to_csv(const std::vector<Row>& rows, const std::string& note);
[[nodiscard]] Expected<void> write_csv(const std::string& path, const std::vector<Row>& rows,
                                       const std::string& note);

}  // namespace surefoot::bench
