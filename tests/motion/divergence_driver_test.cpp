// The rows of spec 04 §10 and 09 that act in the driver, one test each: the same scene under retail rules and under the
// one flag. Older rows are in divergence_test.cpp.
#include <cmath>

#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "support/profile_pair.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

using Pair = ProfilePair;

constexpr Vec3 kCurrent{1, 2, 3};
constexpr Vec3 kCandidate{1.25F, 2, 3};

/// Two spheres on their way, nothing below them.
void walk_into_nothing(Scene& s, std::uint32_t state, float step_down_height) {
  s.set_up(kTwoSpheres, kCurrent, kCandidate);
  s.oi.state = state;
  s.oi.step_down_height = step_down_height;
}

// 01 §11: with d the snapped z carries the rounding of d.
TEST(DriverDivergence, GdleSnapsWithoutD) {
  Pair p(Divergence::gdle_snap_short);
  Vec3 v[2];
  int i = 0;
  p.both([&](Scene& s) {
    s.set_up(kOneSphere, {5, 5, 0}, {5, 5, 0});
    s.ci.set_contact_plane({{0, -0.6F, 0.8F}, -100.3F}, false);
    v[i++] = s.t.adjust_offset({0.1F, -0.37F, 0.02F});
  });
  EXPECT_EQ(p.parted(), "same");
  EXPECT_TRUE(has_bits(v[0], {0x3DCCCCCD, 0xBEBD70A4, 0xBE8E1400}));
  EXPECT_TRUE(has_bits(v[1], {0x3DCCCCCD, 0xBEBD70A4, 0xBE8E147B}));
}

// A step of exactly the tolerance, ended in the air: has it moved?
TEST(DriverDivergence, GdleFindsThatAMoveOfTheToleranceIsOne) {
  Pair p(Divergence::gdle_frame_eq_strict);
  p.both([](Scene& s) {
    s.set_up(kOneSphere, {0, 2, 3}, {kEpsilon, 2, 3});
    s.oi.physics_state = physics_state::kGravity;
    s.ci.frames_stationary_fall = 1;
    (void)s.t.validate_transition(TransitionState::Ok);
  });
  EXPECT_EQ(p.retail.s.ci.frames_stationary_fall, 2);
  EXPECT_EQ(p.port.s.ci.frames_stationary_fall, 0);
}

// 04 §2.1: ground of exactly the limit may be stood on by who walks.
TEST(DriverDivergence, GdleDoesNotWalkOnGroundOfExactlyTheLimit) {
  Pair p(Divergence::gdle_floor_double);
  const Plane limit{{std::sqrt(1.0F - kFloorZ * kFloorZ), 0, kFloorZ}, 0};
  const auto ts = p.answers([&](Scene& s) {
    s.set_up(kOneSphere, {0, 0, 0}, {-0.1F, 0, 0});
    s.oi.state = kGrounded;
    return s.t.validate_walkable({{0, 0, 0.38F}, 0.48F}, limit, false, 0.0F, kStubCell);
  });
  EXPECT_EQ(p.parted(), "validate_walkable.lifted | validate_walkable.push_suppressed");
  EXPECT_EQ(ts[0], TransitionState::Adjusted);
  EXPECT_EQ(ts[1], TransitionState::Ok);
  p.both([&](Scene& s) {
    s.ci.set_contact_plane(limit, false);
    (void)s.t.validate_transition(TransitionState::Ok);
  });
  EXPECT_EQ(p.retail.s.oi.state, kGrounded);
  EXPECT_EQ(p.port.s.oi.state, object_info_flag::kContact);
}

// T6 of 04 §12.2.
TEST(DriverDivergence, GdleProbesAThirdTime) {
  Pair p(Divergence::gdle_third_probe);
  p.both([](Scene& s) {
    walk_into_nothing(s, kGrounded, 1.5F);
    (void)s.t.transitional_insert(3);
  });
  EXPECT_EQ(p.retail.s.cells.calls, 3) << "the place itself and two probes";
  EXPECT_EQ(p.port.s.cells.calls, 4);
  Pair whole(Divergence::gdle_third_probe);
  whole.both([](Scene& s) {
    walk_into_nothing(s, kGrounded, 0.6F);
    (void)s.t.transitional_insert(3);
  });
  EXPECT_EQ(whole.parted(), "same") << "a height of at most the diameter has one";
}

