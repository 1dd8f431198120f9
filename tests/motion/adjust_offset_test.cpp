// The wished sub-step, bent by the ground stood on and the wall slid along (spec 04 §6.3; numbers of §12.1
// and of conformance cases O01–O05).
#include <gtest/gtest.h>

#include <cmath>

#include "support/bits.hpp"
#include "support/scripted_cells.hpp"

namespace surefoot::test {
namespace {

/// Foot centre (5,5,0.48), radius 0.48, candidate (5,5,0).
class AdjustOffset : public ::testing::Test {
 protected:
  AdjustOffset() { s.set_up(kOneSphere, {5, 5, 0}, {5, 5, 0}); }

  void slide_along(const Vec3& n) {
    s.ci.sliding_normal_valid = true;
    s.ci.sliding_normal = n;
  }
  void stand(const Plane& plane, CellId cell = 0) {
    s.ci.set_contact_plane(plane, false);
    s.ci.contact_plane.cell_id = cell;
  }
  [[nodiscard]] const Vec3& candidate() const { return s.sp.check_pos.frame.origin; }

  Scene s;
  const Vec3 wish{0.3F, 0.4F, -0.1F};
};

TEST_F(AdjustOffset, LeavesAWishInFreeAirAlone) {
  EXPECT_TRUE(same_bits(s.t.adjust_offset(wish), wish));
}

TEST_F(AdjustOffset, TakesTheWallPartOutInTheAir) {
  slide_along({-1, 0, 0});
  EXPECT_TRUE(same_bits(s.t.adjust_offset(wish), Vec3{0, 0.400000006F, -0.100000001F}));
  EXPECT_TRUE(s.ci.sliding_normal_valid);
}

TEST_F(AdjustOffset, ForgetsAWallTheWishLeaves) {
  slide_along({1, 0, 0});
  EXPECT_TRUE(same_bits(s.t.adjust_offset(wish), wish));
  EXPECT_FALSE(s.ci.sliding_normal_valid);
}

TEST_F(AdjustOffset, ProjectsAWishIntoTheSlope) {
  stand({{0, -0.6F, 0.8F}, 0});
  EXPECT_TRUE(has_bits(s.t.adjust_offset({0, 0, -0.5F}), {0, 0xBE75C290, 0xBE3851EA}));
}

TEST_F(AdjustOffset, ProjectsUphill) {
  stand({{0, -0.6F, 0.8F}, 0});
  EXPECT_TRUE(has_bits(s.t.adjust_offset({0, 0.5F, 0}), {0, 0x3EA3D70A, 0x3E75C290}));
}

TEST_F(AdjustOffset, FollowsTheSlopeDownhill) {
  stand({{0, -0.6F, 0.8F}, 0});
  EXPECT_TRUE(same_bits(s.t.adjust_offset({0, -0.5F, 0}), Vec3{0, -0.5F, -0.375F}));
}

// The distance of the plane does not cancel in binary32: with a large one z carries the rounding of the sum.
TEST_F(AdjustOffset, FollowsAFarPlaneWithItsRounding) {
  stand({{0, -0.6F, 0.8F}, -100.3F});
  const Vec3 v = s.t.adjust_offset({0.1F, -0.37F, 0.02F});
  EXPECT_TRUE(same_bits(v.x, 0.1F));
  EXPECT_TRUE(same_bits(v.y, -0.37F));
  EXPECT_TRUE(has_bits(v.z, 0xBE8E1400));
}

TEST_F(AdjustOffset, GoesAlongTheCreaseOfGroundAndWall) {
  stand(kFlat);
  slide_along({-0.6F, -0.8F, 0});
  const Vec3 v = s.t.adjust_offset({0.5F, 0, 0});
  EXPECT_TRUE(has_bits(v.x, 0x3EA3D70B));
  EXPECT_TRUE(has_bits(v.y, 0xBE75C290));
  EXPECT_EQ(v.z, 0.0F);
}

TEST_F(AdjustOffset, LeavesNothingWhereGroundAndWallAreParallel) {
  stand(kFlat);
  slide_along(kUp);
  EXPECT_TRUE(has_bits(s.t.adjust_offset({0.1F, 0.2F, -0.3F}), {0, 0, 0}));
}

// On a slope a sphere rests on its lowest point, closer to the plane than its radius.
TEST_F(AdjustOffset, LiftsTheSphereOutOfTheSlope) {
  stand({{0.6F, 0, 0.8F}, -3}, kStubCell);
  const Vec3 v{0, 0.1F, 0};
  EXPECT_TRUE(same_bits(s.t.adjust_offset(v), v));
  EXPECT_TRUE(has_bits(candidate().z, 0x3DF5C283));
}

TEST_F(AdjustOffset, DoesNotLiftAPlaneOfNoCellOrOfWater) {
  stand({{0.6F, 0, 0.8F}, -3}, 0);
  (void)s.t.adjust_offset({0, 0.1F, 0});
  EXPECT_TRUE(same_bits(candidate(), Vec3{5, 5, 0}));
  stand({{0.6F, 0, 0.8F}, -3}, kStubCell);
  s.ci.contact_plane.is_water = true;  // cylinder and sphere tops set it on purpose
  (void)s.t.adjust_offset({0, 0.1F, 0});
  EXPECT_TRUE(same_bits(candidate(), Vec3{5, 5, 0}));
}

/// The candidate has crossed into the next landblock, the plane is still the old one's.
class AcrossTheBorder : public AdjustOffset {
 protected:
  static constexpr CellId kNextBlock = 0xAAB40001U;
  static constexpr CellId kOldCell = 0xA9B40039U;
  AcrossTheBorder() {
    const Sphere foot{{0, 0, 0.4F}, 0.48F};
    s.sp.init_sphere({&foot, 1}, 1.0F);
    s.sp.set_check_pos(Scene::at({0.1F, 5, 0}, kNextBlock), &s.cells.stub);
  }
};

TEST_F(AcrossTheBorder, LiftsByTheDistanceOnFlatGround) {
  stand(kFlat, kOldCell);
  const Vec3 v{0.1F, 0, 0};
  EXPECT_TRUE(same_bits(s.t.adjust_offset(v), v));
  EXPECT_TRUE(has_bits(candidate().z, 0x3DA3D708));
}

TEST_F(AcrossTheBorder, MeasuresAnInclinedPlaneInItsOwnBlock) {
  stand({{0.6F, 0, 0.8F}, -115.2F}, kOldCell);
  const Vec3 v = s.t.adjust_offset({0.1F, 0, 0});
  EXPECT_TRUE(same_bits(v.x, 0.1F));
  EXPECT_EQ(v.y, 0.0F);
  EXPECT_TRUE(has_bits(v.z, 0xBD999800));
  EXPECT_TRUE(has_bits(candidate().z, 0x3DFFF7CB));
}

/// A slope of 30 degrees: normal (0.5, 0, 0.8660254) (spec 08 §6).
constexpr Vec3 kSlope{0.5F, 0, 0.8660254F};

TEST_F(AdjustOffset, O01_DownAWalkableSlopeSnapsToThePlane) {
  stand({kSlope, 0});
  EXPECT_TRUE(has_bits(s.t.adjust_offset({1, 0, 0}), {0x3F800000, 0, 0xBF13CD3A}));
}

TEST_F(AdjustOffset, O02_UpAWalkableSlopeProjects) {
  stand({kSlope, 0});
  EXPECT_TRUE(has_bits(s.t.adjust_offset({-1, 0, 0}), {0xBF400000, 0, 0x3EDDB3D7}));
}

TEST_F(AdjustOffset, O03_ANearlyVerticalPlaneDoesNotBendTheWish) {
  stand({{1, 0, 0.0001F}, 0});
  EXPECT_TRUE(same_bits(s.t.adjust_offset({1, 0, 0}), Vec3{1, 0, 0}));
}

/// Puts the foot of radius 0.5 at `dist` from the slope's plane and takes a step along it.
float lift_at(Scene& s, float dist) {
  const Sphere foot{{0, 0, 0.5F}, 0.5F};
  s.sp.init_sphere({&foot, 1}, 1.0F);
  s.sp.set_check_pos(Scene::at({1, 1, 1}), &s.cells.stub);
  const float d = dist - dot_zyx(kSlope, s.sp.global_sphere[0].center);
  s.ci.set_contact_plane({kSlope, d}, false);
  s.ci.contact_plane.cell_id = kStubCell;
  (void)s.t.adjust_offset({0, 0.1F, 0});
  return s.sp.check_pos.frame.origin.z - 1.0F;
}

TEST_F(AdjustOffset, O04_TheSafetyLiftUsesTheBareRadius) {
  EXPECT_NEAR(lift_at(s, 0.47F), 0.0346410F, 1e-6F);
}

TEST_F(AdjustOffset, O05_NoLiftFarFromThePlane) {
  EXPECT_EQ(lift_at(s, 0.6F), 0.0F);
}

// The bound is |z| < radius: at N.z = 0.5 a sphere resting on its lowest point (distance radius·N.z) needs a
// lift of exactly one radius and gets none (§6.3 (b)).
TEST_F(AdjustOffset, DoesNotLiftByAWholeRadius) {
  const Sphere foot{{0, 0, 1}, 1};
  s.sp.init_sphere({&foot, 1}, 1.0F);
  s.sp.set_check_pos(Scene::at({0, 0, 0}), &s.cells.stub);
  stand({{0.75F, 0, 0.5F}, 0}, kStubCell);
  (void)s.t.adjust_offset({0, 0.1F, 0});
  EXPECT_EQ(candidate().z, 0.0F);
  stand({{0.75F, 0, 0.51F}, 0}, kStubCell);
  (void)s.t.adjust_offset({0, 0.1F, 0});
  EXPECT_NEAR(candidate().z, 0.49F / 0.51F, 1e-6F);
}

// The test is strict: at radius − kEpsilon there is no lift yet (§9.1 (2)).
TEST_F(AdjustOffset, DoesNotLiftAtTheEpsilon) {
  const Sphere foot{{0, 0, 0}, 0.48F};  // its centre is the position, so that the distance is exact
  s.sp.init_sphere({&foot, 1}, 1.0F);
  const float limit = 0.48F - kEpsilon;
  const float below = std::nextafter(limit, 0.0F);
  for (const float z : {limit, below}) {
    s.sp.set_check_pos(Scene::at({0, 0, z}), &s.cells.stub);
    stand(kFlat, kStubCell);
    (void)s.t.adjust_offset({0, 0.1F, 0});
    EXPECT_EQ(candidate().z == z, z == limit);
  }
}

}  // namespace
}  // namespace surefoot::test
