// What `run --capture` writes: every call of every shipped scenario comes back by raw bits, in the port's form and exactly.
#include "scenario/record_calls.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "scenario/replay.hpp"
#include "scenario/run.hpp"
#include "support/paths.hpp"

namespace surefoot::test {
namespace {

namespace fs = std::filesystem;

class Capture : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ =
        (fs::temp_directory_path() / ("surefoot-capture-" + std::to_string(getpid()) + ".jsonl")).string();
  }
  void TearDown() override { fs::remove(path_); }

  std::string read() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }
  void record(const std::string& name) {
    auto s = io::read_scenario(scenario_path(name));
    ASSERT_TRUE(s.has_value()) << s.error().text();
    scenario_ = *s;
    const auto written = scenario::write_capture(path_, scenario_, {});
    ASSERT_TRUE(written.has_value()) << written.error().text();
  }
  Expected<scenario::ReplayReport> replay() const { return scenario::replay(*scenario_.world, path_, {}); }

  std::string path_;
  io::Scenario scenario_;
};

bool changes_objects(const io::Scenario& s) {
  for (std::size_t i = 0; i < s.input_count(); ++i) {
    if (!s.input(i).world.empty()) return true;
  }
  return false;
}

TEST_F(Capture, OfEveryShippedScenarioReplaysByRawBits) {
  int replayed = 0;
  for (const std::string& name : shipped_scenarios()) {
    SCOPED_TRACE(name);
    const auto read = io::read_scenario(scenario_path(name));
    ASSERT_TRUE(read.has_value()) << read.error().text();
    const bool lists_anew = read->profile.has(Divergence::openac_scaled_registration) ||
                            read->profile.has(Divergence::ace_same_block_registration);
    // A capture has no moves of doors and no owners of houses, and is of one mover.
    if (read->crowd || changes_objects(*read) || lists_anew || read->guards != nullptr) continue;
    record(name);
    const auto report = replay();
    ASSERT_TRUE(report.has_value()) << report.error().text();
    EXPECT_EQ(report->worst, scenario::Agreement::equal)
        << (report->first_difference ? to_string(report->first_difference->field) : "");
    EXPECT_EQ(report->compared, report->records);
    EXPECT_EQ(report->cut_line, 0U);
    replayed += report->compared > 0 ? 1 : 0;
  }
  EXPECT_GT(replayed, 50);
}

// The port's fields alone, as an emulator's own replay reads them: the same bits where the mover has the port's shape and
// stays in one landblock.
TEST_F(Capture, WithoutTheExactPartIsWhatThePortWouldHaveWritten) {
  record("steep-neighbour");
  std::string text = read();
  std::size_t cut = 0;
  for (std::size_t at = text.find(",\"surefoot\":"); at != std::string::npos;
       at = text.find(",\"surefoot\":")) {
    const std::size_t end = text.find('\n', at);
    text.replace(at, end - at, "}");
    ++cut;
  }
  write(text);
  EXPECT_EQ(cut, scenario_.total_ticks());
  const auto report = replay();
  ASSERT_TRUE(report.has_value()) << report.error().text();
  EXPECT_EQ(report->compared, cut);
  EXPECT_EQ(report->worst, scenario::Agreement::equal);
}

// The parser of captures looks at what it is asked for alone, and once read on where a line had turned out to be no JSON.
TEST_F(Capture, DamagedAnywhereIsReadOrRefusedWithItsLine) {
  record("wall-head-on");
  const std::string text = read();
  const std::string line = text.substr(0, text.find('\n'));
  std::size_t refused = 0;
  for (std::size_t at = 0; at < line.size(); at += 3) {
    for (const char c : {'"', '{', ']', ','}) {
      std::string damaged = line;
      damaged[at] = c;
      damaged.append("\n").append(line).append("\n");
      write(damaged);
      const auto report = replay();
      if (report) continue;
      ++refused;
      ASSERT_NE(report.error().where.find("line 1"), std::string::npos) << at << ' ' << report.error().text();
    }
  }
  EXPECT_GT(refused, line.size() / 3);
}

TEST_F(Capture, IsReplayedUnderTheProfileItNames) {
  record("steep-neighbour-acdream");
  const auto report = replay();
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->worst, scenario::Agreement::equal);
  scenario::ReplayOptions retail;
  retail.recorded_profile = false;
  const auto other = scenario::replay(*scenario_.world, path_, retail);
  ASSERT_TRUE(other.has_value());
  EXPECT_EQ(other->worst, scenario::Agreement::different) << "retail walks on there";
}

TEST_F(Capture, MayEndInTheMiddleOfALine) {
  record("steep-neighbour");
  const std::string whole = read();
  const std::size_t last = whole.rfind('\n', whole.size() - 2) + 1;  // where the last line begins
  const auto records = scenario_.total_ticks();
  for (const std::size_t keep : {last + 1, last + 50, whole.size() - 3}) {
    write(whole.substr(0, keep));
    const auto report = replay();
    ASSERT_TRUE(report.has_value()) << report.error().text();
    EXPECT_EQ(report->records, records - 1);
    EXPECT_EQ(report->cut_line, records);
  }
  write(whole.substr(0, whole.size() - 1));  // whole, but for the newline
  const auto report = replay();
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->records, records);
  EXPECT_EQ(report->cut_line, 0U);
}

TEST_F(Capture, WithAFaultInTheMiddleIsRefused) {
  record("steep-neighbour");
  std::string text = read();
  text.insert(text.find('\n') + 1, "{\"tick\":\n");
  write(text);
  const auto report = replay();
  ASSERT_FALSE(report.has_value());
  EXPECT_NE(report.error().text().find("line 2"), std::string::npos) << report.error().text();
}

TEST_F(Capture, OfACrowdIsRefusedAndLeavesNothing) {
  const auto s = io::read_scenario(scenario_path("crowd-200"));
  ASSERT_TRUE(s.has_value());
  EXPECT_FALSE(scenario::write_capture(path_, *s, {}).has_value());
  EXPECT_FALSE(fs::exists(path_));
}

TEST_F(Capture, ExactPartsAreChecked) {
  record("steep-neighbour");
  const std::string whole = read();
  for (const auto& [from, to] :
       {std::pair{"\"contact\":1", "\"contact\":7"}, std::pair{"\"spheres\":2", "\"spheres\":3"},
        std::pair{"\"profile\":\"\"", "\"profile\":\"nobody\""}}) {
    std::string text = whole;
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, std::string(from).size(), to);
    write(text);
    const auto report = replay();
    ASSERT_FALSE(report.has_value()) << to;
    EXPECT_NE(report.error().text().find("/surefoot/"), std::string::npos) << report.error().text();
  }
}

}  // namespace
}  // namespace surefoot::test
