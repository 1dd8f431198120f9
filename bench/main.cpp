// surefoot-bench: the standing benchmark (bench/README.md).
#include <cstdio>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "bench/chart.hpp"
#include "bench/expected_hashes.hpp"
#include "bench/results_csv.hpp"
#include "bench/size_rows.hpp"
#include "bench/standing_rows.hpp"
#include "core/float_env.hpp"

namespace surefoot::bench {
namespace {

// Exit codes, as the tool's.
constexpr int kDone = 0;
constexpr int kExpectationFailed = 1;
constexpr int kBadInput = 2;
constexpr int kInternal = 3;

struct Options {
  Settings settings;
  std::string filter;
  bool all = false;
  bool validate = false;
  bool json = false;
  std::string plot;
  std::string csv;
  std::string note;
};

void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

void message(const std::string& text) {
  std::fprintf(stderr, "surefoot-bench: %s\n", text.c_str());
}

int report(const Error& error) {
  message(error.text());
  return error.code == ErrorCode::internal ? kInternal : kBadInput;
}

/// A filter that fits none of the standing rows looks among the others.
Expected<std::vector<NamedRow>> chosen_rows(const std::string& filter, bool all) {
  std::vector<NamedRow> out;
  std::string names;
  for (auto* rows : {&standing_rows, &further_rows}) {
    if (rows == &further_rows && !all && !out.empty()) break;
    for (NamedRow& r : rows()) {
      names += " " + r.name;
      if (r.name.find(filter) != std::string::npos) out.push_back(std::move(r));
    }
  }
  if (!out.empty()) return out;
  return fail(ErrorCode::dangling,
              fmt::format("no row has \"{}\" in its name; the rows are{}", filter, names), "--filter");
}

/// Says what is wrong with a row's hash; true when nothing is.
bool validate(const Row& row, const ExpectedHashes& expected) {
  const auto it = expected.find(row.name);
  if (it != expected.end() && it->second == row.hash) return true;
  message(fmt::format("{}: the hash is 0x{:016x}, bench/expected-hashes.txt has {}", row.name, row.hash,
                      it == expected.end() ? "none" : fmt::format("0x{:016x}", it->second)));
  return false;
}

/// Rows that belong to a curve, by curve.
std::vector<Curve> curves_of(const std::vector<NamedRow>& rows, const std::vector<Row>& measured) {
  std::vector<Curve> out;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    if (rows[i].curve.empty()) continue;
    if (out.empty() || out.back().title != rows[i].curve) out.push_back({rows[i].curve, {}});
    out.back().points.push_back({rows[i].size, 1e6 / measured[i].steps_per_s});
  }
  return out;
}

int run(const Options& options) {
  const auto rows = chosen_rows(options.filter, options.all);
  if (!rows) return report(rows.error());
  ExpectedHashes expected;
  if (options.validate) {
    auto read = read_expected_hashes();
    if (!read) return report(read.error());
    expected = std::move(*read);
  }
  if (!options.json) print(table_heading());
  int code = kDone;
  std::vector<Row> measured;
  for (const NamedRow& r : *rows) {
    auto row = r.measure(options.settings);
    if (!row) return report(row.error());
    row->goal = r.goal;
    print(options.json ? to_json(*row) : to_table(*row));
    if (options.validate && !validate(*row, expected)) code = kExpectationFailed;
    measured.push_back(std::move(*row));
  }
  if (options.all && options.filter.empty()) {
    const auto sizes = measure_sizes();
    if (!sizes) return report(sizes.error());
    if (!options.json) print(size_heading());
    for (const SizeRow& row : *sizes) print(options.json ? to_json(row) : to_table(row));
  }
  if (!options.plot.empty()) {
    if (const auto written = write_curves(options.plot, curves_of(*rows, measured)); !written)
      return report(written.error());
  }
  if (!options.csv.empty()) {
    if (const auto written = write_csv(options.csv, measured, options.note); !written)
      return report(written.error());
  }
  return code;
}

int parse_and_run(int argc, char** argv) {
  CLI::App app{"The standing benchmark of Surefoot: speed, and the hash of what was done."};
  Options options;
  app.add_option("--seconds", options.settings.seconds, "Time per row, and as much for each peer")
      ->check(CLI::Range(0.001, 3600.0))
      ->capture_default_str();
  app.add_option("--filter", options.filter, "Only rows with this in their name");
  app.add_flag("--all", options.all, "Also the rows about threads, growth and size");
  app.add_flag("--validate", options.validate, "Fail (exit 1) where a hash is not the expected one");
  app.add_flag("--prepared", options.settings.prepared,
               "Walk in worlds opened from prepared bytes (docs/prepared-worlds.md)");
  bool no_peers = false;
  app.add_flag("--no-peers", no_peers, "Leave the other engines out");
  app.add_flag("--json", options.json, "One JSON object a line");
  app.add_option("--plot", options.plot, "Draw the growth rows into this SVG file");
  app.add_option("--csv", options.csv, "Write the rows into this CSV file");
  app.add_option("--note", options.note, "Date, commit, machine: for the CSV's first line");
  app.footer(
      "Exit codes: 0 done, 1 a hash is not as expected, 2 bad usage or input, 3 internal.\n"
      "Example:\n  surefoot-bench --filter maze --seconds 5");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? kDone : kBadInput;
  }
  options.settings.peers = !no_peers;
  if (const auto ok = check_float_environment(); !ok) return report(ok.error());
  return run(options);
}

}  // namespace
}  // namespace surefoot::bench

int main(int argc, char** argv) {
  try {
    return surefoot::bench::parse_and_run(argc, argv);
  } catch (const std::exception& e) {
    surefoot::bench::message(fmt::format("internal error: {}", e.what()));
    return surefoot::bench::kInternal;
  }
}
