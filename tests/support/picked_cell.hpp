// Which cell a sphere is in.
#pragma once

#include "world/cell_list.hpp"

namespace surefoot::test {

/// The cell `find_cell_list` picks for a foot sphere at `foot`, searching from `seed`; 0 where it picks none.
inline CellId picked_cell(const World& world, CellId seed, const Sphere& foot) {
  CellSearch search;
  search.seed = seed;
  search.spheres = {&foot, 1};
  CellArray out;
  const ObjCell* cell = nullptr;
  static_cast<void>(find_cell_list<GraphForm>(world, search, out, &cell));
  return cell != nullptr ? cell->id : 0;
}

}  // namespace surefoot::test
