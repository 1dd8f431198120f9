// A mover against a sphere of an object: worked cases W1–W10, W19 of spec 03 §16 and the rows restated from a
// peer's suite (§17.1).
#include "motion/collide_sphere.ipp"

#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "support/scripted_cells.hpp"

namespace surefoot::test {
namespace {

constexpr Sphere kPlayer[] = {{{0, 0, 0.475F}, 0.48F}, {{0, 0, 1.35F}, 0.48F}};

/// Player spheres with the feet going from `from` to `to`; a step-up finds flat ground and succeeds.
struct Meeting {
  Meeting(const Vec3& from, const Vec3& to, std::span<const Sphere> spheres = kPlayer) {
    s.set_up(spheres, from, to);
    s.oi.step_up_height = 0.6F;
    s.oi.step_down_height = 1.5F;
    s.cells.script = {[](ScriptedTransition& t) {
      t.ci.set_contact_plane(kFlat, false);
      return TransitionState::Ok;
    }};
    start = to;
  }
  Meeting& grounded() {
    s.oi.state = kGrounded;
    s.stand_on(kFlat);
    return *this;
  }
  TransitionState against(const Sphere& target, bool creature = false) {
    return collide_sphere::intersects_sphere(s.t, target, creature);
  }
  [[nodiscard]] Vec3 offset() const { return s.sp.check_pos.frame.origin - start; }

