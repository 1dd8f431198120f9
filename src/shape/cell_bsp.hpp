// Queries of cell trees: is a point, sphere or box inside the cell's convex volume (spec 02 §3.5, 05 §4.1)?
#pragma once

#include <array>

#include "core/sums.hpp"
#include "shape/bsp.hpp"

namespace surefoot {

/// `point_inside_cell_bsp` 0x0053C1F0: within kEpsilon behind a plane is inside. Plane sums add z to y first.
template <class Rules, class View>
bool point_inside_cell_bsp(const Rules& rules, const View& tree, const Vec3& p) {
  const float least = rules.has(Divergence::openac_point_in_cell_exact) ? 0.0F : -kEpsilon;
  for (auto n = tree.root(); !tree.null(n) && !tree.leaf(n); n = tree.pos(n)) {
    if (dist(rules, tree.plane(n), p) < least) return false;
  }
  return true;
}
template <class View>
bool point_inside_cell_bsp(const View& tree, const Vec3& p) {
  return point_inside_cell_bsp(Retail{}, tree, p);
}

/// `sphere_intersects_cell_bsp` 0x0053C260: the radius grows by 1 cm.
template <class Rules, class View>
BoundingType sphere_intersects_cell_bsp(const Rules& rules, const View& tree, const Sphere& s) {
  const float r = s.radius + kCellSlack;
  bool crossed = false;
  for (auto n = tree.root(); !tree.null(n) && !tree.leaf(n); n = tree.pos(n)) {
    const float d = dist(rules, tree.plane(n), s.center);
    if (rules.has(Divergence::openac_cell_sphere_touch) ? d < -r : d <= -r) return BoundingType::Outside;
    if (d < r) crossed = true;
  }
  return crossed ? BoundingType::PartiallyInside : BoundingType::EntirelyInside;
}
template <class View>
BoundingType sphere_intersects_cell_bsp(const View& tree, const Sphere& s) {
  return sphere_intersects_cell_bsp(Retail{}, tree, s);
}

/// An axis-aligned box.
struct Box {
  Vec3 min;
  Vec3 max;

  [[nodiscard]] std::array<Vec3, 8> corners() const {
    return {{{min.x, min.y, min.z},
             {max.x, min.y, min.z},
             {min.x, max.y, min.z},
             {max.x, max.y, min.z},
             {min.x, min.y, max.z},
             {max.x, min.y, max.z},
             {min.x, max.y, max.z},
             {max.x, max.y, max.z}}};
  }
  /// Grows to hold `p`.
  void add(const Vec3& p) {
    if (p.x < min.x) min.x = p.x;
    if (p.y < min.y) min.y = p.y;
    if (p.z < min.z) min.z = p.z;
    if (p.x > max.x) max.x = p.x;
    if (p.y > max.y) max.y = p.y;
    if (p.z > max.z) max.z = p.z;
  }
};

/// `box_intersects_cell_bsp` 0x0053C880: outside when all eight corners are behind one plane.
template <class View>
bool box_intersects_cell_bsp(const View& tree, const Box& box) {
  const auto corners = box.corners();
  for (auto n = tree.root(); !tree.null(n) && !tree.leaf(n); n = tree.pos(n)) {
    bool all_behind = true;
    for (const Vec3& c : corners) {
      if (!(tree.plane(n).dist(c) < -kEpsilon)) {
        all_behind = false;
        break;
      }
    }
    if (all_behind) return false;
  }
  return true;
}

/// `Plane::intersect_box` 0x005AA170: the common side of all corners, else Crossing; a minimum corner in the
/// plane counts as Crossing.
[[nodiscard]] inline Sidedness intersect_box(const Plane& plane, const Box& box) {
  const auto corners = box.corners();
  const Sidedness first = plane.which_side(corners[0], kEpsilon);
  if (first == Sidedness::InPlane) return Sidedness::Crossing;
  for (std::size_t i = 1; i < corners.size(); ++i) {
    if (plane.which_side(corners[i], kEpsilon) != first) return Sidedness::Crossing;
  }
  return first;
}

}  // namespace surefoot
