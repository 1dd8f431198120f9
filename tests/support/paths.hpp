// Where the data shared between the project's repositories lies, and skipping where it is absent.
#pragma once

#include <string>
#include <vector>

namespace surefoot::test {

/// $SUREFOOT_SHARED, default <repository root>/../shared; `below` is appended.
[[nodiscard]] std::string shared_path(const std::string& below);
/// $SUREFOOT_FIXTURES, default <shared>/fixtures.
[[nodiscard]] std::string fixture_path(const std::string& below);
/// A file of this repository.
[[nodiscard]] std::string source_path(const std::string& below);
[[nodiscard]] bool exists(const std::string& path);

/// Every scenario of this repository, by its place below worlds/ without the ending ("stairs-up",
/// "divergences/creep"), in order.
[[nodiscard]] std::vector<std::string> shipped_scenarios();
/// The file of one of them.
[[nodiscard]] std::string scenario_path(const std::string& name);
/// The same name where only letters, digits and underscores are allowed.
[[nodiscard]] std::string as_test_name(std::string name);

}  // namespace surefoot::test

/// Skips the running test, naming the file, where it is not there.
#define SUREFOOT_NEEDS(path)                                \
  if (!::surefoot::test::exists(path))                      \
  GTEST_SKIP() << "needs " << (path) << ", which is absent" \
               << " (see docs/testing.md)"
