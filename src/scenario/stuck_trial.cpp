#include "scenario/stuck_trial.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/det_math.hpp"
#include "core/state_hash.hpp"
#include "scenario/run.hpp"
#include "trace/plain.hpp"

namespace surefoot::scenario {

namespace {

constexpr float kLeastGain = 0.05F;  // metres
constexpr float kLeastShare = 0.1F;  // of what it wants
constexpr double kRadians = 0.017453292519943295;

/// Everything the next tick starts from but the clock.
std::uint64_t state_of(const Body& b) {
  StateHash h;
  hash_body(h, b);
  h.vec3(b.contact_plane.plane.normal);
  h.f32(b.contact_plane.plane.d);
  h.word(b.contact_plane.cell_id);
  h.vec3(b.sliding_normal);
  h.vec3(b.acceleration);
  h.vec3(b.omega);
  return h.digest();
}

/// Ticks after which the last state had come before; 0: never.
std::uint32_t period_of(const std::vector<std::uint64_t>& states) {
  if (states.empty()) return 0;
  for (std::size_t back = 1; back < states.size(); ++back) {
    if (states[states.size() - 1 - back] == states.back()) return static_cast<std::uint32_t>(back);
  }
  return 0;
}

}  // namespace

Trial::Trial(io::Scenario scenario, std::uint32_t ticks) : scenario_(std::move(scenario)), ticks_(ticks) {
  for (io::ResolveInput& in : scenario_.inputs) in.ticks = ticks;
  for (io::BodyInput& in : scenario_.body_inputs) in.ticks = ticks;
}

bool Trial::is_free() const {
  const float least = std::min(kLeastGain, wanted_ * 0.5F * static_cast<float>(ticks_));
  return !lost_ && !refused_ && wanted_ > 0.0F &&
         gained_ >= std::max(least, kLeastShare * wanted_ * static_cast<float>(ticks_));
}

Expected<void> Trial::run(bool traced) {
  Runner runner(scenario_);
  std::vector<std::uint64_t> states;
  bool level = false;  // it wants to go somewhere, not only to fall
  start_ = runner.body().position;
  while (!runner.done()) {
    recorder_.clear();
    const auto s = runner.step(traced ? &recorder_ : nullptr);
    if (!s) return tl::unexpected<Error>(s.error());
    if (!s->placement.empty()) {
      refused_ = s->placement != "Ok";
      if (refused_) return {};
      start_ = runner.body().position;
    }
    if (wanted_ == 0.0F) {
      const Vec3 wish = runner.last_wish();
      wanted_ = length(wish);
      level = wish.x != 0.0F || wish.y != 0.0F;
    }
    states.push_back(state_of(runner.body()));
    lost_ = !runner.body().in_world || (s->tried && !s->ok && s->cell_id == 0);
  }
  const Position& end = runner.body().position;
  if (start_.cell_id != 0 && end.cell_id != 0) {
    Vec3 way = get_offset(start_, end);
    if (level) way.z = 0.0F;
    gained_ = length(way);
  }
  period_ = period_of(states);
  return {};
}

namespace {

/// A change and how much of it.
struct Change {
  Freed::Kind kind{};
  Vec3 direction;
};

Vec3 turned(const Vec3& v, double degrees) {
  // Compass degrees run to the right.
  const auto c = static_cast<float>(det::cos(-degrees * kRadians));
  const auto s = static_cast<float>(det::sin(-degrees * kRadians));
  return {c * v.x - s * v.y, s * v.x + c * v.y, v.z};
}

void shift(io::Scenario& s, const Vec3& by) {
  s.body.position.frame.origin = s.body.position.frame.origin + by;
  for (io::BodyInput& in : s.body_inputs) {
    if (in.set_position) in.set_position->position.frame.origin = in.set_position->position.frame.origin + by;
  }
}

void turn(io::Scenario& s, float degrees) {
  for (io::ResolveInput& in : s.inputs) {
    Vec3 way = in.offset.value_or(Vec3{});
    if (in.target) {
      Position there = s.body.position;
      if (in.to_cell) there.cell_id = *in.to_cell;
      there.frame.origin = *in.target;
      way = get_offset(s.body.position, there);
    }
    in.target.reset();
    in.to_cell.reset();
    in.offset = turned(way, static_cast<double>(degrees));
  }
  if (s.mode != io::Mode::body) return;
  const auto turn_frame = [&](Frame& f) { f.set_heading(f.get_heading() + degrees); };
  turn_frame(s.body.position.frame);
  s.body.velocity = turned(s.body.velocity, static_cast<double>(degrees));
  for (io::BodyInput& in : s.body_inputs) {
    if (in.set_position) turn_frame(in.set_position->position.frame);
  }
}

io::Scenario changed(const io::Scenario& scenario, const Change& change, float amount) {
  io::Scenario s = scenario;
  switch (change.kind) {
    case Freed::Kind::shift:
      shift(s, change.direction * amount);
      break;
    case Freed::Kind::heading:
      turn(s, amount);
      break;
    case Freed::Kind::height:
      shift(s, {0.0F, 0.0F, amount});
      break;
    case Freed::Kind::jump:
      for (io::BodyInput& in : s.body_inputs) in.jump_vz = amount;
      break;
    case Freed::Kind::step_height:
      s.mover.step_up_height += amount;
      s.body.mover.step_up_height += amount;
      break;
  }
  return s;
}

class Search {
 public:
  Search(const io::Scenario& scenario, std::uint32_t ticks, const Trial& stuck)
      : scenario_(scenario), ticks_(ticks), stuck_(stuck) {}

