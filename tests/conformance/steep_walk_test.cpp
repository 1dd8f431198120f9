// The steep neighbour walk, spec 05 W13, on terrain made in the test: block A9B4, heights 32 m for columns x
// ≥ 5, else 0.
#include <gtest/gtest.h>

#include "motion/resolve_body.hpp"
#include "scenario/run.hpp"
#include "support/bits.hpp"
#include "support/coverage.hpp"
#include "support/paths.hpp"

namespace surefoot::test {
namespace {

class SteepBlock final : public LandblockSource {
 public:
  [[nodiscard]] std::optional<LandblockData> load(BlockId id) const override {
    if (id != 0xA9B4) return std::nullopt;
    LandblockData data;
    for (std::size_t x = 5; x < kVertexSide; ++x) {
      for (std::size_t y = 0; y < kVertexSide; ++y) data.z[x * kVertexSide + y] = 32.0F;
    }
    return data;
  }
};

class SteepWalk : public ::testing::Test {
 protected:
  SteepWalk() {
    world.set_landscape(std::make_unique<SteepBlock>());
    mover = mover_from_radius_height(0.48F, 1.835F);
    mover.step_down_height = 1.5F;
    mover.step_up_height = 0.6F;
  }

  void start(const Vec3& origin) {
    body = ResolveBody{};
    body.position.cell_id = 0xA9B4001A;
    body.position.frame.origin = origin;
    body.contact_plane = {{{0, 0, 1}, 0}, 0xA9B4001A, false};
    body.transient = transient_state::kContact | transient_state::kOnWalkable;
  }

  void frame(const Vec3& wish, const Profile& profile = {}) {
    Position to = body.position;
    to.frame.origin = to.frame.origin + wish;
    const ResolveRequest request = request_from_body(body, mover, to);
    const auto r = profile.empty() ? resolve_all(world, request) : resolve_profiled(world, request, profile);
    ASSERT_TRUE(r.has_value()) << r.error().text();
    commit(body, *r, to);
    EXPECT_EQ(body.position.cell_id, 0xA9B4001AU);
    EXPECT_EQ(body.transient & 3U, 3U);
  }

  [[nodiscard]] const Vec3& at() const { return body.position.frame.origin; }
  [[nodiscard]] bool sliding() const { return (body.transient & transient_state::kSliding) != 0; }

  World world;
  Mover mover;
  ResolveBody body;
};

TEST_F(SteepWalk, OneSubStepStopsAndGlidesInTurn) {
  start({95.951171875F, 31.951194763183594F, 0});
  const Vec3 wish{0.1626F, 0.1626F, 0};
  const float y_after[] = {31.951194763183594F, 32.1137962F, 32.1137962F, 32.2763977F,
                           32.2763977F,         32.4389992F, 32.4389992F, 32.6016006F};
  for (int i = 0; i < 8; ++i) {
    SCOPED_TRACE(i + 1);
    frame(wish);
    EXPECT_TRUE(same_bits(at(), {95.951171875F, y_after[i], 0}));
    EXPECT_EQ(sliding(), i % 2 == 0);
    if (sliding()) {
      EXPECT_EQ(body.sliding_normal.x, -1.0F);
      EXPECT_EQ(body.sliding_normal.y, 0.0F);
    }
  }
}

TEST_F(SteepWalk, TheOtherReadingNeverMoves) {
  start({95.951171875F, 31.951194763183594F, 0});
  Profile adjusted;
  adjusted.add(Divergence::ad345_adjusted_without_push);
  for (int i = 0; i < 5; ++i) {
    frame({0.1626F, 0.1626F, 0}, adjusted);
    EXPECT_TRUE(same_bits(at(), {95.951171875F, 31.951194763183594F, 0}));
    EXPECT_TRUE(same_bits(body.sliding_normal, Vec3{}));
  }
}

TEST_F(SteepWalk, StraightIntoTheFaceStandsStill) {
  start({95.84F, 30, 0});
  for (int i = 0; i < 4; ++i) {
    frame({0.23F, 0, 0});
    EXPECT_TRUE(same_bits(at(), {95.84F, 30, 0}));
    EXPECT_EQ(body.sliding_normal.x, -1.0F);
  }
}

TEST_F(SteepWalk, TwoSubStepsGlideEveryFrame) {
  start({95.8F, 31.8F, 0});
  for (const float y : {32.0999985F, 32.3999977F, 32.6999969F, 32.9999962F}) {
    frame({0.6F, 0.6F, 0});
    EXPECT_TRUE(same_bits(at(), {95.8000031F, y, 0}));
    EXPECT_EQ(body.sliding_normal.x, -1.0F);
  }
}

TEST_F(SteepWalk, ThreeSubStepsGlideTwoThirds) {
  start({95.8F, 31.8F, 0});
  for (const float y : {32.3999977F, 32.9999962F, 33.5999947F, 34.1999931F}) {
    frame({0.9F, 0.9F, 0});
    EXPECT_TRUE(same_bits(at(), {95.8000031F, y, 0}));
  }
}

/// The suppressed pushes of the first step of a shipped scenario, with their distances.
std::vector<float> suppressed_pushes(const std::string& scenario_file) {
  std::vector<float> out;
  const auto scenario = io::read_scenario(source_path("worlds/" + scenario_file));
  EXPECT_TRUE(scenario.has_value()) << scenario.error().text();
  if (!scenario) return out;
  trace::Recorder recorder;
  scenario::Runner runner(*scenario);
  EXPECT_TRUE(runner.step(&recorder).has_value());
  for (const trace::Event& e : recorder.events()) {
    if (e.kind == trace::Event::Kind::arm && e.arm() == Arm::validate_walkable_push_suppressed)
      out.push_back(recorder.values(e)[0].number);
  }
  return out;
}

// The recorded fingerprint of #345: two sub-steps of three attempts, all six the same.
TEST(SteepNeighbour, TheOtherReadingMakesSixIdenticalAttempts) {
  const auto pushes = suppressed_pushes("steep-neighbour-acdream.scenario.json");
  ASSERT_EQ(pushes.size(), 6U);
  for (const float dist : pushes) {
    EXPECT_NEAR(dist, -0.3468F, 2e-4F);
    EXPECT_TRUE(same_bits(dist, pushes[0]));
  }
}

TEST(SteepNeighbour, RetailDoesNotRepeatItself) {
  EXPECT_NE(suppressed_pushes("steep-neighbour.scenario.json").size(), 6U);
}

}  // namespace
}  // namespace surefoot::test
