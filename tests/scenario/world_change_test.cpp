// Scenarios that change their world, and crowds: what happens when, and that a run leaves the scenario as it was.
#include <gtest/gtest.h>

#include <cmath>

#include "scenario/crowd.hpp"
#include "scenario/run.hpp"

namespace surefoot::scenario {
namespace {

constexpr const char* kWorld = R"({"format":"surefoot-world/1","name":"w","landblocks":[{"id":"0x0101"}],
  "objects":[{"id":7,"name":"post","cell":"0x01010001","frame":{"origin":[12,14,0]},"state":0,
    "shape":{"cylspheres":[{"low":[0,0,0],"radius":0.5,"height":2}]}}]})";

io::Scenario read(const std::string& mover_more, const std::string& inputs) {
  auto s = io::read_scenario_text(
      std::string(R"({"format":"surefoot-scenario/1","name":"s","world":)") + kWorld +
          R"(,"mover":{"radius":0.48,"height":1.835,"step_up_height":0.6,"step_down_height":1.5)" +
          mover_more +
          R"(},"body":{"cell":"0x01010001","position":[12,12,0],"transient":["CONTACT","ON_WALKABLE"],)" +
          R"("contact_plane":{"plane":[0,0,1,0]}},"inputs":)" + inputs + "}",
      "");
  EXPECT_TRUE(s.has_value()) << (s ? "" : s.error().text());
  return std::move(*s);
}

float end_y(const io::Scenario& s) {
  const auto r = run(s);
  EXPECT_TRUE(r.has_value()) << (r ? "" : r.error().text());
  return r ? r->steps.back().body.position.frame.origin.y : NAN;
}

TEST(WorldChange, WithoutOneThePostStandsInTheWay) {
  EXPECT_LT(end_y(read("", R"([{"ticks":40,"offset":[0,0.1,0]}])")), 13.1F);
}

TEST(WorldChange, AMovedARemovedAndAnEtherealPostLetPass) {
  for (const char* change : {R"("frame":{"origin":[16,14,0]})", R"("remove":true)",
                             R"("set_state":["ETHEREAL"])", R"("set_ethereal":true)"}) {
    const std::string inputs = std::string(R"([{"ticks":5,"offset":[0,0.1,0]},{"world":[{"object":7,)") +
                               change + R"(}],"ticks":40,"offset":[0,0.1,0]}])";
    EXPECT_GT(end_y(read("", inputs)), 15.0F) << change;
  }
}

// Who has pressed straight against something carries its normal as sliding normal, which takes the whole of the same
// wish away; a move of no length fails and changes nothing (04 §6.1, §7.2; F10). So he stays when the obstacle is
// gone, until he wishes a little aside.
TEST(WorldChange, WhoPressedStraightAtItStaysWhenItIsGone) {
  const auto inputs = [](const char* then) {
    return std::string(
               R"([{"ticks":20,"offset":[0,0.1,0]},{"world":[{"object":7,"remove":true}],"ticks":40,"offset":)") +
           then + "}]";
  };
  EXPECT_NEAR(end_y(read("", inputs("[0,0.1,0]"))), 13.0F, 1e-4F);
  EXPECT_GT(end_y(read("", inputs("[0.02,0.1,0]"))), 15.0F);
}

TEST(WorldChange, ARunLeavesTheScenarioAsItWas) {
  const io::Scenario s =
      read("", R"([{"world":[{"object":7,"remove":true}],"ticks":40,"offset":[0,0.1,0]}])");
  EXPECT_EQ(end_y(s), end_y(s));
  EXPECT_NE(s.world->registry().find(7), nullptr);
}

TEST(WorldChange, AnAddedPostStops) {
  const io::Scenario s =
      read("", R"([{"world":[{"object":7,"remove":true},{"object":8,"add":{"cell":"0x01010001",
    "frame":{"origin":[12,13,0]},"shape":{"cylspheres":[{"low":[0,0,0],"radius":0.2,"height":2}]}}}],
    "ticks":40,"offset":[0,0.1,0]}])");
  EXPECT_LT(end_y(s), 12.4F);
}

TEST(WorldChange, AMoverWithAKindIsAnObjectWhereItStands) {
  const io::Scenario s = read(R"(,"kind":"player","id":9)", R"([{"ticks":5,"offset":[0.1,0,0]}])");
  Runner runner(s);
  while (!runner.done()) ASSERT_TRUE(runner.step().has_value());
  const PhysicsObject* me = runner.world().registry().find(9);
  ASSERT_NE(me, nullptr);
  EXPECT_EQ(me->position.frame.origin.x, runner.body().position.frame.origin.x);
  EXPECT_EQ(runner.world().registry().shadow_list(*me->cell).size(), 2U);
  EXPECT_EQ(s.world->registry().find(9), nullptr);
}

// Two of a crowd that walk at each other stop where their spheres touch; the third has a free way.
TEST(Crowd, MembersStandInEachOthersWay) {
  const auto s = io::read_scenario_text(
      std::string(R"({"format":"surefoot-scenario/1","name":"s","mode":"crowd","world":)") + kWorld +
          R"(,"mover":{"radius":0.48,"height":1.835,"step_up_height":0.6,"step_down_height":1.5},
          "crowd":{"cell":"0x01010001","members":[[10,8,0],[14,8,0]],"target":[12,8,0],"step":0.1,"ticks":40}})",
      "");
  ASSERT_TRUE(s.has_value()) << s.error().text();
  CrowdRunner runner(*s, {});
  CrowdTick last;
  while (!runner.done()) {
    const auto t = runner.step();
    ASSERT_TRUE(t.has_value()) << t.error().text();
    last = *t;
  }
  EXPECT_EQ(last.moving, 0U);
  EXPECT_LE(last.overlap, 0.0003F);  // the radius sum is shaved by kEpsilon, and rounds
  const float gap = runner.bodies()[1].position.frame.origin.x - runner.bodies()[0].position.frame.origin.x;
  EXPECT_GE(gap, 0.96F - 0.0003F);
  EXPECT_LT(gap, 1.1F);  // one step away from touching at most
}

}  // namespace
}  // namespace surefoot::scenario
