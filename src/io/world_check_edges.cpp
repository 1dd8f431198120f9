// Edges of collision meshes: who shares them, and where two surfaces meet without quite meeting.
#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "io/polygon_index.hpp"
#include "io/shape_geometry.hpp"
#include "io/world_check_parts.hpp"
#include "shape/convex_merge.hpp"
#include "shape/vec3d.hpp"

namespace surefoot::io {

namespace {

/// Metres. A crack wider than this is no crack but an opening its author wants.
constexpr double kWidestCrack = 0.01;

struct Edge {
  std::uint32_t low = 0;  ///< welded corners
  std::uint32_t high = 0;
  std::uint32_t polygon = 0;
  bool forward = false;  ///< from low to high

  [[nodiscard]] bool same_line(const Edge& o) const { return low == o.low && high == o.high; }
};

bool before(const Edge& a, const Edge& b) {
  if (a.low != b.low) return a.low < b.low;
  if (a.high != b.high) return a.high < b.high;
  return a.polygon < b.polygon;
}

std::string at(const Vec3& v) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", v.x, v.y, v.z);
}

class EdgeCheck {
 public:
  EdgeCheck(const std::vector<Polygon>& polygons, const FindingSink& sink)
      : polygons_(polygons), sink_(sink), welded_(weld_vertices(polygons)) {
    const std::vector<bool> fence = two_sided();
    std::size_t corner = 0;
    for (std::uint32_t i = 0; i < polygons.size(); ++i) {
      const std::size_t n = polygons[i].vertices.size();
      for (std::size_t k = 0; k < n && !fence[i]; ++k) {
        const std::uint32_t a = welded_.index[corner + k];
        const std::uint32_t b = welded_.index[corner + (k + 1) % n];
        if (a != b) edges_.push_back({std::min(a, b), std::max(a, b), i, a < b});
      }
      corner += n;
    }
    std::sort(edges_.begin(), edges_.end(), before);
  }

  void run() {
    Told manifold(sink_, "mesh.non_manifold");
    for (std::size_t i = 0; i < edges_.size();) {
      std::size_t end = i;
      int balance = 0;
      for (; end < edges_.size() && edges_[end].same_line(edges_[i]); ++end)
        balance += edges_[end].forward ? 1 : -1;
      if (end - i == 1) border_.push_back(edges_[i]);
      // Where two fences of a wall's thickness meet there are four: every side still has its own neighbour.
      if (end - i > 2 && balance != 0) tell_shared(i, end, manifold);
      if (end - i == 2 && balance != 0) tell_turned(edges_[i], edges_[i + 1], manifold);
      i = end;
    }
    manifold.finish();
    find_cracks();
  }

 private:
  [[nodiscard]] std::string edge_name(const Edge& e) const {
    return fmt::format("edge {} to {}", at(welded_.points[e.low]), at(welded_.points[e.high]));
  }
  [[nodiscard]] std::uint32_t id(const Edge& e) const { return polygons_[e.polygon].id; }

  /// Polygons that have a face on their back: a thin wall of two faces is whole by itself, wherever it stands.
  [[nodiscard]] std::vector<bool> two_sided() const {
    std::map<std::vector<std::uint32_t>, std::uint32_t> first_with;
    std::vector<bool> out(polygons_.size(), false);
    std::size_t corner = 0;
    for (std::uint32_t i = 0; i < polygons_.size(); ++i) {
      const std::size_t n = polygons_[i].vertices.size();
      const auto at = welded_.index.begin() + static_cast<std::ptrdiff_t>(corner);
      std::vector<std::uint32_t> corners(at, at + static_cast<std::ptrdiff_t>(n));
      std::sort(corners.begin(), corners.end());
      const auto [it, fresh] = first_with.emplace(std::move(corners), i);
      const bool back =
          !fresh && dot_zyx(polygons_[i].plane.normal, polygons_[it->second].plane.normal) < 0.0F;
      if (back) out[i] = out[it->second] = true;
      corner += n;
    }
    return out;
  }