// T3 of 04 §12.2.
TEST(DriverDivergence, GdleKeepsTheNearMissOfACollision) {
  Pair p(Divergence::gdle_keep_neg_poly);
  p.both([](Scene& s) {
    s.set_up(kTwoSpheres, kCurrent, kCandidate);
    s.cells.script = {answer(TransitionState::Collided)};
    s.sp.neg_poly_hit = true;
    EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Collided);
  });
  EXPECT_FALSE(p.retail.s.sp.neg_poly_hit);
  EXPECT_TRUE(p.port.s.sp.neg_poly_hit);
}

// 04 §6.7: facing north-east the normal's z is −0·0 − 0.64·0, a −0, and off the cliff it is turned round.
TEST(DriverDivergence, GdleLevelsTheNormalOfACliff) {
  Pair p(Divergence::gdle_cliff_flat_z);
  p.both([](Scene& s) {
    s.set_up(kOneSphere, {0, 0, 0}, {0, 0.25F, 0});
    s.ci.last_known_contact_plane.plane = kFlat;
    (void)s.t.cliff_slide({0.48F, 0.64F, 0.6F});
  });
  EXPECT_TRUE(has_bits(p.retail.s.ci.collision_normal.z, 0x00000000));
  EXPECT_TRUE(has_bits(p.port.s.ci.collision_normal.z, 0x80000000)) << "+0, turned round";
}

// --- the camera ---

// Outdoors, half a metre over the ground and on its way down: the client leaves it alone, the port pulls it to where its
// way meets the ground.
TEST(DriverDivergence, GdlePullsTheOutdoorCamera) {
  Pair p(Divergence::gdle_viewer_clear_indoors);
  const auto ts = p.answers([](Scene& s) {
    const Sphere eye{{0, 0, 0}, 0.3F};
    s.set_up({&eye, 1}, {0, 0, 1.2F}, {0, 0, 0.8F});
    static const Position kOutdoors = Scene::at({0, 0, 1.2F}, 0xA9B40001U);
    s.sp.begin_pos = &kOutdoors;
    s.oi.state = object_info_flag::kIsViewer;
    return s.t.validate_walkable(s.sp.global_sphere[0], kFlat, false, 0, kStubCell);
  });
  EXPECT_EQ(p.parted(), "validate_walkable.viewer_clear | validate_walkable.viewer_pulled");
  EXPECT_EQ(ts[0], TransitionState::Ok);
  EXPECT_EQ(ts[1], TransitionState::Adjusted);
  EXPECT_NEAR(p.port.s.sp.check_pos.frame.origin.z, 0.3F, 1e-6F);
  Pair indoors(Divergence::gdle_viewer_clear_indoors);
  indoors.both([](Scene& s) {
    const Sphere eye{{0, 0, 0}, 0.3F};
    s.set_up({&eye, 1}, {0, 0, 1.2F}, {0, 0, 0.8F});
    static const Position kIndoors = Scene::at({0, 0, 1.2F}, 0xA9B40101U);
    s.sp.begin_pos = &kIndoors;
    s.oi.state = object_info_flag::kIsViewer;
    (void)s.t.validate_walkable(s.sp.global_sphere[0], kFlat, false, 0, kStubCell);
  });
  EXPECT_EQ(indoors.parted(), "same");
}

// --- slides and normals ---

// A plane that is not valid any more still has a direction.
TEST(DriverDivergence, OpenAcSlidesAlongTheWallAloneWithoutGround) {
  Pair p(Divergence::openac_slide_needs_plane);
  p.both([](Scene& s) {
    s.set_up(kOneSphere, {1, 0.2F, 0}, {1.2F, 0.5F, -0.2F});
    s.ci.last_known_contact_plane.plane = kFlat;
    Vec3 n{-1, 0, 0};
    EXPECT_EQ(s.t.slide_sphere(s.sp.global_sphere[0], n, s.sp.global_curr_center[0]), TransitionState::Slid);
  });
  EXPECT_EQ(p.parted(), "slide_sphere.crease | slide_sphere.same_direction");
  EXPECT_NEAR(p.retail.s.sp.check_pos.frame.origin.z, 0.0F, 1e-6F);
  EXPECT_NEAR(p.port.s.sp.check_pos.frame.origin.z, -0.2F, 1e-6F) << "keeps the vertical";
  EXPECT_NEAR(p.port.s.sp.check_pos.frame.origin.x, 1.0F, 1e-6F);
}

