// The edges of a triangle or a quadrangle at once, a lane each: what the loops of polygon_tests.hpp ask edge by edge.
#pragma once

#include <bit>
#include <optional>

#include "core/lanes.hpp"
#include "shape/polygon.hpp"

namespace surefoot {

/// Of a triangle the last edge is there twice, which changes no answer: the first of two decides.
struct EdgeLanes {
  LaneVec3 prev;
  LaneVec3 e;
  LaneVec3 inward;

  [[nodiscard]] static bool fits(const VertexRun& v) { return v.size() == 3 || v.size() == 4; }

  EdgeLanes(const Vec3& normal, const VertexRun& v) {
    const Vec3& a = v[0];
    const Vec3& b = v[1];
    const Vec3& c = v[2];
    if (v.size() == 3) {
      set(normal, LaneVec3{Lanes{a.x, b.x, c.x, c.x}, Lanes{a.y, b.y, c.y, c.y}, Lanes{a.z, b.z, c.z, c.z}},
          [](const Lanes& l) { return __builtin_shufflevector(l, l, 2, 0, 1, 1); });
      return;
    }
    const Vec3& d = v[3];
    set(normal, LaneVec3{Lanes{a.x, b.x, c.x, d.x}, Lanes{a.y, b.y, c.y, d.y}, Lanes{a.z, b.z, c.z, d.z}},
        [](const Lanes& l) { return __builtin_shufflevector(l, l, 3, 0, 1, 2); });
  }

  /// Where a point of the polygon's plane lies among the edges.
  struct Place {
    bool inside;        ///< of no edge outside
    bool outside_some;  ///< of some edge outside; neither, where a distance is no number
    std::optional<bool>
        met;  ///< does a circle of √`rr` around it meet the first edge or corner that decides?
  };
  [[nodiscard]] Place place(const Vec3& point, float rr) const {
    const LaneVec3 disp = all_lanes(point) - prev;
    const Lanes side = dot_zyx(disp, inward);
    if (bits_of(side >= 0.0F) == kAll) return {true, false, std::nullopt};
    const LaneTruths outside = side < 0.0F;
    const LaneTruths beyond = outside & (dot_zyx(inward, inward) * rr < side * side);
    const Lanes along = dot_zyx(disp, e);
    const LaneTruths at_edge = outside & (along >= 0.0F) & (along <= dot_zyx(e, e));
    const LaneTruths at_corner = dot_zyx(disp, disp) <= all_lanes(rr);
    const unsigned no = bits_of(beyond);
    const unsigned yes = bits_of(at_edge | at_corner) & ~no;
    Place p{false, bits_of(outside) != 0, std::nullopt};
    if ((no | yes) != 0) p.met = ((yes >> static_cast<unsigned>(std::countr_zero(no | yes))) & 1U) != 0;
    return p;
  }

 private:
  static constexpr unsigned kAll = 0xF;

  template <class Before>
  void set(const Vec3& normal, const LaneVec3& corners, const Before& before) {
    prev = {before(corners.x), before(corners.y), before(corners.z)};
    e = corners - prev;
    inward = cross(all_lanes(normal), e);
  }
};

}  // namespace surefoot
