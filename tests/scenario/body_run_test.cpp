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

}  // namespace
}  // namespace surefoot::scenario
