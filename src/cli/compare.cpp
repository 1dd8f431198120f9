// surefoot compare: where two profiles, two worlds or two captures part, and by which rule.
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/compare.hpp"
#include "cli/output.hpp"
#include "cli/verbs.hpp"
#include "io/load_world.hpp"
#include "scenario/compare.hpp"

namespace surefoot::cli {

namespace {

struct Sides {
  std::array<io::Scenario, 2> scenarios;
  std::array<std::string, 2> names;
};

std::string name_of(const Profile& p) {
  return p.empty() ? "retail" : fmt::format("{}", fmt::join(p.ids(), ","));
}

/// What one --profile or --world leaves open is what one would compare it with: retail, the scenario's own world.
Expected<Sides> make_sides(const CompareOptions& options) {
  auto read = io::read_scenario(options.path);
  if (!read) return tl::unexpected<Error>(read.error());
  Sides out;
  out.scenarios = {*read, *read};
  const bool two_worlds = !options.worlds.empty();
  if (options.profiles.size() > 2) return fail(ErrorCode::bad_value, "at most two profiles", "--profile");
  if (options.worlds.size() > 2) return fail(ErrorCode::bad_value, "at most two worlds", "--world");
  for (std::size_t i = 0; i < options.profiles.size(); ++i) {
    const auto p = parse_profile(options.profiles[i]);
    if (!p) return tl::unexpected<Error>(p.error());
    const std::size_t side = options.profiles.size() == 1 ? 1 : i;
    out.scenarios[side].profile = *p;
    out.names[side] = options.profiles[i];
    // In two worlds, one profile is for both.
    if (options.profiles.size() == 1) out.scenarios[0].profile = two_worlds ? *p : Profile{};
  }
  if (options.profiles.empty() && !two_worlds) {
    if (read->profile.empty())
      return fail(ErrorCode::bad_value, "nothing to compare: give a --profile or a --world", options.path);
    out.scenarios[0].profile = {};
  }
  for (std::size_t i = 0; i < options.worlds.size(); ++i) {
    auto world = io::load_world(options.worlds[i], io::DumpBsp::leaf);
    if (!world) return tl::unexpected<Error>(world.error());
    const std::size_t side = options.worlds.size() == 1 ? 1 : i;
    out.scenarios[side].world = std::make_shared<World>(std::move(*world));
  }
  for (std::size_t side = 0; side < 2; ++side) {
    std::string& name = out.names[side];
    if (name.empty() || (two_worlds && options.profiles.size() < 2))
      name = name_of(out.scenarios[side].profile);
    if (!two_worlds) continue;
    const bool own = options.worlds.size() == 1 && side == 0;
    const std::string world = own ? "own world" : options.worlds[options.worlds.size() == 1 ? 0 : side];
    if (options.profiles.size() < 2)
      name = world;
    else
      name.append(" in ").append(world);
  }
  return out;
}

nlohmann::ordered_json arm_json(const std::optional<Arm>& arm) {
  return arm ? nlohmann::ordered_json(info(*arm).id) : nlohmann::ordered_json();
}

void print_json(const Sides& sides, const scenario::Comparison& c) {
  nlohmann::ordered_json j;
  j["scenario"] = sides.scenarios[0].name;
  for (std::size_t s = 0; s < 2; ++s)
    j["sides"].push_back({{"name", sides.names[s]}, {"profile", sides.scenarios[s].profile.ids()}});
  j["ticks"] = c.ticks;
  j["parted"] = c.difference != nullptr;
  j["tick"] = nullptr;
  j["field"] = nullptr;
  j["rule"] = nullptr;
  j["apart"] = json_float(c.apart);
  if (c.difference != nullptr) {
    const scenario::FirstDifference& d = *c.difference;
    j["tick"] = d.tick;
    if (d.member) j["member"] = *d.member;
    j["field"] = d.fields.front().name;
    for (const scenario::FieldPair& f : d.fields)
      j["fields"].push_back({{"name", f.name}, {"values", {f.values[0], f.values[1]}}});
    j["rule"] = scenario::rule_of(d.parting);
    j["arms"] = nlohmann::ordered_json::array();
    j["inside"] = nlohmann::ordered_json::array();
    if (d.parting) {
      j["arms"] = {arm_json(d.parting->left_arm), arm_json(d.parting->right_arm)};
      for (const Fn fn : d.parting->inside) j["inside"].push_back(info(fn).id);
    }
    j["causes"] = nlohmann::ordered_json::array();
    for (const scenario::Cause& cause : d.causes)
      j["causes"].push_back({{"flag", info(cause.flag).id}, {"rule", scenario::rule_of(cause.parting)}});
    for (std::size_t s = 0; s < 2; ++s) {
      j["sides"][s]["decided"] = d.sides[s].rule;
      j["sides"][s]["summary"] = d.sides[s].summary;
      j["trees"].push_back(
          nlohmann::ordered_json::parse(trace::tree_json(trace::build_tree(d.sides[s].recorder))));
    }
  }
  print(j.dump() + "\n");
}

/// Of several flags, those that make the difference by themselves.
void print_causes(const Sides& sides, const scenario::FirstDifference& d) {
  const std::size_t flags = sides.scenarios[1].profile.ids().size() - sides.scenarios[0].profile.ids().size();
  if (flags < 2 || sides.scenarios[0].world != sides.scenarios[1].world) return;
  if (d.causes.empty()) {
    print("no flag alone parts them by then: it takes several together\n");
    return;
  }
  for (const scenario::Cause& cause : d.causes) {
    const std::string rule = scenario::rule_of(cause.parting);
    const DivergenceInfo& flag = info(cause.flag);
    print(fmt::format("  {} alone does it{}: {}\n", flag.id, rule.empty() ? "" : ", at " + rule, flag.port));
  }
}

void print_text(const CompareOptions& options, const Sides& sides, const scenario::Comparison& c) {
  print(fmt::format("{}: {} | {}\n", sides.scenarios[0].name, sides.names[0], sides.names[1]));
  if (c.difference == nullptr) {
    print(fmt::format("the same to the last bit, {} ticks\n", c.ticks));
    return;
  }
  const scenario::FirstDifference& d = *c.difference;
  print(fmt::format("they part at tick {} of {}{}\n", d.tick, c.ticks,
                    d.member ? fmt::format(", mover {}", *d.member) : ""));
  Table table({"field", sides.names[0], sides.names[1]});
  for (const scenario::FieldPair& f : d.fields) table.add({f.name, f.values[0], f.values[1]});
  table.print();
  print_parting(sides.names, d.parting);
  print_causes(sides, d);
  print("\n" + trace::print_side_by_side(trace::build_tree(d.sides[0].recorder, false),
                                         trace::build_tree(d.sides[1].recorder, false), options.print));
  for (std::size_t s = 0; s < 2; ++s) {
    if (!d.sides[s].summary.empty()) print(fmt::format("\n{}: {}\n", sides.names[s], d.sides[s].summary));
  }
  print(fmt::format("\nat the end they are {:.4g} m apart\n", c.apart));
}

int compare_scenario(const CompareOptions& options) {
  const auto sides = make_sides(options);
  if (!sides) return report(sides.error());
  const auto c = scenario::compare(sides->scenarios[0], sides->scenarios[1]);
  if (!c) return report(c.error());
  if (options.json)
    print_json(*sides, *c);
  else
    print_text(options, *sides, *c);
  return judge(options, c->difference != nullptr,
               c->difference ? scenario::rule_of(c->difference->parting) : "");
}

int compare(const CompareOptions& options) {
  if (!options.print.print.only.empty() && !is_function(options.print.print.only))
    return report(unknown_function(options.print.print.only));
  if (!options.expect.empty() && options.expect != "same" && options.expect != "different" &&
      !is_function(options.expect)) {
    return report(
        {ErrorCode::bad_value,
         fmt::format("\"{}\": expected same, different or a function of `surefoot rules`", options.expect),
         "--expect"});
  }
  if (is_capture(options.path)) return compare_captures(options);
  if (options.other.empty()) return compare_scenario(options);
  return report({ErrorCode::bad_value,
                 "of scenarios one is compared under two profiles; two files are captures", options.other});
}

}  // namespace

void print_parting(const std::array<std::string, 2>& names, const std::optional<trace::Parting>& parting) {
  if (!parting || !parting->rule) {
    print("\nrule: none that is traced: both did the same by the same numbers\n");
    return;
  }
  const FnInfo& f = info(*parting->rule);
  print(fmt::format("\nrule: {} ({}, {})\n", f.id, f.retail, f.spec));
  const std::array<std::optional<Arm>, 2> arms{parting->left_arm, parting->right_arm};
  if (arms[0] == arms[1]) {
    print(arms[0] ? fmt::format("  both take {} ({}), by other numbers\n", info(*arms[0]).id,
                                info(*arms[0]).meaning)
                  : std::string("  the same way through it, with another outcome\n"));
    return;
  }
  for (std::size_t s = 0; s < 2; ++s) {
    print(fmt::format("  {}: {}\n", names[s],
                      arms[s] ? fmt::format("{} ({})", info(*arms[s]).id, info(*arms[s]).meaning)
                              : std::string("goes on without it")));
  }
}

int judge(const CompareOptions& options, bool parted, const std::string& rule) {
  if (options.expect.empty()) return kDone;
  const std::string found = parted ? rule : "same";
  const bool as_expected = options.expect == "different" ? parted : found == options.expect;
  if (as_expected) return kDone;
  message(fmt::format("surefoot: expected {}, found {}\n", options.expect,
                      found.empty() ? "a difference without a rule" : found));
  return kExpectationFailed;
}

void add_compare(CLI::App& app, Action& action) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* verb = app.add_subcommand(
      "compare", "Two profiles, two worlds or two captures: first tick, field and rule where they part");
  verb->add_option("file", options->path, "Scenario, or the first of two captures (*.jsonl)")->required();
  verb->add_option("other", options->other, "The second capture");
  verb->add_option(
          "--profile", options->profiles,
          "Profile names or divergence ids, comma-separated; instead of the scenario's. Given once: retail "
          "against it")
      ->take_all()
      ->expected(1);
  verb->add_option("--world", options->worlds,
                   "World to run in, instead of the scenario's. Given once: the scenario's own against it. "
                   "Of captures: to show "
                   "the rules of the record where they part")
      ->take_all()
      ->expected(1);
  verb->add_option(
      "--expect", options->expect,
      "Exit 1 unless they are: same, different, or part at this function (an id of `surefoot rules`)");
  verb->add_option("--depth", options->print.print.depth, "Levels of the trees shown")
      ->check(CLI::Range(1, 1000));
  verb->add_option("--only", options->print.print.only, "Only this function and what is inside");
  verb->add_flag("--geometry", options->print.print.geometry,
                 "Also the polygon tests and the search for cells");
  verb->add_option("--width", options->print.width, "Characters a line")->check(CLI::Range(40, 1000));
  verb->add_flag("--all", options->print.all, "Also the lines that are equal");
  verb->add_flag("--json", options->json, "One JSON document");
  verb->footer(
      "Examples:\n  surefoot compare worlds/steep-neighbour.scenario.json --profile retail --profile "
      "acdream-2026-08-08\n  surefoot compare mine.jsonl theirs.jsonl --world worlds/cellar.world.json");
  verb->callback([options, &action] { action = [options] { return compare(*options); }; });
}

}  // namespace surefoot::cli
