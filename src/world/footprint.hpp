// The ground an object's shapes can cover, never too small: what the index of a shadow list rejects by.
#pragma once

#include <cmath>

#include "world/object.hpp"

namespace surefoot {

/// A rectangle of x and y, metres, in the coordinates of one landblock. Every comparison with NaN fails, so
/// `overlaps` is written to answer true then.
struct Footprint {
  float min_x = 0.0F;
  float min_y = 0.0F;
  float max_x = 0.0F;
  float max_y = 0.0F;

  /// Covers everything: for what cannot be bounded.
  [[nodiscard]] static Footprint everywhere();
  [[nodiscard]] bool overlaps(const Footprint& o) const {
    return !(max_x < o.min_x) && !(o.max_x < min_x) && !(max_y < o.min_y) && !(o.max_y < min_y);
  }
};

/// How much wider than computed a rectangle is made: far more than the rounding of the collision tests, and
/// than the kEpsilon by which touching counts (`CSphere::intersects` accepts √kEpsilon = 0.0142 m between
/// points). The share grows with the coordinates, as their rounding does.
[[nodiscard]] inline float footprint_margin(float coordinate) {
  return 0.05F + 1e-4F * std::fabs(coordinate);
}

/// All shapes of the object, whichever family its state picks, in block coordinates of `block`'s landblock.
[[nodiscard]] Footprint object_footprint(const PhysicsObject& object, CellId block);

}  // namespace surefoot
