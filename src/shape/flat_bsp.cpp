#include "shape/flat_bsp.hpp"

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "core/bits.hpp"

namespace surefoot {

namespace {

constexpr std::size_t kMostNodes = std::size_t{1} << 30U;
constexpr std::size_t kMostListed = std::size_t{1} << 31U;
constexpr std::size_t kMostNarrow = std::size_t{1} << 16U;
/// A vertex of a group is named by two bytes, less the two marks.
constexpr std::size_t kWindow = FlatCorners::kInStream;

/// Bits as a key: −0 is not 0, and a NaN equals itself. Looked up, never iterated.
template <std::size_t N>
using Bits = std::array<std::uint32_t, N>;
template <std::size_t N>
struct BitsHash {
  std::size_t operator()(const Bits<N>& key) const {
    std::uint64_t h = 0;
    for (const std::uint32_t word : key) h = (h ^ word) * 0x9E3779B97F4A7C15U ^ (h >> 29U);
    return static_cast<std::size_t>(h ^ (h >> 32U));
  }
};

Bits<3> bits_of(const Vec3& v) {
  return {to_bits(v.x), to_bits(v.y), to_bits(v.z)};
}
Bits<4> bits_of(const Plane& p) {
  return {to_bits(p.normal.x), to_bits(p.normal.y), to_bits(p.normal.z), to_bits(p.d)};
}

/// Everything of a flat tree as vectors, before it is laid out.
struct Draft {
  std::vector<FlatBspNode> nodes;
  std::vector<Plane> planes;
  std::vector<Vec3> vertices;
  std::vector<FlatCorners> corners;
  std::vector<std::uint32_t> bases;
  std::vector<std::uint32_t> ids;
  std::vector<std::uint16_t> stream;
  std::vector<std::uint32_t> lists;
  std::vector<std::uint8_t> sides;
};

/// Numbers the vertices of a group: one with the same bits that the group can still name is used again.
class VertexTable {
 public:
  explicit VertexTable(Draft& out) : out_(out) {}

  void begin_group(std::span<const Polygon> group) {
    std::size_t most = 0;
    for (const Polygon& p : group) most += p.vertices.size();
    // The window ends where the group's last new vertex may come to lie.
    const std::size_t end = out_.vertices.size() + most;
    base_ = std::max(base_, end > kWindow ? end - kWindow : 0);
    out_.bases.push_back(static_cast<std::uint32_t>(base_));
  }

  std::uint16_t number(const Vec3& v) {
    const auto next = static_cast<std::uint32_t>(out_.vertices.size());
    const auto [at, is_new] = known_.try_emplace(bits_of(v), next);
    if (is_new || at->second < base_) {
      at->second = next;
      out_.vertices.push_back(v);
    }
    return static_cast<std::uint16_t>(at->second - base_);
  }

