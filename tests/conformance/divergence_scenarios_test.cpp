// Every row of the divergences register: its scenario shows it. Under no profile the scenario is as retail has it, and
// under the one flag the mover fares otherwise.
#include <algorithm>
#include <string_view>

#include <gtest/gtest.h>

#include "scenario/compare.hpp"
#include "scenario/expect.hpp"
#include "scenario/run.hpp"
#include "support/bits.hpp"
#include "support/paths.hpp"

namespace surefoot::test {
namespace {

/// Rows that no scenario can show; their own text says why.
constexpr std::string_view kWithout[] = {
    "edge_slide_one_output",     "gdle_signed_walkable",     "gdle_outside_not_flagged",
    "openac_slide_needs_plane",  "openac_slide_tiny_normal", "openac_walkables_live_foot",
    "ace_walkables_copy",        "openac_edge_live_sphere",  "openac_no_move_no_cells",
    "edge_steep_walkable_cliff",
};

Profile only(Divergence d) {
  Profile p;
  p.add(d);
  return p;
}

bool same(const ContactPlane& a, const ContactPlane& b) {
  return same_bits(a.plane.normal, b.plane.normal) && same_bits(a.plane.d, b.plane.d) &&
         a.cell_id == b.cell_id && a.is_water == b.is_water;
}

/// Beyond the hash: what a body keeps and what it is told.
bool same_around(const scenario::StepRecord& a, const scenario::StepRecord& b) {
  return a.tried == b.tried && a.ok == b.ok && a.contact_plane_valid == b.contact_plane_valid &&
         same(a.body.contact_plane, b.body.contact_plane) &&
         a.collision_normal_valid == b.collision_normal_valid &&
         same_bits(a.collision_normal, b.collision_normal) && a.physics_state == b.physics_state &&
         a.in_world == b.in_world && same_bits(a.cached_velocity, b.cached_velocity) &&
         a.touched == b.touched && a.collided_with_environment == b.collided_with_environment;
}

bool same_run(const scenario::RunResult& a, const scenario::RunResult& b) {
  return a.hash == b.hash && a.steps.size() == b.steps.size() &&
         std::equal(a.steps.begin(), a.steps.end(), b.steps.begin(), same_around);
}

Expected<scenario::RunResult> run_under(io::Scenario scenario, const Profile& profile) {
  scenario.profile = profile;
  return scenario::run(scenario);
}

class DivergenceScenario : public ::testing::TestWithParam<std::size_t> {
 protected:
  const DivergenceInfo& row_ = divergence_table()[GetParam()];
};

TEST_P(DivergenceScenario, ShowsIt) {
  const bool without = std::find(std::begin(kWithout), std::end(kWithout), row_.id) != std::end(kWithout);
  ASSERT_EQ(row_.scenario.empty(), without);
  if (without) return;
  auto scenario = io::read_scenario(source_path("worlds/" + std::string(row_.scenario)));
  ASSERT_TRUE(scenario.has_value()) << scenario.error().text();
  // What is marked as a port's holds under the scenario's own profile (scenarios_test.cpp).
  std::erase_if(scenario->expects, [](const io::Expect& e) { return e.port; });
  const auto retail = run_under(*scenario, {});
  const auto port = run_under(*scenario, only(static_cast<Divergence>(GetParam())));
  ASSERT_TRUE(retail.has_value()) << retail.error().text();
  ASSERT_TRUE(port.has_value()) << port.error().text();
  for (const scenario::Failure& f : retail->failures)
    ADD_FAILURE() << "retail: " << f.pointer << ": " << f.text;
  EXPECT_FALSE(same_run(*retail, *port)) << "the flag changes nothing here";
}

// And `compare` shows where, and which function decided otherwise.
TEST_P(DivergenceScenario, CompareNamesWhereTheyPart) {
  if (row_.scenario.empty()) return;
  const auto read = io::read_scenario(source_path("worlds/" + std::string(row_.scenario)));
  ASSERT_TRUE(read.has_value()) << read.error().text();
  io::Scenario retail = *read;
  retail.profile = {};
  io::Scenario port = *read;
  port.profile = only(static_cast<Divergence>(GetParam()));
  const auto compared = scenario::compare(retail, port);
  ASSERT_TRUE(compared.has_value()) << compared.error().text();
  ASSERT_NE(compared->difference, nullptr) << "nothing differs";
  const scenario::FirstDifference& d = *compared->difference;
  EXPECT_FALSE(d.fields.empty());
  EXPECT_NE(scenario::rule_of(d.parting), "") << "at tick " << d.tick << " by " << d.fields.front().name;
  ASSERT_EQ(d.causes.size(), 1U);
  EXPECT_EQ(d.causes.front().flag, static_cast<Divergence>(GetParam()));
}

std::string row_name(const ::testing::TestParamInfo<std::size_t>& info) {
  return std::string(divergence_table()[info.param].id);
}

INSTANTIATE_TEST_SUITE_P(Table, DivergenceScenario, ::testing::Range(std::size_t{0}, kDivergenceCount),
                         row_name);

// A creature that walks by its animation has no velocity that friction could touch: both thresholds leave it alone.
TEST(DivergenceScenarios, RootMotionWalksAtFullSpeedUnderAp7Too) {
  const auto scenario = io::read_scenario(scenario_path("divergences/ap7-root-motion"));
  ASSERT_TRUE(scenario.has_value()) << scenario.error().text();
  const auto retail = run_under(*scenario, {});
  const auto port = run_under(*scenario, only(Divergence::ap7_threshold_zero));
  ASSERT_TRUE(retail.has_value() && port.has_value());
  EXPECT_TRUE(retail->failures.empty() && port->failures.empty());
  EXPECT_TRUE(same_run(*retail, *port));
}

}  // namespace
}  // namespace surefoot::test
