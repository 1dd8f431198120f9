#include "shape/solid_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "shape/convex_merge.hpp"

namespace surefoot {

namespace {

/// The ray's direction is (kRayX, kRayY, 1): oblique, and in no plane an author would draw.
constexpr double kRayX = 0.38196601125010515;
constexpr double kRayY = 0.21132486540518712;

struct EdgeUse {
  std::uint32_t low;
  std::uint32_t high;
  bool up;  ///< the polygon runs from `low` to `high`
  std::uint32_t polygon;
};

/// Six times the volume under the polygon's fan, seen from `origin`.
double fan_volume(const Polygon& p, const Vec3d& origin) {
  double sum = 0.0;
  const Vec3d a = to_double(p.vertices[0]) - origin;
  for (std::size_t k = 1; k + 1 < p.vertices.size(); ++k) {
    const Vec3d b = to_double(p.vertices[k]) - origin;
    const Vec3d c = to_double(p.vertices[k + 1]) - origin;
    sum += dot(a, cross(b, c));
  }
  return sum;
}

std::vector<EdgeUse> edges_of(std::span<const Polygon> polygons) {
  const WeldedPoints welded = weld_vertices(polygons);
  std::vector<EdgeUse> edges;
  edges.reserve(welded.index.size());
  std::size_t first = 0;
  for (std::size_t i = 0; i < polygons.size(); ++i) {
    const std::size_t n = polygons[i].vertices.size();
    for (std::size_t k = 0; k < n; ++k) {
      const std::uint32_t from = welded.index[first + k];
      const std::uint32_t to = welded.index[first + (k + 1) % n];
      edges.push_back({std::min(from, to), std::max(from, to), from < to, static_cast<std::uint32_t>(i)});
    }
    first += n;
  }
  // determinism: uses that compare equal are equal
  std::sort(edges.begin(), edges.end(), [](const EdgeUse& a, const EdgeUse& b) {
    if (a.low != b.low) return a.low < b.low;
    if (a.high != b.high) return a.high < b.high;
    if (a.polygon != b.polygon) return a.polygon < b.polygon;
    return !a.up && b.up;
  });
  return edges;
}

}  // namespace

SolidBodies::SolidBodies(std::span<const Polygon> polygons, std::optional<bool> solid) {
  if (solid.has_value() && !*solid) return;

  const std::vector<EdgeUse> edges = edges_of(polygons);
  const auto end_of_edge = [&](std::size_t first) {
    std::size_t last = first + 1;
    while (last < edges.size() && edges[last].low == edges[first].low &&
           edges[last].high == edges[first].high)
      ++last;
    return last;
  };
  std::vector<std::uint32_t> parent(polygons.size());
  std::iota(parent.begin(), parent.end(), 0U);
  for (std::size_t first = 0, last = 0; first < edges.size(); first = last) {
    last = end_of_edge(first);
    for (std::size_t i = first + 1; i < last; ++i) {
      const std::uint32_t a = root_of(parent, edges[first].polygon);
      const std::uint32_t b = root_of(parent, edges[i].polygon);
      parent[std::max(a, b)] = std::min(a, b);
    }
  }
  std::vector<bool> closed(polygons.size(), true);
  for (std::size_t first = 0, last = 0; first < edges.size(); first = last) {
    last = end_of_edge(first);
    if (last - first != 2 || edges[first].up == edges[first + 1].up)
      closed[root_of(parent, edges[first].polygon)] = false;
  }

  std::vector<std::vector<std::uint32_t>> members(polygons.size());
  for (std::uint32_t i = 0; i < polygons.size(); ++i) members[root_of(parent, i)].push_back(i);
  std::vector<std::uint32_t> rest;
  for (std::size_t root = 0; root < members.size(); ++root) {
    if (members[root].empty()) continue;
    double volume = 0.0;
    const Vec3d origin = to_double(polygons[root].vertices[0]);
    for (const std::uint32_t i : members[root]) volume += fan_volume(polygons[i], origin);
    if (closed[root] && volume / 6.0 > kMinBodyVolume)
      add_body(polygons, members[root]);
    else
      rest.insert(rest.end(), members[root].begin(), members[root].end());
  }
  if (solid.has_value() && !rest.empty()) add_body(polygons, rest);
}

void SolidBodies::add_body(std::span<const Polygon> polygons, const std::vector<std::uint32_t>& members) {
  Body body;
  std::vector<Vec3d> outline;
  for (const std::uint32_t i : members) {
    outline.clear();
    Face face{static_cast<std::uint32_t>(corners_.size()),
              static_cast<std::uint32_t>(polygons[i].vertices.size()),
              HUGE_VAL,
              -HUGE_VAL,
              HUGE_VAL,
              -HUGE_VAL,
              {},
              {}};
    for (const Vec3& vertex : polygons[i].vertices) {
      const Vec3d p = to_double(vertex);
      const Corner c{p.x - kRayX * p.z, p.y - kRayY * p.z};
      face.min_u = std::min(face.min_u, c.u);
      face.max_u = std::max(face.max_u, c.u);
      face.min_v = std::min(face.min_v, c.v);
      face.max_v = std::max(face.max_v, c.v);
      corners_.push_back(c);
      outline.push_back(p);
      body.box.add(p);
    }
    face.normal = area_vector(outline);
    face.point = outline[0];
    body.faces.push_back(face);
  }
  bodies_.push_back(std::move(body));
}

bool SolidBodies::crosses(const Face& face, const Vec3d& p, double u, double v) const {
  if (u < face.min_u || u > face.max_u || v < face.min_v || v > face.max_v) return false;
  const double slope = dot(face.normal, {kRayX, kRayY, 1.0});
  if (slope == 0.0) return false;
  if (!(dot(face.normal, face.point - p) / slope > 0.0)) return false;
  bool inside = false;
  const Corner* from = &corners_[face.first + face.count - 1];
  for (std::uint32_t i = 0; i < face.count; ++i) {
    const Corner* to = &corners_[face.first + i];
    if ((from->v > v) != (to->v > v)) {
      // Lower end first: both polygons of an edge then compute the same number and a ray cannot slip between.
      const Corner& low = from->v > v ? *to : *from;
      const Corner& high = from->v > v ? *from : *to;
      if ((high.u - low.u) * (v - low.v) - (high.v - low.v) * (u - low.u) > 0.0) inside = !inside;
    }
    from = to;
  }
  return inside;
}

bool SolidBodies::contain(const Vec3d& p) const {
  const double u = p.x - kRayX * p.z;
  const double v = p.y - kRayY * p.z;
  for (const Body& body : bodies_) {
    const Box3d& box = body.box;
    if (p.x < box.min.x || p.y < box.min.y || p.z < box.min.z) continue;
    if (p.x > box.max.x || p.y > box.max.y || p.z > box.max.z) continue;
    bool inside = false;
    for (const Face& face : body.faces) {
      if (crosses(face, p, u, v)) inside = !inside;
    }
    if (inside) return true;
  }
  return false;
}

}  // namespace surefoot
