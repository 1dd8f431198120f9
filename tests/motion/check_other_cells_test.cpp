// The rest of the cell list, and the change of cell (spec 04 §6.4): two spheres of radius 0.48 at (1.25,2,3),
// a second loaded cell beside their own and one that is not loaded.
#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "support/scripted_cells.hpp"

namespace surefoot::test {
namespace {

constexpr Vec3 kCandidate{1.25F, 2, 3};

class CheckOtherCells : public ::testing::Test {
 protected:
  CheckOtherCells() {
    s.set_up(kTwoSpheres, {1, 2, 3}, kCandidate);
    other.id = 0xA9B40002U;
    s.cells.listed = {{kStubCell, &s.cells.stub}, {0xA9B40003U, nullptr}, {other.id, &other}};
  }
  [[nodiscard]] const Vec3& candidate() const { return s.sp.check_pos.frame.origin; }
  Scene s;
  ObjCell other;
};

TEST_F(CheckOtherCells, AsksEveryOtherLoadedCellOnce) {
  EXPECT_EQ(s.t.check_other_cells(&s.cells.stub), TransitionState::Ok);
  EXPECT_EQ(s.cells.calls, 1);
  EXPECT_EQ(s.cells.asked, &other);
}

TEST_F(CheckOtherCells, ASlideThereLosesTheContact) {
  s.stand_on(kFlat);
  s.cells.script = {answer(TransitionState::Slid)};
  EXPECT_EQ(s.t.check_other_cells(&s.cells.stub), TransitionState::Slid);
  EXPECT_FALSE(s.ci.contact_plane_valid);
}

TEST_F(CheckOtherCells, ABlockThereBlocks) {
  s.stand_on(kFlat);
  s.cells.script = {answer(TransitionState::Collided)};
  EXPECT_EQ(s.t.check_other_cells(&s.cells.stub), TransitionState::Collided);
  EXPECT_TRUE(s.ci.contact_plane_valid);
  s.cells.calls = 0;
  s.cells.script = {answer(TransitionState::Ok), answer(TransitionState::Collided)};
  EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Collided);
  EXPECT_EQ(s.cells.calls, 2);
}

TEST_F(CheckOtherCells, AnAdjustmentThereIsTriedAgain) {
  s.cells.script = {answer(TransitionState::Ok), answer(TransitionState::Adjusted),
                    answer(TransitionState::Ok)};
  EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Ok);
  EXPECT_EQ(s.cells.calls, 4);
}

TEST_F(CheckOtherCells, MovesTheCandidateToTheCellItIsIn) {
  other.id = 0xA9B40009U;
  s.cells.holder = &other;
  EXPECT_EQ(s.t.check_other_cells(&s.cells.stub), TransitionState::Ok);
  EXPECT_EQ(s.sp.check_cell, &other);
  EXPECT_EQ(s.sp.check_pos.cell_id, 0xA9B40009U);
  EXPECT_TRUE(same_bits(candidate(), kCandidate));
}

TEST_F(CheckOtherCells, IsNeverSteppedDownOutOfTheLoadedWorld) {
  s.cells.holder = nullptr;
  s.sp.step_down = true;
  EXPECT_EQ(s.t.check_other_cells(&s.cells.stub), TransitionState::Collided);
}

TEST_F(CheckOtherCells, GoesOnWithoutACellWhereNoneIsLoaded) {
  s.cells.holder = nullptr;
  s.sp.set_check_pos(Scene::at({30, 2, 3}), &s.cells.stub);
  EXPECT_EQ(s.t.check_other_cells(&s.cells.stub), TransitionState::Ok);
  EXPECT_EQ(s.sp.check_cell, nullptr);
  EXPECT_EQ(s.sp.check_pos.cell_id, 0xA9B40009U) << "the land cell under it";
  EXPECT_TRUE(same_bits(candidate(), Vec3{30, 2, 3}));
}

TEST_F(CheckOtherCells, ReanchorsAcrossTheBorderWithoutACell) {
  s.cells.holder = nullptr;
  s.sp.set_check_pos(Scene::at({192.5F, 2, 3}), &s.cells.stub);
  EXPECT_EQ(s.t.check_other_cells(&s.cells.stub), TransitionState::Ok);
  EXPECT_EQ(s.sp.check_pos.cell_id, 0xAAB40001U);
  EXPECT_TRUE(same_bits(candidate(), Vec3{0.5F, 2, 3}));
  EXPECT_TRUE(same_bits(s.sp.global_sphere[0].center.x, 0.5F));
}

TEST_F(CheckOtherCells, IsBlockedOffTheMap) {
  s.cells.holder = nullptr;
  s.sp.set_check_pos(Scene::at({-1, 2, 3}, 0x00000001U), &s.cells.stub);
  EXPECT_EQ(s.t.check_other_cells(&s.cells.stub), TransitionState::Collided);
}

// The list is re-read: a nested step-up inside a cell's test may have rebuilt it (§6.4).
TEST_F(CheckOtherCells, FollowsAListThatChangesUnderIt) {
  s.cells.script = {[](ScriptedTransition& t) {
    t.cell_array.clear();
    return TransitionState::Ok;
  }};
  ObjCell third;
  third.id = 0xA9B40004U;
  s.cells.listed.push_back({third.id, &third});
  EXPECT_EQ(s.t.check_other_cells(&s.cells.stub), TransitionState::Ok);
  EXPECT_EQ(s.cells.calls, 1);
}

}  // namespace
}  // namespace surefoot::test
