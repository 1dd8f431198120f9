#include "scenario/run.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "body/jump.hpp"
#include "body/placement.hpp"
#include "body/tick.hpp"
#include "body/velocity.hpp"
#include "core/state_hash.hpp"
#include "scenario/expect.hpp"
#include "scenario/gap.hpp"
#include "scenario/golden_trace.hpp"
#include "scenario/world_change.hpp"
#include "session/save.hpp"
#include "trace/explain.hpp"

namespace surefoot::scenario {

namespace {

constexpr std::uint32_t kGrounded = object_info_flag::kContact | object_info_flag::kOnWalkable;

bool expects_rules(const io::Scenario& s) {
  return std::any_of(s.expects.begin(), s.expects.end(),
                     [](const io::Expect& e) { return e.field == "rule"; });
}

float distance(const Position& a, const Position& b) {
  if (a.cell_id == 0 || b.cell_id == 0) return 0.0F;
  return length(get_offset(a, b));
}

}  // namespace

StepRecord record_of(const ResolveResult& r) {
  StepRecord s;
  s.ok = r.ok;
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

Runner::Runner(const io::Scenario& scenario, const RunOptions& options)
    : scenario_(scenario),
      profile_(scenario.profile),
      record_rules_(options.record_rules || expects_rules(scenario)),
      body_(scenario.body) {
  profile_.add(options.profile);
  // Some divergences act where objects are listed.
  const bool lists_anew = registration_of(profile_) != Registration{};
  if (scenario_.changes_world() || lists_anew) own_world_ = scenario_.world->fork();
  if (own_world_) own_world_->set_registration(profile_);
}

Expected<void> Runner::change_world() {
  if (!own_world_) return {};
  if (tick_ == 0 && scenario_.mover_object) {
    auto mover = std::make_unique<PhysicsObject>(*scenario_.mover_object);
    if (const auto placed = own_world_->place_mover(std::move(mover)); !placed)
      return tl::unexpected<Error>(placed.error());
  }
  retry_ethereal(
      *own_world_, workspace_, [this](std::uint32_t id) { return id == scenario_.mover.object_id; },
      &profile_);
  if (repeated_ != 0) return {};
  for (const io::WorldChange& change : scenario_.input(input_).world) {
    if (auto done = apply(change, *own_world_, workspace_, &profile_); !done) return done;
  }
  return {};
}

ResolveRequest Runner::next_request(TraceSink* sink) {
  const io::ResolveInput& in = scenario_.inputs[input_];
  ResolveBody from = body_;  // of a body, what a resolve reads
  if (in.carry == io::Carry::none) from = scenario_.body;
  if (in.carry == io::Carry::position) {
    from = ResolveBody{};
    from.position = body_.position;
  }
  last_asking_ = from;
  Position to = from.position;
  if (in.to_cell) to.cell_id = *in.to_cell;
  to.frame.origin = in.target ? *in.target : from.position.frame.origin + *in.offset;
  ResolveRequest r = with_rules(&profile_, sink, [&](const auto& rules) {
    return request_from_body(rules, from, scenario_.mover, to);
  });
  r.entry_policy = scenario_.guards.get();
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
  const auto at_tick = [this](Error e) {
    e.message = fmt::format("tick {}: {}", tick_, e.message);
    return tl::unexpected<Error>(std::move(e));
  };
  if (const auto changed = change_world(); !changed) return at_tick(changed.error());
  if (record_rules_ && sink == nullptr) {
    recorder_.clear();
    sink = &recorder_;
  }
  const Position before = body_.position;
  auto s = scenario_.mode == io::Mode::body ? body_step(sink, result) : resolve_step(sink, result);
  if (!s) return at_tick(s.error());
  s->tick = tick_;
  s->body = body_;
  s->physics_state = body_.mover.physics_state;
  s->in_world = body_.in_world;
  s->cached_velocity = body_.cached_velocity;
  s->acceleration = body_.acceleration;
  s->omega = body_.omega;
  s->moved = distance(before, body_.position);
  s->rule = record_rules_ && sink == &recorder_ && s->tried ? trace::deciding_rule(recorder_) : std::string{};
  ++tick_;
  if (++repeated_ >= scenario_.input(input_).ticks) {
    repeated_ = 0;
    ++input_;
  }
  return s;
}

Expected<StepRecord> Runner::resolve_step(TraceSink* sink, ResolveResult* result) {
  last_request_ = next_request(sink);
  const auto r = resolve(world(), *last_request_, workspace_, &profile_, sink);
  if (!r) return tl::unexpected<Error>(r.error());
  ResolveBody& body = body_;
  if (scenario_.inputs[input_].carry == io::Carry::none) body = scenario_.body;
  with_rules(&profile_, sink, [&](const auto& rules) { commit(rules, body, *r, last_request_->end); });
  if (scenario_.mover_object && r->ok)
    static_cast<void>(own_world_->move_object(scenario_.mover.object_id, body.position, r->cells));
  if (result != nullptr) *result = *r;
  return record_of(*r);
}

Abilities Runner::abilities(TraceSink* sink) const {
  Abilities a = scenario_.abilities;
  if (!scenario_.run_skill) return a;
  const bool spent = a.stamina && *a.stamina <= 0;
  a.run_rate = with_rules(&profile_, sink, [&](const auto& rules) {
    return run_rate_from_skill(rules, spent ? 0 : *scenario_.run_skill, a.load);
  });
  return a;
}

void Runner::tell_walk(const io::BodyInput& in, TraceSink* sink) {
  if (in.walk || in.turn) {
    motion_.reset();
    body_.walk.leaving.reset();
  }
  if (in.walk) body_.walk.velocity = *in.walk;
  if (in.turn) body_.walk.turn = *in.turn;
  if (!in.command) return;
  if (!motion_) motion_.emplace();
  motion_->raw = *in.command;
  motion_->abilities = abilities(sink);
  with_rules(&profile_, sink, [&](const auto& rules) {
    apply_raw_movement(rules, body_, *motion_);
    write_walk(rules, body_, *motion_);
  });
}

void Runner::jump_body(const io::BodyInput& in, TraceSink* sink, StepRecord& told) {
  std::optional<float> vz = in.jump_vz;
  if (in.jump_power) {
    MotionState motion = motion_.value_or(MotionState{});
    motion.abilities = abilities(sink);
    if (body_.position_manager) motion.fully_constrained = is_fully_constrained(*body_.position_manager);
    with_rules(&profile_, sink, [&](const auto& rules) {
      told.jump_refusal = static_cast<std::uint32_t>(jump_is_allowed(rules, body_, motion, *in.jump_power));
      motion.jump_extent = *in.jump_power;
      if (told.jump_refusal == 0) vz = get_jump_v_z(rules, body_, motion);
    });
  }
  // A jump that lifts nobody would leave him neither on the ground nor in the air.
  if (vz && !(*vz > 0.0F)) {
    told.jump_refusal = static_cast<std::uint32_t>(JumpRefusal::general_failure);
    vz.reset();
  }
  if (!vz) return;
  body_.walk.jump_vz = *vz;
  with_rules(&profile_, sink, [&](const auto& rules) { set_on_walkable(rules, body_, false); });
}

Expected<void> Runner::tell_body(const io::BodyInput& in, TraceSink* sink, StepRecord& told) {
  if (in.root_motion) body_.walk.delta = *in.root_motion;
  if (repeated_ != 0) return {};
  TickOptions options;
  options.profile = &profile_;
  options.sink = sink;
  if (in.set_position) {
    if (in.teleport) {
      const CommitContext context{nullptr, body_.update_time, options.profile, nullptr};
      teleport_hook(body_, context);
    }
    const auto outcome = set_position(*own_world_, body_, *in.set_position, workspace_, options);
    if (!outcome) return tl::unexpected<Error>(outcome.error());
    told.placement = to_string(outcome->result);
  }
  if (in.interpolate_to) {
    make_position_manager(body_, body_.update_time);
    auto queued = with_rules(&profile_, sink, [&](const auto& rules) {
      return interpolate_to(rules, body_, *in.interpolate_to, in.keep_heading);
    });
    if (!queued) return queued;
  }
  tell_walk(in, sink);
  if (in.omega) body_.omega = *in.omega;
  with_rules(&profile_, sink, [&](const auto& rules) {
    if (in.set_velocity) set_velocity(rules, body_, *in.set_velocity);
    if (in.add_velocity) set_velocity(rules, body_, body_.velocity + *in.add_velocity);
  });
  jump_body(in, sink, told);
  return {};
}

double Runner::clock() const {
  double now = scenario_.body.update_time;
  for (std::size_t i = 0; i <= input_; ++i) {
    const io::BodyInput& in = scenario_.body_inputs[i];
    const std::uint32_t ticks = i < input_ ? in.ticks : repeated_ + 1;
    now += static_cast<double>(ticks) * static_cast<double>(in.gap.value_or(in.dt));
  }
  return now;
}

Expected<StepRecord> Runner::body_step(TraceSink* sink, ResolveResult* result) {
  const io::BodyInput& in = scenario_.body_inputs[input_];
  StepRecord told;
  if (const auto done = tell_body(in, sink, told); !done) return tl::unexpected<Error>(done.error());
  ResolveRequest request;
  ResolveResult raw;
  TickOptions options;
  options.profile = &profile_;
  options.sink = sink;
  options.request = &request;
  options.asking = &last_asking_;
  options.result = &raw;
  if (motion_) with_rules(&profile_, sink, [&](const auto& rules) { write_speeds(rules, body_, *motion_); });
  const auto quantum = in.gap ? live_until(*own_world_, body_, clock(), workspace_, options)
                              : surefoot::tick(*own_world_, body_, in.dt, workspace_, options);
  if (!quantum) return tl::unexpected<Error>(quantum.error());
  if (motion_) with_rules(&profile_, sink, [&](const auto& rules) { write_walk(rules, body_, *motion_); });
  last_request_.reset();
  StepRecord out;
  if (quantum->tried) {
    last_request_ = request;
    out = record_of(raw);
    if (result != nullptr) *result = raw;
  } else {
    // Nothing was asked: it is in contact with what it was in contact with.
    out.ok = true;
    out.contact_plane_valid = body_.has(transient_state::kContact);
    out.contact_plane = body_.contact_plane;
  }
  out.tried = quantum->tried;
  out.touched = quantum->touched;
  out.placement = told.placement;
  out.jump_refusal = told.jump_refusal;
  return out;
}

std::vector<std::byte> Runner::save() const {
  ByteWriter out;
  std::uint32_t word = kRunnerState;
  out.word(word);
  word = tick_;
  out.word(word);
  word = static_cast<std::uint32_t>(input_);
  out.word(word);
  word = repeated_;
  out.word(word);
  save_body(out, body_);
  word = motion_ ? 1 : 0;
  out.word(word);
  if (motion_) save_motion(out, *motion_);
  if (own_world_) save_objects(out, *own_world_);
  return seal(std::move(out.bytes()));
}

Expected<void> Runner::restore(std::span<const std::byte> bytes) {
  const auto payload = unseal(bytes);
  if (!payload) return tl::unexpected<Error>(payload.error());
  ByteReader in(*payload);
  std::uint32_t kind = 0;
  in.word(kind);
  if (kind != kRunnerState)
    return fail(ErrorCode::bad_value, "the state is not one of a scenario", "byte 16");
  std::uint32_t tick = 0;
  std::uint32_t input = 0;
  std::uint32_t repeated = 0;
  in.word(tick);
  in.word(input);
  in.word(repeated);
  Body body;
  load_body(in, body);
  std::uint32_t commanded = 0;
  in.word(commanded);
  std::optional<MotionState> motion;
  if (commanded != 0) load_motion(in, motion.emplace());
  if (!in.good() || commanded > 1 || input > scenario_.input_count())
    return fail(ErrorCode::bad_value, "the state is not of this scenario", fmt::format("byte {}", in.at()));
  if (own_world_) {
    if (auto loaded = load_objects(in, *own_world_); !loaded) return loaded;
  }
  tick_ = tick;
  input_ = input;
  repeated_ = repeated;
  body_ = std::move(body);
  motion_ = motion;
  return {};
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
