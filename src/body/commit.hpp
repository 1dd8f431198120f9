// What a body keeps of a resolve, and how its velocity answers a collision (spec 06 §7).
#pragma once

#include "body/body.hpp"

namespace surefoot {

/// What the reporting half needs of the world around, and where to put what it says.
struct CommitContext {
  const TouchedObjects* objects =
      nullptr;                       ///< null: others stand still and are known as the resolve left them
  double now = 0.0;                  ///< seconds
  const Profile* profile = nullptr;  ///< null: retail
  std::vector<CollisionReport>* reports = nullptr;  ///< null: nobody listens
};

[[nodiscard]] const TouchedObjects& known_objects(const CommitContext& context);

/// `SetPositionInternal` 0x00515330 for a resolve that succeeded.
void set_position_internal(Body& body, const ResolveResult& result, const CommitContext& context);

/// 0x00514780: reports, the missile's end, and the answer of the velocity. True when a touch was told to someone.
bool handle_all_collisions(Body& body, const ResolveResult& result, bool was_in_contact, bool was_on_walkable,
                           const CommitContext& context);

/// `set_frame` 0x00514090: a frame whose quaternion is no rotation gets an all-zero one; otherwise a plain copy.
void set_frame(Body& body, const Frame& frame);

}  // namespace surefoot
