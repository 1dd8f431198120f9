#include "shape/polygon_cleanup.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "shape/convex_merge.hpp"
#include "shape/vec3d.hpp"

namespace surefoot {

namespace {

struct Piece {
  std::vector<Vec3> vertices;
  Plane plane;
};

std::string name_of(std::size_t position, std::uint32_t id) {
  return fmt::format("polygon {} (id {})", position, id);
}

bool same_point(const Vec3& a, const Vec3& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// Removes points equal to their predecessor around the outline; answers how many.
std::size_t remove_repeated_points(std::vector<Vec3>& v) {
  const std::size_t before = v.size();
  v.erase(std::unique(v.begin(), v.end(), same_point), v.end());
  while (v.size() > 1 && same_point(v.front(), v.back())) v.pop_back();
  return before - v.size();
}

std::vector<Vec3d> widen(const std::vector<Vec3>& v) {
  std::vector<Vec3d> out;
  out.reserve(v.size());
  for (const Vec3& p : v) out.push_back(to_double(p));
  return out;
}

bool is_flat(const std::vector<Vec3>& v, const Plane& plane) {
  return std::all_of(v.begin(), v.end(),
                     [&](const Vec3& p) { return std::fabs(distance(plane, to_double(p))) <= kMaxOffPlane; });
}

/// Corner triples of the outline's triangles, cut off ear by ear. A convex outline becomes the fan around its
/// first point, the one `make_plane` sums over.
class EarClipper {
 public:
  EarClipper(const std::vector<Vec3>& outline, const Vec3d& normal) {
    const double ax = std::fabs(normal.x);
    const double ay = std::fabs(normal.y);
    const double az = std::fabs(normal.z);
    int u = 0;
    int v = 1;
    bool flip = normal.z < 0.0;
    if (ax > ay && ax > az) {
      u = 1;
      v = 2;
      flip = normal.x < 0.0;
    } else if (ay > az) {
      u = 2;
      v = 0;
      flip = normal.y < 0.0;
    }
    if (flip) std::swap(u, v);
    for (const Vec3& p : outline) points_.push_back({component(to_double(p), u), component(to_double(p), v)});
  }

  /// `complete` turns false when the outline crosses itself and a rest is left.
  std::vector<std::array<std::size_t, 3>> run(bool& complete) const {
    std::vector<std::size_t> left(points_.size());
    std::iota(left.begin(), left.end(), std::size_t{0});
    std::vector<std::array<std::size_t, 3>> out;
    complete = true;
    while (left.size() >= 3) {
      const std::optional<std::size_t> ear = find_ear(left);
      if (ear) {
        out.push_back({at(left, *ear + left.size() - 1), left[*ear], at(left, *ear + 1)});
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(*ear));
        continue;
      }
      const std::optional<std::size_t> straight = find_straight(left);
      if (!straight) {
        complete = false;
        break;
      }
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(*straight));
    }
    return out;
  }

 private:
  struct Point {
    double u;
    double v;
  };

  static std::size_t at(const std::vector<std::size_t>& left, std::size_t i) { return left[i % left.size()]; }
  static double turn(const Point& a, const Point& b, const Point& c) {
    return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u);
  }
  static bool equal(const Point& a, const Point& b) { return a.u == b.u && a.v == b.v; }

  double turn_at(const std::vector<std::size_t>& left, std::size_t i) const {
    return turn(points_[at(left, i + left.size() - 1)], points_[left[i]], points_[at(left, i + 1)]);
  }
  bool is_ear(const std::vector<std::size_t>& left, std::size_t i) const {
    if (!(turn_at(left, i) > 0.0)) return false;
    const Point& a = points_[at(left, i + left.size() - 1)];
    const Point& b = points_[left[i]];
    const Point& c = points_[at(left, i + 1)];
    return std::none_of(left.begin(), left.end(), [&](std::size_t k) {
      const Point& p = points_[k];
      // Points that coincide with a corner are seams of outlines with holes.
      if (equal(p, a) || equal(p, b) || equal(p, c)) return false;
      return turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0;
    });
  }
  std::optional<std::size_t> find_ear(const std::vector<std::size_t>& left) const {
    for (std::size_t k = 1; k <= left.size(); ++k) {
      const std::size_t i = k % left.size();
      if (is_ear(left, i)) return i;
    }
    return std::nullopt;
  }
  std::optional<std::size_t> find_straight(const std::vector<std::size_t>& left) const {
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (turn_at(left, i) == 0.0) return i;
    }
    return std::nullopt;
  }

  std::vector<Point> points_;
};

/// A flat outline in convex pieces.
std::vector<std::vector<Vec3>> cut_convex(const std::vector<Vec3>& outline, const Plane& plane,
                                          bool& complete) {
  const auto triangles = EarClipper(outline, to_double(plane.normal)).run(complete);
  const WeldedPoints welded = weld(outline);
  std::vector<IndexedOutline> parts;
  parts.reserve(triangles.size());
  for (const auto& t : triangles)
    parts.push_back({{welded.index[t[0]], welded.index[t[1]], welded.index[t[2]]}, plane, 0});
  merge_convex(welded.points, parts, kMaxCleanPoints);
  std::vector<std::vector<Vec3>> out;
  for (const IndexedOutline& part : parts) {
    if (part.points.empty()) continue;
    out.emplace_back();
    for (const std::uint32_t i : part.points) out.back().push_back(welded.points[i]);
  }
  return out;
}

