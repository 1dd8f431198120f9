// The sphere predicates of polygons whose arms are traced (spec 02 §2.4–§2.9).
#pragma once

#include <cmath>

#include "core/sums.hpp"
#include "shape/edge_lanes.hpp"
#include "shape/polygon.hpp"

namespace surefoot {

/// One edge of the shared walk (spec 02 §2.3): `prev` starts at the last vertex.
struct PolygonEdge {
  Vec3 prev;
  Vec3 e;
  Vec3 inward;

  PolygonEdge(const Vec3& normal, const Vec3& from, const Vec3& to)
      : prev(from), e(to - from), inward(cross(normal, e)) {}
};

/// Calls `f(PolygonEdge)` for the edges of `count` vertices until it answers true.
template <class At, class F>
bool any_edge_at(const Vec3& normal, std::size_t count, const At& at, const F& f) {
  const Vec3* prev = &at(count - 1);
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3* cur = &at(i);
    if (f(PolygonEdge(normal, *prev, *cur))) return true;
    prev = cur;
  }
  return false;
}

/// Calls `f(PolygonEdge)` per edge until it answers true; the answer says whether one did.
template <class Poly, class F>
bool any_edge(const Poly& poly, const F& f) {
  const VertexRun& v = vertices_of(poly);
  if (v.empty()) return false;
  const Vec3& normal = poly.plane->normal;
  const auto picked = [&v](std::size_t i) -> const Vec3& { return v.by_pick(i); };
  const auto in_order = [&v](std::size_t i) -> const Vec3& { return v.in_order(i); };
  if (Poly::kPicked || v.picked()) return any_edge_at(normal, v.size(), picked, f);
  return any_edge_at(normal, v.size(), in_order, f);
}

/// `CPolygon::polygon_hits_sphere_slow_but_sure` 0x00538A10. `contact` (the centre projected on the plane) is
/// written as soon as the distance gate passes, even if the answer is false.
template <class Rules, class Poly>
bool polygon_hits_sphere_precise(const Rules& rules, const Poly& poly, const Sphere& s, Vec3& contact) {
  const Plane& plane = *poly.plane;
  const float dp = dist(rules, plane, s.center);
  const float rad = s.radius - kEpsilon;
  if (!(rad >= std::fabs(dp))) {
    rules.arm(Arm::polygon_hits_sphere_far);
    return false;
  }
  const float rr = rad * rad - dp * dp;
  contact = s.center - plane.normal * dp;
  const VertexRun& corners = vertices_of(poly);
  if (corners.empty()) return true;
  if (!Rules::kTraced && EdgeLanes::fits(corners)) {
    const auto place = EdgeLanes(plane.normal, corners).place(contact, rr);
    return place.inside || place.met.value_or(false);
  }
  const bool outside_some = any_edge(poly, [&](const PolygonEdge& edge) {
    return !(dot_zyx(rules, contact - edge.prev, edge.inward) >= 0.0F);
  });
  if (!outside_some) {
    rules.arm(Arm::polygon_hits_sphere_inside, trace::id("polygon", id_of(poly)), trace::num("distance", dp));
    return true;
  }
  bool result = false;
  any_edge(poly, [&](const PolygonEdge& edge) {
    const Vec3 disp = contact - edge.prev;
    const float side = dot_zyx(rules, disp, edge.inward);
    if (side < 0.0F) {
      if (dot_zyx(rules, edge.inward, edge.inward) * rr < side * side) {
        rules.arm(Arm::polygon_hits_sphere_beyond_edge, trace::id("polygon", id_of(poly)));
        return true;
      }
      const float along = dot_zyx(rules, disp, edge.e);
      if (along >= 0.0F && along <= dot_zyx(rules, edge.e, edge.e)) {
        rules.arm(Arm::polygon_hits_sphere_edge, trace::id("polygon", id_of(poly)),
                  trace::num("distance", dp));
        result = true;
        return true;
      }
    }
    if (dot_zyx(rules, disp, disp) <= rr) {
      rules.arm(Arm::polygon_hits_sphere_corner, trace::id("polygon", id_of(poly)),
                trace::num("distance", dp));
      result = true;
      return true;
    }
    return false;
  });
  if (!result) rules.arm(Arm::polygon_hits_sphere_miss);
  return result;
}

