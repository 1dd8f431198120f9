// BSP trees in the parsed, linked form (spec 02 §3), and the two views the traversals are written over.
//
// A *tree view* hands out cheap node handles; the traversals in bsp_queries.hpp and cell_bsp.hpp are
// templates over it, so a second representation needs a view and nothing else. Requirements of a physics view
// V with handle V::Node:
//   root() -> Node; null(Node) -> bool (a missing child); leaf(Node) -> bool;
//   plane(Node), sphere(Node) -> const&; pos(Node), neg(Node) -> Node;
//   solid(Node) -> bool; polygon_count(Node) -> size_t; polygon(Node, i) -> PolygonView in the authored
//   order.
// A cell view needs root, null, leaf, plane and pos.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "shape/polygon.hpp"

namespace surefoot {

/// Node tags: four characters, first one in the high byte (spec 02 §3.1).
namespace bsp_tag {
inline constexpr std::uint32_t kBPnN = 0x42506E4E;
inline constexpr std::uint32_t kBPIN = 0x4250494E;
inline constexpr std::uint32_t kBPnn = 0x42506E6E;
inline constexpr std::uint32_t kBPIn = 0x4250496E;
inline constexpr std::uint32_t kBpIN = 0x4270494E;
inline constexpr std::uint32_t kBpnN = 0x42706E4E;
inline constexpr std::uint32_t kBPFL = 0x4250464C;
inline constexpr std::uint32_t kBPOL = 0x42504F4C;
inline constexpr std::uint32_t kPort = 0x504F5254;
inline constexpr std::uint32_t kLeaf = 0x4C454146;
}  // namespace bsp_tag

struct BspNode {
  std::uint32_t tag = bsp_tag::kLeaf;
  Plane splitting_plane;         ///< interior nodes
  Sphere sphere;                 ///< bound of everything below; never read for an empty leaf
  const BspNode* pos = nullptr;  ///< in front; null = empty
  const BspNode* neg = nullptr;  ///< behind; null = empty
  std::int32_t leaf_index = -1;
  bool solid = false;
  std::vector<std::uint32_t> polys;  ///< leaves: indices into BspTree::polygons, in list order

  [[nodiscard]] bool leaf() const { return tag == bsp_tag::kLeaf; }
};

/// Owns its polygons and nodes; movable, not copyable (nodes point at each other).
class BspTree {
 public:
  BspTree() = default;
  BspTree(const BspTree&) = delete;
  BspTree& operator=(const BspTree&) = delete;
  BspTree(BspTree&&) = default;
  BspTree& operator=(BspTree&&) = default;
  ~BspTree() = default;

  std::vector<Polygon> polygons;
  const BspNode* root = nullptr;

  [[nodiscard]] bool empty() const { return root == nullptr; }
  /// Bounds of the whole tree, `BSPTREE::GetSphere` 0x005397E0; the tree must not be empty.
  [[nodiscard]] const Sphere& bounds() const { return root->sphere; }
  BspNode& add_node() { return nodes_.emplace_back(); }

 private:
  std::deque<BspNode> nodes_;  // stable addresses, and no recursive destruction of deep trees
};

/// One leaf that lists all polygons in order; `solid` 0 (spec 02 §8.3). Legal, and what ports build by hand.
[[nodiscard]] BspTree make_single_leaf(std::vector<Polygon> polygons, const Sphere& bounds);

struct GraphView {
  using Node = const BspNode*;
  const BspTree* tree;

  [[nodiscard]] Node root() const { return tree->root; }
  [[nodiscard]] static bool null(Node n) { return n == nullptr; }
  [[nodiscard]] static bool leaf(Node n) { return n->leaf(); }
  [[nodiscard]] static const Plane& plane(Node n) { return n->splitting_plane; }
  [[nodiscard]] static const Sphere& sphere(Node n) { return n->sphere; }
  [[nodiscard]] static Node pos(Node n) { return n->pos; }
  [[nodiscard]] static Node neg(Node n) { return n->neg; }
  [[nodiscard]] static bool solid(Node n) { return n->solid; }
  [[nodiscard]] static std::size_t polygon_count(Node n) { return n->polys.size(); }
  [[nodiscard]] PolygonView polygon(Node n, std::size_t i) const { return view(tree->polygons[n->polys[i]]); }
};

/// A node of a cell tree: only the positive chain is ever walked (spec 02 §3.5).
struct CellBspNode {
  std::uint32_t tag = bsp_tag::kBPnn;
  Plane plane;
  const CellBspNode* pos = nullptr;
  const CellBspNode* neg = nullptr;  ///< kept for writers; no query follows it
};

/// Owns its nodes. An absent tree (no root) contains everything.
class CellBsp {
 public:
  CellBsp() = default;
  CellBsp(const CellBsp&) = delete;
  CellBsp& operator=(const CellBsp&) = delete;
  CellBsp(CellBsp&&) = default;
  CellBsp& operator=(CellBsp&&) = default;
  ~CellBsp() = default;

  const CellBspNode* root = nullptr;
  CellBspNode& add_node() { return nodes_.emplace_back(); }

 private:
  std::deque<CellBspNode> nodes_;
};

/// A chain of `BPnn` nodes ending in `BPFL`; inside is the positive side of every plane. No planes: an absent
/// tree.
[[nodiscard]] CellBsp make_cell_chain(std::span<const Plane> planes);

struct CellGraphView {
  using Node = const CellBspNode*;
  const CellBsp* tree;

  [[nodiscard]] Node root() const { return tree->root; }
  [[nodiscard]] static bool null(Node n) { return n == nullptr; }
  [[nodiscard]] static bool leaf(Node n) { return n->tag == bsp_tag::kLeaf; }
  [[nodiscard]] static const Plane& plane(Node n) { return n->plane; }
  [[nodiscard]] static Node pos(Node n) { return n->pos; }
};

}  // namespace surefoot
