// A mover whose places come over the network (spec 06 §13).
#pragma once

#include "body/placement.hpp"

namespace surefoot {

/// One message. How a stamp is told to be newer is the protocol's matter.
struct RemotePosition {
  enum class Stamp : std::uint8_t { stale, current, newer };

  Position position;
  Stamp teleport = Stamp::current;  ///< its teleport stamp against the last one
  bool in_contact = true;           ///< the message says it stands on something
  bool is_moving_to = false;        ///< the body is on its way to something, and keeps its heading
  float player_distance = 0.0F;     ///< metres from the player's own body
};

struct RemoteOutcome {
  enum class Way : std::uint8_t {
    ignored,     ///< stale, or it flies: physics moves it
    teleported,  ///< put there after the teleport hook
    set_down,    ///< far from the player: put there
    queued,      ///< interpolated to
  };

  Way way = Way::ignored;
  SetPositionOutcome placed;             ///< of the two that put it there
  std::vector<CollisionReport> reports;  ///< of the teleport hook
};

/// `MoveOrTeleport` 0x00516330, at `now` (seconds). Refuses what `set_position` and `interpolate_to` refuse.
[[nodiscard]] Expected<RemoteOutcome> move_or_teleport(World& world, Body& body,
                                                       const RemotePosition& message, double now,
                                                       Workspace& workspace, const TickOptions& options = {});

}  // namespace surefoot
