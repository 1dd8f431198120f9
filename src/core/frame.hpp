// Frames: an origin, a rotation and the cache of that rotation (spec 01 §6).
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "core/vec3.hpp"

namespace surefoot {

struct Quat {
  float w = 1.0F;
  float x = 0.0F;
  float y = 0.0F;
  float z = 0.0F;
};

/// Is its norm within kQuatTolerance of 1?
[[nodiscard]] inline bool is_unit(const Quat& q) {
  const float n = ((q.z * q.z + q.y * q.y) + q.x * q.x) + q.w * q.w;
  return std::fabs(n - 1.0F) <= kQuatTolerance;
}

/// How a rotation on its way is found between begin and end.
enum class Turning : std::uint8_t {
  client,   ///< spherical, linear within kEpsilon, normalised
  linear,   ///< linear, normalised: a port's (divergence `ace_rotation_linear`)
  library,  ///< spherical, linear within 1e-6, not normalised: a port's (divergence `openac_rotation_slerp`)
};

/// How a rotation is computed: as in the client, or as a port does.
struct RotationRule {
  bool by_axis = false;  ///< a turn: the axis is made unit first (divergence `gdle_dot_xyz`)
  bool w_last = false;   ///< made unit: the squares are summed x, y, z, w (divergence `gdle_norm_w_last`)
};

/// `m[0..2]` is the frame's X axis in the parent's coordinates, `m[3..5]` its Y axis ("forward"), `m[6..8]`
/// its Z. Changing `origin` alone leaves the cache valid. The groupings differ per function, as in the
/// client.
struct Frame {
  Vec3 origin;
  Quat q;
  std::array<float, 9> m{1, 0, 0, 0, 1, 0, 0, 0, 1};

  /// Rebuilds `m` from `q` (0x00534DF0).
  void cache();
  /// No NaN and a quaternion norm within kQuatTolerance of 1 (0x00534ED0).
  [[nodiscard]] bool is_valid() const;
  /// Normalises and stores; an invalid quaternion (zero, NaN) is refused and false returned (0x00535080).
  bool set_rotate(const Quat& r, RotationRule rule = {});
  bool set_rotate(float w, float x, float y, float z) { return set_rotate({w, x, y, z}); }

  /// 0x004524F0
  [[nodiscard]] Vec3 localtoglobalvec(const Vec3& v) const {
    return {(m[6] * v.z + m[0] * v.x) + m[3] * v.y, (m[7] * v.z + m[1] * v.x) + m[4] * v.y,
            (m[8] * v.z + m[2] * v.x) + m[5] * v.y};
  }
  /// 0x00452620
  [[nodiscard]] Vec3 localtoglobal(const Vec3& p) const { return localtoglobalvec(p) + origin; }
  /// 0x00452550
  [[nodiscard]] Vec3 globaltolocalvec(const Vec3& v) const {
    return {(m[2] * v.z + m[0] * v.x) + m[1] * v.y, (m[5] * v.z + m[3] * v.x) + m[4] * v.y,
            (m[8] * v.z + m[6] * v.x) + m[7] * v.y};
  }
  /// 0x00452680
  [[nodiscard]] Vec3 globaltolocal(const Vec3& p) const { return globaltolocalvec(p - origin); }

  /// The Y axis (0x00535720).
  [[nodiscard]] Vec3 get_vector_heading() const;
  /// Degrees in [0,360] (360 by rounding), 0 = +Y, 90 = +X (0x00535760).
  [[nodiscard]] float get_heading() const;
  /// Degrees; keeps the pitch of the present heading vector (0x00535E40).
  void set_heading(float degrees, RotationRule rule = {});
  /// Turns the Y axis along `v`; a vector shorter than kEpsilon changes nothing (0x00535DB0).
  /// `pitch_as_yaw`: the pitch is about the parent's Y axis, after the turn: a port's (divergence `ace_heading_pitch_as_yaw`).
  void set_vector_heading(const Vec3& v, bool pitch_as_yaw = false, RotationRule rule = {});
  /// The same in binary32, by degrees and with the errors of a C library: a port's (divergence `gdle_path_binary32`).
  void set_vector_heading_binary32(const Vec3& v, RotationRule rule = {});
  /// Radians about x, y, z; the order the client uses here (0x00535BF0).
  void euler_set_rotate(float ax, float ay, float az, RotationRule rule = {});

