// What a body scenario tells its body, and what comes back.
#include <gtest/gtest.h>

#include <cmath>

#include "io/golden.hpp"
#include "io/golden_scenario.hpp"
#include "scenario/run.hpp"
#include "support/golden_cases.hpp"

namespace surefoot::scenario {
namespace {

Expected<RunResult> run_body(const std::string& inputs, const std::string& mover_more = "") {
  const auto s = io::read_scenario_text(
      std::string(
          R"({"format":"surefoot-scenario/1","name":"s","mode":"body","world":{"format":"surefoot-world/1",
        "name":"w","landblocks":[{"id":"0x0101"}],"objects":[{"id":7,"cell":"0x01010001","frame":{"origin":[6,6,0]},
        "state":0,"shape":{"cylspheres":[{"radius":1,"height":3}]}}]},
        "mover":{"radius":0.48,"height":1.835,"step_up_height":0.6,"step_down_height":1.5)") +
          mover_more +
          R"(},"body":{"cell":"0x01010001","position":[12,12,0],"transient":["CONTACT","ON_WALKABLE"],)" +
          R"("contact_plane":{"plane":[0,0,1,0]}},"inputs":)" + inputs + "}",
      "");
  if (!s) return tl::unexpected<Error>(s.error());
  return run(*s);
}

// Without a game's word a jump takes off with 10 m/s (06 §9.2), and a second one in the air is refused with 0x24.
TEST(BodyRun, JumpsByPowerAndSaysWhyNot) {
  const auto r =
      run_body(R"([{"jump":{"power":1}},{"jump":{"power":1}},{"ticks":90},{"jump":{"power":0.5}}])");
  ASSERT_TRUE(r.has_value()) << r.error().text();
  EXPECT_EQ(r->steps[0].jump_refusal, 0U);
  EXPECT_NEAR(r->steps[0].body.velocity.z, 10.0F - 9.8F / 30.0F, 1e-4F);
  EXPECT_EQ(r->steps[1].jump_refusal, 0x24U);
  EXPECT_EQ(r->steps.back().jump_refusal, 0U);
}

// Who has no jump speed stays on the ground, and is told so.
TEST(BodyRun, AJumpThatLiftsNobodyIsRefused) {
  for (const char* jump : {R"({"power":0})", R"({"vz":0})"}) {
    const auto r = run_body(std::string(R"([{"walk":[3,0,0],"jump":)") + jump + R"(},{"ticks":30}])");
    ASSERT_TRUE(r.has_value()) << r.error().text();
    EXPECT_EQ(r->steps[0].jump_refusal, 0x47U) << jump;
    EXPECT_GT(r->steps.back().body.position.frame.origin.x, 14.0F) << jump;
  }
  const std::string player = R"(,"kind":"player","id":9)";
  const auto unskilled = run_body(R"([{"jump":{"power":1}}])", player);
  const auto skilled = run_body(R"([{"jump":{"power":1}}])", player + R"(,"jump":{"skill":300,"load":0.5})");
  ASSERT_TRUE(unskilled.has_value() && skilled.has_value());
  EXPECT_EQ(unskilled->steps[0].jump_refusal, 0x47U);
  EXPECT_NEAR(skilled->steps[0].body.velocity.z, 9.08652878F - 9.8F / 30.0F, 1e-4F) << "06 §16 W13";
}

// 06 §9.1: backwards is a walk at -0.65, the run key makes a run of a walk forward, and turning a curve.
TEST(BodyRun, DoesWhatTheKeysSay) {
  const std::string player = R"(,"kind":"player","id":9,"run":{"rate":2})";
  const auto r = run_body(
      R"([{"command":{"forward":"walk"}},{"command":{"forward":"backwards"}},
          {"command":{"forward":"walk","run_key":true}},{"command":{"sidestep":"left","speed":0.5}},
          {"command":{"turn":"left"}},{},{"command":{"forward":"sit"},"jump":{"power":1}}])",
      player);
  ASSERT_TRUE(r.has_value()) << r.error().text();
  Vec3 at{12, 12, 0};
  const auto moved = [&](std::size_t i) {
    const Vec3 now = r->steps[i].body.position.frame.origin;
    const Vec3 by = now - at;
    at = now;
    return by * 30.0F;
  };
  EXPECT_NEAR(moved(0).y, 3.12F, 1e-3F);
  EXPECT_NEAR(moved(1).y, -2.028F, 1e-3F) << "06 §16 W13";
  EXPECT_NEAR(moved(2).y, 8.0F, 1e-3F);
  EXPECT_NEAR(moved(3).x, -0.78F, 1e-3F) << "1.25 · 1.248 · 0.5";
  EXPECT_NEAR(moved(5).y, 0.0F, 1e-3F);
  EXPECT_NEAR(r->steps[5].body.position.frame.q.z, std::sin(0.05F), 1e-5F)
      << "two ticks of 1.5 rad/s, halved";
  EXPECT_EQ(r->steps[6].jump_refusal, 0x48U);
}

