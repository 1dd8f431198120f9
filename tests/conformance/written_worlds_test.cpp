// Every shipped scenario in a world that was written and read again, as text and as the client's containers: the same
// bits at every tick.
#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/dat/export.hpp"
#include "io/dat/import.hpp"
#include "io/world_json.hpp"
#include "io/world_writer.hpp"
#include "scenario/run.hpp"
#include "support/paths.hpp"

namespace surefoot::test {
namespace {

std::vector<std::string> shipped_scenarios() {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(source_path("worlds"))) {
    const std::string name = entry.path().filename().string();
    const auto at = name.find(".scenario.json");
    if (at != std::string::npos) out.push_back(name.substr(0, at));
  }
  std::sort(out.begin(), out.end());
  return out;
}

/// Scenarios whose world says something the client's data has no room for, and what that is.
std::string not_for_containers(const std::string& name) {
  static const std::map<std::string, std::string> kReasons{
      {"creature-", "it is no plain scenery"},     {"door-", "it is no plain scenery"},
      {"missile-", "it is no plain scenery"},      {"own-object-", "it is no plain scenery"},
      {"post-ethereal", "it is no plain scenery"}, {"thing-ethereal", "it is no plain scenery"},
      {"no-tree-bit", "not by the rule"},          {"steep-neighbour", "diagonals of its own"}};
  for (const auto& [start, reason] : kReasons) {
    if (name.rfind(start, 0) == 0) return reason;
  }
  return {};
}

io::Scenario scenario_of(const std::string& name) {
  auto s = io::read_scenario(source_path("worlds/" + name + ".scenario.json"));
  EXPECT_TRUE(s) << (s ? "" : s.error().text());
  return std::move(*s);
}

std::uint64_t hash_in(io::Scenario scenario, World world) {
  scenario.world = std::make_shared<const World>(std::move(world));
  const auto result = scenario::run(scenario);
  EXPECT_TRUE(result) << (result ? "" : result.error().text());
  return result ? result->hash : 0;
}

std::uint64_t hash_of(const io::Scenario& scenario) {
  const auto result = scenario::run(scenario);
  EXPECT_TRUE(result) << (result ? "" : result.error().text());
  return result ? result->hash : 1;
}

/// Goes away with the test.
class Folder {
 public:
  explicit Folder(const std::string& name) : path_(::testing::TempDir() + "surefoot-written-" + name) {
    std::filesystem::create_directories(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ec;
    std::filesystem::remove_all(path_, ec);
  }
  [[nodiscard]] std::string path(const std::string& file) const { return path_ + "/" + file; }

 private:
  std::string path_;
};

class WrittenWorld : public ::testing::TestWithParam<std::string> {};

TEST_P(WrittenWorld, AsTextGivesTheSameBits) {
  const io::Scenario scenario = scenario_of(GetParam());
  const auto text = io::world_text(*scenario.world);
  ASSERT_TRUE(text) << text.error().text();
  const auto json = io::parse_json(*text);
  ASSERT_TRUE(json) << json.error().text();
  auto again = io::read_world_json(*json, "");
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(io::world_text(*again).value_or(""), *text);
  EXPECT_EQ(hash_in(scenario, std::move(*again)), hash_of(scenario));
}

TEST_P(WrittenWorld, AsContainersGivesTheSameBits) {
  const io::Scenario scenario = scenario_of(GetParam());
  const Folder folder(GetParam());
  const auto report = io::export_dat(*scenario.world, folder.path("p.dat"), folder.path("c.dat"));
  ASSERT_TRUE(report) << report.error().text();
  EXPECT_TRUE(report->inexact.empty()) << report->inexact.front();
  const std::string reason = not_for_containers(GetParam());
  EXPECT_EQ(report->skipped.empty(), reason.empty());
  for (const std::string& skipped : report->skipped)
    EXPECT_NE(skipped.find(reason), std::string::npos) << skipped;
  const auto portal = io::DatContainer::open(folder.path("p.dat"));
  const auto cell = io::DatContainer::open(folder.path("c.dat"));
  ASSERT_TRUE(portal && cell);
  if (!report->exact()) return;
  io::DatImportReport read;
  auto again = io::import_dat(std::make_shared<io::DatContainer>(*portal),
                              std::make_shared<io::DatContainer>(*cell), {}, read);
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_TRUE(read.skipped.empty()) << read.skipped.front();
  EXPECT_TRUE(read.warnings.empty()) << read.warnings.front();
  EXPECT_EQ(hash_in(scenario, std::move(*again)), hash_of(scenario));
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string out = info.param;
  std::replace_if(
      out.begin(), out.end(), [](char c) { return c == '-' || c == '.'; }, '_');
  return out;
}

INSTANTIATE_TEST_SUITE_P(Worlds, WrittenWorld, ::testing::ValuesIn(shipped_scenarios()), test_name);

}  // namespace
}  // namespace surefoot::test
