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

bool QuantumClock::pass(double now) {
  if (!std::isfinite(now)) return false;
  const double dt = now - last_pass;
  if (dt < 0.0) {
    last_pass = now;
    return false;
  }
  if (dt < kMinQuantum) return false;
  last_pass = now;
  return true;
}

BodyUpdate QuantumClock::update(double now, double update_time) {
  BodyUpdate out;
  out.update_time = update_time;
  if (!std::isfinite(now)) return out;
  double dt = now - update_time;
  if (!(dt > kLeastGap) || !(dt <= kGreatestGap)) {
    out.update_time = now;
    return out;
  }
  if (dt <= kMaxQuantum) {
    out.update_time += dt;
    out.quanta.push(static_cast<float>(dt));
    return out;
  }
  do {
    out.update_time += kMaxQuantum;
    out.quanta.push(kFullSlice);
    dt -= kMaxQuantum;
  } while (dt > kMaxQuantum);
  if (dt > kMinQuantum) {
    out.update_time += dt;
    out.quanta.push(static_cast<float>(dt));
  }
  return out;
}

bool begin_update(Body& body, const Position* player, bool maintenance, double now) {
  if (body.has_parent || !body.in_world || body.is(physics_state::kFrozen)) {
    body.set(transient_state::kActive, false);
    return false;
  }
  if (player != nullptr) {
    const bool far = length(get_offset(*player, body.position)) > kActiveDistance;
    if (far && maintenance)
      body.set(transient_state::kActive, false);
    else
      activate(body, now);
  }
  return true;
}

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
