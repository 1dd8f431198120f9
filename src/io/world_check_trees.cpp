// Collision trees that lose polygons: lists, sides and bounding spheres (spec 02 §3).
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "io/shape_geometry.hpp"
#include "io/world_check_parts.hpp"

namespace surefoot::io {

namespace {

/// Within this of a splitting plane a polygon may stand on either side: a sphere that touches it there
/// reaches both. Binary32 planes far from the origin miss their own corners by a few tenths of it.
constexpr double kSide = 1e-3;
/// Pieces smaller than this (square metres) are rounding.
constexpr double kPiece = 1e-6;

struct Point {
  double x = 0.0;
  double y = 0.0;
  double z = 0.0;
};
using Outline = std::vector<Point>;

Point point(const Vec3& v) {
  return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}

Outline outline_of(const Polygon& p) {
  Outline out;
  for (const Vec3& v : p.vertices) out.push_back(point(v));
  return out;
}

double distance(const Plane& plane, const Point& p) {
  return static_cast<double>(plane.normal.x) * p.x + static_cast<double>(plane.normal.y) * p.y +
         static_cast<double>(plane.normal.z) * p.z + static_cast<double>(plane.d);
}

double area(const Outline& o) {
  Point sum;
  for (std::size_t k = 1; k + 1 < o.size(); ++k) {
    const Point a{o[k].x - o[0].x, o[k].y - o[0].y, o[k].z - o[0].z};
    const Point b{o[k + 1].x - o[0].x, o[k + 1].y - o[0].y, o[k + 1].z - o[0].z};
    sum = {sum.x + a.y * b.z - a.z * b.y, sum.y + a.z * b.x - a.x * b.z, sum.z + a.x * b.y - a.y * b.x};
  }
  return 0.5 * std::sqrt(sum.x * sum.x + sum.y * sum.y + sum.z * sum.z);
}

/// The part on one side of a plane (`sign` 1 front, −1 behind).
Outline clip(const Outline& o, const Plane& plane, double sign) {
  Outline out;
  for (std::size_t i = 0; i < o.size(); ++i) {
    const Point& a = o[i];
    const Point& b = o[(i + 1) % o.size()];
    const double da = sign * distance(plane, a);
    const double db = sign * distance(plane, b);
    if (da >= 0.0) out.push_back(a);
    if ((da < 0.0) == (db < 0.0)) continue;
    const double t = da / (da - db);
    out.push_back({a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t});
  }
  return out;
}

/// A node with its place in the tree; leaves are numbered from the left, so a subtree is a range of them.
struct Place {
  const BspNode* node = nullptr;
  std::size_t parent = 0;  ///< index; the root is its own
  bool front = false;      ///< the positive child of its parent
  std::size_t first_leaf = 0;
  std::size_t end_leaf = 0;
  std::size_t pos = 0;  ///< indices of the children, 0 = none
  std::size_t neg = 0;
};

/// Pre-order, with an explicit stack: built trees can be deep.
std::vector<Place> lay_out(const BspTree& tree) {
  std::vector<Place> places;
  std::vector<std::size_t> pending;
  places.push_back({tree.root});
  pending.push_back(0);
  std::vector<std::size_t> order;  // pre-order
  while (!pending.empty()) {
    const std::size_t i = pending.back();
    pending.pop_back();
    order.push_back(i);
    const BspNode* n = places[i].node;
    if (n->leaf()) continue;
    // Pushed last, visited first: the positive child.
    if (n->neg != nullptr) {
      places[i].neg = places.size();
      pending.push_back(places.size());
      places.push_back({n->neg, i, false});
    }
    if (n->pos != nullptr) {
      places[i].pos = places.size();
      pending.push_back(places.size());
      places.push_back({n->pos, i, true});
    }
  }
  std::size_t leaves = 0;
  for (const std::size_t i : order) {
    places[i].first_leaf = leaves;
    if (places[i].node->leaf()) ++leaves;
    places[i].end_leaf = leaves;
  }
  // Children come after their parents in `order`.
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    Place& parent = places[places[*it].parent];
    parent.end_leaf = std::max(parent.end_leaf, places[*it].end_leaf);
  }
  return places;
}

class TreeCheck {
 public:
  TreeCheck(const BspTree& tree, bool guessed, const FindingSink& sink)
      : tree_(tree), guessed_(guessed), sink_(sink), places_(lay_out(tree)), listed_(tree.polygons.size()) {
    for (const Place& p : places_) {
      for (const std::uint32_t poly : p.node->polys) listed_[poly].push_back(p.first_leaf);
    }
    for (auto& leaves : listed_) std::sort(leaves.begin(), leaves.end());
  }

  void run() {
    check_spheres_and_sides();
    for (std::size_t i = 0; i < tree_.polygons.size(); ++i) check_lists(i);
  }

 private:
  [[nodiscard]] std::string name_of(std::size_t polygon) const {
    return fmt::format("polygon {}", tree_.polygons[polygon].id);
  }

  [[nodiscard]] bool listed_below(std::size_t polygon, std::size_t place) const {
    if (place == 0) return false;
    const auto& leaves = listed_[polygon];
    const auto it = std::lower_bound(leaves.begin(), leaves.end(), places_[place].first_leaf);
    return it != leaves.end() && *it < places_[place].end_leaf;
  }

