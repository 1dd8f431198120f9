// How time is cut into quanta (spec 06 §3). All times are binary64 seconds of one clock; a quantum is their binary32
// cast. Nothing here runs a quantum: the caller passes each one to `tick`.
#pragma once

#include <array>
#include <cstddef>

#include "body/body.hpp"

namespace surefoot {

/// The quanta of one update, in order. At most ten, or twenty of a port: longer gaps are dropped.
struct Quanta {
  std::array<float, 21> q{};  ///< seconds
  std::size_t count = 0;

  void push(float seconds) { q[count++] = seconds; }
  [[nodiscard]] const float* begin() const { return q.data(); }
  [[nodiscard]] const float* end() const { return q.data() + count; }
};

/// What one body is due.
struct BodyUpdate {
  Quanta quanta;
  double update_time = 0.0;  ///< of the body once the quanta ran; it is not always the last one's end
};

/// The client's two gates: the pass over all bodies, and each body's own.
struct QuantumClock {
  double last_pass = 0.0;  ///< seconds; when the bodies were last looked at

  /// `CPhysics::UseTime` 0x00509950: whether the bodies are to be updated now, at most 30 times a second. A clock that
  /// went back starts anew. A `now` that is no number passes nothing and changes nothing (ours).
  template <class Rules>
  [[nodiscard]] bool pass(const Rules& rules, double now);
  [[nodiscard]] bool pass(double now) { return pass(Retail{}, now); }

  /// `CPhysicsObj::update_object` 0x00515D10 from its time on: a gap of up to 0.2 s is one quantum however short it is
  /// (the least quantum is the pass's business), a longer one is sliced, one above 2 s is dropped, and a rest of at
  /// most 1/30 s after slices stays due. A `now` that is no number is due nothing (ours). Ports slice otherwise
  /// (divergences `ace_time_slices`, `gdle_time_slices`).
  template <class Rules>
  [[nodiscard]] static BodyUpdate update(const Rules& rules, double now, double update_time);
  [[nodiscard]] static BodyUpdate update(double now, double update_time, const Profile* profile = nullptr) {
    return with_rules(profile, nullptr, [&](const auto& rules) { return update(rules, now, update_time); });
  }
};

/// The head of `update_object`: whether the body takes part at all. Held, lost and FROZEN bodies fall asleep and keep
/// their time. Others wake, or sleep when `player` is more than 96 m away and `maintenance` (the client's own upkeep
/// of far objects) is on. `player` is null where there is none. May change `update_time`, so it comes before
/// `QuantumClock::update`.
template <class Rules>
[[nodiscard]] bool begin_update(const Rules& rules, Body& body, const Position* player, bool maintenance,
                                double now);
[[nodiscard]] inline bool begin_update(Body& body, const Position* player, bool maintenance, double now) {
  return begin_update(Retail{}, body, player, maintenance, now);
}

/// OpenAC's clock, for replaying what it recorded: elapsed time gathers until it exceeds 1/30 s *as binary32*, so a
/// driver that steps by exactly 1/30 s gets a quantum every second call.
struct PortQuantumClock {
  double pending = 0.0;  ///< seconds not yet integrated

  struct Step {
    Quanta quanta;
    bool discarded = false;  ///< the gap was negative, no number or above 2 s
  };
  [[nodiscard]] Step advance(double elapsed);
};

}  // namespace surefoot
