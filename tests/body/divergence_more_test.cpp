// The divergences at the body that came after those of divergence_test.cpp and divergence_tick_test.cpp (spec 01 §9, 06
// §15 rows 7, 19, 21, 22, 25): the same body under retail rules and under the one flag.
#include <cmath>

#include <gtest/gtest.h>

#include "body/integrate.hpp"
#include "body/jump.hpp"
#include "body/placement.hpp"
#include "body/quantum_clock.hpp"
#include "body/tick.hpp"
#include "body/velocity.hpp"
#include "motion/check_collision.hpp"
#include "support/bits.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

constexpr std::uint32_t kStanding =
    transient_state::kActive | transient_state::kContact | transient_state::kOnWalkable;

Profile only(Divergence d) {
  Profile p;
  p.add(d);
  return p;
}

std::vector<float> list(const Quanta& quanta) {
  return {quanta.begin(), quanta.end()};
}

// --- sums of frames ---

// 2^24 m from the corner of the block each of the three products of 1 m is lost by itself, and their sum is not.
TEST(MoreBodyDivergence, GdleAddsToTheOriginOneAtATime) {
  Body b;
  b.position.frame.origin = {16777216.0F, 0, 0};
  b.position.frame.m = {1, 0, 0, 1, 1, 0, 1, 0, 1};  // every axis has some x
  b.transient = kStanding;
  Frame off;
  off.origin = {1, 1, 1};
  const Profile port = only(Divergence::gdle_combine_origin_first);
  const auto x = [&](const Profile* profile) {
    Body one = b;
    one.walk.delta = off;
    return update_position_internal(one, kTickQuantum, profile).origin.x;
  };
  EXPECT_EQ(x(nullptr), 16777220.0F) << "3, rounded to even";
  EXPECT_EQ(x(&port), 16777216.0F);
}

TEST(MoreBodyDivergence, SumsAreThePortsInEveryTestOfAVelocity) {
  const Profile port = only(Divergence::gdle_dot_xyz);
  // (1, 2^24, −2^24) on a normal of ones: 1 in the client's order, which leaves the plane, and 0 in the ports'.
  Body b;
  b.transient = kStanding;
  b.velocity = {1, 16777216.0F, -16777216.0F};
  b.contact_plane.plane.normal = {1, 1, 1};
  const Position to = b.position;
  EXPECT_EQ(request_from_body(b, b.mover, to).contact, ResolveRequest::Contact::leaving);
  EXPECT_EQ(request_from_body(b, b.mover, to, false, &port).contact, ResolveRequest::Contact::standing);
}

// --- time ---

TEST(MoreBodyDivergence, AceSlicesByTenths) {
  const Profile port = only(Divergence::ace_time_slices);
  const auto at = [&](double now) { return QuantumClock::update(now, 0.0, &port); };
  EXPECT_EQ(at(0.02).quanta.count, 0U);
  EXPECT_EQ(at(0.02).update_time, 0.0) << "waits";
  EXPECT_EQ(list(at(0.05).quanta), std::vector<float>{0.05F});
  EXPECT_EQ(at(0.15).quanta.count, 2U);
  EXPECT_EQ(at(0.15).quanta.q[0], 0.1F);
  EXPECT_NEAR(at(0.15).quanta.q[1], 0.05F, 1e-7F);
  EXPECT_EQ(list(at(0.12).quanta), std::vector<float>{0.1F}) << "the rest stays due";
  EXPECT_EQ(at(0.12).update_time, 0.1);
  EXPECT_EQ(at(2.0).quanta.count, 20U);
  EXPECT_EQ(at(2.1).quanta.count, 0U);
  EXPECT_EQ(at(2.1).update_time, 2.1);
  EXPECT_EQ(QuantumClock::update(0.02, 0.0).quanta.count, 1U) << "retail does not wait here";
}

