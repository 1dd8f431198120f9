#include <exception>

#include <fmt/format.h>

#include "cli/output.hpp"
#include "cli/verbs.hpp"
#include "core/float_env.hpp"

namespace {

constexpr const char* kVersion = "surefoot 0.1.0";

int run(int argc, char** argv) {
  using namespace surefoot::cli;
  CLI::App app{"Moves characters exactly as the retail Asheron's Call client did, and says why they stop."};
  app.set_version_flag("--version", kVersion);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 done, 1 an expectation failed, 2 bad usage or input, 3 internal.\n"
      "`surefoot VERB --help` shows an example of each verb.");
  Action action;
  add_run(app, action);
  add_replay(app, action);
  add_explain(app, action);
  add_compare(app, action);
  add_stuck(app, action);
  add_prepare(app, action);
  add_check(app, action);
  add_import(app, action);
  add_export(app, action);
  add_bench(app, action);
  add_view(app, action);
  add_rules(app, action);
  add_divergences(app, action);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? kDone : kBadInput;
  }
  if (const auto ok = surefoot::check_float_environment(); !ok) return report(ok.error());
  return action();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& e) {
    surefoot::cli::message(fmt::format("surefoot: internal error: {}\n", e.what()));
    return surefoot::cli::kInternal;
  }
}