  void tell_shared(std::size_t first, std::size_t end, Told& told) const {
    told.add(
        Severity::warning, edge_name(edges_[first]),
        fmt::format(
            "{} polygons share it, polygons {} and {} among them; which one is its inside is anybody's guess",
            end - first, id(edges_[first]), id(edges_[end - 1])));
  }
  void tell_turned(const Edge& a, const Edge& b, Told& told) const {
    told.add(
        Severity::warning, edge_name(a),
        fmt::format("polygons {} and {} run along it in the same direction: one of them looks the other way",
                    id(a), id(b)));
  }

  /// Corners of open borders beside other borders they do not belong to.
  void find_cracks() {
    std::vector<Polygon> lines;
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>>
        ends;  // corner → its border edges; asked only
    lines.reserve(border_.size());
    for (std::uint32_t i = 0; i < border_.size(); ++i) {
      const Edge& e = border_[i];
      lines.push_back({0, 0, {}, {welded_.points[e.low], welded_.points[e.high]}});
      ends[e.low].push_back(i);
      ends[e.high].push_back(i);
    }
    const PolygonIndex index(lines);
    Told told(sink_, "mesh.crack");
    std::uint32_t last = 0xFFFFFFFF;
    std::vector<std::uint32_t> corners;
    for (const Edge& e : border_) corners.insert(corners.end(), {e.low, e.high});
    std::sort(corners.begin(), corners.end());
    for (const std::uint32_t c : corners) {
      if (c == last) continue;
      last = c;
      check_corner(c, ends, index, told);
    }
    told.finish();
  }

  void check_corner(std::uint32_t corner,
                    const std::unordered_map<std::uint32_t, std::vector<std::uint32_t>>& ends,
                    const PolygonIndex& index, Told& told) const {
    const Vec3 p = welded_.points[corner];
    const Vec3 reach{static_cast<float>(kWidestCrack), static_cast<float>(kWidestCrack),
                     static_cast<float>(kWidestCrack)};
    double nearest = kWidestCrack;
    const Edge* beside = nullptr;
    index.each({p - reach, p + reach}, [&](std::uint32_t i) {
      const Edge& e = border_[i];
      if (joined(corner, e, ends)) return;
      const double d = distance_to(p, welded_.points[e.low], welded_.points[e.high]);
      // On the edge to within the engine's tolerance is where a corner of a finer mesh belongs.
      if (d <= static_cast<double>(kEpsilon) || d > nearest ||
          (d == nearest && beside != nullptr && !before(e, *beside)))
        return;
      nearest = d;
      beside = &e;
    });
    if (beside == nullptr) return;
    told.add(
        Severity::warning, "corner " + at(p),
        fmt::format("lies {:.3g} m beside the {} of polygon {}, without touching it: a crack of that width",
                    nearest, edge_name(*beside), id(*beside)));
  }

  /// The corner is the edge's or its polygon's, or a short border edge leads from it to one of the edge's ends.
  [[nodiscard]] bool joined(std::uint32_t corner, const Edge& e,
                            const std::unordered_map<std::uint32_t, std::vector<std::uint32_t>>& ends) const {
    if (e.low == corner || e.high == corner) return true;
    const auto& own = ends.at(corner);
    return std::any_of(own.begin(), own.end(), [&](std::uint32_t i) {
      const Edge& b = border_[i];
      if (b.polygon == e.polygon) return true;
      const std::uint32_t other = b.low == corner ? b.high : b.low;
      if (other != e.low && other != e.high) return false;
      const Vec3d way = to_double(welded_.points[other]) - to_double(welded_.points[corner]);
      return dot(way, way) <= kWidestCrack * kWidestCrack;
    });
  }

  static double distance_to(const Vec3& point, const Vec3& from, const Vec3& to) {
    const Vec3d p = to_double(point) - to_double(from);
    const Vec3d e = to_double(to) - to_double(from);
    const double t = std::clamp(dot(p, e) / dot(e, e), 0.0, 1.0);
    const Vec3d off = p - e * t;
    return std::sqrt(dot(off, off));
  }

  const std::vector<Polygon>& polygons_;
  const FindingSink& sink_;
  WeldedPoints welded_;
  std::vector<Edge> edges_;
  std::vector<Edge> border_;
};

}  // namespace

void check_edges(const std::vector<Polygon>& polygons, const FindingSink& sink) {
  if (!polygons.empty()) EdgeCheck(polygons, sink).run();
}

}  // namespace surefoot::io
