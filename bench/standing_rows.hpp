// Which rows there are, by name, and what each is to reach (the goals of the project's issue 6).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/row.hpp"
#include "core/error.hpp"

namespace surefoot::bench {

struct Settings {
  double seconds = 2.0;  ///< of passes, for ours and for each peer
  bool peers = true;
  bool prepared = false;  ///< walks: in worlds opened from prepared bytes
};

struct NamedRow {
  std::string name;
  Goal goal;
  std::function<Expected<Row>(const Settings&)> measure;
  std::string curve{};  ///< "" or what grows along the rows that have this in common
  double size = 0.0;    ///< and how much of it there is here
};

/// Walks and crowds, in the order they are printed.
[[nodiscard]] std::vector<NamedRow> standing_rows();
/// All the others: threads and growth.
[[nodiscard]] std::vector<NamedRow> further_rows();

}  // namespace surefoot::bench
