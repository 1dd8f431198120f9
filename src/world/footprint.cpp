#include "world/footprint.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace surefoot {

namespace {

/// Gathers discs; remembers when one has no bounds.
class Outline {
 public:
  explicit Outline(CellId block) : block_(block) {}

  /// A sphere of the axes of `at`, already scaled. `reach` is how far from the origin of `at` it lies: a frame
  /// given by a matrix may be off by kShear per metre.
  void add(const Position& at, const Vec3& center, float radius) {
    const Vec3 offset = get_block_offset(block_, at.cell_id);
    const Vec3 c = at.frame.localtoglobal(center) + offset;
    constexpr float kShear = 0.01F;
    const float r = std::fabs(radius) + kShear * (length(center) + std::fabs(radius));
    if (!is_finite(c) || !std::isfinite(r)) {
      unbounded_ = true;
      return;
    }
    const float mx = r + footprint_margin(c.x);
    const float my = r + footprint_margin(c.y);
    box_ = {std::min(box_.min_x, c.x - mx), std::min(box_.min_y, c.y - my), std::max(box_.max_x, c.x + mx),
            std::max(box_.max_y, c.y + my)};
  }
  void give_up() { unbounded_ = true; }
  [[nodiscard]] Footprint result() const { return unbounded_ ? Footprint::everywhere() : box_; }

 private:
  static constexpr float kInfinity = std::numeric_limits<float>::infinity();
  CellId block_;
  Footprint box_{kInfinity, kInfinity, -kInfinity, -kInfinity};  // overlaps nothing: no shape
  bool unbounded_ = false;
};

/// The collision tests carry points into the shape's axes and back, which only a rotation undoes.
bool turns_only(const Frame& f) {
  constexpr float kTolerance = 0.005F;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = i; k < 3; ++k) {
      float dot = 0.0F;
      for (std::size_t n = 0; n < 3; ++n) dot += f.m[i * 3 + n] * f.m[k * 3 + n];
      if (!(std::fabs(dot - (i == k ? 1.0F : 0.0F)) <= kTolerance)) return false;
    }
  }
  return true;
}

}  // namespace

Footprint Footprint::everywhere() {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  return {-kInfinity, -kInfinity, kInfinity, kInfinity};
}

Footprint object_footprint(const PhysicsObject& object, CellId block) {
  Outline outline(block);
  if (!turns_only(object.position.frame)) outline.give_up();
  for (const Part& part : object.parts) {
    if (part.gfxobj == nullptr || part.gfxobj->physics_sphere() == nullptr) continue;
    const Sphere& s = *part.gfxobj->physics_sphere();
    if (!turns_only(part.position.frame) || part.scale.z == 0.0F) outline.give_up();
    outline.add(part.position, s.center * part.scale.z, s.radius * part.scale.z);
  }
  for (const CylSphere& c : object.cylspheres())
    outline.add(object.position, c.low_pt * object.scale, c.radius * object.scale);
  for (const Sphere& s : object.spheres())
    outline.add(object.position, s.center * object.scale, s.radius * object.scale);
  return outline.result();
}

}  // namespace surefoot
