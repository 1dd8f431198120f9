#include "body/tick.hpp"

#include <cmath>

#include <fmt/format.h>

#include "body/commit.hpp"
#include "body/ethereal.hpp"
#include "body/integrate.hpp"
#include "body/velocity.hpp"
#include "world/cell_region.hpp"

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
template <class Rules>
void turn_along(const Rules& rules, const Body& body, Frame& frame) {
  if (body.is(physics_state::kAlignPath)) {
    Vec3 d = frame.origin - body.position.frame.origin;
    normalize(d);
    if (rules.has(Divergence::gdle_path_binary32))
      frame.set_vector_heading_binary32(d, rotation_rule(rules));
    else
      frame.set_vector_heading(d, rules.has(Divergence::ace_heading_pitch_as_yaw), rotation_rule(rules));
    rules.arm(Arm::update_object_internal_along_path, trace::vec("way", d),
              trace::vec("rotation x y z", {frame.q.x, frame.q.y, frame.q.z}));
  } else if (body.is(physics_state::kSledding) && !is_zero(body.velocity)) {
    if (rules.has(Divergence::openac_no_sled_heading)) return;
    if (rules.has(Divergence::ace_sled_pitch))
      frame.set_vector_heading(body.velocity, rules.has(Divergence::ace_heading_pitch_as_yaw),
                               rotation_rule(rules));
    else
      frame.set_heading(heading(body.velocity), rotation_rule(rules));
    rules.arm(Arm::update_object_internal_along_sled,
              trace::vec("rotation x y z", {frame.q.x, frame.q.y, frame.q.z}));
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

/// Did the resolve look, or would the body be listed, outside?
bool has_left(CellRegion* region, const ResolveResult& result) {
  if (region == nullptr) return false;
  for (const CellEntry& e : result.cells) {
    if (e.cell != nullptr && !region->admits(*e.cell)) break;
  }
  return region->left();
}

/// Nothing but the rotation of the wish; velocity and contact bits stay as they are.
template <class Rules>
Expected<void> fail_to_move(const Rules& rules, World& world, Body& body, const Position& wish,
                            const ResolveResult& result) {
  if (!rules.has(Divergence::openac_failed_sweep_moves)) {
    rules.arm(Arm::update_object_internal_failed, trace::vec("stays at", body.position.frame.origin));
    stay(body, wish.frame);
    return {};
  }
  body.position = result.check_position;
  return take_along(world, body, result);
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

/// One quantum under one policy.
template <class Rules>
class OneTick {
 public:
  OneTick(const Rules& rules, World& world, Body& body, float q, Workspace& workspace,
          const TickOptions& options, Quantum& out)
      : rules_(rules),
        world_(world),
        body_(body),
        q_(q),
        workspace_(workspace),
        options_(options),
        out_(out) {}

  Expected<void> run() {
    auto scope = rules_.enter(Fn::update_object_internal);
    Expected<void> done;
    if (!body_.has(transient_state::kActive) || !body_.in_world || body_.has_parent) {
      rules_.arm(Arm::update_object_internal_asleep);
      body_.update_time += static_cast<double>(q_);
    } else {
      const Before before(body_);
      done = live();
      if (!done) before.give_back(body_);
    }
    scope(body_.position.frame.origin);
    return done;
  }

 private:
  Expected<void> live() {
    if (body_.has(transient_state::kCheckEthereal)) {
      if (const auto solid = set_ethereal(rules_, world_, body_, false, workspace_); !solid)
        return tl::unexpected<Error>(solid.error());
    }
    body_.jumped_this_frame = false;
    Position wish{body_.position.cell_id, update_position_internal(rules_, body_, q_)};
    if (auto done = move(wish); !done) return done;
    const double now = body_.update_time + static_cast<double>(q_);
    if (body_.position_manager) {
      if (auto done = follow(now); !done) return done;
    }
    keep_in_step(world_, body_);
    body_.update_time = now;
    return {};
  }

  Expected<void> move(Position& wish) {
    const Vec3& from = body_.position.frame.origin;
    if (body_.mover.num_spheres == 0) {
      rules_.arm(Arm::update_object_internal_no_sphere);
      if (!body_.has_motion && body_.has(transient_state::kOnWalkable))
        body_.set(transient_state::kActive, false);
      stay(body_, wish.frame);
    } else if (!has_moved(from, wish.frame.origin, rules_.profile()) &&
               !rules_.has(Divergence::openac_moved_exactly)) {
      rules_.arm(Arm::update_object_internal_still, trace::vec("wish", wish.frame.origin - from),
                 trace::num("at most", kEpsilon));
      if (rules_.has(Divergence::ace_small_move_kept)) {
        set_frame(body_, wish.frame);
        body_.cached_velocity = {};
      } else {
        stay(body_, wish.frame);
      }
    } else {
      turn_along(rules_, body_, wish.frame);
      return resolve_and_commit(wish);
    }
    return {};
  }

  Expected<void> resolve_and_commit(const Position& wish) {
    ResolveRequest request = request_from_body(rules_, body_, body_.mover, wish);
    if (rules_.has(Divergence::openac_path_clipped_state) && body_.is(physics_state::kPathClipped))
      request.object_info_state |= object_info_flag::kPathClipped;
    request.region = options_.region;
    const auto r = resolve(world_, request, workspace_, rules_.profile(), rules_.sink());
    if (!r) return tl::unexpected<Error>(r.error());
    if (has_left(options_.region, *r))
      return fail(ErrorCode::bad_request, "the quantum reaches beyond the cells it was given", "region");
    out_.tried = true;
    out_.ok = r->ok && !(r->cell_id == 0 && rules_.has(Divergence::gdle_needs_cell));
    out_.collision_normal_valid = r->collision_normal_valid;
    out_.collision_normal = r->collision_normal;
    out_.collided_with_environment = r->collided_with_environment;
    for (const PhysicsObject* o : r->collide_objects) out_.touched.push_back(o->id);
    if (options_.request != nullptr) *options_.request = request;
    if (options_.asking != nullptr) *options_.asking = body_;
    if (options_.result != nullptr) *options_.result = *r;
    if (r->velocity_killed) set_velocity(rules_, body_, {});
    if (!out_.ok) return fail_to_move(rules_, world_, body_, wish, *r);
    body_.cached_velocity = vec_div(get_offset(body_.position, r->position), q_, rules_.profile());
    rules_.arm(Arm::update_object_internal_moved, trace::vec("reported velocity", body_.cached_velocity));
    if (!has_moved(body_.position.frame.origin, wish.frame.origin, rules_.profile())) {
      body_.position = r->position;  // only under a profile that sweeps a body at rest
      return take_along(world_, body_, *r);
    }
    const CommitContext context{options_.objects, body_.update_time + static_cast<double>(q_),
                                rules_.profile(), &out_.reports};
    set_position_internal(rules_, body_, *r, context);
    return take_along(world_, body_, *r);
  }

  /// Putting the body where the network has it is a resolve of its own, in the same workspace.
  Expected<void> follow(double now) {
    if (options_.result != nullptr) options_.result->collide_objects = {};
    if (options_.result != nullptr) options_.result->cells = {};
    TickOptions placing = options_;
    placing.result = nullptr;
    return use_time(rules_, world_, body_, now, workspace_, placing, out_.reports);
  }

  const Rules& rules_;
  World& world_;
  Body& body_;
  float q_;
  Workspace& workspace_;
  const TickOptions& options_;
  Quantum& out_;
};

}  // namespace

Expected<Quantum> tick(World& world, Body& body, float q, Workspace& workspace, const TickOptions& options) {
  Expected<Quantum> out(tl::in_place);
  if (const auto done = tick(world, body, q, workspace, options, *out); !done)
    return tl::unexpected<Error>(done.error());
  return out;
}

Expected<void> tick(World& world, Body& body, float q, Workspace& workspace, const TickOptions& options,
                    Quantum& out) {
  out.clear();
  if (!(q > 0.0F && q <= kHugeQuantum))
    return fail(ErrorCode::bad_request,
                fmt::format("a quantum is above 0 and at most {} s, not {}", kHugeQuantum, q), "q");
  return with_rules(options.profile, options.sink, [&](const auto& rules) {
    return OneTick(rules, world, body, q, workspace, options, out).run();
  });
}

}  // namespace surefoot
