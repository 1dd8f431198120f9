// Which representation of the trees a traversal runs on. A form answers with a tree view (shape/bsp.hpp).
#pragma once

#include <cstdint>

#include "world/assets.hpp"

namespace surefoot {

/// Both give the same bits. A world says which one its resolves run on.
enum class TreeForm : std::uint8_t {
  flat,   ///< prepared arrays: the fast one
  graph,  ///< linked nodes: the reference
};

/// The parsed, linked trees.
struct GraphForm {
  [[nodiscard]] static GraphView physics_tree(const CellStruct& s) { return {&s.physics_bsp}; }
  [[nodiscard]] static GraphView physics_tree(const GfxObj& g) { return {&g.physics_bsp}; }
  [[nodiscard]] static CellGraphView cell_tree(const CellStruct& s) { return {&s.cell_bsp}; }
};

/// The prepared arrays.
struct FlatForm {
  [[nodiscard]] static FlatView physics_tree(const CellStruct& s) { return FlatView(&s.flat.get().physics); }
  [[nodiscard]] static FlatView physics_tree(const GfxObj& g) { return FlatView(&g.flat.get().physics); }
  [[nodiscard]] static CellFlatView cell_tree(const CellStruct& s) { return {s.flat.get().cell}; }
};

/// Calls `f` with the form named.
template <class F>
decltype(auto) with_form(TreeForm form, F&& f) {
  return form == TreeForm::flat ? f(FlatForm{}) : f(GraphForm{});
}

}  // namespace surefoot