TEST(DriverDivergence, OpenAcTakesATinyNormalForNone) {
  Pair p(Divergence::openac_slide_tiny_normal);
  const auto ts = p.answers([](Scene& s) {
    s.set_up(kOneSphere, {1, 0, 0}, {1.2F, 0.2F, 0});
    s.ci.last_known_contact_plane.plane = kFlat;
    Vec3 n{0.0001F, 0, 0};
    return s.t.slide_sphere(s.sp.global_sphere[0], n, s.sp.global_curr_center[0]);
  });
  EXPECT_EQ(p.parted(), "slide_sphere.same_direction | slide_sphere.zero_normal");
  EXPECT_EQ(ts[0], TransitionState::Slid) << "too short for a crease with the ground";
  EXPECT_EQ(ts[1], TransitionState::Adjusted);
}

TEST(DriverDivergence, AceStoresACollisionNormalAsItComes) {
  Pair p(Divergence::ace_raw_collision_normal);
  p.both([](Scene& s) { s.t.set_collision_normal({0, 3, 4}); });
  EXPECT_TRUE(same_bits(p.retail.s.ci.collision_normal, Vec3{0, 0.6F, 0.8F}));
  EXPECT_TRUE(same_bits(p.port.s.ci.collision_normal, Vec3{0, 3, 4}));
}

TEST(DriverDivergence, AceDoesNotMakeASlidingNormalUnit) {
  Pair p(Divergence::ace_raw_sliding_normal);
  p.both([](Scene& s) { s.t.set_sliding_normal({0.6F, 0, 0.8F}); });
  EXPECT_EQ(p.retail.s.ci.sliding_normal.x, 1.0F);
  EXPECT_EQ(p.port.s.ci.sliding_normal.x, 0.6F);
  p.both([](Scene& s) { s.t.set_sliding_normal({0.0001F, 0, 0}); });
  EXPECT_EQ(p.port.s.ci.sliding_normal.x, 0.0F) << "without direction as a whole";
}

TEST(DriverDivergence, OpenAcKeepsATinySlidingNormal) {
  Pair p(Divergence::openac_sliding_tiny_kept);
  p.both([](Scene& s) { s.t.set_sliding_normal({0.0001F, 0, 1}); });
  EXPECT_EQ(p.retail.s.ci.sliding_normal.x, 0.0F);
  EXPECT_EQ(p.port.s.ci.sliding_normal.x, 0.0001F);
  p.both([](Scene& s) { s.t.set_sliding_normal({0.5F, 0, 1}); });
  EXPECT_EQ(p.port.s.ci.sliding_normal.x, 1.0F);
}

// --- probes ---

TEST(DriverDivergence, OpenAcHalvesAHeightOfExactlyTheDiameter) {
  Pair p(Divergence::openac_probe_on_equality);
  p.both([](Scene& s) {
    walk_into_nothing(s, kGrounded, 0.48F + 0.48F);
    (void)s.t.transitional_insert(3);
  });
  EXPECT_EQ(p.parted(), "probe_down.whole | probe_down.halves");
  Pair one(Divergence::openac_probe_on_equality);
  one.both([](Scene& s) {
    s.set_up(kOneSphere, kCurrent, kCandidate);
    s.oi.state = kGrounded;
    s.oi.step_down_height = 0.48F + 0.48F;
    (void)s.t.transitional_insert(3);
  });
  EXPECT_EQ(one.parted(), "probe_down.whole | probe_down.one_sphere_clamp");
}

// On a steep roof, in contact and not on walkable ground.
TEST(DriverDivergence, OpenAcLooksAllTheWayDownFromASteepRoof) {
  Pair p(Divergence::openac_full_step_down);
  p.both([](Scene& s) {
    walk_into_nothing(s, object_info_flag::kContact, 0.6F);
    (void)s.t.transitional_insert(3);
  });
  EXPECT_TRUE(same_bits(p.retail.s.sp.step_down_amt, kSmallStep));
  EXPECT_EQ(p.port.s.sp.step_down_amt, 0.6F);
}

