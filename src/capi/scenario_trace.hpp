// A scenario and its run as JSON, for whoever draws them.
#pragma once

#include <string>

#include "io/scenario.hpp"

namespace surefoot::capi {

[[nodiscard]] std::string scenario_info(const io::Scenario& scenario);
/// Runs it, rules recorded.
[[nodiscard]] Expected<std::string> scenario_trace(const io::Scenario& scenario, const Profile& extra);

}  // namespace surefoot::capi
