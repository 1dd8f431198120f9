// BSP trees as stored (spec 07 §1.3): which children a tag brings, and how deep a tree is.
#pragma once

#include "io/dat/records.hpp"

namespace surefoot::io {

struct BspChildren {
  bool pos = false;
  bool neg = false;
};

/// The children that follow a node's plane. Any tag that is not in the table has none.
[[nodiscard]] BspChildren children_of(std::uint32_t tag);

}  // namespace surefoot::io
