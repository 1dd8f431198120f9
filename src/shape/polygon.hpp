// Polygons (spec 02 §2). The plane is computed on load, or given by the data, never per query.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/plane.hpp"
#include "core/rules.hpp"
#include "shape/sphere.hpp"

namespace surefoot {

/// Retail keeps `num_pts` in a signed byte.
inline constexpr std::size_t kMaxPolygonPoints = 127;

struct Polygon {
  std::uint32_t id = 0;
  std::uint8_t sides_type = 0;  ///< 0 one-sided for rays, otherwise both sides; no sphere query looks at it
  Plane plane;
  std::vector<Vec3> vertices;  ///< counter-clockwise seen from the front (positive) side
};

/// The vertices of a polygon in their order, whichever form owns them: side by side, or picked by number from vertices
/// that polygons share.
class VertexRun {
 public:
  constexpr VertexRun() = default;
  // NOLINTBEGIN(google-explicit-constructor): a run is how a polygon's vertices are handed on
  constexpr VertexRun(std::span<const Vec3> in_order)
      : vertices_(in_order.data()), size_(static_cast<std::uint32_t>(in_order.size())) {}
  VertexRun(const std::vector<Vec3>& in_order) : VertexRun(std::span<const Vec3>(in_order)) {}
  // NOLINTEND(google-explicit-constructor)
  constexpr VertexRun(const Vec3* vertices, const std::uint16_t* picks, std::uint32_t size)
      : vertices_(vertices), picks_(picks), size_(size) {}

  [[nodiscard]] constexpr std::size_t size() const { return size_; }
  [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
  [[nodiscard]] constexpr bool picked() const { return picks_ != nullptr; }
  [[nodiscard]] constexpr const Vec3& operator[](std::size_t i) const {
    return vertices_[picks_ != nullptr ? picks_[i] : i];
  }
  [[nodiscard]] constexpr std::uint16_t pick(std::size_t i) const { return picks_[i]; }
  /// The same where `picked()` is known: loops look once, not at each vertex.
  [[nodiscard]] constexpr const Vec3& in_order(std::size_t i) const { return vertices_[i]; }
  [[nodiscard]] constexpr const Vec3& by_pick(std::size_t i) const { return vertices_[picks_[i]]; }

 private:
  const Vec3* vertices_ = nullptr;
  const std::uint16_t* picks_ = nullptr;  // null: in order
  std::uint32_t size_ = 0;
};

/// What the kernels see of a polygon, whichever form owns it. The owner outlives the view.
struct PolygonView {
  static constexpr bool kPicked = false;  ///< its vertices may be of either kind

  const Plane* plane = nullptr;
  VertexRun vertices;
  std::uint32_t id = 0;
  std::uint8_t sides_type = 0;

  [[nodiscard]] explicit operator bool() const { return plane != nullptr; }
};

[[nodiscard]] inline PolygonView view(const Polygon& p) {
  return {&p.plane, p.vertices, p.id, p.sides_type};
}

// The kernels of polygon_tests.hpp are templates over a polygon P: `plane` is a member and `P::kPicked` says that its
// vertices are always picked by number; the rest is asked for by these two, so that a form may work them out late, after
// the plane has thrown most polygons out.
[[nodiscard]] inline const VertexRun& vertices_of(const PolygonView& p) {
  return p.vertices;
}
[[nodiscard]] inline std::uint32_t id_of(const PolygonView& p) {
  return p.id;
}

/// `CPolygon::make_plane` 0x005383D0. Needs ≥ 3 points and an area above zero; otherwise the plane holds NaN.
[[nodiscard]] Plane make_plane(std::span<const Vec3> vertices);

/// How ports make planes.
struct PlaneForm {
  bool vertex_sums =
      false;             ///< each vertex's sum by itself, x before y before z (divergence `gdle_terrain_xyz`)
  bool divides = false;  ///< the normal divided by its length (divergence `ace_plane_divides`)
};
[[nodiscard]] Plane make_plane(std::span<const Vec3> vertices, const PlaneForm& form);

/// `point_in_poly2d` 0x00538060: x and y only, edges inclusive. A counter-clockwise polygon (from +z) accepts
/// its inside with `Positive`, a clockwise one with any other side.
[[nodiscard]] bool point_in_poly2d(std::span<const Vec3> vertices, const Vec3& p, Sidedness side);

/// `CPolygon::point_in_polygon` 0x00538D90: on the polygon's plane, edges inclusive; true without vertices.
[[nodiscard]] bool point_in_polygon(const PolygonView& poly, const Vec3& p);

/// `polygon_hits_ray` 0x005395E0. `t` is written as soon as the ray is not parallel, also on a miss.
[[nodiscard]] bool polygon_hits_ray(const PolygonView& poly, const Vec3& pt, const Vec3& dir, float& t);

/// The fast form 0x005387C0. Retail calls it only as a cross-check whose answer is dropped; kept as a test
/// oracle.
[[nodiscard]] bool polygon_hits_sphere(const PolygonView& poly, const Sphere& s, Vec3& contact);

/// `adjust_sphere_to_poly` 0x00538170: time along `movement` at which a sphere of `radius` at `cur_pos`
/// touches; 1 when it touches already, 0 when the movement is parallel.
[[nodiscard]] float adjust_sphere_to_poly(const PolygonView& poly, float radius, const Vec3& cur_pos,
                                          const Vec3& movement);

/// `adjust_to_placement_poly` 0x00538CE0: pushes `struck` to the polygon's front (or, by two independent
/// flips, its back); `other` moves along.
void adjust_to_placement_poly(const PolygonView& poly, Sphere& struck, Sphere& other, float radius,
                              bool center_solid, bool solid_check);

/// `find_crossed_edge` 0x00539300: the first edge the vertical through the sphere's centre lies outside of.
/// `normal` points into the polygon along its plane; untouched when false.
[[nodiscard]] bool find_crossed_edge(const PolygonView& poly, const Sphere& s, const Vec3& up, Vec3& normal);

}  // namespace surefoot
