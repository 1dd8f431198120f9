#include "io/polygon_index.hpp"

#include <algorithm>
#include <numeric>

namespace surefoot::io {

namespace {

constexpr std::uint32_t kMostInLeaf = 8;

bool touch(const Box& a, const Box& b) {
  return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y &&
         a.min.z <= b.max.z && b.min.z <= a.max.z;
}

float component(const Vec3& v, int axis) {
  return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

}  // namespace

PolygonIndex::PolygonIndex(const std::vector<Polygon>& polygons) : order_(polygons.size()) {
  boxes_.reserve(polygons.size());
  for (const Polygon& p : polygons) {
    Box box;
    if (!p.vertices.empty()) box = {p.vertices[0], p.vertices[0]};
    for (const Vec3& v : p.vertices) box.add(v);
    boxes_.push_back(box);
  }
  std::iota(order_.begin(), order_.end(), 0U);
  if (!polygons.empty()) build(0, static_cast<std::uint32_t>(polygons.size()));
}

/// Halves by the middles along the longest axis. Depth is the logarithm of the count.
std::uint32_t PolygonIndex::build(std::uint32_t first, std::uint32_t count) {
  const auto index = static_cast<std::uint32_t>(nodes_.size());
  nodes_.emplace_back();
  Box box = boxes_[order_[first]];
  for (std::uint32_t i = first; i < first + count; ++i) {
    box.add(boxes_[order_[i]].min);
    box.add(boxes_[order_[i]].max);
  }
  nodes_[index].box = box;
  nodes_[index].first = first;
  if (count <= kMostInLeaf) {
    nodes_[index].count = count;
    return index;
  }
  const Vec3 size = box.max - box.min;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const auto middle = [&](std::uint32_t p) {
    return component(boxes_[p].min, axis) + component(boxes_[p].max, axis);
  };
  const auto at = [this](std::uint32_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
  const std::uint32_t half = count / 2;
  std::nth_element(at(first), at(first + half), at(first + count), [&](std::uint32_t a, std::uint32_t b) {
    return middle(a) != middle(b) ? middle(a) < middle(b) : a < b;
  });
  build(first, half);
  const std::uint32_t second = build(first + half, count - half);
  nodes_[index].second = second;
  return index;
}

void PolygonIndex::each(const Box& box, const std::function<void(std::uint32_t)>& visit) const {
  if (nodes_.empty()) return;
  std::vector<std::uint32_t> waiting{0};
  while (!waiting.empty()) {
    const std::uint32_t i = waiting.back();
    waiting.pop_back();
    const Node& n = nodes_[i];
    if (!touch(n.box, box)) continue;
    if (n.count == 0) {
      waiting.push_back(n.second);
      waiting.push_back(i + 1);
      continue;
    }
    for (std::uint32_t k = n.first; k < n.first + n.count; ++k) {
      if (touch(boxes_[order_[k]], box)) visit(order_[k]);
    }
  }
}

}  // namespace surefoot::io
