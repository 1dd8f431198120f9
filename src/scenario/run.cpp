#include "scenario/run.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/state_hash.hpp"
#include "scenario/expect.hpp"
#include "scenario/golden_trace.hpp"
#include "scenario/world_change.hpp"
#include "trace/explain.hpp"

namespace surefoot::scenario {

namespace {

constexpr std::uint32_t kGrounded = object_info_flag::kContact | object_info_flag::kOnWalkable;

bool expects_rules(const io::Scenario& s) {
  return std::any_of(s.expects.begin(), s.expects.end(),
                     [](const io::Expect& e) { return e.field == "rule"; });
}

StepRecord record_of(const ResolveResult& r, const ResolveBody& body) {
  StepRecord s;
  s.ok = r.ok;
  s.body = body;
  s.cell_id = r.cell_id;
  s.contact_plane_valid = r.contact_plane_valid;
  s.contact_plane = r.contact_plane;
  s.last_known_contact_plane_valid = r.last_known_contact_plane_valid;
  s.last_known_contact_plane = r.last_known_contact_plane;
  s.collision_normal_valid = r.collision_normal_valid;
  s.collision_normal = r.collision_normal;
  s.sliding_normal_valid = r.sliding_normal_valid;
  s.sliding_normal = r.sliding_normal;
  s.frames_stationary_fall = r.frames_stationary_fall;
  s.object_info_state = r.object_info_state;
  s.velocity_killed = r.velocity_killed;
  s.collided_with_environment = r.collided_with_environment;
  for (const PhysicsObject* o : r.collide_objects) s.touched.push_back(o->id);
  s.last_collided_object = r.last_collided_object;
  return s;
}

float distance(const Position& a, const Position& b) {
  if (a.cell_id == 0 || b.cell_id == 0) return 0.0F;
  return length(get_offset(a, b));
}

}  // namespace

Runner::Runner(const io::Scenario& scenario, const RunOptions& options)
    : scenario_(scenario),
      profile_(scenario.profile),
      record_rules_(options.record_rules || expects_rules(scenario)),
      body_(scenario.body) {
  profile_.add(options.profile);
  if (scenario_.changes_world()) own_world_ = scenario_.world->fork();
}

Expected<void> Runner::change_world() {
  if (!own_world_) return {};
  if (tick_ == 0 && scenario_.mover_object) {
    if (const auto placed = place_by_spheres(*own_world_, *scenario_.mover_object); !placed) return placed;
  }
  retry_ethereal(*own_world_, workspace_);
  if (repeated_ != 0) return {};
  for (const io::WorldChange& change : scenario_.inputs[input_].world) {
    if (const auto done = apply(change, *own_world_, workspace_); !done) return done;
  }
  return {};
}

ResolveRequest Runner::next_request() const {
  const io::ResolveInput& in = scenario_.inputs[input_];
  ResolveBody from = body_;
  if (in.carry == io::Carry::none) from = scenario_.body;
  if (in.carry == io::Carry::position) {
    from = ResolveBody{};
    from.position = body_.position;
  }
  Position to = from.position;
  if (in.to_cell) to.cell_id = *in.to_cell;
  to.frame.origin = in.target ? *in.target : from.position.frame.origin + *in.offset;
  ResolveRequest r = request_from_body(from, scenario_.mover, to);
  if (in.on_ground) {
    r.object_info_state = *in.on_ground ? r.object_info_state | kGrounded : r.object_info_state & ~kGrounded;
  }
  if (tick_ == 0 && scenario_.last_known_contact_plane && r.contact == ResolveRequest::Contact::none) {
    r.contact = ResolveRequest::Contact::leaving;
    r.contact_plane = *scenario_.last_known_contact_plane;
  }
  if (tick_ == 0 && !scenario_.walkable_vertices.empty())
    r.walkable = WalkableSeed{scenario_.walkable_plane, scenario_.walkable_vertices, scenario_.walkable_up};
  return r;
}

Expected<StepRecord> Runner::step(TraceSink* sink, ResolveResult* result) {
  if (const auto changed = change_world(); !changed) {
    Error e = changed.error();
    e.message = fmt::format("tick {}: {}", tick_, e.message);
    return tl::unexpected<Error>(e);
  }
  const ResolveRequest request = next_request();
  if (record_rules_ && sink == nullptr) {
    recorder_.clear();
    sink = &recorder_;
  }
  const bool fast = sink == nullptr && profile_.empty();
  const auto r =
      fast ? resolve(world(), request, workspace_) : resolve(world(), request, workspace_, profile_, sink);
  if (!r) {
    Error e = r.error();
    e.message = fmt::format("tick {}: {}", tick_, e.message);
    return tl::unexpected<Error>(e);
  }
  const Position before = body_.position;
  const io::ResolveInput& in = scenario_.inputs[input_];
  if (in.carry == io::Carry::none) body_ = scenario_.body;
  commit(body_, *r, request.end, profile_);
  if (scenario_.mover_object && r->ok)
    static_cast<void>(own_world_->move_object(scenario_.mover.object_id, body_.position, r->cells));
  StepRecord s = record_of(*r, body_);
  s.tick = tick_;
  s.moved = distance(before, body_.position);
  if (record_rules_ && sink == &recorder_) s.rule = trace::deciding_rule(recorder_);
  if (result != nullptr) *result = *r;
  ++tick_;
  if (++repeated_ >= in.ticks) {
    repeated_ = 0;
    ++input_;
  }
  return s;
}

void hash_body(StateHash& hash, const ResolveBody& body) {
  hash.word(body.position.cell_id);
  hash.vec3(body.position.frame.origin);
  hash.quat(body.position.frame.q);
  hash.vec3(body.velocity);
  hash.word(body.transient);
}

std::uint64_t hash_steps(const std::vector<StepRecord>& steps) {
  StateHash hash;
  for (const StepRecord& s : steps) hash_body(hash, s.body);
  return hash.digest();
}

Expected<RunResult> run(const io::Scenario& scenario, const RunOptions& options) {
  RunResult out;
  out.ticks = scenario.total_ticks();
  if (scenario.crowd) {
    StateHash hash;
    CrowdRunner runner(scenario, options.profile);
    while (!runner.done()) {
      auto t = runner.step(&hash);
      if (!t) return tl::unexpected<Error>(t.error());
      out.crowd.push_back(*t);
    }
    for (const ResolveBody& b : runner.bodies()) out.members.push_back(b.position);
    out.hash = hash.digest();
  } else {
    out.steps.reserve(out.ticks);
    Runner runner(scenario, options);
    while (!runner.done()) {
      auto s = runner.step();
      if (!s) return tl::unexpected<Error>(s.error());
      out.steps.push_back(std::move(*s));
    }
    out.hash = hash_steps(out.steps);
  }
  for (const io::Expect& e : scenario.expects) {
    ++out.expectations;
    auto judged = scenario.crowd ? judge(e, out.crowd) : judge(e, scenario, out.steps);
    if (!judged) return tl::unexpected<Error>(judged.error());
    if (!judged->empty()) out.failures.push_back({e.pointer, *judged});
  }
  if (!scenario.golden.empty()) {
    ++out.expectations;
    auto difference = compare_with_golden(scenario, out.steps);
    if (!difference) return tl::unexpected<Error>(difference.error());
    if (!difference->empty()) out.failures.push_back({"/golden", *difference});
  }
  return out;
}

}  // namespace surefoot::scenario
