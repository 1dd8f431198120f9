#include "scenario/compare.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "scenario/run.hpp"
#include "scenario/state_fields.hpp"
#include "trace/explain.hpp"

namespace surefoot::scenario {

namespace {

/// A run of either kind, step by step.
class SideRun {
 public:
  explicit SideRun(const io::Scenario& scenario) {
    if (scenario.crowd)
      crowd_.emplace(scenario, Profile{});
    else
      single_.emplace(scenario);
  }

  [[nodiscard]] bool done() const { return crowd_ ? crowd_->done() : single_->done(); }
  [[nodiscard]] std::size_t movers() const { return crowd_ ? crowd_->bodies().size() : 1; }
  [[nodiscard]] const Body& body(std::size_t mover) const {
    return crowd_ ? crowd_->bodies()[mover] : single_->body();
  }
  [[nodiscard]] const StepRecord* record() const { return crowd_ ? nullptr : &record_; }

  Expected<void> step() {
    if (crowd_) {
      const auto done = crowd_->step();
      return done ? Expected<void>{} : tl::unexpected<Error>(done.error());
    }
    auto done = single_->step();
    if (!done) return tl::unexpected<Error>(done.error());
    record_ = std::move(*done);
    return {};
  }

  Expected<void> traced_step(std::size_t mover, ComparedStep& out) {
    if (crowd_) {
      Watch watch;
      watch.member = mover;
      watch.sink = &out.recorder;
      const auto done = crowd_->step(nullptr, &watch);
      if (!done) return tl::unexpected<Error>(done.error());
      if (watch.request) tell(*watch.request, watch.result, out);
      return {};
    }
    ResolveResult result;
    auto done = single_->step(&out.recorder, &result);
    if (!done) return tl::unexpected<Error>(done.error());
    record_ = std::move(*done);
    if (single_->last_request()) tell(*single_->last_request(), result, out);
    return {};
  }

 private:
  static void tell(const ResolveRequest& request, const ResolveResult& result, ComparedStep& out) {
    trace::Explanation why = trace::explain(out.recorder, request, result);
    out.rule = std::move(why.rule);
    out.summary = std::move(why.summary);
  }

  std::optional<Runner> single_;
  std::optional<CrowdRunner> crowd_;
  StepRecord record_;
};

Expected<void> on_side(const Expected<void>& done, const char* side) {
  if (done) return {};
  Error e = done.error();
  e.message = fmt::format("{} side: {}", side, e.message);
  return tl::unexpected<Error>(std::move(e));
}

/// The mover that differs, if any.
std::optional<std::size_t> find_difference(const SideRun& left, const SideRun& right) {
  for (std::size_t i = 0; i < left.movers(); ++i) {
    if (state_bytes(left.body(i), left.record()) != state_bytes(right.body(i), right.record())) return i;
  }
  return std::nullopt;
}

std::vector<FieldPair> different_fields(const SideRun& left, const SideRun& right, std::size_t mover) {
  const auto a = state_fields(left.body(mover), left.record());
  const auto b = state_fields(right.body(mover), right.record());
  std::vector<FieldPair> out;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!same_field(a[i], b[i])) out.push_back({a[i].name, {print_field(a[i]), print_field(b[i])}});
  }
  if (out.empty()) out.push_back({"what the body keeps to itself", {"", ""}});
  return out;
}

/// Both up to that tick once more, and the tick itself traced.
Expected<void> trace_tick(const io::Scenario& left, const io::Scenario& right, FirstDifference& out) {
  std::array<SideRun, 2> runs{SideRun(left), SideRun(right)};
  const std::size_t mover = out.member.value_or(0);
  for (std::size_t s = 0; s < runs.size(); ++s) {
    for (std::uint32_t t = 0; t < out.tick; ++t) {
      if (auto done = runs[s].step(); !done) return done;
    }
    if (auto done = runs[s].traced_step(mover, out.sides[s]); !done) return done;
  }
  out.fields = different_fields(runs[0], runs[1], mover);
  out.parting = trace::find_parting(out.sides[0].recorder, out.sides[1].recorder);
  return {};
}

