#include "scenario/run.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/state_hash.hpp"
#include "scenario/expect.hpp"
#include "scenario/golden_trace.hpp"
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
  const ResolveRequest request = next_request();
  if (record_rules_ && sink == nullptr) {
    recorder_.clear();
    sink = &recorder_;
  }
  const bool fast = sink == nullptr && profile_.empty();
  const auto r = fast ? resolve(*scenario_.world, request, workspace_)
                      : resolve(*scenario_.world, request, workspace_, profile_, sink);
  if (!r) {
    Error e = r.error();
    e.message = fmt::format("tick {}: {}", tick_, e.message);
    return tl::unexpected<Error>(e);
  }
  const Position before = body_.position;
  const io::ResolveInput& in = scenario_.inputs[input_];
  if (in.carry == io::Carry::none) body_ = scenario_.body;
  commit(body_, *r, request.end, profile_);
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

std::uint64_t hash_steps(const std::vector<StepRecord>& steps) {
  StateHash hash;
  for (const StepRecord& s : steps) {
    hash.word(s.body.position.cell_id);
    hash.vec3(s.body.position.frame.origin);
    hash.quat(s.body.position.frame.q);
    hash.vec3(s.body.velocity);
    hash.word(s.body.transient);
  }
  return hash.digest();
}

Expected<RunResult> run(const io::Scenario& scenario, const RunOptions& options) {
  RunResult out;
  out.steps.reserve(scenario.total_ticks());
  Runner runner(scenario, options);
  while (!runner.done()) {
    auto s = runner.step();
    if (!s) return tl::unexpected<Error>(s.error());
    out.steps.push_back(std::move(*s));
  }
  for (const io::Expect& e : scenario.expects) {
    ++out.expectations;
    auto judged = judge(e, scenario, out.steps);
    if (!judged) return tl::unexpected<Error>(judged.error());
    if (!judged->empty()) out.failures.push_back({e.pointer, *judged});
  }
  if (!scenario.golden.empty()) {
    ++out.expectations;
    auto difference = compare_with_golden(scenario, out.steps);
    if (!difference) return tl::unexpected<Error>(difference.error());
    if (!difference->empty()) out.failures.push_back({"/golden", *difference});
  }
  out.hash = hash_steps(out.steps);
  return out;
}

}  // namespace surefoot::scenario