// T13 of 04 §12.2: a near miss of the head every time.
TEST(DriverDivergence, OpenAcGoesOnToTheGroundAfterANearMiss) {
  Pair p(Divergence::openac_near_miss_falls_through);
  const auto ts = p.answers([](Scene& s) {
    s.set_up(kTwoSpheres, kCurrent, {1.25F, 2.25F, 3});
    s.oi.state = kGrounded;
    s.ci.last_known_contact_plane.plane = kFlat;
    s.cells.script = {[](ScriptedTransition& t) {
      t.sp.neg_poly_hit = true;
      t.sp.neg_step_up = false;
      t.sp.neg_collision_normal = {-1, 0, 0};
      t.ci.set_contact_plane(kFlat, false);
      return TransitionState::Ok;
    }};
    return s.t.transitional_insert(3);
  });
  EXPECT_EQ(ts[0], TransitionState::Slid) << "out of attempts";
  EXPECT_EQ(ts[1], TransitionState::Ok);
  EXPECT_EQ(p.port.s.cells.calls, 1);
}

const Polygon& ledge() {
  static const Polygon kLedge = polygon(9, {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}});
  return kLedge;
}

// The sphere over the edge by more than half its radius, twice asked.
TEST(DriverDivergence, AceHalvesACopy) {
  Pair p(Divergence::ace_walkables_copy);
  p.both([](Scene& s) {
    s.sp.set_walkable({{1.1F, 0, 0.48F}, 0.48F}, view(ledge()), kUp, Position{}, 1);
    EXPECT_TRUE(s.t.check_walkables());
  });
  EXPECT_EQ(p.retail.s.sp.walkable_check_pos.radius, 0.24F);
  EXPECT_EQ(p.port.s.sp.walkable_check_pos.radius, 0.48F);
}

TEST(DriverDivergence, OpenAcAsksWithTheFootWhereItIs) {
  Pair p(Divergence::openac_walkables_live_foot);
  bool on[2];
  int i = 0;
  p.both([&](Scene& s) {
    s.set_up(kOneSphere, {0.9F, 0, 0}, {1.5F, 0, 0});
    s.sp.set_walkable({{0.9F, 0, 0.48F}, 0.48F}, view(ledge()), kUp, Scene::at({}), 1);
    on[i++] = s.t.check_walkables();
  });
  EXPECT_EQ(p.parted(), "polygon_check_walkable.inside | polygon_check_walkable.beyond_edge");
  EXPECT_TRUE(on[0]);
  EXPECT_FALSE(on[1]);
  EXPECT_EQ(p.port.s.sp.walkable_check_pos.radius, 0.48F) << "what is stored stays";
}

TEST(DriverDivergence, AceLosesTheSavedCandidate) {
  Pair p(Divergence::ace_probe_overwrites_slot);
  p.both([](Scene& s) {
    s.set_up(kTwoSpheres, kCurrent, kCandidate);
    s.oi.state = kGrounded;
    s.sp.set_walkable({{5, 0, 0.48F}, 0.48F}, view(ledge()), kUp, Position{}, 1);
    s.ci.set_contact_plane(kFlat, false);
    s.sp.save_check_pos();
    s.sp.add_offset_to_check_pos({0, 0, -0.5F});
    (void)s.t.check_walkable(kFloorZ);
    s.sp.restore_check_pos();
  });
  EXPECT_EQ(p.retail.s.sp.check_pos.frame.origin.z, 3.0F);
  EXPECT_EQ(p.port.s.sp.check_pos.frame.origin.z, 2.5F);
}

// Stored inside the polygon, put back beyond its edge.
TEST(DriverDivergence, OpenAcLooksForTheEdgeFromTheCandidate) {
  Pair p(Divergence::openac_edge_live_sphere);
  p.both([](Scene& s) {
    s.set_up(kTwoSpheres, {0.9F, 0, 0}, {1.2F, 0.25F, 0});
    s.oi.state = kGroundedEdge;
    s.ci.last_known_contact_plane.plane = kFlat;
    s.sp.save_check_pos();
    s.sp.set_walkable({{0.9F, 0, 0.48F}, 0.24F}, view(ledge()), kUp, Scene::at({}), 1);
    TransitionState ts{};
    (void)s.t.edge_slide(ts, 0.6F, kFloorZ);
  });
  EXPECT_EQ(p.parted(), "precipice_slide.no_edge | precipice_slide.edge");
}

// --- standing still in the air ---

