// Following the places the network tells of, arm by arm (spec 06 §13).
#include "body/interpolation.hpp"

#include <gtest/gtest.h>

#include "body/body.hpp"
#include "support/bits.hpp"
#include "support/coverage.hpp"

namespace surefoot::test {
namespace {

using Kind = InterpolationNode::Kind;

constexpr CellId kLand = 0xA9B40001U;
constexpr CellId kIndoors = 0xA9B40100U;

/// A body on the ground at (10,10,0) that looks north, `max_speed` 4: it follows at up to 8 m/s, 0.8 m in a quantum of
/// 0.1 s.
class Following : public ::testing::Test {
 protected:
  Following() {
    body.position = at({10, 10, 0});
    body.set(transient_state::kContact, true);
    body.position_manager.emplace();
  }
  [[nodiscard]] static Position at(const Vec3& origin, CellId cell = kLand) {
    Position p;
    p.cell_id = cell;
    p.frame.origin = origin;
    return p;
  }
  Interpolation& i() { return body.position_manager->interpolation; }
  void queue(const Vec3& origin, Kind kind = Kind::position) { i().queue.push_back({kind, at(origin), {}}); }
  /// What a quantum adds when the animation brought (1,2,3).
  Vec3 adjust(float q = 0.1F, bool is_stuck = false) {
    off = Frame{};
    off.origin = {1, 2, 3};
    adjust_interpolation(coverage_rules(), i(), body, off, q, max_speed, is_stuck);
    return off.origin;
  }
  [[nodiscard]] bool is_untouched() const { return same_bits(off.origin, {1, 2, 3}); }

