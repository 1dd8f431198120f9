#include "shape/bsp_draft.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace surefoot {

namespace {

/// Added to every bounding radius, so that binary32 cannot leave a vertex outside.
constexpr float kBoundSlack = 0.001F;

bool same_box(const Box3d& a, const Box3d& b) {
  return a.min.x == b.min.x && a.min.y == b.min.y && a.min.z == b.min.z && a.max.x == b.max.x &&
         a.max.y == b.max.y && a.max.z == b.max.z;
}

}  // namespace

std::int32_t BspDraft::add(std::int32_t parent, bool in_front, const Box3d& box) {
  const auto index = static_cast<std::int32_t>(nodes_.size());
  Node n;
  n.parent = parent;
  n.in_front = in_front;
  n.box = box;
  if (parent != kNone) {
    Node& p = (*this)[parent];
    p.leaf = false;
    (in_front ? p.pos : p.neg) = index;
    n.depth = p.depth + 1;
  }
  nodes_.push_back(n);
  return index;
}

void BspDraft::set_leaf(std::int32_t i, const std::vector<std::uint32_t>& list, bool solid) {
  Node& n = (*this)[i];
  n.solid = solid;
  n.list_begin = lists_.size();
  lists_.insert(lists_.end(), list.begin(), list.end());
  n.list_end = lists_.size();
}

bool BspDraft::region_holds(std::int32_t i, const Vec3d& p) const {
  for (const Node* n = &(*this)[i]; n->parent != kNone;) {
    const Node* parent = &(*this)[n->parent];
    if ((distance(parent->plane, p) >= 0.0) != n->in_front) return false;
    n = parent;
  }
  return true;
}

BspTree BspDraft::finish(std::vector<Polygon> polygons) {
  BspTree tree;
  tree.polygons = std::move(polygons);
  if (nodes_.empty()) return tree;
  std::vector<BspNode*> linked;
  linked.reserve(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) linked.push_back(&tree.add_node());
  tree.root = linked[0];
  std::int32_t leaf_index = 0;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& n = nodes_[i];
    BspNode& out = *linked[i];
    if (n.leaf) {
      out.leaf_index = leaf_index++;
      out.solid = n.solid;
      out.polys.assign(lists_.begin() + static_cast<std::ptrdiff_t>(n.list_begin),
                       lists_.begin() + static_cast<std::ptrdiff_t>(n.list_end));
    } else {
      out.tag = bsp_tag::kBPnN;
      out.splitting_plane = n.plane;
      out.pos = linked[static_cast<std::size_t>(n.pos)];
      out.neg = linked[static_cast<std::size_t>(n.neg)];
    }
  }
  // Children first: they come after their parent.
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    Node& n = nodes_[i];
    if (n.leaf) {
      linked[i]->sphere = bound(tree.polygons, n, false);
      continue;
    }
    n.list_begin = (*this)[n.pos].list_begin;
    n.list_end = (*this)[n.neg].list_end;
    n.solid = (*this)[n.pos].solid || (*this)[n.neg].solid;
    linked[i]->sphere = bound_interior(tree, n, linked);
  }
  return tree;
}

/// A node all of whose polygons are below one child bounds the same points as that child when the region did
/// not shrink; a chain of planes around one body would otherwise bound them once per plane.
Sphere BspDraft::bound_interior(const BspTree& tree, const Node& n,
                                const std::vector<BspNode*>& linked) const {
  for (const std::int32_t c : {n.pos, n.neg}) {
    const Node& child = (*this)[c];
    if (child.leaf || child.list_end - child.list_begin != n.list_end - n.list_begin) continue;
    if (!n.solid || same_box(n.box, child.box)) return linked[static_cast<std::size_t>(c)]->sphere;
  }
  return bound(tree.polygons, n, n.solid);
}

Sphere BspDraft::bound(const std::vector<Polygon>& polygons, const Node& n, bool with_box) const {
  if (n.list_begin == n.list_end) return {};
  const auto each_point = [&](auto&& f) {
    for (std::size_t i = n.list_begin; i < n.list_end; ++i) {
      for (const Vec3& v : polygons[lists_[i]].vertices) f(to_double(v));
    }
    for (int corner = 0; with_box && corner < 8; ++corner)
      f(Vec3d{(corner & 1) != 0 ? n.box.max.x : n.box.min.x, (corner & 2) != 0 ? n.box.max.y : n.box.min.y,
              (corner & 4) != 0 ? n.box.max.z : n.box.min.z});
  };
  Box3d extent;
  each_point([&](const Vec3d& p) { extent.add(p); });
  const Vec3d middle = (extent.min + extent.max) * 0.5;
  const Vec3 center{static_cast<float>(middle.x), static_cast<float>(middle.y), static_cast<float>(middle.z)};
  const Vec3d from = to_double(center);
  double greatest = 0.0;
  each_point([&](const Vec3d& p) {
    const Vec3d off = p - from;
    greatest = std::max(greatest, dot(off, off));
  });
  return {center, static_cast<float>(std::sqrt(greatest)) + kBoundSlack};
}

}  // namespace surefoot
