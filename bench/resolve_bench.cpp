// Resolves per second of shipped scenarios, with the hash of what they do: a speed without its hash proves
// nothing.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "scenario/run.hpp"

namespace surefoot {
namespace {

void run_scenario(benchmark::State& state, const std::string& name) {
  const auto scenario =
      io::read_scenario(std::string(SUREFOOT_SOURCE_DIR) + "/worlds/" + name + ".scenario.json");
  if (!scenario) {
    state.SkipWithError(scenario.error().text().c_str());
    return;
  }
  std::int64_t resolves = 0;
  std::uint64_t hash = 0;
  std::vector<scenario::StepRecord> steps;
  for (auto _ : state) {
    steps.clear();
    scenario::Runner runner(*scenario);
    while (!runner.done()) steps.push_back(*runner.step());
    resolves += static_cast<std::int64_t>(steps.size());
  }
  hash = scenario::hash_steps(steps);
  state.SetItemsProcessed(resolves);
  state.SetLabel(fmt::format("hash 0x{:016x}", hash));
}

BENCHMARK_CAPTURE(run_scenario, flat_floor_walk, "flat-floor-walk");
BENCHMARK_CAPTURE(run_scenario, stairs_up, "stairs-up");
BENCHMARK_CAPTURE(run_scenario, wall_graze_30, "wall-graze-30");
BENCHMARK_CAPTURE(run_scenario, hills_walk, "hills-walk");
BENCHMARK_CAPTURE(run_scenario, house_enter, "house-enter");

}  // namespace
}  // namespace surefoot

BENCHMARK_MAIN();
