// One test for each divergence of core/divergences.def: the same request under retail rules and under the
// one flag; the first rule at which the two part is the one the register describes, with its effect. The rows
// of spec 03 §13 are in divergence_spheres_test.cpp, divergence_cyl_spheres_test.cpp and
// divergence_objects_test.cpp.
#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "support/profile_pair.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

constexpr Plane kSteep{{0.8F, 0, 0.6F}, 0};

using Pair = ProfilePair;

/// Foot of radius 0.48 resting on its lowest point at the origin of a slope.
void rest_on_slope(Scene& s, const Plane& plane) {
  s.set_up(kOneSphere, {0, 0, 0}, {0, 0, 0});
  s.stand_on(plane);
}

TEST(Divergence, Ad65SubtractsTheNormalPartMovingAway) {
  Pair p(Divergence::ad65_away_subtract);
  Vec3 v[2];
  int i = 0;
  const Vec3 n{0, -0.6F, 0.8F};
  p.both([&](Scene& s) {
    s.set_up(kOneSphere, {5, 5, 0}, {5, 5, 0});
    s.ci.set_contact_plane({n, 0}, false);
    v[i++] = s.t.adjust_offset({0, -0.5F, 0});
  });
  EXPECT_EQ(p.parted(), "adjust_offset.snap | …");
  EXPECT_TRUE(same_bits(v[0], Vec3{0, -0.5F, -0.375F}));
  EXPECT_NEAR(v[1].y, -0.32F, 1e-6F);
  EXPECT_NEAR(v[1].z, -0.24F, 1e-6F);
}

// 00 R4: resting on the lowest point the distance is radius·N.z, which the port does not lift from.
TEST(Divergence, Ad66LiftsByTheScaledRadius) {
  Pair p(Divergence::ad66_scaled_radius);
  p.both([](Scene& s) {
    rest_on_slope(s, {{0.6F, 0, 0.8F}, 0});
    (void)s.t.adjust_offset({0, 0.1F, 0});
  });
  EXPECT_EQ(p.parted(), "adjust_offset.lift | …");
  EXPECT_NEAR(p.retail.s.sp.check_pos.frame.origin.z, 0.48F * 0.2F / 0.8F, 1e-6F);
  EXPECT_EQ(p.port.s.sp.check_pos.frame.origin.z, 0.0F);
}

TEST(Divergence, TheLiftWithoutTheBlockOffsetMissesAtTheBorder) {
  Pair p(Divergence::lift_no_block_offset);
  p.both([](Scene& s) {
    const Sphere foot{{0, 0, 0.4F}, 0.48F};
    s.sp.init_sphere({&foot, 1}, 1.0F);
    s.sp.set_check_pos(Scene::at({0.1F, 5, 0}, 0xAAB40001U), &s.cells.stub);
    s.ci.set_contact_plane({{0.6F, 0, 0.8F}, -115.2F}, false);
    s.ci.contact_plane.cell_id = 0xA9B40039U;
    (void)s.t.adjust_offset({0.1F, 0, 0});
  });
  EXPECT_EQ(p.parted(), "adjust_offset.lift | adjust_offset.lift_too_far");
  EXPECT_TRUE(has_bits(p.retail.s.sp.check_pos.frame.origin.z, 0x3DFFF7CB));
  EXPECT_EQ(p.port.s.sp.check_pos.frame.origin.z, 0.0F);
}

// A slope between 0.66417414 and 0.6642.
TEST(Divergence, OpenAcFloorZMakesOneSlopeSteep) {
  Pair p(Divergence::openac_floor_z);
  p.both([](Scene& s) {
    s.set_up(kOneSphere, {0, 0, 0}, {0.25F, 0, 0});
    s.ci.set_contact_plane({{0.7476F, 0, 0.66418F}, 0}, false);
    (void)s.t.validate_transition(TransitionState::Ok);
  });
  EXPECT_EQ(p.parted(), "validate_transition.on_walkable | validate_transition.on_steep");
  EXPECT_EQ(p.retail.s.oi.state, kGrounded);
  EXPECT_EQ(p.port.s.oi.state, object_info_flag::kContact);
}

