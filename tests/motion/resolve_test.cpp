// Whole resolves in small indoor worlds: what is refused, and the conformance cases that need a world (spec
// 04 §7; 08 B01, B02, B13, B14, B17, P09).
//
// "Terrain 0" of the cases is an indoor cell whose floor polygon, 40 m wide, lies at z = 0; "deep terrain" is
// an indoor cell without any geometry.
#include <gtest/gtest.h>

#include <limits>

#include "support/arm_log.hpp"
#include "support/bits.hpp"
#include "support/scripted_cells.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr Plane kGround{{0, 0, 1}, 0};

BspTree wide_floor() {
  return make_single_leaf({floor_quad(1, -20, 20, -20, 20, 0)}, {{}, 60});
}

// --- refusals ----------------------------------------------------------------------------------------------

class Refuses : public ::testing::Test {
 protected:
  Refuses() {
    add_room(world, wide_floor());
    request.mover = human_mover();
    request.begin = in_room({0, 0, 0});
    request.end = in_room({1, 0, 0});
  }
  void expect_refused(const char* where) {
    const auto result = resolve_all(world, request);
    ASSERT_FALSE(result.has_value()) << where;
    EXPECT_EQ(result.error().code, ErrorCode::bad_request);
    EXPECT_EQ(result.error().where, where);
    EXPECT_FALSE(result.error().message.empty());
  }
  World world;
  ResolveRequest request;
};

TEST_F(Refuses, NothingOfAProperRequest) {
  EXPECT_TRUE(resolve_all(world, request).has_value());
}

TEST_F(Refuses, CoordinatesThatAreNotFinite) {
  for (const float bad : {kNan, kInf, -kInf}) {
    const ResolveRequest good = request;
    request.begin->frame.origin.y = bad;
    expect_refused("begin");
    request = good;
    request.end.frame.origin.z = bad;
    expect_refused("end");
    request = good;
  }
}

TEST_F(Refuses, RotationsThatAreNone) {
  request.end.frame.q = {0, 0, 0, 0};
  expect_refused("end");
  request.end.frame.q = {kNan, 0, 0, 0};
  expect_refused("end");
  request.end.frame.q = {1, 1, 0, 0};
  expect_refused("end");
  request.end.frame.q = {};
  request.begin->frame.m[4] = kInf;
  expect_refused("begin");
}

TEST_F(Refuses, SpheresThatAreNone) {
  const ResolveRequest good = request;
  for (const float bad : {0.0F, -0.48F, 0.0009F, kNan, kInf}) {
    request.mover.spheres[1].radius = bad;
    expect_refused("mover/spheres/1");
  }
  request = good;
  request.mover.spheres[0].center.x = kNan;
  expect_refused("mover/spheres/0");
  request = good;
  request.mover.num_spheres = 3;
  expect_refused("mover/num_spheres");
  request.mover.num_spheres = -1;
  expect_refused("mover/num_spheres");
}

TEST_F(Refuses, ScalesAndStepHeightsThatAreNone) {
  const ResolveRequest good = request;
  for (const float bad : {0.0F, -1.0F, kNan, kInf}) {
    request.mover.scale = bad;
    expect_refused("mover/scale");
  }
  request = good;
  request.mover.scale = 0.001F;  // the scaled radius is what counts
  expect_refused("mover/spheres/0");
  request = good;
  for (const float bad : {-0.1F, kNan, kInf}) {
    request = good;
    request.mover.step_up_height = bad;
    expect_refused("mover/step_up_height");
    request = good;
    request.mover.step_down_height = bad;
    expect_refused("mover/step_down_height");
  }
}

TEST_F(Refuses, PlanesAndNormalsThatAreNotFinite) {
  const ResolveRequest good = request;
  request.contact_plane.plane.d = kNan;
  EXPECT_TRUE(resolve_all(world, request).has_value()) << "no contact: the plane is not looked at";
  request.contact = ResolveRequest::Contact::standing;
  expect_refused("contact_plane");
  request.contact = ResolveRequest::Contact::leaving;
  expect_refused("contact_plane");
  request = good;
  request.sliding_normal = Vec3{kInf, 0, 0};
  expect_refused("sliding_normal");
}

