#include "io/shape_geometry.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "shape/bsp_builder.hpp"

namespace surefoot::io {

namespace {

float middle(float a, float b) {
  return static_cast<float>((static_cast<double>(a) + static_cast<double>(b)) * 0.5);
}

}  // namespace

double square_length(const Vec3& v) {
  const auto x = static_cast<double>(v.x);
  const auto y = static_cast<double>(v.y);
  const auto z = static_cast<double>(v.z);
  return x * x + y * y + z * z;
}

Vec3 middle_of(const std::vector<Vec3>& points) {
  double x = 0.0;
  double y = 0.0;
  double z = 0.0;
  for (const Vec3& p : points) {
    x += static_cast<double>(p.x);
    y += static_cast<double>(p.y);
    z += static_cast<double>(p.z);
  }
  const double n = points.empty() ? 1.0 : static_cast<double>(points.size());
  return {static_cast<float>(x / n), static_cast<float>(y / n), static_cast<float>(z / n)};
}

std::vector<Vec3> all_points(const std::vector<Polygon>& polygons) {
  std::vector<Vec3> out;
  for (const Polygon& p : polygons) out.insert(out.end(), p.vertices.begin(), p.vertices.end());
  return out;
}

Box box_of(const std::vector<Vec3>& points) {
  if (points.empty()) return {};
  Box box{points.front(), points.front()};
  for (const Vec3& p : points) box.add(p);
  return box;
}

Plane never_hit_plane() {
  return {{0.0F, 0.0F, 0.0F}, std::numeric_limits<float>::max()};
}

bool is_never_hit(const Plane& plane) {
  return plane.normal.x == 0.0F && plane.normal.y == 0.0F && plane.normal.z == 0.0F;
}

Plane plane_of(std::span<const Vec3> vertices) {
  const Plane p = make_plane(vertices);
  // Squares of tiny cross products lose their bits, so the length must be asked too.
  const bool unit = std::fabs(std::sqrt(square_length(p.normal)) - 1.0) <= kNormalTolerance;
  return unit && std::isfinite(p.d) ? p : never_hit_plane();
}

Expected<BspTree> build_tree(std::vector<Polygon> polygons, std::vector<Polygon>& altered) {
  const auto hittable = std::stable_partition(polygons.begin(), polygons.end(),
                                              [](const Polygon& p) { return !is_never_hit(p.plane); });
  altered.insert(altered.end(), hittable, polygons.end());
  polygons.erase(hittable, polygons.end());
  BuildReport report;
  auto tree = build_bsp(polygons, BuildOptions{}, &report);
  if (!tree) return tree;
  std::size_t last = polygons.size();
  for (const CleanupWarning& w : report.cleanup.warnings) {
    if (w.polygon == last) continue;  // told of twice
    last = w.polygon;
    altered.push_back(std::move(polygons[w.polygon]));
  }
  return tree;
}

Sphere bound_of(const std::vector<Polygon>& polygons) {
  const std::vector<Vec3> points = all_points(polygons);
  if (points.empty()) return {};
  const Box box = box_of(points);
  Sphere s;
  s.center = {middle(box.min.x, box.max.x), middle(box.min.y, box.max.y), middle(box.min.z, box.max.z)};
  double farthest = 0.0;
  for (const Vec3& p : points) {
    const double dx = static_cast<double>(p.x) - static_cast<double>(s.center.x);
    const double dy = static_cast<double>(p.y) - static_cast<double>(s.center.y);
    const double dz = static_cast<double>(p.z) - static_cast<double>(s.center.z);
    farthest = std::max(farthest, std::sqrt(dx * dx + dy * dy + dz * dz));
  }
  s.radius = static_cast<float>(farthest) + 0.001F;
  return s;
}

Vec3 middle_of(const std::vector<Polygon>& polygons) {
  return middle_of(all_points(polygons));
}

Box box_of(const std::vector<Polygon>& polygons) {
  return box_of(all_points(polygons));
}

}  // namespace surefoot::io
