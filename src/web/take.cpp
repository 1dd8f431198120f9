#include "web/take.hpp"

#include <algorithm>

#include "trace/tree.hpp"

namespace surefoot::web {

namespace {

/// Bytes of saved states; beyond them every other one is forgotten.
constexpr std::size_t kMostKept = 64U << 20U;

bool same_place(const Position& a, const Position& b) {
  const Frame& f = a.frame;
  const Frame& g = b.frame;
  return a.cell_id == b.cell_id && f.origin.x == g.origin.x && f.origin.y == g.origin.y &&
         f.origin.z == g.origin.z && f.q.w == g.q.w && f.q.x == g.q.x && f.q.y == g.q.y && f.q.z == g.q.z;
}

}  // namespace

Take::Take(std::shared_ptr<io::Scenario> scenario) : scenario_(std::move(scenario)) {
  if (scenario_->crowd)
    crowd_ = std::make_unique<scenario::CrowdRunner>(*scenario_, Profile{});
  else
    runner_ = std::make_unique<scenario::Runner>(*scenario_);
}

std::uint32_t Take::ticks() const {
  return static_cast<std::uint32_t>(crowd_ ? crowd_steps_.size() : steps_.size());
}

void Take::look_around(std::uint32_t tick) {
  if (!scenario_->changes_world() || crowd_) return;
  std::vector<Sighting> changed;
  const std::uint32_t self = scenario_->mover_object ? scenario_->mover_object->id : 0;
  std::map<std::uint32_t, Sighting> gone = seen_;
  for (const auto& o : runner_->world().registry().objects()) {
    if (o == nullptr || (self != 0 && o->id == self)) continue;
    gone.erase(o->id);
    const Sighting now{o->id, o->position, o->state, true};
    const auto before = seen_.find(o->id);
    if (before != seen_.end() && before->second.present && before->second.state == now.state &&
        same_place(before->second.position, now.position))
      continue;
    seen_[o->id] = now;
    changed.push_back(now);
  }
  for (auto& [id, s] : gone) {
    if (!s.present) continue;
    s.present = seen_[id].present = false;
    changed.push_back(s);
  }
  if (!changed.empty()) sightings_[tick] = std::move(changed);
}

void Take::keep(std::uint32_t tick, std::vector<std::byte> state) {
  saved_[tick] = std::move(state);
  std::size_t bytes = 0;
  for (const auto& [at, kept] : saved_) bytes += kept.size();
  if (bytes <= kMostKept || saved_.size() < 2) return;
  stride_ *= 2;
  std::erase_if(saved_, [this](const auto& entry) { return entry.first % stride_ != 0; });
}

Expected<void> Take::play_one() {
  const std::uint32_t tick = ticks();
  if (crowd_) {
    if (tick > 0 && tick % stride_ == 0) keep(tick, crowd_->save());
    if (auto s = crowd_->step(&crowd_hash_); !s) return tl::unexpected<Error>(s.error());
    std::vector<MemberAt> members;
    for (std::size_t i = 0; i < crowd_->bodies().size(); ++i) {
      const Body& b = crowd_->bodies()[i];
      members.push_back({b.position, b.transient, crowd_->member_steps()[i]});
    }
    crowd_steps_.push_back(std::move(members));
    return {};
  }
  if (tick % stride_ == 0 && saved_.find(tick) == saved_.end()) keep(tick, runner_->save());
  auto s = runner_->step();
  if (!s) return tl::unexpected<Error>(s.error());
  steps_.push_back(std::move(*s));
  look_around(tick);
  return {};
}

Expected<void> Take::play(std::uint32_t most) {
  for (std::uint32_t i = 0; i < most && !done(); ++i) {
    if (auto played = play_one(); !played) return played;
  }
  return {};
}

Expected<void> Take::walk(const io::BodyInput& input) {
  if (scenario_->mode != io::Mode::body) return fail(ErrorCode::bad_value, "only a body can be walked about");
  if (!done()) return fail(ErrorCode::bad_value, "the inputs before have not been played");
  scenario_->body_inputs.push_back(input);
  auto played = play_one();
  if (!played) {
    // A step that was refused has not happened; its input must not stay.
    scenario_->body_inputs.pop_back();
    if (auto wound = wind_to(*runner_, ticks()); !wound) return wound;
  }
  return played;
}

Expected<void> Take::wind_to(scenario::Runner& runner, std::uint32_t tick) const {
  auto from = saved_.upper_bound(tick);
  if (from != saved_.begin()) {
    --from;
    if (auto restored = runner.restore(from->second); !restored) return restored;
  }
  while (runner.tick() < tick) {
    if (auto s = runner.step(); !s) return tl::unexpected<Error>(s.error());
  }
  return {};
}

Expected<void> Take::undo(std::uint32_t to) {
  if (scenario_->mode != io::Mode::body || to > ticks())
    return fail(ErrorCode::bad_value, "there is no such tick to go back to");
  // Every input of a walk is one tick long.
  scenario_->body_inputs.resize(std::min<std::size_t>(scenario_->body_inputs.size(), to));
  if (auto wound = wind_to(*runner_, to); !wound) return wound;
  steps_.resize(to);
  saved_.erase(saved_.upper_bound(to), saved_.end());
  sightings_.erase(sightings_.lower_bound(to), sightings_.end());
  seen_.clear();
  for (const auto& [tick, changed] : sightings_) {
    for (const Sighting& s : changed) seen_[s.id] = s;
  }
  return {};
}

Expected<void> Take::wind_crowd(std::uint32_t tick) {
  auto from = saved_.upper_bound(tick);
  const std::uint32_t nearest = from == saved_.begin() ? 0 : std::prev(from)->first;
  if (looker_ == nullptr || looker_->tick() > tick || looker_->tick() < nearest) {
    looker_ = std::make_unique<scenario::CrowdRunner>(*scenario_, Profile{});
    if (nearest > 0) {
      if (auto restored = looker_->restore(std::prev(from)->second); !restored) return restored;
    }
  }
  while (looker_->tick() < tick) {
    if (auto s = looker_->step(); !s) return tl::unexpected<Error>(s.error());
  }
  return {};
}

Expected<scenario::StepRecord> Take::look_at(std::uint32_t tick, std::size_t member) {
  if (!crowd_ || tick >= ticks() || member >= scenario_->crowd->members.size())
    return fail(ErrorCode::bad_value, "there is no such member, or the tick has not been played");
  if (auto wound = wind_crowd(tick); !wound) return tl::unexpected<Error>(wound.error());
  scenario::Watch watch;
  watch.member = member;
  if (const auto s = looker_->step(nullptr, &watch); !s) return tl::unexpected<Error>(s.error());
  const Body& body = looker_->bodies()[member];
  scenario::StepRecord out;
  if (watch.request) out = scenario::record_of(watch.result);
  out.tick = tick;
  out.tried = watch.request.has_value();
  out.ok = looker_->member_steps()[member].ok;
  out.body = body;
  out.physics_state = body.mover.physics_state;
  out.in_world = body.in_world;
  const Position& before = watch.others[member];
  if (before.cell_id != 0 && body.position.cell_id != 0)
    out.moved = length(get_offset(before, body.position));
  return out;
}

Expected<Traced> Take::trace_member(std::uint32_t tick, std::size_t member) {
  if (member >= scenario_->crowd->members.size())
    return fail(ErrorCode::bad_value, "there is no such member");
  if (auto wound = wind_crowd(tick); !wound) return tl::unexpected<Error>(wound.error());
  trace::Recorder recorder;
  scenario::Watch watch;
  watch.member = member;
  watch.sink = &recorder;
  if (const auto s = looker_->step(nullptr, &watch); !s) return tl::unexpected<Error>(s.error());
  Traced out;
  out.tick = tick;
  out.member = member;
  out.others = std::move(watch.others);
  out.tree = trace::tree_json(trace::build_tree(recorder));
  if (!watch.request) {
    out.why = trace::explain_still(recorder);
    return out;
  }
  out.tried = true;
  out.request = *watch.request;
  out.reached = watch.result.position;
  out.ok = watch.result.ok;
  out.why = trace::explain(recorder, *watch.request, watch.result);
  return out;
}

std::vector<std::size_t> Take::listed(std::uint32_t tick, std::size_t member) const {
  const std::size_t count = scenario_->crowd->members.size();
  std::vector<std::size_t> out(count);
  std::vector<std::uint32_t> since(count);  // 0: since they entered; n: since tick n - 1
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = i;
    std::uint32_t t = std::min(i < member ? tick + 1 : tick, ticks());
    while (t > 0 && !(crowd_steps_[t - 1][i].step.tried && crowd_steps_[t - 1][i].step.ok)) --t;
    since[i] = t;
  }
  std::stable_sort(out.begin(), out.end(), [&](std::size_t a, std::size_t b) { return since[a] < since[b]; });
  return out;
}

Expected<Traced> Take::trace(std::uint32_t tick, std::size_t member) {
  if (tick >= ticks()) return fail(ErrorCode::bad_value, "that tick has not been played");
  if (crowd_) return trace_member(tick, member);
  scenario::Runner runner(*scenario_);
  if (auto wound = wind_to(runner, tick); !wound) return tl::unexpected<Error>(wound.error());
  Traced out;
  out.tick = tick;
  trace::Recorder recorder;
  ResolveResult result;
  if (const auto s = runner.step(&recorder, &result); !s) return tl::unexpected<Error>(s.error());
  out.tree = trace::tree_json(trace::build_tree(recorder));
  if (!runner.last_request()) {
    out.why = trace::explain_still(recorder);
    return out;
  }
  out.tried = true;
  out.request = *runner.last_request();
  out.request.walkable.reset();  // its vertices may not outlive the runner
  out.reached = result.position;
  out.ok = result.ok;
  out.why = trace::explain(recorder, *runner.last_request(), result);
  return out;
}

std::uint64_t Take::hash() const {
  return crowd_ ? crowd_hash_.digest() : scenario::hash_steps(steps_);
}

}  // namespace surefoot::web
