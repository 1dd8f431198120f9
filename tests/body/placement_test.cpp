// Setting bodies down (spec 06 §11; cases X12 of 08 §10).
#include "body/placement.hpp"

#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "support/flat_blocks.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

using set_position_flag::kDoNotCreateCells;
using set_position_flag::kPlacement;
using set_position_flag::kRandomScatter;
using set_position_flag::kScatter;
using set_position_flag::kSlide;
using transient_state::kActive;
using transient_state::kContact;
using transient_state::kOnWalkable;
using transient_state::kStationaryFall;
using transient_state::kStationaryStop;

constexpr std::uint32_t kMe = 7;
constexpr std::uint32_t kOther = 8;

/// Says what it is told to say, and counts.
class Dice final : public RandomSource {
 public:
  explicit Dice(std::vector<float> n) : numbers(std::move(n)) {}
  float roll(float low, float high) override {
    EXPECT_EQ(low, -1.0F);
    EXPECT_EQ(high, 1.0F);
    return numbers.at(rolled++);
  }
  std::vector<float> numbers;
  std::size_t rolled = 0;
};

class SetPosition : public ::testing::Test {
 protected:
  SetPosition() {
    body.mover = human_mover();
    body.in_world = false;
  }
  SetPositionResult set_down(const Position& p, std::uint32_t flags = kEnterWorld) {
    request.position = p;
    request.flags = flags;
    TickOptions options;
    options.result = &raw;
    options.sink = &coverage_sink();
    const auto done = set_position(world, body, request, workspace, options);
    EXPECT_TRUE(done.has_value());
    if (done) out = *done;
    return out.result;
  }
  /// A thing with the mover's spheres, listed under `id`.
  void list(std::uint32_t id, const Position& at, const Mover& shape) {
    auto setup = std::make_unique<surefoot::Setup>();
    setup->spheres.assign(shape.spheres.begin(), shape.spheres.begin() + shape.num_spheres);
    auto o = std::make_unique<PhysicsObject>();
    o->id = id;
    o->position = at;
    o->make_parts(world.add_setup(std::move(setup)));
    o->state = physics_state::kDefault;
    o->weenie = weenie::kExists | weenie::kCreature;
    ASSERT_TRUE(world.place_moving(std::move(o)));
  }

  World world;
  Workspace workspace;
  Body body;
  SetPositionRequest request;
  SetPositionOutcome out;
  ResolveResult raw;
};

/// Flat land at z = 0 in one block.
class OnLand : public SetPosition {
 protected:
  OnLand() { world.set_landscape(std::make_unique<FlatBlocks>(std::vector<BlockId>{0xA9B4})); }
  [[nodiscard]] static Position at(const Vec3& origin) { return in_room(origin, 0xA9B40001U); }
};

TEST_F(OnLand, EnteringStandsWakesAndStartsTheTime) {
  request.now = 12.5;
  EXPECT_EQ(set_down(at({30, 10, 0.2F})), SetPositionResult::Ok);
  EXPECT_TRUE(out.reason.empty());
  EXPECT_TRUE(body.in_world);
  EXPECT_EQ(body.position.cell_id, 0xA9B40009U) << "told 0x0001, but the place is in the next land cell";
  EXPECT_TRUE(body.has(kActive) && body.has(kContact) && body.has(kOnWalkable));
  EXPECT_EQ(body.update_time, 12.5);
  EXPECT_NEAR(body.position.frame.origin.z, 0, 0.006F) << "the step-down found the ground";
}

TEST_F(OnLand, ABodyInTheWorldKeepsItsTimeAndMayGoOnSleeping) {
  body.in_world = true;
  body.position = at({10, 10, 0});
  body.update_time = 3;
  request.now = 12.5;
  EXPECT_EQ(set_down(at({30, 10, 0})), SetPositionResult::Ok);
  EXPECT_EQ(body.update_time, 3);
  EXPECT_FALSE(body.has(kActive));
}

TEST_F(OnLand, APlacementKnowsTheKindOfMoverAndNothingElse) {
  body.mover.flags = object_info_flag::kIsPlayer | object_info_flag::kFreeRotate;
  body.set(kContact | kOnWalkable, true);
  set_down(at({30, 10, 20}));  // in the air, nothing changes the bits
  EXPECT_EQ(raw.object_info_state, object_info_flag::kIsPlayer);
  EXPECT_FALSE(body.has(kContact)) << "set down in the air, the old ground is forgotten";
}

