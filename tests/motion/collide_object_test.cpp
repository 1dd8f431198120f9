// Placed objects: who collides with whom, what is recorded, which part answers (spec 03 §3–§5; the table of
// 03 §4.4, which is conformance X20–X30, for all three families of shapes).
#include <gtest/gtest.h>

#include "motion/world_cells.hpp"
#include "support/arm_log.hpp"
#include "support/bits.hpp"
#include "support/scripted_cells.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

using object_info_flag::kContact;
using object_info_flag::kIgnoreCreatures;
using object_info_flag::kIsImpenetrable;
using object_info_flag::kIsPk;
using object_info_flag::kIsPkLite;
using object_info_flag::kIsPlayer;
using object_info_flag::kIsViewer;
using object_info_flag::kPathClipped;
using physics_state::kEthereal;
using physics_state::kHasPhysicsBsp;
using physics_state::kIgnoreCollisions;
using physics_state::kMissile;
using physics_state::kStatic;

constexpr std::uint32_t kSolid = kHasPhysicsBsp;
constexpr std::uint32_t kThing = weenie::kExists;
constexpr std::uint32_t kMonster = weenie::kExists | weenie::kCreature;
constexpr std::uint32_t kHuman = kMonster | weenie::kPlayer;

/// An object's three families of shapes; it uses one (03 §4).
enum class Family { bsp, cylinders, spheres };

/// A solid box [−1,1]³ as an object, and an airborne sphere of radius 0.3 that has come 0.1 into its +x face. Or a
/// cylinder or a sphere of radius 1, which it has come into as far.
class Object : public ::testing::Test {
 protected:
  Object() {
    shape.physics_bsp = solid_box({-1, -1, -1}, {1, 1, 1});
    object.id = 77;
    object.position = Scene::at({});
    object.state = kSolid;
    Part part;
    part.gfxobj = &shape;
    part.position = Scene::at({});
    object.parts.push_back(part);
    const Sphere foot{{0, 0, 0}, 0.3F};
    s.set_up({&foot, 1}, {1.4F, 0, 0}, {1.2F, 0, 0});
  }
  /// Of this family instead of a BSP.
  void become(Family family) {
    if (family == Family::bsp) return;
    object.parts.clear();
    object.setup = &simple;
    if (family == Family::cylinders) simple.cylspheres.push_back({{0, 0, -1}, 1, 2});
    if (family == Family::spheres) simple.spheres.push_back({{}, 1});
    solid = 0;
  }
  TransitionState collide() { return collide_object::find_obj_collisions<GraphForm>(s.t, object); }
  [[nodiscard]] bool recorded() const { return !s.ci.collide_objects.empty(); }

  GfxObj shape;
  surefoot::Setup simple;
  PhysicsObject object;
  std::uint32_t solid = kSolid;  ///< the state of one whose family this is
  Scene s;
};

enum class Outcome { skip, pass, solid, blocks_unrecorded };

struct Row {
  const char* what;
  std::uint32_t mover_flags;
  std::uint32_t mover_state;
  std::uint32_t target_state;
  std::uint32_t target_weenie;
  bool step_down;
  std::uint32_t target_id;
  Outcome outcome;
};

void PrintTo(const Row& row, std::ostream* os) {
  *os << row.what;
}

class WhoCollides : public Object, public ::testing::WithParamInterface<std::tuple<Family, Row>> {};

