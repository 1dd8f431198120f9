// A mover against a sphere of an object: worked cases W1, W4–W10, W18, W19 of spec 03 §16 (W2 stands with the
// cylinders, W3 with the shapes).
#include <cmath>

#include <gtest/gtest.h>

#include "core/bits.hpp"
#include "motion/collide_object.ipp"
#include "support/bits.hpp"
#include "support/meeting.hpp"

namespace surefoot::test {
namespace {

TEST(CollideSphere, W1_PlacementShavesEpsilon) {
  const Sphere mover{{}, 0.48F};
  for (const auto& [x, collided] :
       {std::pair{0.959699988F, true}, {0.959800005F, true}, {0.959850013F, false}, {0.959979999F, false}}) {
    Meeting m({x, 0, 0}, {x, 0, 0}, {&mover, 1});
    m.s.sp.insert_type = InsertType::Placement;
    EXPECT_EQ(m.against(Sphere{{}, 0.48F}), collided ? TransitionState::Collided : TransitionState::Ok) << x;
  }
}

TEST(CollideSphere, W4_AGroundedFootSlidesOffACreature) {
  Meeting m({12, 10.9F, 0}, {12, 11, 0});
  EXPECT_EQ(m.grounded().against(Sphere{{12.35F, 11.8F, 0.475F}, 0.48F}, true), TransitionState::Slid);
  EXPECT_TRUE(has_bits(m.s.ci.collision_normal, {0xBEB99293, 0xBF6E97DB, 0}));
  EXPECT_TRUE(has_bits(m.offset(), {0xBD0A5D37, 0xBDB1E58A, 0}));
}

TEST(CollideSphere, W5_HeadOnStops) {
  Meeting m({12, 10.5F, 0}, {12, 10.6F, 0});
  EXPECT_EQ(m.grounded().against(Sphere{{12, 11.5F, 0.475F}, 0.48F}, true), TransitionState::Collided);
  EXPECT_TRUE(same_bits(m.s.ci.collision_normal, Vec3{0, -1, 0}));
  EXPECT_TRUE(same_bits(m.offset(), Vec3{})) << "the slide would be shorter than the root of epsilon";
}

TEST(CollideSphere, W6_TheHeadSlidesGroundedAndStopsAirborne) {
  const Sphere target{{12.3F, 11.5F, 1.6F}, 0.3F};
  Meeting m({12, 10.9F, 0}, {12, 11, 0});
  EXPECT_EQ(m.grounded().against(target), TransitionState::Slid);
  EXPECT_TRUE(has_bits(m.s.ci.collision_normal, {0xBED68ECC, 0xBF568ECC, 0xBEB2CC4D}));
  EXPECT_TRUE(has_bits(m.offset(), {0xBD23D733, 0xBDA3D733, 0}));
  Meeting air({12, 10.9F, 0}, {12, 11, 0});
  EXPECT_EQ(air.against(target), TransitionState::Collided);
  EXPECT_TRUE(has_bits(air.s.ci.collision_normal, {0xBED68ECC, 0xBF568ECC, 0xBEB2CC4D}));
  EXPECT_TRUE(same_bits(air.offset(), Vec3{}));
}

TEST(CollideSphere, W7_ALowSphereIsSteppedOver) {
  Meeting m({12, 10.9F, 0}, {12, 11, 0});
  EXPECT_EQ(m.grounded().against(Sphere{{12, 11.5F, -0.1F}, 0.3F}), TransitionState::Ok);
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
  EXPECT_TRUE(has_bits(rest.offset(), {0, 0, 0x3E197B57}));
  EXPECT_TRUE(has_bits(rest.s.ci.contact_plane.plane.normal, {0, 0x3DD0FAFB, 0x3F7EA9EB}));
  EXPECT_TRUE(has_bits(rest.s.ci.contact_plane.plane.d, 0xC0247DB5));
  EXPECT_TRUE(has_bits(rest.s.sp.walk_interp, 0x3F2012E8));
  EXPECT_TRUE(rest.s.ci.contact_plane.is_water) << "on purpose: no safety lift on objects";
  EXPECT_EQ(rest.s.ci.contact_plane.cell_id, kStubCell);

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
  EXPECT_TRUE(has_bits(near.offset(), {0, 0, 0x3E998A78}));
  EXPECT_TRUE(has_bits(near.s.ci.contact_plane.plane.normal, {0, 0x3DD0FAFB, 0x3F7EA9EB}));
  EXPECT_TRUE(has_bits(near.s.ci.contact_plane.plane.d, 0xC02E089A));
  EXPECT_TRUE(has_bits(near.s.sp.walk_interp, 0x3F000C9C));
  EXPECT_TRUE(near.s.ci.contact_plane.is_water);
  EXPECT_EQ(near.s.ci.contact_plane.cell_id, kStubCell);
  Meeting creature({12, 12.1F, 1.2F}, {12, 12.1F, 1.2F});
  EXPECT_EQ(step_down_on(creature, target, true), TransitionState::Ok);
  Meeting further({12, 12.6F, 1.1F}, {12, 12.6F, 1.1F});
  EXPECT_EQ(step_down_on(further, target), TransitionState::Adjusted);
  EXPECT_TRUE(has_bits(further.offset(), {0, 0, 0x3E4CA6AC}));
  EXPECT_TRUE(same_bits(further.s.ci.contact_plane.plane.normal, Vec3{0, 0.612245262F, 0.790667951F}));
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
  EXPECT_TRUE(has_bits(camera.offset(), {0, 0xBEC99664, 0}));
  Meeting missile({0, -2, 0}, {0, 0.2F, 0}, {&mover, 1});
  missile.s.oi.state = object_info_flag::kPathClipped;
  EXPECT_EQ(missile.against(target), TransitionState::Collided);
  EXPECT_TRUE(has_bits(missile.s.ci.collision_normal, {0xBD1D6C0E, 0xBF7FCF96, 0}));
  EXPECT_TRUE(same_bits(missile.offset(), Vec3{}));
}

// A setup's sphere at its object's place: scaled, turned, moved. Its centre shows in the step-up normal, which
// is the mover's start minus that centre, its radius in where a placement just fits.
TEST(CollideSphere, W18_ScaledAndTurnedWithItsObject) {
  PhysicsObject object;
  object.scale = 1.5F;
  object.position = Scene::at({10, 20, 5});
  object.position.frame.set_rotate(0, 0, 0, 1);  // 180° about z
  const Vec3 centre{float_from_bits(0x411B3333), 20, 5.75F};

  const Sphere point{{}, 0.25F};
  Meeting m({centre.x, 19, centre.z}, {centre.x, 19.5F, centre.z}, {&point, 1});
  m.grounded().s.oi.step_up_height = 2.0F;
  EXPECT_EQ(collide_object::sphere_find_collisions(m.s.t, object, {{0.2F, 0, 0.5F}, 0.4F}, false),
            TransitionState::Ok);
  EXPECT_TRUE(same_bits(m.s.sp.step_up_normal, Vec3{0, -1, 0})) << "the centre, to the bit";

  object.position.frame.origin = {};
  const Sphere dot{{}, 0.0F};
  const float limit = float_from_bits(0x3F19999A) - kEpsilon;
  for (const bool clear : {false, true}) {
    const Vec3 place{clear ? std::nextafter(limit, 1.0F) : limit, 0, 0};
    Meeting fit(place, place, {&dot, 1});
    fit.s.sp.insert_type = InsertType::Placement;
    EXPECT_EQ(collide_object::sphere_find_collisions(fit.s.t, object, {{}, 0.4F}, false),
              clear ? TransitionState::Ok : TransitionState::Collided);
  }
}

// The seam: every normal is a plain difference across two landblocks, off by 192 along the crossing axis.
TEST(CollideSphere, W19_TheLandblockSeamTurnsTheNormal) {
  const Sphere foot{{0, 0, 0.475F}, 0.48F};
  Scene s;
  s.sp.init_sphere({&foot, 1}, 1.0F);
  const Position from = Scene::at({191.9F, 10, 0}, 0xA9B40001);
  const Position to = Scene::at({0.05F, 10, 0}, 0xAAB40001);
  s.set_path(&s.cells.stub, &from, to);
  s.sp.set_check_pos(to, &s.cells.stub);
  s.oi.state = kGrounded;
  s.oi.step_up_height = 0.6F;
  s.stand_on(kFlat);
  EXPECT_EQ(collide_sphere::intersects_sphere(s.t, {{0.8F, 10.1F, 0.475F}, 0.48F}, true),
            TransitionState::Collided);
  EXPECT_TRUE(has_bits(s.ci.collision_normal, {0x3F7FFFFF, 0xBA092D47, 0}));
  EXPECT_TRUE(same_bits(s.sp.check_pos.frame.origin, to.frame.origin));
}

TEST(CollideSphere, W19_TheSameInOneLandblock) {
  const Sphere foot{{0, 0, 0.475F}, 0.48F};
  Meeting m({191.9F, 10, 0}, {192.05F, 10, 0}, {&foot, 1});
  EXPECT_EQ(m.grounded().against(Sphere{{192.8F, 10.1F, 0.475F}, 0.48F}, true), TransitionState::Slid);
  EXPECT_TRUE(same_bits(m.s.ci.collision_normal, Vec3{-0.993883789F, -0.110430829F, 0}));
  EXPECT_TRUE(same_bits(m.offset(), Vec3{-0.148179799F, -0.0164643172F, 0}));
}

// --- arms the worked cases leave open
// ---------------------------------------------------------------------------------------

TEST(CollideSphere, SupportProbesSeeTheSphere) {
  for (const bool near : {true, false}) {
    const float y = near ? 11.5F : 14.0F;
    Meeting m({12, 11, 0}, {12, 11, 0});
    m.s.sp.check_walkable = true;
    EXPECT_EQ(m.against(Sphere{{12, y, 0.4F}, 0.3F}), near ? TransitionState::Collided : TransitionState::Ok);
  }
}

TEST(CollideSphere, StartsInTheCentreStop) {
  Meeting land({12, 12, 0.525F}, {12, 12, 0.5F});
  EXPECT_EQ(land.against(Sphere{{12, 12, 1}, 0.5F}), TransitionState::Collided) << "airborne foot";
  Meeting head({12, 12, 0}, {12, 12.1F, 0});
  EXPECT_EQ(head.grounded().against(Sphere{{12, 12, 1.35F}, 0.3F}), TransitionState::Collided)
      << "grounded head";
  Meeting foot({12, 12, 0}, {12, 12.1F, 0});
  foot.s.oi.step_up_height = 0.0F;
  EXPECT_EQ(foot.grounded().against(Sphere{{12, 12, 0.475F}, 0.3F}), TransitionState::Collided)
      << "grounded foot";
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
  EXPECT_EQ(same.grounded().against(Sphere{{12, 12, 0.7F}, 0.3F}), TransitionState::Slid);
  Meeting opposed({12, 12, 0}, {12, 12.02F, 0.1F});
  opposed.s.oi.step_up_height = 0.0F;
  EXPECT_EQ(opposed.grounded().against(Sphere{{12, 12, 1.1F}, 0.3F}), TransitionState::Collided);
}

TEST(CollideSphere, APerfectClipBehindFindsNoTouchTime) {
  const Sphere mover{{}, 0.3F};
  Meeting m({0, 0.5F, 0}, {0, 0.4F, 0}, {&mover, 1});
  m.s.oi.state = 0x5C;
  EXPECT_EQ(m.against(Sphere{{0, 0.6F, 0}, 0.5F}), TransitionState::Collided) << "overlapping at the start";
  EXPECT_FALSE(m.s.ci.collision_normal_valid);
}

}  // namespace
}  // namespace surefoot::test
