// Walks of several resolves past walls, roofs and ramps (spec 08 E11, E12, O06, O08–O12). Position, cell,
// contact, sliding and transient bits carry over; velocity is 0.
//
// Left for the room of the terrain: E13 and E14 (a missing landblock). The falls are driven by targets below
// the body, not by gravity: that is the body's.
#include <gtest/gtest.h>

#include <cmath>

#include "support/arm_log.hpp"
#include "support/bits.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

constexpr Plane kGround{{0, 0, 1}, 0};

// --- E11: held on a roof -----------------------------------------------------------------------------------

Mover roof_walker() {
  Mover m = mover_from_radius_height(0.2F, 0.4F);
  m.step_up_height = 0.3F;
  m.step_down_height = 0.04F;
  return m;
}

TEST(Walk, E11_TheEdgeOfARoofHoldsAndKeepsTheTangentPart) {
  World world;
  add_room(world, {});
  add_object(world, 1, flat_roof());
  Walker w(world, roof_walker(), {1.55F, -0.75F, 3.6F});
  for (int i = 0; i < 12 && !w.grounded(); ++i) (void)w.tick({0, 0, -0.1F});
  ASSERT_TRUE(w.grounded());
  EXPECT_NEAR(w.body.contact_plane.plane.normal.z, 1, 1e-6F);
  EXPECT_NEAR(w.origin().z, 3, 1e-3F);
  const Vec3 landed = w.origin();
  bool held = false;
  float held_y = 0;
  for (int i = 0; i < 12; ++i) {
    const float before = w.origin().x;
    const ResolveResult r = w.tick({0.12F, 0.08F, 0});
    if (held) {
      EXPECT_LE(w.origin().x - before, 0.001F) << "tick " << i;
    }
    if (!held && r.collision_normal_valid && r.collision_normal.x < -0.9F) {
      held = true;
      held_y = w.origin().y;
    }
  }
  EXPECT_TRUE(held);
  EXPECT_LT(w.origin().x, landed.x + 12 * 0.12F - 0.25F);
  EXPECT_GT(w.origin().y - landed.y, 0.25F);
  EXPECT_GT(w.origin().y, held_y);
  EXPECT_TRUE(w.grounded());
}

TEST(Walk, E11_WithoutTheRoofNothingIsLandedOn) {
  World world;
  add_room(world, {});
  Walker w(world, roof_walker(), {1.55F, -0.75F, 3.6F});
  for (int i = 0; i < 12; ++i) (void)w.tick({0, 0, -0.1F});
  EXPECT_FALSE(w.grounded());
  EXPECT_NEAR(w.origin().z, 2.4F, 1e-5F);
}

// --- E12: along a wall -------------------------------------------------------------------------------------

class AlongATallWall : public ::testing::TestWithParam<float> {};

TEST_P(AlongATallWall, E12_SlidesWithOneSupportAndOnePlacementPassATick) {
  World world;
  add_room(world, {});
  add_object(world, 1, tall_wall());
  Mover m = mover_from_radius_height(0.2F, GetParam());
  m.step_up_height = 0.04F;
  m.step_down_height = 0.04F;
  Walker w(world, m, {0.3F, -0.55F, 0});
  w.stand_on(kGround);
  Workspace workspace;
  for (int i = 0; i < 10; ++i) {
    ArmLog log;
    const ResolveRequest request = w.request({0.06F, 0.07F, 0});
    const auto traced = resolve(world, request, workspace, Profile{}, &log);
    ASSERT_TRUE(traced.has_value());
    // Every other tick meets the wall anew (the one before it slid) and first tries to step up it; that
    // try is no support pass.
    EXPECT_EQ(log.calls(Fn::probe_down), 1) << "tick " << i;
    EXPECT_EQ(log.calls(Fn::step_down) - log.calls(Fn::step_up), 1) << "tick " << i;
    EXPECT_EQ(log.count(Arm::step_down_found), 1) << "tick " << i;
    EXPECT_EQ(log.count(Arm::bsp_find_collisions_fits), 1) << "tick " << i;
    (void)w.tick({0.06F, 0.07F, 0});
    EXPECT_TRUE(w.grounded());
    EXPECT_LE(w.origin().x, 0.3F + 10 * kEpsilon);
  }
  EXPECT_GT(w.origin().y + 0.55F, 0.25F);
}

INSTANTIATE_TEST_SUITE_P(Heights, AlongATallWall, ::testing::Values(0.0F, 1.835F));

// --- O06: a legal slope ------------------------------------------------------------------------------------

TEST(Walk, O06_DoesNotStallOnALegalSlope) {
  const float angle = 42.0F * 3.14159265F / 180.0F;
  const float rise = std::tan(angle);
  World world;
  add_room(
      world,
      make_single_leaf(
          {polygon(
              1, {{-10, -10, -10 * rise}, {10, -10, 10 * rise}, {10, 10, 10 * rise}, {-10, 10, -10 * rise}})},
          {{}, 40}));
  Mover m = mover_from_radius_height(0.5F, 0);
  m.step_up_height = 0.4F;
  m.step_down_height = 0.4F;
  // Tangent to the slope: the centre is a radius from it.
  Walker w(world, m, {0, 0, 0.5F / std::cos(angle) - 0.5F});
  w.stand_on({{-std::sin(angle), 0, std::cos(angle)}, 0});
  for (int i = 0; i < 15; ++i) {
    (void)w.tick({0.12F, 0, 0});
    EXPECT_TRUE(w.grounded()) << "tick " << i;
  }
  EXPECT_GT(w.origin().x, 0.79526F);
}

