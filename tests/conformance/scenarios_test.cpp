// Every shipped scenario: as expected, the same bits on the fast path and under the traced policy, the
// recorded hash.
#include <fstream>
#include <map>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenario/run.hpp"
#include "support/coverage.hpp"
#include "support/paths.hpp"

namespace surefoot::test {
namespace {

/// "name 0x0123456789abcdef" per line; docs/testing.md says when a line may change.
std::map<std::string, std::string> golden_hashes() {
  std::map<std::string, std::string> out;
  std::ifstream in(source_path("tests/golden/scenario-hashes.txt"));
  std::string name;
  std::string hash;
  while (in >> name >> hash) out[name] = hash;
  return out;
}

class ShippedScenario : public ::testing::TestWithParam<std::string> {};

TEST_P(ShippedScenario, MeetsItsExpectations) {
  const auto scenario = io::read_scenario(scenario_path(GetParam()));
  ASSERT_TRUE(scenario.has_value()) << scenario.error().text();
  EXPECT_FALSE(scenario->expects.empty());
  const auto result = scenario::run(*scenario);
  ASSERT_TRUE(result.has_value()) << result.error().text();
  for (const scenario::Failure& f : result->failures) ADD_FAILURE() << f.pointer << ": " << f.text;
}

TEST_P(ShippedScenario, GivesTheSameBitsTracedAndNot) {
  const auto scenario = io::read_scenario(scenario_path(GetParam()));
  ASSERT_TRUE(scenario.has_value()) << scenario.error().text();
  if (scenario->crowd) {
    // A flag that does nothing here makes every resolve go the traced way, which asks every object of a list.
    const auto fast = scenario::run(*scenario);
    const auto profiled = scenario::run(*scenario, {parse_profile("openac_walkable_seed").value(), false});
    ASSERT_TRUE(fast.has_value() && profiled.has_value());
    EXPECT_EQ(fast->hash, profiled->hash);
    return;
  }
  std::vector<scenario::StepRecord> traced;
  scenario::Runner runner(*scenario);
  while (!runner.done()) {
    auto step = runner.step(&coverage_sink());
    ASSERT_TRUE(step.has_value()) << step.error().text();
    traced.push_back(*step);
  }
  scenario::Runner fast_runner(*scenario);
  for (const scenario::StepRecord& t : traced) {
    const auto fast = fast_runner.step();
    ASSERT_TRUE(fast.has_value()) << fast.error().text();
    ASSERT_EQ(scenario::hash_steps({*fast}), scenario::hash_steps({t})) << "first at tick " << t.tick;
  }
}

TEST_P(ShippedScenario, GivesTheSameBitsInEitherForm) {
  const std::string path = scenario_path(GetParam());
  const auto flat = io::read_scenario(path);
  io::ScenarioOptions options;
  options.form = TreeForm::graph;
  const auto graph = io::read_scenario(path, options);
  ASSERT_TRUE(flat.has_value() && graph.has_value());
  ASSERT_EQ(flat->world->form(), TreeForm::flat);
  ASSERT_EQ(graph->world->form(), TreeForm::graph);
  const auto one = scenario::run(*flat);
  const auto other = scenario::run(*graph);
  ASSERT_TRUE(one.has_value() && other.has_value());
  EXPECT_EQ(one->hash, other->hash);
}

TEST_P(ShippedScenario, KeepsItsHash) {
  const auto scenario = io::read_scenario(scenario_path(GetParam()));
  ASSERT_TRUE(scenario.has_value()) << scenario.error().text();
  const auto result = scenario::run(*scenario);
  ASSERT_TRUE(result.has_value()) << result.error().text();
  const auto golden = golden_hashes();
  const auto it = golden.find(GetParam());
  const std::string ours = fmt::format("0x{:016x}", result->hash);
  ASSERT_NE(it, golden.end()) << "new scenario: add \"" << GetParam() << " " << ours
                              << "\" to tests/golden/scenario-hashes.txt";
  EXPECT_EQ(ours, it->second) << "a changed hash needs a note in docs/changes.md that names the rule";
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  return as_test_name(info.param);
}

INSTANTIATE_TEST_SUITE_P(Worlds, ShippedScenario, ::testing::ValuesIn(shipped_scenarios()), test_name);

}  // namespace
}  // namespace surefoot::test