TEST_F(Refuses, CountersAndSeedsOutOfRange) {
  for (const int bad : {-1, 4}) {
    request.frames_stationary_fall = bad;
    expect_refused("frames_stationary_fall");
  }
  request.frames_stationary_fall = 3;
  const Vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {kNan, 1, 0}};
  request.walkable = WalkableSeed{kGround, {corners, 2}};
  expect_refused("walkable");
  request.walkable = WalkableSeed{kGround, corners};
  expect_refused("walkable");
}

TEST_F(Refuses, MovesOfTooManySubSteps) {
  request.end.frame.origin.x = 0.48F * (static_cast<float>(kMaxSubSteps) + 64);
  expect_refused("end");
  request.end.frame.origin.x = 3.0e38F;  // the length overflows
  expect_refused("end");
}

// There is no offset to a position in no cell: a move to it, near or far, cannot even be measured.
TEST_F(Refuses, EndsInNoCell) {
  request.end.cell_id = 0;
  expect_refused("end");
  request.end.frame.origin.x = 1e30F;
  expect_refused("end");
}

// An unknown cell is no bad request: retail's rule is that such a resolve fails.
TEST_F(Refuses, NotAnUnknownCell) {
  for (const CellId id : {CellId{0}, CellId{0xA9B401FFU}, CellId{0xA9B40001U}}) {
    request.begin->cell_id = id;
    const auto result = resolve_all(world, request);
    ASSERT_TRUE(result.has_value());
    EXPECT_FALSE(result->ok);
    EXPECT_EQ(result->cell_id, 0U);
  }
}

// --- set-up and reading back -------------------------------------------------------------------------------

TEST(Mover, FromRadiusAndHeight) {
  const Mover one = mover_from_radius_height(0.48F, 0);
  EXPECT_EQ(one.num_spheres, 1);
  EXPECT_TRUE(same_bits(one.spheres[0].center, Vec3{0, 0, 0.48F}));
  const Mover two = mover_from_radius_height(0.48F, 1.2F);
  EXPECT_EQ(two.num_spheres, 2);
  EXPECT_TRUE(same_bits(two.spheres[1].center.z, 1.2F - 0.48F));
  EXPECT_EQ(two.spheres[1].radius, 0.48F);
}

// A mover without spheres gets the client's dummy, unscaled: radius 0.1, so 1 m is ten sub-steps.
TEST(Resolve, AMoverWithoutSpheresIsTheDummySphere) {
  World world;
  add_room(world, {});
  ResolveRequest r;
  r.mover.scale = 3;
  r.begin = in_room({0, 0, 0});
  r.end = in_room({1, 0, 0});
  ArmLog log;
  Workspace workspace;
  ASSERT_TRUE(resolve(world, r, workspace, Profile{}, &log).has_value());
  EXPECT_EQ(log.count(Arm::find_transitional_position_sub_step), 10);
}

TEST(Resolve, AMoveIntoNothingEndsWithoutACell) {
  World world;
  EnvCell& room = add_room(world, {});
  room.portals.clear();  // a cell without portals holds no point
  ResolveRequest r;
  r.mover = human_mover();
  r.begin = in_room({0, 0, 0});
  r.end = in_room({0.25F, 0, 0});
  const auto result = resolve_all(world, r);
  ASSERT_TRUE(result.has_value());
  EXPECT_TRUE(result->ok);
  EXPECT_EQ(result->cell_id, 0U);
  EXPECT_EQ(result->position.cell_id, kRoom);
  EXPECT_EQ(result->position.frame.origin.x, 0.25F);
}