// --- O08–O10: a wall, a push, and away ---------------------------------------------------------------------

TEST(Walk, O08_O09_O10_TheSlidingNormalPersistsUntilTheMoveIsOblique) {
  World world;
  add_room(world, make_single_leaf({floor_quad(1, -5, 0.5F, -5, 5, 0), wall_quad(2, 0.5F, -5, 5, 0, 3, -1)},
                                   {{}, 10}));
  Walker w(world, tiny_mover(0.04F, 0.04F), {0.1F, 0, 0});
  w.stand_on(kGround);
  (void)w.tick({0.25F, 0, 0});
  EXPECT_LE(w.origin().x + 0.2F, 0.5F + 20 * kEpsilon);
  EXPECT_NE(w.body.transient & transient_state::kSliding, 0U);
  EXPECT_NEAR(w.body.sliding_normal.x, -1, 1e-6F);
  EXPECT_EQ(w.body.sliding_normal.y, 0.0F);

  const Vec3 before = w.origin();
  const ResolveResult again = w.tick({0.15F, 0, 0});
  EXPECT_TRUE(!again.ok || length(w.origin() - before) < kEpsilon);
  EXPECT_NE(w.body.transient & transient_state::kSliding, 0U);
  EXPECT_NEAR(w.body.sliding_normal.x, -1, 1e-6F);

  const ResolveResult oblique = w.tick({0.1F, 0.15F, 0});
  EXPECT_TRUE(oblique.ok);
  EXPECT_GT(w.origin().y - before.y, 0.05F);
  EXPECT_EQ(w.body.transient & transient_state::kSliding, 0U);
}

// --- O11, O12: against a wall in the air -------------------------------------------------------------------

TEST(Walk, O11_TheFirstAirborneWallFrameStopsAndTheSecondSlides) {
  World world;
  add_room(world, {});
  add_object(world, 1, tall_wall());
  Walker w(world, tiny_mover(0.04F, 0.04F), {0.25F, 0, 2});
  const ResolveResult first = w.tick(Vec3{0.36F, 0, 1.92F} - w.origin());
  EXPECT_NEAR(w.origin().z, 2, 1e-3F);
  EXPECT_NE(w.body.transient & transient_state::kSliding, 0U);
  EXPECT_EQ(first.frames_stationary_fall, 1);
  const float z = w.origin().z;
  (void)w.tick({0.11F, 0, -0.08F});
  EXPECT_LT(w.origin().z, z - 0.05F);
  EXPECT_GE(w.origin().x, 0.24F);
  EXPECT_LE(w.origin().x, 0.31F);
}

TEST(Walk, O12_TheSubStepsBeforeTheWallKeepFalling) {
  World world;
  add_room(world, {});
  add_object(world, 1, tall_wall());
  Walker w(world, tiny_mover(0.04F, 0.04F), {0.1F, 0, 2});
  (void)w.tick({0.5F, 0, -0.5F});
  EXPECT_LT(w.origin().z, 1.9F);
  EXPECT_LE(w.origin().x, 0.3F + 20 * kEpsilon);
}

// --- 06 §7.3: wedged in the air ----------------------------------------------------------------------------

// A ceiling below the head and nothing below the feet: blocked again and again. The counter runs 1, 2, 3; at
// the third a floor is made up, and the bits are cleared, so the count starts again.
TEST(Walk, AFallThatIsBlockedEndsOnAMadeUpFloor) {
  World world;
  add_room(world,
           make_single_leaf({wall_quad(1, 0.3F, -5, 5, -5, 5, -1), wall_quad(2, -0.3F, -5, 5, -5, 5, 1)},
                            {{}, 20}));
  Walker w(world, mover_from_radius_height(0.48F, 1.8F), {0, 0, 0});
  std::vector<int> frames;
  std::vector<std::uint32_t> bits;
  for (int i = 0; i < 4; ++i) {
    frames.push_back(w.tick({0, 0, -0.1F}).frames_stationary_fall);
    bits.push_back(w.body.transient & transient_state::kStationaryMask);
  }
  EXPECT_EQ(frames[0], 1);
  EXPECT_EQ(frames[1], 2);
  EXPECT_EQ(frames[2], 3);
  EXPECT_EQ(bits[0], 0x10U);
  EXPECT_EQ(bits[1], 0x30U);
  EXPECT_EQ(bits[2], 0x00U);
  EXPECT_TRUE(same_bits(w.origin(), Vec3{0, 0, 0}));
  EXPECT_TRUE(w.grounded());
}

}  // namespace
}  // namespace surefoot::test
