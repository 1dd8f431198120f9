#include "body/tick.hpp"

#include <cmath>

#include <fmt/format.h>

#include "body/commit.hpp"
#include "body/ethereal.hpp"
#include "body/integrate.hpp"
#include "body/velocity.hpp"

namespace surefoot {

namespace {

/// The rotation of the wish, the place of before, nothing moved.
void stay(Body& body, Frame frame) {
  frame.origin = body.position.frame.origin;
  set_frame(body, frame);
  body.cached_velocity = {};
}

/// Has the body come far enough to be swept? (0x00509F10)
bool has_moved(const Vec3& from, const Vec3& to, const Profile* profile) {
  const Vec3 d{std::fabs(to.x - from.x), std::fabs(to.y - from.y), std::fabs(to.z - from.z)};
  if (has(profile, Divergence::openac_moved_exactly)) return d.x != 0.0F || d.y != 0.0F || d.z != 0.0F;
  if (has(profile, Divergence::gdle_moved_strictly))
    return !(d.x < kEpsilon && d.y < kEpsilon && d.z < kEpsilon);
  return !equal(to, from);
}

/// Where the mover looks while it flies or sleds, before the sweep.
void turn_along(const Body& body, Frame& frame, const Profile* profile) {
  if (body.is(physics_state::kAlignPath)) {
    Vec3 d = frame.origin - body.position.frame.origin;
    normalize(d);
    frame.set_vector_heading(d);
  } else if (body.is(physics_state::kSledding) && !is_zero(body.velocity)) {
    if (has(profile, Divergence::openac_no_sled_heading)) return;
    if (has(profile, Divergence::ace_sled_pitch))
      frame.set_vector_heading(body.velocity);
    else
      frame.set_heading(heading(body.velocity));
  }
}

/// An object that stands for the body in the world goes along.
Expected<void> take_along(World& world, const Body& body, const ResolveResult& result) {
  if (object_of(world, body) == nullptr) return {};
  return world.move_object(body.mover.object_id, body.position, result.cells);
}

/// The object is the body as others meet it: turned as the body is, and in the body's state but for what belongs to
/// its shapes.
void keep_in_step(World& world, const Body& body) {
  const PhysicsObject* o = object_of(world, body);
  if (o == nullptr) return;
  constexpr std::uint32_t kOfShapes = physics_state::kHasPhysicsBsp | physics_state::kStatic;
  const std::uint32_t state = (o->state & kOfShapes) | (body.mover.physics_state & ~kOfShapes);
  if (o->state != state) static_cast<void>(world.set_object_state(o->id, state));
  const auto& mine = body.position.frame.m;
  if (o->position.frame.m != mine) static_cast<void>(world.turn_object(o->id, body.position.frame));
}

/// Nothing but the rotation of the wish; velocity and contact bits stay as they are.
Expected<void> fail_to_move(World& world, Body& body, const Position& wish, const ResolveResult& result,
                            const Profile* profile) {
  if (!has(profile, Divergence::openac_failed_sweep_moves)) {
    stay(body, wish.frame);
    return {};
  }
  body.position = result.check_position;
  return take_along(world, body, result);
}

Expected<void> resolve_and_commit(World& world, Body& body, const Position& wish, float q,
                                  Workspace& workspace, const TickOptions& options, Quantum& out) {
  const Profile* profile = options.profile;
  ResolveRequest request = request_from_body(body, body.mover, wish);
  if (has(profile, Divergence::openac_path_clipped_state) && body.is(physics_state::kPathClipped))
    request.object_info_state |= object_info_flag::kPathClipped;
  const auto r = resolve(world, request, workspace, profile, options.sink);
  if (!r) return tl::unexpected<Error>(r.error());
  out.tried = true;
  out.ok = r->ok && !(r->cell_id == 0 && has(profile, Divergence::gdle_needs_cell));
  out.collision_normal_valid = r->collision_normal_valid;
  out.collision_normal = r->collision_normal;
  out.collided_with_environment = r->collided_with_environment;
  for (const PhysicsObject* o : r->collide_objects) out.touched.push_back(o->id);
  if (options.request != nullptr) *options.request = request;
  if (options.result != nullptr) *options.result = *r;
  if (r->velocity_killed) set_velocity(body, {}, profile);
  if (!out.ok) return fail_to_move(world, body, wish, *r, profile);
  body.cached_velocity = vec_div(get_offset(body.position, r->position), q, profile);
  if (!has_moved(body.position.frame.origin, wish.frame.origin, profile)) {
    body.position = r->position;  // only under a profile that sweeps a body at rest
    return take_along(world, body, *r);
  }
  const CommitContext context{options.objects, body.update_time + static_cast<double>(q), options.profile,
                              &out.reports};
  set_position_internal(body, *r, context);
  return take_along(world, body, *r);
}

/// How a body was before its quantum, for one that is refused. What a body without a manager changes before its resolve
/// is accepted is little; the rest of it is copied only where more can go wrong.
class Before {
 public:
  explicit Before(const Body& body) : state_(body) {
    if (body.position_manager || body.has(transient_state::kCheckEthereal)) {
      whole_ = body;
      return;
    }
    acceleration_ = body.acceleration;
    omega_ = body.omega;
    cached_velocity_ = body.cached_velocity;
    update_time_ = body.update_time;
    jumped_this_frame_ = body.jumped_this_frame;
    if (body.walk.delta) delta_ = body.walk.delta;
  }
  void give_back(Body& body) const {
    if (whole_) {
      body = *whole_;
      return;
    }
    static_cast<ResolveBody&>(body) = state_;
    body.acceleration = acceleration_;
    body.omega = omega_;
    body.cached_velocity = cached_velocity_;
    body.update_time = update_time_;
    body.jumped_this_frame = jumped_this_frame_;
    body.walk.delta = delta_;
  }

