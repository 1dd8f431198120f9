// One quantum of free movement: friction, displacement, gravity, turning (spec 06 §5).
#pragma once

#include "body/body.hpp"
#include "core/divergence.hpp"

namespace surefoot {

// No profile is retail.

/// 0x0050EE70. `speed_sq` is the squared speed before, which decides how a sledding body is slowed.
void calc_friction(Body& body, float q, float speed_sq, const Profile* profile = nullptr);

/// 0x00510700: moves the frame by the body's velocity and acceleration over `q` seconds, and the velocity with it.
void update_physics_internal(Body& body, float q, Frame& frame, const Profile* profile = nullptr);

/// 0x00512C30: where the body would be after `q` seconds if nothing were in its way.
[[nodiscard]] Frame update_position_internal(Body& body, float q, const Profile* profile = nullptr);

}  // namespace surefoot
