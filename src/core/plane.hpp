// Planes (spec 01 §5). The signed distance of a point is `dot + d`; the front side is positive.
#pragma once

#include <cmath>
#include <optional>

#include "core/flags.hpp"
#include "core/vec3.hpp"

namespace surefoot {

struct Plane {
  Vec3 normal;
  float d = 0.0F;

  /// `dot_zyx + d`, the distance every function uses unless the spec says otherwise.
  [[nodiscard]] constexpr float dist(const Vec3& p) const { return dot_zyx(normal, p) + d; }

  /// `Plane::which_side` 0x00444720: InPlane is inclusive at both ends.
  [[nodiscard]] constexpr Sidedness which_side(const Vec3& p, float eps) const {
    const float s = dist(p);
    if (s > eps) return Sidedness::Positive;
    if (s < -eps) return Sidedness::Negative;
    return Sidedness::InPlane;
  }

  /// Puts `p` on the plane along z; false, untouched, for a plane that is vertical within kEpsilon
  /// (0x0052F050).
  [[nodiscard]] bool set_height(Vec3& p) const {
    if (std::fabs(normal.z) <= kEpsilon) return false;
    p.z = -(((p.y * normal.y + p.x * normal.x) + d) / normal.z);
    return true;
  }

  /// Bends `v` along z so that it follows the plane (0x00509C50). `d` does not cancel in binary32: keep the
  /// form.
  void snap_to_plane(Vec3& v) const {
    if (!(std::fabs(normal.z) > kEpsilon)) return;
    const float inv = 1.0F / normal.z;
    const float s = ((v.y * normal.y + v.x * normal.x) + normal.z * 0.0F) + d;
    v.z = (-s) * inv - inv * (-d);
  }
  /// The same where `d` is left out before rounding: two ports' (divergence `gdle_snap_short`).
  void snap_to_plane_short(Vec3& v) const {
    if (!(std::fabs(normal.z) > kEpsilon)) return;
    v.z = -(v.x * normal.x + v.y * normal.y) / normal.z;
  }
};

/// Plane through `point`; the normal is taken as it is (0x00536A20).
[[nodiscard]] constexpr Plane plane_through(const Vec3& normal, const Vec3& point) {
  return {normal, -dot_zyx(point, normal)};
}

/// Ray against plane: `t` in units of `dir`; absent when the ray is parallel within kEpsilon. A negative `t`
/// means "no hit" but is reported (0x00538320).
[[nodiscard]] inline std::optional<float> compute_time_of_intersection(const Plane& p, const Vec3& pt,
                                                                       const Vec3& dir) {
  const float q = dot_zyx(dir, p.normal);
  if (std::fabs(q) < kEpsilon) return std::nullopt;
  return p.dist(pt) * (-1.0F / q);
}

}  // namespace surefoot
