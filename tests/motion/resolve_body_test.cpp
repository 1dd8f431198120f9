// A body's set-up of a resolve and its commit (spec 04 §7.1–§7.3, 06 §6, §7).
#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

using Contact = ResolveRequest::Contact;

constexpr Plane kGround{{0, 0, 1}, 0};

class RequestFromBody : public ::testing::Test {
 protected:
  RequestFromBody() {
    body.position = in_room({1, 2, 3});
    body.contact_plane = {kGround, kRoom, false};
    body.sliding_normal = {1, 0, 0};
    mover.physics_state = 0;
  }
  [[nodiscard]] ResolveRequest make(bool admin = false) const {
    return request_from_body(body, mover, in_room({2, 2, 3}), admin);
  }
  ResolveBody body;
  Mover mover;
};

TEST_F(RequestFromBody, AnAirborneBodyBringsNothing) {
  const ResolveRequest r = make();
  EXPECT_EQ(r.contact, Contact::none);
  EXPECT_FALSE(r.sliding_normal.has_value());
  EXPECT_EQ(r.object_info_state, 0U);
  ASSERT_TRUE(r.begin.has_value());
  EXPECT_TRUE(same_bits(r.begin->frame.origin, Vec3{1, 2, 3}));
  EXPECT_TRUE(same_bits(r.end.frame.origin, Vec3{2, 2, 3}));
}

TEST_F(RequestFromBody, AStandingBodyBringsItsPlane) {
  body.transient = transient_state::kContact | transient_state::kWaterContact;
  ResolveRequest r = make();
  EXPECT_EQ(r.contact, Contact::standing);
  EXPECT_TRUE(same_bits(r.contact_plane.plane, kGround));
  EXPECT_EQ(r.contact_plane.cell_id, kRoom);
  EXPECT_TRUE(r.contact_plane.is_water);
  EXPECT_EQ(r.object_info_state, object_info_flag::kContact);
  body.transient |= transient_state::kOnWalkable;
  r = make();
  EXPECT_EQ(r.object_info_state, object_info_flag::kContact | object_info_flag::kOnWalkable);
}

// `check_contact`: faster off the plane than an epsilon is leaving it.
TEST_F(RequestFromBody, ABodyMovingOffItsPlaneIsLeaving) {
  body.transient = transient_state::kContact | transient_state::kOnWalkable;
  body.velocity = {5, 0, kEpsilon};
  EXPECT_EQ(make().contact, Contact::standing);
  body.velocity.z = 0.00021F;
  const ResolveRequest r = make();
  EXPECT_EQ(r.contact, Contact::leaving);
  EXPECT_EQ(r.object_info_state, 0U);
}

TEST_F(RequestFromBody, ASlidingBodyBringsItsNormal) {
  body.transient = transient_state::kSliding;
  ASSERT_TRUE(make().sliding_normal.has_value());
  EXPECT_TRUE(same_bits(*make().sliding_normal, Vec3{1, 0, 0}));
}

TEST_F(RequestFromBody, AnAdminMoveBringsNeitherContactNorSliding) {
  body.transient = transient_state::kContact | transient_state::kOnWalkable | transient_state::kSliding;
  const ResolveRequest r = make(true);
  EXPECT_EQ(r.contact, Contact::none);
  EXPECT_FALSE(r.sliding_normal.has_value());
  EXPECT_EQ(r.object_info_state, 0U);
}

// The path-clipped bit comes from Missile, not from the physics state's own PathClipped bit (01 §3.5).
TEST_F(RequestFromBody, FlagsComeFromThePhysicsState) {
  mover.physics_state = physics_state::kEdgeSlide | physics_state::kPathClipped;
  mover.flags = object_info_flag::kIsPlayer;
  EXPECT_EQ(make().object_info_state, object_info_flag::kEdgeSlide | object_info_flag::kIsPlayer);
  mover.physics_state = physics_state::kMissile;
  EXPECT_EQ(make(true).object_info_state, object_info_flag::kPathClipped | object_info_flag::kIsPlayer);
}

TEST_F(RequestFromBody, TheStationaryBitsSeedTheCounter) {
  using namespace transient_state;  // NOLINT(google-build-using-namespace)
  for (const auto& [bits, frames] :
       {std::pair{0U, 0}, std::pair{kStationaryFall, 1}, std::pair{kStationaryFall | kStationaryStop, 2},
        std::pair{kStationaryMask, 3}}) {
    body.transient = bits;
    EXPECT_EQ(make().frames_stationary_fall, frames);
  }
}

