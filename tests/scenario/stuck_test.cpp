// The stuck detective on the shipped scenarios: what kind, what cause, which surface, and what frees it.
#include "scenario/stuck.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "io/load_world.hpp"
#include "scenario/record_calls.hpp"
#include "scenario/run.hpp"
#include "support/paths.hpp"

namespace surefoot::test {
namespace {

using scenario::Freed;
using scenario::StuckCause;
using scenario::StuckKind;
using scenario::StuckReport;

StuckReport found(const std::string& name, std::optional<std::uint32_t> tick = std::nullopt) {
  const auto s = io::read_scenario(scenario_path(name));
  EXPECT_TRUE(s.has_value()) << s.error().text();
  const auto c = scenario::stuck_case(*s, tick);
  EXPECT_TRUE(c.has_value()) << c.error().text();
  auto r = scenario::find_stuck(*c);
  EXPECT_TRUE(r.has_value()) << r.error().text();
  return *r;
}

bool has(const StuckReport& r, StuckCause cause) {
  return std::find(r.causes.begin(), r.causes.end(), cause) != r.causes.end();
}

std::optional<Freed> freed_by(const StuckReport& r, Freed::Kind kind) {
  for (const Freed& f : r.freed) {
    if (f.kind == kind) return f;
  }
  return std::nullopt;
}

TEST(Stuck, SomebodyWhoWalksIsNot) {
  const StuckReport r = found("flat-floor-walk", 0);
  EXPECT_EQ(r.kind, StuckKind::free);
  EXPECT_GT(r.gained, 1.0F);
  EXPECT_TRUE(r.freed.empty()) << "nobody needs it";
}

TEST(Stuck, HeadOnAtAWallTurningHelps) {
  const StuckReport r = found("wall-head-on");
  EXPECT_EQ(r.kind, StuckKind::fixed_point);
  EXPECT_EQ(r.period, 1U);
  EXPECT_LT(r.gained, 0.01F);
  ASSERT_EQ(r.blockers.size(), 1U) << r.summary;
  ASSERT_TRUE(r.blockers[0].normal.has_value());
  EXPECT_EQ(r.blockers[0].normal->z, 0.0F);
  const auto turn = freed_by(r, Freed::Kind::heading);
  ASSERT_TRUE(turn.has_value());
  EXPECT_GT(turn->gain, 0.05F);
  EXPECT_LT(std::fabs(turn->amount), 45.0F);
  EXPECT_FALSE(freed_by(r, Freed::Kind::height).has_value()) << "the wall goes up to the ceiling";
}

TEST(Stuck, AtTheFootOfASteepFaceThePortNeverLeaves) {
  const StuckReport r = found("steep-neighbour-acdream");
  EXPECT_EQ(r.kind, StuckKind::fixed_point);
  EXPECT_TRUE(has(r, StuckCause::slope));
  EXPECT_EQ(r.rule, "validate_walkable.push_suppressed");
  ASSERT_FALSE(r.blockers.empty());
  EXPECT_EQ(r.blockers[0].kind, trace::Blocker::Kind::terrain);
  EXPECT_EQ(r.blockers[0].cell, 0xA9B4001AU);
  EXPECT_FALSE(r.freed.empty()) << r.summary;
}

TEST(Stuck, BeforeACrateAHigherStepWouldHelp) {
  const StuckReport r = found("crate-1.0");
  EXPECT_TRUE(has(r, StuckCause::step) || has(r, StuckCause::object)) << r.summary;
  EXPECT_TRUE(freed_by(r, Freed::Kind::heading).has_value()) << "it goes round";
}

TEST(Stuck, ACreatureIsInTheWay) {
  const StuckReport r = found("creature-head-on");
  EXPECT_TRUE(has(r, StuckCause::object)) << r.summary;
  ASSERT_FALSE(r.blockers.empty());
  EXPECT_EQ(r.blockers[0].kind, trace::Blocker::Kind::object);
  EXPECT_NE(r.blockers[0].id, 0U);
  EXPECT_NE(r.summary.find("object 0x"), std::string::npos) << r.summary;
}

TEST(Stuck, TheSmallestChangeReallyFreesAndOneLessDoesNot) {
  const auto s = io::read_scenario(scenario_path("wall-head-on"));
  ASSERT_TRUE(s.has_value());
  const auto c = scenario::stuck_case(*s, std::nullopt);
  ASSERT_TRUE(c.has_value());
  const auto r = scenario::find_stuck(*c);
  ASSERT_TRUE(r.has_value());
  const auto turn = freed_by(*r, Freed::Kind::heading);
  ASSERT_TRUE(turn.has_value());
  const auto gain = [&](float degrees) {
    scenario::StuckCase turned = *c;
    const float a = -degrees * 0.017453292F;
    for (io::ResolveInput& in : turned.scenario.inputs) {
      const Vec3 o = *in.offset;
      in.offset = Vec3{std::cos(a) * o.x - std::sin(a) * o.y, std::sin(a) * o.x + std::cos(a) * o.y, o.z};
    }
    return scenario::find_stuck(turned).value();
  };
  EXPECT_EQ(gain(turn->amount).kind, StuckKind::free);
  EXPECT_NE(gain(turn->amount - (turn->amount > 0 ? 1.0F : -1.0F)).kind, StuckKind::free);
}

TEST(Stuck, APlaceInsideAWallIsNoPlace) {
  const auto world = io::load_world(source_path("worlds/crates.world.json"));
  ASSERT_TRUE(world.has_value());
  const auto s = io::read_scenario(scenario_path("crate-1.0"));
  ASSERT_TRUE(s.has_value());
  // Where the scenario ends it stands before the crate; half a metre on it is inside.
  const auto c = scenario::stuck_case(*s, std::nullopt);
  ASSERT_TRUE(c.has_value());
  scenario::StuckPlace place;
  place.mover = scenario::person_mover();
  place.position = c->scenario.body.position;
  const Vec3 way = *c->scenario.inputs.front().offset;
  place.position.frame.origin = place.position.frame.origin + way * (0.6F / length(way));
  const auto r = scenario::find_stuck(scenario::stuck_case(*world, place));
  ASSERT_TRUE(r.has_value()) << r.error().text();
  EXPECT_EQ(r->kind, StuckKind::not_placed) << r->summary;
  EXPECT_TRUE(has(*r, StuckCause::placement));
  EXPECT_FALSE(r->freed.empty()) << "a little aside there is room";
}

TEST(Stuck, AWalkerOnAFreeFloorIsFree) {
  const auto world = io::load_world(source_path("worlds/plain-room.world.json"));
  ASSERT_TRUE(world.has_value());
  scenario::StuckPlace place;
  place.mover = scenario::person_mover();
  place.position.cell_id = 0x01010100U;
  place.position.frame.origin = {5, 5, 0.01F};
  const auto r = scenario::find_stuck(scenario::stuck_case(*world, place));
  ASSERT_TRUE(r.has_value()) << r.error().text();
  EXPECT_EQ(r->kind, StuckKind::free) << r->summary;
  EXPECT_NEAR(r->gained, 29 * 3.12F / 30, 0.001F) << "the first tick sets it down";
}

TEST(Stuck, ARecordedCallIsAskedAgainAndAgain) {
  const auto s = io::read_scenario(scenario_path("steep-neighbour-acdream"));
  ASSERT_TRUE(s.has_value());
  scenario::Runner runner(*s);
  ResolveResult result;
  ASSERT_TRUE(runner.step(nullptr, &result).has_value());
  const auto record =
      scenario::record_of_call(0, *runner.last_request(), runner.last_asking(), result, runner.profile());
  const auto port =
      scenario::find_stuck(scenario::stuck_case(*s->world, record, std::nullopt, runner.profile()));
  ASSERT_TRUE(port.has_value());
  EXPECT_EQ(port->kind, StuckKind::fixed_point) << port->summary;
  const auto retail = scenario::find_stuck(scenario::stuck_case(*s->world, record, std::nullopt, {}));
  ASSERT_TRUE(retail.has_value());
  EXPECT_EQ(retail->kind, StuckKind::free) << retail->summary;
}

TEST(Stuck, ACrowdHasNoSingleMover) {
  const auto s = io::read_scenario(scenario_path("crowd-200"));
  ASSERT_TRUE(s.has_value());
  EXPECT_FALSE(scenario::stuck_case(*s, std::nullopt).has_value());
  const auto one = io::read_scenario(scenario_path("flat-floor-walk"));
  ASSERT_TRUE(one.has_value());
  EXPECT_FALSE(scenario::stuck_case(*one, 100'000).has_value());
}

}  // namespace
}  // namespace surefoot::test
