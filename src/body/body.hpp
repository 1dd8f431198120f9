// A body: what moves through time (retail CPhysicsObj; spec 06 §2).
#pragma once

#include <cstdint>
#include <optional>

#include "body/position_manager.hpp"
#include "motion/collision_reports.hpp"
#include "motion/resolve_body.hpp"

namespace surefoot {

/// How a body carries itself over the ground (spec 06 §10).
enum class Drive : std::uint8_t {
  none,            ///< it is thrown or falls
  root_motion,     ///< its animation moves it: retail's creatures
  state_velocity,  ///< its velocity is set anew each tick: headless ports
};

/// What a mover's legs are told. Metres, seconds, radians, body axes.
struct Walk {
  Drive drive = Drive::root_motion;
  Vec3 velocity;               ///< m/s; held until changed
  float turn = 0.0F;           ///< rad/s about the body's z axis, to the left positive
  std::optional<Frame> delta;  ///< of the next quantum alone, instead of `velocity` and `turn`
  /// m/s; what the body takes along when it leaves the ground, instead of `velocity`: the commanded velocity has a limit
  /// that an animation has not, and a jump charged from standing goes with commands that moved nobody before.
  std::optional<Vec3> leaving;
  float jump_vz = 0.0F;  ///< m/s upward, given at the next leaving of the ground, then forgotten
  /// An older port's habit: horizontal velocity of a grounded root-motion mover is cleared before integration.
  bool zero_grounded_xy = false;
};

/// Begins in a line of the cache of its own, as its object does: neighbours in memory may be ticked by two threads.
struct alignas(64) Body : ResolveBody {
  Mover mover;                            ///< shape, scale, step heights, state bits, id, flags of its kind
  bool in_world = true;                   ///< false: it fell out of the loaded world, and stays where it is
  bool has_parent = false;                ///< held or attached: never moves itself
  std::uint32_t weenie = 0;               ///< weenie bits; 0: nobody is told of its collisions
  Vec3 acceleration;                      ///< m/s²; kept from one `calc_acceleration` to the next
  Vec3 omega;                             ///< rad/s, world axes
  Vec3 cached_velocity;                   ///< m/s; what the last quantum came to: displacement ÷ quantum
  float friction = kDefaultFriction;      ///< 0..1
  float elasticity = kDefaultElasticity;  ///< 0..kMaxElasticity
  double update_time = 0.0;               ///< seconds; end of the last integrated quantum
  bool jumped_this_frame = false;
  bool has_motion = true;  ///< a motion manager; without one a body at rest on walkable ground goes to sleep
  Walk walk;
  CollisionRecords collisions;
  std::optional<PositionManager>
      position_manager;  ///< of a mover that follows the network, another body or a leash

  [[nodiscard]] bool is(std::uint32_t state_bit) const { return (mover.physics_state & state_bit) != 0; }
  [[nodiscard]] bool has(std::uint32_t transient_bit) const { return (transient & transient_bit) != 0; }
  void set(std::uint32_t transient_bit, bool on) {
    transient = on ? transient | transient_bit : transient & ~transient_bit;
  }
};

/// What others meet of the body: the world's object of its id; null when there is none.
[[nodiscard]] inline const PhysicsObject* object_of(const World& world, const Body& body) {
  return body.mover.object_id == 0 ? nullptr : world.registry().find(body.mover.object_id);
}

}  // namespace surefoot
