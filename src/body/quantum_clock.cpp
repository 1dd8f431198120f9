#include "body/quantum_clock.hpp"

#include <cmath>

#include "body/velocity.hpp"

namespace surefoot {

namespace {

/// The client compares with the binary32 constant.
constexpr auto kLeastGap = static_cast<double>(kEpsilon);
constexpr auto kGreatestGap = static_cast<double>(kHugeQuantum);
constexpr auto kFullSlice = static_cast<float>(kMaxQuantum);

}  // namespace

template <class Rules>
bool QuantumClock::pass(const Rules& rules, double now) {
  auto scope = rules.enter(Fn::world_pass);
  if (!std::isfinite(now)) return false;
  const double dt = now - last_pass;
  if (dt < 0.0) {
    rules.arm(Arm::world_pass_clock_went_back);
    last_pass = now;
    return scope(false);
  }
  if (dt < kMinQuantum) {
    rules.arm(Arm::world_pass_too_soon, trace::cmp("gap", static_cast<float>(dt), "<", kTickQuantum));
    return scope(false);
  }
  rules.arm(Arm::world_pass_due);
  last_pass = now;
  return scope(true);
}

namespace {

/// Where a port's gap ends in slices of `most` s: a gap below the least waits, a rest below it is dropped or stays due.
BodyUpdate port_update(double now, double update_time, double most, bool least_counts, bool drops_rest) {
  BodyUpdate out;
  out.update_time = update_time;
  double dt = now - update_time;
  const auto is_due = [&](double t) { return least_counts ? t >= kMinQuantum : t > kMinQuantum; };
  if (!is_due(dt) && dt >= 0.0) return out;
  if (!(dt >= 0.0) || !(dt <= kGreatestGap)) {
    out.update_time = now;
    return out;
  }
  while (dt > most && out.quanta.count + 1 < out.quanta.q.size()) {
    out.update_time += most;
    out.quanta.push(static_cast<float>(most));
    dt -= most;
  }
  if (is_due(dt)) {
    out.update_time += dt;
    out.quanta.push(static_cast<float>(dt));
  } else if (drops_rest) {
    out.update_time = now;
  }
  return out;
}

}  // namespace

template <class Rules>
BodyUpdate QuantumClock::update(const Rules& rules, double now, double update_time) {
  auto scope = rules.enter(Fn::update_object);
  constexpr double kAceMost = 0.1;
  if (std::isfinite(now) && rules.has(Divergence::ace_time_slices))
    return port_update(now, update_time, kAceMost, true, false);
  if (std::isfinite(now) && rules.has(Divergence::gdle_time_slices))
    return port_update(now, update_time, kMaxQuantum, false, true);
  BodyUpdate out;
  out.update_time = update_time;
  if (!std::isfinite(now)) return out;
  double dt = now - update_time;
  const auto gap = static_cast<float>(dt);
  if (!(dt > kLeastGap) || !(dt <= kGreatestGap)) {
    rules.arm(dt > kLeastGap ? Arm::update_object_too_long : Arm::update_object_too_short,
              trace::num("gap", gap));
    out.update_time = now;
    return out;
  }
  if (dt <= kMaxQuantum) {
    rules.arm(Arm::update_object_whole, trace::num("gap", gap));
    out.update_time += dt;
    out.quanta.push(static_cast<float>(dt));
    scope(true);
    return out;
  }
  rules.arm(Arm::update_object_sliced, trace::num("gap", gap));
  do {
    out.update_time += kMaxQuantum;
    out.quanta.push(kFullSlice);
    dt -= kMaxQuantum;
  } while (dt > kMaxQuantum);
  if (dt > kMinQuantum) {
    out.update_time += dt;
    out.quanta.push(static_cast<float>(dt));
  } else {
    rules.arm(Arm::update_object_rest_due, trace::num("rest", static_cast<float>(dt)));
  }
  scope(true);
  return out;
}

template <class Rules>
bool begin_update(const Rules& rules, Body& body, const Position* player, bool maintenance, double now) {
  auto scope = rules.enter(Fn::update_object);
  if (body.has_parent || !body.in_world || body.is(physics_state::kFrozen)) {
    rules.arm(Arm::update_object_takes_no_part);
    body.set(transient_state::kActive, false);
    return scope(false);
  }
  if (player != nullptr) {
    const float away = length(get_offset(*player, body.position));
    if (away > kActiveDistance && maintenance) {
      rules.arm(Arm::update_object_far, trace::cmp("distance", away, ">", kActiveDistance));
      body.set(transient_state::kActive, false);
    } else {
      rules.arm(Arm::update_object_near, trace::num("distance", away));
      activate(rules, body, now);
    }
  }
  return scope(true);
}

template bool QuantumClock::pass(const Retail&, double);
template bool QuantumClock::pass(const Profiled&, double);
template BodyUpdate QuantumClock::update(const Retail&, double, double);
template BodyUpdate QuantumClock::update(const Profiled&, double, double);
template bool begin_update(const Retail&, Body&, const Position*, bool, double);
template bool begin_update(const Profiled&, Body&, const Position*, bool, double);

PortQuantumClock::Step PortQuantumClock::advance(double elapsed) {
  constexpr auto kSlice = static_cast<double>(static_cast<float>(kMaxQuantum));
  constexpr auto kLeast = static_cast<double>(kTickQuantum);
  Step out;
  pending += elapsed;
  // In this form also for NaN.
  if (!(elapsed >= 0.0) || pending > kGreatestGap) {
    pending = 0.0;
    out.discarded = true;
    return out;
  }
  if (pending <= kLeastGap) {
    pending = 0.0;
    return out;
  }
  while (pending > kSlice) {
    out.quanta.push(static_cast<float>(kMaxQuantum));
    pending -= kSlice;
  }
  if (pending > kLeast) {
    out.quanta.push(static_cast<float>(pending));
    pending = 0.0;
  }
  return out;
}

}  // namespace surefoot
