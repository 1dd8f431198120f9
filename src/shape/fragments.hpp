// Polygons cut to pieces by splitting planes, in binary64 (spec 02 §8.3). Only the builder sees them: a leaf
// lists whole polygons.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "shape/polygon.hpp"
#include "shape/vec3d.hpp"

namespace surefoot {

/// Metres from a splitting plane within which a point counts as on it.
inline constexpr double kOnPlane = 1e-4;

/// The part of a polygon that lies in a region; its outline is a range of the store's points.
struct Fragment {
  std::uint32_t polygon = 0;  ///< position in the polygon list
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  bool used = false;  ///< the polygon's plane has split already; it rides along to be listed
};
using Fragments = std::vector<Fragment>;

enum class Side : std::uint8_t { on, front, back, both };

/// Owns the outlines. Points are only ever added at the end, so a depth-first walk can give back everything a
/// finished subtree added.
class FragmentStore {
 public:
  /// `polygons` must outlive the store.
  explicit FragmentStore(std::span<const Polygon> polygons) : polygons_(polygons) {}

  [[nodiscard]] Fragment add_whole(std::uint32_t polygon);
  [[nodiscard]] const Polygon& polygon_of(const Fragment& f) const { return polygons_[f.polygon]; }
  [[nodiscard]] std::span<const Vec3d> outline(const Fragment& f) const {
    return {points_.data() + f.first, f.count};
  }
  [[nodiscard]] std::size_t mark() const { return points_.size(); }
  void release(std::size_t mark) { points_.resize(mark); }

  [[nodiscard]] Side side_of(const Fragment& f, const Plane& plane) const;

  /// Sorts fragments to the sides of a plane, in order, cutting those on both. What lies in the plane goes
  /// behind it, marked used, when it faces the same way, else to the front. All of polygon `own` counts as
  /// lying in it: a binary32 plane far from the origin can miss its own vertices by more than the tolerance,
  /// and the recursion would not end. Without `own` nothing is marked.
  void partition(const Fragments& fragments, const Plane& plane, std::optional<std::uint32_t> own,
                 Fragments& pos, Fragments& neg);

 private:
  /// Appends the part on one side, unless next to nothing is left of it.
  void clip(const Fragment& f, const Plane& plane, bool in_front, Fragments& out);

  std::span<const Polygon> polygons_;
  std::vector<Vec3d> points_;
};

/// Centre of gravity of a convex outline's area.
[[nodiscard]] Vec3d centroid(std::span<const Vec3d> outline);

}  // namespace surefoot
