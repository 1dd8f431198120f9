// surefoot compare of two captures.
#include <fmt/format.h>

#include "cli/compare.hpp"
#include "cli/output.hpp"
#include "io/load_world.hpp"
#include "scenario/compare_captures.hpp"

namespace surefoot::cli {

namespace {

/// The worlds and profiles the records are looked at in; no world, no trees.
struct Lenses {
  std::array<std::shared_ptr<const World>, 2> worlds;
  std::array<scenario::ReplayOptions, 2> replay;
};

Expected<Lenses> make_lenses(const CompareOptions& options) {
  Lenses out;
  if (options.profiles.size() > 2) return fail(ErrorCode::bad_value, "at most two profiles", "--profile");
  if (options.worlds.size() > 2) return fail(ErrorCode::bad_value, "at most two worlds", "--world");
  for (std::size_t s = 0; s < 2; ++s) {
    if (!options.worlds.empty()) {
      if (s == 1 && options.worlds.size() == 1) {
        out.worlds[1] = out.worlds[0];
      } else {
        auto world = io::load_world(options.worlds[s], io::DumpBsp::leaf);
        if (!world) return tl::unexpected<Error>(world.error());
        out.worlds[s] = std::make_shared<World>(std::move(*world));
      }
    }
    if (options.profiles.empty()) continue;
    const auto profile = parse_profile(options.profiles[options.profiles.size() == 1 ? 0 : s]);
    if (!profile) return tl::unexpected<Error>(profile.error());
    out.replay[s].profile = *profile;
    out.replay[s].recorded_profile = false;
  }
  return out;
}

using Trees = std::unique_ptr<scenario::CaptureTrees>;

/// Null without a world.
Expected<Trees> make_trees(const Lenses& lenses, const scenario::CaptureComparison& c) {
  if (!c.difference || lenses.worlds[0] == nullptr) return Trees{};
  return scenario::trace_records({lenses.worlds[0].get(), lenses.worlds[1].get()}, *c.difference,
                                 lenses.replay);
}

std::string rule_of(const Trees& trees) {
  if (trees == nullptr) return {};
  if (trees->parting && trees->parting->rule) return std::string(info(*trees->parting->rule).id);
  return {};
}

void print_json(const CompareOptions& options, const scenario::CaptureComparison& c, const Trees& trees) {
  nlohmann::ordered_json j;
  j["captures"] = {options.path, options.other};
  j["records"] = c.records;
  j["parted"] = c.difference.has_value();
  j["tick"] = nullptr;
  j["field"] = nullptr;
  j["rule"] = nullptr;
  if (c.difference) {
    const scenario::CaptureDifference& d = *c.difference;
    j["record"] = d.record;
    j["lines"] = {d.lines[0], d.lines[1]};
    for (const auto& r : d.records) {
      if (r && j["tick"].is_null()) j["tick"] = r->tick;
    }
    j["asked"] = d.asked;
    j["field"] = d.fields.empty() ? "end" : d.fields.front().name;
    j["fields"] = nlohmann::ordered_json::array();
    for (const scenario::FieldPair& f : d.fields)
      j["fields"].push_back({{"name", f.name}, {"values", {f.values[0], f.values[1]}}});
    if (trees != nullptr) {
      j["rule"] = rule_of(trees);
      for (const scenario::ComparedStep& side : trees->sides) {
        j["sides"].push_back({{"decided", side.rule}, {"summary", side.summary}});
        j["trees"].push_back(
            nlohmann::ordered_json::parse(trace::tree_json(trace::build_tree(side.recorder))));
      }
    }
  }
  print(j.dump() + "\n");
}

void print_trees(const CompareOptions& options, const Trees& trees) {
  if (!trees->parting) {
    print(fmt::format("\nours does the same with both: {}\n", trees->sides[0].rule));
    print(trace::print_tree(trace::build_tree(trees->sides[0].recorder), options.print.print));
    print(fmt::format("\n{}\n", trees->sides[0].summary));
    return;
  }
  print_parting({options.path, options.other}, trees->parting);
  print("\n" + trace::print_side_by_side(trace::build_tree(trees->sides[0].recorder, false),
                                         trace::build_tree(trees->sides[1].recorder, false), options.print));
  for (std::size_t s = 0; s < 2; ++s)
    print(fmt::format("\n{}: {}\n", s == 0 ? options.path : options.other, trees->sides[s].summary));
}

void print_text(const CompareOptions& options, const scenario::CaptureComparison& c, const Trees& trees) {
  print(fmt::format("{} | {}\n", options.path, options.other));
  if (!c.difference) {
    print(fmt::format("the same to the last bit, {} records\n", c.records));
    return;
  }
  const scenario::CaptureDifference& d = *c.difference;
  for (std::size_t s = 0; s < 2; ++s) {
    if (!d.records[s]) {
      print(fmt::format("{} ends after {} records; the other goes on\n",
                        s == 0 ? options.path : options.other, d.record));
      return;
    }
  }
  print(fmt::format("they part at record {} (lines {} and {}, tick {}): {}\n", d.record, d.lines[0],
                    d.lines[1], d.records[0]->tick,
                    d.asked ? "something else was asked" : "the same was asked, something else came out"));
  Table table({"field", options.path, options.other});
  for (const scenario::FieldPair& f : d.fields) table.add({f.name, f.values[0], f.values[1]});
  table.print();
  if (trees != nullptr)
    print_trees(options, trees);
  else
    print("\nwith --world the rules of this record can be shown\n");
}

}  // namespace

int compare_captures(const CompareOptions& options) {
  if (options.other.empty())
    return report({ErrorCode::bad_value, "a capture is compared with another one", options.path});
  const auto lenses = make_lenses(options);
  if (!lenses) return report(lenses.error());
  const auto c = scenario::compare_captures(options.path, options.other);
  if (!c) return report(c.error());
  for (std::size_t s = 0; s < 2; ++s) {
    if (c->cut_lines[s] != 0)
      message(fmt::format("surefoot: {}: line {} is cut off (its writer was stopped); left out\n",
                          s == 0 ? options.path : options.other, c->cut_lines[s]));
  }
  const auto trees = make_trees(*lenses, *c);
  if (!trees) return report(trees.error());
  if (options.json)
    print_json(options, *c, *trees);
  else
    print_text(options, *c, *trees);
  return judge(options, c->difference.has_value(), rule_of(*trees));
}

}  // namespace surefoot::cli
