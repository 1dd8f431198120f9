// Stickiness, constraint, and what the managers do before and after a quantum (spec 06 §4, §5.1, §13).
#include "body/position_manager.hpp"

#include <gtest/gtest.h>

#include "body/integrate.hpp"
#include "body/placement.hpp"
#include "support/bits.hpp"
#include "support/coverage.hpp"
#include "support/flat_blocks.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

using Kind = InterpolationNode::Kind;

constexpr std::uint32_t kTarget = 5;

[[nodiscard]] Position at(const Vec3& origin) {
  return in_room(origin, 0xA9B40001U);
}

/// A body on the ground at (10,10,0) that looks north.
class Managed : public ::testing::Test {
 protected:
  Managed() {
    body.position = at({10, 10, 0});
    body.set(transient_state::kContact | transient_state::kOnWalkable, true);
    body.position_manager.emplace();
  }
  PositionManager& m() { return *body.position_manager; }
  Vec3 adjust(const Vec3& animation, float q = 0.1F) {
    off = Frame{};
    off.origin = animation;
    adjust_offset(coverage_rules(), body, off, q);
    return off.origin;
  }
  Body body;
  Frame off;
};

TEST_F(Managed, MakingOneWakesTheBody) {
  Body b;
  make_position_manager(b, 4.5);
  EXPECT_TRUE(b.has(transient_state::kActive));
  EXPECT_EQ(b.update_time, 4.5);
  b.position_manager->max_speed = 3;
  EXPECT_EQ(make_position_manager(b, 9).max_speed, 3) << "there is one";
}

class Sticking : public Managed {
 protected:
  /// Radii 0.5 and 1: at 1.8 m the gap is closed.
  void stick(const Vec3& target) {
    stick_to(m(), kTarget, 1, 0.5F, 100);
    set_sticky_target(m(), kTarget, at(target));
  }
};

TEST_F(Sticking, WaitsUntilTheTargetIsKnown) {
  stick_to(m(), kTarget, 1, 0.5F, 100);
  EXPECT_TRUE(same_bits(adjust({1, 2, 3}), {1, 2, 3}));
  set_sticky_target(m(), kTarget + 1, at({10, 20, 0}));
  EXPECT_TRUE(same_bits(adjust({1, 2, 3}), {1, 2, 3})) << "another body";
}

TEST_F(Sticking, GoesThereAtFiveTimesItsSpeedAndOnTheLevel) {
  stick({10, 20, 7});
  m().max_speed = 2;
  const Vec3 step = adjust({1, 2, 3});
  EXPECT_FLOAT_EQ(step.x, 0);
  EXPECT_FLOAT_EQ(step.y, 1);
  EXPECT_FLOAT_EQ(step.z, 0);
}

TEST_F(Sticking, WithoutASpeedAtFifteen) {
  stick({10, 20, 0});
  EXPECT_FLOAT_EQ(adjust({}).y, 1.5F);
}

TEST_F(Sticking, StopsThirtyCentimetresFromTheOther) {
  stick({10, 13, 0});
  EXPECT_NEAR(adjust({}).y, 3 - 1.8F, 1e-6F);
}

TEST_F(Sticking, BacksOffWhenTooClose) {
  stick({10, 11, 0});
  EXPECT_NEAR(adjust({}).y, 1 - 1.8F, 1e-6F);
}

TEST_F(Sticking, OnTheSpotThereIsNoWayToGo) {
  stick({10, 10, 5});
  EXPECT_TRUE(same_bits(length(adjust({1, 2, 3})), 0.0F));
}

TEST_F(Sticking, TurnsToTheTarget) {
  stick({20, 10, 0});
  adjust({});
  EXPECT_NEAR(off.get_heading(), 90, 1e-3F);
  EXPECT_NEAR(combine(body.position.frame, off).origin.x, 11.5F, 1e-5F);
  body.position.frame.set_heading(180);  // 90 − 180 is −90: 270
  adjust({});
  EXPECT_NEAR(off.get_heading(), 270, 1e-3F);
  EXPECT_NEAR(combine(body.position.frame, off).origin.x, 11.5F, 1e-5F);
}

class Constrained : public Managed {
 protected:
  void SetUp() override {
    constrain_to(body, at({10, 14, 0}), 2, 6);  // 4 m away
  }
};

