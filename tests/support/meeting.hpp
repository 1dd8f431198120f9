// A mover meeting one sphere or cylinder of an object: the stage of the worked cases of spec 03 §16.
#pragma once

#include <span>

#include "motion/collide_cyl_sphere.ipp"
#include "support/scripted_cells.hpp"

namespace surefoot::test {

/// Foot (0,0,0.475) and head (0,0,1.35), radius 0.48: the mover of spec 03 §16.
inline constexpr Sphere kPlayer[] = {{{0, 0, 0.475F}, 0.48F}, {{0, 0, 1.35F}, 0.48F}};

/// A mover with its feet going from `from` to `to`; a step-up finds flat ground and succeeds. Airborne until
/// `ground`.
inline void meet(Scene& s, const Vec3& from, const Vec3& to, std::span<const Sphere> spheres = kPlayer) {
  s.set_up(spheres, from, to);
  s.oi.step_up_height = 0.6F;
  s.oi.step_down_height = 1.5F;
  s.sp.localspace_pos = Scene::at({});
  s.cells.script = {[](ScriptedTransition& t) {
    t.ci.set_contact_plane(kFlat, false);
    return TransitionState::Ok;
  }};
}

inline void ground(Scene& s) {
  s.oi.state = kGrounded;
  s.stand_on(kFlat);
}

/// Arm 5 of spec 03 §6.2 and §7.2: a landing was recorded, a resting point is looked for.
inline void look_for_rest(Scene& s) {
  s.sp.collide = true;
  s.sp.walkable_allowance = kLandingZ;
}

/// One meeting under retail rules.
struct Meeting {
  Meeting(const Vec3& from, const Vec3& to, std::span<const Sphere> spheres = kPlayer) {
    meet(s, from, to, spheres);
    // The candidate's origin is only ever added to here, the spheres have their places already. From zero the
    // offset comes out with all its bits.
    s.sp.check_pos.frame.origin = {};
  }
  Meeting& grounded() {
    ground(s);
    return *this;
  }
  TransitionState against(const Sphere& target, bool creature = false) {
    return collide_sphere::intersects_sphere(s.t, target, creature);
  }
  TransitionState against(const CylSphere& target) {
    return collide_cyl_sphere::intersects_sphere(s.t, target);
  }
  /// What was added to the candidate.
  [[nodiscard]] const Vec3& offset() const { return s.sp.check_pos.frame.origin; }

  Scene s;
};

}  // namespace surefoot::test
