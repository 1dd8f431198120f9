// Positions: a frame whose origin is relative to the south-west corner of its cell's landblock (spec 01 §7).
#pragma once

#include "core/cell_id.hpp"
#include "core/frame.hpp"
#include "core/plane.hpp"

namespace surefoot {

/// The client is not consistent about the grouping of these sums; each function states its own.
struct Position {
  CellId cell_id = 0;
  Frame frame;

  /// `Position::localtoglobalvec` 0x00456220, the `rot` of spec 02 §4.1.
  [[nodiscard]] Vec3 localtoglobalvec(const Vec3& v) const {
    const auto& m = frame.m;
    return {(m[3] * v.y + m[0] * v.x) + m[6] * v.z, (m[4] * v.y + m[1] * v.x) + m[7] * v.z,
            (m[5] * v.y + m[2] * v.x) + m[8] * v.z};
  }
  /// 0x0050C420
  [[nodiscard]] Vec3 globaltolocalvec(const Vec3& v) const {
    const auto& m = frame.m;
    return {(m[1] * v.y + m[0] * v.x) + m[2] * v.z, (m[4] * v.y + m[3] * v.x) + m[5] * v.z,
            (m[7] * v.y + m[6] * v.x) + m[8] * v.z};
  }
  /// Point `v` local to `p`, in this position's block coordinates (0x00456180).
  [[nodiscard]] Vec3 localtoglobal(const Position& p, const Vec3& v) const {
    return get_block_offset(cell_id, p.cell_id) + (p.localtoglobalvec(v) + p.frame.origin);
  }
  /// Point `v` local to `p`, in the local axes of this position (0x004527F0).
  [[nodiscard]] Vec3 localtolocal(const Position& p, const Vec3& v) const {
    return frame.globaltolocal(localtoglobal(p, v));
  }
  /// Land cell under the origin, 0 off the map (0x004527B0).
  [[nodiscard]] CellId get_outside_cell_id() const {
    CellId id = cell_id;
    Vec3 o = frame.origin;
    return surefoot::adjust_to_outside(id, o) ? id : 0;
  }
  bool adjust_to_outside() { return surefoot::adjust_to_outside(cell_id, frame.origin); }
};

/// From `a` to `b`, in block-aligned axes (0x00509F60).
[[nodiscard]] inline Vec3 get_offset(const Position& a, const Position& b) {
  return (get_block_offset(a.cell_id, b.cell_id) + b.frame.origin) - a.frame.origin;
}

/// A plane given in the axes of `from`, in the block coordinates of `to`; the normal is not renormalised
/// (`Plane::localtoglobal` 0x005AA0A0).
[[nodiscard]] inline Plane plane_to_global(const Position& to, const Position& from, const Plane& p) {
  const float k = -p.d;
  const Vec3 foot{k * p.normal.x, k * p.normal.y, k * p.normal.z};
  const auto& m = from.frame.m;
  const Vec3 v = p.normal;
  const Vec3 n{(m[6] * v.z + m[3] * v.y) + m[0] * v.x, (m[7] * v.z + m[4] * v.y) + m[1] * v.x,
               (m[8] * v.z + m[5] * v.y) + m[2] * v.x};
  const Vec3 g = to.localtoglobal(from, foot);
  return plane_through(n, g);
}

}  // namespace surefoot
