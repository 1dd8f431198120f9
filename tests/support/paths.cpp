#include "support/paths.hpp"

#include <cstdlib>
#include <filesystem>

namespace surefoot::test {

namespace {

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

bool exists(const std::string& path) {
  return std::filesystem::exists(path);
}

}  // namespace surefoot::test
