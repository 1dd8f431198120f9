// What a sphere asks of each node of a tree (spec 02 §3.3): does it reach the node's sphere, and how far is its centre
// from the node's plane?
#pragma once

#include <cstring>

#include "core/lanes.hpp"
#include "shape/sphere_tests.hpp"

namespace surefoot {

/// Which children of a node a sphere reaches.
enum class Reach : std::uint8_t { front, behind, both };

template <class Rules>
class NodeProbe {
 public:
  NodeProbe(const Rules& rules, const Sphere& s) : rules_(rules), sphere_(s) { follow(); }

  /// The sphere has been moved.
  void follow() {
    lanes_ = Lanes{sphere_.center.x, sphere_.center.y, sphere_.center.z, -sphere_.radius};
    point_ = Lanes{sphere_.center.x, sphere_.center.y, sphere_.center.z, 1.0F};
    reach_ = sphere_.radius - kEpsilon;
    behind_ = -reach_;
  }

  /// Whether it reaches the node's sphere; `d` is the distance from the node's plane, or nothing of use when it does not.
  [[nodiscard]] bool reaches(const Sphere& bounds, const Plane& plane, float& d) const {
    if constexpr (Rules::kTraced) {
      d = dist(rules_, plane, sphere_.center);
      return reaches(bounds);
    } else {
      return reaches_in_lanes(bounds, plane, d);
    }
  }

  [[nodiscard]] bool reaches(const Sphere& bounds) const {
    return spheres_intersect(rules_, bounds, sphere_);
  }

  /// Which sides of a plane at that distance it reaches.
  [[nodiscard]] Reach sides(float d) const {
    if (d >= reach_) return Reach::front;
    if (d <= behind_) return Reach::behind;
    return Reach::both;
  }

 private:
  /// Four floats that lie side by side.
  template <class T>
  [[nodiscard]] static Lanes load(const T& four) {
    static_assert(sizeof(T) == sizeof(Lanes));
    Lanes l;
    std::memcpy(&l, &four, sizeof l);
    return l;
  }

  /// `spheres_intersect` and `dist`, sum by sum: z and y, then x, then the last, two sums at once.
  [[nodiscard]] bool reaches_in_lanes(const Sphere& bounds, const Plane& plane, float& d) const {
    const Lanes apart = load(bounds) - lanes_;  // the last lane: the sum of the radii, its square taken away
    const Lanes squares = apart * (apart * Lanes{1.0F, 1.0F, 1.0F, -1.0F});
    const Lanes products = load(plane) * point_;
    const Lanes x_y = __builtin_shufflevector(squares, products, 0, 4, 1, 5);
    const Lanes z_last = __builtin_shufflevector(squares, products, 2, 6, 3, 7);
    const Lanes sum = ((z_last + __builtin_shufflevector(x_y, x_y, 2, 3, 2, 3)) + x_y) +
                      __builtin_shufflevector(z_last, z_last, 2, 3, 2, 3);
    d = sum[1];
    return sum[0] < kEpsilon;
  }

  const Rules& rules_;
  const Sphere& sphere_;
  Lanes lanes_;
  Lanes point_;
  float reach_ = 0.0F;
  float behind_ = 0.0F;
};

}  // namespace surefoot