/// Steps of `left` that both take the same way; the first `ticks` are looked at.
Expected<std::uint32_t> equal_ticks(const io::Scenario& left, const io::Scenario& right,
                                    std::uint32_t ticks) {
  SideRun a(left);
  SideRun b(right);
  for (std::uint32_t tick = 0; tick < ticks; ++tick) {
    for (SideRun* run : {&a, &b}) {
      if (const auto done = run->step(); !done) return tl::unexpected<Error>(done.error());
    }
    if (find_difference(a, b)) return tick;
  }
  return ticks;
}

/// Each flag that only the right side has, alone against the left side.
Expected<std::vector<Cause>> find_causes(const io::Scenario& left, const io::Scenario& right,
                                         const FirstDifference& difference) {
  std::vector<Cause> out;
  for (std::size_t i = 0; i < kDivergenceCount; ++i) {
    const auto flag = static_cast<Divergence>(i);
    if (!right.profile.has(flag) || left.profile.has(flag)) continue;
    io::Scenario with_flag = left;
    with_flag.profile.add(flag);
    const auto equal = equal_ticks(left, with_flag, difference.tick + 1);
    if (!equal) return tl::unexpected<Error>(equal.error());
    if (*equal > difference.tick) continue;
    FirstDifference alone;
    alone.tick = *equal;
    alone.member = difference.member;
    if (auto done = trace_tick(left, with_flag, alone); !done) return tl::unexpected<Error>(done.error());
    out.push_back({flag, alone.parting});
  }
  const auto place = [](const Cause& c) {
    return c.parting ? c.parting->event : std::numeric_limits<std::size_t>::max();
  };
  std::stable_sort(out.begin(), out.end(),
                   [&](const Cause& x, const Cause& y) { return place(x) < place(y); });
  return out;
}

/// A profile without what the other has too is no flag apart from it.
bool differ_by_flags(const io::Scenario& left, const io::Scenario& right) {
  Profile both = left.profile;
  both.add(right.profile);
  return left.world == right.world && both == right.profile && !(left.profile == right.profile);
}

}  // namespace

std::string rule_of(const std::optional<trace::Parting>& parting) {
  return parting && parting->rule ? std::string(info(*parting->rule).id) : std::string{};
}

Expected<Comparison> compare(const io::Scenario& left, const io::Scenario& right) {
  Comparison out;
  out.ticks = left.total_ticks();
  SideRun a(left);
  SideRun b(right);
  for (std::uint32_t tick = 0; tick < out.ticks; ++tick) {
    if (auto done = on_side(a.step(), "left"); !done) return tl::unexpected<Error>(done.error());
    if (auto done = on_side(b.step(), "right"); !done) return tl::unexpected<Error>(done.error());
    if (out.difference != nullptr) continue;
    const auto mover = find_difference(a, b);
    if (!mover) continue;
    out.difference = std::make_unique<FirstDifference>();
    out.difference->tick = tick;
    if (left.crowd) out.difference->member = mover;
  }
  for (std::size_t i = 0; i < a.movers(); ++i) {
    const Position& p = a.body(i).position;
    const Position& q = b.body(i).position;
    out.ends[0].push_back(p);
    out.ends[1].push_back(q);
    if (p.cell_id != 0 && q.cell_id != 0) out.apart = std::max(out.apart, length(get_offset(p, q)));
  }
  if (out.difference != nullptr) {
    if (auto done = trace_tick(left, right, *out.difference); !done)
      return tl::unexpected<Error>(done.error());
    if (differ_by_flags(left, right)) {
      auto causes = find_causes(left, right, *out.difference);
      if (!causes) return tl::unexpected<Error>(causes.error());
      out.difference->causes = std::move(*causes);
      if (!out.difference->causes.empty()) out.difference->parting = out.difference->causes.front().parting;
    }
  }
  return out;
}

}  // namespace surefoot::scenario
