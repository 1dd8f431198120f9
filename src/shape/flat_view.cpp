// Reading flat trees from bytes: what is in them may be hostile.
#include <cstring>

#include <fmt/format.h>

#include "shape/flat_bsp.hpp"

namespace surefoot {

namespace {

tl::unexpected<Error> refuse(std::string message, std::size_t offset) {
  return fail(ErrorCode::bad_value, std::move(message), fmt::format("offset {}", offset));
}

/// Takes arrays one after the other, as Packer puts them.
class Unpacker {
 public:
  explicit Unpacker(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class T>
  std::span<const T> take(std::size_t count) {
    at_ = (at_ + FlatBytes::kAlign - 1) / FlatBytes::kAlign * FlatBytes::kAlign;
    if (!good_ || at_ > bytes_.size() || count > (bytes_.size() - at_) / sizeof(T)) {
      good_ = false;
      return {};
    }
    const std::size_t at = at_;
    at_ += count * sizeof(T);
    if (count == 0) return {};
    return {reinterpret_cast<const T*>(bytes_.data() + at), count};
  }
  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] std::size_t at() const { return at_; }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  bool good_ = true;
};

bool is_finite(const Plane& p) {
  return surefoot::is_finite(p.normal) && std::isfinite(p.d);
}

Expected<void> check_polygons(const FlatBsp& t) {
  for (std::uint32_t i = 0; i < t.polygon_count(); ++i) {
    const FlatCorners& c = t.corners[i];
    if (c.v[3] == FlatCorners::kInStream) {
      const std::size_t at = c.v[0] | static_cast<std::size_t>(c.v[1]) << 16U;
      if (at > t.stream.size() || c.v[2] > t.stream.size() - at || c.v[2] > kMaxPolygonPoints)
        return refuse(fmt::format("the corners of polygon {} are not there", i), 0);
    }
    const std::size_t base = t.bases[i / FlatBsp::kGroup];
    if (base > t.vertices.size()) return refuse(fmt::format("polygon {} has no corners", i), 0);
    const VertexRun run = t.vertices_of(i);
    for (std::size_t k = 0; k < run.size(); ++k) {
      // The number itself, not the vertex it would name.
      const std::uint16_t pick = run.pick(k);
      if (base + pick >= t.vertices.size())
        return refuse(fmt::format("polygon {} has no corner {}", i, k), 0);
    }
  }
  for (const Vec3& v : t.vertices) {
    if (!surefoot::is_finite(v)) return refuse("a vertex is not finite", 0);
  }
  for (const Plane& p : t.planes) {
    if (!is_finite(p)) return refuse("a plane is not finite", 0);
  }
  return {};
}

Expected<void> check_leaf(const FlatBsp& t, const FlatBspNode& n, std::size_t i) {
  const std::size_t listed = t.wide_lists.empty() ? t.lists.size() : t.wide_lists.size();
  if (n.list_begin() > listed || n.list_size() > listed - n.list_begin())
    return refuse(fmt::format("the list of node {} is not there", i), 0);
  for (std::size_t k = 0; k < n.list_size(); ++k) {
    const std::size_t at = n.list_begin() + k;
    const std::size_t polygon = t.wide_lists.empty() ? t.lists[at] : t.wide_lists[at];
    if (polygon >= t.polygon_count()) return refuse(fmt::format("node {} lists polygon {}", i, polygon), 0);
  }
  return {};
}

/// Every node but the root is the child of exactly one that lies before it.
Expected<void> check_nodes(const FlatBsp& t) {
  std::vector<bool> reached(t.nodes.size(), false);
  std::size_t count = t.nodes.empty() ? 0 : 1;
  for (std::size_t i = 0; i < t.nodes.size(); ++i) {
    const FlatBspNode& n = t.nodes[i];
    if (!surefoot::is_finite(n.sphere.center) || !std::isfinite(n.sphere.radius))
      return refuse(fmt::format("the sphere of node {} is not finite", i), 0);
    if (n.leaf()) {
      if (auto ok = check_leaf(t, n, i); !ok) return ok;
      continue;
    }
    if (n.a >= t.planes.size()) return refuse(fmt::format("the plane of node {} is not there", i), 0);
    const std::size_t children = (n.b & FlatBspNode::kHasPos) + ((n.b & FlatBspNode::kHasNeg) >> 1U);
    for (std::size_t c = n.first_child(); c < n.first_child() + children; ++c) {
      if (c <= i || c >= t.nodes.size() || reached[c])
        return refuse(fmt::format("node {} cannot be the child of node {}", c, i), 0);
      reached[c] = true;
      ++count;
    }
  }
  if (count != t.nodes.size()) return refuse("a node of the tree is not reached", 0);
  return {};
}

FlatBsp take_arrays(Unpacker& in) {
  FlatBspHeader h;
  if (const auto header = in.take<FlatBspHeader>(1); !header.empty()) h = header.front();
  const bool wide = (h.flags & FlatBspHeader::kWideLists) != 0;
  FlatBsp t;
  t.nodes = in.take<FlatBspNode>(h.nodes);
  t.planes = in.take<Plane>(h.planes);
  t.vertices = in.take<Vec3>(h.vertices);
  t.corners = in.take<FlatCorners>(h.polygons);
  t.bases = in.take<std::uint32_t>((std::size_t{h.polygons} + FlatBsp::kGroup - 1) / FlatBsp::kGroup);
  t.ids = in.take<std::uint32_t>((h.flags & FlatBspHeader::kHasIds) != 0 ? h.polygons : 0);
  t.stream = in.take<std::uint16_t>(h.stream);
  t.lists = in.take<std::uint16_t>(wide ? 0 : h.listed);
  t.wide_lists = in.take<std::uint32_t>(wide ? h.listed : 0);
  t.sides = in.take<std::uint8_t>((h.flags & FlatBspHeader::kHasSides) != 0 ? h.polygons : 0);
  return t;
}

}  // namespace

FlatBsp lay_out(std::span<const std::byte> bytes) {
  Unpacker in(bytes);
  return take_arrays(in);
}

Expected<FlatBsp> view_flat(std::span<const std::byte> bytes, std::size_t* used) {
  Unpacker in(bytes);
  const FlatBsp t = take_arrays(in);
  if (!in.good()) return refuse("the arrays of a tree do not fit", in.at());
  if (t.planes.size() < t.polygon_count()) return refuse("a polygon has no plane", 0);
  if (auto ok = check_polygons(t); !ok) return tl::unexpected<Error>(ok.error());
  if (auto ok = check_nodes(t); !ok) return tl::unexpected<Error>(ok.error());
  if (used != nullptr) *used = in.at();
  return t;
}

BspTree unflatten(const FlatBsp& flat) {
  BspTree tree;
  for (std::uint32_t i = 0; i < flat.polygon_count(); ++i) {
    const PolygonView from = flat.polygon(i);
    Polygon& p = tree.polygons.emplace_back();
    p.id = from.id;
    p.sides_type = from.sides_type;
    p.plane = *from.plane;
    for (std::size_t k = 0; k < from.vertices.size(); ++k) p.vertices.push_back(from.vertices[k]);
  }
  if (flat.empty()) return tree;
  const FlatView view{&flat};
  const auto add_empty_leaf = [&tree]() -> const BspNode* { return &tree.add_node(); };
  std::vector<std::pair<FlatView::Node, BspNode*>> pending{{view.root(), &tree.add_node()}};
  tree.root = pending.back().second;
  while (!pending.empty()) {
    const auto [from, to] = pending.back();
    pending.pop_back();
    to->sphere = from->sphere;
    if (from->leaf()) {
      to->solid = from->solid();
      for (std::size_t k = 0; k < from->list_size(); ++k) to->polys.push_back(view.polygon(from, k).number);
      continue;
    }
    to->tag = bsp_tag::kBPnN;
    to->splitting_plane = view.plane(from);
    const auto child = [&](FlatView::Node n) -> const BspNode* {
      if (FlatView::null(n)) return add_empty_leaf();
      BspNode& node = tree.add_node();
      pending.emplace_back(n, &node);
      return &node;
    };
    to->pos = child(view.pos(from));
    to->neg = child(view.neg(from));
  }
  return tree;
}

}  // namespace surefoot