  /// Spherical between the rotations of two frames, linear when they are close; origin untouched
  /// (0x00535390).
  void interpolate_rotation(const Frame& from, const Frame& to, float t, Turning how = Turning::client,
                            RotationRule rule = {});
  /// 0x005352F0
  void interpolate_origin(const Frame& from, const Frame& to, float t);
  /// Turns by the rotation vector `w` (radians, parent axes); shorter than kEpsilon: nothing (0x005357A0).
  void grotate(const Vec3& w, RotationRule rule = {});
  /// `grotate` by a vector that is long enough; `s2` is its square.
  void grotate_by(const Vec3& w, float s2, RotationRule rule = {});
  /// As `grotate`, `w` in local axes (0x004525B0).
  void rotate(const Vec3& w, RotationRule rule = {}) { grotate(localtoglobalvec(w), rule); }
};

inline void Frame::cache() {
  const float b = q.x + q.x;
  const float c = q.y + q.y;
  const float e = q.z + q.z;
  const float wb = q.w * b;
  const float wc = q.w * c;
  const float we = q.w * e;
  const float xb = q.x * b;
  const float xc = q.x * c;
  const float xe = q.x * e;
  const float yc = q.y * c;
  const float ye = q.y * e;
  const float ze = q.z * e;
  m = {(1.0F - yc) - ze, xc + we, xe - wc, xc - we,         (1.0F - xb) - ze,
       ye + wb,          xe + wc, ye - wb, (1.0F - xb) - yc};
}

inline bool Frame::is_valid() const {
  if (std::isnan(origin.x) || std::isnan(origin.y) || std::isnan(origin.z)) return false;
  if (std::isnan(q.w) || std::isnan(q.x) || std::isnan(q.y) || std::isnan(q.z)) return false;
  return is_unit(q);
}

inline bool Frame::set_rotate(const Quat& r, RotationRule rule) {
  const auto [w, x, y, z] = r;
  const float n = rule.w_last ? ((x * x + y * y) + z * z) + w * w : ((w * w + x * x) + y * y) + z * z;
  if (n == 1.0F) {  // as below, where all factors are 1 and only the origin can be no number
    if (std::isnan(origin.x) || std::isnan(origin.y) || std::isnan(origin.z)) return false;
    q = r;
  } else {
    const float s = 1.0F / std::sqrt(n);
    const Frame turned{origin, {w * s, x * s, y * s, s * z}, m};
    if (!turned.is_valid()) return false;
    q = turned.q;
  }
  cache();
  return true;
}

inline void Frame::grotate(const Vec3& w, RotationRule rule) {
  const float s2 = dot_xyz(w, w);
  if (s2 >= kEpsilonSq) grotate_by(w, s2, rule);
}

/// The frame `f2`, given in the axes of `f1`, in the parent of `f1` (0x005122E0).
[[nodiscard]] Frame combine(const Frame& f1, const Frame& f2, RotationRule rule = {});

/// Origins within kEpsilon inclusive, quaternions exclusive; q and −q differ (0x00424C30).
[[nodiscard]] bool is_equal(const Frame& a, const Frame& b);
/// The same with both exclusive: a port's (divergence `gdle_frame_eq_strict`).
[[nodiscard]] bool is_equal_strictly(const Frame& a, const Frame& b);
/// Every number the same: a port's (divergence `ace_frame_eq_exact`).
[[nodiscard]] bool is_equal_exactly(const Frame& a, const Frame& b);

}  // namespace surefoot
