// Vectors and the client's named sums (spec 01 §1.3, §4).
#pragma once

#include <cmath>

#include "core/constants.hpp"

namespace surefoot {

struct Vec3 {
  float x = 0.0F;
  float y = 0.0F;
  float z = 0.0F;
};

[[nodiscard]] constexpr Vec3 operator+(const Vec3& a, const Vec3& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
[[nodiscard]] constexpr Vec3 operator-(const Vec3& a, const Vec3& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
[[nodiscard]] constexpr Vec3 operator-(const Vec3& a) {
  return {-a.x, -a.y, -a.z};
}
[[nodiscard]] constexpr Vec3 operator*(const Vec3& a, float s) {
  return {a.x * s, a.y * s, a.z * s};
}

// A sum of three products in each order the client uses. Only the grouping matters.
[[nodiscard]] constexpr float dot_xyz(const Vec3& a, const Vec3& b) {
  return (a.x * b.x + a.y * b.y) + a.z * b.z;
}
[[nodiscard]] constexpr float dot_zyx(const Vec3& a, const Vec3& b) {
  return (a.z * b.z + a.y * b.y) + a.x * b.x;
}
[[nodiscard]] constexpr float dot_xzy(const Vec3& a, const Vec3& b) {
  return (a.x * b.x + a.z * b.z) + a.y * b.y;
}
[[nodiscard]] constexpr float dot_zxy(const Vec3& a, const Vec3& b) {
  return (a.z * b.z + a.x * b.x) + a.y * b.y;
}
[[nodiscard]] constexpr float dot_yzx(const Vec3& a, const Vec3& b) {
  return (a.y * b.y + a.z * b.z) + a.x * b.x;
}
[[nodiscard]] constexpr float dot_yxz(const Vec3& a, const Vec3& b) {
  return (a.y * b.y + a.x * b.x) + a.z * b.z;
}

[[nodiscard]] constexpr Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// `Vector3::magnitude` 0x004523D0.
[[nodiscard]] inline float length(const Vec3& v) {
  return std::sqrt(dot_xyz(v, v));
}

/// In place; a zero vector becomes NaN or infinite, as in the client (0x00452400).
inline void normalize(Vec3& v) {
  const float inv = 1.0F / length(v);
  v = {inv * v.x, inv * v.y, inv * v.z};
}

/// In place; true = shorter than kEpsilon (or NaN) and left as it was (0x00452460).
[[nodiscard]] inline bool normalize_check_small(Vec3& v) {
  const float len = length(v);
  if (!(len >= kEpsilon)) return true;
  const float inv = 1.0F / len;
  v = {inv * v.x, inv * v.y, inv * v.z};
  return false;
}

/// The same by division of each component: a port's (divergence `openac_normalise_divides`).
[[nodiscard]] inline bool normalize_check_small_dividing(Vec3& v) {
  const float len = length(v);
  if (!(len >= kEpsilon)) return true;
  v = {v.x / len, v.y / len, v.z / len};
  return false;
}

/// Every component within kEpsilon of zero, exclusive (0x0050E7B0).
[[nodiscard]] inline bool is_zero(const Vec3& v) {
  return std::fabs(v.x) < kEpsilon && std::fabs(v.y) < kEpsilon && std::fabs(v.z) < kEpsilon;
}

/// `Vector3::operator==` 0x00509F10: every difference within kEpsilon, inclusive.
[[nodiscard]] inline bool equal(const Vec3& a, const Vec3& b) {
  return std::fabs(a.x - b.x) <= kEpsilon && std::fabs(a.y - b.y) <= kEpsilon &&
         std::fabs(a.z - b.z) <= kEpsilon;
}

[[nodiscard]] inline bool is_finite(const Vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// Compass degrees of (x, y) in [0,360), 0 = +Y, 90 = +X, in binary64; z is not read.
[[nodiscard]] double heading_degrees(const Vec3& v);
/// The same rounded to binary32, hence in [0,360]; 0 for a vector without horizontal part (0x004576B0).
[[nodiscard]] float heading(const Vec3& v);

}  // namespace surefoot
