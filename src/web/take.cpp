#include "web/take.hpp"

#include <algorithm>

#include "trace/tree.hpp"

namespace surefoot::web {

namespace {

/// Ticks between two saved states: winding to any tick plays fewer than these anew.
constexpr std::uint32_t kStride = 16;

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

Expected<void> Take::play_one() {
  if (crowd_) {
    if (auto s = crowd_->step(&crowd_hash_); !s) return tl::unexpected<Error>(s.error());
    std::vector<Position> members;
    for (const Body& b : crowd_->bodies()) members.push_back(b.position);
    crowd_steps_.push_back(std::move(members));
    return {};
  }
  const std::uint32_t tick = ticks();
  if (tick % kStride == 0 && saved_.find(tick) == saved_.end()) saved_[tick] = runner_->save();
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
    const auto wound = wind_to(*runner_, ticks());
    if (!wound) return wound;
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

Expected<Traced> Take::trace(std::uint32_t tick) {
  if (crowd_) return fail(ErrorCode::bad_value, "a crowd has no single resolve to explain");
  if (tick >= ticks()) return fail(ErrorCode::bad_value, "that tick has not been played");
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
