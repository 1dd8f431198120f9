#include "body/position_manager.hpp"

#include <cmath>

#include "body/placement.hpp"
#include "body/velocity.hpp"

namespace surefoot {

namespace {

constexpr float kStickyGap = 0.3F;     // metres
constexpr double kStickyTime = 1.0;    // seconds
constexpr float kStickySpeed = 15.0F;  // m/s, of a body that knows none
constexpr float kFullShare = 0.9F;
constexpr int kFailsAllowed = 3;

/// 0x00555430
template <class Rules>
void adjust_sticky(const Rules& rules, const Sticky& s, const Body& body, Frame& off, float q,
                   float max_speed) {
  if (s.target_id == 0) return;
  auto scope = rules.enter(Fn::adjust_sticky);
  if (!s.target_known) {
    rules.arm(Arm::adjust_sticky_unknown, trace::id("object", s.target_id));
    return;
  }
  const Vec3 to_target = get_offset(body.position, s.target);
  Vec3 way = body.position.globaltolocalvec(to_target);
  way.z = 0.0F;
  const float apart = std::sqrt(to_target.x * to_target.x + to_target.y * to_target.y);
  const float gap = (apart - (s.own_radius + s.target_radius)) - kStickyGap;
  if (normalize_check_small(way)) way = {};
  float speed = 5.0F * max_speed;
  if (speed < kEpsilon) speed = kStickySpeed;
  float step = speed * q;
  const bool closes = step >= std::fabs(gap);
  if (closes) step = gap;
  rules.arm(closes ? Arm::adjust_sticky_closes : Arm::adjust_sticky_follows, trace::num("gap", gap),
            trace::num("step", step));
  off.origin = way * step;
  float turn = heading(to_target) - body.position.frame.get_heading();
  if (std::fabs(turn) < kEpsilon) turn = 0.0F;
  if (turn < -kEpsilon) turn = turn + 360.0F;
  off.set_heading(turn, rotation_rule(rules));
  scope(off.origin);
}

/// 0x00556180
template <class Rules>
void adjust_constraint(const Rules& rules, Constraint& c, const Body& body, Frame& off) {
  if (!c.is_on) return;
  auto scope = rules.enter(Fn::adjust_constraint);
  if (!body.has(transient_state::kContact)) {
    rules.arm(Arm::adjust_constraint_in_air);
  } else if (c.distance >= c.max) {
    rules.arm(Arm::adjust_constraint_held, trace::cmp("distance", c.distance, ">=", c.max));
    off.origin = {};
  } else if (c.distance > c.start) {
    rules.arm(Arm::adjust_constraint_slowed, trace::cmp("distance", c.distance, ">", c.start));
    off.origin = off.origin * ((c.max - c.distance) / (c.max - c.start));
  } else {
    rules.arm(Arm::adjust_constraint_free, trace::cmp("distance", c.distance, "<=", c.start));
  }
  c.distance = length(off.origin);
  scope(off.origin);
}

/// Puts the body where it should have got to by now. A place without room is tried again.
Expected<void> blip(World& world, Body& body, double now, Workspace& workspace, const TickOptions& options,
                    std::vector<CollisionReport>& reports) {
  const Interpolation& i = body.position_manager->interpolation;
  SetPositionRequest request;
  request.position = i.blip_to;
  if (!i.queue.empty() && i.queue.back().kind == InterpolationNode::Kind::position)
    request.position = i.queue.back().position;
  request.flags = kMoveThere;
  request.now = now;
  TickOptions quiet = options;
  quiet.result = nullptr;  // it is the quantum's
  const auto placed = set_position(world, body, request, workspace, quiet);
  if (!placed) return tl::unexpected<Error>(placed.error());
  reports.insert(reports.end(), placed->reports.begin(), placed->reports.end());
  if (placed->result == SetPositionResult::Ok) stop_interpolating(*body.position_manager);
  return {};
}

}  // namespace

PositionManager& make_position_manager(Body& body, double now) {
  if (!body.position_manager) {
    body.position_manager.emplace();
    activate(body, now);
  }
  return *body.position_manager;
}

void stop_interpolating(PositionManager& m) {
  stop_interpolating(m.interpolation);
}

void stick_to(PositionManager& m, std::uint32_t target_id, float target_radius, float own_radius,
              double now) {
  m.sticky = {target_id, false, {}, target_radius, own_radius, now + kStickyTime};
}

void set_sticky_target(PositionManager& m, std::uint32_t target_id, const Position& at) {
  if (target_id == 0 || target_id != m.sticky.target_id) return;
  m.sticky.target_known = true;
  m.sticky.target = at;
}

void unstick(PositionManager& m) {
  m.sticky = {};
}

void constrain_to(Body& body, const Position& place, float start, float max) {
  body.position_manager->constraint = {true, length(get_offset(body.position, place)), start, max};
}

void unconstrain(PositionManager& m) {
  m.constraint = {};
}

bool is_fully_constrained(const PositionManager& m) {
  return m.constraint.max * kFullShare < m.constraint.distance;
}

template <class Rules>
void adjust_offset(const Rules& rules, Body& body, Frame& off, float q) {
  auto scope = rules.enter(Fn::position_adjust_offset);
  PositionManager& m = *body.position_manager;
  const Frame animated = off;
  adjust_interpolation(rules, m.interpolation, body, off, q, m.adjusted_max_speed, m.sticky.target_id != 0);
  if (rules.has(Divergence::ace_interpolation_lost)) off = animated;
  rules.arm(Arm::position_adjust_offset_step, trace::vec("step", off.origin));
  adjust_sticky(rules, m.sticky, body, off, q, m.max_speed);
  adjust_constraint(rules, m.constraint, body, off);
  scope(off.origin);
}

template <class Rules>
Expected<void> use_time(const Rules& rules, World& world, Body& body, double now, Workspace& workspace,
                        const TickOptions& options, std::vector<CollisionReport>& reports) {
  [[maybe_unused]] auto scope = rules.enter(Fn::position_use_time);
  Interpolation& i = body.position_manager->interpolation;
  if (i.fail_count > kFailsAllowed || (i.queue.empty() && i.fail_count > 0)) {
    rules.arm(Arm::position_use_time_put_there,
              trace::count("fails", static_cast<std::uint32_t>(i.fail_count)));
    if (auto done = blip(world, body, now, workspace, options, reports); !done) return done;
  } else if (!i.queue.empty() && i.queue.front().kind != InterpolationNode::Kind::position) {
    const bool velocity = i.queue.front().kind == InterpolationNode::Kind::velocity;
    rules.arm(velocity ? Arm::position_use_time_velocity : Arm::position_use_time_jump);
    if (velocity) set_velocity(rules, body, i.queue.front().velocity);
    node_completed(i, body, true);
  } else {
    rules.arm(Arm::position_use_time_nothing);
  }
  if (body.position_manager->sticky.target_id != 0 && now > body.position_manager->sticky.until) {
    rules.arm(Arm::position_use_time_unsticks, trace::id("object", body.position_manager->sticky.target_id));
    unstick(*body.position_manager);
  }
  return {};
}

template void adjust_offset(const Retail&, Body&, Frame&, float);
template void adjust_offset(const Profiled&, Body&, Frame&, float);
template Expected<void> use_time(const Retail&, World&, Body&, double, Workspace&, const TickOptions&,
                                 std::vector<CollisionReport>&);
template Expected<void> use_time(const Profiled&, World&, Body&, double, Workspace&, const TickOptions&,
                                 std::vector<CollisionReport>&);

}  // namespace surefoot
