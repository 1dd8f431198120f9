// surefoot stuck: why a mover gains nothing, and the smallest change that would free it.
#include <memory>

#include <fmt/format.h>

#include "cli/output.hpp"
#include "cli/verbs.hpp"
#include "cli/world_option.hpp"
#include "core/float_bits.hpp"
#include "scenario/stuck.hpp"
#include "trace/plain.hpp"

namespace surefoot::cli {

namespace {

struct Options {
  std::string path;
  std::int64_t tick = -1;
  WorldOption world;
  std::string at;
  float heading = 0.0F;
  float speed = 3.12F;
  std::vector<float> mover;
  std::string profile;
  std::uint32_t ticks = 30;
  bool json = false;
};

/// "0xA9B40022 96.03 36.5 156.96", with blanks or commas between.
Expected<Position> parse_place(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c != ' ' && c != ',')
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  const auto bad = [&] {
    return fail(ErrorCode::bad_value,
                "expected a cell and three metres, such as \"0xA9B40022 96.03 36.5 157\"", "--at");
  };
  if (words.size() != 4) return bad();
  const auto cell = parse_u32(words[0]);
  const auto x = parse_float_text(words[1]);
  const auto y = parse_float_text(words[2]);
  const auto z = parse_float_text(words[3]);
  if (!cell || !x || !y || !z) return bad();
  Position p;
  p.cell_id = *cell;
  p.frame.origin = {*x, *y, *z};
  if (!is_finite(p.frame.origin)) return bad();
  return p;
}

Expected<scenario::StuckCase> case_of_place(const Options& options, const Profile& profile) {
  const auto position = parse_place(options.at);
  if (!position) return tl::unexpected<Error>(position.error());
  const auto world = options.world.load();
  if (!world) return tl::unexpected<Error>(world.error());
  scenario::StuckPlace place;
  place.position = *position;
  place.heading = options.heading;
  place.speed = options.speed;
  place.profile = profile;
  place.mover = scenario::person_mover();
  if (!options.mover.empty()) {
    Mover m = mover_from_radius_height(options.mover[0], options.mover[1]);
    m.step_up_height = options.mover[2];
    m.step_down_height = options.mover[3];
    m.flags = place.mover.flags;
    place.mover = m;
  }
  return scenario::stuck_case(*world, place);
}

Expected<scenario::StuckCase> case_of_capture(const Options& options, const Profile& profile) {
  if (options.tick < 0) return fail(ErrorCode::bad_value, "a capture needs --tick", "--tick");
  const auto world = options.world.load();
  if (!world) return tl::unexpected<Error>(world.error());
  std::optional<io::CaptureRecord> found;
  const auto read = io::for_each_capture_record(options.path, [&](const io::CaptureRecord& r) {
    if (r.tick == options.tick) found = r;
    return !found;
  });
  if (!read) return tl::unexpected<Error>(read.error());
  if (!found)
    return fail(ErrorCode::bad_value, fmt::format("no record has tick {}", options.tick), options.path);
  return scenario::stuck_case(*world, *found, std::nullopt, profile);
}

Expected<scenario::StuckCase> case_of_scenario(const Options& options, const Profile& profile) {
  auto scenario = io::read_scenario(options.path);
  if (!scenario) return tl::unexpected<Error>(scenario.error());
  scenario->profile.add(profile);
  std::optional<std::uint32_t> tick;
  if (options.tick >= 0) tick = static_cast<std::uint32_t>(options.tick);
  return scenario::stuck_case(*scenario, tick);
}

Expected<scenario::StuckCase> make_case(const Options& options, const Profile& profile) {
  const bool place = !options.at.empty();
  if (place == !options.path.empty())
    return fail(ErrorCode::bad_value, "give a scenario or a capture, or a place (--world and --at)", "stuck");
  const bool needs_world = place || is_capture(options.path);
  if (needs_world && options.world.path.empty())
    return fail(ErrorCode::bad_value, "which world? (a world file or a folder of dumps)", "--world");
  if (place) return case_of_place(options, profile);
  return is_capture(options.path) ? case_of_capture(options, profile) : case_of_scenario(options, profile);
}

nlohmann::ordered_json blocker_json(const trace::Blocker& b) {
  static constexpr const char* kKinds[] = {"terrain", "cell", "building", "object"};
  nlohmann::ordered_json j{{"kind", kKinds[static_cast<std::size_t>(b.kind)]}, {"cell", print_cell(b.cell)}};
  if (b.id != 0) j["id"] = print_cell(b.id);
  if (b.polygon) j["polygon"] = *b.polygon;
  if (b.normal) {
    j["normal"] = json_floats(*b.normal);
    j["slope"] = json_float(trace::slope_of(*b.normal));
  }
  j["text"] = trace::print_thing(b);
  return j;
}

void print_json(const scenario::StuckCase& c, const scenario::StuckReport& r) {
  nlohmann::ordered_json j;
  j["tick"] = c.tick;
  j["kind"] = to_string(r.kind);
  j["stuck"] = r.kind != scenario::StuckKind::free && r.kind != scenario::StuckKind::asks_nothing;
  j["ticks"] = r.ticks;
  j["period"] = r.period;
  j["wanted"] = json_float(r.wanted);
  j["gained"] = json_float(r.gained);
  j["at"] = {{"cell", print_cell(r.at.cell_id)}, {"position", json_floats(r.at.frame.origin)}};
  j["causes"] = nlohmann::ordered_json::array();
  for (const scenario::StuckCause cause : r.causes) j["causes"].push_back(to_string(cause));
  j["blockers"] = nlohmann::ordered_json::array();
  for (const trace::Blocker& b : r.blockers) j["blockers"].push_back(blocker_json(b));
  j["rule"] = r.rule;
  j["freed"] = nlohmann::ordered_json::array();
  for (const scenario::Freed& f : r.freed)
    j["freed"].push_back({{"kind", to_string(f.kind)},
                          {"amount", json_float(f.amount)},
                          {"gain", json_float(f.gain)},
                          {"text", f.text}});
  j["summary"] = r.summary;
  print(j.dump() + "\n");
}

void print_text(const Options& options, const scenario::StuckCase& c, const scenario::StuckReport& r) {
  const std::string what = options.path.empty()      ? "a walker"
                           : c.scenario.name.empty() ? options.path
                                                     : c.scenario.name;
  const std::string when = options.path.empty() ? std::string{} : fmt::format(", tick {}", c.tick);
  print(fmt::format("{}{}: {}\n", what, when, to_string(r.kind)));
  print(fmt::format("  at     {} {}\n", print_cell(r.at.cell_id), print_position(r.at.frame.origin)));
  print(fmt::format("  wants  {} a tick, gains {} in {} ticks\n", trace::plain_length(r.wanted),
                    trace::plain_length(r.gained), r.ticks));
  if (r.period > 1) print(fmt::format("  its state comes again every {} ticks\n", r.period));
  std::string causes;
  for (const scenario::StuckCause cause : r.causes)
    causes += (causes.empty() ? "" : ", ") + std::string(to_string(cause));
  if (!causes.empty()) print(fmt::format("  cause  {}\n", causes));
  for (const trace::Blocker& b : r.blockers)
    print(fmt::format("  by     {}{}\n", trace::print_thing(b),
                      b.normal ? fmt::format(", {:.1f}° steep", trace::slope_of(*b.normal)) : std::string{}));
  if (!r.rule.empty()) print(fmt::format("  rule   {}\n", r.rule));
  for (const scenario::Freed& f : r.freed)
    print(fmt::format("  free   {}: gains {} in {} ticks\n", f.text, trace::plain_length(f.gain), r.ticks));
  print("\n" + r.summary + "\n");
}

int stuck(const Options& options) {
  const auto profile = parse_profile(options.profile);
  if (!profile) return report(profile.error());
  const auto c = make_case(options, *profile);
  if (!c) return report(c.error());
  const auto r = scenario::find_stuck(*c, options.ticks);
  if (!r) return report(r.error());
  if (options.json)
    print_json(*c, *r);
  else
    print_text(options, *c, *r);
  return kDone;
}

}  // namespace