 private:
  ResolveBody state_;
  Vec3 acceleration_;
  Vec3 omega_;
  Vec3 cached_velocity_;
  double update_time_ = 0.0;
  bool jumped_this_frame_ = false;
  std::optional<Frame> delta_;
  std::optional<Body> whole_;
};

}  // namespace

Expected<Quantum> tick(World& world, Body& body, float q, Workspace& workspace, const TickOptions& options) {
  if (!(q > 0.0F && q <= kHugeQuantum))
    return fail(ErrorCode::bad_request,
                fmt::format("a quantum is above 0 and at most {} s, not {}", kHugeQuantum, q), "q");
  Quantum out;
  if (!body.has(transient_state::kActive) || !body.in_world || body.has_parent) {
    body.update_time += static_cast<double>(q);
    return out;
  }
  const Before before(body);
  const auto refuse = [&](const Error& e) {
    before.give_back(body);
    return tl::unexpected<Error>(e);
  };
  if (body.has(transient_state::kCheckEthereal)) {
    if (const auto solid = set_ethereal(world, body, false, workspace); !solid) return refuse(solid.error());
  }
  body.jumped_this_frame = false;
  Position wish;
  wish.cell_id = body.position.cell_id;
  wish.frame = update_position_internal(body, q, options.profile);
  if (body.mover.num_spheres == 0) {
    if (!body.has_motion && body.has(transient_state::kOnWalkable)) body.set(transient_state::kActive, false);
    stay(body, wish.frame);
  } else if (!has_moved(body.position.frame.origin, wish.frame.origin, options.profile) &&
             !has(options.profile, Divergence::openac_moved_exactly)) {
    if (has(options.profile, Divergence::ace_small_move_kept)) {
      set_frame(body, wish.frame);
      body.cached_velocity = {};
    } else {
      stay(body, wish.frame);
    }
  } else {
    turn_along(body, wish.frame, options.profile);
    if (const auto done = resolve_and_commit(world, body, wish, q, workspace, options, out); !done)
      return refuse(done.error());
  }
  const double now = body.update_time + static_cast<double>(q);
  if (body.position_manager) {
    // Putting the body where the network has it is a resolve of its own, in the same workspace.
    if (options.result != nullptr) options.result->collide_objects = {};
    if (options.result != nullptr) options.result->cells = {};
    TickOptions placing = options;
    placing.result = nullptr;
    if (const auto used = use_time(world, body, now, workspace, placing, out.reports); !used)
      return refuse(used.error());
  }
  keep_in_step(world, body);
  body.update_time = now;
  return out;
}

}  // namespace surefoot