/// Pieces of at most 12 points around the first one.
std::vector<std::vector<Vec3>> cut_fan(const std::vector<Vec3>& outline) {
  std::vector<std::vector<Vec3>> out;
  for (std::size_t first = 1; first + 1 < outline.size(); first += kMaxCleanPoints - 2) {
    const std::size_t last = std::min(first + kMaxCleanPoints - 2, outline.size() - 1);
    out.push_back({outline[0]});
    for (std::size_t i = first; i <= last; ++i) out.back().push_back(outline[i]);
  }
  return out;
}

/// One input polygon at a time.
class Cleaner {
 public:
  Cleaner(PlaneSource planes, CleanupReport& report) : planes_(planes), report_(report) {}

  /// The pieces that stand for `p`; none when it was dropped.
  Expected<std::vector<Piece>> clean(std::size_t position, const Polygon& p) {
    position_ = position;
    id_ = p.id;
    if (p.vertices.size() > kMaxInputPoints)
      return refuse(
          fmt::format("has {} points, more than {}: cut it up", p.vertices.size(), kMaxInputPoints));
    for (std::size_t i = 0; i < p.vertices.size(); ++i) {
      if (!is_finite(p.vertices[i])) return refuse(fmt::format("has NaN or infinity in point {}", i));
    }
    if (planes_ == PlaneSource::given && !is_plane(p.plane))
      return refuse("has a plane whose normal is not a finite vector of length 1");

    std::vector<Vec3> v = p.vertices;
    report_.repeated_points += remove_repeated_points(v);
    if (v.size() < 3) return drop(CleanupKind::too_few_points);
    Vec3d normal = area_vector(widen(v));
    if (!(0.5 * length(normal) > kMinPolygonArea)) return drop(CleanupKind::no_area);

    Plane plane = p.plane;
    const Plane own = make_plane(v);
    if (planes_ == PlaneSource::computed) {
      if (!is_plane(own)) return refuse("is too small or too large for its plane to be computed in binary32");
      plane = own;
    } else if (!is_flat(v, plane) && is_plane(own) && (v.size() == 3 || is_flat(v, own))) {
      plane = own;
      warn(CleanupKind::plane_replaced, 1);
    }
    if (dot(normal, to_double(plane.normal)) < 0.0) {
      std::reverse(v.begin(), v.end());
      normal = normal * -1.0;
      warn(CleanupKind::reversed, 1);
    }
    // Nothing is left to be cut off a triangle.
    if (v.size() > 3 && !is_flat(v, plane)) return triangulate(v, normal);
    std::vector<Piece> out;
    if (!is_convex(v, plane.normal, kMaxOutsideEdge)) {
      bool complete = true;
      keep(out, cut_convex(v, plane, complete), plane);
      ++report_.triangulated;
      warn(complete ? CleanupKind::not_convex : CleanupKind::self_crossing, out.size());
      if (out.empty()) ++report_.dropped;
    } else if (v.size() > kMaxCleanPoints) {
      keep(out, cut_fan(v), plane);
      ++report_.split;
      warn(CleanupKind::too_many_points, out.size());
    } else {
      out.push_back({std::move(v), plane});
    }
    return out;
  }

 private:
  tl::unexpected<Error> refuse(const std::string& what) const {
    const std::string name = name_of(position_, id_);
    return fail(ErrorCode::bad_value, name + " " + what, name);
  }
  void warn(CleanupKind kind, std::size_t pieces) {
    report_.warnings.push_back({kind, position_, id_, pieces});
  }
  std::vector<Piece> drop(CleanupKind kind) {
    ++report_.dropped;
    warn(kind, 0);
    return {};
  }
  static void keep(std::vector<Piece>& out, std::vector<std::vector<Vec3>> outlines, const Plane& plane) {
    for (auto& v : outlines) {
      if (area(widen(v)) > kMinPolygonArea) out.push_back({std::move(v), plane});
    }
  }
  Expected<std::vector<Piece>> triangulate(const std::vector<Vec3>& v, const Vec3d& normal) {
    bool complete = true;
    std::vector<Piece> out;
    for (const auto& t : EarClipper(v, normal).run(complete)) {
      std::vector<Vec3> corners{v[t[0]], v[t[1]], v[t[2]]};
      if (!(area(widen(corners)) > kMinPolygonArea)) continue;
      const Plane plane = make_plane(corners);
      if (is_plane(plane)) out.push_back({std::move(corners), plane});
    }
    ++report_.triangulated;
    warn(complete ? CleanupKind::not_flat : CleanupKind::self_crossing, out.size());
    if (out.empty()) ++report_.dropped;
    return out;
  }

  PlaneSource planes_;
  CleanupReport& report_;
  std::size_t position_ = 0;
  std::uint32_t id_ = 0;
};

