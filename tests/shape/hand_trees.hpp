// Trees put together node by node, for the tests of the walks over them.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "shape/bsp_queries.hpp"
#include "shape/meshes.hpp"
#include "support/coverage.hpp"

namespace surefoot::test {

inline constexpr Sphere kEverything{{0, 0, 0}, 1000.0F};

inline BspNode& add_leaf(BspTree& tree, std::vector<std::uint32_t> polys, const Sphere& sphere = kEverything,
                         bool solid = false) {
  BspNode& n = tree.add_node();
  n.polys = std::move(polys);
  n.sphere = sphere;
  n.solid = solid;
  return n;
}

inline BspNode& add_interior(BspTree& tree, const Plane& plane, const BspNode* pos, const BspNode* neg,
                             const Sphere& sphere = kEverything) {
  BspNode& n = tree.add_node();
  n.tag = bsp_tag::kBPnN;
  n.splitting_plane = plane;
  n.sphere = sphere;
  n.pos = pos;
  n.neg = neg;
  return n;
}

/// A straddled node: polygon 0 in front, polygon 1 behind, both floors the sphere overlaps.
inline BspTree straddled_tree(const Polygon& front, const Polygon& behind, bool front_solid = false,
                              bool behind_solid = false) {
  BspTree tree;
  tree.polygons = {front, behind};
  const BspNode& pos = add_leaf(tree, {0}, kEverything, front_solid);
  const BspNode& neg = add_leaf(tree, {1}, kEverything, behind_solid);
  tree.root = &add_interior(tree, {{1, 0, 0}, 0}, &pos, &neg);
  return tree;
}

/// One leaf with the unit square of the worked cases.
inline BspTree unit_tree() {
  return make_single_leaf({sq(0)}, {{0.5F, 0.5F, 0}, 2.0F});
}

inline bool intersects_solid(const BspTree& tree, const Sphere& s, bool centre_flag) {
  return sphere_intersects_solid(coverage_rules(), GraphView{&tree}, s, centre_flag);
}

struct SolidPoly {
  bool answer = false;
  bool center_solid = false;
  PolygonView hit;
  [[nodiscard]] std::int64_t id() const { return hit ? static_cast<std::int64_t>(hit.id) : -1; }
};

inline SolidPoly intersect_solid_poly(const BspTree& tree, const Sphere& s, float radius, bool flag) {
  SolidPoly out;
  out.answer = sphere_intersects_solid_poly(coverage_rules(), GraphView{&tree}, s, radius, out.center_solid,
                                            out.hit, flag);
  return out;
}

}  // namespace surefoot::test
