#pragma once

#include "core/vec3.hpp"

namespace surefoot {

struct Sphere {
  Vec3 center;
  float radius = 0.0F;  ///< metres
};

/// An upright cylinder (retail CCylSphere): its axis stays the world's z, whatever the object's rotation.
struct CylSphere {
  Vec3 low_pt;          ///< middle of the bottom
  float radius = 0.0F;  ///< metres
  float height = 0.0F;  ///< metres; 0 is legal
};

/// `CSphere::intersects` 0x005344A0 (spec 02 §3.2): touching spheres intersect, by the epsilon.
[[nodiscard]] constexpr bool spheres_intersect(const Sphere& a, const Sphere& b) {
  const Vec3 d = a.center - b.center;
  const float r = b.radius + a.radius;
  return dot_zyx(d, d) - r * r < kEpsilon;
}

}  // namespace surefoot