// Blocked on walkable ground by nothing it has moved over: the client counts, the port sees it stand.
TEST(DriverDivergence, OpenAcCountsAStationaryFallAfterTheState) {
  Pair p(Divergence::openac_stationary_late);
  p.both([](Scene& s) {
    s.set_up(kOneSphere, {0, 2, 3}, {0, 2, 3});
    s.oi.physics_state = physics_state::kGravity;
    s.ci.set_contact_plane({kUp, -3}, false);
    (void)s.t.validate_transition(TransitionState::Ok);
  });
  EXPECT_EQ(p.retail.s.ci.frames_stationary_fall, 1);
  EXPECT_EQ(p.port.s.ci.frames_stationary_fall, 0);
  // In the air a move too small for the client's comparison is one for the port's.
  Pair air(Divergence::openac_stationary_late);
  air.both([](Scene& s) {
    s.set_up(kOneSphere, {0, 2, 3}, {1e-5F, 2, 3});
    s.oi.physics_state = physics_state::kGravity;
    (void)s.t.validate_transition(TransitionState::Ok);
  });
  EXPECT_EQ(air.retail.s.ci.frames_stationary_fall, 1);
  EXPECT_EQ(air.port.s.ci.frames_stationary_fall, 0);
}

TEST(DriverDivergence, AceFindsThatAnyDifferenceIsAMove) {
  Pair p(Divergence::ace_frame_eq_exact);
  p.both([](Scene& s) {
    s.set_up(kOneSphere, {0, 2, 3}, {1e-5F, 2, 3});
    s.oi.physics_state = physics_state::kGravity;
    (void)s.t.validate_transition(TransitionState::Ok);
  });
  EXPECT_EQ(p.retail.s.ci.frames_stationary_fall, 1);
  EXPECT_EQ(p.port.s.ci.frames_stationary_fall, 0);
}

// --- sub-steps and placement ---

/// From `from` to `to`, as a whole.
bool goes(Scene& s, const Vec3& from, const Vec3& to) {
  s.sp.init_sphere(kTwoSpheres, 1.0F);
  const Position begin = Scene::at(from);
  s.sp.init_path(&s.cells.stub, &begin, Scene::at(to));
  return s.t.find_valid_position();
}

TEST(DriverDivergence, OpenAcListsNoCellsWithoutAMove) {
  Pair p(Divergence::openac_no_move_no_cells);
  p.both([](Scene& s) { EXPECT_TRUE(goes(s, kCurrent, kCurrent)); });
  EXPECT_EQ(p.retail.s.cells.searches, 1);
  EXPECT_EQ(p.port.s.cells.searches, 0);
}

TEST(DriverDivergence, AceRefusesMoreThanAThousandSubSteps) {
  Pair p(Divergence::ace_step_limit);
  bool ok[2];
  int i = 0;
  p.both([&](Scene& s) { ok[i++] = goes(s, {0, 0, 0}, {0.48F * 1000.5F, 0, 0}); });
  EXPECT_TRUE(ok[0]);
  EXPECT_FALSE(ok[1]);
  Pair thousand(Divergence::ace_step_limit);
  thousand.both([](Scene& s) { EXPECT_TRUE(goes(s, {0, 0, 0}, {0.48F * 999.5F, 0, 0})); });
}

TEST(DriverDivergence, AceKeepsWhatAPlaceThatDidNotFitHasLeft) {
  PhysicsObject thing;
  for (const std::uint32_t target : {0U, 7U}) {
    Pair p(Divergence::ace_placement_keeps_findings);
    p.both([&](Scene& s) {
      s.set_up(kOneSphere, kCurrent, kCandidate);
      s.oi.target_id = target;
      s.ci.set_collision_normal({1, 0, 0});
      s.ci.add_object(thing, TransitionState::Collided);
      (void)s.t.validate_placement_transition(TransitionState::Collided);
    });
    EXPECT_FALSE(p.retail.s.ci.collision_normal_valid);
    EXPECT_TRUE(p.retail.s.ci.collide_objects.empty());
    EXPECT_TRUE(p.port.s.ci.collision_normal_valid);
    EXPECT_EQ(p.port.s.ci.collide_objects.empty(), target == 0);
  }
}

// --- the edge family (09) ---

constexpr Plane kSteep{{0.8F, 0, 0.6F}, 0};

// In contact with a steep plane: the client's insert is done, the port's goes on and finds nothing below.
TEST(DriverDivergence, SteepContactDoesNotEndTheOldInsert) {
  Pair p(Divergence::edge_steep_contact_continues);
  p.both([](Scene& s) {
    walk_into_nothing(s, kGrounded, 0.6F);
    s.ci.set_contact_plane(kSteep, false);
    (void)s.t.transitional_insert(3);
  });
  EXPECT_EQ(p.parted(), "transitional_insert.in_contact | transitional_insert.lost_ground");
  Pair flat(Divergence::edge_steep_contact_continues);
  flat.both([](Scene& s) {
    walk_into_nothing(s, kGrounded, 0.6F);
    s.ci.set_contact_plane(kFlat, false);
    (void)s.t.transitional_insert(3);
  });
  EXPECT_EQ(flat.parted(), "same");
}

