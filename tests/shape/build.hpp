// A tree that must build, for the tests of this room.
#pragma once

#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "shape/bsp_builder.hpp"

namespace surefoot::test {

inline BspTree build(const std::vector<Polygon>& polygons, const BuildOptions& options = {},
                     BuildReport* report = nullptr) {
  auto tree = build_bsp(polygons, options, report);
  EXPECT_TRUE(tree.has_value()) << (tree ? "" : tree.error().text());
  return tree ? std::move(*tree) : BspTree{};
}

/// Options that cut no leaf.
inline BuildOptions whole_leaves() {
  BuildOptions o;
  o.leaf_split = 0;
  return o;
}

}  // namespace surefoot::test
