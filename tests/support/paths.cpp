#include "support/paths.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace surefoot::test {

namespace {

constexpr const char* kScenarioEnding = ".scenario.json";

std::string from_environment(const char* name, const std::string& fallback) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : fallback;
}

}  // namespace

std::string source_path(const std::string& below) {
  return std::string(SUREFOOT_SOURCE_DIR) + "/" + below;
}

std::string shared_path(const std::string& below) {
  return from_environment("SUREFOOT_SHARED", source_path("../shared")) + "/" + below;
}

std::string fixture_path(const std::string& below) {
  return from_environment("SUREFOOT_FIXTURES", shared_path("fixtures")) + "/" + below;
}

std::vector<std::string> shipped_scenarios() {
  namespace fs = std::filesystem;
  const fs::path folder = source_path("worlds");
  const std::string ending = kScenarioEnding;
  std::vector<std::string> out;
  std::error_code ec;
  for (fs::recursive_directory_iterator it(folder, ec), end; !ec && it != end; it.increment(ec)) {
    const std::string name = it->path().lexically_relative(folder).generic_string();
    if (name.size() > ending.size() && name.compare(name.size() - ending.size(), ending.size(), ending) == 0)
      out.push_back(name.substr(0, name.size() - ending.size()));
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::string scenario_path(const std::string& name) {
  return source_path("worlds/" + name + kScenarioEnding);
}

std::string as_test_name(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '-' || c == '.' || c == '/'; }, '_');
  return name;
}

bool exists(const std::string& path) {
  return std::filesystem::exists(path);
}

}  // namespace surefoot::test