// The body's commit uses the same limit.
TEST(Divergence, OpenAcFloorZHoldsForTheCommitToo) {
  ResolveResult r;
  r.ok = true;
  r.contact_plane_valid = true;
  r.contact_plane.plane = {{0.7476F, 0, 0.66418F}, 0};
  Profile port;
  port.add(Divergence::openac_floor_z);
  ResolveBody retail_body;
  commit(retail_body, r, {});
  ResolveBody port_body;
  commit(port_body, r, {}, port);
  EXPECT_NE(retail_body.transient & transient_state::kOnWalkable, 0U);
  EXPECT_EQ(port_body.transient & transient_state::kOnWalkable, 0U);
}

TEST(Divergence, Ap4AsksForTheCliffBeforeTheFlags) {
  Pair p(Divergence::ap4_cliff_first);
  TransitionState ts[2];
  bool stop[2];
  int i = 0;
  p.both([&](Scene& s) {
    s.set_up(kTwoSpheres, {0.75F, 0, 0}, {1, 0, 0});
    s.oi.state = kGrounded;  // no EdgeSlide: retail walks off
    s.ci.last_known_contact_plane.plane = kFlat;
    s.ci.set_contact_plane(kSteep, false);
    s.sp.save_check_pos();
    stop[i] = s.t.edge_slide(ts[i], 0.6F, kFloorZ);
    ++i;
  });
  EXPECT_EQ(p.parted(), "edge_slide.walk_off | edge_slide.steep_contact");
  EXPECT_TRUE(stop[0]);
  EXPECT_EQ(ts[0], TransitionState::Ok);
  EXPECT_FALSE(stop[1]);
  EXPECT_EQ(ts[1], TransitionState::Adjusted);
}

// The back-probe stored its sphere where it probed, inside the polygon; without the re-cache no edge is
// found.
TEST(Divergence, Ts1NoRecacheFindsNoEdge) {
  Pair p(Divergence::ts1_no_recache);
  const Polygon floor = floor_quad(9, -1, 0.9375F, -1, 1, 0);
  TransitionState ts[2];
  int i = 0;
  p.both([&](Scene& s) {
    s.set_up(kTwoSpheres, {0.875F, 0, 0}, {1, 0.25F, 0});
    s.oi.state = kGroundedEdge;
    s.ci.last_known_contact_plane.plane = kFlat;
    s.sp.save_check_pos();
    s.cells.script = {[&](ScriptedTransition& t) {
      t.sp.set_walkable({{0.875F, 0, 0.48F}, 0.24F}, view(floor), kUp, Position{}, 1);
      return TransitionState::Ok;
    }};
    (void)s.t.edge_slide(ts[i++], 0.6F, kFloorZ);
  });
  EXPECT_EQ(p.parted(), "precipice_slide.edge | precipice_slide.no_edge");
  EXPECT_EQ(ts[0], TransitionState::Slid);
  EXPECT_EQ(ts[1], TransitionState::Collided);
}

TEST(Divergence, Ts1StopsAtTheEdge) {
  Pair p(Divergence::ts1_stop_at_edge);
  TransitionState ts[2];
  int i = 0;
  p.both([&](Scene& s) {
    s.set_up(kTwoSpheres, {1, 2, 3}, {1.25F, 2, 3});
    s.oi.state = kGrounded;
    s.oi.step_down_height = 0.6F;
    ts[i++] = s.t.transitional_insert(3);
  });
  EXPECT_EQ(p.parted(), "edge_slide.walk_off | …");
  EXPECT_EQ(ts[0], TransitionState::Ok);
  EXPECT_EQ(ts[1], TransitionState::Collided);
}

