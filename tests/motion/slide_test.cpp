// The one sliding response of the resolver, and step_up_slide (spec 04 §5, §4.4; numbers of §12.1, of worked case
// W17 of spec 03 §16 and of conformance case O07).
#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "support/scripted_cells.hpp"

namespace surefoot::test {
namespace {

/// A foot of radius 0.48 whose centre (0.48 above its position) went from `from` to `to`.
struct Slide {
  Slide(const Vec3& from, const Vec3& to) : started{from} {
    s.set_up(kOneSphere, {from.x, from.y, from.z - 0.48F}, {to.x, to.y, to.z - 0.48F});
  }
  Slide& on(const Vec3& ground) {
    s.ci.set_contact_plane({ground, 0}, false);
    return *this;
  }
  TransitionState along(const Vec3& normal) {
    n = normal;
    return s.t.slide_sphere(s.sp.global_sphere[0], n, started);
  }
  [[nodiscard]] const Vec3& candidate() const { return s.sp.check_pos.frame.origin; }

  Scene s;
  Vec3 n;
  Vec3 started;
};

TEST(SlideSphere, GoesAlongTheCreaseOfWallAndGround) {
  Slide slide({1, 0.2F, 0.48F}, {1.2F, 0.5F, 0.48F});
  EXPECT_EQ(slide.on(kUp).along({-1, 0, 0}), TransitionState::Slid);
  EXPECT_TRUE(same_bits(slide.candidate(), Vec3{1, 0.5F, 0}));
  EXPECT_TRUE(slide.s.ci.collision_normal_valid);
  EXPECT_TRUE(same_bits(slide.s.ci.collision_normal, Vec3{-1, 0, 0}));
  EXPECT_TRUE(same_bits(slide.n, Vec3{-1, 0, 0}));
}

TEST(SlideSphere, StopsWhenLessThan14MillimetresAreLeft) {
  Slide slide({1, 0.2F, 0.48F}, {1.2F, 0.201F, 0.48F});
  EXPECT_EQ(slide.on(kUp).along({-1, 0, 0}), TransitionState::Collided);
  EXPECT_TRUE(same_bits(slide.candidate(), Vec3{1.2F, 0.201F, 0}));
}

TEST(SlideSphere, TakesTheVerticalPartOutOnTheGroundItself) {
  Slide slide({1, 0.2F, 0.48F}, {1, 0.2F, 0.30F});
  EXPECT_EQ(slide.on(kUp).along(kUp), TransitionState::Slid);
  EXPECT_TRUE(same_bits(slide.candidate(), Vec3{1, 0.200000003F, 0}));
}

TEST(SlideSphere, StopsBetweenGroundAndCeilingAndTurnsTheNormalBack) {
  Slide slide({1, 0.2F, 0.48F}, {1.1F, 0.2F, 0.60F});
  EXPECT_EQ(slide.on(kUp).along({0, 0, -1}), TransitionState::Collided);
  EXPECT_TRUE(same_bits(slide.n.x, -0.640184402F));
  EXPECT_TRUE(has_bits(slide.n.y, 0x80000000));
  EXPECT_TRUE(same_bits(slide.n.z, -0.768221319F));
  EXPECT_TRUE(same_bits(slide.s.ci.collision_normal, slide.n));
}

// Squeezed without having moved: the reversed movement is no direction, the surface's normal stays.
TEST(SlideSphere, KeepsTheSurfaceNormalWhenSqueezedAtRest) {
  Slide slide({1, 0.2F, 0.48F}, {1, 0.2F, 0.48F});
  EXPECT_EQ(slide.on(kUp).along({0, 0, -1}), TransitionState::Collided);
  EXPECT_TRUE(same_bits(slide.s.ci.collision_normal, Vec3{0, 0, -1}));
  EXPECT_EQ(length(slide.n), 0.0F);
}

TEST(SlideSphere, GoesHalfWayBackWithoutANormal) {
  Slide slide({1, 0, 0.48F}, {1.2F, 0.2F, 0.48F});
  EXPECT_EQ(slide.on(kUp).along({0, 0, 0}), TransitionState::Adjusted);
  EXPECT_TRUE(same_bits(slide.candidate(), Vec3{1.10000002F, 0.100000001F, 0}));
  EXPECT_FALSE(slide.s.ci.collision_normal_valid);
}

TEST(SlideSphere, RemovesThePartIntoTheWallWhereNoGroundIsKnown) {
  Slide slide({1, 0.2F, 0.48F}, {1.2F, 0.5F, 0.30F});
  EXPECT_EQ(slide.along({-1, 0, 0}), TransitionState::Slid);
  EXPECT_TRUE(same_bits(slide.candidate(), Vec3{1, 0.5F, -0.179999977F})) << "the fall goes on";
}

// The last-known plane serves even when its flag is off (§5).
TEST(SlideSphere, UsesTheLastKnownGroundEvenWhenItIsNoLongerValid) {
  Slide slide({1, 0.2F, 0.48F}, {1.2F, 0.5F, 0.30F});
  slide.s.ci.last_known_contact_plane.plane = kFlat;
  slide.s.ci.last_known_contact_plane_valid = false;
  EXPECT_EQ(slide.along({-1, 0, 0}), TransitionState::Slid);
  EXPECT_TRUE(same_bits(slide.candidate(), Vec3{1, 0.5F, 0})) << "the crease is level: no fall";
}

TEST(SlideSphere, KeepsTheContactPlane) {
  Slide slide({1, 0.2F, 0.48F}, {1.2F, 0.5F, 0.48F});
  (void)slide.on(kUp).along({-1, 0, 0});
  EXPECT_TRUE(slide.s.ci.contact_plane_valid);
  EXPECT_FALSE(slide.s.ci.sliding_normal_valid) << "only validate_transition writes the sliding normal";
}

// The movement is measured over the landblock border.
TEST(SlideSphere, MeasuresTheMovementAcrossTheBorder) {
  const Sphere foot{{0, 0, 0.48F}, 0.48F};
  Scene s;
  s.set_up({&foot, 1}, {191.9F, 5, 0}, {0.1F, 5.25F, 0});
  s.sp.set_check_pos(Scene::at({0.1F, 5.25F, 0}, 0xAAB40001U), &s.cells.stub);
  s.ci.set_contact_plane(kFlat, false);
  Vec3 n{-1, 0, 0};
  EXPECT_EQ(s.t.slide_sphere(s.sp.global_sphere[0], n, s.sp.global_curr_center[0]), TransitionState::Slid);
  EXPECT_NEAR(s.sp.check_pos.frame.origin.x, -0.1F, 2e-5F) << "back at x 191.9 of the old block";
  EXPECT_EQ(s.sp.check_pos.frame.origin.y, 5.25F);
}

TEST(SlideSphere, O07_OpposedNormalsPointBackAlongTheMovement) {
  Slide slide({0, 0, 0.48F}, {0.4F, 0, 0.48F});
  EXPECT_EQ(slide.on(kUp).along({0, 0, -1}), TransitionState::Collided);
  EXPECT_EQ(slide.s.ci.collision_normal.x, -1.0F);
  EXPECT_EQ(slide.s.ci.collision_normal.y, 0.0F);
  EXPECT_EQ(slide.s.ci.collision_normal.z, 0.0F);
}

/// W17: a sphere centre that went from zero to `to`, its offset measured from zero (all bits).
struct FromZero {
  explicit FromZero(const Vec3& to) : sphere{to, 0.48F} { s.set_up(kOneSphere, {}, {}); }
  TransitionState along(const Vec3& normal) {
    n = normal;
    return s.t.slide_sphere(sphere, n, {});
  }
  [[nodiscard]] const Vec3& offset() const { return s.sp.check_pos.frame.origin; }

