// The rings of the placement search (spec 04 §6.9).
#pragma once

#include <cmath>
#include <cstdint>

#include "core/constants.hpp"

namespace surefoot {

struct PlacementRings {
  std::int32_t count = 0;  ///< 0: no search (a foot sphere of 4 m or more)
  float step = 0.0F;       ///< metres between rings
  float arc_step = 0.0F;   ///< growth of the half number of points per ring
};

/// For a foot sphere of `radius` metres; 4 m around, 2 m for small ones.
[[nodiscard]] inline PlacementRings placement_rings(float radius) {
  float reach = 4.0F;
  bool small = false;
  float r = radius;
  if (r < kPlacementSmallRadius) {
    small = true;
    reach = 2.0F;
  } else if (r < kPlacementMinRadius) {
    r = kPlacementMinRadius;
  }
  float q = 4.0F / r;
  if (small) q = q * 0.5F;
  if (q <= 1.0F) return {};
  const float rings = std::ceil(q);
  const float step = reach / rings;
  return {static_cast<std::int32_t>(rings), step, (step / r) * kPlacementPi};
}

/// Places on the next ring; `arc`, 0 at first, is carried from ring to ring.
[[nodiscard]] inline std::int32_t places_on_ring(const PlacementRings& rings, float& arc) {
  arc = rings.arc_step + arc;
  return 2 * static_cast<std::int32_t>(std::ceil(arc));
}

/// All places of a search that finds room nowhere. `radius` at least kMinSphereRadius.
[[nodiscard]] inline std::int32_t placement_places(float radius) {
  const PlacementRings rings = placement_rings(radius);
  std::int32_t places = 0;
  float arc = 0.0F;
  for (std::int32_t ring = 0; ring < rings.count; ++ring) places += places_on_ring(rings, arc);
  return places;
}

}  // namespace surefoot