// cliff_slide answers Ok (no last-known plane): retail tries again and finds ground, the port ends there.
TEST(Divergence, EdgeSlideWithOneOutputEndsAtAnOk) {
  Pair p(Divergence::edge_slide_one_output);
  int passes[2] = {0, 0};
  int i = 0;
  p.both([&](Scene& s) {
    int* const count = &passes[i++];
    s.set_up(kTwoSpheres, {0, 0, 0}, {0.25F, 0, 0});
    s.oi.state = kGroundedEdge;
    s.oi.step_down_height = 0.6F;
    s.cells.script = {[count](ScriptedTransition& t) {
      if (t.sp.step_down) {
        t.ci.set_contact_plane(kSteep, false);
      } else if (++*count == 2) {
        t.ci.set_contact_plane(kFlat, false);
      }
      return TransitionState::Ok;
    }};
    EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Ok);
  });
  EXPECT_EQ(p.parted(), "insert_into_cell.clear | …");
  EXPECT_EQ(passes[0], 2);
  EXPECT_EQ(passes[1], 1);
  EXPECT_TRUE(p.retail.s.ci.contact_plane_valid);
  EXPECT_FALSE(p.port.s.ci.contact_plane_valid);
}

/// Ground is found, but the body does not fit there.
void step_down_into_a_wall(Scene& s, bool step_up, bool& ok) {
  s.set_up(kTwoSpheres, {1, 2, 3}, {1.25F, 2, 3});
  s.sp.step_up = step_up;
  s.cells.script = {[](ScriptedTransition& t) {
    if (t.sp.insert_type == InsertType::Placement) return TransitionState::Collided;
    t.ci.set_contact_plane(kFlat, false);
    return TransitionState::Ok;
  }};
  ok = s.t.step_down(0.5F, kFloorZ);
}

TEST(Divergence, Ap5TakesGroundTheBodyDoesNotFitOn) {
  for (const bool step_up : {false, true}) {
    Pair p(Divergence::ap5_no_placement_tail);
    bool ok[2];
    int i = 0;
    p.both([&](Scene& s) { step_down_into_a_wall(s, step_up, ok[i++]); });
    EXPECT_FALSE(ok[0]);
    if (step_up) {
      EXPECT_EQ(p.parted(), "same") << "the port kept the test in step_up";
      EXPECT_FALSE(ok[1]);
    } else {
      EXPECT_EQ(p.parted(), "insert_into_cell.collided | …");
      EXPECT_TRUE(ok[1]);
    }
  }
}

// 04 §12.3 S3: with Adjusted the cliff is never reached; (0,0,1) and a zero sliding normal remain.
TEST(Divergence, Ad345FreezesAtTheFootOfASteepFace) {
  Pair p(Divergence::ad345_adjusted_without_push);
  p.both([](Scene& s) {
    s.cells.script = {plane_world([](const Vec3& low) { return low.x < 0 ? &kSteep : &kFlat; })};
    s.set_up(kTwoSpheres, {0.2F, 0, 0}, {-0.1F, 0.1F, 0});
    s.oi.physics_state = physics_state::kDefault;
    s.oi.step_down_height = 0.6F;
    s.oi.state = kGroundedEdge;
    s.stand_on(kFlat);
    EXPECT_TRUE(s.t.find_valid_position());
    EXPECT_TRUE(same_bits(s.sp.curr_pos.frame.origin, Vec3{0.2F, 0, 0}));
  });
  EXPECT_EQ(p.parted(), "insert_into_cell.clear | insert_into_cell.adjusted");
  EXPECT_EQ(p.retail.log.count(Arm::edge_slide_steep_contact), 3);
  EXPECT_EQ(p.retail.s.ci.sliding_normal.x, 1.0F);
  EXPECT_EQ(p.port.log.count(Arm::edge_slide_steep_contact), 0);
  EXPECT_TRUE(same_bits(p.port.s.ci.collision_normal, kUp));
  EXPECT_TRUE(same_bits(p.port.s.ci.sliding_normal, Vec3{0, 0, 0}));
}

