#include "body/integrate.hpp"

#include <cmath>

#include "body/velocity.hpp"
#include "core/det_math.hpp"

namespace surefoot {

namespace {

/// cos of 10 degrees in binary64.
constexpr double kCos10Deg = 0.984807753012208;
/// Friction of a fast sled on a slope of more than 10 degrees.
constexpr float kSledFriction = 0.2F;

float friction_of(const Body& body, float speed_sq) {
  if (!body.is(physics_state::kSledding)) return body.friction;
  if (speed_sq < kSledSlowSq) return 1.0F;
  const auto slope = static_cast<double>(body.contact_plane.plane.normal.z);
  return speed_sq < kSledFastSq || kCos10Deg <= slope ? body.friction : kSledFriction;
}

/// The delta an animation would have brought in `q` seconds (synthetic root motion, spec 06 §10).
Frame advance_root_motion(Walk& walk, float q) {
  Frame off;
  if (walk.delta) {
    off = *walk.delta;
    walk.delta.reset();
    return off;
  }
  if (walk.drive != Drive::root_motion) return off;
  off.origin = {q * walk.velocity.x, q * walk.velocity.y, q * walk.velocity.z};
  off.rotate({0.0F, 0.0F, q * walk.turn});
  return off;
}

}  // namespace

void calc_friction(Body& body, float q, float speed_sq) {
  if (!body.has(transient_state::kOnWalkable)) return;
  const Vec3& n = body.contact_plane.plane.normal;
  const float d = dot_zyx(body.velocity, n);
  if (d >= kFrictionAngle) return;
  Vec3& v = body.velocity;
  v = {v.x - d * n.x, v.y - d * n.y, v.z - d * n.z};
  const double base = 1.0 - static_cast<double>(friction_of(body, speed_sq));
  const auto s = static_cast<float>(det::pow(base, static_cast<double>(q)));
  v = {s * v.x, s * v.y, s * v.z};
}

void update_physics_internal(Body& body, float q, Frame& frame) {
  Vec3& v = body.velocity;
  const Vec3& a = body.acceleration;
  float speed_sq = dot_xyz(v, v);
  if (speed_sq <= 0.0F) {
    if (!body.has_motion && body.has(transient_state::kOnWalkable)) body.set(transient_state::kActive, false);
  } else {
    if (speed_sq > kMaxVelocitySq) {
      normalize(v);
      speed_sq = kMaxVelocitySq;
      v = {kMaxVelocity * v.x, kMaxVelocity * v.y, kMaxVelocity * v.z};
    }
    calc_friction(body, q, speed_sq);
    if (speed_sq - kSmallVelocitySq < kEpsilon) v = {};
    const auto step = [q](float speed, float acceleration) {
      const float h = acceleration * 0.5F;
      return (q * speed) + (h * q) * q;
    };
    frame.origin = {step(v.x, a.x) + frame.origin.x, step(v.y, a.y) + frame.origin.y,
                    step(v.z, a.z) + frame.origin.z};
  }
  v = {(q * a.x) + v.x, (q * a.y) + v.y, (q * a.z) + v.z};
  frame.grotate({q * body.omega.x, q * body.omega.y, q * body.omega.z});
}

Frame update_position_internal(Body& body, float q) {
  Frame off;
  const bool hidden = body.is(physics_state::kHidden);
  if (!hidden) {
    if (body.walk.drive == Drive::state_velocity && body.has(transient_state::kOnWalkable)) {
      // The world's vertical speed goes into the body's slot: exact for upright movers (spec 06 §14 b).
      set_local_velocity(body, {body.walk.velocity.x, body.walk.velocity.y, body.velocity.z});
    }
    if (body.walk.zero_grounded_xy && body.walk.drive == Drive::root_motion &&
        body.has(transient_state::kOnWalkable))
      body.velocity = {0.0F, 0.0F, body.velocity.z};
    off = advance_root_motion(body.walk, q);
    // In the air the animation moves nobody, but turns.
    const float scale = body.has(transient_state::kOnWalkable) ? body.mover.scale : 0.0F;
    off.origin = {off.origin.x * scale, off.origin.y * scale, off.origin.z * scale};
    if (body.walk.drive == Drive::state_velocity) off.rotate({0.0F, 0.0F, q * body.walk.turn});
  }
  if (body.position_manager) adjust_offset(body, off, q);
  Frame out = combine(body.position.frame, off);
  if (!hidden) update_physics_internal(body, q, out);
  return out;
}

}  // namespace surefoot
