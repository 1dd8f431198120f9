// BSP trees in the prepared, flat form (spec 02 §7): arrays in one run of bytes, children by number, no pointers inside.
//
// The bytes are the same in memory and in a file, so that a mapped file is used as it lies. Planes, vertices and
// spheres are bit copies of the graph's; lists keep their order; whatever the queries read gives the same bits from
// either form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/error.hpp"
#include "shape/bsp.hpp"

namespace surefoot {

/// A node, or a leaf that lists polygons; children that list none have no node. Children lie side by side, the positive
/// one first, after their parent.
struct FlatBspNode {
  static constexpr std::uint32_t kLeaf = 0x80000000U;
  static constexpr std::uint32_t kHasPos = 1;
  static constexpr std::uint32_t kHasNeg = 2;

  Sphere sphere;
  std::uint32_t a;  ///< number of the plane; of a leaf, kLeaf | position of its list
  std::uint32_t
      b;  ///< number of the first child × 4 | kHasPos | kHasNeg; of a leaf, polygons listed × 2 | solid

  [[nodiscard]] bool leaf() const { return (a & kLeaf) != 0; }
  [[nodiscard]] std::uint32_t list_begin() const { return a & ~kLeaf; }
  [[nodiscard]] std::uint32_t list_size() const { return b >> 1U; }
  [[nodiscard]] bool solid() const { return (b & 1U) != 0; }
  [[nodiscard]] std::uint32_t first_child() const { return b >> 2U; }
};
static_assert(sizeof(FlatBspNode) == 24 && alignof(FlatBspNode) == 4);

/// The corners of one polygon, as numbers of vertices, counted from the base of its group of polygons.
struct FlatCorners {
  static constexpr std::uint16_t kTriangle = 0xFFFF;  ///< as the last of the four: there are three
  static constexpr std::uint16_t kInStream =
      0xFFFE;  ///< or: {position low, position high, count} in the stream

  std::array<std::uint16_t, 4> v;
};
static_assert(sizeof(FlatCorners) == 8);

/// What the bytes of a flat tree begin with; the arrays follow in the order of FlatBsp's members.
struct FlatBspHeader {
  static constexpr std::uint32_t kWideLists = 1;  ///< list entries are 4 bytes, not 2
  static constexpr std::uint32_t kHasIds = 2;     ///< otherwise a polygon's id is its number
  static constexpr std::uint32_t kHasSides = 4;   ///< otherwise every polygon is one-sided

  std::uint32_t flags = 0;
  std::uint32_t nodes = 0;  ///< 0: no tree
  std::uint32_t planes = 0;
  std::uint32_t polygons = 0;
  std::uint32_t vertices = 0;
  std::uint32_t stream = 0;  ///< vertex numbers of polygons with other than 3 or 4 points
  std::uint32_t listed = 0;  ///< entries of all lists
  std::uint32_t reserved = 0;
};
static_assert(sizeof(FlatBspHeader) == 32);

/// A flat tree as it lies in bytes that somebody else owns.
struct FlatBsp {
  /// Polygons that share a base, so that two bytes name a vertex in a tree of any size.
  static constexpr std::size_t kGroup = 64;

  std::span<const FlatBspNode> nodes;  ///< the root first; empty: no tree
  std::span<const Plane> planes;       ///< of the polygons, by number; then of nodes that lie in no polygon's
  std::span<const Vec3> vertices;      ///< shared by all polygons
  std::span<const FlatCorners> corners;       ///< by polygon
  std::span<const std::uint32_t> bases;       ///< by group of polygons
  std::span<const std::uint32_t> ids;         ///< by polygon; empty: its number
  std::span<const std::uint16_t> stream;      ///< corners of the polygons that have other than 3 or 4
  std::span<const std::uint16_t> lists;       ///< polygons by leaf, in list order
  std::span<const std::uint32_t> wide_lists;  ///< or these, when there are more polygons than two bytes name
  std::span<const std::uint8_t> sides;        ///< by polygon; empty: all 0

  [[nodiscard]] bool empty() const { return nodes.empty(); }
  [[nodiscard]] std::size_t polygon_count() const { return corners.size(); }
  [[nodiscard]] std::uint32_t id(std::uint32_t polygon) const { return ids.empty() ? polygon : ids[polygon]; }
  [[nodiscard]] VertexRun vertices_of(std::uint32_t polygon) const;
  [[nodiscard]] PolygonView polygon(std::uint32_t polygon) const;
};

/// Bytes that hold flat data, aligned for every array in it.
class FlatBytes {
 public:
  FlatBytes() = default;
  explicit FlatBytes(std::size_t size) : chunks_((size + kAlign - 1) / kAlign), size_(size) {}

  static constexpr std::size_t kAlign = 16;