void add_stuck(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand(
      "stuck", "Find why a mover gains nothing and the smallest change that would free it");
  verb->add_option("file", options->path, "Scenario (JSON) or capture (*.jsonl)");
  verb->add_option("--tick", options->tick,
                   "Tick to start from (default, of a scenario: where it first gains nothing)");
  options->world.add_to(*verb, false);
  verb->add_option("--at", options->at,
                   "Instead of a file, a place: \"CELL X Y Z\", metres in the cell's landblock");
  verb->add_option("--heading", options->heading, "Degrees, 0 is north, 90 east");
  verb->add_option("--speed", options->speed, "m/s")->check(CLI::Range(0.01F, 50.0F));
  verb->add_option("--mover", options->mover,
                   "Radius, height, step up, step down, metres (default: a person)")
      ->expected(4);
  verb->add_option("--profile", options->profile, "Profile names or divergence ids, comma-separated");
  verb->add_option("--ticks", options->ticks, "Ticks of each try")->check(CLI::Range(5, 1000));
  verb->add_flag("--json", options->json, "One JSON document");
  verb->footer(
      "Examples:\n  surefoot stuck worlds/steep-neighbour-acdream.scenario.json\n  surefoot stuck --world "
      "worlds/crates.world.json --at \"0x01010100 5 5 0\" --heading 90");
  verb->callback([options, &action] { action = [options] { return stuck(*options); }; });
}

}  // namespace surefoot::cli
