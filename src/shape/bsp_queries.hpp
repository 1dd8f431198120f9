// The sphere walks of physics trees (spec 02 §3.3, §3.4), once for every representation.
//
// Each walk is the recursion of the client with an explicit stack: a node is pruned by its sphere, an overlap
// on one side of the plane goes on to that child, a straddled node visits its children in the order the query
// demands. Order decides which polygon answers, so it is part of the rule.
#pragma once

#include <cmath>

#include "shape/bsp.hpp"
#include "shape/missed_polygons.hpp"
#include "shape/node_probe.hpp"
#include "shape/node_stack.hpp"
#include "shape/polygon_tests.hpp"
#include "shape/sphere_tests.hpp"

namespace surefoot {

/// Which children a sphere at distance `d` of a splitting plane reaches, within `reach` (spec 02 §3.3).
[[nodiscard]] constexpr Reach classify(float d, float reach) {
  if (d >= reach) return Reach::front;
  if (d <= -reach) return Reach::behind;
  return Reach::both;
}

/// Visits every leaf the sphere reaches, positive child first, until `leaf` answers true; `leaf` may move the sphere
/// (`find_walkable` does).
template <class Rules, class View, class LeafTest>
bool walk_leaves(const View tree, NodeProbe<Rules>& probe, LeafTest&& leaf) {
  using Node = typename View::Node;
  NodeStack<Node> pending;
  Node n = tree.root();
  float d = 0.0F;
  for (;;) {
    if (tree.null(n)) {
      // A missing child never occurs in shipped trees; the client would crash. It is an empty leaf here.
    } else if (tree.leaf(n)) {
      if (tree.polygon_count(n) != 0 && probe.reaches(tree.sphere(n)) && leaf(n)) return true;
    } else if (probe.reaches(tree.sphere(n), tree.plane(n), d)) {
      switch (probe.sides(d)) {
        case Reach::front:
          n = tree.pos(n);
          continue;
        case Reach::behind:
          n = tree.neg(n);
          continue;
        case Reach::both:
          pending.push(tree.neg(n));
          n = tree.pos(n);
          continue;
      }
    }
    if (pending.empty()) return false;
    n = pending.pop();
  }
}

/// 0x0053CA30, leaf 0x0053D580: the first polygon moved into. `struck` is the polygon hit, or, after a miss,
/// the last one overlapped; untouched when none was. `contact` means something after a hit only.
template <class Rules, class View>
bool sphere_intersects_poly(const Rules& rules, const View& tree, const Sphere& s, const Vec3& movement,
                            PolygonView& struck, Vec3& contact) {
  auto scope = rules.enter(Fn::sphere_intersects_poly);
  NodeProbe probe(rules, s);
  MissedPolygons<Rules> missed;
  return scope(walk_leaves(tree, probe, [&](typename View::Node n) {
    const std::size_t count = tree.polygon_count(n);
    for (std::size_t i = 0; i < count; ++i) {
      const auto poly = tree.polygon(n, i);
      if (missed.holds(poly)) continue;
      switch (pos_hits_sphere(rules, poly, s, movement, contact, struck)) {
        case Struck::into:
          return true;
        case Struck::missed:
          missed.add(poly);
          break;
        case Struck::overlapped:  // once more makes it the last one overlapped
          break;
      }
    }
    return false;
  }));
}

/// 0x0053CAF0, leaf 0x0053D5F0: is the place occupied? `centre_flag` lets a centre inside a solid leaf count.
template <class Rules, class View>
bool sphere_intersects_solid(const Rules& rules, const View tree, const Sphere& s, bool centre_flag) {
  auto scope = rules.enter(Fn::sphere_intersects_solid);
  using Node = typename View::Node;
  struct Visit {
    Node node;
    bool flag;
  };
  NodeStack<Visit> pending;
  const NodeProbe probe(rules, s);
  MissedPolygons<Rules> missed;
  Visit v{tree.root(), centre_flag};
  float d = 0.0F;
  for (;;) {
    const Node n = v.node;
    if (tree.null(n)) {
    } else if (tree.leaf(n)) {
      const std::size_t count = tree.polygon_count(n);
      if (count != 0) {
        if (v.flag && tree.solid(n)) {
          rules.arm(Arm::sphere_intersects_solid_centre_in_solid);
          return scope(true);
        }
        if (probe.reaches(tree.sphere(n))) {
          for (std::size_t i = 0; i < count; ++i) {
            const auto poly = tree.polygon(n, i);
            if (missed.holds(poly)) continue;
            if (hits_sphere(rules, poly, s)) {
              rules.arm(Arm::sphere_intersects_solid_polygon, trace::id("polygon", id_of(poly)));
              return scope(true);
            }
            missed.add(poly);
          }
        }
      }
    } else if (probe.reaches(tree.sphere(n), tree.plane(n), d)) {
      switch (probe.sides(d)) {
        case Reach::front:
          v.node = tree.pos(n);
          continue;
        case Reach::behind:
          v.node = tree.neg(n);
          continue;
        case Reach::both:
          // Only the child that holds the centre keeps the flag.
          pending.push({tree.neg(n), d < 0.0F && v.flag});
          v = {tree.pos(n), !(d < 0.0F) && v.flag};
          continue;
      }
    }
    if (pending.empty()) {
      rules.arm(Arm::sphere_intersects_solid_free);
      return scope(false);
    }
    v = pending.pop();
  }
}

/// 0x0053CBD0, leaf 0x0053D670: is a walkable polygon under the sphere (half the radius counts as support)?
template <class Rules, class View>
bool hits_walkable(const Rules& rules, const View& tree, float walkable_allowance, const Sphere& s,
                   const Vec3& up) {
  auto scope = rules.enter(Fn::hits_walkable);
  NodeProbe probe(rules, s);
  MissedPolygons<Rules> missed;
  return scope(walk_leaves(tree, probe, [&](typename View::Node n) {
    const std::size_t count = tree.polygon_count(n);
    for (std::size_t i = 0; i < count; ++i) {
      const auto poly = tree.polygon(n, i);
      if (missed.holds(poly)) continue;
      if (walkable_hits_sphere(rules, poly, walkable_allowance, s, up) &&
          polygon_check_walkable(rules, poly, s, up, true))
        return true;
      missed.add(poly);
    }
    return false;
  }));
}

/// 0x0053CC80, leaf 0x0053D6F0: moves `valid_pos` back along `movement` on to walkable polygons. Never stops
/// early: the last success wins, and later nodes see the moved sphere. Answers whether any polygon did.
template <class Rules, class View>
bool find_walkable(const Rules& rules, const View& tree, float walkable_allowance, float& walk_interp,
                   Sphere& valid_pos, PolygonView& polygon, const Vec3& movement, const Vec3& up) {
  auto scope = rules.enter(Fn::find_walkable);
  bool changed = false;
  NodeProbe probe(rules, valid_pos);
  MissedPolygons<Rules> missed;
  walk_leaves(tree, probe, [&](typename View::Node n) {
    const std::size_t count = tree.polygon_count(n);
    for (std::size_t i = 0; i < count; ++i) {
      const auto poly = tree.polygon(n, i);
      if (missed.holds(poly)) continue;
      if (walkable_hits_sphere(rules, poly, walkable_allowance, valid_pos, up) &&
          adjust_sphere_to_plane(rules, poly, walk_interp, valid_pos, movement)) {
        changed = true;
        polygon = poly;
        probe.follow();
        missed.forget();
      } else {
        missed.add(poly);
      }
    }
    return false;
  });
  return scope(changed);
}

/// 0x0053CD50, leaf 0x0053D780, for placements: near child first. `radius` prunes at the planes and may be
/// wider than the sphere's. `center_solid` and `hit_poly` are in-out. A polygon named below a straddled node
/// makes the answer `center_solid`, which may be false; the far child's answer replaces the near one's (spec
/// 02 §3.3, kept).
template <class Rules, class View>
bool sphere_intersects_solid_poly(const Rules& rules, const View& tree, const Sphere& s, float radius,
                                  bool& center_solid, PolygonView& hit_poly, bool centre_flag) {
  auto scope = rules.enter(Fn::sphere_intersects_solid_poly);
  using Node = typename View::Node;
  NodeStack<Node> far_children;
  Node n = tree.root();
  bool flag = centre_flag;
  for (;;) {
    const bool out_of_reach = rules.has(Divergence::openac_pruned_center_solid) && center_solid;
    bool answer = out_of_reach;
    if (tree.null(n)) {
    } else if (tree.leaf(n)) {
      answer = false;
      const std::size_t count = tree.polygon_count(n);
      if (count != 0) {
        if (flag && tree.solid(n)) {
          rules.arm(Arm::sphere_intersects_solid_poly_centre_in_solid);
          center_solid = true;
        }
        answer = center_solid;
        if (spheres_intersect(rules, tree.sphere(n), s)) {
          for (std::size_t i = 0; i < count; ++i) {
            const auto poly = tree.polygon(n, i);
            if (!hits_sphere(rules, poly, s)) continue;
            rules.arm(Arm::sphere_intersects_solid_poly_polygon, trace::id("polygon", id_of(poly)));
            hit_poly = poly;
            answer = true;
            break;
          }
        }
      }
    } else if (spheres_intersect(rules, tree.sphere(n), s)) {
      const float d = dist(rules, tree.plane(n), s.center);
      const Reach reach = classify(d, radius - kEpsilon);
      if (reach == Reach::front) {
        n = tree.pos(n);
        continue;
      }
      if (reach == Reach::behind) {
        n = tree.neg(n);
        continue;
      }
      const bool behind = rules.has(Divergence::ace_solid_poly_tie) ? d <= 0.0F : d < 0.0F;
      far_children.push(behind ? tree.pos(n) : tree.neg(n));
      n = behind ? tree.neg(n) : tree.pos(n);
      continue;
    }
    if (far_children.empty()) return scope(answer);
    if (hit_poly) {
      rules.arm(Arm::sphere_intersects_solid_poly_named_at_straddle);
      return scope(center_solid);
    }
    n = far_children.pop();
    flag = false;
  }
}

/// `BSPNODE::point_intersects_solid` 0x0053C310, leaf 0x0053D3F0: on the plane counts as in front; a leaf
/// with polygons is solid whatever its flag says.
template <class View>
bool point_intersects_solid(const View& tree, const Vec3& p) {
  auto n = tree.root();
  while (!tree.null(n) && !tree.leaf(n)) n = tree.plane(n).dist(p) < 0.0F ? tree.neg(n) : tree.pos(n);
  return !tree.null(n) && tree.polygon_count(n) != 0;
}

}  // namespace surefoot