// The last ground known is steep itself, with the same normal: no crease for the client, straight up for the port.
TEST(DriverDivergence, TheOldCliffHadSubstitutes) {
  Pair p(Divergence::cliff_reference_fallback);
  const auto ts = p.answers([](Scene& s) {
    s.set_up(kOneSphere, {0, 0, 0}, {0.25F, 0.125F, 0});
    s.ci.last_known_contact_plane.plane = kSteep;
    return s.t.cliff_slide(kSteep.normal);
  });
  EXPECT_EQ(p.parted(), "cliff_slide.degenerate | cliff_slide.off");
  EXPECT_EQ(ts[0], TransitionState::Ok);
  EXPECT_EQ(ts[1], TransitionState::Adjusted);
  // A remembered walkable polygon comes first: from here the crease runs along y = x.
  static const Polygon kTilted = polygon(5, {{-1, -1, 0.3F}, {1, -1, 0.3F}, {1, 1, -0.3F}, {-1, 1, -0.3F}});
  Pair remembered(Divergence::cliff_reference_fallback);
  remembered.both([](Scene& s) {
    s.set_up(kOneSphere, {0, 0, 0}, {0.25F, 0.125F, 0});
    s.oi.state = kGroundedEdge;
    s.ci.last_known_contact_plane.plane = kFlat;
    s.ci.set_contact_plane(kSteep, false);
    s.sp.save_check_pos();
    s.sp.set_walkable({{0, 0, 0.48F}, 0.48F}, view(kTilted), kUp, Position{}, 1);
    TransitionState state{};
    (void)s.t.edge_slide(state, 0.6F, kFloorZ);
  });
  EXPECT_TRUE(same_bits(remembered.retail.s.ci.collision_normal, Vec3{-1, -0.0F, 0}));
  EXPECT_NE(remembered.port.s.ci.collision_normal.y, 0.0F);
}

TEST(DriverDivergence, ASteepRememberedPolygonWasACliff) {
  static const Polygon kRoof =
      polygon(5, {{-1, -1, -1.333F}, {1, -1, 1.333F}, {1, 1, 1.333F}, {-1, 1, -1.333F}});
  Pair p(Divergence::edge_steep_walkable_cliff);
  bool stop[2];
  int i = 0;
  p.both([&](Scene& s) {
    s.set_up(kTwoSpheres, {0.9F, 0, 0}, {1.2F, 0.25F, 0});
    s.oi.state = kGroundedEdge;
    s.ci.last_known_contact_plane.plane = kFlat;
    s.sp.save_check_pos();
    s.sp.set_walkable({{1.2F, 0.25F, 0.48F}, 0.48F}, view(kRoof), kUp, Scene::at({}), 1);
    TransitionState ts{};
    stop[i++] = s.t.edge_slide(ts, 0.6F, kFloorZ);
  });
  EXPECT_EQ(p.parted(), "edge_slide.precipice | cliff_slide.into");
  EXPECT_FALSE(stop[1]);
}

// 04 §7.1: a normal that is not flat.
TEST(DriverDivergence, GdleTakesTheBodysSlidingNormalAsAWhole) {
  World world;
  add_room(world, floor_leaf());
  ResolveRequest r;
  r.mover = human_mover();
  r.begin = r.end = in_room({0, 0, 0.5F});
  r.end.frame.origin.x = 0.1F;
  r.sliding_normal = Vec3{-0.6F, 0, 0.8F};
  Workspace workspace;
  Profile port;
  port.add(Divergence::gdle_sliding_from_3d);
  EXPECT_NEAR(resolve(world, r, workspace, Profile{}, nullptr)->position.frame.origin.x, 0.0F, 1e-6F);
  const Vec3 at = resolve(world, r, workspace, port, nullptr)->position.frame.origin;
  EXPECT_NEAR(at.x, 0.1F - 0.036F, 1e-6F) << "(0.1,0,0) less its part along the slanted normal";
  EXPECT_NEAR(at.z, 0.5F + 0.048F, 1e-6F);
}

}  // namespace
}  // namespace surefoot::test
