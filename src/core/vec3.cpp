#include "core/vec3.hpp"

#include "core/det_math.hpp"

namespace surefoot {

float heading(const Vec3& v) {
  Vec3 h{v.x, v.y, 0.0F};
  if (normalize_check_small(h)) return 0.0F;
  const double angle = det::atan2(static_cast<double>(h.y), static_cast<double>(h.x));
  return static_cast<float>(det::fmod(450.0 - angle * kDegPerRad, 360.0));
}

}  // namespace surefoot
