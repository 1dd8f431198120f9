// What changes a body's way besides its own legs: places told by the network, another body it sticks to, a leash
// (retail PositionManager; spec 06 §13).
#pragma once

#include "body/interpolation.hpp"

namespace surefoot {

class Profile;
class Workspace;
class World;
struct Body;
struct CollisionReport;
struct TickOptions;

/// Keeps a body close to another one.
struct Sticky {
  std::uint32_t target_id = 0;  ///< 0: sticks to nobody
  bool target_known = false;    ///< `target` is said
  Position target;              ///< for the caller to keep up to date: `set_sticky_target`
  float target_radius = 0.0F;   ///< metres
  float own_radius = 0.0F;      ///< metres
  double until = 0.0;           ///< seconds
};

/// Slows a body down as it gets away from where it should be. Metres.
struct Constraint {
  bool is_on = false;
  float distance = 0.0F;  ///< at first from the place; then, in the client's way, the length of the last step
  float start = 0.0F;     ///< slower from here on
  float max = 0.0F;       ///< no step from here on
};

/// A plain value: copying it saves it.
struct PositionManager {
  Interpolation interpolation;
  Sticky sticky;
  Constraint constraint;
  float max_speed = 0.0F;           ///< `get_max_speed`, m/s (`write_speeds`); 0 without a motion manager
  float adjusted_max_speed = 0.0F;  ///< `get_adjusted_max_speed`, m/s; the same
  bool is_own_player = false;
};

/// The body's manager, made when there is none; that wakes the body.
PositionManager& make_position_manager(Body& body, double now);

void stop_interpolating(PositionManager& m);

/// To stay 0.3 m beside a body for one second from `now` (seconds). Nothing happens before `set_sticky_target`.
void stick_to(PositionManager& m, std::uint32_t target_id, float target_radius, float own_radius, double now);
/// Where the target is; said of another body than the one stuck to, nothing.
void set_sticky_target(PositionManager& m, std::uint32_t target_id, const Position& at);
void unstick(PositionManager& m);

/// From `place` on: slower beyond `start`, held at `max`.
void constrain_to(Body& body, const Position& place, float start, float max);
void unconstrain(PositionManager& m);
[[nodiscard]] bool is_fully_constrained(const PositionManager& m);

/// 0x00555190: interpolation, stickiness and constraint, in this order, change what a quantum of `q` seconds adds to
/// the body's frame (body axes). The body has a position manager.
template <class Rules>
void adjust_offset(const Rules& rules, Body& body, Frame& off, float q);
inline void adjust_offset(Body& body, Frame& off, float q, const Profile* profile = nullptr) {
  with_rules(profile, nullptr, [&](const auto& rules) { adjust_offset(rules, body, off, q); });
}

/// After the quantum: a body that cannot follow is put there, a velocity told of is taken, stickiness ends. What
/// touches end is appended to `reports`. The body has a position manager.
template <class Rules>
[[nodiscard]] Expected<void> use_time(const Rules& rules, World& world, Body& body, double now,
                                      Workspace& workspace, const TickOptions& options,
                                      std::vector<CollisionReport>& reports);

}  // namespace surefoot
