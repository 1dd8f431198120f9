// Binary64 vectors for the builder (spec 02 §8): they sort and measure, nothing of them is stored in a tree.
#pragma once

#include <cmath>
#include <span>

#include "core/plane.hpp"

namespace surefoot {

struct Vec3d {
  double x = 0.0;
  double y = 0.0;
  double z = 0.0;
};

[[nodiscard]] inline Vec3d to_double(const Vec3& v) {
  return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}

[[nodiscard]] inline Vec3d operator+(const Vec3d& a, const Vec3d& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
[[nodiscard]] inline Vec3d operator-(const Vec3d& a, const Vec3d& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
[[nodiscard]] inline Vec3d operator*(const Vec3d& a, double s) {
  return {a.x * s, a.y * s, a.z * s};
}
[[nodiscard]] inline double dot(const Vec3d& a, const Vec3d& b) {
  return (a.z * b.z + a.y * b.y) + a.x * b.x;
}
[[nodiscard]] inline Vec3d cross(const Vec3d& a, const Vec3d& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
[[nodiscard]] inline double length(const Vec3d& v) {
  return std::sqrt(dot(v, v));
}

/// Signed distance of a point to a stored plane.
[[nodiscard]] inline double distance(const Plane& plane, const Vec3d& p) {
  return dot(to_double(plane.normal), p) + static_cast<double>(plane.d);
}

/// Twice the area of a convex or planar outline, along its normal.
[[nodiscard]] inline Vec3d area_vector(std::span<const Vec3d> outline) {
  Vec3d sum;
  for (std::size_t k = 1; k + 1 < outline.size(); ++k)
    sum = sum + cross(outline[k] - outline[0], outline[k + 1] - outline[0]);
  return sum;
}

/// Square metres.
[[nodiscard]] inline double area(std::span<const Vec3d> outline) {
  return 0.5 * length(area_vector(outline));
}

/// Finite, with a normal of length 1 ± 0.01.
[[nodiscard]] inline bool is_plane(const Plane& p) {
  if (!is_finite(p.normal) || !std::isfinite(p.d)) return false;
  return std::fabs(length(to_double(p.normal)) - 1.0) <= 0.01;
}

[[nodiscard]] inline double component(const Vec3d& v, int axis) {
  return axis == 0 ? v.x : (axis == 1 ? v.y : v.z);
}
[[nodiscard]] inline float component(const Vec3& v, int axis) {
  return axis == 0 ? v.x : (axis == 1 ? v.y : v.z);
}

/// An axis-aligned box that starts empty.
struct Box3d {
  Vec3d min{HUGE_VAL, HUGE_VAL, HUGE_VAL};
  Vec3d max{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};

  void add(const Vec3d& p) {
    if (p.x < min.x) min.x = p.x;
    if (p.y < min.y) min.y = p.y;
    if (p.z < min.z) min.z = p.z;
    if (p.x > max.x) max.x = p.x;
    if (p.y > max.y) max.y = p.y;
    if (p.z > max.z) max.z = p.z;
  }
};

}  // namespace surefoot
