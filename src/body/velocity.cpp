#include "body/velocity.hpp"

#include <cmath>

namespace surefoot {

void activate(Body& body, double now, const Profile* profile) {
  if (body.is(physics_state::kStatic) && !has(profile, Divergence::openac_wakes_static)) return;
  if (!body.has(transient_state::kActive)) body.update_time = now;
  body.set(transient_state::kActive, true);
}

void set_velocity(Body& body, const Vec3& velocity, const Profile* profile) {
  if (!equal(velocity, body.velocity) || has(profile, Divergence::openac_set_velocity_copies)) {
    body.velocity = velocity;
    if (std::sqrt(dot_xyz(velocity, velocity)) > kMaxVelocity) {
      normalize(body.velocity);
      body.velocity = body.velocity * kMaxVelocity;
    }
    body.jumped_this_frame = true;
  }
  activate(body, body.update_time, profile);
}

void set_local_velocity(Body& body, const Vec3& v, const Profile* profile) {
  const auto& m = body.position.frame.m;
  set_velocity(body,
               {(m[0] * v.x + m[3] * v.y) + m[6] * v.z, (m[1] * v.x + m[4] * v.y) + m[7] * v.z,
                (m[2] * v.x + m[5] * v.y) + m[8] * v.z},
               profile);
}

Vec3 get_local_physics_velocity(const Body& body) {
  return body.position.globaltolocalvec(body.velocity);
}

void calc_acceleration(Body& body, const Profile* profile) {
  if (body.has(transient_state::kContact) && body.has(transient_state::kOnWalkable) &&
      (!body.is(physics_state::kSledding) || has(profile, Divergence::ace_sled_no_acceleration))) {
    body.acceleration = {};
    body.omega = {};
    return;
  }
  body.acceleration = body.is(physics_state::kGravity) ? Vec3{0.0F, 0.0F, kGravity} : Vec3{};
}

void leave_ground(Body& body, const Profile* profile) {
  const bool is_creature = body.weenie == 0 || (body.weenie & weenie::kCreature) != 0;
  if (!body.has_motion || !is_creature || !body.is(physics_state::kGravity)) return;
  const Vec3 along = body.walk.leaving.value_or(body.walk.velocity);
  Vec3 v{along.x, along.y, body.walk.jump_vz};
  const auto is_small = [](float f) { return std::fabs(f) < kEpsilon; };
  const bool nothing = is_small(v.x) && is_small(v.y) && is_small(v.z);
  if (has(profile, Divergence::gdle_leave_ground_inverted)) {
    if (!nothing) v = body.position.globaltolocalvec(v);
  } else if (nothing) {
    v = get_local_physics_velocity(body);
  }
  set_local_velocity(body, v, profile);
  body.walk.jump_vz = 0.0F;
}

void set_on_walkable(Body& body, bool on, const Profile* profile) {
  const bool was = body.has(transient_state::kOnWalkable);
  body.set(transient_state::kOnWalkable, on);
  if (was && !on) leave_ground(body, profile);  // landing touches no velocity (0x00528AC0)
  calc_acceleration(body, profile);
}

void clear_transient_states(Body& body, const Profile* profile) {
  body.set(transient_state::kContact, false);
  calc_acceleration(body, profile);
  const bool was = body.has(transient_state::kOnWalkable);
  body.set(transient_state::kOnWalkable | transient_state::kWaterContact, false);
  if (was) leave_ground(body, profile);
  calc_acceleration(body, profile);
  body.set(transient_state::kSliding | transient_state::kStationaryMask | transient_state::kActive |
               transient_state::kCheckEthereal,
           false);
}

}  // namespace surefoot
