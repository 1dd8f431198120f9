#include "body/interpolation.hpp"

#include "body/body.hpp"
#include "body/commit.hpp"

namespace surefoot {

namespace {

constexpr float kReached = 0.05F;      // metres
constexpr float kNearEnough = 0.2F;    // metres, of a node that cannot be reached
constexpr float kLeastShare = 0.3F;    // of the allowed speed
constexpr int kFramesPerCheck = 5;     // quanta
constexpr int kBlip = 4;               // the least fail count that puts the body there
constexpr float kDefaultSpeed = 7.5F;  // m/s

float distance(const Position& a, const Position& b) {
  return length(get_offset(a, b));
}

bool is_position(const InterpolationNode& n) {
  return n.kind == InterpolationNode::Kind::position;
}

/// `GetAutonomyBlipDistance`, metres
float blip_distance(const Body& body) {
  if (is_outdoor(body.position.cell_id)) return 100.0F;
  return body.position_manager->is_own_player ? 25.0F : 20.0F;
}

/// `subtract2`: `to` in the axes of `from`, so that `combine(from, it)` is `to` again.
Frame relative(const Position& from, const Position& to, RotationRule rule) {
  const Quat& a = from.frame.q;
  const Quat& b = to.frame.q;
  Frame f;
  f.origin = from.localtolocal(to, {});
  f.set_rotate(
      {((a.w * b.w + a.x * b.x) + a.y * b.y) + a.z * b.z, ((a.w * b.x - a.x * b.w) - a.y * b.z) + a.z * b.y,
       ((a.w * b.y - a.y * b.w) - a.z * b.x) + a.x * b.z, ((a.w * b.z - a.z * b.w) - a.x * b.y) + a.y * b.x},
      rule);
  return f;
}

}  // namespace

void stop_interpolating(Interpolation& i) {
  i.queue.clear();
  i.frames = 0;
  i.progress_time = 0.0F;
  i.original_distance = kNoDistance;
  i.fail_count = 0;
}

void node_completed(Interpolation& i, const Body& body, bool reached) {
  if (i.queue.empty()) return;
  i.frames = 0;
  i.progress_time = 0.0F;
  const bool next_is_position = i.queue.size() > 1 && is_position(i.queue[1]);
  i.original_distance = next_is_position ? distance(body.position, i.queue[1].position) : kNoDistance;
  if (!reached) {
    i.blip_to = i.queue.front().position;
  } else if (i.queue.size() == 1) {
    stop_interpolating(i);
    return;
  }
  i.queue.erase(i.queue.begin());
}

template <class Rules>
Expected<void> interpolate_to(const Rules& rules, Body& body, const Position& p, bool keep_heading) {
  if (!is_finite(p.frame.origin) || !p.frame.is_valid() || p.cell_id == 0)
    return fail(ErrorCode::bad_request, "a place is finite, turned by a unit quaternion and in a cell",
                "position");
  [[maybe_unused]] auto scope = rules.enter(Fn::interpolate_to);
  Interpolation& i = body.position_manager->interpolation;
  i.keep_heading = keep_heading;
  auto& queue = i.queue;
  const Position& last = !queue.empty() && is_position(queue.back()) ? queue.back().position : body.position;
  InterpolationNode node;
  node.position = p;
  const float far = distance(last, p);
  if (far > blip_distance(body)) {
    rules.arm(Arm::interpolate_to_far, trace::cmp("distance", far, ">", blip_distance(body)));
    queue.push_back(node);
    i.fail_count = kBlip;
    return {};
  }
  if (distance(body.position, p) <= kReached) {
    rules.arm(Arm::interpolate_to_here, trace::cmp("distance", distance(body.position, p), "<=", kReached));
    if (!keep_heading) {
      Frame f = body.position.frame;
      f.set_heading(p.frame.get_heading(), rotation_rule(rules));
      set_frame(body, f);
    }
    stop_interpolating(i);
    return {};
  }
  while (!queue.empty() && is_position(queue.back()) && distance(queue.back().position, p) < kReached)
    queue.pop_back();
  while (queue.size() >= kMaxInterpolationNodes) queue.erase(queue.begin());
  queue.push_back(node);
  rules.arm(Arm::interpolate_to_queued, trace::count("queued", static_cast<std::uint32_t>(queue.size())),
            trace::vec("place", p.frame.origin));
  return {};
}

template <class Rules>
void adjust_interpolation(const Rules& rules, Interpolation& i, const Body& body, Frame& off, float q,
                          float max_speed, bool is_stuck) {
  auto scope = rules.enter(Fn::adjust_interpolation);
  if (i.queue.empty() || !body.has(transient_state::kContact) || !is_position(i.queue.front())) {
    rules.arm(Arm::adjust_interpolation_idle);
    return;
  }
  const Position head = i.queue.front().position;
  const float d = distance(body.position, head);
  if (d < kReached) {
    rules.arm(Arm::adjust_interpolation_reached, trace::cmp("distance", d, "<", kReached));
    node_completed(i, body, true);
    return;
  }
  float speed = 2.0F * max_speed;
  if (speed < kEpsilon) speed = kDefaultSpeed;
  i.progress_time = i.progress_time + q;
  if (++i.frames >= kFramesPerCheck) {
    const float made = i.original_distance - d;
    const bool moves_on = made >= kEpsilon && (made / i.progress_time) / speed >= kLeastShare;
    if (!is_stuck && !moves_on) {
      const bool near_enough = d < kNearEnough;
      rules.arm(near_enough ? Arm::adjust_interpolation_near_enough : Arm::adjust_interpolation_no_progress,
                trace::num("made", made), trace::cmp("distance", d, near_enough ? "<" : ">=", kNearEnough));
      if (!near_enough) ++i.fail_count;
      node_completed(i, body, near_enough);
      return;
    }
    i.frames = 0;
    i.progress_time = 0.0F;
    i.original_distance = d;
  }
  Frame step = relative(body.position, head, rotation_rule(rules));
  const float len = length(step.origin);
  if (len <= kReached) node_completed(i, body, true);
  const float most = speed * q;
  if (len > most) step.origin = step.origin * (most / len);
  if (i.keep_heading) step.set_heading(0.0F, rotation_rule(rules));
  rules.arm(Arm::adjust_interpolation_follows, trace::num("distance", d), trace::num("at most", most));
  off = step;
  scope(off.origin);
}

template Expected<void> interpolate_to(const Retail&, Body&, const Position&, bool);
template Expected<void> interpolate_to(const Profiled&, Body&, const Position&, bool);
template void adjust_interpolation(const Retail&, Interpolation&, const Body&, Frame&, float, float, bool);
template void adjust_interpolation(const Profiled&, Interpolation&, const Body&, Frame&, float, float, bool);

}  // namespace surefoot
