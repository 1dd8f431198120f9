// Expectations of a scenario (spec 07 §7).
#pragma once

#include <string>
#include <vector>

#include "io/scenario.hpp"
#include "scenario/run.hpp"

namespace surefoot::scenario {

/// "" when it holds, else what was found instead. An unknown field or an operator that does not fit it is an
/// error.
[[nodiscard]] Expected<std::string> judge(const io::Expect& expect, const io::Scenario& scenario,
                                          const std::vector<StepRecord>& steps);

/// The same of a crowd: fields `overlap`, `moving`, `farthest`.
[[nodiscard]] Expected<std::string> judge(const io::Expect& expect, const std::vector<CrowdTick>& ticks);

/// Longest run of consecutive steps that moved less than 1 mm.
[[nodiscard]] std::uint32_t frozen_run(const std::vector<StepRecord>& steps);

}  // namespace surefoot::scenario