class Commit : public ::testing::Test {
 protected:
  Commit() {
    body.position = in_room({1, 2, 3});
    body.velocity = {1, 2, 3};
    result.ok = true;
    result.position = in_room({4, 5, 6}, 0xA9B40105U);
  }
  void take() { commit(body, result, wanted); }
  ResolveBody body;
  ResolveResult result;
  Position wanted = in_room({9, 9, 9});
};

TEST_F(Commit, TakesThePlaceAndTheContact) {
  result.contact_plane_valid = true;
  result.contact_plane = {kGround, 0xA9B40105U, true};
  take();
  EXPECT_EQ(body.position.cell_id, 0xA9B40105U);
  EXPECT_TRUE(same_bits(body.position.frame.origin, Vec3{4, 5, 6}));
  EXPECT_EQ(body.transient,
            transient_state::kContact | transient_state::kOnWalkable | transient_state::kWaterContact);
  EXPECT_TRUE(same_bits(body.contact_plane.plane, kGround));
  EXPECT_EQ(body.contact_plane.cell_id, 0xA9B40105U);
  EXPECT_TRUE(same_bits(body.velocity, Vec3{1, 2, 3}));
}

TEST_F(Commit, SteepGroundIsContactOnly) {
  result.contact_plane_valid = true;
  result.contact_plane.plane = {{0.7F, 0, float_from_bits(0x3F2A0750)}, 0};
  body.transient = transient_state::kOnWalkable;
  take();
  EXPECT_EQ(body.transient, transient_state::kContact);
  result.contact_plane.plane.normal.z = kFloorZ;
  take();
  EXPECT_EQ(body.transient, transient_state::kContact | transient_state::kOnWalkable);
}

// The planes are copied even when invalid; there is no falling back to the last-known plane (§7.3).
TEST_F(Commit, CopiesThePlaneEvenWhenThereIsNone) {
  body.transient = transient_state::kContact | transient_state::kOnWalkable | transient_state::kSliding;
  result.contact_plane = {{{0, 0.6F, 0.8F}, 7}, 0xA9B40105U, false};
  result.last_known_contact_plane_valid = true;
  result.sliding_normal = {0, 1, 0};
  take();
  EXPECT_EQ(body.transient, 0U);
  EXPECT_TRUE(same_bits(body.contact_plane.plane, Plane{{0, 0.6F, 0.8F}, 7}));
  EXPECT_TRUE(same_bits(body.sliding_normal, Vec3{0, 1, 0}));
}

TEST_F(Commit, TakesTheSlidingNormal) {
  result.sliding_normal_valid = true;
  result.sliding_normal = {-1, 0, 0};
  take();
  EXPECT_EQ(body.transient, transient_state::kSliding);
  EXPECT_TRUE(same_bits(body.sliding_normal, Vec3{-1, 0, 0}));
}

// 06 §7.3: the bits accumulate over 1 and 2; 3, the made-up floor, clears them like 0.
TEST_F(Commit, TheStationaryBitsAccumulateAndClear) {
  for (const auto& [frames, bits] :
       {std::pair{1, 0x10U}, std::pair{2, 0x30U}, std::pair{3, 0U}, std::pair{1, 0x10U}, std::pair{0, 0U}}) {
    result.frames_stationary_fall = frames;
    take();
    EXPECT_EQ(body.transient & transient_state::kStationaryMask, bits) << frames;
  }
}

// §7.2 step 5: the old origin is kept, the new rotation is taken as it is, nothing else changes. A plain
// copy: (3F3504F3, 0, 0, 3F3504F3) normalised once more would end in …F4.
TEST_F(Commit, AFailureKeepsThePlaceAndTakesTheRotation) {
  result.ok = false;
  result.contact_plane_valid = true;
  ASSERT_TRUE(wanted.frame.set_rotate(1, 0, 0, 1));
  ASSERT_TRUE(has_bits(wanted.frame.q.w, 0x3F3504F3));
  body.transient = transient_state::kSliding;
  take();
  EXPECT_EQ(body.position.cell_id, kRoom);
  EXPECT_TRUE(same_bits(body.position.frame.origin, Vec3{1, 2, 3}));
  EXPECT_TRUE(same_bits(body.position.frame.q, wanted.frame.q));
  for (std::size_t i = 0; i < 9; ++i)
    EXPECT_TRUE(same_bits(body.position.frame.m[i], wanted.frame.m[i])) << i;
  EXPECT_EQ(body.transient, transient_state::kSliding);
  EXPECT_TRUE(same_bits(body.velocity, Vec3{1, 2, 3}));
}

TEST_F(Commit, AKilledVelocityIsZeroedEvenAfterAFailure) {
  result.velocity_killed = true;
  result.ok = false;
  take();
  EXPECT_TRUE(same_bits(body.velocity, Vec3{0, 0, 0}));
}

}  // namespace
}  // namespace surefoot::test
