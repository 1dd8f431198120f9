// The sub-step loop (spec 04 §6.1, §6.2; numbers of §12.1) and whole resolves over scripted cells.
#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "support/scripted_cells.hpp"

namespace surefoot::test {
namespace {

constexpr Sphere kCamera{{0, 0, 0}, 0.3F};
constexpr std::uint32_t kCameraState = object_info_flag::kIsViewer | object_info_flag::kPathClipped |
                                       object_info_flag::kFreeRotate | object_info_flag::kPerfectClip;

void from_to(Scene& s, std::span<const Sphere> spheres, const Position& begin, const Position& end) {
  s.sp.init_sphere(spheres, 1.0F);
  s.set_path(&s.cells.stub, &begin, end);
}

TEST(CalcNumSteps, CutsAMoveIntoStepsNoLongerThanTheFoot) {
  Scene s;
  from_to(s, kOneSphere, Scene::at({10, 10, 0}), Scene::at({11, 10, 0}));
  const auto steps = s.t.calc_num_steps();
  EXPECT_EQ(steps.count, 3);
  EXPECT_TRUE(has_bits(steps.per_step, {0x3EAAAAAB, 0, 0}));
  EXPECT_TRUE(same_bits(steps.offset, Vec3{1, 0, 0}));
}

TEST(CalcNumSteps, TheCameraTakesStepsOfItsRadiusAndARest) {
  Scene s;
  from_to(s, {&kCamera, 1}, Scene::at({10, 10, 0}), Scene::at({11, 10, 0}));
  s.oi.state = kCameraState;
  const auto steps = s.t.calc_num_steps();
  EXPECT_EQ(steps.count, 4);
  EXPECT_TRUE(same_bits(steps.per_step.x, 0.300000012F));
  // The last sub-step is the offset times the rest's part of it.
  ASSERT_TRUE(s.t.find_transitional_position());
  EXPECT_TRUE(has_bits(s.sp.global_offset.x, 0x3DCCCCC8));
}

TEST(CalcNumSteps, CountsOverTheLandblockBorder) {
  Scene s;
  from_to(s, kOneSphere, Scene::at({191.9F, 10, 0}), Scene::at({0.25F, 10, 0}, 0xAAB40001U));
  const auto steps = s.t.calc_num_steps();
  EXPECT_EQ(steps.count, 1);
  EXPECT_TRUE(has_bits(steps.offset.x, 0x3EB33400));
  EXPECT_TRUE(has_bits(steps.per_step.x, 0x3EB33400));
}

TEST(CalcNumSteps, NoMoveNeedsNoStep) {
  Scene s;
  from_to(s, kOneSphere, Scene::at({1, 2, 3}), Scene::at({1, 2, 3}));
  EXPECT_EQ(s.t.calc_num_steps().count, 0);
  // A ulp is a move for a walker, and none for the camera.
  from_to(s, kOneSphere, Scene::at({1, 2, 3}), Scene::at({1, 2, 3.0000002F}));
  EXPECT_EQ(s.t.calc_num_steps().count, 1);
  s.oi.state = kCameraState;
  EXPECT_EQ(s.t.calc_num_steps().count, 0);
}

TEST(CalcNumSteps, APlacementIsOneStep) {
  Scene s;
  s.sp.init_sphere(kOneSphere, 1.0F);
  s.set_path(&s.cells.stub, nullptr, Scene::at({1, 2, 3}));
  EXPECT_EQ(s.t.calc_num_steps().count, 1);
}

class FindTransitionalPosition : public ::testing::Test {
 protected:
  void move(const Vec3& begin, const Vec3& end, std::span<const Sphere> spheres = kOneSphere) {
    from_to(s, spheres, Scene::at(begin), Scene::at(end));
  }
  [[nodiscard]] const Vec3& current() const { return s.sp.curr_pos.frame.origin; }
  Scene s;
};

TEST_F(FindTransitionalPosition, FailsWithoutABeginCell) {
  move({1, 2, 3}, {2, 2, 3});
  s.sp.begin_cell = nullptr;
  EXPECT_FALSE(s.t.find_valid_position());
}

TEST_F(FindTransitionalPosition, AirborneWithNothingInTheWayArrives) {
  move({10, 10, 5}, {11, 10, 5});
  EXPECT_TRUE(s.t.find_valid_position());
  EXPECT_TRUE(has_bits(current().x, 0x412FFFFF)) << "three rounded thirds";
  EXPECT_TRUE(same_bits(s.sp.check_pos.frame.origin, current()));
  EXPECT_EQ(s.cells.calls, 3);
}

// n = 0: contact and sliding stay as initialised, the cells are searched again, the rotation is taken.
TEST_F(FindTransitionalPosition, NoMoveKeepsTheStateAndTakesTheRotation) {
  Position end = Scene::at({1, 2, 3});
  ASSERT_TRUE(end.frame.set_rotate(1, 0, 0, 1));
  from_to(s, kOneSphere, Scene::at({1, 2, 3}), end);
  s.stand_on(kFlat);
  s.ci.set_sliding_normal({1, 0, 0});
  EXPECT_TRUE(s.t.find_valid_position());
  EXPECT_TRUE(s.ci.contact_plane_valid && s.ci.sliding_normal_valid);
  EXPECT_EQ(s.cells.calls, 0);
  EXPECT_EQ(s.cells.searches, 1);
  // set_rotate normalises what it is given, so the last bit may move.
  Frame turned;
  ASSERT_TRUE(turned.set_rotate(end.frame.q));
  EXPECT_TRUE(same_bits(s.sp.curr_pos.frame.q, turned.q));
  EXPECT_EQ(s.data.cell_array.entries.size(), 1U);
}

TEST_F(FindTransitionalPosition, TurnsAlongTheWay) {
  Position end = Scene::at({2, 2, 3});
  ASSERT_TRUE(end.frame.set_rotate(1, 0, 0, 1));
  from_to(s, kOneSphere, Scene::at({1, 2, 3}), end);
  std::vector<float> turned;
  s.cells.script = {[&](ScriptedTransition& t) {
    turned.push_back(t.sp.check_pos.frame.q.z);
    return TransitionState::Ok;
  }};
  EXPECT_TRUE(s.t.find_valid_position());
  ASSERT_EQ(turned.size(), 3U);
  EXPECT_NEAR(turned[0], 0.258819F, 1e-6F);  // sin 15 degrees: a third of the turn
  EXPECT_NEAR(turned[1], 0.5F, 1e-6F);
  EXPECT_NEAR(turned[2], 0.707107F, 1e-6F);
}

// With free heading the end's rotation is taken at once.
TEST_F(FindTransitionalPosition, FreeHeadingTurnsAtOnce) {
  Position end = Scene::at({2, 2, 3});
  ASSERT_TRUE(end.frame.set_rotate(1, 0, 0, 1));
  from_to(s, kOneSphere, Scene::at({1, 2, 3}), end);
  s.oi.state = object_info_flag::kFreeRotate;
  std::vector<float> turned;
  s.cells.script = {[&](ScriptedTransition& t) {
    turned.push_back(t.sp.check_pos.frame.q.z);
    return TransitionState::Ok;
  }};
  EXPECT_TRUE(s.t.find_valid_position());
  Frame expected;
  ASSERT_TRUE(expected.set_rotate(end.frame.q));
  EXPECT_TRUE(same_bits(turned[0], expected.q.z));
}

TEST_F(FindTransitionalPosition, FailsWhenTheFirstSubStepIsCancelled) {
  move({1, 2, 3}, {1.3F, 2, 3});
  s.stand_on({{-1, 0, 0}, 0});  // straight into a wall it "stands" on
  EXPECT_FALSE(s.t.find_valid_position());
  EXPECT_EQ(s.cells.calls, 0);
}

// The limit is the squared epsilon, strict: a sub-step of exactly kEpsilon goes on (§6.2).
TEST_F(FindTransitionalPosition, ASubStepOfAnEpsilonIsTaken) {
  move({0, 0, 0}, {kEpsilon, 0, 0});
  EXPECT_TRUE(s.t.find_valid_position());
  EXPECT_EQ(current().x, kEpsilon);
  move({0, 0, 0}, {0.0001999F, 0, 0});
  EXPECT_FALSE(s.t.find_valid_position());
}

TEST_F(FindTransitionalPosition, StopsAtTheFirstStationarySubStep) {
  move({10, 10, 5}, {12, 10, 5});
  s.oi.physics_state = physics_state::kDefault;
  s.cells.script = {answer(TransitionState::Collided)};
  EXPECT_TRUE(s.t.find_valid_position());
  EXPECT_EQ(s.cells.calls, 1);
  EXPECT_EQ(s.ci.frames_stationary_fall, 1);
  EXPECT_TRUE(same_bits(current(), Vec3{10, 10, 5}));
}

TEST_F(FindTransitionalPosition, APathClippedMoverStopsAtItsFirstHit) {
  move({10, 10, 5}, {12, 10, 5});
  s.oi.state = object_info_flag::kPathClipped;
  s.cells.script = {answer(TransitionState::Ok), answer(TransitionState::Collided)};
  EXPECT_TRUE(s.t.find_valid_position());
  EXPECT_EQ(s.cells.calls, 2);
  EXPECT_TRUE(same_bits(current().x, 10.4F));
}

/// A placement that has a begin position: only a host sets that up.
class PlacementWithABegin : public FindTransitionalPosition {
 protected:
  PlacementWithABegin() {
    move({10, 10, 5}, {11, 10, 5});
    s.sp.insert_type = InsertType::Placement;
  }
};

TEST_F(PlacementWithABegin, IsTriedAtTheBeginFirst) {
  EXPECT_TRUE(s.t.find_transitional_position());
  EXPECT_EQ(s.cells.calls, 1);
  EXPECT_TRUE(same_bits(current(), Vec3{10, 10, 5}));
}

TEST_F(PlacementWithABegin, GoesOnAlongTheWayUntilItFits) {
  s.cells.script = {answer(TransitionState::Collided), answer(TransitionState::Ok)};
  EXPECT_TRUE(s.t.find_transitional_position());
  EXPECT_EQ(s.cells.calls, 2);
  EXPECT_NEAR(current().x, 10.333333F, 1e-6F);
}

TEST_F(PlacementWithABegin, FailsAtOnceWhenItMayNotSlide) {
  s.sp.placement_allows_sliding = false;
  s.cells.script = {answer(TransitionState::Collided)};
  EXPECT_FALSE(s.t.find_transitional_position());
  EXPECT_EQ(s.cells.calls, 1);
}

TEST_F(PlacementWithABegin, FailsWhenItFitsNowhere) {
  s.cells.script = {answer(TransitionState::Collided)};
  EXPECT_FALSE(s.t.find_transitional_position());
  EXPECT_EQ(s.cells.calls, 3);
}

}  // namespace
}  // namespace surefoot::test
