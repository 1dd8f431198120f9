// A mover against an upright cylinder of an object: worked cases W2, W11–W16 of spec 03 §16.
#include <gtest/gtest.h>

#include "core/bits.hpp"
#include "support/bits.hpp"
#include "support/meeting.hpp"

namespace surefoot::test {
namespace {

constexpr CylSphere kPlatform{{12, 14, 0}, 2.597F, 0.256F};

// Spheres take the epsilon off at the end, cylinders off the target's radius: the bits can differ. A placement
// at exactly the sum collides, one bit further out it fits.
TEST(CollideCylSphere, W2_TheOrderOfTheRadiusSum) {
  const Sphere mover{{}, 0.48F};
  const struct {
    float radius;
    std::uint32_t sphere, cylinder;
  } cases[] = {
      {0.2F, 0x3F2E0760, 0x3F2E075F},
      {0.25F, 0x3F3AD42D, 0x3F3AD42C},
      {0.55F, 0x3F83D07C, 0x3F83D07D},
      {0.6F, 0x3F8A36E3, 0x3F8A36E3},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.radius);
    for (const bool clear : {false, true}) {
      const auto placed = [&](std::uint32_t radsum, const auto& target) {
        Meeting m({}, {float_from_bits(clear ? radsum + 1 : radsum), 0, 0}, {&mover, 1});
        m.s.sp.insert_type = InsertType::Placement;
        return m.against(target);
      };
      const TransitionState expected = clear ? TransitionState::Ok : TransitionState::Collided;
      EXPECT_EQ(placed(c.sphere, Sphere{{}, c.radius}), expected);
      EXPECT_EQ(placed(c.cylinder, CylSphere{{0, 0, -1}, c.radius, 2}), expected);
    }
  }
}

TEST(CollideCylSphere, W11_ASlabWithSquareRims) {
  const Sphere mover{{}, 0.48F};
  const auto placed = [&](float x, float z) {
    Meeting m({x, 0, z}, {x, 0, z}, {&mover, 1});
    m.s.sp.insert_type = InsertType::Placement;
    return m.against(CylSphere{{}, 0.2F, 2.2F});
  };
  EXPECT_EQ(placed(0.6F, -0.479799986F), TransitionState::Collided);
  EXPECT_EQ(placed(0.6F, -0.479999989F), TransitionState::Ok);
  EXPECT_EQ(placed(0.6F, 2.67980003F), TransitionState::Collided);
  EXPECT_EQ(placed(0.6F, 2.68000007F), TransitionState::Ok);
  EXPECT_EQ(placed(0.679799974F, 1), TransitionState::Collided);
  EXPECT_EQ(placed(0.680000007F, 1), TransitionState::Ok);
}

TEST(CollideCylSphere, W12_ATallPost) {
  const CylSphere post{{12.2F, 14, 0}, 0.2F, 2.2F};
  Meeting m({12, 13.3F, 0}, {12, 13.4F, 0});
  EXPECT_EQ(m.grounded().against(post), TransitionState::Slid);
  EXPECT_TRUE(has_bits(m.s.ci.collision_normal, {0xBE8CA83A, 0xBF762670, 0}));
  EXPECT_TRUE(has_bits(m.offset(), {0xBCD8641F, 0xBDBD57A3, 0}));
  Meeting air({12, 13.3F, 0}, {12, 13.4F, 0});
  EXPECT_EQ(air.against(post), TransitionState::Adjusted);
  EXPECT_TRUE(has_bits(air.s.sp.step_up_normal, {0xBE8CA83A, 0xBF762670, 0}));
  Meeting ethereal({12, 13.3F, 0}, {12, 13.4F, 0});
  ethereal.grounded().s.sp.obstruction_ethereal = true;
  EXPECT_EQ(ethereal.against(CylSphere{{12, 14, 0}, 0.2F, 2.2F}), TransitionState::Collided);
  EXPECT_TRUE(same_bits(ethereal.offset(), Vec3{}));
  EXPECT_FALSE(ethereal.s.ci.collision_normal_valid);
}

TEST(CollideCylSphere, W13_TheStepUpNormalIsTurnedOnceMore) {
  const CylSphere platform{{12.5F, 14, 0}, 2.597F, 0.256F};
  Meeting plain({12, 10.9F, 0}, {12, 11, 0});
  EXPECT_EQ(plain.grounded().against(platform), TransitionState::Ok);
  EXPECT_TRUE(same_bits(plain.s.sp.step_up_normal, Vec3{-0.159232423F, -0.987241149F, 0}));
  Meeting m({12, 10.9F, 0}, {12, 11, 0});
  // +90° about z, exactly: a quaternion's matrix would have rounding where the case has zeros.
  auto& axes = m.s.sp.localspace_pos.frame.m;
  axes[0] = axes[4] = 0.0F;
  axes[1] = 1.0F;
  axes[3] = -1.0F;
  EXPECT_EQ(m.grounded().against(platform), TransitionState::Ok);
  EXPECT_TRUE(has_bits(m.s.sp.step_up_normal, {0x3F7CBBD6, 0xBE230DD3, 0}));
}

TransitionState step_down_on(Meeting& m, const CylSphere& target, float walk_interp = 1.0F) {
  m.s.sp.step_down = true;
  m.s.sp.step_down_amt = 0.6F;
  m.s.sp.walk_interp = walk_interp;
  return m.against(target);
}

TEST(CollideCylSphere, W14_StepsDownOnThePlatform) {
  Meeting m({12, 14, 0.1F}, {12, 14, 0.1F});
  EXPECT_EQ(step_down_on(m, kPlatform), TransitionState::Adjusted);
  EXPECT_TRUE(has_bits(m.offset(), {0, 0, 0x3E24DD30}));
  EXPECT_TRUE(same_bits(m.s.ci.contact_plane.plane.normal, kUp));
  EXPECT_TRUE(has_bits(m.s.ci.contact_plane.plane.d, 0xBE83126F));
  EXPECT_TRUE(has_bits(m.s.sp.walk_interp, 0x3F3B4E82));
  EXPECT_TRUE(m.s.ci.contact_plane.is_water);
  EXPECT_EQ(m.s.ci.contact_plane.cell_id, kStubCell);
  Meeting above({12, 14, 0.3F}, {12, 14, 0.3F});
  EXPECT_EQ(step_down_on(above, kPlatform), TransitionState::Ok);
  Meeting deep({12, 14, -0.4F}, {12, 14, -0.4F});
  EXPECT_EQ(step_down_on(deep, kPlatform), TransitionState::Collided);
  Meeting none({12, 14, 0.1F}, {12, 14, 0.1F});
  EXPECT_EQ(step_down_on(none, kPlatform, 0.0F), TransitionState::Collided) << "nothing of the step is left";
}

TEST(CollideCylSphere, W15_RestsFromTheAir) {
  Meeting landing({12, 14, 0.35F}, {12, 14, 0.1F});
  EXPECT_EQ(landing.against(kPlatform), TransitionState::Adjusted);
  EXPECT_TRUE(same_bits(landing.s.sp.step_up_normal, Vec3{0, 0, 1}));
  Meeting rest({12, 14, 0.35F}, {12, 14, 0.1F});
  rest.s.sp.collide = true;
  EXPECT_EQ(rest.against(kPlatform), TransitionState::Adjusted);
  EXPECT_TRUE(has_bits(rest.offset(), {0, 0, 0x3E24DD30}));
  EXPECT_TRUE(same_bits(rest.s.ci.contact_plane.plane, Plane{kUp, -0.256000012F}));
  EXPECT_TRUE(has_bits(rest.s.sp.walk_interp, 0x3EB645A0));
  EXPECT_TRUE(rest.s.ci.contact_plane.is_water);
  EXPECT_EQ(rest.s.ci.contact_plane.cell_id, kStubCell);
}

TEST(CollideCylSphere, W16_TheCameraFindsWallAndCap) {
  const Sphere mover{{}, 0.3F};
  const CylSphere target{{0.1F, 0.6F, 0}, 0.5F, 2};
  const struct {
    Vec3 to, from, normal, offset;
  } cases[] = {
      {{0, 0.2F, 1}, {0, -2, 1}, {-0.124999985F, -0.992156744F, 0}, {0, -0.393725455F, 0}},
      {{0, 0.6F, 2.1F}, {0, 0.6F, 4}, {0, 0, 1}, {0, 0, 0.200000048F}},
      {{0, 0.2F, 2.2F}, {0, -1, 2.6F}, {0, 0, 1}, {0, -0.299999714F, 0.0999999046F}},
      {{0, 0.1F, 1.9F}, {0, -1.2F, 2.6F}, {-0.125F, -0.992156744F, 0}, {0, -0.293725342F, 0.158159852F}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.to.z);
    Meeting m(c.from, c.to, {&mover, 1});
    m.s.oi.state = 0x5C;
    EXPECT_EQ(m.against(target), TransitionState::Adjusted);
    EXPECT_TRUE(same_bits(m.s.ci.collision_normal, c.normal));
    EXPECT_TRUE(same_bits(m.offset(), c.offset));
  }
  Meeting missile({0, -2, 1}, {0, 0.2F, 1}, {&mover, 1});
  missile.s.oi.state = object_info_flag::kPathClipped;
  EXPECT_EQ(missile.against(target), TransitionState::Collided);
  EXPECT_TRUE(same_bits(missile.s.ci.collision_normal, Vec3{-0.0384331271F, -0.99926126F, 0}));
  EXPECT_TRUE(same_bits(missile.offset(), Vec3{}));
}

// --- arms the worked cases leave open
// ---------------------------------------------------------------------------------------

TEST(CollideCylSphere, TheCamerasRefusals) {
  const Sphere mover{{}, 0.3F};
  const CylSphere target{{0, 0, 0}, 0.5F, 2};
  const auto clip = [&](const Vec3& from, const Vec3& to) {
    Meeting m(from, to, {&mover, 1});
    m.s.oi.state = 0x5C;
    return m.against(target);
  };
  EXPECT_EQ(clip({0.7F, 0, 1}, {0.7F, 0, 1.1F}), TransitionState::Collided)
      << "started inside: a cap's normal, behind";
  EXPECT_EQ(clip({0.6F, 0, 1}, {0.5F, 0, 1}), TransitionState::Collided)
      << "level, and the normal is a cap's";
  EXPECT_EQ(clip({0.8095F, 0, 3}, {0.7995F, 0, 2.2F}), TransitionState::Collided)
      << "upright, beside the cap";
  EXPECT_EQ(clip({0.8F, 0, 1}, {0.79F, 0, 1.3F}), TransitionState::Collided)
      << "nearly upright beside the wall";
}

TEST(CollideCylSphere, SupportProbesAndHeads) {
  for (const bool near : {true, false}) {
    Meeting m({12, near ? 13.5F : 9.0F, 0}, {12, near ? 13.5F : 9.0F, 0});
    m.s.sp.check_walkable = true;
    EXPECT_EQ(m.against(CylSphere{{12, 14, 0}, 0.2F, 1}),
              near ? TransitionState::Collided : TransitionState::Ok);
  }
  Meeting head({12, 13.3F, 0}, {12, 13.4F, 0});
  EXPECT_EQ(head.grounded().against(CylSphere{{12.2F, 14, 1.2F}, 0.2F, 1}), TransitionState::Slid)
      << "only the head meets it";
}

TEST(CollideCylSphere, ArmFiveRefusals) {
  const auto collide = [](const Vec3& from, const Vec3& to) {
    Meeting m(from, to);
    m.s.sp.collide = true;
    return m.against(kPlatform);
  };
  EXPECT_EQ(collide({12, 20, 0.3F}, {12, 20, 0.1F}), TransitionState::Ok) << "not touching";
  EXPECT_EQ(collide({12, 14.5F, 0.1F}, {12, 14, 0.1F}), TransitionState::Collided) << "level";
  EXPECT_EQ(collide({12, 8, 0.2F}, {12, 11.2F, 0.1F}), TransitionState::Ok)
      << "the way back passes beside the top";
  EXPECT_EQ(collide({12, 14, 0.11F}, {12, 14, 0.1F}), TransitionState::Collided) << "out of range";
}

}  // namespace
}  // namespace surefoot::test
