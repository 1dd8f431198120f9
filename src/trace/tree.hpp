// The recorded events as a tree of the client's functions, each with the arms it took in order.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "trace/recorder.hpp"

namespace surefoot::trace {

/// One line of the tree: a function call with what happened inside, an arm, or a group: several lines that came again.
struct Node {
  bool is_call = false;
  bool is_group = false;
  Fn fn{};
  Arm arm{};                         ///< of a line that is no call
  std::vector<TraceValue> values;    ///< of an arm: the deciding numbers
  std::optional<TraceValue> result;  ///< of a call
  std::vector<Node> children;
  std::size_t repeats = 1;  ///< consecutive identical siblings, folded
};

/// Identical consecutive siblings (same functions, arms, numbers and answers) are folded into one with a count; with
/// `attempts` also stretches of several, such as attempts that differ in their number alone, into a group with a count.
[[nodiscard]] std::vector<Node> build_tree(const Recorder& recorder, bool attempts = true);

struct PrintOptions {
  int depth = 100;        ///< levels shown
  std::string only;       ///< show only calls of this function (and what is inside), "" = all
  bool geometry = false;  ///< also show polygon tests and the search for cells
};

/// One line per node, indented; deciding numbers at each branch.
[[nodiscard]] std::string print_tree(const std::vector<Node>& roots, const PrintOptions& options);

/// "N.z 0.599 < 0.66417414", "wall N (-1, 0, 0)", "polygon 41".
[[nodiscard]] std::string print_value(const TraceValue& v);

/// The tree as JSON text: a list of {"call","result","children":[…]} and {"arm","values":[…]}; what came again has
/// "repeats", and a group of lines that came again is {"children":[…],"repeats"}.
[[nodiscard]] std::string tree_json(const std::vector<Node>& roots);

}  // namespace surefoot::trace
