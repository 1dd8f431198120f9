// The golden trajectories' own world and line formats (shared golden README): bit patterns as hex text.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "body/body.hpp"
#include "core/error.hpp"
#include "io/json.hpp"
#include "world/world.hpp"

namespace surefoot::io {

/// A body as a golden file states it.
struct GoldenBody {
  Position position;
  bool has_rotation = false;  ///< the reference's lines state none
  std::uint32_t transient = 0;
  std::optional<Plane> contact_plane;  ///< null unless in contact
  CellId contact_plane_cell_id = 0;
  std::optional<Vec3> sliding_normal;  ///< null unless sliding
  Vec3 velocity;
  Vec3 acceleration;
  Vec3 cached_velocity;
};

/// Some ticks of a script. At the first of them the velocity is set, then the jump is told.
struct GoldenSegment {
  std::uint32_t ticks = 0;
  Vec3 walk;  ///< m/s, body axes; root motion
  std::optional<Vec3> set_velocity;
  std::optional<float> jump_vz;  ///< m/s
};

struct GoldenMember {
  PhysicsObject object;  ///< not yet in the world
  GoldenBody start;
  Vec3 walk;
};

struct GoldenWorld {
  std::string name;
  World world;
  Mover mover;
  std::vector<GoldenMember> crowd;  ///< in the order they enter and move; else empty
  GoldenBody start;                 ///< of a single mover
  /// Where the mover was first told to be, with Placement and Slide; `start` is the state that left. Random worlds
  /// only.
  std::optional<Position> placement;
  bool placed = false;  ///< and whether it got there
  Vec3 omega;           ///< rad/s, set once
  std::vector<GoldenSegment> script;
  float quantum = 0.0F;  ///< seconds
};

/// The body of the mover in this state: friction 0.95, elasticity 0.05, a motion manager, no weenie but a crowd's.
[[nodiscard]] Body make_body(const GoldenWorld& golden, const GoldenBody& state);

[[nodiscard]] Expected<GoldenWorld> read_golden_world(const std::string& path);

/// One recorded resolve: the `tr` part of a line.
struct GoldenResolve {
  ResolveRequest request;
  bool ok = false;
  Vec3 curr;
  CellId curr_cell = 0;
  std::optional<Plane> contact_plane;
  CellId contact_plane_cell_id = 0;
  bool contact_plane_is_water = false;
  std::optional<Plane> last_known_contact_plane;
  std::optional<Vec3> sliding_normal;
  std::optional<Vec3> collision_normal;
  std::uint32_t state_out = 0;
  int frames_stationary_fall = 0;
  bool collided_with_environment = false;
  std::size_t collide_objects = 0;
  std::vector<CellId> cells;
};

struct GoldenLine {
  int tick = 0;
  std::size_t mover = 0;                 ///< which of a crowd
  GoldenBody after;                      ///< once the resolve is committed
  std::optional<GoldenResolve> resolve;  ///< absent: the body did not try to move
};

/// Calls `use` per line, in order, until it answers false. The body's state of the line before gives what a
/// `tr` leaves out (rotation, and whether the contact plane was water).
[[nodiscard]] Expected<void> for_each_golden_line(const std::string& path, const Mover& mover,
                                                  const std::function<bool(const GoldenLine&)>& use);

}  // namespace surefoot::io
