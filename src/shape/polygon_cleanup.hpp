// What happens to authored polygons before a tree is built of them (spec 02 §8.1): repeated points and
// degenerate polygons go, polygons that are no flat convex outline of at most 12 points are cut into some
// that are. Nothing is done silently: every polygon touched is named in the report.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "shape/polygon.hpp"

namespace surefoot {

/// Points of a polygon after clean-up; shipped data never has more.
inline constexpr std::size_t kMaxCleanPoints = 12;
/// Points an input polygon may have: cutting is cubic in the worst case.
inline constexpr std::size_t kMaxInputPoints = 1024;
/// Square metres; a polygon or a fragment below it is nothing.
inline constexpr double kMinPolygonArea = 1e-10;
/// Metres a vertex may lie off its polygon's plane.
inline constexpr double kMaxOffPlane = 1e-3;
/// Metres a vertex may lie outside another edge of a polygon that still counts as convex.
inline constexpr double kMaxOutsideEdge = 1e-4;

enum class CleanupKind : std::uint8_t {
  too_few_points,   ///< dropped: fewer than 3 different points
  no_area,          ///< dropped: an area of 1e-10 m² or less
  plane_replaced,   ///< the given plane is over 1 mm off; the outline is flat, its own plane was taken
  reversed,         ///< the points ran clockwise seen from the front of the given plane; turned round
  not_flat,         ///< cut into triangles
  not_convex,       ///< cut into convex pieces
  too_many_points,  ///< cut into pieces of at most 12 points
  self_crossing,    ///< cut as far as it went; the rest was dropped
};

struct CleanupWarning {
  CleanupKind kind = CleanupKind::no_area;
  std::size_t polygon = 0;  ///< position in the input
  std::uint32_t id = 0;     ///< its id
  std::size_t pieces = 0;   ///< polygons that stand for it now
  /// A sentence that names the polygon.
  [[nodiscard]] std::string text() const;
};

struct CleanupReport {
  std::size_t input = 0;            ///< polygons given
  std::size_t repeated_points = 0;  ///< points that repeated their predecessor, removed
  std::size_t dropped = 0;          ///< polygons without an area
  std::size_t triangulated = 0;     ///< polygons cut because they were not flat or not convex
  std::size_t split = 0;            ///< flat convex polygons cut because of their number of points
  std::size_t merged = 0;           ///< polygons that went into a coplanar neighbour
  std::vector<CleanupWarning> warnings;
};

struct CleanPolygons {
  /// In input order; second and further pieces of cut polygons follow at the end.
  std::vector<Polygon> polygons;
  /// Per polygon, the position of the input polygon it is (a piece of).
  std::vector<std::size_t> source;
};

/// Where planes come from: the data, or `make_plane`.
enum class PlaneSource : std::uint8_t { given, computed };

/// Refuses (`bad_value`, naming the polygon) NaN and infinities, planes whose normal is no unit vector, more
/// than 1024 points, and ids used twice. Given planes keep their bits, also on the pieces of a flat polygon.
/// With `PlaneSource::given` the first piece keeps the polygon's id and further ones get ids after the
/// largest; with `computed` ids are positions in the result and the input's are ignored.
[[nodiscard]] Expected<CleanPolygons> clean_polygons(std::vector<Polygon> input, PlaneSource planes,
                                                     bool merge_coplanar, CleanupReport& report);

}  // namespace surefoot