 private:
  Draft& out_;
  std::size_t base_ = 0;
  std::unordered_map<Bits<3>, std::uint32_t, BitsHash<3>> known_;
};

FlatCorners corners_of(const Polygon& p, VertexTable& table, Draft& out) {
  const std::size_t n = p.vertices.size();
  FlatCorners c{};
  if (n == 3 || n == 4) {
    c.v[3] = FlatCorners::kTriangle;
    for (std::size_t i = 0; i < n; ++i) c.v.at(i) = table.number(p.vertices[i]);
    return c;
  }
  const auto at = static_cast<std::uint32_t>(out.stream.size());
  c.v = {static_cast<std::uint16_t>(at), static_cast<std::uint16_t>(at >> 16U), static_cast<std::uint16_t>(n),
         FlatCorners::kInStream};
  for (const Vec3& v : p.vertices) out.stream.push_back(table.number(v));
  return c;
}

Expected<void> add_polygons(const std::vector<Polygon>& polygons, Draft& out) {
  VertexTable table(out);
  bool has_ids = false;
  bool has_sides = false;
  for (std::size_t i = 0; i < polygons.size(); ++i) {
    const Polygon& p = polygons[i];
    if (p.vertices.size() > kMaxPolygonPoints)
      return fail(ErrorCode::too_deep, fmt::format("polygon 0x{:X} has {} points", p.id, p.vertices.size()));
    if (i % FlatBsp::kGroup == 0)
      table.begin_group(std::span(polygons).subspan(i, std::min(FlatBsp::kGroup, polygons.size() - i)));
    out.planes.push_back(p.plane);
    out.corners.push_back(corners_of(p, table, out));
    out.ids.push_back(p.id);
    out.sides.push_back(p.sides_type);
    has_ids = has_ids || p.id != i;
    has_sides = has_sides || p.sides_type != 0;
  }
  if (!has_ids) out.ids.clear();
  if (!has_sides) out.sides.clear();
  return {};
}

bool lists_nothing(const BspNode* n) {
  return n == nullptr || (n->leaf() && n->polys.empty());
}

/// Lays the nodes out, children side by side after their parents.
class NodeLayout {
 public:
  explicit NodeLayout(const BspTree& tree, Draft& out) : tree_(tree), out_(out) {
    for (std::size_t i = 0; i < tree.polygons.size(); ++i)
      plane_numbers_.try_emplace(bits_of(tree.polygons[i].plane), static_cast<std::uint32_t>(i));
  }

  Expected<void> run() {
    if (tree_.root == nullptr) return {};
    out_.nodes.emplace_back();
    pending_.push_back({tree_.root, 0});
    while (!pending_.empty()) {
      const Pending next = pending_.back();
      pending_.pop_back();
      if (!seen_.insert(next.node).second)
        return fail(ErrorCode::bad_value, "a node of the tree is reached twice");
      if (auto done = next.node->leaf() ? place_leaf(next) : place_interior(next); !done) return done;
    }
    return {};
  }

 private:
  struct Pending {
    const BspNode* node;
    std::size_t at;
  };

  Expected<void> place_leaf(const Pending& p) {
    const std::size_t begin = out_.lists.size();
    if (begin + p.node->polys.size() >= kMostListed)
      return fail(ErrorCode::too_deep, "the lists of the tree are too long");
    for (const std::uint32_t i : p.node->polys) {
      if (i >= tree_.polygons.size())
        return fail(ErrorCode::dangling,
                    fmt::format("a leaf lists polygon {} of {}", i, tree_.polygons.size()));
      out_.lists.push_back(i);
    }
    const auto size = static_cast<std::uint32_t>(p.node->polys.size());
    out_.nodes[p.at] = {p.node->sphere, FlatBspNode::kLeaf | static_cast<std::uint32_t>(begin),
                        size << 1U | (p.node->solid ? 1U : 0U)};
    return {};
  }

  Expected<void> place_interior(const Pending& p) {
    const std::size_t first = out_.nodes.size();
    if (first + 2 > kMostNodes) return fail(ErrorCode::too_deep, "the tree has too many nodes");
    auto b = static_cast<std::uint32_t>(first << 2U);
    // Taken from the stack in this order: pos before neg.
    std::array<Pending, 2> children{};
    std::size_t count = 0;
    for (const auto& [child, bit] :
         {std::pair{p.node->pos, FlatBspNode::kHasPos}, std::pair{p.node->neg, FlatBspNode::kHasNeg}}) {
      if (lists_nothing(child)) continue;
      b |= bit;
      children.at(count) = {child, first + count};
      ++count;
      out_.nodes.emplace_back();
    }
    for (std::size_t i = count; i-- > 0;) pending_.push_back(children.at(i));
    out_.nodes[p.at] = {p.node->sphere, plane_number(p.node->splitting_plane), b};
    return {};
  }

  std::uint32_t plane_number(const Plane& plane) {
    const auto next = static_cast<std::uint32_t>(out_.planes.size());
    const auto [at, is_new] = plane_numbers_.try_emplace(bits_of(plane), next);
    if (is_new) out_.planes.push_back(plane);
    return at->second;
  }