TEST_F(Constrained, TheStepShrinksBetweenStartAndMax) {
  EXPECT_TRUE(same_bits(adjust({0, 3, 0}), {0, 1.5F, 0})) << "(6 − 4) / (6 − 2)";
}

TEST_F(Constrained, TheDistanceBecomesTheLengthOfTheStep) {
  adjust({0, 3, 0});
  EXPECT_EQ(m().constraint.distance, 1.5F);
  EXPECT_TRUE(same_bits(adjust({0, 3, 0}), {0, 3, 0})) << "1.5 m is before the start";
  EXPECT_EQ(m().constraint.distance, 3.0F);
}

TEST_F(Constrained, NoStepFromMaxOn) {
  m().constraint.distance = 6;
  EXPECT_TRUE(same_bits(adjust({0, 3, 0}), {}));
  EXPECT_EQ(m().constraint.distance, 0.0F);
}

TEST_F(Constrained, InTheAirTheStepIsOnlyMeasured) {
  body.set(transient_state::kContact, false);
  EXPECT_TRUE(same_bits(adjust({0, 3, 0}), {0, 3, 0}));
  EXPECT_EQ(m().constraint.distance, 3.0F);
}

TEST_F(Constrained, FullyBeyondNineTenths) {
  m().constraint.max = 10;
  m().constraint.distance = 8.99F;
  EXPECT_FALSE(is_fully_constrained(m()));
  m().constraint.distance = 9.01F;
  EXPECT_TRUE(is_fully_constrained(m()));
  unconstrain(m());
  EXPECT_FALSE(is_fully_constrained(m()));
  EXPECT_TRUE(same_bits(adjust({0, 3, 0}), {0, 3, 0}));
}

// Interpolation, then stickiness, then constraint.
TEST_F(Constrained, ComesAfterTheOthers) {
  m().interpolation.queue.push_back({Kind::position, at({10, 20, 0}), {}});
  EXPECT_FLOAT_EQ(adjust({1, 2, 3}).y, 0.375F) << "half of 7.5 m/s · 0.1 s";
  stick_to(m(), kTarget, 0, 0, 0);
  set_sticky_target(m(), kTarget, at({0, 10, 0}));
  m().constraint.distance = 4;
  const Frame before = off;
  const Vec3 step = adjust({1, 2, 3});
  EXPECT_FLOAT_EQ(step.x, -0.75F) << "west instead of north, half of 15 m/s · 0.1 s";
  EXPECT_NEAR(step.y, 0, 1e-6F);
  EXPECT_EQ(before.get_heading(), 0);
}

TEST_F(Managed, TheQuantumTakesWhatTheManagersMakeOfIt) {
  m().interpolation.queue.push_back({Kind::position, at({10, 20, 0}), {}});
  body.walk.velocity = {5, 0, 0};
  EXPECT_FLOAT_EQ(update_position_internal(body, 0.1F).origin.y, 10.75F);
  EXPECT_EQ(update_position_internal(body, 0.1F).origin.x, 10);
  body.mover.physics_state |= physics_state::kHidden;
  EXPECT_FLOAT_EQ(update_position_internal(body, 0.1F).origin.y, 10.75F) << "a hidden one as well";
}

/// The same body in flat land.
class UseTime : public Managed {
 protected:
  UseTime() {
    world.set_landscape(std::make_unique<FlatBlocks>(std::vector<BlockId>{0xA9B4}));
    body.mover = human_mover();
    SetPositionRequest r;
    r.position = body.position;
    EXPECT_TRUE(set_position(world, body, r, workspace));
    body.set(transient_state::kActive, true);
  }
  void use(double now = 1) {
    const auto used = use_time(coverage_rules(), world, body, now, workspace, {}, reports);
    EXPECT_TRUE(used.has_value());
  }
  Interpolation& i() { return m().interpolation; }
  [[nodiscard]] float north() const { return body.position.frame.origin.y; }

  World world;
  Workspace workspace;
  std::vector<CollisionReport> reports;
};

TEST_F(UseTime, FourFailuresPutTheBodyAtTheLastPlace) {
  i().queue = {{Kind::position, at({10, 20, 0}), {}}, {Kind::position, at({10, 30, 0}), {}}};
  i().fail_count = 3;
  use();
  EXPECT_EQ(north(), 10);
  i().fail_count = 4;
  use();
  EXPECT_EQ(north(), 30);
  EXPECT_TRUE(i().queue.empty());
  EXPECT_EQ(i().fail_count, 0);
}

