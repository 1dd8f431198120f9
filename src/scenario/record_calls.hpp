// A run's resolve calls as records that a port can read (spec 07 §5).
#pragma once

#include <string>

#include "io/capture.hpp"
#include "io/scenario.hpp"
#include "motion/resolve_body.hpp"

namespace surefoot::scenario {

/// One call: what the body asked, as it was then, and what came out. Coordinates are those of the landblock it started
/// in.
[[nodiscard]] io::CaptureRecord record_of_call(std::int64_t tick, const ResolveRequest& request,
                                               const ResolveBody& asking, const ResolveResult& result,
                                               const Profile& profile);

/// Runs a scenario and writes a line for each tick in which its mover made a resolve. A crowd is refused: records are of
/// one mover. On error nothing is left behind.
[[nodiscard]] Expected<void> write_capture(const std::string& path, const io::Scenario& scenario,
                                           const Profile& extra);

}  // namespace surefoot::scenario
