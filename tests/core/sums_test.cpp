// The client's sums under the running rules (divergences `gdle_dot_xyz`, `gdle_floor_double`, `openac_floor_z`), and the
// forms of ports that stand beside the client's: `gdle_snap_short`, `gdle_frame_eq_strict`. Values by an independent
// evaluation in binary32.
#include "core/sums.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "core/rules.hpp"
#include "support/bits.hpp"

namespace surefoot::test {
namespace {

Profile only(Divergence d) {
  Profile p;
  p.add(d);
  return p;
}

const Profile kXyz = only(Divergence::gdle_dot_xyz);
const Profiled kPort(kXyz, nullptr);
constexpr Retail kRetail;
constexpr const Profile* kNone = nullptr;

// 2^24 swallows a 1 that comes before its opposite.
constexpr Vec3 kSwallows{1.0F, 16777216.0F, -16777216.0F};
constexpr Vec3 kOnes{1.0F, 1.0F, 1.0F};

TEST(Sums, GoByTheFunctionUnlessThePortsAreAsked) {
  EXPECT_EQ(dot_zyx(kRetail, kSwallows, kOnes), 1.0F);
  EXPECT_EQ(dot_xzy(kRetail, kSwallows, kOnes), 1.0F);
  EXPECT_EQ(dot_zxy(kRetail, kSwallows, kOnes), 1.0F);
  EXPECT_EQ(dot_yzx(kRetail, kSwallows, kOnes), 1.0F);
  EXPECT_EQ(dot_yxz(kRetail, kSwallows, kOnes), 0.0F);
  for (const float sum :
       {dot_zyx(kPort, kSwallows, kOnes), dot_xzy(kPort, kSwallows, kOnes), dot_zxy(kPort, kSwallows, kOnes),
        dot_yzx(kPort, kSwallows, kOnes), dot_yxz(kPort, kSwallows, kOnes)})
    EXPECT_EQ(sum, 0.0F);
}

TEST(Sums, HoldForABodyWithoutAProfileToo) {
  EXPECT_EQ(dot_zyx(kNone, kSwallows, kOnes), 1.0F);
  EXPECT_EQ(dot_zyx(static_cast<const Profile*>(&kXyz), kSwallows, kOnes), 0.0F);
}

// 02 §10 case 18: the third polygon of case 1.
TEST(Sums, GiveThePlanesDistance) {
  const Plane tri{{float_from_bits(0xBE9BE76EU), float_from_bits(0xBE936673U), float_from_bits(0x3F687051U)},
                  float_from_bits(0xBE3CC91DU)};
  EXPECT_TRUE(has_bits(dist(kRetail, tri, {2.7F, 3.1F, 0.4F}), 0xBFC494B0));
  EXPECT_TRUE(has_bits(dist(kPort, tri, {2.7F, 3.1F, 0.4F}), 0xBFC494B1));
  EXPECT_TRUE(has_bits(plane_through(kRetail, {1, 1, 1}, kSwallows).d, 0xBF800000));
  EXPECT_TRUE(has_bits(plane_through(kPort, {1, 1, 1}, kSwallows).d, 0x80000000));
}

// A frame whose axes share no component: 02 §10 case 18.
TEST(Sums, TurnAVectorAndBack) {
  Frame f;
  ASSERT_TRUE(f.set_rotate(1, 2, 3, 4));
  const Vec3 v{0.1F, -0.37F, 0.02F};
  EXPECT_TRUE(has_bits(localtoglobalvec(kRetail, f, v).z, 0xBE9E60F0));
  EXPECT_TRUE(has_bits(localtoglobalvec(kPort, f, v), {0xBDCF87DA, 0x3E50369B, 0xBE9E60F1}));
  f.m = {1, 1, 1, 1, 1, 1, 1, 1, 1};  // no rotation, but one that shows the order
  EXPECT_EQ(globaltolocal(kRetail, f, kSwallows).x, 1.0F) << "(z + x) + y";
  EXPECT_EQ(globaltolocal(kPort, f, kSwallows).x, 0.0F) << "(x + y) + z";
}

TEST(Sums, CarryPointsFromFrameToFrame) {
  Position here;
  here.cell_id = 0x01010001;
  Position there = here;
  there.frame.origin = {10, 20, 30};
  ASSERT_TRUE(there.frame.set_rotate(1, 2, 3, 4));
  const Vec3 v{0.1F, -0.37F, 0.02F};
  const Vec3 g = localtoglobal(kPort, here, there, v);
  EXPECT_TRUE(same_bits(g, localtoglobalvec(kPort, there.frame, v) + there.frame.origin));
  EXPECT_TRUE(same_bits(localtolocal(kPort, there, here, g), globaltolocal(kPort, there.frame, g)));
  EXPECT_TRUE(same_bits(localtoglobal(kRetail, here, there, v), here.localtoglobal(there, v)));
  EXPECT_TRUE(same_bits(localtolocal(kRetail, there, here, g), there.localtolocal(here, g)));
}

// The ramp of the golden world `roof_rotated_drop`: the port's recorded d.
TEST(Sums, CarryAPlane) {
  Position block;
  block.cell_id = 0x3030001C;
  Position roof = block;
  roof.frame.origin = {82, 84, 10};
  roof.frame.q = {float_from_bits(0x3F7746ECU), 0, 0, float_from_bits(0x3E8483EFU)};
  roof.frame.cache();
  const Plane local{{float_from_bits(0xBF64F92EU), 0, float_from_bits(0x3EE4F92EU)},
                    float_from_bits(0xC0ABBAE2U)};
  const Plane retail = plane_to_global(kRetail, block, roof, local);
  const Plane port = plane_to_global(kPort, block, roof, local);
  EXPECT_TRUE(same_bits(retail.normal, port.normal));
  EXPECT_TRUE(has_bits(retail.d, 0x42B67D04));
  EXPECT_TRUE(has_bits(port.d, 0x42B67D05));
}

// 01 §2: the limit as a float and as the binary64 it was rounded from.
TEST(WalkableLimit, LiesBetweenTwoFloats) {
  const Profile exact = only(Divergence::gdle_floor_double);
  const Profile openac = only(Divergence::openac_floor_z);
  const float above = std::nextafter(kFloorZ, 1.0F);
  EXPECT_TRUE(is_valid_walkable(kRetail, {0, 0, kFloorZ}));
  EXPECT_FALSE(is_valid_walkable(&exact, {0, 0, kFloorZ}));
  EXPECT_TRUE(is_valid_walkable(&exact, {0, 0, above}));
  EXPECT_FALSE(is_valid_walkable(&openac, {0, 0, above}));
  EXPECT_TRUE(is_valid_walkable(&openac, {0, 0, kOpenAcFloorZ}));
  EXPECT_FALSE(is_valid_walkable(kRetail, {0, 0, std::nextafter(kFloorZ, 0.0F)}));
}

// 01 §11.
TEST(PlaneSnap, WithoutDIsTheShortForm) {
  Vec3 longer{0.1F, -0.37F, 0.02F};
  Vec3 shorter = longer;
  const Plane p{{0, -0.6F, 0.8F}, 0};
  p.snap_to_plane(longer);
  p.snap_to_plane_short(shorter);
  EXPECT_TRUE(has_bits(longer.z, 0xBE8E147C));
  EXPECT_TRUE(has_bits(shorter.z, 0xBE8E147B));
  Vec3 kept{1, 2, 3};
  Plane{{1, 0, kEpsilon}, 0}.snap_to_plane_short(kept);
  EXPECT_TRUE(same_bits(kept, Vec3{1, 2, 3})) << "the guard is inclusive";
}

TEST(FrameEquality, IsInclusiveForTheClientAndNotForThePort) {
  Frame a;
  Frame b;
  b.origin.x = kEpsilon;
  EXPECT_TRUE(is_equal(a, b));
  EXPECT_FALSE(is_equal_strictly(a, b));
  b.origin.x = std::nextafter(kEpsilon, 0.0F);
  EXPECT_TRUE(is_equal_strictly(a, b));
  b.q.w = -1;
  EXPECT_FALSE(is_equal_strictly(a, b));
}

// The sine by the unit axis, as the port's recorded rotation has it (golden world `fm00001`, first tick).
TEST(Turning, MakesTheAxisUnitFirstInThePorts) {
  const float q = kTickQuantum;
  const Vec3 w{0, 0, q * -2.1751036643981934F};
  Frame retail;
  Frame port;
  retail.grotate(w);
  port.grotate(w, {.by_axis = true});
  EXPECT_TRUE(has_bits(retail.q.z, 0xBD147460));
  EXPECT_TRUE(has_bits(port.q.z, 0xBD14745F));
  EXPECT_TRUE(same_bits(retail.q.w, port.q.w));
}

}  // namespace
}  // namespace surefoot::test
