// Resting a sphere on a plane, or lifting it out of it (spec 04 §2.1; table of §12.1).
#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "support/scripted_cells.hpp"

namespace surefoot::test {
namespace {

constexpr CellId kSurfaceCell = 0xA9B40012U;
constexpr Plane kSteep{{0.8F, 0, 0.6F}, 0};

/// Radius 0.5, centre (0,0,z) half a metre above its position.
class ValidateWalkable : public ::testing::Test {
 protected:
  void place(float z, std::uint32_t state) {
    const Sphere foot{{0, 0, 0.5F}, 0.5F};
    s.set_up({&foot, 1}, {0, 0, z - 0.5F}, {0, 0, z - 0.5F});
    s.oi.state = state;
  }
  TransitionState rest(const Plane& plane, float water_depth = 0.0F, bool is_water = false) {
    return s.t.validate_walkable(s.sp.global_sphere[0], plane, is_water, water_depth, kSurfaceCell);
  }
  void expect_contact(const Plane& plane) const {
    EXPECT_TRUE(s.ci.contact_plane_valid);
    EXPECT_TRUE(same_bits(s.ci.contact_plane.plane, plane));
    EXPECT_EQ(s.ci.contact_plane.cell_id, kSurfaceCell);
  }
  void expect_collision(const Vec3& n) const {
    EXPECT_TRUE(s.ci.collision_normal_valid);
    EXPECT_TRUE(same_bits(s.ci.collision_normal, n));
    EXPECT_TRUE(s.ci.collided_with_environment);
  }
  void expect_no_contact() const { EXPECT_FALSE(s.ci.contact_plane_valid); }
  void expect_no_collision() const {
    EXPECT_FALSE(s.ci.collision_normal_valid);
    EXPECT_FALSE(s.ci.collided_with_environment);
  }
  [[nodiscard]] float candidate_z() const { return s.sp.check_pos.frame.origin.z; }

