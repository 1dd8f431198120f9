#include "shape/fragments.hpp"

#include "shape/polygon_cleanup.hpp"

namespace surefoot {

Vec3d centroid(std::span<const Vec3d> outline) {
  const Vec3d a = outline[0];
  const Vec3d normal = area_vector(outline);
  Vec3d sum;
  double weight = 0.0;
  for (std::size_t k = 1; k + 1 < outline.size(); ++k) {
    const Vec3d b = outline[k] - a;
    const Vec3d c = outline[k + 1] - a;
    const double w = dot(cross(b, c), normal);
    sum = sum + (b + c) * w;
    weight += w;
  }
  return a + sum * (1.0 / (3.0 * weight));
}

Fragment FragmentStore::add_whole(std::uint32_t polygon) {
  const auto& vertices = polygons_[polygon].vertices;
  const Fragment f{polygon, static_cast<std::uint32_t>(points_.size()),
                   static_cast<std::uint32_t>(vertices.size()), false};
  for (const Vec3& v : vertices) points_.push_back(to_double(v));
  return f;
}

Side FragmentStore::side_of(const Fragment& f, const Plane& plane) const {
  const Vec3d n = to_double(plane.normal);
  const auto d = static_cast<double>(plane.d);
  bool front = false;
  bool back = false;
  for (const Vec3d& p : outline(f)) {
    const double s = dot(n, p) + d;
    front = front || s > kOnPlane;
    back = back || s < -kOnPlane;
  }
  if (front) return back ? Side::both : Side::front;
  return back ? Side::back : Side::on;
}

void FragmentStore::partition(const Fragments& fragments, const Plane& plane,
                              std::optional<std::uint32_t> own, Fragments& pos, Fragments& neg) {
  for (const Fragment& f : fragments) {
    const bool is_own = own == f.polygon;
    switch (is_own ? Side::on : side_of(f, plane)) {
      case Side::front:
        pos.push_back(f);
        break;
      case Side::back:
        neg.push_back(f);
        break;
      case Side::on:
        if (is_own || dot(to_double(polygon_of(f).plane.normal), to_double(plane.normal)) > 0.0) {
          neg.push_back(f);
          if (own) neg.back().used = true;
        } else {
          pos.push_back(f);
        }
        break;
      case Side::both:
        clip(f, plane, true, pos);
        clip(f, plane, false, neg);
        break;
    }
  }
}

void FragmentStore::clip(const Fragment& f, const Plane& plane, bool in_front, Fragments& out) {
  const std::size_t first = points_.size();
  const double sign = in_front ? 1.0 : -1.0;
  Vec3d previous = points_[f.first + f.count - 1];
  double previous_d = sign * distance(plane, previous);
  for (std::uint32_t i = 0; i < f.count; ++i) {
    const Vec3d current = points_[f.first + i];
    const double d = sign * distance(plane, current);
    if ((previous_d > kOnPlane && d < -kOnPlane) || (previous_d < -kOnPlane && d > kOnPlane))
      points_.push_back(previous + (current - previous) * (previous_d / (previous_d - d)));
    if (d >= -kOnPlane) points_.push_back(current);
    previous = current;
    previous_d = d;
  }
  const std::size_t count = points_.size() - first;
  const Fragment part{f.polygon, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count),
                      f.used};
  if (count >= 3 && area(outline(part)) > kMinPolygonArea)
    out.push_back(part);
  else
    points_.resize(first);
}

}  // namespace surefoot
