// Doors: opening, closing, and who keeps one open (spec 03 §3.5, §10, worked case W20).
#include "motion/check_collision.hpp"

#include <gtest/gtest.h>

#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

using physics_state::kEthereal;
using physics_state::kHasPhysicsBsp;
using physics_state::kStatic;
using transient_state::kCheckEthereal;

constexpr std::uint32_t kDoor = 1;
constexpr std::uint32_t kPlayer = 2;

/// A leaf 2 m wide and 0.25 m thick across y = 0, and somebody of radius 0.48 at (0, y).
class Door : public ::testing::Test {
 protected:
  Door() {
    room = &add_room(world, make_single_leaf({floor_quad(0, -4, 4, -4, 4, 0)}, {{}, 40}));
    add_object(world, kDoor, solid_box({-1, -0.125F, 0}, {1, 0.125F, 2.5F}), {}, kHasPhysicsBsp | kEthereal,
               weenie::kExists);
  }
  void put_player(float y, std::uint32_t state = 0,
                  std::uint32_t kind = weenie::kCreature | weenie::kPlayer) {
    auto setup = std::make_unique<surefoot::Setup>();
    setup->spheres = {{{0, 0, 0.475F}, 0.48F}, {{0, 0, 1.35F}, 0.48F}};
    auto o = std::make_unique<PhysicsObject>();
    o->id = kPlayer;
    o->position = in_room({0, y, 0});
    o->make_parts(world.add_setup(std::move(setup)));
    o->state = state;
    o->weenie = weenie::kExists | kind;
    ASSERT_TRUE(world.place_listed(std::move(o), {{room->id, room}}));
  }
  bool close() { return set_ethereal(world, kDoor, false, workspace).value(); }
  [[nodiscard]] const PhysicsObject& door() const { return *world.registry().find(kDoor); }
  [[nodiscard]] bool is_open() const { return door().is(kEthereal); }
  [[nodiscard]] bool is_waiting() const { return (door().transient & kCheckEthereal) != 0; }

  World world;
  EnvCell* room;
  Workspace workspace;
};

TEST_F(Door, W20_SomebodyInItKeepsItOpenUntilHeLeaves) {
  put_player(0.2F);
  EXPECT_FALSE(close());
  EXPECT_TRUE(is_open());
  EXPECT_TRUE(is_waiting());
  retry_ethereal(world, workspace);
  EXPECT_TRUE(is_open());
  ASSERT_TRUE(world.move_object(kPlayer, in_room({0, 3, 0}), door().shadow_cells));
  retry_ethereal(world, workspace);
  EXPECT_FALSE(is_open());
  EXPECT_FALSE(is_waiting());
}

TEST_F(Door, NobodyInItAndItCloses) {
  put_player(0.7F);
  EXPECT_TRUE(close());
  EXPECT_FALSE(is_open());
}

TEST_F(Door, OpeningAsksNobodyAndEndsTheWaiting) {
  put_player(0);
  EXPECT_FALSE(close());
  EXPECT_TRUE(set_ethereal(world, kDoor, true, workspace).value());
  EXPECT_TRUE(is_open());
  EXPECT_FALSE(is_waiting());
}

TEST_F(Door, AStaticOneOrAHeldThingIsNoHindrance) {
  put_player(0, kStatic);
  EXPECT_TRUE(close());
  ASSERT_TRUE(set_ethereal(world, kDoor, true, workspace));
  ASSERT_TRUE(world.set_object_state(kPlayer, 0));
  EXPECT_FALSE(close());
  ASSERT_TRUE(world.set_object_held(kPlayer, true));
  EXPECT_TRUE(close());
}

TEST_F(Door, AHeldDoorClosesOnAnybody) {
  put_player(0);
  ASSERT_TRUE(world.set_object_held(kDoor, true));
  EXPECT_TRUE(close());
}

TEST_F(Door, AStateMessageClosesOnWhoeverStandsThere) {
  put_player(0);
  ASSERT_TRUE(world.set_object_state(kDoor, kHasPhysicsBsp));
  EXPECT_FALSE(is_open());
  EXPECT_FALSE(is_waiting());
}

// The bystander is the mover of the test, so his exemptions count: a player does not keep a player ethereal.
TEST_F(Door, TheBystandersExemptionsCount) {
  ASSERT_TRUE(
      world.remove_object(kDoor));  // without spheres of its own it would hinder with the dummy sphere
  put_player(0);
  auto g = std::make_unique<GfxObj>();
  g->physics_bsp = solid_box({-1, -1, 0}, {1, 1, 2});
  auto ghost = std::make_unique<PhysicsObject>();
  ghost->id = 3;
  ghost->position = in_room({});
  ghost->make_parts(world.add_gfxobj(std::move(g)));
  ghost->state |= kEthereal;
  ghost->weenie = weenie::kExists | weenie::kPlayer;
  ASSERT_TRUE(world.place_listed(std::move(ghost), {{room->id, room}}));
  EXPECT_TRUE(set_ethereal(world, 3, false, workspace).value());
  ASSERT_TRUE(world.set_object_state(3, kHasPhysicsBsp | kEthereal));
  ASSERT_TRUE(world.remove_object(kPlayer));
  put_player(0, 0, weenie::kCreature);
  EXPECT_FALSE(set_ethereal(world, 3, false, workspace).value());
}

TEST_F(Door, AnUnknownOneIsRefused) {
  EXPECT_EQ(set_ethereal(world, 9, true, workspace).error().code, ErrorCode::dangling);
}

/// Where a walk of ten steps of 0.2 m along y ends, for somebody who stood at y when the leaf closed on him.
float walk_from(const World& world, float y, float step) {
  Mover mover = mover_from_radius_height(0.48F, 1.835F);
  mover.step_up_height = 0.6F;
  mover.step_down_height = 1.5F;
  Walker walker(world, mover, {0, y, 0});
  walker.stand_on({{0, 0, 1}, 0});
  for (int tick = 0; tick < 10; ++tick) (void)walker.tick({0, step, 0});
  return walker.origin().y;
}

// Closed by a message, the leaf stands in him, and its faces alone decide (02 §5, path 5): a face he still overlaps
// after the step stops him when he moves against it, and when he moves away from it too, as a face hit from its
// negative side. Only a step that ends clear of the leaf lets him out: the near face lies at y = 0.125, his radius
// is 0.48, so from 0.4 a step to 0.6 (0.475 m off) is undone and a step to 0.65 (0.525 m off) is not.
TEST_F(Door, WhoIsInsideAClosedLeafGetsOutByOneLongStepOnly) {
  ASSERT_TRUE(world.set_object_state(kDoor, kHasPhysicsBsp));
  EXPECT_EQ(walk_from(world, 0.4F, 0.2F), 0.4F);
  EXPECT_GT(walk_from(world, 0.4F, 0.25F), 2.0F);
  EXPECT_EQ(walk_from(world, 0.4F, -0.2F), 0.4F);
}

}  // namespace
}  // namespace surefoot::test