Expected<void> check_ids(const std::vector<Polygon>& input) {
  std::vector<std::size_t> order(input.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return input[a].id < input[b].id; });
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (input[order[i - 1]].id != input[order[i]].id) continue;
    const std::string name = name_of(order[i], input[order[i]].id);
    return fail(
        ErrorCode::bad_value,
        fmt::format("{} has the id of polygon {}: ids name polygons and must differ", name, order[i - 1]),
        name);
  }
  return {};
}

/// Joins coplanar neighbours over the whole mesh.
void merge_neighbours(CleanPolygons& mesh, PlaneSource planes, CleanupReport& report) {
  const WeldedPoints welded = weld_vertices(mesh.polygons);
  std::vector<IndexedOutline> outlines;
  std::size_t next = 0;
  for (const Polygon& p : mesh.polygons) {
    IndexedOutline outline{{}, p.plane, p.sides_type};
    for (std::size_t i = 0; i < p.vertices.size(); ++i) outline.points.push_back(welded.index[next++]);
    outlines.push_back(std::move(outline));
  }
  const std::vector<std::size_t> owner = merge_convex(welded.points, outlines, kMaxCleanPoints);
  std::vector<bool> grown(outlines.size(), false);
  for (std::size_t i = 0; i < owner.size(); ++i) {
    if (owner[i] != i) grown[owner[i]] = true;
  }
  CleanPolygons out;
  for (std::size_t i = 0; i < outlines.size(); ++i) {
    if (owner[i] != i) {
      ++report.merged;
      continue;
    }
    Polygon& p = mesh.polygons[i];
    if (grown[i]) {
      p.vertices.clear();
      for (const std::uint32_t v : outlines[i].points) p.vertices.push_back(welded.points[v]);
      if (planes == PlaneSource::computed) p.plane = make_plane(p.vertices);
    }
    out.polygons.push_back(std::move(p));
    out.source.push_back(mesh.source[i]);
  }
  mesh = std::move(out);
}

}  // namespace

std::string CleanupWarning::text() const {
  std::string name = name_of(polygon, id);
  switch (kind) {
    case CleanupKind::too_few_points:
      return name + " has fewer than 3 different points and was dropped";
    case CleanupKind::no_area:
      return name + " has no area and was dropped";
    case CleanupKind::plane_replaced:
      return name + " does not lie in the plane given for it; its own plane was computed";
    case CleanupKind::reversed:
      return name + " runs clockwise seen from the front of its plane; its points were reversed";
    case CleanupKind::not_flat:
      return fmt::format("{} is not flat and was cut into {} triangles", name, pieces);
    case CleanupKind::not_convex:
      return fmt::format("{} is not convex and was cut into {} pieces", name, pieces);
    case CleanupKind::too_many_points:
      return fmt::format("{} has more than {} points and was cut into {} pieces", name, kMaxCleanPoints,
                         pieces);
    case CleanupKind::self_crossing:
      return fmt::format("{} crosses itself; {} pieces were cut off it and the rest was dropped", name,
                         pieces);
  }
  return name;
}

Expected<CleanPolygons> clean_polygons(std::vector<Polygon> input, PlaneSource planes, bool merge_coplanar,
                                       CleanupReport& report) {
  report = {};
  report.input = input.size();
  std::uint64_t next_id = 0;
  if (planes == PlaneSource::given) {
    if (const auto unique = check_ids(input); !unique) return tl::unexpected<Error>(unique.error());
    for (const Polygon& p : input) next_id = std::max<std::uint64_t>(next_id, std::uint64_t{p.id} + 1);
  }

  Cleaner cleaner(planes, report);
  CleanPolygons out;
  CleanPolygons further;
  for (std::size_t i = 0; i < input.size(); ++i) {
    if (planes == PlaneSource::computed) input[i].id = static_cast<std::uint32_t>(i);
    auto pieces = cleaner.clean(i, input[i]);
    if (!pieces) return tl::unexpected<Error>(pieces.error());
    for (std::size_t k = 0; k < pieces->size(); ++k) {
      Piece& piece = (*pieces)[k];
      CleanPolygons& list = k == 0 ? out : further;
      list.polygons.push_back({input[i].id, input[i].sides_type, piece.plane, std::move(piece.vertices)});
      list.source.push_back(i);
    }
  }
  for (std::size_t i = 0; i < further.polygons.size(); ++i) {
    further.polygons[i].id = static_cast<std::uint32_t>(next_id++);
    out.polygons.push_back(std::move(further.polygons[i]));
    out.source.push_back(further.source[i]);
  }
  if (next_id > std::uint64_t{std::numeric_limits<std::uint32_t>::max()} + 1)
    return fail(ErrorCode::bad_value, "no ids are left for the pieces of polygons that had to be cut");

  if (merge_coplanar) merge_neighbours(out, planes, report);
  if (planes == PlaneSource::computed) {
    for (std::size_t i = 0; i < out.polygons.size(); ++i) out.polygons[i].id = static_cast<std::uint32_t>(i);
  }
  return out;
}

}  // namespace surefoot
