// What every reader of shapes works out: planes that hold, bounds, boxes, middles, trees.
#pragma once

#include <span>
#include <vector>

#include "core/error.hpp"
#include "shape/bsp.hpp"
#include "shape/cell_bsp.hpp"

namespace surefoot::io {

/// How far the length of a given normal may be from 1. Retail's own planes are within a few ulp; anything
/// visibly off makes distances wrong everywhere.
inline constexpr double kNormalTolerance = 0.01;

/// Squared length, in binary64.
[[nodiscard]] double square_length(const Vec3& v);

/// The plane of a polygon without area: no normal (conformance case G11), and so far from everything that no
/// query can hit it. All zeros would not do: a plane without a normal is at distance `d` from every sphere,
/// so with d = 0 the precise test (spec 02 §2.4) would find each sphere touching and inside every edge.
[[nodiscard]] Plane never_hit_plane();
[[nodiscard]] bool is_never_hit(const Plane& plane);

/// `make_plane`, or `never_hit_plane` where that is no plane: NaN, infinite, or without a unit normal.
[[nodiscard]] Plane plane_of(std::span<const Vec3> vertices);

/// `bound` of spec 02 §8.3: the middle of the points' box, and the largest distance from it plus 1 mm. Zeros
/// without points.
[[nodiscard]] Sphere bound_of(const std::vector<Polygon>& polygons);

/// `build_bsp` of what can be hit. `altered` receives the authored form of polygons that were left out or
/// changed, for `check`.
[[nodiscard]] Expected<BspTree> build_tree(std::vector<Polygon> polygons, std::vector<Polygon>& altered);

/// Mean of all vertices of the polygons, worked out in binary64.
[[nodiscard]] Vec3 middle_of(const std::vector<Polygon>& polygons);
[[nodiscard]] Vec3 middle_of(const std::vector<Vec3>& points);
/// Of all their vertices; zeros without any.
[[nodiscard]] Box box_of(const std::vector<Polygon>& polygons);
[[nodiscard]] Box box_of(const std::vector<Vec3>& points);
[[nodiscard]] std::vector<Vec3> all_points(const std::vector<Polygon>& polygons);

}  // namespace surefoot::io
