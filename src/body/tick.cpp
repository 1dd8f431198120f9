#include "body/tick.hpp"

#include <cmath>

#include <fmt/format.h>

#include "body/commit.hpp"
#include "body/integrate.hpp"
#include "body/velocity.hpp"
#include "motion/check_collision.hpp"

namespace surefoot {

namespace {

/// The rotation of the wish, the place of before, nothing moved.
void stay(Body& body, Frame frame) {
  frame.origin = body.position.frame.origin;
  set_frame(body, frame);
  body.cached_velocity = {};
}

/// Where the mover looks while it flies or sleds, before the sweep.
void turn_along(const Body& body, Frame& frame) {
  if (body.is(physics_state::kAlignPath)) {
    Vec3 d = frame.origin - body.position.frame.origin;
    normalize(d);
    frame.set_vector_heading(d);
  } else if (body.is(physics_state::kSledding) && !is_zero(body.velocity)) {
    frame.set_heading(heading(body.velocity));
  }
}

Expected<void> resolve_and_commit(World& world, Body& body, const Position& wish, float q,
                                  Workspace& workspace, const TickOptions& options, Quantum& out) {
  const ResolveRequest request = request_from_body(body, body.mover, wish);
  const bool fast = options.sink == nullptr && (options.profile == nullptr || options.profile->empty());
  const auto r = fast ? resolve(world, request, workspace)
                      : resolve(world, request, workspace,
                                options.profile != nullptr ? *options.profile : Profile{}, options.sink);
  if (!r) return tl::unexpected<Error>(r.error());
  out.tried = true;
  out.ok = r->ok;
  out.collision_normal_valid = r->collision_normal_valid;
  out.collision_normal = r->collision_normal;
  out.collided_with_environment = r->collided_with_environment;
  for (const PhysicsObject* o : r->collide_objects) out.touched.push_back(o->id);
  if (options.request != nullptr) *options.request = request;
  if (options.result != nullptr) *options.result = *r;
  if (r->velocity_killed) set_velocity(body, {});
  if (!r->ok) {
    stay(body, wish.frame);  // velocity and contact bits stay as they are
    return {};
  }
  body.cached_velocity = vec_div(get_offset(body.position, r->position), q);
  const CommitContext context{options.objects, body.update_time + static_cast<double>(q), options.profile,
                              &out.reports};
  set_position_internal(body, *r, context);
  if (body.mover.object_id != 0 && world.registry().find(body.mover.object_id) != nullptr)
    return world.move_object(body.mover.object_id, body.position, r->cells);
  return {};
}

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
  const Body before = body;
  const auto refuse = [&](const Error& e) {
    body = before;
    return tl::unexpected<Error>(e);
  };
  if (body.has(transient_state::kCheckEthereal)) {
    const auto solid = set_ethereal(world, body.mover.object_id, false, workspace);
    if (!solid) return refuse(solid.error());
    const PhysicsObject& me = *world.registry().find(body.mover.object_id);
    body.mover.physics_state = me.state;
    body.set(transient_state::kCheckEthereal, !*solid);
  }
  body.jumped_this_frame = false;
  Position wish;
  wish.cell_id = body.position.cell_id;
  wish.frame = update_position_internal(body, q);
  if (body.mover.num_spheres == 0) {
    if (!body.has_motion && body.has(transient_state::kOnWalkable)) body.set(transient_state::kActive, false);
    stay(body, wish.frame);
  } else if (equal(wish.frame.origin, body.position.frame.origin)) {
    stay(body, wish.frame);  // less than kEpsilon on every axis is no movement
  } else {
    turn_along(body, wish.frame);
    if (const auto done = resolve_and_commit(world, body, wish, q, workspace, options, out); !done)
      return refuse(done.error());
  }
  body.update_time += static_cast<double>(q);
  return out;
}

}  // namespace surefoot
