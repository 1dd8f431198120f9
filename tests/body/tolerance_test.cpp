// What a body counts as contact and as a move, and the velocity it reports of one (spec 06 §4, §6; worked cases W12,
// W17).
#include <gtest/gtest.h>

#include "body/tick.hpp"
#include "body/velocity.hpp"
#include "support/bits.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

constexpr Vec3 kUp{0, 0, 1};
constexpr std::uint32_t kStanding =
    transient_state::kActive | transient_state::kContact | transient_state::kOnWalkable;

TEST(CheckContact, W17_LeavesAboveKEpsilon) {
  Body b;
  b.transient = kStanding;
  b.contact_plane.plane.normal = kUp;
  const auto contact = [&](float vz) {
    b.velocity = {0, 0, vz};
    return request_from_body(b, b.mover, b.position).contact;
  };
  EXPECT_EQ(contact(0.00019F), ResolveRequest::Contact::standing);
  EXPECT_EQ(contact(0.0002F), ResolveRequest::Contact::standing);
  EXPECT_EQ(contact(0.00021F), ResolveRequest::Contact::leaving);
}

/// Stands on a floor of 40 × 40 m and is carried along x by one delta.
struct OneStep {
  explicit OneStep(float x) {
    add_room(world, make_single_leaf({floor_quad(0, -20, 20, -20, 20, 0)}, {{}, 60}));
    body.mover = human_mover();
    body.position = in_room({x, 0, 0.005F});
    body.transient = kStanding;
    body.contact_plane = {{kUp, 0}, kRoom, false};
    body.cached_velocity = {9, 9, 9};
  }
  Quantum by(float dx, float degrees = 0.0F) {
    Frame delta;
    delta.origin = {dx, 0, 0};
    if (degrees != 0.0F) delta.set_heading(degrees);
    body.walk.delta = delta;
    const auto q = tick(world, body, kTickQuantum, workspace);
    EXPECT_TRUE(q.has_value()) << q.error().text();
    return *q;
  }
  World world;
  Body body;
  Workspace workspace;
};

TEST(MovedTest, W17_CountsTheStoredDifference) {
  struct Row {
    float x;
    float dx;
    bool moved;
  };
  for (const Row& r :
       {Row{10, 0.00019F, false}, Row{10, 0.0002F, true}, Row{0, 0.0002F, false}, Row{0, 0.00021F, true}}) {
    SCOPED_TRACE(::testing::Message() << r.x << " + " << r.dx);
    OneStep s(r.x);
    EXPECT_EQ(s.by(r.dx).tried, r.moved);
    EXPECT_EQ(s.body.position.frame.origin.x != r.x, r.moved);
    EXPECT_EQ(s.body.cached_velocity.x != 0.0F, r.moved);
  }
}

// 06 §4: nothing of the last resolve is forgotten, but the body turns.
TEST(MovedTest, ABodyThatDoesNotMoveKeepsItsBitsAndTurns) {
  OneStep s(1);
  s.body.transient |= transient_state::kSliding | transient_state::kStationaryFall;
  s.body.sliding_normal = {1, 0, 0};
  s.body.velocity = {0, 0, -0.125F};
  const std::uint32_t before = s.body.transient;
  EXPECT_FALSE(s.by(0.0001F, 90).tried);
  EXPECT_EQ(s.body.transient, before);
  EXPECT_TRUE(same_bits(s.body.sliding_normal, Vec3{1, 0, 0}));
  EXPECT_TRUE(same_bits(s.body.position.frame.origin, Vec3{1, 0, 0.005F}));
  EXPECT_TRUE(same_bits(s.body.cached_velocity, Vec3{}));
  EXPECT_NEAR(s.body.position.frame.get_heading(), 90.0F, 1e-3F);
}

TEST(CachedVelocity, W12_GoesByTheReciprocal) {
  EXPECT_TRUE(has_bits(vec_div({0.1F, 0, -0.05F}, kTickQuantum), {0x403FFFFF, 0, 0xBFBFFFFF}));
  EXPECT_EQ(0.1F / kTickQuantum, 3.0F) << "a division would not";
}

TEST(CachedVelocity, IsWhatTheQuantumCameTo) {
  OneStep s(0);
  EXPECT_TRUE(s.by(0.1F).ok);
  EXPECT_EQ(s.body.position.frame.origin.x, 0.1F);
  EXPECT_TRUE(has_bits(s.body.cached_velocity.x, 0x403FFFFF));
  EXPECT_TRUE(same_bits(s.body.velocity, Vec3{})) << "the walk is not a velocity of the body";
}

}  // namespace
}  // namespace surefoot::test
