// The running sum of `CPolygon::make_plane` (spec 02 §2.2): one accumulator over all points, z before y
// before x.
//
// In a file of its own because GCC 12's vectoriser reorders exactly this form (docs/determinism.md); the
// start-up self-check and tests/core/vectoriser_test.cpp run it against a version that cannot be vectorised.
#pragma once

#include <cstddef>

#include "core/vec3.hpp"

namespace surefoot {

[[nodiscard]] inline float chained_sum(const Vec3& n, const Vec3* points, std::size_t count) {
  float s = 0.0F;
  for (std::size_t i = 0; i < count; ++i) {
    s = ((s + n.z * points[i].z) + n.y * points[i].y) + n.x * points[i].x;
  }
  return s;
}

}  // namespace surefoot
