#include "body/commit.hpp"

#include <utility>

#include "body/velocity.hpp"
#include "core/sums.hpp"

namespace surefoot {

namespace {

/// Everybody as the resolve found them.
class Unknown final : public TouchedObjects {
 public:
  [[nodiscard]] std::optional<TouchedObject> find(std::uint32_t) const override { return std::nullopt; }
};

/// The bits accumulate; 0 and 3 clear them, so the count starts anew after 3 (06 §7.3).
template <class Rules>
void keep_stationary_frames(const Rules& rules, Body& body, int frames) {
  if (frames == 1) {
    rules.arm(Arm::handle_all_collisions_stationary_fall);
    body.set(transient_state::kStationaryFall, true);
  } else if (frames == 2) {
    rules.arm(Arm::handle_all_collisions_stationary_stop);
    body.set(transient_state::kStationaryStop, true);
  } else if (frames == 3 && rules.has(Divergence::openac_stationary_stuck_kept)) {
    body.set(transient_state::kStationaryStuck, true);
  } else {
    if (frames == 3) rules.arm(Arm::handle_all_collisions_stationary_over);
    body.set(transient_state::kStationaryMask, false);
  }
}

/// The factor of the normal that turns a velocity with this part along it, away from the surface.
template <class Rules>
float bounce_factor(const Rules& rules, float along, float elasticity) {
  if (rules.has(Divergence::gdle_bounce_double))
    return static_cast<float>(-(static_cast<double>(along) * (static_cast<double>(elasticity) + 1.0)));
  return -(along * (elasticity + 1.0F));
}

/// Once the resolve is over, the velocity answers what was hit.
template <class Rules>
void answer(const Rules& rules, Body& body, const ResolveResult& result, bool may_bounce) {
  const int frames = result.frames_stationary_fall;
  if (frames > 1) {
    rules.arm(Arm::handle_all_collisions_stops,
              trace::count("blocked ticks", static_cast<std::uint32_t>(frames)));
    body.velocity = {};
    return;
  }
  if (!result.collision_normal_valid) {
    rules.arm(Arm::handle_all_collisions_nothing_hit);
    return;
  }
  if (!may_bounce) {
    rules.arm(Arm::handle_all_collisions_walks_on);
    return;
  }
  if (body.is(physics_state::kInelastic)) {
    rules.arm(Arm::handle_all_collisions_inelastic);
    body.velocity = {};
    return;
  }
  const Vec3& n = result.collision_normal;
  const float d = dot_zyx(rules, body.velocity, n);
  if (!(d < 0.0F)) {
    rules.arm(Arm::handle_all_collisions_moving_away, trace::cmp("v·N", d, ">=", 0.0F), trace::vec("N", n));
    return;
  }
  if (rules.has(Divergence::ad25_no_bounce)) return;
  const float k = bounce_factor(rules, d, body.elasticity);
  body.velocity = {k * n.x + body.velocity.x, k * n.y + body.velocity.y, k * n.z + body.velocity.z};
  rules.arm(Arm::handle_all_collisions_bounces, trace::cmp("v·N", d, "<", 0.0F), trace::vec("N", n),
            trace::vec("velocity", body.velocity));
}

}  // namespace

const TouchedObjects& known_objects(const CommitContext& context) {
  static const Unknown kNobody;
  return context.objects != nullptr ? *context.objects : kNobody;
}

void set_frame(Body& body, const Frame& frame) {
  body.position.frame = frame;
  if (!frame.is_valid() && is_finite(frame.origin)) {
    body.position.frame.q = {0.0F, 0.0F, 0.0F, 0.0F};
    body.position.frame.cache();
  }
}

template <class Rules>
bool handle_all_collisions(const Rules& rules, Body& body, const ResolveResult& result, bool was_in_contact,
                           bool was_on_walkable, const CommitContext& context) {
  auto scope = rules.enter(Fn::handle_all_collisions);
  const bool on_walkable = body.has(transient_state::kOnWalkable);
  const bool bounce = !(was_on_walkable && on_walkable) || body.is(physics_state::kSledding);
  const ReportingMover me{body.mover.physics_state, body.weenie != 0, body.velocity,
                          was_in_contact,           was_on_walkable,  body.transient};
  const auto outcome = report_collisions(rules, body.collisions, me, result, known_objects(context),
                                         context.now, context.reports);
  const std::uint32_t flying = body.mover.physics_state;
  body.mover.physics_state = outcome.physics_state;
  if (outcome.flight_ended_by_environment && rules.has(Divergence::ace_missile_keeps_path))
    body.mover.physics_state |= flying & (kMissileFlight & ~physics_state::kMissile);
  if (body.mover.physics_state != flying)
    rules.arm(Arm::handle_all_collisions_flight_ends, trace::id("state", body.mover.physics_state));
  answer(rules, body, result, bounce);
  keep_stationary_frames(rules, body, result.frames_stationary_fall);
  return scope(outcome.reported);
}

template <class Rules>
void set_position_internal(const Rules& rules, Body& body, const ResolveResult& result,
                           const CommitContext& context) {
  auto scope = rules.enter(Fn::set_position_internal);
  const bool was_in_contact = body.has(transient_state::kContact);
  const bool was_on_walkable = body.has(transient_state::kOnWalkable);
  if (result.cell_id == 0) {
    // It fell out of the known world: nothing of the rest happens.
    rules.arm(Arm::set_position_internal_out_of_world, trace::id("cell", result.position.cell_id));
    body.position = result.position;
    body.set(transient_state::kActive, false);
    body.in_world = false;
    return;
  }
  body.position = result.position;
  body.contact_plane = result.contact_plane;  // also when it is not valid
  if (rules.has(Divergence::i32_last_known_written_back) && !result.contact_plane_valid &&
      result.last_known_contact_plane_valid)
    body.contact_plane = result.last_known_contact_plane;
  const Vec3& normal = body.contact_plane.plane.normal;
  body.set(transient_state::kContact, result.contact_plane_valid);
  calc_acceleration(rules, body);  // still with the old OnWalkable
  body.set(transient_state::kWaterContact, result.contact_plane.is_water);
  const bool late = rules.has(Divergence::openac_late_leave_ground);
  if (result.contact_plane_valid) {
    const bool walkable = is_valid_walkable(rules, normal);
    rules.arm(walkable ? Arm::set_position_internal_on_walkable : Arm::set_position_internal_on_steep,
              trace::cmp("N.z", normal.z, walkable ? ">=" : "<", floor_z(rules)),
              trace::num("d", body.contact_plane.plane.d), trace::id("cell", body.contact_plane.cell_id));
    if (late) {
      body.set(transient_state::kOnWalkable, walkable);
      calc_acceleration(rules, body);
    } else {
      set_on_walkable(rules, body, walkable);
    }
  } else {
    rules.arm(Arm::set_position_internal_no_contact, trace::vec("plane kept, N", normal));
    body.set(transient_state::kOnWalkable, false);
    if (was_on_walkable && !late) leave_ground(rules, body);
    calc_acceleration(rules, body);
  }
  body.sliding_normal = result.sliding_normal;  // also when it is not valid
  body.set(transient_state::kSliding, result.sliding_normal_valid);
  handle_all_collisions(rules, body, result, was_in_contact, was_on_walkable, context);
  if (late && was_on_walkable && !body.has(transient_state::kOnWalkable)) leave_ground(rules, body);
  scope(body.position.frame.origin);
}

template void set_position_internal(const Retail&, Body&, const ResolveResult&, const CommitContext&);
template void set_position_internal(const Profiled&, Body&, const ResolveResult&, const CommitContext&);
template bool handle_all_collisions(const Retail&, Body&, const ResolveResult&, bool, bool,
                                    const CommitContext&);
template bool handle_all_collisions(const Profiled&, Body&, const ResolveResult&, bool, bool,
                                    const CommitContext&);

}  // namespace surefoot
