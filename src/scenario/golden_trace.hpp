// `surefoot-trace/1` (spec 07 §8): a run's steps as JSON lines with hex floats, written and compared.
#pragma once

#include <string>
#include <vector>

#include "io/scenario.hpp"
#include "scenario/run.hpp"

namespace surefoot::scenario {

[[nodiscard]] std::string trace_header(const io::Scenario& scenario, const Profile& profile);
[[nodiscard]] std::string trace_line(const StepRecord& step);

/// Writes header and lines; nothing is left behind when it fails.
[[nodiscard]] Expected<void> write_trace(const std::string& path, const io::Scenario& scenario,
                                         const Profile& profile, const std::vector<StepRecord>& steps);

/// "" when every line equals the scenario's golden trace, else the first difference with its field.
[[nodiscard]] Expected<std::string> compare_with_golden(const io::Scenario& scenario,
                                                        const std::vector<StepRecord>& steps);

}  // namespace surefoot::scenario
