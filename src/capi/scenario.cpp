// Scenarios: run, traced, explained, stepped.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "capi/convert.hpp"
#include "capi/explained.hpp"
#include "capi/objects.hpp"
#include "capi/scenario_trace.hpp"
#include "scenario/run.hpp"

using namespace surefoot;
using namespace surefoot::capi;

namespace {

sf_status hand_over(Expected<io::Scenario>&& scenario, sf_scenario* handle) {
  if (!scenario) return refuse(scenario.error());
  auto held = std::make_unique<HeldScenario>();
  held->scenario = std::make_shared<const io::Scenario>(std::move(*scenario));
  *handle = make_handle<sf_scenario>(std::move(held));
  return SF_OK;
}

sf_status no_crowd() {
  return refuse(SF_ERROR_BAD_VALUE, "a crowd has no single resolve; give a scenario of one mover",
                "scenario");
}

void fill(const scenario::StepRecord& from, sf_step& to) {
  to.tick = from.tick;
  to.tried = from.tried ? 1 : 0;
  to.ok = from.ok ? 1 : 0;
  to.state = out(from.body);
  to.cell_id = from.cell_id;
  to.moved = from.moved;
}

/// The next step of a runner, with what is said of it when that is wanted.
sf_status take_step(scenario::Runner& runner, sf_step& step, std::string* json) {
  if (runner.done()) return refuse(SF_ERROR_DONE, "the scenario has no further step");
  trace::Recorder recorder;
  ResolveResult result;
  const std::uint32_t tick = runner.tick();
  const auto taken = json == nullptr ? runner.step() : runner.step(&recorder, &result);
  if (!taken) return refuse(taken.error());
  fill(*taken, step);
  if (json == nullptr) return SF_OK;
  const auto& request = runner.last_request();
  *json = request ? explained(tick, recorder, *request, result) : explained_still(tick, recorder);
  return SF_OK;
}

}  // namespace

extern "C" {

sf_status sf_scenario_load_file(const char* path, sf_scenario* scenario) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(path, "path", status) || absent(scenario, "scenario", status)) return status;
    return hand_over(io::read_scenario(path), scenario);
  });
}

sf_status sf_scenario_load_memory(const char* text, size_t length, const char* base_dir,
                                  sf_scenario* scenario) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(text, "text", status) || absent(scenario, "scenario", status)) return status;
    return hand_over(io::read_scenario_text({text, length}, base_dir == nullptr ? "" : base_dir), scenario);
  });
}

sf_status sf_scenario_destroy(sf_scenario scenario) {
  return destroy_handle(scenario);
}

sf_status sf_scenario_world(sf_scenario scenario, sf_world* world) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(world, "world", status)) return status;
    const Shared<sf_scenario> held(scenario, status);
    if (held) *world = make_world(held->scenario->world->fork());
    return status;
  });
}

sf_status sf_scenario_info(sf_scenario scenario, sf_buffer* json) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(json, "json", status)) return status;
    const Shared<sf_scenario> held(scenario, status);
    if (held) *json = make_buffer(scenario_info(*held->scenario));
    return status;
  });
}

sf_status sf_scenario_run(sf_scenario scenario, const sf_profile* profile, sf_run* run) {
  return guarded([&] {
    sf_status status = SF_OK;
    Profile p;
    if (unfit(run, "run", status) || unfit_profile(profile, p, status)) return status;
    const Shared<sf_scenario> held(scenario, status);
    if (!held) return status;
    const auto r = scenario::run(*held->scenario, {p, false});
    if (!r) return refuse(r.error());
    *run = {};
    run->size = sizeof *run;
    run->ticks = r->ticks;
    run->expectations = static_cast<std::uint32_t>(r->expectations);
    run->failed = static_cast<std::uint32_t>(r->failures.size());
    run->hash = r->hash;
    run->movers = static_cast<std::uint32_t>(r->members.size());
    if (r->steps.empty()) return status;
    run->movers = 1;
    run->end = out(r->steps.back().body.position);
    run->transient = r->steps.back().body.transient;
    return status;
  });
}

sf_status sf_scenario_trace(sf_scenario scenario, const sf_profile* profile, sf_buffer* json) {
  return guarded([&] {
    sf_status status = SF_OK;
    Profile p;
    if (absent(json, "json", status) || unfit_profile(profile, p, status)) return status;
    const Shared<sf_scenario> held(scenario, status);
    if (!held) return status;
    auto text = scenario_trace(*held->scenario, p);
    if (!text) return refuse(text.error());
    *json = make_buffer(std::move(*text));
    return status;
  });
}

sf_status sf_scenario_explain(sf_scenario scenario, const sf_profile* profile, uint32_t tick,
                              sf_buffer* json) {
  return guarded([&] {
    sf_status status = SF_OK;
    Profile p;
    if (absent(json, "json", status) || unfit_profile(profile, p, status)) return status;
    const Shared<sf_scenario> held(scenario, status);
    if (!held) return status;
    if (held->scenario->crowd) return no_crowd();
    const std::uint32_t total = held->scenario->total_ticks();
    if (tick >= total)
      return refuse(SF_ERROR_BAD_VALUE,
                    fmt::format("tick {} is not in this scenario of {} ticks", tick, total).c_str(), "tick");
    scenario::Runner runner(*held->scenario, {p, false});
    for (std::uint32_t i = 0; i < tick; ++i) {
      if (const auto s = runner.step(); !s) return refuse(s.error());
    }
    sf_step step{};
    std::string text;
    status = take_step(runner, step, &text);
    if (status == SF_OK) *json = make_buffer(std::move(text));
    return status;
  });
}

sf_status sf_runner_create(sf_scenario scenario, const sf_profile* profile, sf_runner* runner) {
  return guarded([&] {
    sf_status status = SF_OK;
    Profile p;
    if (absent(runner, "runner", status) || unfit_profile(profile, p, status)) return status;
    const Shared<sf_scenario> held(scenario, status);
    if (!held) return status;
    if (held->scenario->crowd) return no_crowd();
    *runner = make_handle<sf_runner>(std::make_unique<HeldRunner>(held->scenario, p));
    return status;
  });
}

sf_status sf_runner_destroy(sf_runner runner) {
  return destroy_handle(runner);
}

sf_status sf_runner_step(sf_runner runner, sf_step* step) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (unfit(step, "step", status)) return status;
    const Alone<sf_runner> held(runner, status);
    return held ? take_step(held->runner, *step, nullptr) : status;
  });
}

sf_status sf_runner_step_explained(sf_runner runner, sf_step* step, sf_buffer* json) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (unfit(step, "step", status) || absent(json, "json", status)) return status;
    const Alone<sf_runner> held(runner, status);
    if (!held) return status;
    std::string text;
    status = take_step(held->runner, *step, &text);
    if (status == SF_OK) *json = make_buffer(std::move(text));
    return status;
  });
}

sf_status sf_runner_save(sf_runner runner, sf_buffer* bytes) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(bytes, "bytes", status)) return status;
    const Shared<sf_runner> held(runner, status);
    if (held) *bytes = make_buffer(held->runner.save());
    return status;
  });
}

sf_status sf_runner_restore(sf_runner runner, const void* bytes, size_t size) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(bytes, "bytes", status)) return status;
    const Alone<sf_runner> held(runner, status);
    if (!held) return status;
    const auto done = held->runner.restore({static_cast<const std::byte*>(bytes), size});
    return done ? SF_OK : refuse(done.error());
  });
}
}
