// Does somebody stand in it? How an ethereal object, an opened door above all, becomes solid again (spec 03 §3.5,
// §10).
#pragma once

#include <functional>

#include "motion/resolve.hpp"

namespace surefoot {

/// `CPhysicsObj::check_collision` 0x00512ED0: whether `self`, where it stands, overlaps the shapes of `object`.
/// `self` is the mover here: its spheres, its kind, its exemptions. A STATIC one overlaps nothing. No profile is retail.
[[nodiscard]] bool check_collision(const World& world, const PhysicsObject& self, const PhysicsObject& object,
                                   Workspace& workspace, const Profile* profile = nullptr);

/// `ethereal_check_for_collisions` 0x00510A40: whether anybody listed in a cell that lists `object` overlaps it.
/// Terrain and cells do not count.
[[nodiscard]] bool ethereal_check_for_collisions(const World& world, const PhysicsObject& object,
                                                 Workspace& workspace, const Profile* profile = nullptr);

/// `set_ethereal` 0x00511C40, the call of an animation hook. True: the object is as wished. False: it was to become
/// solid and somebody is in the way; it stays ethereal with CHECK_ETHEREAL set, and `retry_ethereal` goes on
/// trying. Refuses an unknown id. A state message (`World::set_object_state`) asks nobody.
Expected<bool> set_ethereal(World& world, std::uint32_t id, bool ethereal, Workspace& workspace,
                            const Profile* profile = nullptr);

/// What each object with CHECK_ETHEREAL does first in its update (0x005156B0): once a tick, in the order the
/// objects were added. Bodies do it in their own quantum: `is_body`, when given, names them.
void retry_ethereal(World& world, Workspace& workspace,
                    const std::function<bool(std::uint32_t)>& is_body = nullptr,
                    const Profile* profile = nullptr);

}  // namespace surefoot
