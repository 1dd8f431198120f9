// surefoot run: simulate scenarios, a line each.
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "cli/output.hpp"
#include "cli/verbs.hpp"
#include "core/float_bits.hpp"
#include "io/flag_names.hpp"
#include "scenario/golden_trace.hpp"
#include "scenario/plot.hpp"
#include "scenario/record_calls.hpp"
#include "scenario/run.hpp"

namespace surefoot::cli {

namespace {

struct Options {
  std::vector<std::string> paths;
  std::string profile;
  std::string world;
  std::string form = "flat";
  std::string capture;
  std::string trace;
  std::string plot;
  bool json = false;
};

struct Outcome {
  std::string path;
  std::string name;
  Profile profile;
  std::string verdict;  ///< pass, fail or error
  scenario::RunResult result;
  std::string error;
};

Outcome run_one(const std::string& path, const Options& options, const Profile& extra) {
  Outcome out;
  out.path = out.name = path;
  out.verdict = "error";
  io::ScenarioOptions how;
  how.world = options.world;
  how.form = options.form == "graph" ? TreeForm::graph : TreeForm::flat;
  const auto scenario = io::read_scenario(path, how);
  if (!scenario) {
    out.error = scenario.error().text();
    return out;
  }
  out.name = scenario->name;
  out.profile = scenario->profile;
  out.profile.add(extra);
  auto result = scenario::run(*scenario, {extra, false});
  if (!result) {
    out.error = path + ": " + result.error().text();
    return out;
  }
  out.result = std::move(*result);
  out.verdict = out.result.failures.empty() ? "pass" : "fail";
  const auto note = [&](const Expected<void>& written) {
    if (written) return;
    out.error = written.error().text();
    out.verdict = "error";
  };
  if (!options.capture.empty()) note(scenario::write_capture(options.capture, *scenario, extra));
  if (!options.trace.empty())
    note(scenario::write_trace(options.trace, *scenario, out.profile, out.result.steps));
  if (!options.plot.empty()) note(scenario::write_plot(options.plot, *scenario, out.result));
  return out;
}

void print_json(const Outcome& o, const std::string& form) {
  nlohmann::ordered_json j;
  j["scenario"] = o.name;
  j["profile"] = o.profile.ids();
  j["form"] = form;
  j["ticks"] = o.result.ticks;
  j["verdict"] = o.verdict;
  j["expectations"] = {{"total", o.result.expectations}, {"failed", o.result.failures.size()}};
  if (!o.result.steps.empty()) {
    const ResolveBody& b = o.result.steps.back().body;
    j["end"] = {{"cell", print_cell(b.position.cell_id)},
                {"position", json_floats(b.position.frame.origin)},
                {"position_bits", json_bits(b.position.frame.origin)},
                {"transient", b.transient}};
  }
  if (!o.result.crowd.empty()) {
    j["movers"] = o.result.members.size();
    for (const Position& p : o.result.members)
      j["end"].push_back({{"cell", print_cell(p.cell_id)},
                          {"position", json_floats(p.frame.origin)},
                          {"position_bits", json_bits(p.frame.origin)}});
  }
  if (o.result.ticks != 0) j["hash"] = fmt::format("0x{:016x}", o.result.hash);
  if (!o.error.empty()) j["error"] = o.error;
  for (const scenario::Failure& f : o.result.failures)
    j["failures"].push_back({{"where", f.pointer}, {"text", f.text}});
  print(j.dump() + "\n");
}

void add_row(const Outcome& o, Table& table) {
  const Colour colour = o.verdict == "pass" ? Colour::good : Colour::bad;
  const std::string expected =
      fmt::format("{} of {}", o.result.expectations - o.result.failures.size(), o.result.expectations);
  if (!o.result.crowd.empty()) {
    const scenario::CrowdTick& last = o.result.crowd.back();
    table.add({o.name, std::to_string(o.result.ticks), "",
               fmt::format("{} movers, {} still moving", o.result.members.size(), last.moving),
               fmt::format("overlap {:.4f} m", last.overlap), expected, o.verdict},
              colour);
    return;
  }
  if (o.result.steps.empty()) {
    table.add({o.name, "", "", "", "", "", o.verdict}, colour);
    return;
  }
  const scenario::StepRecord& last = o.result.steps.back();
  table.add({o.name, std::to_string(o.result.ticks), print_cell(last.body.position.cell_id),
             print_position(last.body.position.frame.origin),
             io::print_flags(last.body.transient & ~transient_state::kActive, io::transient_names()),
             expected, o.verdict},
            colour);
}

int run(const Options& options) {
  const auto profile = parse_profile(options.profile);
  if (!profile) return report(profile.error());
  const auto paths = expand(options.paths, ".scenario.json");
  if (!paths) return report(paths.error());
  for (const auto& [option, file] :
       {std::pair{"--capture", &options.capture}, std::pair{"--trace", &options.trace},
        std::pair{"--plot", &options.plot}}) {
    if (!file->empty() && paths->size() != 1)
      return report({ErrorCode::bad_value, fmt::format("{} takes exactly one scenario", option), option});
  }

  std::vector<Outcome> outcomes;
  {
    Progress progress("running");
    for (const std::string& path : *paths) {
      progress.at(outcomes.size(), paths->size());
      outcomes.push_back(run_one(path, options, *profile));
    }
  }
  int code = kDone;
  Table table({"scenario", "ticks", "cell", "end position", "contact", "expected", "verdict"});
  for (const Outcome& o : outcomes) {
    if (options.json)
      print_json(o, options.form);
    else
      add_row(o, table);
    if (o.verdict == "fail" && code == kDone) code = kExpectationFailed;
    if (o.verdict == "error") code = kBadInput;
  }
  if (!options.json) table.print();
  for (const Outcome& o : outcomes) {
    if (!o.error.empty()) message(fmt::format("surefoot: {}\n", o.error));
    for (const scenario::Failure& f : o.result.failures)
      message(fmt::format("{}: {}: {}\n", o.path, f.pointer, f.text));
  }
  return code;
}

}  // namespace

void add_run(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* verb =
      app.add_subcommand("run", "Simulate scenarios: ticks, end position, contact, verdict per expectation");
  verb->add_option("scenario", options->paths, "Scenario files, or folders of *.scenario.json")->required();
  verb->add_option("--profile", options->profile,
                   "Profile names or divergence ids, comma-separated (added to the scenario's)");
  verb->add_option("--world", options->world,
                   "World to run in instead of the scenario's: a world file or a prepared world (.sfw)");
  verb->add_option(
          "--form", options->form,
          "What collision trees are walked as: flat (arrays, fast; the default) or graph (nodes, the "
          "reference); the results are the same")
      ->check(CLI::IsMember({"flat", "graph"}));
  verb->add_option(
      "--capture", options->capture,
      "Also write each resolve call as a record that ports read and `replay` replays (JSON lines)");
  verb->add_option("--trace", options->trace,
                   "Also write the state after each tick as surefoot-trace/1 JSON lines, for a golden file");
  verb->add_option("--plot", options->plot, "Also draw the path as SVG: from above and in profile");
  verb->add_flag("--json", options->json, "One JSON object a line");
  verb->footer(
      "Example:\n  surefoot run worlds/stairs-up.scenario.json\n  surefoot run worlds --json\n  surefoot run "
      "worlds/roof-landing.scenario.json --plot roof.svg\n  surefoot run worlds/house-enter.scenario.json "
      "--world "
      "house.sfw");
  verb->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace surefoot::cli