TEST_P(WhoCollides, AsTheTableSays) {
  const auto& [family, row] = GetParam();
  become(family);
  object.state = solid | row.target_state;
  object.weenie = row.target_weenie;
  s.oi.state = row.mover_flags;
  s.oi.physics_state = row.mover_state;
  s.oi.ethereal = (row.mover_state & kEthereal) != 0;
  s.oi.target_id = row.target_id;
  s.sp.step_down = row.step_down;
  s.sp.step_down_amt = 0.1F;
  s.oi.step_down = (row.mover_state & kMissile) == 0;
  const TransitionState ts = collide();
  EXPECT_FALSE(s.sp.obstruction_ethereal) << "cleared on the way out";
  // Whatever a static does to an airborne mover is the environment's doing, and only that.
  EXPECT_EQ(s.ci.collided_with_environment, (row.target_state & kStatic) != 0);
  switch (row.outcome) {
    case Outcome::skip:
      EXPECT_EQ(ts, TransitionState::Ok);
      EXPECT_FALSE(recorded());
      break;
    case Outcome::pass:
      EXPECT_EQ(ts, TransitionState::Ok);
      EXPECT_TRUE(recorded());
      EXPECT_EQ(s.ci.last_collided_object, nullptr);
      break;
    case Outcome::solid:
      EXPECT_EQ(ts, TransitionState::Adjusted);
      EXPECT_TRUE(s.sp.collide);
      EXPECT_EQ(recorded(), (object.state & kStatic) == 0);
      EXPECT_EQ(s.ci.last_collided_object, recorded() ? &object : nullptr);
      break;
    case Outcome::blocks_unrecorded:
      EXPECT_EQ(ts, TransitionState::Collided);
      EXPECT_FALSE(recorded());
      break;
  }
}

constexpr std::uint32_t kPkMover = kIsPlayer | kIsPk;
constexpr Row kTable[] = {
    {"a thing", 0, 0, 0, kThing, false, 0, Outcome::solid},
    {"something without a weenie", 0, 0, 0, 0, false, 0, Outcome::solid},
    {"X20: ethereal and ignoring collisions", 0, 0, kEthereal | kIgnoreCollisions, kThing, false, 0,
     Outcome::skip},
    {"ignoring collisions only", 0, 0, kIgnoreCollisions, kThing, false, 0, Outcome::solid},
    {"X21: ethereal only", 0, 0, kEthereal, kThing, false, 0, Outcome::pass},
    {"ethereal and static", 0, 0, kEthereal | kStatic, 0, false, 0, Outcome::blocks_unrecorded},
    {"ethereal, stepping down", 0, 0, kEthereal, kThing, true, 0, Outcome::skip},
    {"an ethereal mover", 0, kEthereal, 0, kThing, false, 0, Outcome::pass},
    {"an ethereal mover, stepping down", 0, kEthereal, 0, kThing, true, 0, Outcome::skip},
    {"an ethereal mover at a static", 0, kEthereal, kStatic, 0, false, 0, Outcome::solid},
    {"X22: the camera at a creature", kIsViewer, 0, 0, kMonster, false, 0, Outcome::skip},
    {"X23: the camera at a thing", kIsViewer, 0, 0, kThing, false, 0, Outcome::solid},
    {"the camera at something without a weenie", kIsViewer, 0, 0, 0, false, 0, Outcome::solid},
    {"X25: player at player", kIsPlayer, 0, 0, kHuman, false, 0, Outcome::skip},
    {"X26: PK at PK", kPkMover, 0, 0, kHuman | weenie::kPk, false, 0, Outcome::solid},
    {"X26: PKLite at PKLite", kIsPlayer | kIsPkLite, 0, 0, kHuman | weenie::kPkLite, false, 0,
     Outcome::solid},
    {"X27: PK at a peaceful player", kPkMover, 0, 0, kHuman, false, 0, Outcome::skip},
    {"X27: PK at PKLite", kPkMover, 0, 0, kHuman | weenie::kPkLite, false, 0, Outcome::skip},
    {"X28: an impenetrable mover", kIsPlayer | kIsImpenetrable, 0, 0, kHuman, false, 0, Outcome::solid},
    {"an impenetrable PK", kPkMover | kIsImpenetrable, 0, 0, kHuman, false, 0, Outcome::solid},
    {"PK at an impenetrable target", kPkMover, 0, 0, kHuman | weenie::kImpenetrable, false, 0,
     Outcome::solid},
    {"PKLite at PK", kIsPlayer | kIsPkLite, 0, 0, kHuman | weenie::kPk, false, 0, Outcome::skip},
    {"X28: an impenetrable target", kIsPlayer, 0, 0, kHuman | weenie::kImpenetrable, false, 0,
     Outcome::solid},
    {"X29: a creature at a player", 0, 0, 0, kHuman, false, 0, Outcome::solid},
    {"X29: a player at a creature", kIsPlayer, 0, 0, kMonster, false, 0, Outcome::solid},
    {"anyone at a missile", 0, 0, kMissile, kThing, false, 0, Outcome::skip},
    {"missile without target at an ethereal thing", 0, kMissile, kEthereal, kThing, false, 0, Outcome::skip},
    {"missile without target at an ethereal no-thing", 0, kMissile, kEthereal, 0, false, 0, Outcome::pass},
    {"missile without target at a creature", 0, kMissile, 0, kMonster, false, 0, Outcome::solid},
    {"missile at another creature than its target", 0, kMissile, 0, kMonster, false, 5, Outcome::skip},
    {"missile at its target", 0, kMissile, 0, kMonster, false, 77, Outcome::solid},
    {"missile at its ethereal target", 0, kMissile, kEthereal, kMonster, false, 77, Outcome::pass},
    {"missile with a target at a thing", 0, kMissile, 0, kThing, false, 5, Outcome::solid},
    {"missile at its target, itself a missile", 0, kMissile, kMissile, kMonster, false, 77, Outcome::skip},
};

