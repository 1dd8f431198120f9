// Polygons that are not what the queries take them for: flat, convex and counter-clockwise (spec 02 §2,
// §8.1).
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "io/shape_geometry.hpp"
#include "io/world_check_parts.hpp"

namespace surefoot::io {

namespace {

using Vector = std::array<double, 3>;

constexpr double kWarpWarning = 1e-3;
constexpr double kConvexWarning = 1e-4;
/// From here on a mover visibly floats above, sinks into or slips past the polygon.
constexpr double kBad = 1e-2;
constexpr double kUnitTolerance = 1e-4;

Vector vector(const Vec3& v) {
  return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}
Vector minus(const Vector& a, const Vector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Vector times(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
double size(const Vector& a) {
  return std::sqrt(dot(a, a));
}

/// Twice the area, along the normal.
Vector area_vector(const Polygon& p) {
  Vector sum{};
  const Vector first = vector(p.vertices.front());
  for (std::size_t k = 1; k + 1 < p.vertices.size(); ++k) {
    const Vector c = times(minus(vector(p.vertices[k]), first), minus(vector(p.vertices[k + 1]), first));
    for (std::size_t i = 0; i < 3; ++i) sum[i] += c[i];
  }
  return sum;
}

struct Measures {
  double warp = 0.0;     ///< farthest corner from the plane
  double outside = 0.0;  ///< farthest corner outside an edge
  double short_edge = HUGE_VAL;
};

Measures measure(const Polygon& p, const Vector& normal) {
  Measures m;
  const Vector plane_normal = vector(p.plane.normal);
  std::size_t prev = p.vertices.size() - 1;
  for (std::size_t i = 0; i < p.vertices.size(); prev = i++) {
    const Vector from = vector(p.vertices[prev]);
    const Vector edge = minus(vector(p.vertices[i]), from);
    m.warp = std::max(m.warp,
                      std::fabs(dot(plane_normal, vector(p.vertices[i])) + static_cast<double>(p.plane.d)));
    const double length = size(edge);
    m.short_edge = std::min(m.short_edge, length);
    if (!(length > 0.0)) continue;
    const Vector inward = times(normal, edge);
    for (const Vec3& v : p.vertices)
      m.outside = std::max(m.outside, -dot(minus(vector(v), from), inward) / length);
  }
  return m;
}

std::string name_of(const Polygon& p) {
  return fmt::format("polygon {}", p.id);
}

/// The corners' bits, starting from the least corner: equal for the same polygon whatever corner comes first.
std::vector<std::array<float, 3>> outline(const Polygon& p) {
  std::vector<std::array<float, 3>> out;
  // + 0 turns −0 into 0, which compares and prints the same.
  for (const Vec3& v : p.vertices) out.push_back({v.x + 0.0F, v.y + 0.0F, v.z + 0.0F});
  std::rotate(out.begin(), std::min_element(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace

double polygon_area(const Polygon& p) {
  return p.vertices.size() < 3 ? 0.0 : size(area_vector(p)) * 0.5;
}

void check_polygon(const Polygon& p, const FindingSink& sink) {
  const std::string name = name_of(p);
  const double area = polygon_area(p);
  if (area <= kNoArea) {
    sink.add(Severity::warning, "polygon.zero_area", name,
             fmt::format("its area is {:.3g} m²; nothing can hit it", area));
    return;
  }
  if (is_never_hit(p.plane)) {
    sink.add(Severity::warning, "polygon.no_normal", name, "its plane has no normal; nothing can hit it");
    return;
  }
  Vector normal = area_vector(p);
  const double twice_area = size(normal);
  for (double& v : normal) v /= twice_area;
  const Vector plane_normal = vector(p.plane.normal);
  if (const double length = size(plane_normal); std::fabs(length - 1.0) > kUnitTolerance) {
    sink.add(Severity::warning, "polygon.not_unit", name,
             fmt::format("its normal has length {:.6g}; distances come out wrong by that factor", length));
  }
  if (dot(normal, plane_normal) <= 0.0) {
    sink.add(Severity::error, "polygon.reversed", name,
             "its plane faces against the winding of its corners; nothing can be inside its edges");
    return;
  }
  const Measures m = measure(p, normal);
  if (m.warp > kWarpWarning) {
    sink.add(m.warp > kBad ? Severity::error : Severity::warning, "polygon.warped", name,
             fmt::format("a corner lies {:.4g} m off its plane", m.warp));
  }
  if (m.outside > kConvexWarning) {
    sink.add(m.outside > kBad ? Severity::error : Severity::warning, "polygon.non_convex", name,
             fmt::format("a corner lies {:.4g} m outside one of its edges", m.outside));
  }
  if (m.short_edge < static_cast<double>(kEpsilon)) {
    sink.add(Severity::warning, "polygon.short_edge", name,
             fmt::format("its shortest edge has {:.3g} m; sliding along it has no direction", m.short_edge));
  }
}

void check_altered(const std::vector<Polygon>& polygons, const FindingSink& sink) {
  std::vector<Finding> found;
  const FindingSink inner(found, sink.owner());
  for (const Polygon& p : polygons) check_polygon(p, inner);
  for (Finding& f : found) {
    const bool nothing = f.rule == "polygon.zero_area" || f.rule == "polygon.no_normal";
    if (!nothing) f.message += "; the tree builder worked round it";
    f.severity = std::min(f.severity, Severity::warning);
    sink.out().push_back(std::move(f));
  }
}

void check_polygons(const std::vector<Polygon>& polygons, const FindingSink& sink) {
  std::map<std::vector<std::array<float, 3>>, std::uint32_t> seen;
  for (const Polygon& p : polygons) {
    check_polygon(p, sink);
    if (p.vertices.empty()) continue;
    const auto [it, fresh] = seen.emplace(outline(p), p.id);
    if (!fresh) {
      sink.add(Severity::warning, "polygon.duplicate", name_of(p),
               fmt::format("the same as polygon {}", it->second));
    }
  }
}

std::vector<Polygon> sound_polygons(const std::vector<Polygon>& polygons) {
  std::set<std::vector<std::array<float, 3>>> seen;
  std::vector<Polygon> out;
  for (const Polygon& p : polygons) {
    if (polygon_area(p) <= kNoArea || is_never_hit(p.plane)) continue;
    if (dot(area_vector(p), vector(p.plane.normal)) <= 0.0) continue;
    if (seen.insert(outline(p)).second) out.push_back(p);
  }
  return out;
}

}  // namespace surefoot::io
