// surefoot replay: recorded resolve calls against ours, field by field, by raw bits.
#include <memory>

#include <fmt/format.h>

#include "cli/output.hpp"
#include "cli/verbs.hpp"
#include "cli/world_option.hpp"
#include "core/float_bits.hpp"
#include "scenario/replay.hpp"

namespace surefoot::cli {

namespace {

struct Options {
  std::vector<std::string> captures;
  WorldOption world;
  std::string profile;
  std::string expect;
  std::string centre;
  bool json = false;
};

nlohmann::ordered_json to_json(const std::string& capture, const scenario::ReplayReport& r) {
  nlohmann::ordered_json j;
  j["capture"] = capture;
  j["records"] = r.records;
  j["compared"] = r.compared;
  j["no_cell"] = r.no_cell;
  for (std::size_t i = 0; i < scenario::kReplayFieldCount; ++i) {
    const scenario::FieldCount& c = r.fields[i];
    j["fields"][to_string(static_cast<scenario::ReplayField>(i))] = {
        {"equal", c.equal}, {"ulp4", c.ulp4}, {"different", c.different}};
  }
  j["first_difference"] = nullptr;
  if (r.first_difference) {
    const scenario::Difference& d = *r.first_difference;
    j["first_difference"] = {{"record", d.record},
                             {"line", d.line},
                             {"tick", d.tick},
                             {"field", to_string(d.field)},
                             {"agreement", d.agreement == scenario::Agreement::ulp4 ? "ulp4" : "different"},
                             {"recorded", d.recorded},
                             {"ours", d.ours},
                             {"rule", d.rule}};
  }
  return j;
}

void print_report(const std::string& capture, const scenario::ReplayReport& r) {
  print(fmt::format("{}: {} records, {} compared, {} start in a cell that is not in the world\n", capture,
                    r.records, r.compared, r.no_cell));
  if (r.compared == 0) return;
  Table table({"field", "equal bits", "within 4 ulp", "different"});
  for (std::size_t i = 0; i < scenario::kReplayFieldCount; ++i) {
    const scenario::FieldCount& c = r.fields[i];
    table.add({to_string(static_cast<scenario::ReplayField>(i)), std::to_string(c.equal),
               std::to_string(c.ulp4), std::to_string(c.different)},
              c.different != 0 ? Colour::bad : Colour::good);
  }
  table.print();
  if (!r.first_difference) {
    print("every compared field agrees by raw bits\n");
    return;
  }
  const scenario::Difference& d = *r.first_difference;
  print(
      fmt::format("first {}: record {} (line {}, tick {}), {}\n  recorded {}\n  ours     {}\n  our rule {}\n",
                  d.agreement == scenario::Agreement::ulp4 ? "difference within 4 ulp" : "difference",
                  d.record, d.line, d.tick, to_string(d.field), d.recorded, d.ours, d.rule));
}

Expected<scenario::Agreement> parse_expect(const std::string& text) {
  if (text.empty()) return scenario::Agreement::different;
  if (text == "equal") return scenario::Agreement::equal;
  if (text == "ulp4") return scenario::Agreement::ulp4;
  return fail(ErrorCode::bad_value, fmt::format("\"{}\": expected \"equal\" or \"ulp4\"", text), "--expect");
}

int replay(const Options& options) {
  scenario::ReplayOptions replay_options;
  const auto profile = parse_profile(options.profile);
  if (!profile) return report(profile.error());
  replay_options.profile = *profile;
  replay_options.recorded_profile = options.profile.empty();
  const auto least = parse_expect(options.expect);
  if (!least) return report(least.error());
  if (!options.centre.empty()) {
    const auto block = parse_u32(options.centre);
    if (!block || *block > 0xFFFF)
      return report({ErrorCode::bad_value, "expected a landblock such as 0xA9B4", "--centre"});
    replay_options.centre = *block;
  }
  const auto world = options.world.load();
  if (!world) return report(world.error());
  const auto captures = expand(options.captures, ".jsonl");
  if (!captures) return report(captures.error());
  if (!world->approximate.empty() && !options.json) {
    std::string what;
    for (const std::string& a : world->approximate) what += (what.empty() ? "" : ", ") + a;
    message(fmt::format("note: this world is approximate ({}): a difference can come from that\n", what));
  }
  int code = kDone;
  for (const std::string& capture : *captures) {
    const auto r = scenario::replay(*world, capture, replay_options);
    if (!r) return report(r.error());
    if (options.json)
      print(to_json(capture, *r).dump() + "\n");
    else
      print_report(capture, *r);
    if (r->cut_line != 0)
      message(fmt::format("surefoot: {}: line {} is cut off (its writer was stopped); left out\n", capture,
                          r->cut_line));
    if (r->worst > *least) code = kExpectationFailed;
  }
  return code;
}

}  // namespace

void add_replay(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand(
      "replay", "Replay recorded resolve calls, compare every field by raw bits, show the first difference");
  verb->add_option("capture", options->captures, "Capture files (JSON lines), or folders of *.jsonl")
      ->required();
  options->world.add_to(*verb, true);
  verb->add_option(
      "--profile", options->profile,
      "Profile names or divergence ids, comma-separated (default: what the record names, else retail)");
  verb->add_option("--centre", options->centre,
                   "Landblock the recording's coordinates start at (default: each record's own)");
  verb->add_option("--expect", options->expect, "Exit 1 when a record is worse than: equal, ulp4");
  verb->add_flag("--json", options->json, "One JSON object per capture");
  verb->footer("Example:\n  surefoot replay walk.jsonl --world dumps/ --expect ulp4");
  verb->callback([options, &action] { action = [options] { return replay(*options); }; });
}

}  // namespace surefoot::cli
