// From a saved state at any tick every shipped scenario goes on with the same bits.
#include <gtest/gtest.h>

#include "scenario/run.hpp"
#include "support/paths.hpp"
#include "support/random.hpp"

namespace surefoot::test {
namespace {

std::vector<scenario::StepRecord> rest_of(scenario::Runner& runner) {
  std::vector<scenario::StepRecord> out;
  while (!runner.done()) {
    auto s = runner.step();
    EXPECT_TRUE(s.has_value()) << s.error().text();
    if (!s) break;
    out.push_back(std::move(*s));
  }
  return out;
}

class SavedState : public ::testing::TestWithParam<std::string> {};

TEST_P(SavedState, GoesOnWithTheSameBits) {
  const auto s = io::read_scenario(scenario_path(GetParam()));
  ASSERT_TRUE(s.has_value()) << s.error().text();
  if (s->crowd) GTEST_SKIP() << "a crowd is saved as a session (tests/session)";
  Random random(0x5EED0C01);
  for (int round = 0; round < 3; ++round) {
    const int k = random.integer(0, static_cast<int>(s->total_ticks()) - 1);
    SCOPED_TRACE(::testing::Message() << "saved before tick " << k);
    scenario::Runner first(*s);
    for (int i = 0; i < k; ++i) ASSERT_TRUE(first.step().has_value());
    const auto saved = first.save();
    const auto expected = rest_of(first);
    scenario::Runner second(*s);
    ASSERT_TRUE(second.restore(saved).has_value());
    const auto got = rest_of(second);
    ASSERT_EQ(got.size(), expected.size());
    EXPECT_EQ(scenario::hash_steps(got), scenario::hash_steps(expected));
  }
}

std::string name_of(const ::testing::TestParamInfo<std::string>& info) {
  return as_test_name(info.param);
}

INSTANTIATE_TEST_SUITE_P(Shipped, SavedState, ::testing::ValuesIn(shipped_scenarios()), name_of);

}  // namespace
}  // namespace surefoot::test
