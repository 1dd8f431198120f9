// What a session does with one of its bodies in a tick.
#pragma once

#include <map>

#include "body/motion_state.hpp"
#include "body/tick.hpp"

namespace surefoot {

/// What one tick of a session brought.
struct SessionReport {
  std::uint32_t body = 0;  ///< id of the body the report is of
  CollisionReport report;
};

/// Others as they move now.
class MovingObjects : public TouchedObjects {
 public:
  /// Keeps references to both.
  MovingObjects(const World& world, const std::map<std::uint32_t, Body>& bodies)
      : world_(world), bodies_(bodies) {}
  [[nodiscard]] std::optional<TouchedObject> find(std::uint32_t id) const override;

 private:
  const World& world_;
  const std::map<std::uint32_t, Body>& bodies_;
};

/// Its commands, one quantum (into `out`, which keeps its memory), its commands again. `motion` is null for a body that was never commanded. The error of a
/// body that is refused names it.
[[nodiscard]] Expected<void> tick_body(World& world, Body& body, MotionState* motion, float q,
                                       Workspace& workspace, const TickOptions& options, Quantum& out);

}  // namespace surefoot
