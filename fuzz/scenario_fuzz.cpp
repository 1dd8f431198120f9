// A scenario as text: whatever it says, it is refused with a place or it runs, for a while.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "io/scenario.hpp"
#include "scenario/crowd.hpp"
#include "scenario/plot.hpp"
#include "scenario/run.hpp"

namespace {

constexpr int kTicks = 12;

/// A move as long as the engine takes is slow under sanitizers, and only that.
bool is_patient(const surefoot::io::Scenario& s) {
  constexpr float kLong = 50.0F;
  for (const auto& in : s.inputs) {
    if (in.target || (in.offset && !(surefoot::length(*in.offset) < kLong))) return false;
  }
  for (int i = 0; i < s.mover.num_spheres; ++i) {
    if (s.mover.spheres[static_cast<std::size_t>(i)].radius * s.mover.scale < 0.05F) return false;
  }
  return !s.crowd || s.crowd->members.size() < 50;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto s = surefoot::io::read_scenario_text(text, "worlds");
  if (!s || !is_patient(*s)) return 0;
  if (s->crowd) {
    surefoot::scenario::CrowdRunner runner(*s, {});
    for (int i = 0; i < kTicks && !runner.done(); ++i) {
      if (!runner.step()) break;
    }
    return 0;
  }
  surefoot::scenario::Runner runner(*s);
  surefoot::scenario::RunResult result;
  for (int i = 0; i < kTicks && !runner.done(); ++i) {
    const auto saved = runner.save();
    if (!runner.restore(saved)) std::abort();
    const auto step = runner.step();
    if (!step) break;
    result.steps.push_back(*step);
  }
  if (surefoot::scenario::plot_svg(*s, result).empty()) std::abort();
  return 0;
}