// 12.1's schedule leaves an airborne body in the air; a placement settles it on ground within its step.
TEST(Resolve, APlacementSettlesOnTheFloor) {
  World world;
  add_room(world, wide_floor());
  ResolveRequest r;
  r.mover = human_mover();
  r.end = in_room({1, 2, 0.3F});
  const auto result = resolve_all(world, r);
  ASSERT_TRUE(result.has_value());
  EXPECT_TRUE(result->ok);
  EXPECT_TRUE(result->contact_plane_valid);
  EXPECT_TRUE(result->on_walkable());
  // The foot hangs 5 mm below its sphere's rest: centre 0.475, radius 0.48.
  EXPECT_NEAR(result->position.frame.origin.z, 0.005F, 1e-5F);
  EXPECT_EQ(result->cell_id, kRoom);
  ASSERT_EQ(result->cells.size(), 1U);
  EXPECT_EQ(result->cells[0].id, kRoom);
}

// 08 §1.1 `viewer`: swept at a wall it is set back to where it touches.
TEST(Resolve, TheCameraIsSetBackAtAWall) {
  World world;
  add_room(world, tall_wall());
  ResolveRequest r;
  r.mover = Mover{};
  r.mover.spheres[0] = {{0, 0, 0}, 0.3F};
  r.mover.num_spheres = 1;
  r.object_info_state = object_info_flag::kIsViewer | object_info_flag::kPathClipped |
                        object_info_flag::kFreeRotate | object_info_flag::kPerfectClip;
  r.begin = in_room({-1, 0, 2});
  r.end = in_room({2, 0, 2});
  const auto result = resolve_all(world, r);
  ASSERT_TRUE(result.has_value());
  EXPECT_TRUE(result->ok);
  EXPECT_TRUE(result->collision_normal_valid);
  EXPECT_NEAR(result->collision_normal.x, -1, 1e-6F);
  EXPECT_LE(result->position.frame.origin.x, 0.2F + kEpsilon);
  EXPECT_GT(result->position.frame.origin.x, 0.2F - 0.3F * kBracket - 1e-4F);
}

// --- conformance B: one sphere of radius 0.2 ---------------------------------------------------------------

ResolveResult walk(const World& world, float step_up, std::uint32_t contact_bits, const Vec3& from,
                   const Vec3& to) {
  Walker w(world, tiny_mover(step_up, 0.04F), from);
  if (contact_bits != 0) w.stand_on(kGround);
  return w.tick(to - from);
}

// Needs terrain proper, not an indoor floor: the upper floor of LOW_STEP reaches back over the lower one, the
// mover is inside it from the start, and only terrain gives contact without a placement test. So the cell
// answers as a land cell does: the plane z = 0, then the object (05 §6.6).
TEST(Resolve, B01_ClimbsALowStep) {
  const BspTree tree = low_step();
  const auto terrain = plane_world([](const Vec3&) { return &kFlat; });
  const auto object = bsp_cell(tree);
  Scene s;
  s.cells.script = {[&](ScriptedTransition& t) {
    const TransitionState ts = terrain(t);
    return ts != TransitionState::Ok ? ts : object(t);
  }};
  const Mover m = tiny_mover(0.3F, 0.04F);
  s.set_up({m.spheres.data(), 1}, {0.1F, 0, 0}, {0.6F, 0, 0});
  s.stand_on(kFlat);
  s.oi.state = kGroundedEdge;
  s.oi.step_up_height = m.step_up_height;
  s.oi.step_down_height = m.step_down_height;
  EXPECT_TRUE(s.t.find_valid_position());
  EXPECT_GE(s.sp.curr_pos.frame.origin.z, 0.25F - 10 * kEpsilon);
  EXPECT_GT(s.sp.curr_pos.frame.origin.x, 0.5F);
  EXPECT_EQ(s.oi.state, kGroundedEdge);
}

// The same over an indoor floor: the sub-step that loses the floor is probed down, and the placement test at
// its end finds the overhanging floor in the body.
TEST(Resolve, B01_OverAnIndoorFloorTheOverhangHolds) {
  World world;
  add_room(world, wide_floor());
  add_object(world, 1, low_step());
  const ResolveResult r = walk(world, 0.3F, 3, {0.1F, 0, 0}, {0.6F, 0, 0});
  EXPECT_TRUE(r.ok);
  EXPECT_TRUE(same_bits(r.position.frame.origin, Vec3{0.1F, 0, 0}));
  EXPECT_TRUE(r.on_walkable());
}

