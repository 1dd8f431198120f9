// The client's sums under the running rules. It groups them as each function's compiler left them (spec 01 §1.3); every
// known port of it goes x, y, z throughout (divergence `gdle_dot_xyz`).
//
// `R` is a rules policy of the solver, or the `const Profile*` of a body.
#pragma once

#include <type_traits>

#include "core/divergence.hpp"
#include "core/position.hpp"

namespace surefoot {

/// Is this divergence on?
template <class R>
[[nodiscard]] constexpr bool is_on(const R& rules, Divergence d) {
  if constexpr (std::is_pointer_v<R>)
    return has(rules, d);
  else
    return rules.has(d);
}

/// Are sums grouped as in the ports?
template <class R>
[[nodiscard]] constexpr bool sums_xyz(const R& rules) {
  return is_on(rules, Divergence::gdle_dot_xyz);
}

template <class R>
[[nodiscard]] constexpr float dot_zyx(const R& rules, const Vec3& a, const Vec3& b) {
  return sums_xyz(rules) ? dot_xyz(a, b) : dot_zyx(a, b);
}
template <class R>
[[nodiscard]] constexpr float dot_xzy(const R& rules, const Vec3& a, const Vec3& b) {
  return sums_xyz(rules) ? dot_xyz(a, b) : dot_xzy(a, b);
}
template <class R>
[[nodiscard]] constexpr float dot_zxy(const R& rules, const Vec3& a, const Vec3& b) {
  return sums_xyz(rules) ? dot_xyz(a, b) : dot_zxy(a, b);
}
template <class R>
[[nodiscard]] constexpr float dot_yzx(const R& rules, const Vec3& a, const Vec3& b) {
  return sums_xyz(rules) ? dot_xyz(a, b) : dot_yzx(a, b);
}
template <class R>
[[nodiscard]] constexpr float dot_yxz(const R& rules, const Vec3& a, const Vec3& b) {
  return sums_xyz(rules) ? dot_xyz(a, b) : dot_yxz(a, b);
}

/// `Plane::dist` under the running rules.
template <class R>
[[nodiscard]] constexpr float dist(const R& rules, const Plane& plane, const Vec3& p) {
  return dot_zyx(rules, p, plane.normal) + plane.d;
}

/// The same, `through` as in `plane_through`.
template <class R>
[[nodiscard]] constexpr Plane plane_through(const R& rules, const Vec3& normal, const Vec3& point) {
  return {normal, -dot_zyx(rules, point, normal)};
}

// A frame's axes under the running rules.

template <class R>
[[nodiscard]] Vec3 localtoglobalvec(const R& rules, const Frame& f, const Vec3& v) {
  if (!sums_xyz(rules)) return f.localtoglobalvec(v);
  const auto& m = f.m;
  return {dot_xyz({m[0], m[3], m[6]}, v), dot_xyz({m[1], m[4], m[7]}, v), dot_xyz({m[2], m[5], m[8]}, v)};
}
template <class R>
[[nodiscard]] Vec3 globaltolocal(const R& rules, const Frame& f, const Vec3& p) {
  if (!sums_xyz(rules)) return f.globaltolocal(p);
  const auto& m = f.m;
  const Vec3 v = p - f.origin;
  return {dot_xyz({m[0], m[1], m[2]}, v), dot_xyz({m[3], m[4], m[5]}, v), dot_xyz({m[6], m[7], m[8]}, v)};
}

// A position's.

template <class R>
[[nodiscard]] Vec3 localtoglobal(const R& rules, const Position& to, const Position& p, const Vec3& v) {
  if (!sums_xyz(rules)) return to.localtoglobal(p, v);
  return get_block_offset(to.cell_id, p.cell_id) + (localtoglobalvec(rules, p.frame, v) + p.frame.origin);
}
template <class R>
[[nodiscard]] Vec3 localtolocal(const R& rules, const Position& to, const Position& p, const Vec3& v) {
  return globaltolocal(rules, to.frame, localtoglobal(rules, to, p, v));
}

/// `plane_to_global` under the running rules.
template <class R>
[[nodiscard]] Plane plane_to_global(const R& rules, const Position& to, const Position& from,
                                    const Plane& p) {
  const Plane retail = plane_to_global(to, from, p);
  if (!sums_xyz(rules)) return retail;
  const Vec3 foot = p.normal * -p.d;
  return plane_through(rules, retail.normal, to.localtoglobal(from, foot));
}

/// Are these the same place? (`Frame::is_equal` 0x00424C30)
template <class R>
[[nodiscard]] bool is_equal(const R& rules, const Frame& a, const Frame& b) {
  if (is_on(rules, Divergence::ace_frame_eq_exact)) return is_equal_exactly(a, b);
  return is_on(rules, Divergence::gdle_frame_eq_strict) ? is_equal_strictly(a, b) : is_equal(a, b);
}

/// How rotations are computed.
template <class R>
[[nodiscard]] constexpr RotationRule rotation_rule(const R& rules) {
  return {sums_xyz(rules), is_on(rules, Divergence::gdle_norm_w_last)};
}

/// How they are found on their way.
template <class R>
[[nodiscard]] constexpr Turning turning(const R& rules) {
  if (is_on(rules, Divergence::ace_rotation_linear)) return Turning::linear;
  return is_on(rules, Divergence::openac_rotation_slerp) ? Turning::library : Turning::client;
}

/// Least normal.z of walkable ground, `get_walkable_z` 0x0050CF20.
template <class R>
[[nodiscard]] constexpr float floor_z(const R& rules) {
  return is_on(rules, Divergence::openac_floor_z) ? kOpenAcFloorZ : kFloorZ;
}

/// May ground of this normal be stood on? (`is_valid_walkable` 0x0050CF10)
template <class R>
[[nodiscard]] constexpr bool is_valid_walkable(const R& rules, const Vec3& normal) {
  if (is_on(rules, Divergence::gdle_floor_double)) return static_cast<double>(normal.z) >= kFloorZExact;
  return normal.z >= floor_z(rules);
}

}  // namespace surefoot