INSTANTIATE_TEST_SUITE_P(Table, WhoCollides,
                         ::testing::Combine(::testing::Values(Family::bsp, Family::cylinders,
                                                              Family::spheres),
                                            ::testing::ValuesIn(kTable)));

class SimpleShape : public Object, public ::testing::WithParamInterface<Family> {};
INSTANTIATE_TEST_SUITE_P(Both, SimpleShape, ::testing::Values(Family::cylinders, Family::spheres));

// X30: the bit alone decides, whether or not there is a tree to ask.
TEST_P(SimpleShape, X30_TheBspBitSwitchesItOff) {
  become(GetParam());
  for (const std::uint32_t state : {0x00010008U, 0x00110000U}) {
    object.state = state;
    EXPECT_EQ(collide(), TransitionState::Ok) << state;
    EXPECT_FALSE(recorded());
  }
  // 0x0000FFFF lacks it. It holds bits that let everybody through, too, and those are not the question.
  object.state = 0x0000FFFFU & ~(kStatic | kEthereal | kIgnoreCollisions | kMissile);
  EXPECT_EQ(collide(), TransitionState::Adjusted);
  EXPECT_TRUE(recorded());
}

// With a tree beside it and the bit set the tree alone answers: far off, it lets the mover be.
TEST_P(SimpleShape, X30_ATreeElsewhereAnswersForIt) {
  const std::vector<Part> parts = object.parts;
  become(GetParam());
  object.parts = parts;
  object.parts[0].position.frame.origin = {50, 0, 0};
  object.state = kHasPhysicsBsp;
  EXPECT_EQ(collide(), TransitionState::Ok);
  object.state = 0;
  EXPECT_EQ(collide(), TransitionState::Adjusted);
}

// X24 for a creature of simple shapes: the normal of the first answer is withdrawn, the touch stays.
TEST_P(SimpleShape, X24_IgnoreCreaturesFiltersAfterwards) {
  become(GetParam());
  object.state = 0;
  object.weenie = kMonster;
  s.oi.state = kIgnoreCreatures | kPathClipped;
  EXPECT_EQ(collide(), TransitionState::Ok);
  EXPECT_TRUE(recorded());
  EXPECT_EQ(s.ci.last_collided_object, nullptr);
  EXPECT_FALSE(s.ci.collision_normal_valid);
  EXPECT_TRUE(same_bits(s.ci.collision_normal, Vec3{1, 0, 0})) << "written before it was withdrawn";
}

