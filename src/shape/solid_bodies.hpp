// Which parts of a polygon mesh enclose space that counts as solid (spec 02 §8.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "shape/polygon.hpp"
#include "shape/vec3d.hpp"

namespace surefoot {

/// Cubic metres a closed component must enclose, faces outward.
inline constexpr double kMinBodyVolume = 1e-6;

/// Vertices are welded by exact position; a component is a set of polygons connected by shared edges. It is a
/// body when every edge is used exactly once in each direction and its signed volume is above
/// `kMinBodyVolume`: walls, two-sided fences (no volume) and inward-facing rooms (negative) are open.
///
/// The author's word goes before that: `solid` false means no body at all; true also makes one body of
/// everything that is not a closed body by itself, which is what meshes with T-junctions need, and bodies
/// that share an edge. Polygons must be clean (see clean_polygons).
class SolidBodies {
 public:
  SolidBodies(std::span<const Polygon> polygons, std::optional<bool> solid);

  [[nodiscard]] std::size_t count() const { return bodies_.size(); }
  /// Does a ray from `p` cross a body's surface an odd number of times?
  [[nodiscard]] bool contain(const Vec3d& p) const;

 private:
  /// A polygon seen along the ray: `u` and `v` are constant on any line of the ray's direction.
  struct Face {
    std::uint32_t first;
    std::uint32_t count;
    double min_u, max_u, min_v, max_v;
    Vec3d normal;
    Vec3d point;
  };
  struct Corner {
    double u;
    double v;
  };
  struct Body {
    Box3d box;
    std::vector<Face> faces;
  };

  void add_body(std::span<const Polygon> polygons, const std::vector<std::uint32_t>& members);
  [[nodiscard]] bool crosses(const Face& face, const Vec3d& p, double u, double v) const;

  std::vector<Corner> corners_;
  std::vector<Body> bodies_;
};

}  // namespace surefoot
