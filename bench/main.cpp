// surefoot-bench: the standing benchmark (bench/README.md).
#include <algorithm>
#include <cstdio>
#include <functional>

#include <CLI/CLI.hpp>

#include "bench/row.hpp"
#include "bench/walk_rows.hpp"
#include "core/float_env.hpp"

namespace surefoot::bench {
namespace {

constexpr int kDone = 0;
constexpr int kBadInput = 2;
constexpr int kInternal = 3;

struct Options {
  double seconds = 2.0;
  std::string filter;
  bool json = false;
};

struct NamedRow {
  std::string name;
  std::function<Expected<Row>(double seconds)> measure;
};

std::vector<NamedRow> standing_rows() {
  std::vector<NamedRow> out;
  for (const char* name : kWalks)
    out.push_back({name, [name](double seconds) { return measure_walk(name, seconds); }});
  out.push_back({"crowd100", [](double s) { return measure_crowd("crowd100", kCrowd100, s); }});
  out.push_back({"crowd1000", [](double s) { return measure_crowd("crowd1000", kCrowd1000, s); }});
  return out;
}

void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

int report(const Error& error) {
  std::fprintf(stderr, "surefoot-bench: %s\n", error.text().c_str());
  return error.code == ErrorCode::internal ? kInternal : kBadInput;
}

int run(const Options& options) {
  const std::vector<NamedRow> all = standing_rows();
  std::vector<NamedRow> rows;
  for (const NamedRow& r : all) {
    if (r.name.find(options.filter) != std::string::npos) rows.push_back(r);
  }
  if (rows.empty()) {
    std::string names;
    for (const NamedRow& r : all) names += " " + r.name;
    return report({ErrorCode::dangling,
                   "no row has \"" + options.filter + "\" in its name; there are" + names, "--filter"});
  }
  if (!options.json) print(table_heading());
  for (const NamedRow& r : rows) {
    const auto row = r.measure(options.seconds);
    if (!row) return report(row.error());
    print(options.json ? to_json(*row) : to_table(*row));
  }
  return kDone;
}

int parse_and_run(int argc, char** argv) {
  CLI::App app{"The standing benchmark of Surefoot: speed, and the hash of what was done."};
  Options options;
  app.add_option("--seconds", options.seconds, "Time per row")
      ->check(CLI::Range(0.001, 3600.0))
      ->capture_default_str();
  app.add_option("--filter", options.filter, "Only rows with this in their name");
  app.add_flag("--json", options.json, "One JSON object a line");
  app.footer(
      "Exit codes: 0 done, 2 bad usage or input, 3 internal.\nExample:\n  surefoot-bench --filter maze");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? kDone : kBadInput;
  }
  if (const auto ok = check_float_environment(); !ok) return report(ok.error());
  return run(options);
}

}  // namespace
}  // namespace surefoot::bench

int main(int argc, char** argv) {
  try {
    return surefoot::bench::parse_and_run(argc, argv);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "surefoot-bench: internal error: %s\n", e.what());
    return surefoot::bench::kInternal;
  }
}
