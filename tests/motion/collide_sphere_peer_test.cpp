// A peer's suite for its sphere class, restated as data (spec 03 §17.1): what the solver answers on the same
// input. Rows about bare spheres are in tests/shape/sphere_test.cpp.
#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "support/meeting.hpp"

namespace surefoot::test {
namespace {

using object_info_flag::kPathClipped;
using object_info_flag::kPerfectClip;

constexpr Sphere kTarget{{}, 5};

// --- point

/// The mover is a point at `check` that came from `from`; the rows give the sum of radii themselves.
struct PointCase {
  PointCase(const Vec3& from, const Vec3& check, std::uint32_t flags) : m(from, check, {&point, 1}) {
    m.s.oi.state = flags;
    state = collide_sphere::collide_with_point(m.s.t, kTarget, 10, 0);
  }
  Sphere point{{}, 0};
  Meeting m;
  TransitionState state;
};

TEST(PeerPoint, WithoutFlagsItStopsWithTheNormalOfItsStart) {
  const PointCase c({20, 20, 20}, {10, 10, 10}, 0);
  EXPECT_EQ(c.state, TransitionState::Collided);
  ASSERT_TRUE(c.m.s.ci.collision_normal_valid);
  EXPECT_NEAR(c.m.s.ci.collision_normal.x, 0.57735F, 1e-5F);
  EXPECT_EQ(c.m.s.ci.collision_normal.x, c.m.s.ci.collision_normal.y);
  EXPECT_EQ(c.m.s.ci.collision_normal.y, c.m.s.ci.collision_normal.z);
  EXPECT_TRUE(same_bits(c.m.offset(), Vec3{}));
}

// The way of 10·√3 ends before the sphere of radius 10: (20·√3 − 10) / (10·√3) = 1.4226.
TEST(PeerPoint, APerfectClipThatDoesNotReachIt) {
  const PointCase c({20, 20, 20}, {10, 10, 10}, kPerfectClip);
  EXPECT_EQ(c.state, TransitionState::Collided);
  EXPECT_FALSE(c.m.s.ci.collision_normal_valid);
  EXPECT_TRUE(same_bits(c.m.offset(), Vec3{}));
  EXPECT_NEAR(find_time_of_collision(Retail{}, {-10, -10, -10}, {20, 20, 20}, 10), 1.4226F, 1e-4F);
}

TEST(PeerPoint, AwayFromIt) {
  const PointCase c({20, 20, 20}, {30, 30, 30}, kPerfectClip);
  EXPECT_EQ(c.state, TransitionState::Collided) << "the time is negative";
  EXPECT_FALSE(c.m.s.ci.collision_normal_valid);
}

TEST(PeerPoint, FromInside) {
  const PointCase c({1, 1, 1}, {30, 30, 30}, kPerfectClip);
  EXPECT_EQ(c.state, TransitionState::Collided) << "overlapping: no time at all";
  EXPECT_FALSE(c.m.s.ci.collision_normal_valid);
}

// --- dispatch

constexpr Sphere kFar{{10, 10, 10}, 5};
constexpr Sphere kNear{{1, 1, 1}, 5};

enum class Spheres { far, near, both };

struct Dispatch {
  bool placement;
  bool check_walkable;
  std::uint32_t flags;
  Spheres spheres;
  TransitionState expected;
};

void PrintTo(const Dispatch& d, std::ostream* os) {
  *os << (d.placement ? "placement " : "") << (d.check_walkable ? "check_walkable " : "")
      << (d.flags != 0 ? "path_clipped " : "")
      << (d.spheres == Spheres::far    ? "far"
          : d.spheres == Spheres::near ? "near"
                                       : "far and near");
}

class PeerDispatch : public ::testing::TestWithParam<Dispatch> {};

TEST_P(PeerDispatch, AsTheTableSays) {
  const Dispatch& d = GetParam();
  const Sphere spheres[] = {d.spheres == Spheres::near ? kNear : kFar, kNear};
  Meeting m({}, {}, {spheres, d.spheres == Spheres::both ? 2U : 1U});
  if (d.placement) m.s.sp.insert_type = InsertType::Placement;
  m.s.sp.check_walkable = d.check_walkable;
  m.s.oi.state = d.flags;
  EXPECT_EQ(m.against(kTarget), d.expected);
}

constexpr auto kOk = TransitionState::Ok;
constexpr auto kCollided = TransitionState::Collided;
constexpr Dispatch kDispatches[] = {
    {true, false, 0, Spheres::far, kOk},
    {true, false, 0, Spheres::near, kCollided},
    {true, false, 0, Spheres::both, kCollided},
    {false, true, 0, Spheres::far, kOk},
    {false, true, 0, Spheres::near, kCollided},
    {false, true, 0, Spheres::both, kCollided},
    {false, true, kPathClipped, Spheres::far, kOk},
    {false, true, kPathClipped, Spheres::near, kCollided},
    {false, false, kPathClipped, Spheres::far, kOk},
    {false, false, kPathClipped, Spheres::near, kCollided},
    {false, false, kPathClipped, Spheres::both, kOk},  // the head is ignored
};

INSTANTIATE_TEST_SUITE_P(Table, PeerDispatch, ::testing::ValuesIn(kDispatches));

// --- land, step down, slide

// Twice on one path: the second start is too near the centre for a direction, and what the first wrote stays.
TEST(PeerLand, Twice) {
  const Sphere mover{{}, 5};
  Meeting m({0, 0, -1}, {}, {&mover, 1});
  EXPECT_EQ(collide_sphere::land_on_sphere(m.s.t, kTarget), TransitionState::Adjusted);
  EXPECT_TRUE(m.s.sp.collide);
  EXPECT_TRUE(same_bits(m.s.sp.step_up_normal, Vec3{0, 0, -1}));
  m.s.sp.global_curr_center[0] = {0, 0, 0.0001F};
  EXPECT_EQ(collide_sphere::land_on_sphere(m.s.t, kTarget), TransitionState::Collided);
  EXPECT_TRUE(m.s.sp.collide);
  EXPECT_TRUE(same_bits(m.s.sp.step_up_normal, Vec3{0, 0, -1}));
}

// s = −100, f = (10.0002 + 10) / −100 = −0.2: w = 1.2 of the way, more than the whole.
TEST(PeerStepDown, UpwardsIsOutOfRange) {
  const Sphere mover{{}, 0};
  Meeting m({}, {0, 0, -10}, {&mover, 1});
  m.s.sp.step_down = true;
  m.s.sp.step_down_amt = -10;
  m.s.sp.walk_interp = 10;
  EXPECT_EQ(collide_sphere::step_sphere_down(m.s.t, kTarget, {0, 0, -10}, 10), TransitionState::Collided);
  EXPECT_EQ(m.s.sp.walk_interp, 10.0F);
  EXPECT_FALSE(m.s.ci.contact_plane_valid);
}

TEST(PeerSlide, WithoutAPlane) {
  const Sphere mover{{}, 5};
  Meeting m({}, {}, {&mover, 1});
  Vec3 normal{0, 0, -1};
  EXPECT_EQ(m.s.t.slide_sphere(m.s.sp.global_sphere[0], normal, {}), TransitionState::Slid);
}

// The peer answers Ok here, as another port does. The client's function ends in Collided (0x00537440, tail;
// 03 §13 row 1): between a floor and a ceiling the step is rejected.
TEST(PeerSlide, AgainstTheLastKnownPlane) {
  const Sphere mover{{}, 5};
  Meeting m({}, {}, {&mover, 1});
  m.s.ci.last_known_contact_plane_valid = true;
  m.s.ci.last_known_contact_plane.plane = kFlat;
  Vec3 normal{0, 0, -1};
  EXPECT_EQ(m.s.t.slide_sphere(m.s.sp.global_sphere[0], normal, {}), TransitionState::Collided);
}

}  // namespace
}  // namespace surefoot::test