TEST_F(OnLand, X12_PlacedIntoAMonsterSlidesOutBesideIt) {
  Mover ball;
  ball.spheres[0] = {{0, 0, 0.48F}, 0.48F};
  ball.num_spheres = 1;
  ball.step_up_height = ball.step_down_height = 0.4F;
  list(kOther, at({10.1F, 10, 0}), ball);
  body.mover = ball;
  body.mover.flags = object_info_flag::kIsPlayer;
  EXPECT_EQ(set_down(at({10, 10, 0}), kPlacement | kSlide), SetPositionResult::Ok);
  EXPECT_TRUE(body.has(kContact));
  const Vec3 apart = body.position.frame.origin - Vec3{10.1F, 10, 0};
  EXPECT_GE(length(apart), 0.96F - kEpsilon);
  EXPECT_LE(length(body.position.frame.origin - Vec3{10, 10, 0}), 4.0F);
  // Without leave to slide there is no room, and the monster is told of the touch.
  body.in_world = false;
  EXPECT_EQ(set_down(at({10, 10, 0}), kPlacement), SetPositionResult::Collided);
  ASSERT_EQ(out.reports.size(), 1U);
  EXPECT_EQ(out.reports[0].to, CollisionReport::Receiver::object);
  EXPECT_NE(out.reason.find("0x00000008"), std::string::npos) << out.reason;
}

TEST_F(OnLand, TheWorldsObjectMovesAlong) {
  list(kMe, at({10, 10, 0}), body.mover);
  body.mover.object_id = kMe;
  EXPECT_EQ(set_down(at({100, 100, 0})), SetPositionResult::Ok);
  const PhysicsObject& me = *world.registry().find(kMe);
  EXPECT_TRUE(same_bits(me.position.frame.origin, body.position.frame.origin));
  ASSERT_FALSE(me.shadow_cells.empty());
  EXPECT_EQ(me.shadow_cells[0].id, body.position.cell_id);
}

TEST_F(OnLand, APlaceInNoLoadedCellLosesTheBody) {
  list(kMe, at({10, 10, 0}), body.mover);
  body.mover.object_id = kMe;
  ASSERT_EQ(set_down(at({10, 10, 0})), SetPositionResult::Ok);
  ASSERT_TRUE(body.has(kActive));
  EXPECT_EQ(set_down(at({200, 10, 0})), SetPositionResult::Ok);
  EXPECT_TRUE(out.lost);
  EXPECT_FALSE(out.reason.empty());
  EXPECT_FALSE(body.in_world);
  EXPECT_FALSE(body.has(kActive));
  EXPECT_EQ(body.position.cell_id, 0xAAB40001U) << "the id is worked out all the same";
  EXPECT_TRUE(same_bits(body.position.frame.origin, {8, 10, 0}));
  const PhysicsObject& me = *world.registry().find(kMe);
  EXPECT_TRUE(me.shadow_cells.empty());
  EXPECT_EQ(me.cell, nullptr);
  // And it comes back.
  EXPECT_EQ(set_down(at({10, 10, 0})), SetPositionResult::Ok);
  EXPECT_FALSE(out.lost);
  EXPECT_TRUE(body.in_world);
  EXPECT_TRUE(body.has(kActive));
  EXPECT_FALSE(me.shadow_cells.empty());
}

/// A room that holds every point; a solid block from (0,−5,−5) to (2,5,5) is part of its walls.
class InRoom : public SetPosition {
 protected:
  InRoom() {
    room = &add_room(world, solid_box({0, -5, -5}, {2, 5, 5}));
    body.mover.num_spheres = 1;  // one sphere of radius 0.48
  }
  /// The foot sphere this deep in the west face, or the east face.
  [[nodiscard]] static Position west(float depth) { return in_room({-0.48F + depth, 0, 0}); }
  [[nodiscard]] static Position east(float depth) { return in_room({2.48F - depth, 0, 0}); }
  EnvCell* room;
};

// Without Slide the shift out of the wall must stay below 0.05 m; the client compares it with its sign, so a shift to
// the west always passes.
TEST_F(InRoom, WithoutSlideAShiftToTheEastIsRefusedAndOneToTheWestPasses) {
  EXPECT_EQ(set_down(east(0.03F), kPlacement), SetPositionResult::Ok);
  EXPECT_GT(body.position.frame.origin.x, 2.4799F);
  EXPECT_EQ(set_down(east(0.2F), kPlacement), SetPositionResult::NoValidPosition);
  EXPECT_FALSE(out.reason.empty());
  EXPECT_EQ(set_down(west(0.2F), kPlacement), SetPositionResult::Ok);
  EXPECT_LT(body.position.frame.origin.x, -0.4799F);
  EXPECT_EQ(set_down(east(0.2F), kPlacement | kSlide), SetPositionResult::Ok);
}