  const BspTree& tree_;
  Draft& out_;
  std::vector<Pending> pending_;             // no recursion: a hand-made chain may be 20,000 deep
  std::unordered_set<const BspNode*> seen_;  // determinism: asked, never walked
  std::unordered_map<Bits<4>, std::uint32_t, BitsHash<4>> plane_numbers_;
};

/// Writes arrays one after the other, each on a multiple of FlatBytes::kAlign.
class Packer {
 public:
  /// Without bytes it only counts.
  explicit Packer(std::byte* out = nullptr) : out_(out) {}

  template <class T>
  void put(std::span<const T> items) {
    at_ = (at_ + FlatBytes::kAlign - 1) / FlatBytes::kAlign * FlatBytes::kAlign;
    if (out_ != nullptr && !items.empty()) std::memcpy(out_ + at_, items.data(), items.size_bytes());
    at_ += items.size_bytes();
  }
  [[nodiscard]] std::size_t size() const { return at_; }

 private:
  std::byte* out_;
  std::size_t at_ = 0;
};

FlatBytes pack(const Draft& d) {
  FlatBspHeader h;
  h.nodes = static_cast<std::uint32_t>(d.nodes.size());
  h.planes = static_cast<std::uint32_t>(d.planes.size());
  h.polygons = static_cast<std::uint32_t>(d.corners.size());
  h.vertices = static_cast<std::uint32_t>(d.vertices.size());
  h.stream = static_cast<std::uint32_t>(d.stream.size());
  h.listed = static_cast<std::uint32_t>(d.lists.size());
  const bool wide = d.corners.size() > kMostNarrow;
  h.flags = (wide ? FlatBspHeader::kWideLists : 0U) | (d.ids.empty() ? 0U : FlatBspHeader::kHasIds) |
            (d.sides.empty() ? 0U : FlatBspHeader::kHasSides);
  std::vector<std::uint16_t> narrow;
  if (!wide) {
    for (const std::uint32_t i : d.lists) narrow.push_back(static_cast<std::uint16_t>(i));
  }
  const auto lay_out = [&](Packer& to) {
    to.put(std::span<const FlatBspHeader>(&h, 1));
    to.put<FlatBspNode>(d.nodes);
    to.put<Plane>(d.planes);
    to.put<Vec3>(d.vertices);
    to.put<FlatCorners>(d.corners);
    to.put<std::uint32_t>(d.bases);
    to.put<std::uint32_t>(d.ids);
    to.put<std::uint16_t>(d.stream);
    if (wide)
      to.put<std::uint32_t>(d.lists);
    else
      to.put<std::uint16_t>(narrow);
    to.put<std::uint8_t>(d.sides);
  };
  Packer count;
  lay_out(count);
  FlatBytes out(count.size());
  Packer write(out.data());
  lay_out(write);
  return out;
}

}  // namespace

Expected<FlatBytes> flatten(const BspTree& tree) {
  Draft draft;
  if (auto done = add_polygons(tree.polygons, draft); !done) return tl::unexpected<Error>(done.error());
  if (auto done = NodeLayout(tree, draft).run(); !done) return tl::unexpected<Error>(done.error());
  return pack(draft);
}

Expected<std::vector<Plane>> flatten(const CellBsp& tree) {
  std::vector<Plane> chain;
  std::unordered_set<const CellBspNode*> seen;  // determinism: asked, never walked
  const CellGraphView view{&tree};
  for (auto n = view.root(); !CellGraphView::null(n) && !CellGraphView::leaf(n); n = CellGraphView::pos(n)) {
    if (!seen.insert(n).second)
      return fail(ErrorCode::bad_value, "a node of the cell's volume is reached twice");
    chain.push_back(n->plane);
  }
  return chain;
}

}  // namespace surefoot
