#include "body/commit.hpp"

#include <utility>

#include "body/velocity.hpp"

namespace surefoot {

namespace {

/// Everybody as the resolve found them.
class Unknown final : public TouchedObjects {
 public:
  [[nodiscard]] std::optional<TouchedObject> find(std::uint32_t) const override { return std::nullopt; }
};

bool has(const CommitContext& context, Divergence d) {
  return has(context.profile, d);
}

/// The bits accumulate; 0 and 3 clear them, so the count starts anew after 3 (06 §7.3).
void keep_stationary_frames(Body& body, int frames, const CommitContext& context) {
  if (frames == 1)
    body.set(transient_state::kStationaryFall, true);
  else if (frames == 2)
    body.set(transient_state::kStationaryStop, true);
  else if (frames == 3 && has(context, Divergence::openac_stationary_stuck_kept))
    body.set(transient_state::kStationaryStuck, true);
  else
    body.set(transient_state::kStationaryMask, false);
}

/// The factor of the normal that turns a velocity with this part along it, away from the surface.
float bounce_factor(float along, float elasticity, const CommitContext& context) {
  if (has(context, Divergence::gdle_bounce_double))
    return static_cast<float>(-(static_cast<double>(along) * (static_cast<double>(elasticity) + 1.0)));
  return -(along * (elasticity + 1.0F));
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

bool handle_all_collisions(Body& body, const ResolveResult& result, bool was_in_contact, bool was_on_walkable,
                           const CommitContext& context) {
  const bool on_walkable = body.has(transient_state::kOnWalkable);
  const bool bounce = !(was_on_walkable && on_walkable) || body.is(physics_state::kSledding);
  const ReportingMover me{body.mover.physics_state, body.weenie != 0, body.velocity,
                          was_in_contact,           was_on_walkable,  body.transient};
  auto outcome = report_collisions(body.collisions, me, result, known_objects(context), context.now);
  const std::uint32_t flying = body.mover.physics_state;
  body.mover.physics_state = outcome.physics_state;
  if (outcome.flight_ended_by_environment && has(context, Divergence::ace_missile_keeps_path))
    body.mover.physics_state |= flying & (kMissileFlight & ~physics_state::kMissile);
  if (context.reports != nullptr) {
    context.reports->insert(context.reports->end(), outcome.reports.begin(), outcome.reports.end());
  }
  const int frames = result.frames_stationary_fall;
  if (frames > 1) {
    body.velocity = {};
  } else if (bounce && result.collision_normal_valid) {
    if (body.is(physics_state::kInelastic)) {
      body.velocity = {};
    } else if (!has(context, Divergence::ad25_no_bounce)) {
      const Vec3& n = result.collision_normal;
      const float d = dot_zyx(body.velocity, n);
      if (d < 0.0F) {
        const float k = bounce_factor(d, body.elasticity, context);
        body.velocity = {k * n.x + body.velocity.x, k * n.y + body.velocity.y, k * n.z + body.velocity.z};
      }
    }
  }
  keep_stationary_frames(body, frames, context);
  return outcome.reported;
}

void set_position_internal(Body& body, const ResolveResult& result, const CommitContext& context) {
  const bool was_in_contact = body.has(transient_state::kContact);
  const bool was_on_walkable = body.has(transient_state::kOnWalkable);
  if (result.cell_id == 0) {
    // It fell out of the known world: nothing of the rest happens.
    body.position = result.position;
    body.set(transient_state::kActive, false);
    body.in_world = false;
    return;
  }
  body.position = result.position;
  body.contact_plane = result.contact_plane;  // also when it is not valid
  if (has(context, Divergence::i32_last_known_written_back) && !result.contact_plane_valid &&
      result.last_known_contact_plane_valid)
    body.contact_plane = result.last_known_contact_plane;
  body.set(transient_state::kContact, result.contact_plane_valid);
  calc_acceleration(body, context.profile);  // still with the old OnWalkable
  body.set(transient_state::kWaterContact, result.contact_plane.is_water);
  const bool late = has(context, Divergence::openac_late_leave_ground);
  if (result.contact_plane_valid) {
    const float floor_z = has(context, Divergence::openac_floor_z) ? kOpenAcFloorZ : kFloorZ;
    const bool walkable = !(body.contact_plane.plane.normal.z < floor_z);
    if (late) {
      body.set(transient_state::kOnWalkable, walkable);
      calc_acceleration(body, context.profile);
    } else {
      set_on_walkable(body, walkable, context.profile);
    }
  } else {
    body.set(transient_state::kOnWalkable, false);
    if (was_on_walkable && !late) leave_ground(body, context.profile);
    calc_acceleration(body, context.profile);
  }
  body.sliding_normal = result.sliding_normal;  // also when it is not valid
  body.set(transient_state::kSliding, result.sliding_normal_valid);
  static_cast<void>(handle_all_collisions(body, result, was_in_contact, was_on_walkable, context));
  if (late && was_on_walkable && !body.has(transient_state::kOnWalkable)) leave_ground(body, context.profile);
}

}  // namespace surefoot
