#include "shape/polygon.hpp"

#include <cmath>

#include "core/chained_sum.hpp"
#include "shape/polygon_tests.hpp"

namespace surefoot {

Plane make_plane(std::span<const Vec3> v) {
  Vec3 acc;
  for (std::size_t k = 1; k + 1 < v.size(); ++k) acc = acc + cross(v[k] - v[0], v[k + 1] - v[0]);
  const float inv = 1.0F / std::sqrt(dot_zyx(acc, acc));
  const Vec3 n = acc * inv;
  return {n, -(chained_sum(n, v.data(), v.size()) / static_cast<float>(v.size()))};
}

Plane make_plane(std::span<const Vec3> v, const PlaneForm& form) {
  Vec3 acc;
  for (std::size_t k = 1; k + 1 < v.size(); ++k) acc = acc + cross(v[k] - v[0], v[k + 1] - v[0]);
  const float len = std::sqrt(form.vertex_sums ? dot_xyz(acc, acc) : dot_zyx(acc, acc));
  const Vec3 n = form.divides ? Vec3{acc.x / len, acc.y / len, acc.z / len} : acc * (1.0F / len);
  float sum = 0.0F;
  if (form.vertex_sums) {
    for (const Vec3& p : v) sum = sum + dot_xyz(n, p);
  } else {
    sum = chained_sum(n, v.data(), v.size());
  }
  return {n, -(sum / static_cast<float>(v.size()))};
}

bool point_in_poly2d(std::span<const Vec3> v, const Vec3& p, Sidedness side) {
  if (v.empty()) return true;
  const Vec3* prev = v.data();
  for (std::size_t i = v.size(); i-- > 0;) {
    const Vec3& cur = v[i];
    const float a = prev->y - cur.y;
    const float b = cur.x - prev->x;
    const float s = (((-(a * cur.x)) - b * cur.y) + b * p.y) + a * p.x;
    if (side == Sidedness::Positive ? s > 0.0F : s < 0.0F) return false;
    prev = &cur;
  }
  return true;
}

bool point_in_polygon(const PolygonView& poly, const Vec3& p) {
  return !any_edge(poly, [&](const PolygonEdge& edge) { return dot_zyx(p - edge.prev, edge.inward) < 0.0F; });
}

bool polygon_hits_ray(const PolygonView& poly, const Vec3& pt, const Vec3& dir, float& t) {
  if (poly.sides_type == 0 && !(dot_zyx(poly.plane->normal, dir) <= 0.0F)) return false;
  const auto hit = compute_time_of_intersection(*poly.plane, pt, dir);
  if (!hit) return false;
  t = *hit;
  if (!(t >= 0.0F)) return false;
  return point_in_polygon(poly, pt + dir * t);
}

bool polygon_hits_sphere(const PolygonView& poly, const Sphere& s, Vec3& contact) {
  const Plane& plane = *poly.plane;
  const float dp = plane.dist(s.center);
  const float rad = s.radius - kEpsilon;
  if (rad < std::fabs(dp)) return false;
  const float rr = rad * rad - dp * dp;
  contact = s.center - plane.normal * dp;
  bool result = true;
  any_edge(poly, [&](const PolygonEdge& edge) {
    const Vec3 disp = contact - edge.prev;
    const float side = dot_zyx(disp, edge.inward);
    if (side < 0.0F) {
      if (dot_zyx(edge.inward, edge.inward) * rr < side * side) {
        result = false;
        return true;
      }
      const float along = dot_zyx(disp, edge.e);
      if (along >= 0.0F && along <= dot_zyx(edge.e, edge.e)) {
        result = true;
        return true;
      }
      result = false;
    }
    if (dot_zyx(disp, disp) <= rr) {
      result = true;
      return true;
    }
    return false;
  });
  return result;
}

float adjust_sphere_to_poly(const PolygonView& poly, float radius, const Vec3& cur_pos,
                            const Vec3& movement) {
  return adjust_sphere_to_poly(Retail{}, poly, radius, cur_pos, movement);
}

void adjust_to_placement_poly(const PolygonView& poly, Sphere& struck, Sphere& other, float radius,
                              bool center_solid, bool solid_check) {
  adjust_to_placement_poly(Retail{}, poly, struck, other, radius, center_solid, solid_check);
}

bool find_crossed_edge(const PolygonView& poly, const Sphere& s, const Vec3& up, Vec3& normal) {
  return find_crossed_edge(Retail{}, poly, s, up, normal);
}

}  // namespace surefoot
