#include "session/tick_body.hpp"

#include <fmt/format.h>

namespace surefoot {

std::optional<TouchedObject> MovingObjects::find(std::uint32_t id) const {
  const PhysicsObject* object = world_.registry().find(id);
  if (object == nullptr) return std::nullopt;
  TouchedObject out = touched_object(*object);
  if (const auto it = bodies_.find(id); it != bodies_.end()) {
    out.velocity = it->second.velocity;
    out.in_contact = it->second.has(transient_state::kContact);
  }
  return out;
}

Expected<void> tick_body(World& world, Body& body, MotionState* motion, float q, Workspace& workspace,
                         const TickOptions& options, Quantum& out) {
  // Not written when it sleeps already: others may be looking at the same word.
  if (body.is(physics_state::kFrozen) && body.has(transient_state::kActive))
    body.set(transient_state::kActive, false);
  if (motion != nullptr) write_speeds(body, *motion, options.profile);
  auto done = tick(world, body, q, workspace, options, out);
  if (!done) {
    Error e = done.error();
    e.message = fmt::format("body 0x{:08X}: {}", body.mover.object_id, e.message);
    return tl::unexpected<Error>(e);
  }
  if (motion != nullptr) write_walk(body, *motion, options.profile);
  return done;
}

}  // namespace surefoot
