// The golden trajectories' own world and line formats (shared golden README): bit patterns as hex text.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "io/json.hpp"
#include "motion/resolve.hpp"
#include "world/world.hpp"

namespace surefoot::io {

/// What one golden world holds for resolve-by-resolve comparison.
struct GoldenWorld {
  std::string name;
  World world;
  Mover mover;
  std::vector<PhysicsObject> crowd;  ///< the movers of a crowd, not yet in the world; else empty
};

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
  Position after;                        ///< of the body, once the resolve is committed
  std::optional<GoldenResolve> resolve;  ///< absent: the body did not try to move
};

/// Calls `use` per line, in order, until it answers false. The body's state of the line before gives what a
/// `tr` leaves out (rotation, and whether the contact plane was water).
[[nodiscard]] Expected<void> for_each_golden_line(const std::string& path, const Mover& mover,
                                                  const std::function<bool(const GoldenLine&)>& use);

}  // namespace surefoot::io