TEST(Resolve, B02_B13_ATallWallHoldsAndTheMoverStaysOnTheGround) {
  World world;
  add_room(world, wide_floor());
  add_object(world, 1, tall_wall());
  const ResolveResult r = walk(world, 0.04F, 3, {0.1F, 0, 0}, {0.6F, 0, 0});
  EXPECT_TRUE(r.ok);
  EXPECT_LE(r.position.frame.origin.x, 0.3F + 20 * kEpsilon);
  EXPECT_TRUE(r.on_walkable());
  EXPECT_TRUE(r.velocity_killed);
  EXPECT_EQ(r.frames_stationary_fall, 0);
}

TEST(Resolve, B13_TheSameInTheAirEnds) {
  World world;
  add_room(world, {});
  add_object(world, 1, tall_wall());
  const ResolveResult r = walk(world, 0.04F, 0, {0.1F, 0, 2}, {0.6F, 0, 2});
  EXPECT_LE(r.position.frame.origin.x, 0.3F + 20 * kEpsilon);
  EXPECT_FALSE(r.contact_plane_valid);
}

TEST(Resolve, B14_LeavingTheGroundForgetsIt) {
  World world;
  add_room(world, {});
  Walker w(world, tiny_mover(0.04F, 0.04F), {-2, 0, 2});
  w.stand_on({{0, 0, 1}, -1.52F});
  w.body.velocity = {0, 0, 5};
  const ResolveResult r = w.tick({0, 0, 0.25F});
  EXPECT_TRUE(r.ok);
  EXPECT_EQ(r.position.frame.origin.z, 2.25F);
  EXPECT_FALSE(r.contact_plane_valid);
  EXPECT_FALSE(r.last_known_contact_plane_valid);
  EXPECT_FALSE(r.velocity_killed);
}

TEST(Resolve, B17_LandsOnARoof) {
  World world;
  add_room(world, make_single_leaf({floor_quad(1, -20, 20, -20, 20, -50)}, {{}, 100}));
  add_object(world, 1, flat_roof());
  const ResolveResult r = walk(world, 0.04F, 0, {0, 0, 3.1F}, {0, 0, 2.75F});
  EXPECT_TRUE(r.ok);
  EXPECT_TRUE(r.contact_plane_valid);
  EXPECT_GE(r.contact_plane.plane.normal.z, kLandingZ);
  EXPECT_NEAR(r.position.frame.origin.z, 3, 1e-3F);
}

// P09: idle on a floor, 5 cm into it: the plane is kept, not built again.
TEST(Resolve, P09_AnIdleBodyKeepsItsPlane) {
  World world;
  add_room(world, make_single_leaf({floor_quad(1, -10, 10, -10, 10, 0)}, {{}, 20}));
  Walker w(world, human_mover(), {0, 0, -0.05F});
  w.stand_on(kGround);
  ArmLog log;
  Workspace workspace;
  for (int tick = 0; tick < 60; ++tick) {
    if (tick == 1) log.clear();
    const auto result = resolve(world, w.request({0, 0, 0}), workspace, Profile{}, &log);
    ASSERT_TRUE(result.has_value());
    commit(w.body, *result, in_room(w.origin()));
    EXPECT_TRUE(w.grounded());
  }
  const int writes = log.count(Arm::step_sphere_down_rests) + log.count(Arm::bsp_find_collisions_landing) +
                     log.count(Arm::validate_transition_still_standing) +
                     log.count(Arm::stationary_fall_floor_made_up) +
                     log.count(Arm::validate_walkable_lifted) + log.count(Arm::validate_walkable_touching);
  EXPECT_LE(writes, 5);
  EXPECT_TRUE(same_bits(w.body.contact_plane.plane, kGround));
  EXPECT_TRUE(same_bits(w.origin(), Vec3{0, 0, -0.05F}));
}

}  // namespace
}  // namespace surefoot::test