/// `hits_sphere` 0x00539540: two-sided, no direction.
template <class Rules, class Poly>
bool hits_sphere(const Rules& rules, const Poly& poly, const Sphere& s) {
  Vec3 scratch;
  return polygon_hits_sphere_precise(rules, poly, s, scratch);
}

/// How a moving sphere met a polygon.
enum class Struck : std::uint8_t { missed, overlapped, into };

/// `pos_hits_sphere` 0x005394F0: only motion into the front side is a hit, but an overlap is recorded in
/// `struck` first.
template <class Rules, class Poly>
Struck pos_hits_sphere(const Rules& rules, const Poly& poly, const Sphere& s, const Vec3& movement,
                       Vec3& contact, PolygonView& struck) {
  if (!polygon_hits_sphere_precise(rules, poly, s, contact)) return Struck::missed;
  struck = poly;
  const float facing = dot_zyx(rules, poly.plane->normal, movement);
  if (facing >= 0.0F) {
    rules.arm(Arm::pos_hits_sphere_facing_away, trace::id("polygon", id_of(poly)),
              trace::cmp("N·movement", facing, ">=", 0.0F));
    return Struck::overlapped;
  }
  rules.arm(Arm::pos_hits_sphere_hit, trace::id("polygon", id_of(poly)), trace::vec("N", poly.plane->normal),
            trace::cmp("N·movement", facing, "<", 0.0F));
  return Struck::into;
}

/// `walkable_hits_sphere` 0x00539560: steep polygons (against `allowance`, strict) are invisible.
template <class Rules, class Poly>
bool walkable_hits_sphere(const Rules& rules, const Poly& poly, float allowance, const Sphere& s,
                          const Vec3& up) {
  const float k = dot_zyx(rules, poly.plane->normal, up);
  if (!(k > allowance)) {
    rules.arm(Arm::walkable_hits_sphere_too_steep, trace::id("polygon", id_of(poly)),
              trace::cmp("N·up", k, "<=", allowance));
    return false;
  }
  return hits_sphere(rules, poly, s);
}

/// `check_walkable` 0x00538E60 and, with `small`, `check_small_walkable` 0x005390B0 (half the radius): does a
/// vertical column of the sphere's radius stand on the polygon? A polygon seen from below passes too.
template <class Rules, class Poly>
bool polygon_check_walkable(const Rules& rules, const Poly& poly, const Sphere& s, const Vec3& up,
                            bool small) {
  const Plane& plane = *poly.plane;
  const float k = dot_zyx(rules, plane.normal, up);
  if ((rules.has(Divergence::gdle_signed_walkable) ? k : std::fabs(k)) < kEpsilon) {
    rules.arm(Arm::polygon_check_walkable_vertical, trace::id("polygon", id_of(poly)));
    return false;
  }
  const Vec3 c = s.center - up * (dist(rules, plane, s.center) / k);
  float rr = s.radius * s.radius;
  if (small) rr = rr * 0.25F;
  const VertexRun& corners = vertices_of(poly);
  if (!Rules::kTraced && EdgeLanes::fits(corners)) {
    const auto place = EdgeLanes(plane.normal, corners).place(c, rr);
    return place.met.value_or(!place.outside_some);
  }
  bool result = true;
  const bool decided = any_edge(poly, [&](const PolygonEdge& edge) {
    const Vec3 disp = c - edge.prev;
    const float side = dot_zyx(rules, disp, edge.inward);
    if (side < 0.0F) {
      if (dot_zyx(rules, edge.inward, edge.inward) * rr < side * side) {
        rules.arm(Arm::polygon_check_walkable_beyond_edge, trace::id("polygon", id_of(poly)));
        result = false;
        return true;
      }
      const float along = dot_zyx(rules, disp, edge.e);
      if (along >= 0.0F && along <= dot_zyx(rules, edge.e, edge.e)) {
        rules.arm(Arm::polygon_check_walkable_edge, trace::id("polygon", id_of(poly)));
        result = true;
        return true;
      }
      result = false;
      if (rules.has(Divergence::ace_walkable_corner)) return true;
    }
    if (dot_zyx(rules, disp, disp) <= rr) {
      rules.arm(Arm::polygon_check_walkable_corner, trace::id("polygon", id_of(poly)));
      result = true;
      return true;
    }
    return false;
  });
  if (!decided) {
    if (result)
      rules.arm(Arm::polygon_check_walkable_inside, trace::id("polygon", id_of(poly)));
    else
      rules.arm(Arm::polygon_check_walkable_miss, trace::id("polygon", id_of(poly)));
  }
  return result;
}

