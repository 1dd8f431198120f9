// Where a mover cannot go though it looks as if it could: floors a little too steep, gaps a little too narrow.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "core/det_math.hpp"
#include "io/polygon_index.hpp"
#include "io/shape_geometry.hpp"
#include "io/world_check_parts.hpp"

namespace surefoot::io {

namespace {

/// Normals steeper than this belong to walls, flatter ones (downward) to ceilings.
constexpr float kWall = 0.5F;
/// Metres two walls must stand side by side in height before what is between them is a passage.
constexpr float kLeastOverlap = 0.3F;
/// Metres; nearer surfaces are cracks, not passages.
constexpr float kLeastGap = 0.01F;
/// How much of the mover's width a gap must have before it looks like a way.
constexpr float kPromising = 0.5F;

Vec3 middle_of_polygon(const Polygon& p) {
  return middle_of({p});
}

/// A ray's meeting with a polygon that faces it.
std::optional<float> hit(const Polygon& p, const Vec3& from, const Vec3& direction) {
  const float along = dot_zyx(p.plane.normal, direction);
  if (!(along < -kWall)) return std::nullopt;
  const float t = -p.plane.dist(from) / along;
  if (!(t > kLeastGap)) return std::nullopt;
  const Vec3 at = from + direction * t;
  Vec3 prev = p.vertices.back();
  for (const Vec3& v : p.vertices) {
    if (dot_zyx(cross(p.plane.normal, v - prev), at - prev) < 0.0F) return std::nullopt;
    prev = v;
  }
  return t;
}

class PassageCheck {
 public:
  PassageCheck(const std::vector<Polygon>& polygons, const Vec3& up, const CheckOptions& options,
               const FindingSink& sink)
      : polygons_(polygons), up_(up), options_(options), sink_(sink), index_(polygons) {}

  void run() {
    Told steep(sink_, "floor.near_limit");
    for (const Polygon& p : polygons_) {
      if (!is_never_hit(p.plane))
        check_slope(dot_zyx(p.plane.normal, up_), fmt::format("polygon {}", p.id), steep);
    }
    steep.finish();
    Told narrow(sink_, "gap.narrow");
    Told low(sink_, "gap.low");
    for (std::uint32_t i = 0; i < polygons_.size(); ++i) {
      const Polygon& p = polygons_[i];
      if (is_never_hit(p.plane) || p.vertices.size() < 3) continue;
      const float upward = dot_zyx(p.plane.normal, up_);
      if (std::fabs(upward) < kWall)
        look_across(i, narrow);
      else if (upward >= kFloorZ)
        look_up(i, low);
    }
    narrow.finish();
    low.finish();
  }

 private:
  struct Opposite {
    std::uint32_t polygon = 0;
    float distance = 0.0F;
    Vec3 from;
  };

  /// The nearest surface in front of the polygon within `reach`, from its middle and from halfway to its corners.
  [[nodiscard]] std::optional<Opposite> nearest_in_front(std::uint32_t i, const Vec3& direction,
                                                         float reach) const {
    std::optional<Opposite> best;
    const Polygon& p = polygons_[i];
    const Vec3 middle = middle_of_polygon(p);
    for (std::size_t k = 0; k <= p.vertices.size(); ++k) {
      const Vec3 from = k == 0 ? middle : (middle + p.vertices[k - 1]) * 0.5F;
      Box box{from, from};
      box.add(from + direction * reach);
      index_.each(box, [&](std::uint32_t q) {
        if (q == i) return;
        const auto t = hit(polygons_[q], from, direction);
        if (t && *t < reach && (!best || *t < best->distance || (*t == best->distance && q < best->polygon)))
          best = Opposite{q, *t, from};
      });
    }
    return best;
  }

  void look_across(std::uint32_t i, Told& told) {
    const float width = 2.0F * options_.mover_radius;
    const auto other = nearest_in_front(i, polygons_[i].plane.normal, width);
    if (!other || other->distance < kPromising * width || height_overlap(i, other->polygon) < kLeastOverlap)
      return;
    if (!seen_.insert({std::min(i, other->polygon), std::max(i, other->polygon)}).second) return;
    told.add(
        Severity::warning, fmt::format("polygons {} and {}", polygons_[i].id, polygons_[other->polygon].id),
        fmt::format("leave {:.4g} m between them at ({:.5g}, {:.5g}, {:.5g}); a mover of radius {} needs {}",
                    other->distance, other->from.x, other->from.y, other->from.z, options_.mover_radius,
                    width));
  }

  void look_up(std::uint32_t i, Told& told) const {
    const auto other = nearest_in_front(i, up_, options_.mover_height);
    if (!other || other->distance < kPromising * options_.mover_height) return;
    told.add(
        Severity::warning, fmt::format("polygons {} and {}", polygons_[i].id, polygons_[other->polygon].id),
        fmt::format("leave {:.4g} m of height at ({:.5g}, {:.5g}, {:.5g}); a mover needs {}", other->distance,
                    other->from.x, other->from.y, other->from.z, options_.mover_height));
  }

  [[nodiscard]] float height_overlap(std::uint32_t a, std::uint32_t b) const {
    const auto range = [&](std::uint32_t i) {
      std::array<float, 2> out{INFINITY, -INFINITY};
      for (const Vec3& v : polygons_[i].vertices) {
        out[0] = std::min(out[0], dot_zyx(v, up_));
        out[1] = std::max(out[1], dot_zyx(v, up_));
      }
      return out;
    };
    const auto ra = range(a);
    const auto rb = range(b);
    return std::min(ra[1], rb[1]) - std::max(ra[0], rb[0]);
  }

  const std::vector<Polygon>& polygons_;
  Vec3 up_;
  const CheckOptions& options_;
  const FindingSink& sink_;
  PolygonIndex index_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen_;
};

}  // namespace

void check_slope(float upward, const std::string& part, Told& told) {
  if (upward >= kFloorZ || !(upward > 0.0F)) return;
  const double limit = det::acos(static_cast<double>(kFloorZ)) * kDegPerRad;
  const double slope = det::acos(static_cast<double>(std::min(upward, 1.0F))) * kDegPerRad;
  if (slope > limit + 1.0) return;
  told.add(Severity::warning, part,
           fmt::format("slopes {:.3f} degrees; up to {:.3f} can be walked on, so nobody can", slope, limit));
}

void check_passages(const std::vector<Polygon>& polygons, const Vec3& up, const CheckOptions& options,
                    const FindingSink& sink) {
  PassageCheck(polygons, up, options, sink).run();
}

}  // namespace surefoot::io
