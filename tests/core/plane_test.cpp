// Spec 01 §5 and the Plane rows of §11.
#include "core/plane.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/bits.hpp"

namespace surefoot {
namespace {

using test::has_bits;
using test::same_bits;

constexpr Plane kP{{0.6F, 0.0F, 0.8F}, -3.0F};

TEST(Plane, WhichSideIsInPlaneAtBothEnds) {
  EXPECT_EQ(kP.which_side({5, 0, 0}, kEpsilon), Sidedness::InPlane);
  EXPECT_TRUE(has_bits(kP.dist({5, 0, 0}), 0));
  EXPECT_EQ(kP.which_side({5, 0, 0.001F}, kEpsilon), Sidedness::Positive);
  EXPECT_TRUE(has_bits(kP.dist({5, 0, 0.001F}), 0x3A51B000));
  EXPECT_EQ(kP.which_side({5, 0, -0.001F}, kEpsilon), Sidedness::Negative);
  EXPECT_EQ(kP.which_side({5, 0, 0.0001F}, kEpsilon), Sidedness::InPlane);
  EXPECT_TRUE(has_bits(kP.dist({5, 0, 0.0001F}), 0x38A80000));

  const Plane ground{{0, 0, 1}, 0};
  EXPECT_EQ(ground.which_side({0, 0, kEpsilon}, kEpsilon), Sidedness::InPlane);
  EXPECT_EQ(ground.which_side({0, 0, -kEpsilon}, kEpsilon), Sidedness::InPlane);
  EXPECT_EQ(ground.which_side({0, 0, std::nextafter(kEpsilon, 1.0F)}, kEpsilon), Sidedness::Positive);
  EXPECT_EQ(ground.which_side({0, 0, -std::nextafter(kEpsilon, 1.0F)}, kEpsilon), Sidedness::Negative);
}

TEST(Plane, DistanceAddsZThenYThenXThenD) {
  constexpr float kTiny = 0x1p-24F;
  const Plane p{{1, 1, 1}, 0};
  EXPECT_TRUE(has_bits(p.dist({1.0F, kTiny, kTiny}), 0x3F800001));
  EXPECT_TRUE(has_bits(p.dist({kTiny, kTiny, 1.0F}), 0x3F800000));
  const Plane q{{1, 1, 1}, -1.0F};
  EXPECT_TRUE(has_bits(q.dist({1.0F, kTiny, kTiny}), 0x34000000));
}

TEST(Plane, ThroughAPoint) {
  EXPECT_TRUE(same_bits(plane_through({0.6F, 0, 0.8F}, {5, 0, 0}), Plane{{0.6F, 0, 0.8F}, -3.0F}));
  // The normal is taken as it is.
  EXPECT_TRUE(same_bits(plane_through({0, 0, 2}, {0, 0, 3}), Plane{{0, 0, 2}, -6.0F}));
}

TEST(Plane, SetHeight) {
  Vec3 p{1, 7, 99};
  EXPECT_TRUE(kP.set_height(p));
  EXPECT_TRUE(has_bits(p.z, 0x40400000));
  // A wall has no height; the guard is inclusive.
  for (const float nz : {0.0F, kEpsilon, -kEpsilon}) {
    Vec3 untouched{1, 2, 3};
    EXPECT_FALSE((Plane{{1, 0, nz}, 0}.set_height(untouched)));
    EXPECT_TRUE(same_bits(untouched, Vec3{1, 2, 3}));
  }
}

TEST(Plane, SnapToPlaneKeepsTheRoundingOfD) {
  Vec3 v{0.1F, -0.37F, 0.02F};
  Plane{{0, -0.6F, 0.8F}, -100.3F}.snap_to_plane(v);
  EXPECT_TRUE(has_bits(v.z, 0xBE8E1400));
  EXPECT_TRUE(same_bits(v.x, 0.1F));
  EXPECT_TRUE(same_bits(v.y, -0.37F));
  v.z = 0.02F;
  Plane{{0, -0.6F, 0.8F}, 0.0F}.snap_to_plane(v);
  EXPECT_TRUE(has_bits(v.z, 0xBE8E147C)) << "the short formula would give BE8E147B";
}

TEST(Plane, SnapToPlaneLeavesSteepWallsAlone) {
  Vec3 v{1, 2, 3};
  Plane{{1, 0, 0.0002F}, 0}.snap_to_plane(v);
  EXPECT_TRUE(same_bits(v, Vec3{1, 2, 3}));
}

TEST(Plane, TimeOfIntersection) {
  const auto t = compute_time_of_intersection(kP, {1, 2, 10}, {0, 0, -1});
  ASSERT_TRUE(t.has_value());
  EXPECT_TRUE(has_bits(*t, 0x40E00001));
}

// Case G10 of spec 08 §2.
TEST(Plane, TimeOfIntersectionOfAFloor) {
  const Plane floor{{0, 0, 1}, 0};
  const auto down = compute_time_of_intersection(floor, {0, 0, 5}, {0, 0, -1});
  ASSERT_TRUE(down.has_value());
  EXPECT_TRUE(same_bits(*down, 5.0F));
  EXPECT_FALSE(compute_time_of_intersection(floor, {0, 0, 5}, {1, 0, 0}).has_value());
  // Exactly kEpsilon is not parallel any more.
  EXPECT_TRUE(compute_time_of_intersection(floor, {0, 0, 5}, {1, 0, -kEpsilon}).has_value());
  EXPECT_FALSE(
      compute_time_of_intersection(floor, {0, 0, 5}, {1, 0, std::nextafter(kEpsilon, 0.0F)}).has_value());
  // Behind: the time is reported, negative, which is no hit.
  const auto behind = compute_time_of_intersection(floor, {0, 0, 5}, {0, 0, 1});
  ASSERT_TRUE(behind.has_value());
  EXPECT_TRUE(same_bits(*behind, -5.0F));
}

}  // namespace
}  // namespace surefoot
