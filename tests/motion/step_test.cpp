// Stepping down and up, and the support probe (spec 04 §6.6; §12.1; conformance P01–P05).
#include <gtest/gtest.h>

#include "support/arm_log.hpp"
#include "support/bits.hpp"
#include "support/scripted_cells.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

TransitionState on_flat(ScriptedTransition& t) {
  t.ci.set_contact_plane(kFlat, false);
  return TransitionState::Ok;
}

class StepDown : public ::testing::Test {
 protected:
  void set_up(std::span<const Sphere> spheres = kTwoSpheres) {
    s.set_up(spheres, {1, 2, 3}, {1.25F, 2, 3});
    s.oi.state = kGrounded;
    s.oi.step_down_height = 0.6F;
    s.oi.step_up_height = 0.6F;
  }
  StepDown() { set_up(); }
  [[nodiscard]] const Vec3& candidate() const { return s.sp.check_pos.frame.origin; }

  Scene s;
};

// P01: its last act is one placement insertion, and that alone decides.
TEST_F(StepDown, P01_EndsWithOnePlacement) {
  for (const auto spheres : {kOneSphere, kTwoSpheres}) {
    for (const auto fits : {TransitionState::Ok, TransitionState::Collided}) {
      set_up(spheres);
      s.ci.clear_contact();
      std::vector<InsertType> types;
      s.cells.calls = 0;
      s.cells.script = {[&](ScriptedTransition& t) {
        types.push_back(t.sp.insert_type);
        return t.sp.insert_type == InsertType::Placement ? fits : on_flat(t);
      }};
      EXPECT_EQ(s.t.step_down(0.5F, kFloorZ), fits == TransitionState::Ok);
      EXPECT_EQ(types, (std::vector{InsertType::Transition, InsertType::Placement}));
      EXPECT_EQ(s.sp.insert_type, InsertType::Transition);
      EXPECT_FALSE(s.sp.step_down);
      EXPECT_TRUE(same_bits(candidate(), Vec3{1.25F, 2, 2.5F})) << "not restored here";
    }
  }
}

// P02: walk_interp is reset on entry only.
TEST_F(StepDown, P02_ThePlacementSeesTheProbesInterpolation) {
  float seen = 0;
  s.sp.walk_interp = 0.125F;
  s.cells.script = {[](ScriptedTransition& t) {
                      EXPECT_EQ(t.sp.walk_interp, 1.0F);
                      t.sp.walk_interp = 0.375F;
                      return on_flat(t);
                    },
                    [&](ScriptedTransition& t) {
                      seen = t.sp.walk_interp;
                      return TransitionState::Ok;
                    }};
  EXPECT_TRUE(s.t.step_down(0.5F, kFloorZ));
  EXPECT_TRUE(has_bits(seen, 0x3EC00000));
  EXPECT_TRUE(has_bits(s.sp.walk_interp, 0x3EC00000));
}

TEST_F(StepDown, FailsWithoutGround) {
  EXPECT_FALSE(s.t.step_down(0.5F, kFloorZ));
  EXPECT_EQ(s.cells.calls, 1);
}

TEST_F(StepDown, FailsWhenSomethingIsInTheWay) {
  s.cells.script = {answer(TransitionState::Collided)};
  s.stand_on(kFlat);
  EXPECT_FALSE(s.t.step_down(0.5F, kFloorZ));
}

TEST_F(StepDown, ItsProbeTriesFiveTimesFive) {
  s.cells.script = {answer(TransitionState::Adjusted)};
  EXPECT_FALSE(s.t.step_down(0.5F, kFloorZ));
  EXPECT_EQ(s.cells.calls, 25);
}

// Accepts the limit itself (§9.19).
TEST_F(StepDown, FailsOnSteepGround) {
  for (const auto& [z, accepted] : {std::pair{kFloorZ, true}, std::pair{0.66417408F, false}}) {
    set_up();
    const float nz = z;
    s.cells.script = {[nz](ScriptedTransition& t) {
      t.ci.set_contact_plane({{0.7F, 0, nz}, 0}, false);
      return TransitionState::Ok;
    }};
    EXPECT_EQ(s.t.step_down(0.5F, kFloorZ), accepted);
  }
}

