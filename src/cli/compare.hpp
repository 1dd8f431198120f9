// What the two kinds of comparison share.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "trace/parting.hpp"
#include "trace/side_by_side.hpp"

namespace surefoot::cli {

struct CompareOptions {
  std::string path;
  std::string other;  ///< of two captures the second
  std::vector<std::string> profiles;
  std::vector<std::string> worlds;
  std::string expect;
  trace::SideBySideOptions print;
  bool json = false;
};

[[nodiscard]] int compare_captures(const CompareOptions& options);

/// The exit code: by what was found against what was expected.
[[nodiscard]] int judge(const CompareOptions& options, bool parted, const std::string& rule);
/// The function that parted and what each side did there.
void print_parting(const std::array<std::string, 2>& names, const std::optional<trace::Parting>& parting);

}  // namespace surefoot::cli