// Cylinders go before spheres, and an object that has cylinders never uses its spheres.
TEST_F(Object, CylindersGoBeforeSpheres) {
  become(Family::spheres);
  object.state = 0;
  simple.cylspheres.push_back({{50, 0, 0}, 1, 2});
  EXPECT_EQ(collide(), TransitionState::Ok);
  simple.cylspheres.clear();
  EXPECT_EQ(collide(), TransitionState::Adjusted);
}

// The one exit of step 3 that leaves the flag alone: it belongs to whoever set it.
TEST_F(Object, AnEtherealObjectStepsOverTheObstructionFlag) {
  object.state = kSolid | kEthereal;
  s.sp.step_down = true;
  s.sp.obstruction_ethereal = true;
  EXPECT_EQ(collide(), TransitionState::Ok);
  EXPECT_TRUE(s.sp.obstruction_ethereal);
}

TEST_F(Object, AHitIsRecordedWithItsState) {
  EXPECT_EQ(collide(), TransitionState::Adjusted);
  ASSERT_EQ(s.ci.collide_objects.size(), 1U);
  EXPECT_EQ(s.ci.last_collided_object, &object);
  EXPECT_FALSE(s.ci.collided_with_environment);
}

TEST_F(Object, AStaticIsEnvironmentAndNeverRecorded) {
  object.state = kSolid | kStatic;
  EXPECT_EQ(collide(), TransitionState::Adjusted);
  EXPECT_FALSE(recorded());
  EXPECT_TRUE(s.ci.collided_with_environment);
}

TEST_F(Object, AMoverInContactLeavesNoTraceAtAStatic) {
  object.state = kSolid | kStatic;
  s.oi.state = kContact;
  EXPECT_NE(collide(), TransitionState::Ok);
  EXPECT_FALSE(s.ci.collided_with_environment);
}

// X24: a filter afterwards. The shape has answered with all its side effects; only the result and the
// validity of the collision normal are withdrawn.
TEST_F(Object, IgnoreCreaturesFiltersAfterTheShapeAnswered) {
  object.weenie = kMonster;
  s.oi.state = kIgnoreCreatures | kPathClipped;
  EXPECT_EQ(collide(), TransitionState::Ok);
  EXPECT_TRUE(recorded());
  EXPECT_EQ(s.ci.last_collided_object, nullptr);
  EXPECT_FALSE(s.ci.collision_normal_valid);
  EXPECT_TRUE(same_bits(s.ci.collision_normal, Vec3{1, 0, 0})) << "written before it was withdrawn";
}

TEST_F(Object, WhileSteppingDownNothingIsRecorded) {
  s.sp.step_down = true;
  s.sp.step_down_amt = 0.5F;
  s.set_up(kOneSphere, {0, 0, 1.2F}, {0, 0, 0.8F});
  s.sp.walkable_allowance = kFloorZ;
  EXPECT_EQ(collide(), TransitionState::Adjusted) << "the shape still answers";
  EXPECT_FALSE(recorded());
  EXPECT_TRUE(s.ci.contact_plane_valid);
}

TEST_F(Object, WithoutAPhysicsBspNothingIsTested) {
  object.state = 0;
  EXPECT_EQ(collide(), TransitionState::Ok);
  object.state = kSolid;
  object.parts.clear();
  EXPECT_EQ(collide(), TransitionState::Ok);
  object.parts.emplace_back();
  EXPECT_EQ(collide(), TransitionState::Ok);
}

// The first part that answers ends the query.
TEST_F(Object, PartsAreAskedInOrder) {
  Part far_off = object.parts[0];
  far_off.position.frame.origin = {50, 0, 0};
  object.parts.insert(object.parts.begin(), far_off);
  EXPECT_EQ(collide(), TransitionState::Adjusted);
  EXPECT_TRUE(same_bits(s.sp.step_up_normal, Vec3{1, 0, 0}));
}

