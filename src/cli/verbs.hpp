// The verbs of the command line (DESIGN §4). Each adds itself to the parser and returns its exit code when
// chosen.
#pragma once

#include <functional>

#include <CLI/CLI.hpp>

namespace surefoot::cli {

/// Runs the chosen verb.
using Action = std::function<int()>;

void add_run(CLI::App& app, Action& action);
void add_replay(CLI::App& app, Action& action);
void add_explain(CLI::App& app, Action& action);
void add_compare(CLI::App& app, Action& action);
void add_stuck(CLI::App& app, Action& action);
void add_prepare(CLI::App& app, Action& action);
void add_check(CLI::App& app, Action& action);
void add_import(CLI::App& app, Action& action);
void add_export(CLI::App& app, Action& action);
void add_bench(CLI::App& app, Action& action);
void add_view(CLI::App& app, Action& action);
void add_rules(CLI::App& app, Action& action);
void add_divergences(CLI::App& app, Action& action);

}  // namespace surefoot::cli
