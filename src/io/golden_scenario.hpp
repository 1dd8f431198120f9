// A golden world as a scenario, so that whatever works on scenarios works on it.
#pragma once

#include "io/json.hpp"
#include "io/scenario.hpp"

namespace surefoot::io {

/// Whether a document is a golden world (io/golden.hpp): those carry no "format".
[[nodiscard]] bool is_golden_world(const Json& json);

/// The script as body inputs; a crowd as one of bodies, 90 ticks long.
[[nodiscard]] Expected<Scenario> scenario_from_golden(const std::string& path,
                                                      const ScenarioOptions& options = {});

}  // namespace surefoot::io
