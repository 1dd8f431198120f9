// The divergences of spec 03 §13 at cylinders: the worked cases of §16 under retail rules and under one flag.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "motion/collide_cyl_sphere.ipp"
#include "support/bits.hpp"
#include "support/meeting.hpp"
#include "support/profile_pair.hpp"

namespace surefoot::test {
namespace {

using enum TransitionState;
using Pair = ProfilePair;
using Answers = std::array<TransitionState, 2>;

constexpr std::uint32_t kCamera = 0x5C;  // 03 §1.2
constexpr CylSphere kPlatform{{12, 14, 0}, 2.597F, 0.256F};

Vec3 moved(const ProfileRun& run, const Vec3& to) {
  return run.s.sp.check_pos.frame.origin - to;
}

/// The camera of W16, radius 0.3, against its cylinder.
Answers clip(Pair& p, const Vec3& from, const Vec3& to) {
  return p.answers([&](Scene& s) {
    const Sphere mover{{}, 0.3F};
    meet(s, from, to, {&mover, 1});
    s.oi.state = kCamera;
    return collide_cyl_sphere::intersects_sphere(s.t, {{0.1F, 0.6F, 0}, 0.5F, 2});
  });
}

// Row 7; W16, third row. m = (0,1.2,−0.4), old = (−0.1,−1.6,2.6). The ports' time of the cap is
// ((0.3 + 2) + 0.4)/−0.4 = −6.75: beside the cap. The wall's: b = 1.92, D = 3.6864 − (2.57 − 0.64)·1.44 =
// 0.9072, f = (1.92 − 0.952470)/1.44 = 0.671896, o = (0,0.806275,−0.268758).
TEST(Divergence, AceTakesTheRimOfACylinderByTheMotion) {
  Pair p(Divergence::ace_cyl_clip_rim);
  const Vec3 to{0, 0.2F, 2.2F};
  EXPECT_EQ(clip(p, {0, -1, 2.6F}, to), (Answers{Adjusted, Adjusted}));
  EXPECT_TRUE(same_bits(p.retail.s.ci.collision_normal, Vec3{0, 0, 1}));
  EXPECT_NEAR(moved(p.retail, to).y, -0.299999714F, 1e-6F);
  EXPECT_NEAR(p.port.s.ci.collision_normal.x, -0.1F / 0.8F, 1e-5F);
  EXPECT_NEAR(p.port.s.ci.collision_normal.y, (-1 + 0.806275F - 0.6F) / 0.8F, 1e-5F);
  EXPECT_EQ(p.port.s.ci.collision_normal.z, 0.0F);
  EXPECT_NEAR(moved(p.port, to).y, -1 - 0.806275F - 0.2F, 1e-5F) << "(start − motion) − check";
  EXPECT_NEAR(moved(p.port, to).z, 2.6F + 0.268758F - 2.2F, 1e-5F);
}

// W16, first row: a wall for sure, the same in the ports.
TEST(Divergence, AceTakesACylindersWallAsRetail) {
  Pair p(Divergence::ace_cyl_clip_rim);
  EXPECT_EQ(clip(p, {0, -2, 1}, {0, 0.2F, 1}), (Answers{Adjusted, Adjusted}));
  EXPECT_TRUE(same_bits(moved(p.port, {0, 0.2F, 1}), moved(p.retail, {0, 0.2F, 1})));
}

// Row 8; W16, first row. Bits worked out in binary32 apart from this program.
TEST(Divergence, GdleDividesTheWallNormalByRadsum) {
  Pair p(Divergence::gdle_cyl_wall_radsum);
  EXPECT_EQ(clip(p, {0, -2, 1}, {0, 0.2F, 1}), (Answers{Adjusted, Adjusted}));
  EXPECT_TRUE(has_bits(p.retail.s.ci.collision_normal, {0xBDFFFFFE, 0xBF7DFDFC, 0}));
  EXPECT_TRUE(has_bits(p.port.s.ci.collision_normal, {0xBDFFFFFE, 0xBF7DFDFB, 0}));
  EXPECT_TRUE(same_bits(moved(p.port, {0, 0.2F, 1}), moved(p.retail, {0, 0.2F, 1})));
}

/// Arm 5 on a stump of radius 0.2 and height 0.2 at (11.7,14): the foot is 0.3 beside its axis.
TransitionState rest_on_stump(Scene& s, const Vec3& from, const Vec3& to, std::span<const Sphere> spheres) {
  meet(s, from, to, spheres);
  look_for_rest(s);
  return collide_cyl_sphere::intersects_sphere(s.t, {{11.7F, 14, 0}, 0.2F, 0.2F});
}

// Row 9. Retail lifts the foot's centre by 0.13 to 0.2 + 0.48. A sphere about the bottom carries it at a
// height of √(0.68² − 0.3²) = 0.610246, with the normal (0.3,0,0.610246)/0.68.
TEST(Divergence, GdleRestsOnACylinderAsOnASphere) {
  Pair p(Divergence::gdle_cyl_land_sphere);
  const Vec3 to{12, 14, 0.075F};
  EXPECT_EQ(p.answers([&](Scene& s) {
    return rest_on_stump(s, {12, 14, 0.275F}, to, kPlayer);
  }),
            (Answers{Adjusted, Adjusted}));
  EXPECT_EQ(p.parted(), "cyl_intersects_sphere.rest | sphere_intersects_sphere.rest");
  EXPECT_TRUE(same_bits(p.retail.s.ci.contact_plane.plane.normal, kUp));
  EXPECT_NEAR(moved(p.retail, to).z, 0.13F, 1e-5F);
  EXPECT_NEAR(p.port.s.ci.contact_plane.plane.normal.x, 0.3F / 0.68F, 1e-5F);
  EXPECT_NEAR(p.port.s.ci.contact_plane.plane.normal.z, 0.610246F / 0.68F, 1e-5F);
  EXPECT_NEAR(moved(p.port, to).z, 0.060246F, 1e-5F);
}

// Row 4: GDLE's copy of the sphere's solve has its fall-through for movers of one sphere too. The foot is just
// above the top, and lower is where it would rest: ahead of the step.
TEST(Divergence, GdleCopyInTheCylinderFallsThroughToo) {
  for (const bool fall_through : {false, true}) {
    Pair p(Divergence::gdle_cyl_land_sphere);
    if (fall_through) p.port.profile.add(Divergence::gdle_one_sphere_rest);
    const Sphere one[] = {kPlayer[0]};
    const Answers a = p.answers([&](Scene& s) {
      return rest_on_stump(s, {11.7F, 14, 0.4F}, {11.7F, 14, 0.2051F}, one);
    });
    EXPECT_EQ(a, (Answers{Ok, fall_through ? Collided : Ok}));
  }
}

TransitionState step_down_on_platform(Scene& s) {
  meet(s, {12, 14, 0.1F}, {12, 14, 0.1F});
  s.ci.contact_plane.cell_id = 0xA9B40007U;
  s.sp.step_down = true;
  s.sp.step_down_amt = 0.6F;
  return collide_cyl_sphere::intersects_sphere(s.t, kPlatform);
}

// Row 10; W14.
TEST(Divergence, GdlePutsThePlaneOfAPlatformAtHeightZero) {
  Pair p(Divergence::gdle_cyl_down_xz);
  EXPECT_EQ(p.answers(step_down_on_platform), (Answers{Adjusted, Adjusted}));
  EXPECT_TRUE(has_bits(p.retail.s.ci.contact_plane.plane.d, 0xBE83126F));
  EXPECT_TRUE(has_bits(p.port.s.ci.contact_plane.plane.d, 0x80000000)) << "-0";
  EXPECT_TRUE(same_bits(moved(p.port, {12, 14, 0.1F}), moved(p.retail, {12, 14, 0.1F})));
  EXPECT_TRUE(has_bits(p.port.s.sp.walk_interp, 0x3F3B4E82));
}

// Row 11; W14.
TEST(Divergence, AceKeepsTheContactCellOnAPlatform) {
  Pair p(Divergence::ace_cyl_down_stale_cell);
  EXPECT_EQ(p.answers(step_down_on_platform), (Answers{Adjusted, Adjusted}));
  EXPECT_EQ(p.retail.s.ci.contact_plane.cell_id, kStubCell);
  EXPECT_EQ(p.port.s.ci.contact_plane.cell_id, 0xA9B40007U);
  EXPECT_TRUE(same_bits(p.port.s.ci.contact_plane.plane, p.retail.s.ci.contact_plane.plane));
}

// Row 12. The head rises by 0.1 into the bottom of what hangs over it: retail's normal looks down and is
// squeezed against the ground. The foot is below where the head was: the port's looks up, and the way into it
// is taken back.
TEST(Divergence, AceSlidesTheHeadByTheFoot) {
  Pair p(Divergence::ace_cyl_head_slide);
  const Vec3 to{12, 14, 0.1F};
  const Answers a = p.answers([&](Scene& s) {
    meet(s, {12, 14, 0}, to);
    ground(s);
    return collide_cyl_sphere::intersects_sphere(s.t, {{12, 14, 1.9F}, 0.2F, 1});
  });
  EXPECT_EQ(a, (Answers{Collided, Slid}));
  EXPECT_EQ(p.parted(), "slide_sphere.squeezed | slide_sphere.same_direction");
  EXPECT_TRUE(same_bits(moved(p.retail, to), Vec3{}));
  EXPECT_NEAR(moved(p.port, to).z, -0.1F, 1e-6F);
}

// Row 23, as W19: a post east of a border crossed eastwards. From the start at −0.2 its normal is (−1,−0.1,0)
// normalised, n; of the move of 0.25 along x the part along the wall stays.
TEST(Divergence, OpenAcHasNoSeamAtCylinders) {
  Pair p(Divergence::openac_no_seam);
  const Answers a = p.answers([](Scene& s) {
    const Sphere foot{{0, 0, 0.475F}, 0.48F};
    s.sp.init_sphere({&foot, 1}, 1.0F);
    const Position from = Scene::at({191.8F, 10, 0}, 0xA9B40001);
    const Position to = Scene::at({0.05F, 10, 0}, 0xAAB40001);
    s.set_path(&s.cells.stub, &from, to);
    s.sp.set_check_pos(to, &s.cells.stub);
    s.oi.step_up_height = 0.6F;
    ground(s);
    return collide_cyl_sphere::intersects_sphere(s.t, {{0.8F, 10.1F, 0}, 0.48F, 2});
  });
  EXPECT_EQ(a, (Answers{Collided, Slid}));
  EXPECT_NEAR(p.retail.s.ci.collision_normal.x, 1, 1e-5F) << "192 off";
  const float nx = -1 / std::sqrt(1.01F);
  const float ny = -0.1F / std::sqrt(1.01F);
  EXPECT_NEAR(p.port.s.ci.collision_normal.x, nx, 1e-4F);
  EXPECT_NEAR(p.port.s.ci.collision_normal.y, ny, 1e-4F);
  EXPECT_NEAR(moved(p.port, {0.05F, 10, 0}).x, -0.25F * nx * nx, 1e-4F);
  EXPECT_NEAR(moved(p.port, {0.05F, 10, 0}).y, -0.25F * nx * ny, 1e-4F);
}

// The perfect clip at the same border: the offset is a difference of places too.
TEST(Divergence, OpenAcClipsAcrossTheSeamAsInsideABlock) {
  Pair p(Divergence::openac_no_seam);
  const Vec3 to{0.2F, 10, 1};
  const Answers a = p.answers([&](Scene& s) {
    const Sphere mover{{}, 0.3F};
    s.sp.init_sphere({&mover, 1}, 1.0F);
    const Position from = Scene::at({190, 10, 1}, 0xA9B40001);
    s.set_path(&s.cells.stub, &from, Scene::at(to, 0xAAB40001));
    s.sp.set_check_pos(Scene::at(to, 0xAAB40001), &s.cells.stub);
    s.oi.state = kCamera;
    return collide_cyl_sphere::intersects_sphere(s.t, {{0.6F, 10.1F, 0}, 0.5F, 2});
  });
  // W16, first row, turned: x for y.
  EXPECT_EQ(a[1], Adjusted);
  EXPECT_NEAR(p.port.s.ci.collision_normal.x, -0.992156744F, 1e-4F);
  EXPECT_NEAR(moved(p.port, to).x, -0.393725455F, 1e-4F);
  EXPECT_NE(a[0], Adjusted) << "retail looks for the wall 192 away";
}

}  // namespace
}  // namespace surefoot::test