TEST_F(StepDown, ForgetsANearMiss) {
  s.sp.neg_poly_hit = true;
  (void)s.t.step_down(0.5F, kFloorZ);
  EXPECT_FALSE(s.sp.neg_poly_hit);
}

TEST_F(StepDown, WhileSteppingUpItDoesNotLower) {
  s.sp.step_up = true;
  (void)s.t.step_down(0.5F, kFloorZ);
  EXPECT_TRUE(same_bits(candidate(), Vec3{1.25F, 2, 3}));
}

// `backup` is ONE field: the inner step_down's save overwrites the outer one's, and both write it back.
TEST_F(StepDown, SharesTheSaveSlotOfTheInsertType) {
  s.sp.backup = InsertType::InitialPlacement;
  s.cells.script = {on_flat};
  EXPECT_TRUE(s.t.step_down(0.5F, kFloorZ));
  EXPECT_EQ(s.sp.backup, InsertType::Transition);
}

/// With EdgeSlide the ground found must carry the body: half the sphere on the remembered polygon.
class StepDownSupport : public StepDown {
 protected:
  StepDownSupport() { s.oi.state = kGroundedEdge; }
  /// Ground is found; the remembered polygon ends at x = 1.
  void find_ground(float axis_x) {
    s.cells.script = {[this, axis_x](ScriptedTransition& t) {
      if (t.sp.check_walkable) return probe;
      if (t.sp.step_down) t.sp.set_walkable({{axis_x, 0, 0.4F}, 0.48F}, view(square), kUp, Position{}, 1);
      return on_flat(t);
    }};
  }
  TransitionState probe = TransitionState::Ok;  ///< what the support probe answers: Ok = nothing there
  const Polygon square = floor_quad(7, -1, 1, -1, 1, 0);
};

TEST_F(StepDownSupport, HalfARadiusOfOverhangCarries) {
  find_ground(1.2375F);  // 0.2375 beyond: within half of 0.48
  EXPECT_TRUE(s.t.step_down(0.5F, kFloorZ));
  EXPECT_EQ(s.cells.calls, 2);
}

TEST_F(StepDownSupport, MoreOverhangNeedsSomethingElseBelow) {
  find_ground(1.25F);
  EXPECT_FALSE(s.t.step_down(0.5F, kFloorZ));
  EXPECT_EQ(s.cells.calls, 2);
  set_up();
  s.oi.state = kGroundedEdge;
  probe = TransitionState::Collided;  // the probe found something walkable
  s.cells.calls = 0;
  EXPECT_TRUE(s.t.step_down(0.5F, kFloorZ));
  EXPECT_EQ(s.cells.calls, 3);
}

TEST_F(StepDownSupport, IsNotAskedWithoutTheFlagOrInAStepUp) {
  find_ground(1.25F);
  s.oi.state = kGrounded;
  EXPECT_TRUE(s.t.step_down(0.5F, kFloorZ));
  set_up();
  s.oi.state = kGroundedEdge;
  s.sp.step_up = true;
  EXPECT_TRUE(s.t.step_down(0.5F, kFloorZ));
}

/// Its callers have a contact plane; without one the probe would start looking for lost ground itself (§8.6).
class CheckWalkable : public StepDownSupport {
 protected:
  CheckWalkable() { s.stand_on(kFlat); }
};

TEST_F(CheckWalkable, IsTrueForAMoverThatIsNotOnWalkableGround) {
  s.oi.state = object_info_flag::kContact | object_info_flag::kEdgeSlide;
  s.sp.set_walkable({{5, 0, 0.4F}, 0.48F}, view(square), kUp, Position{}, 1);
  EXPECT_TRUE(s.t.check_walkable(kFloorZ));
  EXPECT_EQ(s.sp.walkable_check_pos.radius, 0.48F);
  EXPECT_EQ(s.cells.calls, 0);
}

