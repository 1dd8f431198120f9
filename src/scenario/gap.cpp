#include "scenario/gap.hpp"

#include "body/quantum_clock.hpp"

namespace surefoot::scenario {

Expected<Quantum> live_until(World& world, Body& body, double now, Workspace& workspace,
                             const TickOptions& options) {
  const BodyUpdate due = with_rules(options.profile, options.sink, [&](const auto& rules) {
    return QuantumClock::update(rules, now, body.update_time);
  });
  Expected<Quantum> last(tl::in_place);
  for (const float q : due.quanta) {
    last = surefoot::tick(world, body, q, workspace, options);
    if (!last) return last;
  }
  body.update_time = due.update_time;
  return last;
}

}  // namespace surefoot::scenario