TEST_F(UseTime, WithTheQueueEmptyOneFailureIsEnough) {
  i().blip_to = at({10, 40, 0});
  use();
  EXPECT_EQ(north(), 10) << "no failure";
  i().fail_count = 1;
  use();
  EXPECT_EQ(north(), 40);
  EXPECT_EQ(i().fail_count, 0);
}

TEST_F(UseTime, ALastNodeThatIsNoPlaceLeavesThePlaceGivenUp) {
  i().blip_to = at({10, 40, 0});
  i().queue = {{Kind::position, at({10, 20, 0}), {}}, {Kind::jump, at({10, 30, 0}), {}}};
  i().fail_count = 4;
  use();
  EXPECT_EQ(north(), 40);
}

TEST_F(UseTime, WithoutRoomThereItTriesAgain) {
  // 20 m to every side: no ring of the search is free.
  add_object(world, 9, solid_box({-20, -20, -20}, {20, 20, 20}), {100, 100, 0},
             physics_state::kStatic | physics_state::kHasPhysicsBsp, 0, 0xA9B40025U);
  i().queue = {{Kind::position, at({100, 100, 0}), {}}};
  i().fail_count = 4;
  use();
  EXPECT_EQ(north(), 10);
  EXPECT_EQ(i().queue.size(), 1U);
  EXPECT_EQ(i().fail_count, 4);
}

TEST_F(UseTime, AVelocityAtTheHeadIsTaken) {
  i().queue = {{Kind::velocity, {}, {1, 2, 3}}, {Kind::position, at({10, 20, 0}), {}}};
  use();
  EXPECT_TRUE(same_bits(body.velocity, {1, 2, 3}));
  ASSERT_EQ(i().queue.size(), 1U);
  EXPECT_NEAR(i().original_distance, 10, 0.001F);
}

TEST_F(UseTime, AJumpAtTheHeadIsDoneWith) {
  i().queue = {{Kind::jump, {}, {1, 2, 3}}};
  use();
  EXPECT_TRUE(i().queue.empty());
  EXPECT_TRUE(same_bits(body.velocity, {}));
}

TEST_F(UseTime, StickinessEndsAfterASecond) {
  stick_to(m(), kTarget, 1, 1, 10);
  use(11);
  EXPECT_EQ(m().sticky.target_id, kTarget);
  use(11.001);
  EXPECT_EQ(m().sticky.target_id, 0U);
}

// 10 m at twice 4 m/s are 37.5 quanta of 1/30 s; one more sees that it has arrived.
TEST_F(UseTime, AWholeWayTickByTick) {
  m().adjusted_max_speed = 4;
  ASSERT_TRUE(interpolate_to(coverage_rules(), body, at({10, 20, 0}), false));
  int ticks = 0;
  while (!i().queue.empty() && ticks < 100) {
    ASSERT_TRUE(tick(world, body, kTickQuantum, workspace));
    ++ticks;
  }
  EXPECT_EQ(ticks, 39);
  EXPECT_NEAR(north(), 20, 0.001F);
  EXPECT_TRUE(body.has(transient_state::kOnWalkable));
}

TEST_F(UseTime, ATickBlipsAfterItsMove) {
  ASSERT_TRUE(interpolate_to(coverage_rules(), body, at({10, 140, 0}), false));
  ASSERT_TRUE(tick(world, body, kTickQuantum, workspace));
  EXPECT_EQ(north(), 140);
  EXPECT_TRUE(i().queue.empty());
}

// A wall the body cannot pass: every five quanta a place is given up.
TEST_F(UseTime, WhoIsHeldUpGivesUpAndIsPutThere) {
  add_object(world, 9, solid_box({-20, -0.5F, -1}, {20, 0.5F, 6}), {10, 12, 0},
             physics_state::kStatic | physics_state::kHasPhysicsBsp, 0, 0xA9B40001U);
  m().adjusted_max_speed = 4;
  ASSERT_TRUE(interpolate_to(coverage_rules(), body, at({10, 16, 0}), false));
  int ticks = 0;
  for (; ticks < 60 && !i().queue.empty(); ++ticks) ASSERT_TRUE(tick(world, body, kTickQuantum, workspace));
  EXPECT_LT(ticks, 20);
  EXPECT_EQ(north(), 16) << "the queue ran empty after one failure";
}

}  // namespace
}  // namespace surefoot::test