// A walk told after a command replaces it, what the command was to take along on leaving the ground too.
TEST(BodyRun, AWalkEndsACommand) {
  const auto r = run_body(R"([{"command":{"forward":"run"}},{"walk":[1,0,0]},{"jump":{"vz":3}}])");
  ASSERT_TRUE(r.has_value()) << r.error().text();
  EXPECT_NEAR(r->steps[1].body.position.frame.origin.x, 12.0F + 1.0F / 30.0F, 1e-4F);
  EXPECT_EQ(r->steps[2].body.velocity.x, 1.0F);
  EXPECT_EQ(r->steps[2].body.velocity.y, 0.0F);
}

TEST(BodyRun, FollowsTheNetwork) {
  const auto r = run_body(
      R"([{"interpolate_to":{"cell":"0x01010001","position":[12,13,0]}},{"ticks":9,
          "interpolate_to":{"cell":"0x01010001","position":[12,12,0],"keep_heading":true}}])");
  ASSERT_TRUE(r.has_value()) << r.error().text();
  EXPECT_NEAR(r->steps[0].body.position.frame.origin.y, 12.25F, 1e-4F) << "7.5 m/s where no speed is known";
  EXPECT_NEAR(r->steps.back().body.position.frame.origin.y, 12.0F, 0.05F) << "there and back";
  const auto nowhere = run_body(R"([{"interpolate_to":{"cell":0,"position":[12,13,0]}}])");
  ASSERT_FALSE(nowhere.has_value());
  EXPECT_NE(nowhere.error().text().find("tick 0: a place is"), std::string::npos) << nowhere.error().text();
}

TEST(BodyRun, WhatIsStaticSleeps) {
  const auto r = run_body(R"([{"set_velocity":[3,0,0],"ticks":5}])", R"(,"state":["STATIC"])");
  ASSERT_TRUE(r.has_value()) << r.error().text();
  EXPECT_EQ(r->steps.back().body.position.frame.origin.x, 12.0F);
  EXPECT_EQ(r->steps.back().body.transient & transient_state::kActive, 0U);
}

// From a state saved between two ticks a commanded body goes on with its command.
TEST(BodyRun, ACommandIsSaved) {
  const auto s = io::read_scenario(test::scenario_path("divergences/run-skill-801"));
  ASSERT_TRUE(s.has_value()) << s.error().text();
  Runner first(*s);
  ASSERT_TRUE(first.step().has_value());
  const auto saved = first.save();
  Runner second(*s);
  ASSERT_TRUE(second.restore(saved).has_value());
  const auto a = first.step();
  const auto b = second.step();
  ASSERT_TRUE(a.has_value() && b.has_value());
  EXPECT_EQ(hash_steps({*a}), hash_steps({*b}));
  EXPECT_NEAR(b->moved, 4.0F * 3.20054936F / 30.0F, 1e-5F);
}

