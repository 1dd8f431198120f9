// Joining coplanar neighbours to larger convex polygons (spec 02 §8.1). Every inner edge of a flat surface is
// a place where `find_crossed_edge` can fire and a polygon a walk has to test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/plane.hpp"
#include "shape/polygon.hpp"

namespace surefoot {

/// A polygon as positions of a vertex list in which equal points have equal positions.
struct IndexedOutline {
  std::vector<std::uint32_t> points;
  Plane plane;
  std::uint8_t kind = 0;  ///< only outlines of one kind are joined
};

/// No vertex more than `outside` metres outside another edge; `normal` need not be of unit length.
[[nodiscard]] bool is_convex(std::span<const Vec3> outline, const Vec3& normal, double outside);

/// Joins outlines across shared edges, in order, while the result is convex, has at most `max_points` points
/// and no vertex further than 0.1 mm from the plane of its first outline. The joined outline takes the place
/// of the first; the others become empty. Points in the middle of a side are kept, so that neighbours on
/// another plane still share whole edges with it. Answers, per outline, which one it went into.
std::vector<std::size_t> merge_convex(std::span<const Vec3> vertices, std::vector<IndexedOutline>& outlines,
                                      std::size_t max_points);

/// Positions of the points in a list of the distinct ones; equal means equal coordinates (−0 is 0).
struct WeldedPoints {
  std::vector<Vec3> points;
  std::vector<std::uint32_t> index;  ///< per input point
};
[[nodiscard]] WeldedPoints weld(std::span<const Vec3> points);
/// The vertices of all polygons, in order.
[[nodiscard]] WeldedPoints weld_vertices(std::span<const Polygon> polygons);

/// The representative of `i` in a union-find forest; halves the paths it walks.
template <class Index>
Index root_of(std::vector<Index>& parent, Index i) {
  while (parent[i] != i) {
    parent[i] = parent[parent[i]];
    i = parent[i];
  }
  return i;
}

}  // namespace surefoot
