#include "body/ethereal.hpp"

#include "motion/check_collision.hpp"

namespace surefoot {

template <class Rules>
Expected<bool> set_ethereal(const Rules& rules, World& world, Body& body, bool ethereal,
                            Workspace& workspace) {
  auto scope = rules.enter(Fn::set_ethereal);
  bool done = true;
  if (object_of(world, body) != nullptr) {
    const auto as_wished = set_ethereal(world, body.mover.object_id, ethereal, workspace, rules.profile());
    if (!as_wished) return tl::unexpected<Error>(as_wished.error());
    done = *as_wished;
  }
  std::uint32_t& state = body.mover.physics_state;
  state = ethereal || !done ? state | physics_state::kEthereal : state & ~physics_state::kEthereal;
  body.set(transient_state::kCheckEthereal, !done);
  rules.arm(ethereal ? Arm::set_ethereal_ethereal : done ? Arm::set_ethereal_solid : Arm::set_ethereal_waits);
  return scope(done);
}

template Expected<bool> set_ethereal(const Retail&, World&, Body&, bool, Workspace&);
template Expected<bool> set_ethereal(const Profiled&, World&, Body&, bool, Workspace&);

}  // namespace surefoot
