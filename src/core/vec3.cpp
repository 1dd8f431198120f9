#include "core/vec3.hpp"

#include "core/det_math.hpp"

namespace surefoot {

double heading_degrees(const Vec3& v) {
  const double angle = det::atan2(static_cast<double>(v.y), static_cast<double>(v.x));
  return det::fmod(450.0 - angle * kDegPerRad, 360.0);
}

float heading(const Vec3& v) {
  Vec3 h{v.x, v.y, 0.0F};
  if (normalize_check_small(h)) return 0.0F;
  return static_cast<float>(heading_degrees(h));
}

}  // namespace surefoot
