#include "body/integrate.hpp"

#include <cmath>

#include "body/velocity.hpp"
#include "core/det_math.hpp"
#include "core/sums.hpp"

namespace surefoot {

namespace {

/// cos of 10 degrees in binary64.
constexpr double kCos10Deg = 0.984807753012208;
/// The same in a port that has the sides swapped, and the cosine of 10 degrees taken for radians in another.
constexpr float kOpenAcSledSlope = 0.98480775F;
constexpr float kAceSledSlope = 0.99999536F;
/// Friction of a fast sled on a slope of more than 10 degrees.
constexpr float kSledFriction = 0.2F;

/// Is a sled on a slope that lets it glide?
bool glides(float normal_z, const Profile* profile) {
  if (has(profile, Divergence::openac_sled_slope)) return normal_z > kOpenAcSledSlope;
  if (has(profile, Divergence::ace_sled_slope)) return normal_z > kAceSledSlope;
  return !(kCos10Deg <= static_cast<double>(normal_z));
}

template <class Rules>
float friction_of(const Rules& rules, const Body& body, float speed_sq) {
  if (!body.is(physics_state::kSledding)) {
    rules.arm(Arm::calc_friction_own, trace::num("friction", body.friction));
    return body.friction;
  }
  if (speed_sq < kSledSlowSq) {
    rules.arm(Arm::calc_friction_sled_slow, trace::cmp("speed²", speed_sq, "<", kSledSlowSq));
    return 1.0F;
  }
  if (speed_sq < kSledFastSq) {
    rules.arm(Arm::calc_friction_sled_own, trace::cmp("speed²", speed_sq, "<", kSledFastSq));
    return body.friction;
  }
  const float z = body.contact_plane.plane.normal.z;
  if (glides(z, rules.profile())) {
    rules.arm(Arm::calc_friction_sled_glides, trace::num("N.z", z));
    return kSledFriction;
  }
  rules.arm(Arm::calc_friction_sled_flat, trace::num("N.z", z));
  return body.friction;
}

/// What `q` seconds of this friction leave of a speed.
float kept_share(float friction, float q, const Profile* profile) {
  const double base = has(profile, Divergence::openac_pow_single) ? static_cast<double>(1.0F - friction)
                                                                  : 1.0 - static_cast<double>(friction);
  return static_cast<float>(det::pow(base, static_cast<double>(q)));
}

/// Along one axis.
float displacement(float speed, float acceleration, float q, const Profile* profile) {
  if (has(profile, Divergence::openac_displacement_sum)) return speed * q + acceleration * ((0.5F * q) * q);
  const float h = acceleration * 0.5F;
  return (q * speed) + (h * q) * q;
}

bool is_identity(const Frame& f) {
  const auto zero = [](float v) { return v == 0.0F; };
  return zero(f.origin.x) && zero(f.origin.y) && zero(f.origin.z) && f.q.w == 1.0F && zero(f.q.x) &&
         zero(f.q.y) && zero(f.q.z);
}

/// The pose carried on by a delta in its own axes.
Frame carried(const Frame& pose, const Frame& off, const Profile* profile) {
  Frame out = combine(pose, off, rotation_rule(profile));
  if (has(profile, Divergence::gdle_combine_origin_first)) {
    const auto& m = pose.m;
    const Vec3& v = off.origin;
    const auto along = [&](float from, std::size_t i) {
      return ((from + m[i] * v.x) + m[i + 3] * v.y) + m[i + 6] * v.z;
    };
    out.origin = {along(pose.origin.x, 0), along(pose.origin.y, 1), along(pose.origin.z, 2)};
  }
  if (has(profile, Divergence::openac_rotation_kept) && is_identity(off)) {
    out = pose;
  } else if (has(profile, Divergence::ace_rotation_unnormalised)) {
    const Quat& a = pose.q;
    const Quat& b = off.q;
    out.q = {
        ((a.w * b.w - b.x * a.x) - b.y * a.y) - b.z * a.z, ((a.w * b.x + b.z * a.y) + b.w * a.x) - b.y * a.z,
        ((b.y * a.w - b.z * a.x) + a.z * b.x) + a.y * b.w, ((b.y * a.x + b.z * a.w) - a.y * b.x) + a.z * b.w};
    out.cache();
  }
  return out;
}

/// `off` becomes the delta an animation would have brought in `q` seconds (synthetic root motion, spec 06 §10).
void advance_root_motion(Walk& walk, float q, Frame& off, const Profile* profile) {
  if (walk.delta) {
    off = *walk.delta;
    walk.delta.reset();
    return;
  }
  if (walk.drive != Drive::root_motion) return;
  off.origin = {q * walk.velocity.x, q * walk.velocity.y, q * walk.velocity.z};
  off.rotate({0.0F, 0.0F, q * walk.turn}, rotation_rule(profile));
}

}  // namespace

template <class Rules>
void calc_friction(const Rules& rules, Body& body, float q, float speed_sq) {
  auto scope = rules.enter(Fn::calc_friction);
  if (!body.has(transient_state::kOnWalkable)) {
    rules.arm(Arm::calc_friction_in_air);
    return;
  }
  const Vec3& n = body.contact_plane.plane.normal;
  const float d = dot_zyx(rules, body.velocity, n);
  const float limit = rules.has(Divergence::ap7_threshold_zero) ? 0.0F : kFrictionAngle;
  if (d >= limit) {
    rules.arm(Arm::calc_friction_away, trace::cmp("v·N", d, ">=", limit));
    return;
  }
  rules.arm(Arm::calc_friction_slowed, trace::cmp("v·N", d, "<", limit), trace::vec("N", n));
  Vec3& v = body.velocity;
  v = {v.x - d * n.x, v.y - d * n.y, v.z - d * n.z};
  const float s = kept_share(friction_of(rules, body, speed_sq), q, rules.profile());
  v = {s * v.x, s * v.y, s * v.z};
  scope(v);
}

template <class Rules>
void update_physics_internal(const Rules& rules, Body& body, float q, Frame& frame) {
  auto scope = rules.enter(Fn::update_physics_internal);
  Vec3& v = body.velocity;
  const Vec3& a = body.acceleration;
  float speed_sq = dot_xyz(v, v);
  if (speed_sq <= 0.0F) {
    if (!body.has_motion && body.has(transient_state::kOnWalkable)) {
      rules.arm(Arm::update_physics_internal_falls_asleep);
      body.set(transient_state::kActive, false);
    } else {
      rules.arm(Arm::update_physics_internal_at_rest);
    }
  } else {
    if (speed_sq > kMaxVelocitySq) {
      rules.arm(Arm::update_physics_internal_too_fast, trace::cmp("speed²", speed_sq, ">", kMaxVelocitySq));
      normalize(v);
      speed_sq = kMaxVelocitySq;
      v = {kMaxVelocity * v.x, kMaxVelocity * v.y, kMaxVelocity * v.z};
    }
    calc_friction(rules, body, q, speed_sq);
    const float above = speed_sq - kSmallVelocitySq;
    if (above < kEpsilon) {
      rules.arm(Arm::update_physics_internal_too_slow,
                trace::cmp("speed² before - 0.0625", above, "<", kEpsilon));
      v = {};
    }
    const auto step = [&](float speed, float acceleration) {
      return displacement(speed, acceleration, q, rules.profile());
    };
    frame.origin = {step(v.x, a.x) + frame.origin.x, step(v.y, a.y) + frame.origin.y,
                    step(v.z, a.z) + frame.origin.z};
    rules.arm(Arm::update_physics_internal_moved, trace::vec("velocity", v), trace::vec("to", frame.origin));
  }
  v = {(q * a.x) + v.x, (q * a.y) + v.y, (q * a.z) + v.z};
  frame.grotate({q * body.omega.x, q * body.omega.y, q * body.omega.z}, rotation_rule(rules));
  if (!is_zero(body.omega))
    rules.arm(Arm::update_physics_internal_spins, trace::vec("omega", body.omega),
              trace::vec("rotation x y z", {frame.q.x, frame.q.y, frame.q.z}));
  scope(v);
}

template <class Rules>
Frame update_position_internal(const Rules& rules, Body& body, float q) {
  auto scope = rules.enter(Fn::update_position_internal);
  const Profile* profile = rules.profile();
  if (rules.has(Divergence::openac_acceleration_each_quantum)) calc_acceleration(rules, body);
  Frame off;
  const bool hidden = body.is(physics_state::kHidden);
  const bool grounded = body.has(transient_state::kOnWalkable);
  if (hidden) {
    rules.arm(Arm::update_position_internal_hidden);
  } else {
    if (body.walk.drive == Drive::state_velocity && grounded) {
      // The world's vertical speed goes into the body's slot: exact for upright movers (spec 06 §14 b).
      set_local_velocity(rules, body, {body.walk.velocity.x, body.walk.velocity.y, body.velocity.z});
    }
    const bool clears = body.walk.zero_grounded_xy || rules.has(Divergence::acdream_zero_grounded_xy);
    if (clears && body.walk.drive == Drive::root_motion && grounded)
      body.velocity = {0.0F, 0.0F, body.velocity.z};
    advance_root_motion(body.walk, q, off, profile);
    // In the air the animation moves nobody, but turns.
    const float scale = grounded ? body.mover.scale : 0.0F;
    off.origin = {off.origin.x * scale, off.origin.y * scale, off.origin.z * scale};
    rules.arm(grounded ? Arm::update_position_internal_on_ground : Arm::update_position_internal_in_air,
              trace::vec("animation", off.origin));
    if (body.walk.drive == Drive::state_velocity)
      off.rotate({0.0F, 0.0F, q * body.walk.turn}, rotation_rule(rules));
  }
  if (body.position_manager) adjust_offset(rules, body, off, q);
  Frame out = carried(body.position.frame, off, profile);
  rules.arm(Arm::update_position_internal_carried, trace::vec("to", out.origin),
            trace::vec("rotation x y z", {out.q.x, out.q.y, out.q.z}));
  if (!hidden) update_physics_internal(rules, body, q, out);
  scope(out.origin);
  return out;
}

template void calc_friction(const Retail&, Body&, float, float);
template void calc_friction(const Profiled&, Body&, float, float);
template void update_physics_internal(const Retail&, Body&, float, Frame&);
template void update_physics_internal(const Profiled&, Body&, float, Frame&);
template Frame update_position_internal(const Retail&, Body&, float);
template Frame update_position_internal(const Profiled&, Body&, float);

}  // namespace surefoot