TEST(MoreBodyDivergence, GdleDropsTheRest) {
  const Profile port = only(Divergence::gdle_time_slices);
  const auto at = [&](double now) { return QuantumClock::update(now, 0.0, &port); };
  EXPECT_EQ(at(kMinQuantum).quanta.count, 0U) << "above, not at";
  EXPECT_EQ(list(at(0.2).quanta), std::vector<float>{0.2F});
  EXPECT_EQ(list(at(0.21).quanta), std::vector<float>{0.2F});
  EXPECT_EQ(at(0.21).update_time, 0.21);
  EXPECT_EQ(QuantumClock::update(0.21, 0.0).update_time, 0.2);
}

// --- setting down ---

// A ball of 0.1 m, 0.05 m from a wall that pushes it 0.05 m away, which is the slack to the bit.
TEST(MoreBodyDivergence, OpenAcAcceptsAShiftOfTheSlack) {
  const auto set_down = [](float x, Divergence flag, bool on) {
    World world;
    add_room(world, make_single_leaf({wall_quad(0, 0, -9, 9, -9, 9, 1)}, {{}, 100}));
    Body body;
    body.mover = tiny_mover(0.3F, 0.3F);
    body.mover.spheres[0] = {{0, 0, 0.5F}, 0.1F};
    body.in_world = false;
    SetPositionRequest request;
    request.position = in_room({x, 0, 0});
    request.flags = set_position_flag::kPlacement;
    const Profile profile = on ? only(flag) : Profile{};
    TickOptions options;
    options.profile = &profile;
    Workspace workspace;
    const auto done = set_position(world, body, request, workspace, options);
    EXPECT_TRUE(done.has_value());
    return std::pair{done->result, body.position.frame.origin.x - x};
  };
  const auto d = Divergence::openac_placement_slack;
  const float x = kPlacementSlack;
  ASSERT_TRUE(same_bits(0.1F - x, kPlacementSlack));
  EXPECT_EQ(set_down(x, d, false).first, SetPositionResult::NoValidPosition);
  const auto accepted = set_down(x, d, true);
  EXPECT_EQ(accepted.first, SetPositionResult::Ok);
  EXPECT_TRUE(same_bits(accepted.second, kPlacementSlack));
  EXPECT_EQ(set_down(0.04F, d, true).first, SetPositionResult::NoValidPosition)
      << "more is too much for both";
}

// --- motion ---

TEST(MoreBodyDivergence, AceRunsOnAtTheRateOfBefore) {
  const Profile port = only(Divergence::ace_no_traits_run_rate);
  Body prop;
  MotionState motion;
  motion.my_run_rate = 2.5F;
  EXPECT_EQ(run_rate(prop, motion), 1.0F);
  EXPECT_EQ(run_rate(prop, motion, &port), 2.5F);
  EXPECT_EQ(get_max_speed(prop, motion, &port), 10.0F);
  motion.raw.hold_key = HoldKey::run;
  motion.raw.forward = {command::kWalkForward, 1.0F, HoldKey::run};
  apply_raw_movement(prop, motion, &port);
  EXPECT_EQ(motion.interpreted.forward.speed, 2.5F);
  prop.weenie = weenie::kExists | weenie::kCreature;
  motion.abilities.run_rate = 3.0F;
  EXPECT_EQ(run_rate(prop, motion, &port), 3.0F) << "who can be asked is asked";
}

TEST(MoreBodyDivergence, AceLetsPropsJumpInTheAir) {
  const Profile port = only(Divergence::ace_no_traits_jump);
  Body prop;
  const MotionState motion;
  EXPECT_EQ(jump_is_allowed(prop, motion, 1.0F), JumpRefusal::in_the_air);
  EXPECT_EQ(jump_is_allowed(prop, motion, 1.0F, &port), JumpRefusal::none);
  prop.weenie = weenie::kExists | weenie::kCreature;
  EXPECT_EQ(jump_is_allowed(prop, motion, 1.0F, &port), JumpRefusal::in_the_air);
}