TEST(Divergence, I32WritesTheLastKnownPlaneBack) {
  ResolveResult r;
  r.ok = true;
  r.contact_plane = {{kUp, -1}, kRoom, false};
  r.last_known_contact_plane_valid = true;
  r.last_known_contact_plane = {{kUp, -2}, kRoom, false};
  Profile port;
  port.add(Divergence::i32_last_known_written_back);
  ResolveBody body;
  commit(body, r, {});
  EXPECT_EQ(body.contact_plane.plane.d, -1.0F);
  commit(body, r, {}, port);
  EXPECT_EQ(body.contact_plane.plane.d, -2.0F);
  EXPECT_EQ(body.transient & transient_state::kContact, 0U);
  // With a current plane there is nothing to fall back from.
  r.contact_plane_valid = true;
  commit(body, r, {}, port);
  EXPECT_EQ(body.contact_plane.plane.d, -1.0F);
}

// A stride over a floor's edge that ends where nothing is below: retail probes back to learn which polygon it
// left, the port remembers it from the frame before.
TEST(Divergence, OpenAcSeedsTheRememberedPolygon) {
  World world;
  add_room(world, {});
  const PhysicsObject& floor = add_object(world, 1, floor_leaf());
  const Polygon& polygon = floor.parts[0].gfxobj->physics_bsp.polygons[0];
  ResolveRequest r;
  r.mover = human_mover();
  r.begin = in_room({2.2F, 0, 0.005F});
  r.end = in_room({2.65F, 0.1F, 0.005F});
  r.object_info_state = kGroundedEdge;
  r.contact = ResolveRequest::Contact::standing;
  r.contact_plane = {kFlat, kRoom, false};
  r.walkable = WalkableSeed{polygon.plane, polygon.vertices};
  ArmLog retail_log;
  ArmLog port_log;
  Workspace workspace;
  Profile port;
  port.add(Divergence::openac_walkable_seed);
  ASSERT_TRUE(resolve(world, r, workspace, {}, &retail_log).has_value());
  ASSERT_TRUE(resolve(world, r, workspace, port, &port_log).has_value());
  EXPECT_EQ(first_difference(retail_log, port_log), "edge_slide.back_probe | edge_slide.precipice");
  EXPECT_EQ(retail_log.count(Arm::edge_slide_back_probe_precipice), 1);
}

// The nested probe found the step's own plane before the body did not fit: the port puts back the plane stood
// on before.
TEST(Divergence, OpenAcRestoresThePlaneAfterAFailedStepUp) {
  Pair p(Divergence::openac_failed_step_up_restores_plane);
  p.both([](Scene& s) {
    s.set_up(kTwoSpheres, {1, 2, 3}, {1.25F, 2, 3});
    s.oi.state = kGrounded;
    s.oi.step_up_height = 0.6F;
    s.ci.init_contact_plane({{kUp, -3}, 0xA9B40007U, true});
    s.cells.script = {[](ScriptedTransition& t) {
      if (t.sp.insert_type == InsertType::Placement) return TransitionState::Collided;
      t.ci.set_contact_plane({{0, 0.6F, 0.8F}, -4}, false);
      t.ci.contact_plane.cell_id = kStubCell;
      return TransitionState::Ok;
    }};
    EXPECT_FALSE(s.t.step_up({-1, 0, 0}));
  });
  EXPECT_EQ(p.parted(), "same") << "no rule parts, only the state";
  EXPECT_TRUE(p.port.s.ci.contact_plane_valid);
  EXPECT_TRUE(p.port.s.ci.contact_plane.is_water);
  EXPECT_TRUE(same_bits(p.port.s.ci.contact_plane.plane, Plane{kUp, -3}));
  EXPECT_EQ(p.port.s.ci.contact_plane.cell_id, 0xA9B40007U);
}

}  // namespace
}  // namespace surefoot::test
