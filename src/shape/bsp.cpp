#include "shape/bsp.hpp"

#include <numeric>
#include <utility>

namespace surefoot {

BspTree make_single_leaf(std::vector<Polygon> polygons, const Sphere& bounds) {
  BspTree tree;
  tree.polygons = std::move(polygons);
  BspNode& leaf = tree.add_node();
  leaf.sphere = bounds;
  leaf.leaf_index = 0;
  leaf.polys.resize(tree.polygons.size());
  std::iota(leaf.polys.begin(), leaf.polys.end(), 0U);
  tree.root = &leaf;
  return tree;
}

CellBsp make_cell_chain(std::span<const Plane> planes) {
  CellBsp tree;
  CellBspNode* last = nullptr;
  for (const Plane& p : planes) {
    CellBspNode& node = tree.add_node();
    node.plane = p;
    if (last != nullptr)
      last->pos = &node;
    else
      tree.root = &node;
    last = &node;
  }
  if (last != nullptr) last->tag = bsp_tag::kBPFL;
  return tree;
}

}  // namespace surefoot
