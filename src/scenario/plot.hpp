// A run as a picture: from above and in profile, coloured by what the mover stood on.
#pragma once

#include <string>

#include "scenario/run.hpp"

namespace surefoot::scenario {

/// An SVG document, metres on both axes, in the coordinates of the landblock the run starts in. Of a crowd, where its
/// members began and ended.
[[nodiscard]] std::string plot_svg(const io::Scenario& scenario, const RunResult& result);

/// Writes it; on error nothing is left half-written.
[[nodiscard]] Expected<void> write_plot(const std::string& path, const io::Scenario& scenario, const RunResult& result);

}  // namespace surefoot::scenario