  /// Every listing, against the spheres and planes above it.
  void check_spheres_and_sides() {
    std::vector<double> missed(places_.size(), 0.0);
    std::vector<std::size_t> worst(places_.size(), 0);
    std::vector<bool> wrong(tree_.polygons.size(), false);
    for (std::size_t leaf = 0; leaf < places_.size(); ++leaf) {
      for (const std::uint32_t poly : places_[leaf].node->polys) {
        const Polygon& p = tree_.polygons[poly];
        for (std::size_t i = leaf;; i = places_[i].parent) {
          const double beyond = beyond_sphere(p, places_[i].node->sphere);
          if (beyond > missed[i]) {
            missed[i] = beyond;
            worst[i] = poly;
          }
          if (i == 0) break;
          if (!reaches(p, places_[places_[i].parent].node->splitting_plane, places_[i].front))
            wrong[poly] = true;
        }
      }
    }
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (missed[i] <= static_cast<double>(kEpsilon)) continue;
      const Sphere& s = places_[i].node->sphere;
      sink_.add(
          guessed_ ? Severity::warning : Severity::error, "tree.bounds", name_of(worst[i]),
          fmt::format(
              "reaches {:.4g} m out of the bounding sphere of {} that lists it (centre {} {} {}, radius "
              "{}); a mover out there does not touch it",
              missed[i], places_[i].node->leaf() ? "the leaf" : "a node", s.center.x, s.center.y, s.center.z,
              s.radius));
    }
    for (std::size_t i = 0; i < wrong.size(); ++i) {
      if (wrong[i])
        sink_.add(Severity::warning, "tree.wrong_side", name_of(i), "a leaf lists it that it does not reach");
    }
  }

  static double beyond_sphere(const Polygon& p, const Sphere& s) {
    const Point c = point(s.center);
    double farthest = 0.0;
    for (const Vec3& v : p.vertices) {
      const Point q = point(v);
      farthest = std::max(farthest, std::sqrt((q.x - c.x) * (q.x - c.x) + (q.y - c.y) * (q.y - c.y) +
                                              (q.z - c.z) * (q.z - c.z)));
    }
    return farthest - static_cast<double>(s.radius);
  }

  static bool reaches(const Polygon& p, const Plane& plane, bool front) {
    return std::any_of(p.vertices.begin(), p.vertices.end(), [&](const Vec3& v) {
      const double d = distance(plane, point(v));
      return front ? d >= -kSide : d <= kSide;
    });
  }

  /// Cuts the polygon up by the tree: each piece must end in a leaf that lists it.
  void check_lists(std::size_t polygon) {
    const Polygon& p = tree_.polygons[polygon];
    if (is_never_hit(p.plane) || polygon_area(p) <= kNoArea) return;
    if (listed_[polygon].empty()) {
      sink_.add(Severity::error, "tree.unlisted", name_of(polygon), "no leaf lists it; nothing can hit it");
      return;
    }
    double lost = 0.0;
    std::vector<std::pair<std::size_t, Outline>> pending;
    pending.emplace_back(0, outline_of(p));
    while (!pending.empty()) {
      const auto [place, piece] = std::move(pending.back());
      pending.pop_back();
      const BspNode& n = *places_[place].node;
      if (n.leaf()) {
        if (std::find(n.polys.begin(), n.polys.end(), polygon) == n.polys.end()) lost += area(piece);
        continue;
      }
      double least = HUGE_VAL;
      double most = -HUGE_VAL;
      for (const Point& q : piece) {
        const double d = distance(n.splitting_plane, q);
        least = std::min(least, d);
        most = std::max(most, d);
      }
      const std::size_t pos = places_[place].pos;
      const std::size_t neg = places_[place].neg;
      if (least >= -kSide && most <= kSide) {
        // On the plane: either side will do, and one that lists it has been cut to measure by its author.
        if (!listed_below(polygon, pos) && !listed_below(polygon, neg)) lost += area(piece);
        continue;
      }
      follow(polygon, pos, most > kSide ? clip(piece, n.splitting_plane, 1.0) : Outline{}, pending, lost);
      follow(polygon, neg, least < -kSide ? clip(piece, n.splitting_plane, -1.0) : Outline{}, pending, lost);
    }
    if (lost > kPiece) {
      sink_.add(
          Severity::error, "tree.hole", name_of(polygon),
          fmt::format("{:.4g} m² of it lie where the tree does not list it; a mover passes there", lost));
    }
  }

  void follow(std::size_t polygon, std::size_t child, Outline piece,
              std::vector<std::pair<std::size_t, Outline>>& pending, double& lost) const {
    if (piece.size() < 3) return;
    const double size = area(piece);
    if (size <= kPiece) return;
    if (listed_below(polygon, child))
      pending.emplace_back(child, std::move(piece));
    else
      lost += size;
  }

  const BspTree& tree_;
  bool guessed_;
  const FindingSink& sink_;
  std::vector<Place> places_;
  std::vector<std::vector<std::size_t>> listed_;  // per polygon: the leaves that list it, ascending
};

}  // namespace

void check_tree(const BspTree& tree, bool guessed, const FindingSink& sink) {
  if (!tree.empty()) TreeCheck(tree, guessed, sink).run();
}

}  // namespace surefoot::io