  Scene s;
  Sphere sphere;
  Vec3 n;
};

TEST(SlideSphere, W17a_SqueezedTheNormalIsReplaced) {
  FromZero slide({0, 0.1F, 0.2F});
  slide.s.ci.set_contact_plane(kFlat, false);
  EXPECT_EQ(slide.along({0, 0, -1}), TransitionState::Collided);
  EXPECT_TRUE(same_bits(slide.s.ci.collision_normal, Vec3{-0.0F, -0.44721362F, -0.89442724F}));
  // The record's is normalised once more by set_collision_normal; the caller's is one rounding short of it.
  EXPECT_TRUE(has_bits(slide.n, {0x80000000, 0xBEE4F92D, 0xBF64F92D}));
  EXPECT_TRUE(same_bits(slide.offset(), Vec3{}));
}

TEST(SlideSphere, W17b_SqueezedAtRestTheNormalStays) {
  FromZero slide({});
  slide.s.ci.set_contact_plane(kFlat, false);
  EXPECT_EQ(slide.along({0, 0, -1}), TransitionState::Collided);
  EXPECT_TRUE(same_bits(slide.s.ci.collision_normal, Vec3{0, 0, -1}));
  EXPECT_TRUE(same_bits(slide.offset(), Vec3{}));
}

TEST(SlideSphere, W17c_WithoutAPlaneEverKnown) {
  FromZero slide({});
  EXPECT_EQ(slide.along({0, 0, -1}), TransitionState::Slid);
  EXPECT_TRUE(same_bits(slide.s.ci.collision_normal, Vec3{0, 0, -1}));
  EXPECT_TRUE(same_bits(slide.offset(), Vec3{}));
}

TEST(SlideSphere, W17d_WithoutANormalHalfWayBack) {
  FromZero slide({0, 0.1F, 0.2F});
  EXPECT_EQ(slide.along({}), TransitionState::Adjusted);
  EXPECT_TRUE(same_bits(slide.offset(), Vec3{0, -0.0500000007F, -0.100000001F}));
  EXPECT_FALSE(slide.s.ci.collision_normal_valid);
}

TEST(StepUpSlide, ForgetsTheGroundAndSlidesAlongWhatCouldNotBeClimbed) {
  Slide slide({1, 0.2F, 0.48F}, {1.2F, 0.5F, 0.48F});
  slide.s.stand_on(kFlat);
  slide.s.ci.contact_plane.is_water = true;
  slide.s.sp.step_up = true;
  slide.s.sp.step_up_normal = {-1, 0, 0};
  EXPECT_EQ(slide.s.t.step_up_slide(), TransitionState::Slid);
  EXPECT_FALSE(slide.s.ci.contact_plane_valid);
  EXPECT_FALSE(slide.s.ci.contact_plane.is_water);
  EXPECT_FALSE(slide.s.sp.step_up);
  EXPECT_TRUE(same_bits(slide.candidate(), Vec3{1, 0.5F, 0}));
}

// Squeezed, it rewrites `step_up_normal` itself.
TEST(StepUpSlide, RewritesTheStepUpNormalWhenSqueezed) {
  Slide slide({1, 0.2F, 0.48F}, {1.5F, 0.2F, 0.48F});
  slide.s.stand_on(kFlat);
  slide.s.sp.step_up_normal = {0, 0, -1};
  EXPECT_EQ(slide.s.t.step_up_slide(), TransitionState::Collided);
  EXPECT_EQ(slide.s.sp.step_up_normal.x, -1.0F);
}

}  // namespace
}  // namespace surefoot::test
