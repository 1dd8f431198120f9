// A stretch of time as a host's clock measures it (spec 06 §3): how many quanta it is, the client's rule and not the
// scenario says.
#pragma once

#include "body/tick.hpp"

namespace surefoot::scenario {

/// Lives through what is due at `now`, seconds on the clock of `body.update_time`. Answers with the last quantum, or an
/// empty one when none was due.
[[nodiscard]] Expected<Quantum> live_until(World& world, Body& body, double now, Workspace& workspace,
                                           const TickOptions& options);

}  // namespace surefoot::scenario
