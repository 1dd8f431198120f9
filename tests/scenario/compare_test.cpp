// Where two profiles or two worlds part.
#include "scenario/compare.hpp"

#include <gtest/gtest.h>

#include "io/load_world.hpp"
#include "support/paths.hpp"

namespace surefoot::test {
namespace {

io::Scenario shipped(const std::string& name, const std::string& profile = "retail") {
  auto s = io::read_scenario(source_path("worlds/" + name + ".scenario.json"));
  EXPECT_TRUE(s.has_value());
  s->profile = parse_profile(profile).value();
  return *s;
}

scenario::Comparison compared(const std::string& name, const std::string& left, const std::string& right) {
  const io::Scenario a = shipped(name, left);
  io::Scenario b = a;  // in the same world
  b.profile = parse_profile(right).value();
  auto c = scenario::compare(a, b);
  EXPECT_TRUE(c.has_value()) << c.error().text();
  return std::move(*c);
}

TEST(Compare, TheSameProfileIsTheSameToTheEnd) {
  for (const char* name : {"steep-neighbour", "body-shove", "door-waits"}) {
    const auto c = compared(name, "retail", "retail");
    EXPECT_EQ(c.difference, nullptr) << name;
    EXPECT_EQ(c.apart, 0.0F);
  }
}

TEST(Compare, NamesTheRuleOfTheSteepNeighbour) {
  const auto c = compared("steep-neighbour", "retail", "ad345_adjusted_without_push");
  ASSERT_NE(c.difference, nullptr);
  EXPECT_EQ(c.difference->tick, 0U);
  EXPECT_EQ(c.difference->fields.front().name, "position");
  EXPECT_EQ(scenario::rule_of(c.difference->parting), "validate_walkable");
  EXPECT_GT(c.apart, 0.5F);
  ASSERT_EQ(c.difference->causes.size(), 1U);
  EXPECT_EQ(c.difference->causes.front().flag, Divergence::ad345_adjusted_without_push);
}

TEST(Compare, OfAWholePortSaysWhichOfItsFlagsDoIt) {
  const auto c = compared("steep-neighbour", "retail", "acdream-2026-08-08");
  ASSERT_NE(c.difference, nullptr);
  bool found = false;
  for (const scenario::Cause& cause : c.difference->causes) {
    found = found || cause.flag == Divergence::ad345_adjusted_without_push;
    EXPECT_TRUE(cause.parting.has_value()) << info(cause.flag).id;
  }
  EXPECT_TRUE(found);
}

TEST(Compare, FindsTheMemberOfACrowd) {
  const auto c = compared("crowd-200", "retail", "openac_normalise_divides");
  ASSERT_NE(c.difference, nullptr);
  ASSERT_TRUE(c.difference->member.has_value());
  EXPECT_EQ(scenario::rule_of(c.difference->parting), "sphere_slide_foot");
  EXPECT_EQ(c.ends[0].size(), 200U);
}

TEST(Compare, TwoWorldsPartWhereTheMoverMeetsTheDifference) {
  const io::Scenario left = shipped("flat-floor-walk");
  io::Scenario right = left;
  auto other = io::load_world(source_path("worlds/crates.world.json"), io::DumpBsp::leaf);
  ASSERT_TRUE(other.has_value());
  right.world = std::make_shared<World>(std::move(*other));
  const auto c = scenario::compare(left, right);
  ASSERT_TRUE(c.has_value()) << c.error().text();
  ASSERT_NE(c->difference, nullptr);
  EXPECT_TRUE(c->difference->causes.empty()) << "no flag is to blame";
}

TEST(Compare, FieldsHaveTheSameNamesOnBothSides) {
  const auto c = compared("body-shove", "retail", "ap7_threshold_zero");
  ASSERT_NE(c.difference, nullptr);
  EXPECT_EQ(c.difference->fields.front().name, "position");
  for (const scenario::FieldPair& f : c.difference->fields) EXPECT_NE(f.values[0], f.values[1]) << f.name;
}

}  // namespace
}  // namespace surefoot::test