/// `adjust_sphere_to_plane` 0x00538210: slides the sphere back along `movement` until it is tangent. Tests
/// against the CURRENT `walk_interp`, so a sequence of calls can only move the sphere further back.
template <class Rules, class Poly>
bool adjust_sphere_to_plane(const Rules& rules, const Poly& poly, float& walk_interp, Sphere& valid_pos,
                            const Vec3& movement) {
  const float dp = dist(rules, *poly.plane, valid_pos.center);
  const float dm = dot_zyx(rules, poly.plane->normal, movement);
  float num = 0.0F;
  if (dm <= kEpsilon) {
    if (dm >= -kEpsilon) {
      rules.arm(Arm::adjust_sphere_to_plane_parallel, trace::id("polygon", id_of(poly)));
      return false;
    }
    num = dp - valid_pos.radius;
  } else {
    num = -valid_pos.radius - dp;
  }
  const float t = num / dm;
  const float interp = (1.0F - t) * walk_interp;
  if (interp >= walk_interp || interp < kPolyInterpLow) {
    rules.arm(Arm::adjust_sphere_to_plane_out_of_range, trace::id("polygon", id_of(poly)),
              trace::num("interpolation", interp), trace::num("walk_interp", walk_interp));
    return false;
  }
  if (dm < 0.0F)
    rules.arm(Arm::adjust_sphere_to_plane_front, trace::id("polygon", id_of(poly)),
              trace::num("interpolation", interp));
  else
    rules.arm(Arm::adjust_sphere_to_plane_back, trace::id("polygon", id_of(poly)),
              trace::num("interpolation", interp));
  valid_pos.center = valid_pos.center - movement * t;
  walk_interp = interp;
  return true;
}

/// `adjust_sphere_to_poly` 0x00538170
template <class Rules>
float adjust_sphere_to_poly(const Rules& rules, const PolygonView& poly, float radius, const Vec3& cur_pos,
                            const Vec3& movement) {
  const float dp = dist(rules, *poly.plane, cur_pos);
  if (!(radius <= std::fabs(dp))) return 1.0F;
  const float dm = dot_zyx(rules, poly.plane->normal, movement);
  if (!(std::fabs(dm) >= kEpsilon)) return 0.0F;
  const bool behind = rules.has(Divergence::ace_poly_sign_by_movement)
                          ? dot_zyx(rules, movement, movement) <= radius * radius
                          : dp <= 0.0F;
  return ((behind ? -radius : radius) - dp) / dm;
}

/// `adjust_to_placement_poly` 0x00538CE0
template <class Rules>
void adjust_to_placement_poly(const Rules& rules, const PolygonView& poly, Sphere& struck, Sphere& other,
                              float radius, bool center_solid, bool solid_check) {
  const float dp = dist(rules, *poly.plane, struck.center);
  float r = radius;
  if (solid_check) {
    const bool behind = dp <= 0.0F;
    const bool flips =
        rules.has(Divergence::ace_placement_one_flip) ? center_solid || behind : center_solid != behind;
    if (flips) r = -r;
  }
  const Vec3 off = poly.plane->normal * (r - dp);
  struck.center = struck.center + off;
  other.center = other.center + off;
}

/// `find_crossed_edge` 0x00539300
template <class Rules>
bool find_crossed_edge(const Rules& rules, const PolygonView& poly, const Sphere& s, const Vec3& up,
                       Vec3& normal) {
  const Plane& plane = *poly.plane;
  const float k = dot_zyx(rules, plane.normal, up);
  if (std::fabs(k) < kEpsilon) return false;
  const Vec3 c = s.center - up * (dist(rules, plane, s.center) / k);
  return any_edge(poly, [&](const PolygonEdge& edge) {
    if (!(dot_zyx(rules, c - edge.prev, edge.inward) < 0.0F)) return false;
    normal = edge.inward * (1.0F / std::sqrt(dot_xyz(edge.inward, edge.inward)));
    return true;
  });
}

}  // namespace surefoot