TEST(MoreBodyDivergence, AceForbidsTheFallingToJump) {
  const Profile port = only(Divergence::ace_falling_blocks_jump);
  Body b;
  b.transient = kStanding;
  MotionState motion;
  motion.interpreted.forward.command = command::kFalling;
  EXPECT_EQ(jump_charge_is_allowed(b, motion), JumpRefusal::none);
  EXPECT_EQ(jump_charge_is_allowed(b, motion, &port), JumpRefusal::not_from_this_position);
  motion.interpreted.forward.command = command::kFallen;
  EXPECT_EQ(jump_charge_is_allowed(b, motion), JumpRefusal::not_from_this_position);
  EXPECT_EQ(jump_charge_is_allowed(b, motion, &port), JumpRefusal::none);
  EXPECT_EQ(jump_is_allowed(b, motion, 1.0F, &port), JumpRefusal::not_from_this_position)
      << "by its substate, which the port tests as the client does";
}

// 00 R3.
TEST(MoreBodyDivergence, TheOldPortClearedAWalkersVelocity) {
  const Profile port = only(Divergence::acdream_zero_grounded_xy);
  const auto after = [](const Profile* profile) {
    Body b;
    b.transient = kStanding;
    b.contact_plane.plane.normal = {0, 0, 1};
    b.velocity = {4, 0, 0.25F};
    (void)update_position_internal(b, kTickQuantum, profile);
    return b.velocity;
  };
  EXPECT_EQ(after(nullptr).x, 4.0F);
  EXPECT_EQ(after(&port).x, 0.0F);
  EXPECT_EQ(after(&port).z, 0.0F) << "too slow by itself";
}

// An arrow on its way down and east: the client points it along its path.
TEST(MoreBodyDivergence, AceRollsAnArrow) {
  World world;
  add_room(world, floor_leaf());
  Body arrow;
  arrow.mover = tiny_mover(0, 0);
  arrow.mover.physics_state |= physics_state::kMissile | physics_state::kAlignPath;
  arrow.position = in_room({0, 0, 5});
  arrow.transient = transient_state::kActive;
  arrow.velocity = {8, 0, -6};
  Body rolled = arrow;
  Workspace workspace;
  const Profile profile = only(Divergence::ace_heading_pitch_as_yaw);
  TickOptions options;
  ASSERT_TRUE(tick(world, arrow, kTickQuantum, workspace, options).has_value());
  options.profile = &profile;
  ASSERT_TRUE(tick(world, rolled, kTickQuantum, workspace, options).has_value());
  EXPECT_LT(arrow.position.frame.get_vector_heading().z, -0.5F);
  EXPECT_NEAR(rolled.position.frame.get_vector_heading().z, -arrow.position.frame.get_vector_heading().z,
              1e-5F)
      << "up";
}

// --- doors ---

// Something without spheres, five times its size, lies 0.3 m from a door.
TEST(MoreBodyDivergence, AceScalesTheSphereOfAThingWithoutSpheres) {
  World world;
  EnvCell& room = add_room(world, floor_leaf());
  add_object(world, 1, solid_box({-1, -0.125F, 0}, {1, 0.125F, 2.5F}), {}, physics_state::kHasPhysicsBsp);
  auto thing = std::make_unique<PhysicsObject>();
  thing->id = 2;
  thing->scale = 5;
  thing->state = 0;
  thing->position = in_room({0, 0.4F, 0});
  ASSERT_TRUE(world.place_listed(std::move(thing), {{room.id, &room}}));
  Workspace workspace;
  const Profile port = only(Divergence::ace_dummy_scaled);
  const PhysicsObject& self = *world.registry().find(2);
  const PhysicsObject& door = *world.registry().find(1);
  EXPECT_FALSE(check_collision(world, self, door, workspace));
  EXPECT_TRUE(check_collision(world, self, door, workspace, &port));
}

}  // namespace
}  // namespace surefoot::test
