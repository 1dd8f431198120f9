// Runs the tool and keeps what it says.
#pragma once

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "support/paths.hpp"

namespace surefoot::test {

struct Ran {
  int code = -1;
  std::string out;
  std::string err;
};

inline std::string read_all(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A folder of this test's own, gone afterwards.
class Cli : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::temp_directory_path() /
        ("surefoot-cli-" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  Ran run(const std::string& arguments) {
    const std::string err = (folder_ / "stderr").string();
    Ran r;
    FILE* pipe = popen((std::string(SUREFOOT_TOOL) + " " + arguments + " 2>" + err).c_str(), "r");
    if (pipe == nullptr) return r;
    std::array<char, 4096> buffer{};
    std::size_t n = 0;
    while ((n = fread(buffer.data(), 1, buffer.size(), pipe)) > 0) r.out.append(buffer.data(), n);
    const int status = pclose(pipe);
    r.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    r.err = read_all(err);
    return r;
  }
  std::string file(const std::string& name, const std::string& text) {
    std::string path = (folder_ / name).string();
    std::ofstream(path) << text;
    return path;
  }
  std::string world(const std::string& name) { return source_path("worlds/" + name); }

  std::filesystem::path folder_;
};

}  // namespace surefoot::test
