// surefoot bench: starts the benchmark, a program of its own beside this one. The engines it compares with are not
// linked into the tool.
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/output.hpp"
#include "cli/verbs.hpp"

namespace surefoot::cli {

namespace {

struct Options {
  std::string seconds;
  std::string filter;
  bool all = false;
  bool validate = false;
  bool no_peers = false;
  bool prepared = false;
  bool json = false;
};

/// Returns only when the program cannot be started.
int start(const Options& options) {
  std::error_code ec;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", ec);
  const std::string program = (self.parent_path() / "surefoot-bench").string();
  std::vector<std::string> words = {program};
  if (!options.seconds.empty()) words.insert(words.end(), {"--seconds", options.seconds});
  if (!options.filter.empty()) words.insert(words.end(), {"--filter", options.filter});
  if (options.all) words.emplace_back("--all");
  if (options.validate) words.emplace_back("--validate");
  if (options.no_peers) words.emplace_back("--no-peers");
  if (options.prepared) words.emplace_back("--prepared");
  if (options.json) words.emplace_back("--json");
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& w : words) argv.push_back(w.data());
  argv.push_back(nullptr);
  execv(program.c_str(), argv.data());
  return report({ErrorCode::file_not_found,
                 "the benchmark cannot be started; `make bench` builds it (CMake option SUREFOOT_BENCH)",
                 program});
}

}  // namespace

void add_bench(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand(
      "bench",
      "The standing benchmark: steps per second, percentiles, allocations, memory, hash, other engines");
  verb->add_option("--seconds", options->seconds, "Time per row, and as much for each peer (default 2)");
  verb->add_option("--filter", options->filter, "Only rows with this in their name");
  verb->add_flag("--all", options->all, "Also the rows about threads and growth");
  verb->add_flag("--validate", options->validate, "Fail (exit 1) where a hash is not the expected one");
  verb->add_flag("--no-peers", options->no_peers, "Leave the other engines out");
  verb->add_flag("--prepared", options->prepared, "Walk in worlds opened from prepared bytes");
  verb->add_flag("--json", options->json, "One JSON object a line");
  verb->footer("Example:\n  surefoot bench --filter maze --seconds 5\n  surefoot bench --json --validate");
  verb->callback([options, &action] { action = [options] { return start(*options); }; });
}

}  // namespace surefoot::cli
