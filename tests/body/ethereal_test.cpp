// A body that becomes solid again (spec 06 §11.5, §4).
#include "body/ethereal.hpp"

#include <gtest/gtest.h>

#include "body/tick.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

using physics_state::kEthereal;
using transient_state::kCheckEthereal;

constexpr std::uint32_t kMe = 7;
constexpr std::uint32_t kOther = 8;

/// Two movers of radius 0.48 in one room; the body's own object at the origin.
class Ghost : public ::testing::Test {
 protected:
  Ghost() {
    room = &add_room(world, make_single_leaf({floor_quad(0, -4, 4, -4, 4, 0)}, {{}, 40}));
    put(kMe, {});
    put(kOther, {0.2F, 0, 0});
    body.mover = human_mover();
    body.mover.object_id = kMe;
    body.position = in_room({});
    body.set(transient_state::kActive, true);
    EXPECT_TRUE(set_ethereal(coverage_rules(), world, body, true, workspace).value());
  }
  void put(std::uint32_t id, const Vec3& origin) {
    auto setup = std::make_unique<surefoot::Setup>();
    setup->spheres = {{{0, 0, 0.475F}, 0.48F}, {{0, 0, 1.35F}, 0.48F}};
    auto o = std::make_unique<PhysicsObject>();
    o->id = id;
    o->position = in_room(origin);
    o->make_parts(world.add_setup(std::move(setup)));
    o->state = physics_state::kDefault;
    o->weenie = weenie::kExists | weenie::kCreature;
    ASSERT_TRUE(world.place_listed(std::move(o), {{room->id, room}}));
  }
  void move_other(const Vec3& to) {
    const std::vector<CellEntry> cells = world.registry().find(kOther)->shadow_cells;
    ASSERT_TRUE(world.move_object(kOther, in_room(to), cells));
  }
  [[nodiscard]] const PhysicsObject& me() const { return *world.registry().find(kMe); }

  World world;
  EnvCell* room;
  Workspace workspace;
  Body body;
};

TEST_F(Ghost, TheBodyAndItsObjectAreOne) {
  EXPECT_TRUE(body.is(kEthereal));
  EXPECT_TRUE(me().is(kEthereal));
}

TEST_F(Ghost, StaysOneWhileSomebodyStandsInIt) {
  EXPECT_FALSE(set_ethereal(coverage_rules(), world, body, false, workspace).value());
  EXPECT_TRUE(body.is(kEthereal));
  EXPECT_TRUE(body.has(kCheckEthereal));
  move_other({3, 0, 0});
  EXPECT_TRUE(set_ethereal(coverage_rules(), world, body, false, workspace).value());
  EXPECT_FALSE(body.is(kEthereal));
  EXPECT_FALSE(body.has(kCheckEthereal));
  EXPECT_FALSE(me().is(kEthereal));
}

TEST_F(Ghost, TriesAgainAtEachQuantumWhileItIsAwake) {
  ASSERT_FALSE(set_ethereal(coverage_rules(), world, body, false, workspace).value());
  ASSERT_TRUE(tick(world, body, kTickQuantum, workspace));
  EXPECT_TRUE(body.is(kEthereal));
  move_other({3, 0, 0});
  body.set(transient_state::kActive, false);
  ASSERT_TRUE(tick(world, body, kTickQuantum, workspace));
  EXPECT_TRUE(body.is(kEthereal)) << "asleep";
  body.set(transient_state::kActive, true);
  ASSERT_TRUE(tick(world, body, kTickQuantum, workspace));
  EXPECT_FALSE(body.is(kEthereal));
}

TEST_F(Ghost, OtherBitsOfTheStateStay) {
  body.mover.physics_state |= physics_state::kSledding;  // the body's own
  move_other({3, 0, 0});
  ASSERT_TRUE(set_ethereal(coverage_rules(), world, body, false, workspace).value());
  EXPECT_TRUE(body.is(physics_state::kSledding));
}

TEST_F(Ghost, WithoutAnObjectNobodyIsAsked) {
  body.mover.object_id = 0;
  EXPECT_TRUE(set_ethereal(coverage_rules(), world, body, false, workspace).value());
  EXPECT_FALSE(body.is(kEthereal));
}

}  // namespace
}  // namespace surefoot::test
