// Cases of objects: spec 08 §10 X01–X11 and the walks of spec 03 §17.2. X12 goes through `set_position` and §17.2's
// jump against a creature through a body's own update; they come with bodies.
#include <optional>

#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "support/outdoor_objects.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

constexpr BlockId kBlock = 0xA9B4;
constexpr Kind kEtherealThing{physics_state::kEthereal, weenie::kExists};
constexpr Kind kCreature{0, kCreatureWeenie};

Position in_block(const Vec3& origin) {
  return outdoors(kBlock, origin);
}

World ground(float z = 0.0F) {
  return level_world({kBlock}, z);
}

/// X01's low disc, and the tall post of X02 at the same place.
void add_platform(World& world) {
  add_cylinder(world, 1, in_block({12, 14, 0}), 2.597F, 0.256F);
}
void add_post(World& world, const Kind& kind = {}) {
  add_cylinder(world, 1, in_block({12, 14, 0}), 0.2F, 2.2F, kind);
}

/// Both movers the two chapters put through the same cases.
class ObjectCases : public ::testing::TestWithParam<Mover (*)()> {
 protected:
  [[nodiscard]] static OutdoorWalker walker(const World& world, const Vec3& at) {
    return {world, GetParam()(), in_block(at)};
  }
};

INSTANTIATE_TEST_SUITE_P(Movers, ObjectCases, ::testing::Values(&cap_obj, &human_setup),
                         [](const auto& which) {
                           return which.index == 0 ? std::string("CapObj") : std::string("HumanSetup");
                         });

TEST_P(ObjectCases, X01_StepsOnToALowCylinder) {
  World world = ground();
  add_platform(world);
  OutdoorWalker w = walker(world, {12, 10.4F, 0});
  w.stand().ticks(40, {0, 0.1F, 0});
  EXPECT_GT(w.at().y, 11.5F);
  EXPECT_NEAR(w.at().z, 0.256F, 0.05F);
  EXPECT_TRUE(w.grounded());
  // Every plane an object makes is flagged as water (03 §6.2).
  EXPECT_TRUE(w.body.contact_plane.is_water);
  EXPECT_TRUE(same_bits(w.body.contact_plane.plane.normal, Vec3{0, 0, 1}));
}

TEST_P(ObjectCases, X02_ATallCylinderBlocks) {
  World world = ground();
  add_post(world);
  OutdoorWalker w = walker(world, {12, 12.6F, 0});
  w.stand().ticks(40, {0, 0.1F, 0});
  EXPECT_LT(w.at().y, 13.4F);
  EXPECT_LT(w.at().z, 0.5F);
}

TEST_P(ObjectCases, X03_LandsOnTheTopDisc) {
  World world = ground();
  add_platform(world);
  OutdoorWalker w = walker(world, {12, 14, 1});
  for (int tick = 0; tick < 20 && !w.grounded(); ++tick) (void)w.tick({0, 0, -0.25F});
  EXPECT_TRUE(w.grounded());
  EXPECT_NEAR(w.at().z, 0.256F, 0.05F);
}

TEST_P(ObjectCases, X04_AnEtherealPostIsPassable) {
  World world = ground();
  add_post(world, kEtherealThing);
  OutdoorWalker w = walker(world, {12, 12.6F, 0});
  int touched = 0;
  w.stand();
  for (int tick = 0; tick < 40; ++tick)
    touched += static_cast<int>(w.tick({0, 0.1F, 0}).collide_objects.size());
  EXPECT_GT(w.at().y, 14.5F);
  EXPECT_GT(touched, 0) << "and is touched on the way (03 §4)";
}

TEST_P(ObjectCases, X05_ACreatureHeadOnBlocks) {
  World world = ground();
  add_sphere(world, 1, in_block({12, 11.5F, 0.48F}), 0.48F, kCreature);
  for (const float stride : {0.08F, 0.1F}) {
    OutdoorWalker w = walker(world, {12, 10, 0});
    w.stand().ticks(30, {0, stride, 0});
    EXPECT_GT(w.at().y, 10.3F) << stride;
    EXPECT_LT(w.at().y, 10.7F) << stride;
  }
}

