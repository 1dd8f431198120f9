// A tree while it is being built: nodes as rows in pre-order, spheres still missing (spec 02 §8.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "shape/bsp.hpp"
#include "shape/vec3d.hpp"

namespace surefoot {

class BspDraft {
 public:
  static constexpr std::int32_t kNone = -1;

  struct Node {
    std::int32_t parent = kNone;
    bool in_front = false;  ///< it is its parent's positive child
    bool leaf = true;
    bool solid = false;  ///< leaves; for interior nodes: a solid leaf is below
    Plane plane;
    std::int32_t pos = kNone;
    std::int32_t neg = kNone;
    Box3d box;                   ///< bounds of the region
    std::size_t list_begin = 0;  ///< polygons listed in and below the node, a range of all lists
    std::size_t list_end = 0;
    std::size_t depth = 1;  ///< nodes from the root, itself included
  };

  /// Rows are added parent first, the positive subtree before the negative one.
  std::int32_t add(std::int32_t parent, bool in_front, const Box3d& box);
  [[nodiscard]] Node& operator[](std::int32_t i) { return nodes_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] const Node& operator[](std::int32_t i) const { return nodes_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }

  /// Closes leaf `i` with its list (positions in the polygon list, already in order).
  void set_leaf(std::int32_t i, const std::vector<std::uint32_t>& list, bool solid);

  /// Is `p` on this node's side of every plane above it? On a plane is in front, as in the queries.
  [[nodiscard]] bool region_holds(std::int32_t i, const Vec3d& p) const;

  /// Numbers the leaves, bounds every node and links the tree. A node's sphere holds every vertex of the
  /// polygons listed below it and, if a solid leaf is below, the corners of its region: a centre deep inside
  /// a body must not be pruned away. The draft is spent.
  [[nodiscard]] BspTree finish(std::vector<Polygon> polygons);

 private:
  [[nodiscard]] Sphere bound(const std::vector<Polygon>& polygons, const Node& n, bool with_box) const;
  [[nodiscard]] Sphere bound_interior(const BspTree& tree, const Node& n,
                                      const std::vector<BspNode*>& linked) const;

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> lists_;  ///< the leaves' lists, in leaf order
};

}  // namespace surefoot
