// Which representation of the trees a traversal runs on. A form answers with a tree view (shape/bsp.hpp).
#pragma once

#include "world/assets.hpp"

namespace surefoot {

/// The parsed, linked trees: the reference.
struct GraphForm {
  [[nodiscard]] static GraphView physics_tree(const CellStruct& s) { return {&s.physics_bsp}; }
  [[nodiscard]] static GraphView physics_tree(const GfxObj& g) { return {&g.physics_bsp}; }
  [[nodiscard]] static CellGraphView cell_tree(const CellStruct& s) { return {&s.cell_bsp}; }
};

}  // namespace surefoot