TEST_P(ObjectCases, X06_SlidesRoundACreature) {
  World world = ground();
  add_sphere(world, 1, in_block({10.35F, 12, 0.48F}), 0.48F, kCreature);
  OutdoorWalker w = walker(world, {10, 10, 0});
  w.stand().ticks(60, {0, 0.08F, 0});
  EXPECT_GT(w.at().y, 12.5F);
  EXPECT_LT(w.at().x, 10.0F) << "by the west side, which it was nearer to";
}

TEST_P(ObjectCases, X07_AnEtherealSphereIsPassable) {
  World world = ground();
  add_sphere(world, 1, in_block({12, 11.5F, 0.48F}), 0.48F, kEtherealThing);
  OutdoorWalker w = walker(world, {12, 10, 0});
  w.stand().ticks(45, {0, 0.08F, 0});
  EXPECT_GT(w.at().y, 12.5F);
}

// X08: held from above, in the air, nothing else near: the counter goes 0, 1, 2, 3, and then a ground is
// made up (04 §6.8).
TEST(StationaryFall, X08_AirborneUnderACreature) {
  World world = ground(kDeep);
  add_sphere(world, 1, in_block({12, 10, 4.5F}), 0.48F, kCreature);
  OutdoorWalker w(world, tall(), in_block({12, 10, 1}));
  std::vector<int> counts;
  std::optional<std::size_t> made_up;
  for (int tick = 0; tick < 14; ++tick) {
    const ResolveResult r = w.tick({0, 0, 0.6F});
    counts.push_back(r.frames_stationary_fall);
    if (made_up || !r.contact_plane_valid) continue;
    made_up = counts.size() - 1;
    EXPECT_TRUE(same_bits(r.contact_plane.plane.normal, Vec3{0, 0, 1}));
    // Through the foot's lowest point: radius − (z + radius).
    EXPECT_TRUE(same_bits(r.contact_plane.plane.d, 0.48F - (w.at().z + 0.48F)));
  }
  EXPECT_EQ(counts.front(), 0);
  ASSERT_TRUE(made_up.has_value());
  ASSERT_GE(*made_up, 3U);
  EXPECT_EQ(std::vector<int>(counts.begin() + static_cast<std::ptrdiff_t>(*made_up) - 3,
                             counts.begin() + static_cast<std::ptrdiff_t>(*made_up) + 1),
            (std::vector<int>{0, 1, 2, 3}));
}

TEST(StationaryFall, X09_OnTheGroundPushedSidewaysItNeverCounts) {
  World world = ground();
  add_sphere(world, 1, in_block({12, 10, 1}), 0.48F, kCreature);
  OutdoorWalker w(world, tall(), in_block({10.5F, 10, 0}));
  w.stand();
  for (int tick = 0; tick < 14; ++tick) EXPECT_EQ(w.tick({0.6F, 0, 0}).frames_stationary_fall, 0) << tick;
  EXPECT_LT(w.at().x, 11.2F) << "it was pushed into something";
}

class OwnObject : public ::testing::Test {
 protected:
  OwnObject() : world(ground(50)) { add_cylinder(world, 7, in_block({96, 96, 50}), 0.679F, 1.835F, {0, 0}); }
  /// Where a hop of 2.2 cm ends.
  Vec3 hop(std::uint32_t mover_id) {
    Mover mover = cap_obj();
    mover.object_id = mover_id;
    OutdoorWalker w(world, mover, in_block({96, 96, 50}));
    w.stand().tick({0, 0, 0.022F});
    return w.at();
  }
  World world;
};

TEST_F(OwnObject, X10_SomebodyElsesCylinderHolds) {
  EXPECT_LT(hop(8).z, 50.022F - 0.01F);
}

TEST_F(OwnObject, X11_OnesOwnIsSkipped) {
  const Vec3 at = hop(7);
  EXPECT_NEAR(at.x, 96.0F, 0.001F);
  EXPECT_NEAR(at.y, 96.0F, 0.001F);
}

/// 03 §17.2: a door of state 0x10008, its leaf a slab across y; the row names its faces in y only.
class DoorWalk : public ::testing::Test {
 protected:
  DoorWalk() : world(ground()) {
    add_tree(world, 1, in_block({12, 12, 0}), solid_box({-0.95F, -0.009F, 0}, {0.95F, 0.252F, 2.5F}),
             {physics_state::kReportCollisions, weenie::kExists});
  }
  World world;
};