  Scene s;
};

TEST_F(ValidateWalkable, GroundedAndTouchingKeepsTheContact) {
  place(0.5F, kGrounded);
  EXPECT_EQ(rest(kFlat), TransitionState::Ok);
  expect_contact(kFlat);
  expect_no_collision();
}

TEST_F(ValidateWalkable, AirborneAndTouchingReportsTheSurface) {
  place(0.5F, 0);
  EXPECT_EQ(rest(kFlat), TransitionState::Ok);
  expect_contact(kFlat);
  expect_collision(kUp);
}

TEST_F(ValidateWalkable, AboveTheSurfaceDoesNothing) {
  place(0.5003F, kGrounded);
  EXPECT_EQ(rest(kFlat), TransitionState::Ok);
  expect_no_contact();
  expect_no_collision();
}

TEST_F(ValidateWalkable, BelowIsLiftedOntoTheSurface) {
  place(0.4F, kGrounded);
  EXPECT_EQ(rest(kFlat), TransitionState::Adjusted);
  expect_contact(kFlat);
  expect_no_collision();
  EXPECT_EQ(candidate_z(), 0.0F);
}

TEST_F(ValidateWalkable, WaterCarriesDeeper) {
  place(0.35F, kGrounded);
  EXPECT_EQ(rest(kFlat, 0.1F, true), TransitionState::Adjusted);
  expect_contact(kFlat);
  EXPECT_TRUE(s.ci.contact_plane.is_water);
  EXPECT_TRUE(same_bits(s.sp.global_low_point.z, -0.100000001F));
}

// 00 R2, #345: a grounded mover ignores a steep surface here, and the answer is Ok, not Adjusted.
TEST_F(ValidateWalkable, GroundedIgnoresASteepSurface) {
  place(0.4F, kGrounded);
  EXPECT_EQ(rest(kSteep), TransitionState::Ok);
  expect_no_contact();
  expect_no_collision();
  EXPECT_EQ(candidate_z(), 0.4F - 0.5F);
}

TEST_F(ValidateWalkable, GroundedTouchingASteepSurfaceRecordsNothing) {
  place(0.5F, kGrounded);
  EXPECT_EQ(rest(kSteep), TransitionState::Ok);
  expect_no_contact();
  expect_no_collision();
}

TEST_F(ValidateWalkable, OnSteepGroundAlreadyItIsLifted) {
  place(0.4F, object_info_flag::kContact);
  EXPECT_EQ(rest(kSteep), TransitionState::Adjusted);
  expect_contact(kSteep);
  expect_no_collision();
}

TEST_F(ValidateWalkable, AirborneIsLiftedOutOfASteepSurfaceAndReportsIt) {
  place(0.4F, 0);
  EXPECT_EQ(rest(kSteep), TransitionState::Adjusted);
  expect_contact(kSteep);
  EXPECT_TRUE(s.ci.collision_normal_valid);
  EXPECT_TRUE(s.ci.collided_with_environment);
}

class SteppingDown : public ValidateWalkable {
 protected:
  void step(float z, float amount) {
    place(z, kGrounded);
    s.sp.step_down = true;
    s.sp.step_down_amt = amount;
    s.sp.walk_interp = 1.0F;
  }
};

TEST_F(SteppingDown, SpendsThePartOfTheStepItTook) {
  step(0.4F, 0.5F);
  EXPECT_EQ(rest(kFlat), TransitionState::Adjusted);
  expect_contact(kFlat);
  EXPECT_TRUE(same_bits(s.sp.walk_interp, 0.800000012F));
}

TEST_F(SteppingDown, MaySpendTheWholeStep) {
  step(0.0F, 0.5F);
  EXPECT_EQ(rest(kFlat), TransitionState::Adjusted);
  expect_contact(kFlat);
  EXPECT_EQ(s.sp.walk_interp, 0.0F);
}

// 0.55 below with a step of 0.5 is one tenth too much; the plane stays noted, edge_slide depends on it.
TEST_F(SteppingDown, TooDeepIsBlockedWithTheContactPlaneSet) {
  step(-0.05F, 0.5F);
  EXPECT_EQ(rest(kFlat), TransitionState::Collided);
  expect_contact(kFlat);
  EXPECT_EQ(s.sp.walk_interp, 1.0F);
}

TEST_F(SteppingDown, StandsOnSteepSurfacesToo) {
  step(0.4F, 0.5F);
  EXPECT_EQ(rest(kSteep), TransitionState::Adjusted);
  expect_contact(kSteep);
}

TEST_F(ValidateWalkable, TheSupportProbeOnlyAnswers) {
  place(0.4F, kGrounded);
  s.sp.check_walkable = true;
  EXPECT_EQ(rest(kFlat), TransitionState::Collided);
  expect_no_contact();
  EXPECT_EQ(candidate_z(), 0.4F - 0.5F);
}

/// The camera came from (0,0,from) to (0,0,z).
class ViewerAtASurface : public ValidateWalkable {
 protected:
  void look(float from, float z, CellId begin_cell) {
    place(z, object_info_flag::kIsViewer);
    s.sp.global_curr_center[0] = {0, 0, from};
    begin_.cell_id = begin_cell;
    s.sp.begin_pos = &begin_;
  }

 private:
  Position begin_;
};

TEST_F(ViewerAtASurface, IsPulledBackToWhereItTouches) {
  look(1.0F, 0.3F, kStubCell);
  EXPECT_EQ(rest(kFlat), TransitionState::Adjusted);
  EXPECT_NEAR(s.sp.global_sphere[0].center.z, 0.5F, 1e-6F);
  expect_collision(kUp);
  expect_no_contact();
}

TEST_F(ViewerAtASurface, StartedIndoorsIgnoresWhatIsNotOnItsPath) {
  look(0.2F, 0.3F, 0xA9B40101U);
  EXPECT_EQ(rest(kFlat), TransitionState::Ok);
  expect_no_collision();
  EXPECT_EQ(candidate_z(), 0.3F - 0.5F);
}

// Only the indoor start exempts; outdoors the same hit pulls, backwards along the way.
TEST_F(ViewerAtASurface, StartedOutdoorsIsPulledEvenOffItsPath) {
  look(0.2F, 0.3F, kStubCell);
  EXPECT_EQ(rest(kFlat), TransitionState::Adjusted);
  EXPECT_NEAR(s.sp.global_sphere[0].center.z, 0.5F, 1e-6F);
}

// §9.20: unconditional, also outdoors.
TEST_F(ViewerAtASurface, NotTouchingIsClear) {
  look(1.2F, 0.8F, kStubCell);
  EXPECT_EQ(rest(kFlat), TransitionState::Ok);
  expect_no_collision();
}

}  // namespace
}  // namespace surefoot::test