TEST_F(InRoom, TheDivideIsBelowFiveCentimetres) {
  EXPECT_EQ(set_down(east(0.0495F), kPlacement), SetPositionResult::Ok);
  EXPECT_EQ(set_down(east(0.0505F), kPlacement), SetPositionResult::NoValidPosition);
}

TEST_F(InRoom, AFailureLeavesThePlaceButClearsWhatAFailedTouchClears) {
  ASSERT_EQ(set_down(west(-1), kPlacement), SetPositionResult::Ok);
  const Position before = body.position;
  body.set(kStationaryFall | kStationaryStop, true);
  EXPECT_EQ(set_down(in_room({1, 0, 0}), kPlacement), SetPositionResult::NoValidPosition) << "deep inside";
  EXPECT_TRUE(same_bits(body.position.frame.origin, before.frame.origin));
  EXPECT_EQ(body.transient & transient_state::kStationaryMask, 0U);
  EXPECT_TRUE(body.in_world);
}

TEST_F(InRoom, AFailureThatSomebodyIsToldOfHasCollided) {
  add_object(world, kOther, solid_box({-1, -1, -1}, {1, 1, 1}), {-10, 0, 0});
  EXPECT_EQ(set_down(in_room({-10, 0, 0}), kPlacement), SetPositionResult::NoValidPosition);
  body.weenie = weenie::kExists | weenie::kPlayer;
  body.collisions = {};
  EXPECT_EQ(set_down(in_room({-10, 0, 0}), kPlacement), SetPositionResult::Collided);
  ASSERT_EQ(out.reports.size(), 1U);
  EXPECT_EQ(out.reports[0].kind, CollisionReport::Kind::environment) << "a static object is environment";
}

TEST_F(InRoom, ABodyThatDidNotGetInIsAwakeAndStillOutside) {
  EXPECT_EQ(set_down(in_room({1, 0, 0}), kPlacement), SetPositionResult::NoValidPosition);
  EXPECT_FALSE(body.in_world);
  EXPECT_TRUE(body.has(kActive));
}

TEST_F(InRoom, ThingsThatAreForcedInAreNotTested) {
  request.untested = true;
  EXPECT_EQ(set_down(in_room({1, 0, 0}), kPlacement), SetPositionResult::Ok);
  EXPECT_TRUE(same_bits(body.position.frame.origin, {1, 0, 0}));
  EXPECT_TRUE(body.in_world);
  EXPECT_FALSE(body.has(kContact));
}

TEST_F(InRoom, WithoutNewCellsOnlyThoseThatAreSeenAreLookedAt) {
  CellPortal portal;
  portal.other_cell_id = 0xA9B40101U;
  add_room(world, {}, portal.other_cell_id);
  room->portals.push_back(portal);
  EXPECT_EQ(set_down(west(-1), kEnterWorld), SetPositionResult::Ok);
  EXPECT_EQ(raw.cells.size(), 2U);
  EXPECT_EQ(set_down(west(-1), kEnterWorld | kDoNotCreateCells), SetPositionResult::Ok);
  ASSERT_EQ(raw.cells.size(), 1U);
  EXPECT_EQ(raw.cells[0].id, kRoom);
}

TEST_F(InRoom, ARandomScatterRollsFromThePlaceEachTime) {
  Dice dice({0.25F, 0.5F, -1, -0.5F, 0.75F, 0.75F});
  request.random = &dice;
  request.scatter_x = 4;
  request.scatter_y = 2;
  request.tries = 3;
  EXPECT_EQ(set_down(in_room({0, 0, 0}), kPlacement | kRandomScatter), SetPositionResult::Ok);
  EXPECT_EQ(out.scattered, 2) << "(1,1,0) is in the block, (−4,−1,0) is free";
  EXPECT_EQ(dice.rolled, 4U);
  EXPECT_TRUE(same_bits(body.position.frame.origin, {-4, -1, 0}));
}

