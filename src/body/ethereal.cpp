#include "body/ethereal.hpp"

#include "motion/check_collision.hpp"

namespace surefoot {

Expected<bool> set_ethereal(World& world, Body& body, bool ethereal, Workspace& workspace) {
  bool done = true;
  if (object_of(world, body) != nullptr) {
    const auto as_wished = set_ethereal(world, body.mover.object_id, ethereal, workspace);
    if (!as_wished) return tl::unexpected<Error>(as_wished.error());
    done = *as_wished;
  }
  std::uint32_t& state = body.mover.physics_state;
  state = ethereal || !done ? state | physics_state::kEthereal : state & ~physics_state::kEthereal;
  body.set(transient_state::kCheckEthereal, !done);
  return done;
}

}  // namespace surefoot
