// Which golden worlds there are, as parameters of a test.
#pragma once

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/paths.hpp"

namespace surefoot::test {

/// Paths below the golden folder.
struct GoldenCase {
  std::string world;
  std::string lines;
  std::string name;
};

inline void PrintTo(const GoldenCase& c, std::ostream* os) {
  *os << c.name;
}

inline std::string golden_case_name(const ::testing::TestParamInfo<GoldenCase>& info) {
  return info.param.name;
}

/// Every golden world of these folders whose name starts so, by name; one called "absent" where there are none.
[[nodiscard]] inline std::vector<GoldenCase> golden_cases(const char* worlds, const char* lines,
                                                          std::initializer_list<std::string_view> prefixes,
                                                          std::string_view ending = ".jsonl") {
  std::vector<GoldenCase> out;
  std::error_code ec;
  constexpr std::string_view kEnding = ".world.json";
  for (std::filesystem::directory_iterator it(shared_path(std::string("golden/") + worlds), ec), end;
       !ec && it != end; it.increment(ec)) {
    const std::string file = it->path().filename().string();
    if (!file.ends_with(kEnding)) continue;
    const std::string name = file.substr(0, file.size() - kEnding.size());
    if (std::any_of(prefixes.begin(), prefixes.end(),
                    [&](std::string_view p) { return name.starts_with(p); }))
      out.push_back({std::string(worlds) + "/" + file, fmt::format("{}/{}{}", lines, name, ending), name});
  }
  std::sort(out.begin(), out.end(), [](const GoldenCase& a, const GoldenCase& b) { return a.name < b.name; });
  if (out.empty()) out.push_back({std::string(worlds) + "/absent.world.json", "", "absent"});
  return out;
}

}  // namespace surefoot::test