TEST_F(InRoom, AScatterRollsOnlyWhenThePlaceItselfHasNoRoom) {
  Dice dice({-1, 0});
  request.random = &dice;
  request.scatter_x = request.scatter_y = 6;
  request.tries = 1;
  EXPECT_EQ(set_down(west(-1), kPlacement | kScatter), SetPositionResult::Ok);
  EXPECT_EQ(dice.rolled, 0U);
  EXPECT_EQ(set_down(in_room({1, 0, 0}), kPlacement | kScatter), SetPositionResult::Ok);
  EXPECT_EQ(dice.rolled, 2U);
  EXPECT_TRUE(same_bits(body.position.frame.origin, {-5, 0, 0}));
}

TEST_F(InRoom, AScatterMayRunOutOfTries) {
  Dice dice({0, 0, 0, 0});
  request.random = &dice;
  request.tries = 0;
  EXPECT_EQ(set_down(west(-1), kPlacement | kRandomScatter), SetPositionResult::GeneralFailure);
  request.tries = 2;
  EXPECT_EQ(set_down(in_room({1, 0, 0}), kPlacement | kRandomScatter), SetPositionResult::NoValidPosition);
  EXPECT_EQ(out.scattered, 2);
}

// The client makes one transition for all tries: what the first touched is touched when the second succeeds.
TEST_F(InRoom, TriesOfAScatterShareWhatTheyTouched) {
  list(kOther, in_room({-10, 0, 0}), human_mover());
  Dice dice({0, 0, 1, 1});
  request.random = &dice;
  request.scatter_x = request.scatter_y = 20;
  request.tries = 2;
  EXPECT_EQ(set_down(in_room({-10, 0, 0}), kPlacement | kRandomScatter), SetPositionResult::Ok);
  EXPECT_TRUE(same_bits(body.position.frame.origin, {10, 20, 0}));
  ASSERT_EQ(raw.collide_objects.size(), 1U);
  EXPECT_EQ(raw.collide_objects[0]->id, kOther);
}

TEST_F(InRoom, NonsenseIsRefusedAndChangesNothing) {
  const auto refused = [&](auto change) {
    SetPositionRequest r;
    r.position = west(-1);
    change(r);
    const auto done = set_position(world, body, r, workspace);
    return !done && done.error().code == ErrorCode::bad_request && !body.in_world && !body.has(kActive);
  };
  EXPECT_TRUE(refused([](auto& r) { r.position.frame.origin.x = std::nanf(""); }));
  EXPECT_TRUE(refused([](auto& r) { r.position.frame.q.w = 2; }));
  EXPECT_TRUE(refused([](auto& r) { r.flags |= kScatter; }));
  Dice dice({});
  EXPECT_TRUE(refused([&](auto& r) {
    r.flags |= kScatter;
    r.random = &dice;
    r.scatter_y = -1;
  }));
  body.mover.scale = -1;  // the resolve refuses it, after the body was woken
  EXPECT_TRUE(refused([](auto&) {}));
}

TEST(SetPositionResults, HaveTheClientsNumbers) {
  EXPECT_EQ(static_cast<int>(SetPositionResult::GeneralFailure), 1);
  EXPECT_EQ(static_cast<int>(SetPositionResult::Collided), 4);
  EXPECT_STREQ(to_string(SetPositionResult::NoCell), "NoCell");
  EXPECT_EQ(kMoveThere, 0x1012U);
  EXPECT_EQ(kEnterWorld, 0x11U);
}

TEST(TeleportHook, EndsTouchesAndFollowingButKeepsTheVelocity) {
  Body body;
  body.weenie = weenie::kExists;
  body.velocity = {1, 2, 3};
  body.collisions.objects = {{kOther, 0.0, false}};
  PositionManager& m = make_position_manager(body, 0);
  m.interpolation.queue.push_back({});
  m.interpolation.fail_count = 2;
  stick_to(m, kOther, 1, 1, 0);
  constrain_to(body, body.position, 1, 2);
  std::vector<CollisionReport> reports;
  CommitContext context;
  context.reports = &reports;
  teleport_hook(body, context);
  EXPECT_TRUE(m.interpolation.queue.empty());
  EXPECT_EQ(m.interpolation.fail_count, 0);
  EXPECT_EQ(m.sticky.target_id, 0U);
  EXPECT_FALSE(m.constraint.is_on);
  EXPECT_TRUE(body.collisions.objects.empty());
  ASSERT_EQ(reports.size(), 1U);
  EXPECT_EQ(reports[0].kind, CollisionReport::Kind::end);
  EXPECT_TRUE(same_bits(body.velocity, {1, 2, 3}));
}

}  // namespace
}  // namespace surefoot::test