TEST_F(CheckWalkable, HalvesTheStoredRadiusAtEachCall) {
  s.sp.set_walkable({{0, 0, 0.4F}, 0.48F}, view(square), kUp, Position{}, 1);
  EXPECT_TRUE(s.t.check_walkable(kFloorZ));
  EXPECT_EQ(s.sp.walkable_check_pos.radius, 0.24F);
  EXPECT_TRUE(s.t.check_walkable(kFloorZ));
  EXPECT_EQ(s.sp.walkable_check_pos.radius, 0.12F);
}

// §12.1: for a step of 1.5 the probe goes a quarter of the diameter with one sphere, half the step with two.
TEST_F(CheckWalkable, ProbesAShorterWayForALongStep) {
  for (const auto& [spheres, height] : {std::pair{kOneSphere, 0.239999995F}, std::pair{kTwoSpheres, 0.75F}}) {
    set_up(spheres);
    s.oi.state = kGroundedEdge;
    s.oi.step_down_height = 1.5F;
    s.sp.set_walkable({{5, 0, 0.4F}, 0.48F}, view(square), kUp, Position{}, 1);
    float z = 0;
    s.cells.script = {[&](ScriptedTransition& t) {
      EXPECT_TRUE(t.sp.check_walkable);
      z = t.sp.check_pos.frame.origin.z;
      return TransitionState::Ok;
    }};
    EXPECT_FALSE(s.t.check_walkable(kFloorZ));
    EXPECT_TRUE(same_bits(z, 3.0F - height));
  }
}

// P03: the candidate is kept in locals; the shared save slot belongs to the caller.
TEST_F(CheckWalkable, P03_LeavesTheSharedSaveSlotAlone) {
  ObjCell elsewhere;
  s.sp.backup_check_pos = Scene::at({7.25F, 8.5F, 9.75F}, 0xA9B40033U);
  s.sp.backup_cell = &elsewhere;
  s.sp.set_walkable({{5, 0, 0.4F}, 0.48F}, view(square), kUp, Position{}, 1);
  EXPECT_FALSE(s.t.check_walkable(kFloorZ));
  EXPECT_EQ(s.sp.backup_check_pos.cell_id, 0xA9B40033U);
  EXPECT_TRUE(same_bits(s.sp.backup_check_pos.frame.origin, Vec3{7.25F, 8.5F, 9.75F}));
  EXPECT_EQ(s.sp.backup_cell, &elsewhere);
  EXPECT_TRUE(same_bits(candidate(), Vec3{1.25F, 2, 3}));
  EXPECT_EQ(s.sp.check_cell, &s.cells.stub);
  EXPECT_FALSE(s.sp.check_walkable);
}

class StepUp : public StepDown {};

TEST_F(StepUp, UsesTheMoversHeightOnWalkableGround) {
  float amount = 0;
  float allowance = 0;
  s.stand_on(kFlat);
  s.cells.script = {[&](ScriptedTransition& t) {
    EXPECT_FALSE(t.sp.insert_type == InsertType::Transition && t.ci.contact_plane_valid);
    amount = t.sp.step_down_amt;
    allowance = t.sp.walkable_allowance;
    return on_flat(t);
  }};
  s.sp.walkable = view(floor_quad(1, 0, 1, 0, 1, 0));
  EXPECT_TRUE(s.t.step_up({-1, 0, 0}));
  EXPECT_EQ(amount, 0.6F);
  EXPECT_EQ(allowance, kFloorZ);
  EXPECT_TRUE(same_bits(s.sp.step_up_normal, Vec3{-1, 0, 0}));
  EXPECT_FALSE(s.sp.step_up);
  EXPECT_FALSE(s.sp.walkable);
}