  Scene s;
  Vec3 start;
};

TEST(CollideSphere, W1_PlacementShavesEpsilon) {
  const Sphere mover{{}, 0.48F};
  for (const auto& [x, collided] :
       {std::pair{0.959699988F, true}, {0.959800005F, true}, {0.959850013F, false}, {0.959979999F, false}}) {
    Meeting m({x, 0, 0}, {x, 0, 0}, {&mover, 1});
    m.s.sp.insert_type = InsertType::Placement;
    EXPECT_EQ(m.against({{}, 0.48F}), collided ? TransitionState::Collided : TransitionState::Ok) << x;
  }
}

TEST(CollideSphere, W3_TimeOfCollision) {
  EXPECT_TRUE(has_bits(find_time_of_collision({0, 2, 0}, {0, -1.5F, 0}, 0.9602F), 0x3E8A3055));
  EXPECT_TRUE(has_bits(find_time_of_collision({0, -2, 0}, {0, -1.5F, 0}, 0.96F), 0xBE8A3D71));
  EXPECT_EQ(find_time_of_collision({0, 2, 0}, {0, -0.5F, 0}, 0.96F), -1.0F);
  EXPECT_EQ(find_time_of_collision({0, 0.01F, 0}, {0, -1.5F, 0}, 0.96F), -1.0F);
}

TEST(CollideSphere, W4_AGroundedFootSlidesOffACreature) {
  Meeting m({12, 10.9F, 0}, {12, 11, 0});
  EXPECT_EQ(m.grounded().against({{12.35F, 11.8F, 0.475F}, 0.48F}, true), TransitionState::Slid);
  EXPECT_TRUE(has_bits(m.s.ci.collision_normal, {0xBEB99293, 0xBF6E97DB, 0}));
  EXPECT_NEAR(m.offset().x, -0.0337803029F, 1e-6F);
  EXPECT_NEAR(m.offset().y, -0.0868635923F, 1e-6F);
}

TEST(CollideSphere, W5_HeadOnStops) {
  Meeting m({12, 10.5F, 0}, {12, 10.6F, 0});
  EXPECT_EQ(m.grounded().against({{12, 11.5F, 0.475F}, 0.48F}, true), TransitionState::Collided);
  EXPECT_TRUE(same_bits(m.s.ci.collision_normal.y, -1.0F));
  EXPECT_TRUE(same_bits(m.offset(), Vec3{}));
}

TEST(CollideSphere, W6_TheHeadSlidesGroundedAndStopsAirborne) {
  const Sphere target{{12.3F, 11.5F, 1.6F}, 0.3F};
  Meeting m({12, 10.9F, 0}, {12, 11, 0});
  EXPECT_EQ(m.grounded().against(target), TransitionState::Slid);
  EXPECT_TRUE(has_bits(m.s.ci.collision_normal, {0xBED68ECC, 0xBF568ECC, 0xBEB2CC4D}));
  Meeting air({12, 10.9F, 0}, {12, 11, 0});
  EXPECT_EQ(air.against(target), TransitionState::Collided);
  EXPECT_TRUE(has_bits(air.s.ci.collision_normal, {0xBED68ECC, 0xBF568ECC, 0xBEB2CC4D}));
  EXPECT_TRUE(same_bits(air.offset(), Vec3{}));
}

TEST(CollideSphere, W7_ALowSphereIsSteppedOver) {
  Meeting m({12, 10.9F, 0}, {12, 11, 0});
  EXPECT_EQ(m.grounded().against({{12, 11.5F, -0.1F}, 0.3F}), TransitionState::Ok);
  EXPECT_TRUE(has_bits(m.s.sp.step_up_normal, {0, 0xBF1999A0, 0x3F133333})) << "not unit length";
}

TEST(CollideSphere, W8_LandsAndThenRests) {
  const Sphere target{{12, 12, 1}, 0.5F};
  Meeting landing({12.1F, 12, 1.5F}, {12, 12, 1.3F});
  EXPECT_EQ(landing.against(target), TransitionState::Adjusted);
  EXPECT_TRUE(landing.s.sp.collide);
  EXPECT_TRUE(has_bits(landing.s.sp.step_up_normal, {0x3DD0F4B6, 0, 0x3F7EA9FE}));
  EXPECT_EQ(landing.s.sp.walkable_allowance, kLandingZ);
  EXPECT_FALSE(landing.s.ci.collision_normal_valid);

  Meeting rest({12, 12.1F, 1.75F}, {12, 12.1F, 1.35F});
  rest.s.sp.collide = true;
  rest.s.sp.walkable_allowance = kLandingZ;
  EXPECT_EQ(rest.against(target), TransitionState::Adjusted);
  EXPECT_TRUE(has_bits(rest.s.ci.contact_plane.plane.normal, {0, 0x3DD0FAFB, 0x3F7EA9EB}));
  EXPECT_TRUE(has_bits(rest.s.ci.contact_plane.plane.d, 0xC0247DB5));
  EXPECT_TRUE(has_bits(rest.s.sp.walk_interp, 0x3F2012E8));
  EXPECT_TRUE(rest.s.ci.contact_plane.is_water) << "on purpose: no safety lift on objects";

  Meeting creature({12, 12.1F, 1.75F}, {12, 12.1F, 1.35F});
  creature.s.sp.collide = true;
  EXPECT_EQ(creature.against(target, true), TransitionState::Ok);
}

TransitionState step_down_on(Meeting& m, const Sphere& target, bool creature = false) {
  m.s.sp.step_down = true;
  m.s.sp.step_down_amt = 0.6F;
  m.s.sp.walkable_allowance = kFloorZ;
  return m.against(target, creature);
}

TEST(CollideSphere, W9_StepsDownOnASphere) {
  const Sphere target{{12, 12, 1}, 0.5F};
  Meeting near({12, 12.1F, 1.2F}, {12, 12.1F, 1.2F});
  EXPECT_EQ(step_down_on(near, target), TransitionState::Adjusted);
  EXPECT_TRUE(has_bits(near.s.ci.contact_plane.plane.normal, {0, 0x3DD0FAFB, 0x3F7EA9EB}));
  EXPECT_TRUE(has_bits(near.s.ci.contact_plane.plane.d, 0xC02E089A));
  EXPECT_TRUE(has_bits(near.s.sp.walk_interp, 0x3F000C9C));
  Meeting creature({12, 12.1F, 1.2F}, {12, 12.1F, 1.2F});
  EXPECT_EQ(step_down_on(creature, target, true), TransitionState::Ok);
  Meeting further({12, 12.6F, 1.1F}, {12, 12.6F, 1.1F});
  EXPECT_EQ(step_down_on(further, target), TransitionState::Adjusted);
  EXPECT_TRUE(has_bits(further.s.ci.contact_plane.plane.d, 0xC10A33A8));
  EXPECT_TRUE(has_bits(further.s.sp.walk_interp, 0x3F2ABA8E));
  Meeting steep({12, 12.75F, 1.1F}, {12, 12.75F, 1.1F});
  EXPECT_EQ(step_down_on(steep, target), TransitionState::Ok) << "too steep";
}

TEST(CollideSphere, W10_CameraAndMissile) {
  const Sphere mover{{}, 0.3F};
  const Sphere target{{0.1F, 0.6F, 0}, 0.5F};
  Meeting camera({0, -2, 0}, {0, 0.2F, 0}, {&mover, 1});
  camera.s.oi.state = 0x5C;
  EXPECT_EQ(camera.against(target), TransitionState::Adjusted);
  EXPECT_TRUE(has_bits(camera.s.ci.collision_normal, {0xBDFFFFFE, 0xBF7DFDFD, 0}));
  Meeting missile({0, -2, 0}, {0, 0.2F, 0}, {&mover, 1});
  missile.s.oi.state = object_info_flag::kPathClipped;
  EXPECT_EQ(missile.against(target), TransitionState::Collided);
  EXPECT_TRUE(has_bits(missile.s.ci.collision_normal, {0xBD1D6C0E, 0xBF7FCF96, 0}));
}

// The seam: every normal is a plain difference across two landblocks, off by 192 along the crossing axis.
TEST(CollideSphere, W19_TheLandblockSeamTurnsTheNormal) {
  const Sphere foot{{0, 0, 0.475F}, 0.48F};
  Scene s;
  s.sp.init_sphere({&foot, 1}, 1.0F);
  const Position from = Scene::at({191.9F, 10, 0}, 0xA9B40001);
  const Position to = Scene::at({0.05F, 10, 0}, 0xAAB40001);
  s.sp.init_path(&s.cells.stub, &from, to);
  s.sp.set_check_pos(to, &s.cells.stub);
  s.oi.state = kGrounded;
  s.oi.step_up_height = 0.6F;
  s.stand_on(kFlat);
  EXPECT_EQ(collide_sphere::intersects_sphere(s.t, {{0.8F, 10.1F, 0.475F}, 0.48F}, true),
            TransitionState::Collided);
  EXPECT_TRUE(has_bits(s.ci.collision_normal, {0x3F7FFFFF, 0xBA092D47, 0}));
}

// --- arms the worked cases leave open
// ---------------------------------------------------------------------------------------

TEST(CollideSphere, SupportProbesSeeTheSphere) {
  for (const bool near : {true, false}) {
    const float y = near ? 11.5F : 14.0F;
    Meeting m({12, 11, 0}, {12, 11, 0});
    m.s.sp.check_walkable = true;
    EXPECT_EQ(m.against({{12, y, 0.4F}, 0.3F}), near ? TransitionState::Collided : TransitionState::Ok);
  }
}

TEST(CollideSphere, StartsInTheCentreStop) {
  Meeting land({12, 12, 0.525F}, {12, 12, 0.5F});
  EXPECT_EQ(land.against({{12, 12, 1}, 0.5F}), TransitionState::Collided) << "airborne foot";
  Meeting head({12, 12, 0}, {12, 12.1F, 0});
  EXPECT_EQ(head.grounded().against({{12, 12, 1.35F}, 0.3F}), TransitionState::Collided) << "grounded head";
  Meeting foot({12, 12, 0}, {12, 12.1F, 0});
  foot.s.oi.step_up_height = 0.0F;
  EXPECT_EQ(foot.grounded().against({{12, 12, 0.475F}, 0.3F}), TransitionState::Collided) << "grounded foot";
}

TEST(CollideSphere, ArmFiveRefusals) {
  const Sphere target{{12, 12, 1}, 0.5F};
  const auto collide = [&](const Vec3& from, const Vec3& to, float allowance) {
    Meeting m(from, to);
    m.s.sp.collide = true;
    m.s.sp.walkable_allowance = allowance;
    return m.against(target);
  };
  EXPECT_EQ(collide({12, 15, 1}, {12, 14.9F, 1}, kLandingZ), TransitionState::Ok) << "not touching";
  EXPECT_EQ(collide({12, 12.1F, 1.35F}, {12, 12.1F, 1.35F}, kLandingZ), TransitionState::Collided)
      << "no way back";
  EXPECT_EQ(collide({12, 12.1F, 1.40F}, {12, 12.1F, 1.35F}, kLandingZ), TransitionState::Collided)
      << "out of range";
  EXPECT_EQ(collide({12, 13.2F, 0.525F}, {12, 12.7F, 0.525F}, kLandingZ), TransitionState::Ok) << "too steep";
  EXPECT_EQ(collide({12.9F, 12.2F, -0.7F}, {12.9F, 12, -0.7F}, kLandingZ), TransitionState::Collided)
      << "head only";
}

TEST(CollideSphere, StepDownRefusals) {
  Meeting none({12, 12.1F, 1.2F}, {12, 12.1F, 1.2F});
  none.s.sp.walk_interp = 0.0F;
  EXPECT_EQ(step_down_on(none, {{12, 12, 1}, 0.5F}), TransitionState::Collided)
      << "nothing of the step is left";
  Meeting deep({12, 12.1F, 0.7F}, {12, 12.1F, 0.7F});
  EXPECT_EQ(step_down_on(deep, {{12, 12, 1}, 0.5F}), TransitionState::Collided) << "out of range";
}

TEST(CollideSphere, StepDownBesideTheSphereWithTheHeadOnIt) {
  const Sphere leaning[] = {{{0, 0, 0.475F}, 0.48F}, {{-0.6F, 0, 1.35F}, 0.48F}};
  Meeting m({13.1F, 12, 0}, {13.1F, 12, 0}, leaning);
  EXPECT_EQ(step_down_on(m, {{12, 12, 1.35F}, 0.5F}), TransitionState::Collided);
}

TEST(CollideSphere, FootSlideOnParallelGround) {
  // The ground's normal along the way out: the sphere stands straight above or below.
  Meeting same({12, 12, 1.0F}, {12, 12.02F, 0.9F});
  same.s.oi.step_up_height = 0.0F;
  EXPECT_EQ(same.grounded().against({{12, 12, 0.7F}, 0.3F}), TransitionState::Slid);
  Meeting opposed({12, 12, 0}, {12, 12.02F, 0.1F});
  opposed.s.oi.step_up_height = 0.0F;
  EXPECT_EQ(opposed.grounded().against({{12, 12, 1.1F}, 0.3F}), TransitionState::Collided);
}

TEST(CollideSphere, APerfectClipBehindFindsNoTouchTime) {
  const Sphere mover{{}, 0.3F};
  Meeting m({0, 0.5F, 0}, {0, 0.4F, 0}, {&mover, 1});
  m.s.oi.state = 0x5C;
  EXPECT_EQ(m.against({{0, 0.6F, 0}, 0.5F}), TransitionState::Collided) << "overlapping at the start";
  EXPECT_FALSE(m.s.ci.collision_normal_valid);
}

// §17.1: the ray rows, and `intersects`: touching spheres intersect (the peer says not).
TEST(CollideSphere, PeerRowsRestated) {
  EXPECT_TRUE(spheres_intersect({{}, 5}, {{5, 5, 5}, 5}));
  EXPECT_FALSE(spheres_intersect({{}, 5}, {{6, 6, 6}, 5}));
  EXPECT_TRUE(spheres_intersect({{}, 5}, {{10, 0, 0}, 5}))
      << "retail: touch is contact; the peer answers false";
  EXPECT_FALSE(spheres_intersect({{}, 5}, {{10, 10, 10}, 3}));
  EXPECT_TRUE(spheres_intersect({{}, 5}, {{1, 1, 1}, 1}));
  EXPECT_TRUE(has_bits(find_time_of_collision({100, 100, 100}, {50, 50, 50}, 20), 0xBEC4E11C));
  EXPECT_TRUE(has_bits(find_time_of_collision({100, 100, 100}, {50, 60, 60}, 20), 0xBEEC29EF));
  EXPECT_EQ(find_time_of_collision({100, 100, 100}, {30, 42, 63}, 20), -1.0F);
  EXPECT_FALSE(sphere_hits_ray({{}, 5}, {1, 1, 1}, {-20, -20, -20}).has_value());
}

}  // namespace
}  // namespace surefoot::test