  Body body;
  Frame off;
  float max_speed = 4;
};

TEST_F(Following, NothingToFollowLeavesTheAnimationAlone) {
  adjust();
  EXPECT_TRUE(is_untouched());
}

TEST_F(Following, NobodyFollowsInTheAir) {
  queue({10, 15, 0});
  body.set(transient_state::kContact, false);
  adjust();
  EXPECT_TRUE(is_untouched());
  EXPECT_EQ(i().frames, 0);
}

TEST_F(Following, JumpsAndVelocitiesAreNoPlaces) {
  for (const Kind kind : {Kind::jump, Kind::velocity}) {
    i().queue.clear();
    queue({10, 15, 0}, kind);
    adjust();
    EXPECT_TRUE(is_untouched());
  }
}

TEST_F(Following, AStepOfTwiceTheSpeedReplacesTheAnimation) {
  queue({10, 15, 0});
  const Vec3 step = adjust();
  EXPECT_FLOAT_EQ(step.x, 0);
  EXPECT_FLOAT_EQ(step.y, 0.8F);
  EXPECT_FLOAT_EQ(step.z, 0);
}

TEST_F(Following, TheStepIsInTheBodysAxesAndTakesItsTurnAtOnce) {
  body.position.frame.set_heading(90);  // it looks east
  queue({10, 15, 0});                   // the place looks north
  const Vec3 step = adjust();
  EXPECT_NEAR(step.x, -0.8F, 1e-6F);  // north is to the left
  EXPECT_NEAR(step.y, 0, 1e-6F);
  const Frame then = combine(body.position.frame, off);
  EXPECT_NEAR(then.origin.y, 10.8F, 1e-5F);
  EXPECT_NEAR(then.q.w, 1, 1e-6F);
}

TEST_F(Following, KeepingTheHeadingAddsNoTurn) {
  body.position.frame.set_heading(90);
  queue({10, 15, 0});
  i().keep_heading = true;
  adjust();
  EXPECT_EQ(off.q.w, 1.0F);
  EXPECT_EQ(off.q.z, 0.0F);
}

TEST_F(Following, WithoutASpeedItFollowsAtSevenAndAHalf) {
  max_speed = 0;
  queue({10, 15, 0});
  EXPECT_FLOAT_EQ(adjust().y, 0.75F);
}

TEST_F(Following, AShortWayIsGoneWhole) {
  queue({10, 10.5F, 0});
  EXPECT_FLOAT_EQ(adjust().y, 0.5F);
  EXPECT_EQ(i().queue.size(), 1U);
}

TEST_F(Following, APlaceInTheNextBlockIsMeasuredAcrossTheBorder) {
  i().queue.push_back({Kind::position, at({10 - 192, 15, 0}, 0xAAB40001U), {}});
  EXPECT_FLOAT_EQ(adjust().y, 0.8F);
}

TEST_F(Following, WithinFiveCentimetresThePlaceIsReached) {
  queue({10, 10.04F, 0});
  queue({10, 13, 0});
  i().frames = 3;
  i().progress_time = 1;
  adjust();
  EXPECT_TRUE(is_untouched());
  ASSERT_EQ(i().queue.size(), 1U);
  EXPECT_EQ(i().queue[0].position.frame.origin.y, 13);
  EXPECT_EQ(i().frames, 0);
  EXPECT_EQ(i().progress_time, 0);
  EXPECT_EQ(i().original_distance, 3.0F);
}

TEST_F(Following, TheLastPlaceReachedEndsIt) {
  queue({10, 10.04F, 0});
  i().fail_count = 2;
  adjust();
  EXPECT_TRUE(i().queue.empty());
  EXPECT_EQ(i().fail_count, 0);
}

TEST_F(Following, AJumpNextLeavesTheDistanceUnknown) {
  queue({10, 10.04F, 0});
  queue({10, 13, 0}, Kind::jump);
  adjust();
  EXPECT_EQ(i().original_distance, kNoDistance);
}

TEST_F(Following, FiveQuantaOfProgressBeginANewCount) {
  queue({10, 15, 0});
  i().frames = 4;
  i().progress_time = 0.4F;
  i().original_distance = 6.5F;  // 1.5 m in 0.5 s: 0.375 of 8 m/s
  EXPECT_FLOAT_EQ(adjust().y, 0.8F);
  EXPECT_EQ(i().frames, 0);
  EXPECT_EQ(i().progress_time, 0);
  EXPECT_EQ(i().original_distance, 5.0F);
}

/// 1 m in 0.5 s is a quarter of 8 m/s.
class NoProgress : public Following {
 protected:
  void stall(const Vec3& place, float made) {
    queue(place);
    i().frames = 4;
    i().progress_time = 0.4F;
    i().original_distance = length(place - body.position.frame.origin) + made;
  }
};

TEST_F(NoProgress, GivesAPlaceUp) {
  stall({10, 15, 0}, 1);
  queue({10, 17, 0});
  adjust();
  EXPECT_TRUE(is_untouched());
  EXPECT_EQ(i().fail_count, 1);
  ASSERT_EQ(i().queue.size(), 1U);
  EXPECT_EQ(i().queue[0].position.frame.origin.y, 17);
  EXPECT_EQ(i().blip_to.frame.origin.y, 15);
  EXPECT_EQ(i().original_distance, 7.0F);
}

TEST_F(NoProgress, GivesTheLastPlaceUpAndRemembersIt) {
  stall({10, 15, 0}, 0);
  adjust();
  EXPECT_TRUE(i().queue.empty());
  EXPECT_EQ(i().fail_count, 1);
  EXPECT_EQ(i().blip_to.frame.origin.y, 15);
}

TEST_F(NoProgress, CountsAsReachedWithinTwentyCentimetres) {
  stall({10, 10.15F, 0}, 0);
  queue({10, 17, 0});
  adjust();
  EXPECT_EQ(i().fail_count, 0);
  EXPECT_EQ(i().queue.size(), 1U);
}

TEST_F(NoProgress, IsNotHeldAgainstABodyThatSticks) {
  stall({10, 15, 0}, 0);
  EXPECT_FLOAT_EQ(adjust(0.1F, true).y, 0.8F);
  EXPECT_EQ(i().fail_count, 0);
  EXPECT_EQ(i().original_distance, 5.0F);
}

TEST_F(NoProgress, IsLookedForEveryFifthQuantumOnly) {
  stall({10, 15, 0}, 0);
  i().frames = 3;
  EXPECT_FLOAT_EQ(adjust().y, 0.8F);
  EXPECT_EQ(i().frames, 4);
}

class InterpolateTo : public Following {
 protected:
  void to(const Vec3& origin, bool keep_heading = false) {
    ASSERT_TRUE(interpolate_to(coverage_rules(), body, at(origin, body.position.cell_id), keep_heading));
  }
};

TEST_F(InterpolateTo, QueuesOneAfterTheOther) {
  to({10, 12, 0});
  to({10, 14, 0}, true);
  ASSERT_EQ(i().queue.size(), 2U);
  EXPECT_EQ(i().queue[1].position.frame.origin.y, 14);
  EXPECT_TRUE(i().keep_heading);
  EXPECT_EQ(i().fail_count, 0);
}

// 06 §15 row 24: the step to the node is worked out, and the animation's own is taken.
TEST_F(InterpolateTo, AceLosesTheStep) {
  const Profile ace = parse_profile("ace_interpolation_lost").value();
  body.set(transient_state::kContact | transient_state::kOnWalkable, true);
  to({10, 12, 0});
  off = Frame{};
  off.origin = {0.25F, 0, 0};
  adjust_offset(body, off, 0.1F, &ace);
  EXPECT_EQ(off.origin.x, 0.25F);
  EXPECT_EQ(off.origin.y, 0.0F);
  adjust_offset(body, off, 0.1F);
  EXPECT_EQ(off.origin.x, 0.0F);
  EXPECT_GT(off.origin.y, 0.1F);
}

TEST_F(InterpolateTo, HereStopsAndTakesTheHeading) {
  to({10, 12, 0});
  Position here = at({10, 10.04F, 0});
  here.frame.set_heading(90);
  ASSERT_TRUE(interpolate_to(coverage_rules(), body, here, true));
  EXPECT_TRUE(i().queue.empty());
  EXPECT_NEAR(body.position.frame.get_heading(), 0, 1e-3F) << "it keeps its own";
  ASSERT_TRUE(interpolate_to(coverage_rules(), body, here, false));
  EXPECT_NEAR(body.position.frame.get_heading(), 90, 1e-3F);
  EXPECT_EQ(body.position.frame.origin.y, 10) << "the heading alone";
}

TEST_F(InterpolateTo, PlacesCloseToTheNewOneAreDroppedFromTheEnd) {
  to({10, 12, 0});
  to({10, 14, 0});
  to({10, 14.03F, 0});
  ASSERT_EQ(i().queue.size(), 2U);
  EXPECT_EQ(i().queue[1].position.frame.origin.y, 14.03F);
  queue({10, 14.03F, 0}, Kind::jump);
  to({10, 14.03F, 0});
  EXPECT_EQ(i().queue.size(), 4U) << "a jump is in between";
}

TEST_F(InterpolateTo, KeepsTheTwentyNewest) {
  for (int n = 1; n <= 22; ++n) to({10, 10 + static_cast<float>(n), 0});
  ASSERT_EQ(i().queue.size(), kMaxInterpolationNodes);
  EXPECT_EQ(i().queue[0].position.frame.origin.y, 13);
  EXPECT_EQ(i().queue[19].position.frame.origin.y, 32);
}

TEST_F(InterpolateTo, FartherThanTheBlipDistanceItIsPutThere) {
  struct Case {
    CellId cell;
    bool own;
    float reach;
  };
  for (const Case& c : {Case{kLand, false, 100}, Case{kLand, true, 100}, Case{kIndoors, false, 20},
                        Case{kIndoors, true, 25}}) {
    body.position.cell_id = c.cell;
    body.position_manager->is_own_player = c.own;
    stop_interpolating(i());
    to({10, 10 + c.reach, 0});
    EXPECT_EQ(i().fail_count, 0) << c.reach;
    stop_interpolating(i());
    to({10, 10.01F + c.reach, 0});
    EXPECT_EQ(i().fail_count, 4) << c.reach;
    EXPECT_EQ(i().queue.size(), 1U);
  }
}

TEST_F(InterpolateTo, TheBlipDistanceCountsFromTheEndOfTheQueue) {
  to({10, 90, 0});
  to({10, 170, 0});
  EXPECT_EQ(i().fail_count, 0) << "160 m from the body, 80 m from the last place";
  stop_interpolating(i());
  to({10, 90, 0});
  to({10, -15, 0});
  EXPECT_EQ(i().fail_count, 4) << "25 m from the body, 105 m from the last place";
}

TEST_F(InterpolateTo, NoPlaceIsRefused) {
  EXPECT_FALSE(interpolate_to(coverage_rules(), body, at({10, 12, 0}, 0), false));
  EXPECT_FALSE(interpolate_to(coverage_rules(), body, at({10, std::nanf(""), 0}), false));
  EXPECT_TRUE(i().queue.empty());
}

}  // namespace
}  // namespace surefoot::test