// Only the z component of a part's scale counts (03 §5.2): at half the size the sphere is clear of it.
TEST_F(Object, OnlyTheZOfAPartsScaleCounts) {
  object.parts[0].scale = {0.5F, 0.5F, 1.0F};
  EXPECT_EQ(collide(), TransitionState::Adjusted);
  s.sp.collide = false;
  object.parts[0].scale = {1.0F, 1.0F, 0.5F};
  EXPECT_EQ(collide(), TransitionState::Ok);
}

// One query for both spheres, started by the first that reaches the shape's bounds: here the head's.
TEST_F(Object, TheHeadAloneStartsTheQuery) {
  const Sphere body[] = {{{0, 0, 0}, 0.3F}, {{0, 0, 5}, 0.3F}};
  s.set_up(body, {1.4F, 0, -5}, {1.2F, 0, -5});
  EXPECT_EQ(collide(), TransitionState::Collided) << "path 6, head";
  EXPECT_TRUE(s.ci.collision_normal_valid);
}

TEST_F(Object, AnInitialPlacementPushesOut) {
  s.sp.insert_type = InsertType::InitialPlacement;
  EXPECT_EQ(collide(), TransitionState::Adjusted);
  EXPECT_TRUE(same_bits(s.sp.check_pos.frame.origin.x, 1.2F + 0.0999999046F));
}

/// The list of a cell, through the real world.
class CellObjects : public ::testing::Test {
 protected:
  CellObjects() {
    room = &add_room(world, {});
    first = &add_object(world, 1, solid_box({-1, -1, -1}, {1, 1, 1}), {}, kSolid, kThing);
    second = &add_object(world, 2, solid_box({-1, -1, -1}, {1, 1, 1}), {}, kSolid, kThing);
    const Sphere foot{{0, 0, 0}, 0.3F};
    s.set_up({&foot, 1}, {1.4F, 0, 0}, {1.2F, 0, 0});
  }
  TransitionState collide() {
    return collide_object::cell_find_obj_collisions<GraphForm>(s.t, world.registry(), *room);
  }
  World world;
  EnvCell* room;
  const PhysicsObject* first;
  const PhysicsObject* second;
  Scene s;
};

TEST_F(CellObjects, TheFirstAnswerEndsTheList) {
  EXPECT_EQ(collide(), TransitionState::Adjusted);
  ASSERT_EQ(s.ci.collide_objects.size(), 1U);
  EXPECT_EQ(s.ci.last_collided_object, first);
}

TEST_F(CellObjects, OneselfAndHeldThingsAreNotTested) {
  s.oi.object_id = 1;
  EXPECT_EQ(collide(), TransitionState::Adjusted);
  EXPECT_EQ(s.ci.last_collided_object, second);
  s.ci.collide_objects.clear();
  ASSERT_TRUE(world.set_object_held(2, true));
  EXPECT_EQ(collide(), TransitionState::Ok);
  EXPECT_TRUE(s.ci.collide_objects.empty());
}

TEST_F(CellObjects, AnInitialPlacementIgnoresObjects) {
  s.sp.insert_type = InsertType::InitialPlacement;
  EXPECT_EQ(collide(), TransitionState::Ok);
}

// A passable creature is touched, and the list goes on behind it.
TEST_F(CellObjects, TouchedOnlyGoesOn) {
  ASSERT_TRUE(world.set_object_state(1, kSolid | kEthereal));
  EXPECT_EQ(collide(), TransitionState::Adjusted);
  ASSERT_EQ(s.ci.collide_objects.size(), 2U);
  EXPECT_EQ(s.ci.last_collided_object, second);
}

}  // namespace
}  // namespace surefoot::test
