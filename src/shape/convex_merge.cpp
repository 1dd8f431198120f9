#include "shape/convex_merge.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "shape/vec3d.hpp"

namespace surefoot {

namespace {

/// A vertex of a joined polygon this far from its plane is where the builder would call it on the plane.
constexpr double kCoplanar = 1e-4;
/// Corners of a joined polygon may be straight, but not bent inwards by more than rounding.
constexpr double kStraight = 1e-6;

struct DirectedEdge {
  std::uint32_t from;
  std::uint32_t to;
  std::size_t outline;
};

bool by_ends(const DirectedEdge& a, const DirectedEdge& b) {
  if (a.from != b.from) return a.from < b.from;
  if (a.to != b.to) return a.to < b.to;
  return a.outline < b.outline;
}

/// The outline that runs from `from` to `to`; none when several or no one do.
const DirectedEdge* find_only(const std::vector<DirectedEdge>& sorted, std::uint32_t from, std::uint32_t to) {
  const auto it = std::lower_bound(sorted.begin(), sorted.end(), DirectedEdge{from, to, 0}, by_ends);
  if (it == sorted.end() || it->from != from || it->to != to) return nullptr;
  const auto next = it + 1;
  if (next != sorted.end() && next->from == from && next->to == to) return nullptr;
  return &*it;
}

/// `a` and `b` joined across the edge `from`→`to` of `a`; empty when that edge is no longer on the outside.
std::vector<std::uint32_t> join(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b,
                                std::uint32_t from, std::uint32_t to) {
  const auto in_a = std::find(a.begin(), a.end(), to);
  const auto in_b = std::find(b.begin(), b.end(), from);
  if (in_a == a.end() || in_b == b.end()) return {};
  std::vector<std::uint32_t> out(in_a, a.end());
  out.insert(out.end(), a.begin(), in_a);
  if (out.back() != from) return {};
  std::vector<std::uint32_t> other(in_b, b.end());
  other.insert(other.end(), b.begin(), in_b);
  if (other.back() != to) return {};
  out.insert(out.end(), other.begin() + 1, other.end() - 1);
  // Neighbours that share several edges leave a spike u, v, u at each further one.
  for (bool spike = true; spike && out.size() > 2;) {
    spike = false;
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::size_t before = (i + out.size() - 1) % out.size();
      const std::size_t after = (i + 1) % out.size();
      if (out[before] != out[after]) continue;
      out.erase(out.begin() + static_cast<std::ptrdiff_t>(std::max(i, after)));
      out.erase(out.begin() + static_cast<std::ptrdiff_t>(std::min(i, after)));
      spike = true;
      break;
    }
  }
  return out;
}

bool all_different(std::vector<std::uint32_t> points) {
  std::sort(points.begin(), points.end());
  return std::adjacent_find(points.begin(), points.end()) == points.end();
}

}  // namespace

bool is_convex(std::span<const Vec3> outline, const Vec3& normal, double outside) {
  const Vec3d n = to_double(normal);
  const std::size_t count = outline.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3d from = to_double(outline[i]);
    const Vec3d inward = cross(n, to_double(outline[(i + 1) % count]) - from);
    const double limit = -outside * length(inward);
    for (const Vec3& v : outline) {
      if (dot(to_double(v) - from, inward) < limit) return false;
    }
  }
  return true;
}

WeldedPoints weld(std::span<const Vec3> points) {
  std::vector<std::uint32_t> order(points.size());
  std::iota(order.begin(), order.end(), 0U);
  // determinism: equal points are told apart by their positions
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
    const Vec3& a = points[i];
    const Vec3& b = points[j];
    if (a.x != b.x) return a.x < b.x;
    if (a.y != b.y) return a.y < b.y;
    if (a.z != b.z) return a.z < b.z;
    return i < j;
  });
  WeldedPoints out;
  out.index.resize(points.size());
  for (const std::uint32_t i : order) {
    const Vec3& p = points[i];
    if (out.points.empty() || out.points.back().x != p.x || out.points.back().y != p.y ||
        out.points.back().z != p.z)
      out.points.push_back(p);
    out.index[i] = static_cast<std::uint32_t>(out.points.size() - 1);
  }
  return out;
}

std::vector<std::size_t> merge_convex(std::span<const Vec3> vertices, std::vector<IndexedOutline>& outlines,
                                      std::size_t max_points) {
  std::vector<DirectedEdge> edges;
  for (std::size_t i = 0; i < outlines.size(); ++i) {
    const auto& p = outlines[i].points;
    for (std::size_t k = 0; k < p.size(); ++k) edges.push_back({p[k], p[(k + 1) % p.size()], i});
  }
  std::vector<DirectedEdge> sorted = edges;
  // determinism: edges that compare equal are equal
  std::sort(sorted.begin(), sorted.end(), by_ends);

  std::vector<std::size_t> owner(outlines.size());
  std::iota(owner.begin(), owner.end(), std::size_t{0});
  std::vector<Vec3> points;
  for (const DirectedEdge& edge : edges) {
    if (find_only(sorted, edge.from, edge.to) == nullptr) continue;
    const DirectedEdge* reverse = find_only(sorted, edge.to, edge.from);
    if (reverse == nullptr) continue;
    const std::size_t here = root_of(owner, edge.outline);
    const std::size_t there = root_of(owner, reverse->outline);
    if (here == there) continue;
    const std::size_t first = std::min(here, there);
    const std::size_t second = std::max(here, there);
    const bool forward = first == here;
    IndexedOutline& a = outlines[first];
    IndexedOutline& b = outlines[second];
    if (a.kind != b.kind) continue;
    if (!(dot(to_double(a.plane.normal), to_double(b.plane.normal)) > 0.999)) continue;
    std::vector<std::uint32_t> joined =
        join(a.points, b.points, forward ? edge.from : edge.to, forward ? edge.to : edge.from);
    if (joined.size() < 3 || joined.size() > max_points || !all_different(joined)) continue;
    points.clear();
    bool flat = true;
    for (const std::uint32_t v : joined) {
      points.push_back(vertices[v]);
      flat = flat && std::fabs(distance(a.plane, to_double(vertices[v]))) <= kCoplanar;
    }
    if (!flat || !is_convex(points, a.plane.normal, kStraight)) continue;
    a.points = std::move(joined);
    b.points.clear();
    owner[second] = first;
  }
  for (std::size_t i = 0; i < owner.size(); ++i) owner[i] = root_of(owner, i);
  return owner;
}

WeldedPoints weld_vertices(std::span<const Polygon> polygons) {
  std::vector<Vec3> all;
  for (const Polygon& p : polygons) all.insert(all.end(), p.vertices.begin(), p.vertices.end());
  return weld(all);
}

}  // namespace surefoot