TEST_F(DoorWalk, BlocksFromTheSouth) {
  for (const float x : {12.0F, 12.5F}) {
    OutdoorWalker w(world, human_setup(), in_block({x, 11, 0.5F}));
    w.ticks(30, {0, 0.1F, 0});
    EXPECT_LT(w.at().y, 12.0F) << x;
    EXPECT_GT(w.at().y, 11.3F) << x << ": it came to the leaf";
  }
}

TEST_F(DoorWalk, BlocksOneJumpOfTwoMetres) {
  for (const float x : {12.0F, 12.5F}) {
    OutdoorWalker w(world, human_setup(), in_block({x, 11, 0.5F}));
    w.tick({0, 2, 0});
    EXPECT_LT(w.at().y, 12.0F) << x;
  }
}

TEST_F(DoorWalk, BlocksFromTheNorth) {
  OutdoorWalker w(world, human_setup(), in_block({12, 13, 0.5F}));
  w.ticks(30, {0, -0.1F, 0});
  EXPECT_GT(w.at().y, 12.30F);
  EXPECT_LT(w.at().y, 12.95F) << "it came to the leaf";
}

TEST_F(DoorWalk, BlocksWhoWalksAtItOffCentre) {
  OutdoorWalker w(world, human_setup(), in_block({12.5F, 11, 0}));
  w.stand().ticks(30, {0, 0.1F, 0});
  EXPECT_LT(w.at().y, 12.0F);
  EXPECT_GT(w.at().y, 11.3F) << "it came to the leaf";
  EXPECT_TRUE(w.grounded());
}

TEST_F(DoorWalk, OpenedLetsThrough) {
  ASSERT_TRUE(world.set_object_state(
      1, physics_state::kHasPhysicsBsp | physics_state::kReportCollisions | physics_state::kEthereal));
  OutdoorWalker w(world, human_setup(), in_block({12.5F, 11, 0}));
  w.stand().ticks(30, {0, 0.1F, 0});
  EXPECT_GT(w.at().y, 13.9F);
}

// 03 §17.2, last row, without `set_position` around it: a placement that slides finds a free place nearby.
TEST(Placement, BesideACreatureEndsClearOfIt) {
  World world = ground();
  const Vec3 creature{10.1F, 10, 0.475F};
  add_sphere(world, 1, in_block(creature), 0.48F, kCreature);
  ResolveRequest r;
  r.mover = human_setup();
  r.end = in_block({10, 10, 0});
  r.object_info_state = object_info_flag::kIsPlayer;
  const auto placed = resolve_all(world, r);
  ASSERT_TRUE(placed.has_value()) << placed.error().text();
  ASSERT_TRUE(placed->ok);
  const Vec3 moved = placed->position.frame.origin - r.end.frame.origin;
  EXPECT_LE(length(moved), 4.0F);
  const Vec3 foot = placed->position.frame.origin + Vec3{0, 0, 0.475F};
  EXPECT_GE(length(foot - creature), 0.96F - kEpsilon);
  r.placement_allows_sliding = false;
  const auto refused = resolve_all(world, r);
  ASSERT_TRUE(refused.has_value());
  EXPECT_FALSE(refused->ok) << "there was something to slide out of";
}

/// Feet of one who falls 0.30 m a tick on to a floor of the object at `floor_z` above its origin.
float fall_on_to(float floor_z) {
  World world = ground(kDeep);
  add_tree(world, 1, in_block({12, 12, 0}),
           make_single_leaf({floor_quad(0, -4, 4, -4, 4, floor_z)}, {{0, 0, floor_z}, 6}));
  OutdoorWalker w(world, human_setup(), in_block({12, 12, floor_z + 1.4F}));
  w.ticks(20, {0, 0, -0.3F});
  EXPECT_TRUE(w.grounded());
  return w.at().z;
}

// Nothing is filtered by how far a shape lies from its object's origin (03 §13 row 24).
TEST(FarFloor, HoldsFortyMetresAboveItsOrigin) {
  EXPECT_GT(fall_on_to(40), 39.5F);
  EXPECT_GT(fall_on_to(0), -0.5F);
}

}  // namespace
}  // namespace surefoot::test