  /// What it gains with the change; absent when it does not get free.
  Expected<std::optional<float>> gain(const Change& change, float amount) {
    Trial trial(changed(scenario_, change, amount), ticks_);
    if (auto done = trial.run(); !done) return tl::unexpected<Error>(done.error());
    const bool frees = stuck_.refused_placement() ? !trial.refused_placement() : trial.is_free();
    return frees ? std::optional<float>(trial.gained()) : std::nullopt;
  }

  /// The first of `amounts` that helps, made as small as `step` says.
  Expected<std::optional<Freed>> smallest(const Change& change, std::initializer_list<float> amounts,
                                          float step) {
    float below = 0.0F;
    for (const float amount : amounts) {
      auto helps = gain(change, amount);
      if (!helps) return tl::unexpected<Error>(helps.error());
      if (!*helps) {
        below = amount;
        continue;
      }
      Freed out{change.kind, amount, change.direction, {}, **helps};
      while (std::fabs(out.amount - below) > step * 1.5F) {
        const float middle = below + std::round((out.amount - below) / (2.0F * step)) * step;
        helps = gain(change, middle);
        if (!helps) return tl::unexpected<Error>(helps.error());
        if (*helps) {
          out.amount = middle;
          out.gain = **helps;
        } else {
          below = middle;
        }
      }
      return std::optional<Freed>(out);
    }
    return std::optional<Freed>{};
  }

 private:
  const io::Scenario& scenario_;
  std::uint32_t ticks_;
  const Trial& stuck_;
};

std::string text_of(const Freed& f) {
  switch (f.kind) {
    case Freed::Kind::shift:
      return fmt::format("{} further {}", trace::plain_length(f.amount), trace::plain_direction(f.direction));
    case Freed::Kind::heading:
      return fmt::format("turned {:.0f}° to the {}", std::fabs(f.amount), f.amount < 0.0F ? "left" : "right");
    case Freed::Kind::height:
      return fmt::format("{} higher", trace::plain_length(f.amount));
    case Freed::Kind::jump:
      return fmt::format("with a jump of {:.1f} m/s", f.amount);
    case Freed::Kind::step_height:
      break;
  }
  return fmt::format("if it could step {} higher", trace::plain_length(f.amount));
}

/// How much of a change it is, for putting the smallest first: a degree counts as a centimetre.
float size_of(const Freed& f) {
  switch (f.kind) {
    case Freed::Kind::heading:
      return std::fabs(f.amount) * 0.01F;
    case Freed::Kind::jump:
      return 1.0F + f.amount;
    case Freed::Kind::step_height:
      return 10.0F + f.amount;  // another mover, not another input
    default:
      return std::fabs(f.amount);
  }
}

}  // namespace

Expected<std::vector<Freed>> find_freeing_changes(const io::Scenario& scenario, std::uint32_t ticks,
                                                  const Trial& stuck) {
  Search search(scenario, ticks, stuck);
  std::vector<Freed> out;
  Expected<void> done;
  const auto keep = [&](const Expected<std::optional<Freed>>& found) {
    if (!found)
      done = tl::unexpected<Error>(found.error());
    else if (*found)
      out.push_back(**found);
  };
  /// The smaller of several.
  const auto keep_smallest = [&](const std::vector<Expected<std::optional<Freed>>>& found) {
    std::optional<Freed> best;
    for (const auto& f : found) {
      if (!f) done = tl::unexpected<Error>(f.error());
      if (f && *f && (!best || size_of(**f) < size_of(*best))) best = *f;
    }
    if (best) out.push_back(*best);
  };
  constexpr float kDiagonal = 0.70710677F;
  std::vector<Expected<std::optional<Freed>>> shifts;
  for (const Vec3& way :
       {Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, -1, 0}, Vec3{kDiagonal, kDiagonal, 0},
        Vec3{-kDiagonal, kDiagonal, 0}, Vec3{kDiagonal, -kDiagonal, 0}, Vec3{-kDiagonal, -kDiagonal, 0}})
    shifts.push_back(search.smallest({Freed::Kind::shift, way}, {0.01F, 0.02F, 0.05F, 0.1F, 0.2F}, 0.01F));
  keep_smallest(shifts);
  std::vector<Expected<std::optional<Freed>>> turns;
  turns.push_back(
      search.smallest({Freed::Kind::heading, {}}, {1, 2, 5, 10, 20, 30, 45, 60, 90, 120, 150, 180}, 1.0F));
  turns.push_back(search.smallest({Freed::Kind::heading, {}},
                                  {-1, -2, -5, -10, -20, -30, -45, -60, -90, -120, -150}, 1.0F));
  keep_smallest(turns);
  keep(
      search.smallest({Freed::Kind::height, {}}, {0.01F, 0.02F, 0.05F, 0.1F, 0.2F, 0.5F, 1.0F, 2.0F}, 0.01F));
  if (!stuck.refused_placement()) {
    if (scenario.mode == io::Mode::body)
      keep(search.smallest({Freed::Kind::jump, {}}, {1.0F, 3.0F, 5.0F, 8.0F, 12.0F}, 0.5F));
    keep(
        search.smallest({Freed::Kind::step_height, {}}, {0.01F, 0.05F, 0.1F, 0.2F, 0.5F, 1.0F, 2.0F}, 0.01F));
  }
  if (!done) return tl::unexpected<Error>(done.error());
  for (Freed& f : out) f.text = text_of(f);
  std::stable_sort(out.begin(), out.end(),
                   [](const Freed& a, const Freed& b) { return size_of(a) < size_of(b); });
  return out;
}

}  // namespace surefoot::scenario
