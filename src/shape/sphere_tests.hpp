// Sphere against sphere, moving sphere and ray (spec 02 §3.2, 03 §6.9, §17.1).
#pragma once

#include <cmath>
#include <optional>

#include "core/sums.hpp"
#include "shape/sphere.hpp"

namespace surefoot {

/// The broad phase of trees and shapes under the running rules.
template <class Rules>
[[nodiscard]] constexpr bool spheres_intersect(const Rules& rules, const Sphere& a, const Sphere& b) {
  const Vec3 d = a.center - b.center;
  const float r = b.radius + a.radius;
  const float apart = dot_zyx(rules, d, d);
  return rules.has(Divergence::ace_touch_is_apart) ? apart < r * r : apart - r * r < kEpsilon;
}

/// `CSphere::find_time_of_collision` 0x005368F0: `disp` = mover's start minus the target's centre. Positive =
/// ahead; −1 when they overlap already, when the movement is too short, or on a miss; may be negative for a
/// target behind.
template <class Rules>
[[nodiscard]] float find_time_of_collision(const Rules& rules, const Vec3& movement, const Vec3& disp,
                                           float radsum) {
  const float a = dot_xyz(movement, movement);
  const float dm = dot_zyx(rules, disp, movement);
  const float b = -dm;
  const float c = dot_xyz(disp, disp) - radsum * radsum;
  if (c < kEpsilon) return -1.0F;
  const float d = b * b - c * a;
  if (a < kEpsilon || d < 0.0F) return -1.0F;
  const float s = std::sqrt(d);
  return b - s < 0.0F ? (s - dm) / a : (b - s) / a;
}

/// Ray against sphere 0x005377A0, for picking; `t` in units of `dir`, may be negative. Absent when the origin
/// is inside.
[[nodiscard]] inline std::optional<float> sphere_hits_ray(const Sphere& s, const Vec3& origin,
                                                          const Vec3& dir) {
  const Vec3 delta = origin - s.center;
  const float a = dot_zyx(dir, dir);
  const float b = -dot_zyx(delta, dir);
  const float c = dot_xzy(delta, delta) - s.radius * s.radius;
  if (c <= 0.0F || a < kEpsilon) return std::nullopt;
  const float d = b * b - c * a;
  if (d < 0.0F) return std::nullopt;
  const float q = std::sqrt(d);
  return b <= q ? (q + b) / a : (b - q) / a;
}

}  // namespace surefoot
