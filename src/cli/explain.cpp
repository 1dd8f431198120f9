// surefoot explain: the rule tree of one resolve, in words.
#include <memory>

#include <fmt/format.h>

#include "cli/output.hpp"
#include "cli/verbs.hpp"
#include "cli/world_option.hpp"
#include "core/float_bits.hpp"
#include "scenario/replay.hpp"
#include "scenario/run.hpp"
#include "scenario/telling_tick.hpp"
#include "trace/explain.hpp"
#include "trace/tree.hpp"

namespace surefoot::cli {

namespace {

struct Options {
  std::string path;
  std::optional<std::int64_t> tick;
  WorldOption world;
  std::string profile;
  trace::PrintOptions print;
  bool json = false;
};

/// One traced resolve, from a scenario's tick or a capture's record.
struct Traced {
  std::string title;
  std::int64_t tick = 0;
  ResolveRequest request;
  ResolveResult result;
  trace::Recorder recorder;
};

std::string show(const Position& p) {
  return fmt::format("{} {}", print_cell(p.cell_id), print_position(p.frame.origin));
}

int print_traced(const Traced& t, const Options& options) {
  const auto tree = trace::build_tree(t.recorder);
  const trace::Explanation why = trace::explain(t.recorder, t.request, t.result);
  if (options.json) {
    nlohmann::ordered_json j;
    j["tick"] = t.tick;
    j["rule"] = why.rule;
    j["summary"] = why.summary;
    j["chain"] = why.chain;
    j["tree"] = nlohmann::ordered_json::parse(trace::tree_json(tree));
    print(j.dump() + "\n");
    return kDone;
  }
  print(fmt::format("{}\n", t.title));
  if (t.request.begin) print(fmt::format("  from {}\n", show(*t.request.begin)));
  print(fmt::format("  to   {}\n  got  {}\n\n", show(t.request.end), show(t.result.position)));
  print(trace::print_tree(tree, options.print));
  if (t.recorder.truncated()) print("(the recording was cut: too many events)\n");
  print(fmt::format("\nrule: {}\n", why.rule));
  if (!why.chain.empty()) print(fmt::format("how:  {}\n", why.chain));
  print(fmt::format("\n{}\n", why.summary));
  return kDone;
}

/// A body that made no resolve: it moves too little, or sleeps.
int print_still(const Traced& t, const Options& options) {
  const auto tree = trace::build_tree(t.recorder);
  const trace::Explanation why = trace::explain_still(t.recorder);
  if (options.json) {
    nlohmann::ordered_json j{
        {"tick", t.tick}, {"rule", why.rule}, {"summary", why.summary}, {"chain", why.chain}};
    j["tree"] = nlohmann::ordered_json::parse(trace::tree_json(tree));
    print(j.dump() + "\n");
    return kDone;
  }
  print(fmt::format("{}\n\n{}\nrule: {}\n\n{}\n", t.title, trace::print_tree(tree, options.print), why.rule,
                    why.summary));
  return kDone;
}

int explain_scenario(const Options& options, const Profile& profile) {
  io::ScenarioOptions how;
  how.world = options.world.path;
  const auto scenario = io::read_scenario(options.path, how);
  if (!scenario) return report(scenario.error());
  if (scenario->crowd)
    return report({ErrorCode::bad_value,
                   "a crowd has no single resolve to explain; give a scenario of one mover", options.path});
  const std::int64_t total = scenario->total_ticks();
  std::int64_t tick = options.tick.value_or(0);
  if (tick < 0 || tick >= total) {
    return report({ErrorCode::bad_value,
                   fmt::format("tick {} is not in this scenario; it has 0 to {}", tick, total - 1),
                   "--tick"});
  }
  if (!options.tick) {
    const auto found = scenario::telling_tick(*scenario, profile);
    if (!found) return report(found.error());
    tick = *found;
  }
  scenario::Runner runner(*scenario, {profile, false});
  for (std::int64_t i = 0; i < tick; ++i) {
    if (const auto s = runner.step(); !s) return report(s.error());
  }
  Traced t;
  t.tick = tick;
  t.title = fmt::format("{}, tick {} of {}", scenario->name, t.tick, total);
  if (const auto s = runner.step(&t.recorder, &t.result); !s) return report(s.error());
  if (!runner.last_request()) return print_still(t, options);
  t.request = *runner.last_request();
  return print_traced(t, options);
}

int explain_capture(const Options& options, const Profile& profile) {
  if (options.world.path.empty())
    return report(
        {ErrorCode::bad_value, "a capture needs --world (a world file or a folder of dumps)", "--world"});
  if (!options.tick) return report({ErrorCode::bad_value, "a capture needs --tick", "--tick"});
  const auto world = options.world.load();
  if (!world) return report(world.error());
  scenario::ReplayOptions replay_options;
  replay_options.profile = profile;
  replay_options.recorded_profile = options.profile.empty();
  std::optional<io::CaptureRecord> found;
  std::size_t others = 0;
  const auto read = io::for_each_capture_record(options.path, [&](const io::CaptureRecord& r) {
    if (r.tick != *options.tick) return true;
    if (found)
      ++others;
    else
      found = r;
    return true;
  });
  if (!read) return report(read.error());
  if (!found)
    return report({ErrorCode::bad_value, fmt::format("no record has tick {}", *options.tick), options.path});
  Traced t;
  t.tick = found->tick;
  t.title = fmt::format("{}, line {}, tick {}{}", options.path, found->line, found->tick,
                        others != 0 ? fmt::format(" (the first of {} with this tick)", others + 1) : "");
  t.request = scenario::request_of(*found, replay_options.centre);
  std::vector<Vec3> seed;
  t.request.walkable = scenario::seed_of(*found, replay_options.centre, seed);
  Workspace workspace;
  const auto r =
      resolve(*world, t.request, workspace, scenario::profile_of_record(*found, replay_options), &t.recorder);
  if (!r) return report(r.error());
  t.result = *r;
  return print_traced(t, options);
}

int explain(const Options& options) {
  const auto profile = parse_profile(options.profile);
  if (!profile) return report(profile.error());
  if (!options.print.only.empty() && !is_function(options.print.only))
    return report(unknown_function(options.print.only));
  return is_capture(options.path) ? explain_capture(options, *profile) : explain_scenario(options, *profile);
}

}  // namespace

void add_explain(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* verb =
      app.add_subcommand("explain", "Show the rule tree of one tick and say why the mover stopped");
  verb->add_option("file", options->path, "Scenario (JSON) or capture (*.jsonl)")->required();
  verb->add_option("--tick", options->tick,
                   "Tick to explain, 0 is the first (default, of a scenario: where it was stopped for good)");
  options->world.add_to(*verb, false);
  verb->add_option("--profile", options->profile, "Profile names or divergence ids, comma-separated");
  verb->add_option("--depth", options->print.depth, "Levels of the tree shown")->check(CLI::Range(1, 1000));
  verb->add_option("--only", options->print.only, "Only this function and what is inside, e.g. edge_slide");
  verb->add_flag("--geometry", options->print.geometry, "Also the polygon tests and the search for cells");
  verb->add_flag("--json", options->json, "One JSON document");
  verb->footer("Example:\n  surefoot explain worlds/roof-landing.scenario.json --tick 20 --depth 4");
  verb->callback([options, &action] { action = [options] { return explain(*options); }; });
}

}  // namespace surefoot::cli