TEST_F(StepUp, UsesFourCentimetresElsewhere) {
  float amount = 0;
  s.oi.state = object_info_flag::kContact;
  s.cells.script = {[&](ScriptedTransition& t) {
    amount = t.sp.step_down_amt;
    return on_flat(t);
  }};
  EXPECT_TRUE(s.t.step_up({-1, 0, 0}));
  EXPECT_TRUE(has_bits(amount, 0x3D23D70A));
}

// The candidate is restored, the contact plane is not.
TEST_F(StepUp, AFailureRestoresTheCandidateButNotTheContact) {
  s.stand_on(kFlat);
  s.ci.contact_plane.is_water = true;
  s.cells.script = {[](ScriptedTransition& t) {
    t.sp.add_offset_to_check_pos({0, 0, 0.5F});
    return TransitionState::Collided;
  }};
  EXPECT_FALSE(s.t.step_up({-1, 0, 0}));
  EXPECT_TRUE(same_bits(candidate(), Vec3{1.25F, 2, 3}));
  EXPECT_FALSE(s.ci.contact_plane_valid);
  EXPECT_FALSE(s.ci.contact_plane.is_water);
}

// P04: there is a floor to stand on at z = 0, but a wall overlaps the body there. The mover came from above,
// where the wall does not reach.
TEST(StepDownBsp, P04_AWallInTheBodyRejectsTheGround) {
  for (const bool with_wall : {false, true}) {
    std::vector<Polygon> polygons{floor_quad(1, -2, 2, -2, 2, 0)};
    if (with_wall) polygons.push_back(wall_quad(2, 0.3F, -1, 1, 0, 0.4F, -1));
    const BspTree tree = make_single_leaf(polygons, {{}, 10});
    Scene s;
    s.set_up(kTwoSpheres, {-0.2F, 0, 0.5F}, {0, 0, 0.5F});
    s.oi.state = kGrounded;
    s.oi.step_down_height = 0.6F;
    s.sp.walkable_allowance = kFloorZ;
    s.cells.script = {bsp_cell(tree)};
    EXPECT_EQ(s.t.step_down(0.6F, kFloorZ), !with_wall);
    if (!with_wall) {
      EXPECT_NEAR(s.sp.check_pos.frame.origin.z, 0, 1e-5F);
      continue;
    }
    // The insert around it gives the candidate back: without EdgeSlide it walks off, at the old height.
    s.sp.set_check_pos(Scene::at({0, 0, 0.5F}), &s.cells.stub);
    s.ci.clear_contact();
    EXPECT_EQ(s.t.transitional_insert(3), TransitionState::Ok);
    EXPECT_TRUE(same_bits(s.sp.check_pos.frame.origin, Vec3{0, 0, 0.5F}));
    EXPECT_FALSE(s.ci.contact_plane_valid);
  }
}

// P05: the same single placement at the end of a step-up. The foot is in the riser of LOW_STEP.
TEST(StepDownBsp, P05_AStepUpEndsWithOnePlacement) {
  const BspTree tree = low_step();
  ArmLog log;
  const Profile retail;
  const Profiled rules(retail, &log);
  Scene s(rules);
  const Sphere foot{{0, 0, 0.2F}, 0.2F};
  s.set_up({&foot, 1}, {0.1F, 0, 0}, {0.35F, 0, 0});
  s.stand_on(kFlat);
  s.oi.state = kGrounded;
  s.oi.step_up_height = 0.3F;
  std::vector<InsertType> types;
  const auto world = bsp_cell(tree);
  s.cells.script = {[&](ScriptedTransition& t) {
    types.push_back(t.sp.insert_type);
    return world(t);
  }};
  EXPECT_TRUE(s.t.step_up({-1, 0, 0}));
  EXPECT_NEAR(s.sp.check_pos.frame.origin.z, 0.25F, 1e-5F);
  EXPECT_EQ(std::count(types.begin(), types.end(), InsertType::Placement), 1);
  EXPECT_EQ(types.back(), InsertType::Placement);
  EXPECT_EQ(log.count(Arm::step_down_found), 1);
}

}  // namespace
}  // namespace surefoot::test
