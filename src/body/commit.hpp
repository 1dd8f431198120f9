// What a body keeps of a resolve, and how its velocity answers a collision (spec 06 §7).
#pragma once

#include "body/body.hpp"

namespace surefoot {

/// What the reporting half needs of the world around, and where to put what it says.
struct CommitContext {
  const TouchedObjects* objects =
      nullptr;                       ///< null: others stand still and are known as the resolve left them
  double now = 0.0;                  ///< seconds
  const Profile* profile = nullptr;  ///< null: retail; of the forms without a policy
  std::vector<CollisionReport>* reports = nullptr;  ///< null: nobody listens
};

[[nodiscard]] const TouchedObjects& known_objects(const CommitContext& context);

// Written over a policy (core/rules.hpp). The forms without one take the context's, and listen to nobody.

/// `SetPositionInternal` 0x00515330 for a resolve that succeeded.
template <class Rules>
void set_position_internal(const Rules& rules, Body& body, const ResolveResult& result,
                           const CommitContext& context);

/// 0x00514780: reports, the missile's end, and the answer of the velocity. True when a touch was told to someone.
template <class Rules>
bool handle_all_collisions(const Rules& rules, Body& body, const ResolveResult& result, bool was_in_contact,
                           bool was_on_walkable, const CommitContext& context);

inline void set_position_internal(Body& body, const ResolveResult& result, const CommitContext& context) {
  with_rules(context.profile, nullptr,
             [&](const auto& rules) { set_position_internal(rules, body, result, context); });
}
inline bool handle_all_collisions(Body& body, const ResolveResult& result, bool was_in_contact,
                                  bool was_on_walkable, const CommitContext& context) {
  return with_rules(context.profile, nullptr, [&](const auto& rules) {
    return handle_all_collisions(rules, body, result, was_in_contact, was_on_walkable, context);
  });
}

/// `set_frame` 0x00514090: a frame whose quaternion is no rotation gets an all-zero one; otherwise a plain copy.
void set_frame(Body& body, const Frame& frame);

}  // namespace surefoot
