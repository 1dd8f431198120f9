// The divergences of spec 03 §13 at spheres and in the slide: the worked cases of §16 under retail rules and
// under one flag.
#include <gtest/gtest.h>

#include <array>

#include "motion/collide_sphere.ipp"
#include "support/bits.hpp"
#include "support/meeting.hpp"
#include "support/profile_pair.hpp"

namespace surefoot::test {
namespace {

using enum TransitionState;
using Pair = ProfilePair;
using Answers = std::array<TransitionState, 2>;

constexpr Sphere kOnePlayerSphere[] = {kPlayer[0]};
constexpr std::uint32_t kCamera = 0x5C;  // 03 §1.2

Vec3 moved(const ProfileRun& run, const Vec3& to) {
  return run.s.sp.check_pos.frame.origin - to;
}

// Row 1; W17 (a): squeezed between the ground and what comes down on it. The vector is rewritten either way.
TEST(Divergence, GdleTakesTheStepWhenSqueezed) {
  Pair p(Divergence::gdle_slide_opposed_ok);
  const Answers a = p.answers([](Scene& s) {
    const Sphere mover{{}, 0.48F};
    s.set_up({&mover, 1}, {0, 0, 0}, {0, 0.1F, 0.2F});
    s.ci.set_contact_plane(kFlat, false);
    Vec3 n{0, 0, -1};
    const TransitionState ts = s.t.slide_sphere(s.sp.global_sphere[0], n, s.sp.global_curr_center[0]);
    EXPECT_NEAR(n.y, -0.44721362F, 1e-6F);
    EXPECT_NEAR(n.z, -0.89442724F, 1e-6F);
    return ts;
  });
  EXPECT_EQ(a, (Answers{Collided, Ok}));
  EXPECT_EQ(p.parted(), "same") << "only the answer differs";
}

// Row 2. The way out of the sphere is n = (0,−0.8,−0.6), so that n × (0,0,1) = (−0.8,0,0) and L = 0.64. Of a
// move of 0.1 along x that part stays: (0.1,0,0); once more by 1/L it is 0.15625.
TEST(Divergence, GdleScalesTheFootSlideTwice) {
  const Vec3 to{12.1F, 10.95F, 0};
  Pair p(Divergence::gdle_foot_slide);
  const Answers a = p.answers([&](Scene& s) {
    meet(s, {12, 10.9F, 0}, to);
    ground(s);
    return collide_sphere::intersects_sphere(s.t, {{12, 11.7F, 1.075F}, 0.5F}, false);
  });
  EXPECT_EQ(a, (Answers{Slid, Slid}));
  EXPECT_NEAR(moved(p.retail, to).x, 0.0F, 1e-5F);
  EXPECT_NEAR(moved(p.retail, to).y, -0.05F, 1e-5F);
  EXPECT_NEAR(moved(p.port, to).x, 0.05625F, 1e-5F);
  EXPECT_NEAR(moved(p.port, to).y, -0.05F, 1e-5F);
}

// The same turned by 90°: what is left, (0,0.1,0), has no x.
TEST(Divergence, GdleStopsAFootSlideAlongY) {
  Pair p(Divergence::gdle_foot_slide);
  const Answers a = p.answers([](Scene& s) {
    meet(s, {12, 10.9F, 0}, {12.05F, 11, 0});
    ground(s);
    return collide_sphere::intersects_sphere(s.t, {{12.8F, 10.9F, 1.075F}, 0.5F}, false);
  });
  EXPECT_EQ(a, (Answers{Slid, Collided}));
  EXPECT_EQ(p.parted(), "sphere_slide_foot.crease | sphere_slide_foot.too_short");
}

// The sphere hangs straight over the foot, which moves up into it by (0,0.02,0.1).
TEST(Divergence, OpenAcSlidesTheFootByTheGeneralRule) {
  Pair p(Divergence::openac_foot_slide_general);
  const Answers a = p.answers([](Scene& s) {
    meet(s, {12, 12, 0}, {12, 12.02F, 0.1F});
    ground(s);
    return collide_sphere::intersects_sphere(s.t, {{12, 12, 1.1F}, 0.3F}, false);
  });
  EXPECT_EQ(a, (Answers{Collided, Collided}));
  EXPECT_EQ(p.parted(), "sphere_slide_foot.opposed | slide_sphere.squeezed");
  EXPECT_TRUE(same_bits(p.retail.s.ci.collision_normal, Vec3{0, 0, -1}));
  EXPECT_NEAR(p.port.s.ci.collision_normal.y, -0.19611614F, 1e-5F) << "the reversed movement";
  EXPECT_NEAR(p.port.s.ci.collision_normal.z, -0.98058068F, 1e-5F);
}

// Row 3; W8 (b), the target first scenery, then a creature.
TEST(Divergence, GdleRestsOnCreaturesOnly) {
  for (const bool creature : {false, true}) {
    Pair p(Divergence::gdle_sphere_land_inverted);
    const Answers a = p.answers([&](Scene& s) {
      meet(s, {12, 12.1F, 1.75F}, {12, 12.1F, 1.35F});
      look_for_rest(s);
      return collide_sphere::intersects_sphere(s.t, {{12, 12, 1}, 0.5F}, creature);
    });
    EXPECT_EQ(a, creature ? (Answers{Ok, Adjusted}) : (Answers{Adjusted, Ok}));
    const ProfileRun& rested = creature ? p.port : p.retail;
    EXPECT_TRUE(has_bits(rested.s.ci.contact_plane.plane.d, 0xC0247DB5));
  }
}

// Row 4. The foot, at rest on the top, is inside the epsilon by which radii are shaved: retail sees nothing,
// the ports set it on the sphere. With a head neither does.
TEST(Divergence, GdleRestsAMoverOfOneSphereThatMisses) {
  for (const bool one : {true, false}) {
    Pair p(Divergence::gdle_one_sphere_rest);
    const Answers a = p.answers([&](Scene& s) {
      meet(s, {12, 12, 1.7F}, {12, 12, 1.5049F}, one ? std::span<const Sphere>(kOnePlayerSphere) : kPlayer);
      look_for_rest(s);
      return collide_sphere::intersects_sphere(s.t, {{12, 12, 1}, 0.5F}, false);
    });
    EXPECT_EQ(a, one ? (Answers{Ok, Adjusted}) : (Answers{Ok, Ok}));
    EXPECT_EQ(p.parted(),
              one ? "sphere_intersects_sphere.rest_clear | sphere_intersects_sphere.rest" : "same");
    EXPECT_EQ(p.port.s.ci.contact_plane_valid, one);
  }
}

// A foot high above is stopped: the resting point lies ahead of the step.
TEST(Divergence, GdleStopsAMoverOfOneSphereAboveASphere) {
  Pair p(Divergence::gdle_one_sphere_rest);
  const Answers a = p.answers([](Scene& s) {
    meet(s, {12, 12, 2.425F}, {12, 12, 2.025F}, kOnePlayerSphere);
    look_for_rest(s);
    return collide_sphere::intersects_sphere(s.t, {{12, 12, 1}, 0.5F}, false);
  });
  EXPECT_EQ(a, (Answers{Ok, Collided}));
  EXPECT_EQ(p.parted(), "sphere_intersects_sphere.rest_clear | sphere_intersects_sphere.rest_out_of_range");
}

// Row 5; W10. The ports' time is −0.821.
TEST(Divergence, AceNeverClipsAtASphere) {
  const Sphere mover{{}, 0.3F};
  Pair p(Divergence::ace_clip_time_negated);
  const Answers a = p.answers([&](Scene& s) {
    meet(s, {0, -2, 0}, {0, 0.2F, 0}, {&mover, 1});
    s.oi.state = kCamera;
    return collide_sphere::intersects_sphere(s.t, {{0.1F, 0.6F, 0}, 0.5F}, false);
  });
  EXPECT_EQ(a, (Answers{Adjusted, Collided}));
  EXPECT_EQ(p.parted(), "sphere_collide_with_point.clipped | sphere_collide_with_point.no_touch_time");
  EXPECT_FALSE(p.port.s.ci.collision_normal_valid);
}

// A miss is −1, not a time: the ports do not make +1 of it (03 §17.1).
TEST(Divergence, AceKeepsTheMissAtMinusOne) {
  const Sphere mover{{}, 0.3F};
  Pair p(Divergence::ace_clip_time_negated);
  const Answers a = p.answers([&](Scene& s) {
    meet(s, {0, 0.5F, 0}, {0, 0.4F, 0}, {&mover, 1});
    s.oi.state = kCamera;
    return collide_sphere::intersects_sphere(s.t, {{0, 0.6F, 0}, 0.5F}, false);
  });
  EXPECT_EQ(a, (Answers{Collided, Collided}));
  EXPECT_EQ(p.parted(), "same");
}

// Row 6; W10. Where they touch, the mover is at (0,−0.193725514,0): (−0.1,−0.793725514,0) from the centre.
TEST(Divergence, AceClipsByTheDisplacementFromTheCentre) {
  const Sphere mover{{}, 0.3F};
  const Vec3 to{0, 0.2F, 0};
  Pair p(Divergence::ace_clip_offset_from_center);
  const Answers a = p.answers([&](Scene& s) {
    meet(s, {0, -2, 0}, to, {&mover, 1});
    s.oi.state = kCamera;
    return collide_sphere::intersects_sphere(s.t, {{0.1F, 0.6F, 0}, 0.5F}, false);
  });
  EXPECT_EQ(a, (Answers{Adjusted, Adjusted}));
  EXPECT_NEAR(moved(p.retail, to).y, -0.393725514F, 1e-6F);
  EXPECT_NEAR(moved(p.port, to).x, -0.1F, 1e-6F);
  EXPECT_NEAR(moved(p.port, to).y, -0.793725514F, 1e-6F);
  EXPECT_TRUE(same_bits(p.port.s.ci.collision_normal, p.retail.s.ci.collision_normal));
}

// Row 6; W10. Bits of the port worked out in binary32 apart from this program.
TEST(Divergence, AceDividesTheClipNormalByRadsum) {
  const Sphere mover{{}, 0.3F};
  Pair p(Divergence::ace_clip_normal_radsum);
  const Answers a = p.answers([&](Scene& s) {
    meet(s, {0, -2, 0}, {0, 0.2F, 0}, {&mover, 1});
    s.oi.state = kCamera;
    return collide_sphere::intersects_sphere(s.t, {{0.1F, 0.6F, 0}, 0.5F}, false);
  });
  EXPECT_EQ(a, (Answers{Adjusted, Adjusted}));
  EXPECT_TRUE(has_bits(p.retail.s.ci.collision_normal, {0xBDFFFFFE, 0xBF7DFDFD, 0}));
  EXPECT_TRUE(has_bits(p.port.s.ci.collision_normal, {0xBDFFFFFC, 0xBF7DFDFB, 0}));
}

// Row 23; W19 and its twin inside one block, which one world frame makes of it.
TEST(Divergence, OpenAcHasNoSeam) {
  Pair p(Divergence::openac_no_seam);
  const Answers a = p.answers([](Scene& s) {
    const Sphere foot{{0, 0, 0.475F}, 0.48F};
    s.sp.init_sphere({&foot, 1}, 1.0F);
    const Position from = Scene::at({191.9F, 10, 0}, 0xA9B40001);
    const Position to = Scene::at({0.05F, 10, 0}, 0xAAB40001);
    s.set_path(&s.cells.stub, &from, to);
    s.sp.set_check_pos(to, &s.cells.stub);
    s.oi.step_up_height = 0.6F;
    ground(s);
    return collide_sphere::intersects_sphere(s.t, {{0.8F, 10.1F, 0.475F}, 0.48F}, true);
  });
  EXPECT_EQ(a, (Answers{Collided, Slid}));
  EXPECT_TRUE(has_bits(p.retail.s.ci.collision_normal, {0x3F7FFFFF, 0xBA092D47, 0}));
  EXPECT_NEAR(p.port.s.ci.collision_normal.x, -0.993883789F, 1e-5F);
  EXPECT_NEAR(p.port.s.ci.collision_normal.y, -0.110430829F, 1e-4F);
  EXPECT_NEAR(moved(p.port, {0.05F, 10, 0}).x, -0.148179799F, 1e-4F);
  EXPECT_NEAR(moved(p.port, {0.05F, 10, 0}).y, -0.0164643172F, 1e-4F);
}

// Row 26; W8 (a). Bits of the port worked out in binary32 apart from this program.
TEST(Divergence, OpenAcNormalisesByDivision) {
  Pair p(Divergence::openac_normalise_divides);
  const Answers a = p.answers([](Scene& s) {
    meet(s, {12.1F, 12, 1.5F}, {12, 12, 1.3F});
    return collide_sphere::intersects_sphere(s.t, {{12, 12, 1}, 0.5F}, false);
  });
  EXPECT_EQ(a, (Answers{Adjusted, Adjusted}));
  EXPECT_TRUE(has_bits(p.retail.s.sp.step_up_normal, {0x3DD0F4B6, 0, 0x3F7EA9FE}));
  EXPECT_TRUE(has_bits(p.port.s.sp.step_up_normal, {0x3DD0F4B6, 0, 0x3F7EA9FF}));
}

// Row 27. Only the head overlaps: no point of the foot's way touches the sphere.
TEST(Divergence, GdleAnswersOkWithoutARestingPoint) {
  Pair p(Divergence::gdle_nan_radicand);
  const Vec3 to{12.9F, 12, -0.7F};
  const Answers a = p.answers([&](Scene& s) {
    meet(s, {12.9F, 12.2F, -0.7F}, to);
    look_for_rest(s);
    return collide_sphere::intersects_sphere(s.t, {{12, 12, 1}, 0.5F}, false);
  });
  EXPECT_EQ(a, (Answers{Collided, Ok}));
  EXPECT_FALSE(p.port.s.ci.contact_plane_valid);
  EXPECT_TRUE(same_bits(moved(p.port, to), Vec3{}));
}

}  // namespace
}  // namespace surefoot::test