TEST(BodyRun, IsSetDownBesideWhatStandsThere) {
  const auto r = run_body(R"([{"set_position":{"cell":"0x01010001","position":[6,6,0]}},{"ticks":5}])");
  ASSERT_TRUE(r.has_value()) << r.error().text();
  EXPECT_EQ(r->steps[0].placement, "Ok");
  const Vec3 at = r->steps.back().body.position.frame.origin - Vec3{6, 6, 0};
  EXPECT_GE(std::sqrt(at.x * at.x + at.y * at.y), 1.48F - 2 * kEpsilon);  // out of the post
  EXPECT_LE(std::sqrt(at.x * at.x + at.y * at.y), 4.5F);
}

TEST(BodyRun, WithoutSlideThereIsNoRoomInThePost) {
  const auto r =
      run_body(R"([{"set_position":{"cell":"0x01010001","position":[6,6,0],"flags":["PLACEMENT"]}}])");
  ASSERT_TRUE(r.has_value()) << r.error().text();
  EXPECT_EQ(r->steps[0].placement, "NoValidPosition");
  EXPECT_EQ(r->steps[0].body.position.frame.origin.x, 12.0F);
}

TEST(BodyRun, ATeleportGoesAnywhereOnTheMap) {
  const auto r = run_body(R"([{"teleport":{"cell":"0x01010001","position":[100,100,0.5]}},{"ticks":20}])");
  ASSERT_TRUE(r.has_value()) << r.error().text();
  EXPECT_EQ(r->steps[0].placement, "Ok");
  EXPECT_EQ(r->steps.back().body.position.cell_id, 0x01010025U);  // 100/24 = 4: 4·8 + 4 + 1
}

TEST(BodyRun, ZeroedResidueStopsTheGlide) {
  const char* inputs = R"([{"set_velocity":[3,0,0],"ticks":10}])";
  const auto glides = run_body(inputs);
  const auto stops = run_body(inputs, R"(,"zero_grounded_xy":true)");
  ASSERT_TRUE(glides.has_value() && stops.has_value());
  EXPECT_GT(glides->steps.back().body.position.frame.origin.x, 12.3F);
  EXPECT_EQ(stops->steps.back().body.position.frame.origin.x, 12.0F);
}

// A golden world as a scenario ends where its trajectory does.
TEST(BodyRun, AGoldenWorldIsAScenario) {
  const std::string world = test::shared_path("golden/worlds/jump_flat.world.json");
  SUREFOOT_NEEDS(world);
  const auto s = io::read_scenario(world);
  ASSERT_TRUE(s.has_value()) << s.error().text();
  EXPECT_EQ(s->mode, io::Mode::body);
  const auto r = run(*s);
  ASSERT_TRUE(r.has_value()) << r.error().text();
  std::optional<io::GoldenLine> last;
  const auto read = io::for_each_golden_line(test::shared_path("golden/reference-retail/jump_flat.jsonl"),
                                             s->mover, [&](const io::GoldenLine& line) {
                                               last = line;
                                               return true;
                                             });
  ASSERT_TRUE(read.has_value() && last.has_value());
  const Vec3& ours = r->steps.back().body.position.frame.origin;
  EXPECT_EQ(to_bits(ours.y), to_bits(last->after.position.frame.origin.y));
  EXPECT_EQ(to_bits(ours.z), to_bits(last->after.position.frame.origin.z));
}

// A gap on a host's clock becomes quanta by the client's rule (06 §3): 0.35 s are 0.2 and the rest, of 0.21 s the last
// 0.01 s stay due, and 0.1 s later 0.11 s are.
TEST(BodyRun, AGapIsCutIntoQuanta) {
  const auto r = run_body(R"([{"walk":[3,0,0],"gap":0.35},{"gap":0.21},{"gap":0.1}])");
  ASSERT_TRUE(r.has_value()) << r.error().text();
  EXPECT_NEAR(r->steps[0].body.position.frame.origin.x, 13.05F, 1e-4F);
  EXPECT_NEAR(r->steps[1].body.position.frame.origin.x, 13.65F, 1e-4F);
  EXPECT_NEAR(r->steps[2].body.position.frame.origin.x, 13.98F, 1e-4F);
}

}  // namespace
}  // namespace surefoot::scenario