  [[nodiscard]] std::byte* data() { return chunks_.empty() ? nullptr : chunks_.front().bytes.data(); }
  [[nodiscard]] std::span<const std::byte> bytes() const {
    return {chunks_.empty() ? nullptr : chunks_.front().bytes.data(), size_};
  }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  struct alignas(kAlign) Chunk {
    std::array<std::byte, kAlign> bytes{};
  };
  std::vector<Chunk> chunks_;
  std::size_t size_ = 0;
};

/// The flat form of a tree, a deep copy. Refuses what is no tree (a node reached twice: `bad_value`), a list that names
/// a polygon that is not there (`dangling`), and a tree beyond what the numbers can count (`too_deep`).
[[nodiscard]] Expected<FlatBytes> flatten(const BspTree& tree);

/// The tree in `bytes`, which begin on a multiple of FlatBytes::kAlign and stay alive. Refuses whatever a query could
/// trip over: arrays that don't fit, numbers out of range, a node reached twice or never (`bad_value`; the place is an
/// offset). `used`, when given, receives the size of the tree within the bytes.
[[nodiscard]] Expected<FlatBsp> view_flat(std::span<const std::byte> bytes, std::size_t* used = nullptr);

/// The same for bytes that `flatten` made: nothing is looked at.
[[nodiscard]] FlatBsp lay_out(std::span<const std::byte> bytes);

/// Back to the linked form, for what looks at whole trees. The same bits; children that list no polygon come back as
/// empty leaves.
[[nodiscard]] BspTree unflatten(const FlatBsp& flat);

/// A polygon of a flat tree: its plane at hand, the rest worked out when asked for.
struct FlatPolygon {
  static constexpr bool kPicked = true;

  const Plane* plane;
  const FlatBsp* tree;
  std::uint32_t number;

  // NOLINTNEXTLINE(google-explicit-constructor): what a query answers outlives the form it ran on
  operator PolygonView() const { return tree->polygon(number); }
};

[[nodiscard]] inline VertexRun vertices_of(const FlatPolygon& p) {
  return p.tree->vertices_of(p.number);
}
[[nodiscard]] inline std::uint32_t id_of(const FlatPolygon& p) {
  return p.tree->id(p.number);
}

/// The tree view of the flat form (bsp.hpp says what a view is).
struct FlatView {
  using Node = const FlatBspNode*;

  explicit FlatView(const FlatBsp* t) : tree(t), nodes(t->nodes.data()), planes(t->planes.data()) {}

  const FlatBsp* tree;
  const FlatBspNode* nodes;  ///< the tree's, at hand for the walks
  const Plane* planes;

  [[nodiscard]] Node root() const { return tree->nodes.empty() ? nullptr : nodes; }
  [[nodiscard]] static bool null(Node n) { return n == nullptr; }
  [[nodiscard]] static bool leaf(Node n) { return n->leaf(); }
  [[nodiscard]] const Plane& plane(Node n) const { return planes[n->a]; }
  [[nodiscard]] static const Sphere& sphere(Node n) { return n->sphere; }
  [[nodiscard]] Node pos(Node n) const {
    return (n->b & FlatBspNode::kHasPos) != 0 ? nodes + n->first_child() : nullptr;
  }
  [[nodiscard]] Node neg(Node n) const {
    if ((n->b & FlatBspNode::kHasNeg) == 0) return nullptr;
    return nodes + n->first_child() + (n->b & FlatBspNode::kHasPos);
  }
  [[nodiscard]] static bool solid(Node n) { return n->solid(); }
  [[nodiscard]] static std::size_t polygon_count(Node n) { return n->list_size(); }
  [[nodiscard]] FlatPolygon polygon(Node n, std::size_t i) const {
    const std::size_t at = n->list_begin() + i;
    const std::uint32_t number = tree->wide_lists.empty() ? tree->lists[at] : tree->wide_lists[at];
    return {planes + number, tree, number};
  }
};

/// A cell's volume: the planes of its positive chain, one after the other. No query follows another branch.
[[nodiscard]] Expected<std::vector<Plane>> flatten(const CellBsp& tree);

struct CellFlatView {
  using Node = const Plane*;
  std::span<const Plane> chain;

  [[nodiscard]] Node root() const { return chain.data(); }
  [[nodiscard]] bool null(Node n) const { return n == chain.data() + chain.size(); }
  [[nodiscard]] static bool leaf(Node) { return false; }
  [[nodiscard]] static const Plane& plane(Node n) { return *n; }
  [[nodiscard]] static Node pos(Node n) { return n + 1; }
};

inline VertexRun FlatBsp::vertices_of(std::uint32_t polygon) const {
  const FlatCorners& c = corners[polygon];
  const Vec3* base = vertices.data() + bases[polygon / kGroup];
  if (c.v[3] < FlatCorners::kInStream) return {base, c.v.data(), 4};
  if (c.v[3] == FlatCorners::kTriangle) return {base, c.v.data(), 3};
  const std::size_t at = c.v[0] | static_cast<std::size_t>(c.v[1]) << 16U;
  return {base, stream.data() + at, c.v[2]};
}

inline PolygonView FlatBsp::polygon(std::uint32_t polygon) const {
  return {&planes[polygon], vertices_of(polygon), id(polygon),
          sides.empty() ? std::uint8_t{0} : sides[polygon]};
}

}  // namespace surefoot
