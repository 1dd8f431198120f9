// Does a body fit, and how far is it pushed or pulled: path 1, placement_insert, adjust_to_plane (spec 02
// §4.2, §4.7, §4.8; worked cases 10 and 12; conformance B15, B16).
#include <gtest/gtest.h>

#include "support/arm_log.hpp"
#include "support/bits.hpp"
#include "support/scripted_cells.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

/// A tree and the spheres against it.
struct Fit {
  Fit(BspTree t, std::vector<Sphere> spheres) : tree(std::move(t)) {
    s.set_up(spheres, {}, {});
    s.sp.cache_localspace_sphere(s.t.rules, Scene::at({}), 1.0F);
  }
  [[nodiscard]] GraphView view() const { return {&tree}; }
  TransitionState place() {
    s.sp.insert_type = InsertType::Placement;
    return collide_bsp::find_collisions(s.t, view(), 1.0F);
  }
  TransitionState push() { return collide_bsp::placement_insert(s.t, view()); }
  [[nodiscard]] const Vec3& offset() const { return s.sp.check_pos.frame.origin; }

  BspTree tree;
  ArmLog log;
  Profile retail;
  Profiled rules{retail, &log};
  Scene s{rules};
};

// --- path 1: occupancy -------------------------------------------------------------------------------------

// Exact tangency is free, deeper than an epsilon is occupied.
TEST(Occupancy, B15_TangentIsFree) {
  EXPECT_EQ(Fit(y_wall(), {{{0, 0.48F, 0}, 0.48F}}).place(), TransitionState::Ok);
  EXPECT_EQ(Fit(y_wall(), {{{0, 0.48F, 0}, 0.48F}, {{0, 0.48F, 0.875F}, 0.48F}}).place(),
            TransitionState::Ok);
}

TEST(Occupancy, B16_TwoEpsilonsDeeperIsOccupied) {
  const float y = 0.48F - 2 * kEpsilon;
  EXPECT_EQ(Fit(y_wall(), {{{0, y, 0}, 0.48F}}).place(), TransitionState::Collided);
  EXPECT_EQ(Fit(y_wall(), {{{0, y, 0}, 0.48F}, {{0, y, 0.875F}, 0.48F}}).place(), TransitionState::Collided);
}

TEST(Occupancy, TheHeadCountsToo) {
  EXPECT_EQ(Fit(y_wall(), {{{0, 0.48F, 0}, 0.48F}, {{0, 0.3F, 0.875F}, 0.48F}}).place(),
            TransitionState::Collided);
}

// An ethereal obstruction is only asked whether it overlaps, whatever the mover is doing.
TEST(Occupancy, AnEtherealObstructionIsTestedLikeAPlacement) {
  Fit f(y_wall(), {{{0, 0.3F, 0}, 0.48F}});
  f.s.sp.obstruction_ethereal = true;
  f.s.sp.step_down = true;
  EXPECT_EQ(collide_bsp::find_collisions(f.s.t, f.view(), 1.0F), TransitionState::Collided);
  EXPECT_TRUE(same_bits(f.offset(), Vec3{0, 0, 0}));
}

// Deep in a box nothing touches a face, but the centre is in a solid leaf; a building's shell lets a mover be
// that is known to be in an interior cell.
TEST(Occupancy, ABuildingShellLetsAMoverBeInside) {
  Fit f(solid_box({-1, -1, -1}, {1, 1, 1}), {{{0, 0, 0}, 0.3F}});
  EXPECT_EQ(f.place(), TransitionState::Collided);
  f.s.sp.bldg_check = true;
  EXPECT_EQ(f.place(), TransitionState::Collided);
  f.s.sp.hits_interior_cell = true;
  EXPECT_EQ(f.place(), TransitionState::Ok);
}

// --- worked case 10: placement_insert in the solid box [−1,1]³, radius 0.3
// ----------------------------------

struct InBox : Fit {
  InBox(const Vec3& center, bool flag) : Fit(solid_box({-1, -1, -1}, {1, 1, 1}), {{center, 0.3F}}) {
    s.sp.bldg_check = !flag;  // with bldg_check and hits_interior_cell the centre flag is off
    s.sp.hits_interior_cell = !flag;
  }
};

TEST(PlacementInsert, Case10_PushesOutOfAFace) {
  for (const bool flag : {true, false}) {
    InBox f({1.2F, 0, 0}, flag);
    EXPECT_EQ(f.push(), TransitionState::Adjusted);
    EXPECT_TRUE(has_bits(f.offset().x, 0x3DCCCCC0));
    EXPECT_EQ(f.offset().y, 0.0F);
    EXPECT_EQ(f.offset().z, 0.0F);
  }
}

TEST(PlacementInsert, Case10_PushesACentreInsideOutOnlyWithTheFlag) {
  InBox f({0.9F, 0.1F, 0.2F}, true);
  EXPECT_EQ(f.push(), TransitionState::Adjusted);
  EXPECT_TRUE(has_bits(f.offset().x, 0x3ECCCCCC));
  EXPECT_EQ(f.offset().y, 0.0F);
  InBox without({0.9F, 0.1F, 0.2F}, false);
  EXPECT_EQ(without.push(), TransitionState::Ok);
  EXPECT_TRUE(same_bits(without.offset(), Vec3{0, 0, 0}));
}

// Deep inside no polygon is near: the prune widens until the straddle rule loses the solid centre (§3.3 b).
TEST(PlacementInsert, Case10_DeepInsideEndsWithAZeroPush) {
  for (const auto& [center, passes] : {std::pair{Vec3{0, 0, 0}, 2U}, std::pair{Vec3{0.5F, 0, 0}, 1U}}) {
    InBox f(center, true);
    EXPECT_EQ(f.push(), TransitionState::Adjusted);
    EXPECT_TRUE(same_bits(f.offset(), Vec3{0, 0, 0}));
    const auto& last = f.log.entries().back();
    ASSERT_EQ(last.arm, Arm::bsp_placement_insert_pushed_out);
    EXPECT_EQ(last.values[0].id, passes) << "`i` at the end";
  }
}

TEST(PlacementInsert, Case10_FarOutsideIsClear) {
  InBox f({1.5F, 0, 0}, true);
  EXPECT_EQ(f.push(), TransitionState::Ok);
  EXPECT_EQ(f.log.count(Arm::bsp_placement_insert_clear), 1);
}

TEST(PlacementInsert, TheHeadIsPushedAndTheFootFollows) {
  Fit f(solid_box({-1, -1, -1}, {1, 1, 1}), {{{1.2F, 0, -2}, 0.3F}, {{1.2F, 0, 0}, 0.3F}});
  EXPECT_EQ(f.push(), TransitionState::Adjusted);
  EXPECT_TRUE(has_bits(f.offset().x, 0x3DCCCCC0));
}

// Between two walls 0.5 m apart a body of radius 0.3 is pushed to and fro until the passes are used up.
TEST(PlacementInsert, StaysStuckBetweenTwoWalls) {
  Fit f(make_single_leaf({wall_quad(0, -0.25F, -1, 1, -1, 1, 1), wall_quad(1, 0.25F, -1, 1, -1, 1, -1)},
                         {{}, 10}),
        {{{0.1F, 0, 0}, 0.3F}});
  EXPECT_EQ(f.push(), TransitionState::Collided);
  EXPECT_TRUE(same_bits(f.offset(), Vec3{0, 0, 0}));
  EXPECT_EQ(f.log.count(Arm::bsp_placement_insert_stuck), 1);
}

// --- worked case 12: adjust_to_plane, one leaf with a floor, radius 1
// ---------------------------------------

struct Clip {
  Clip(BspTree t, const Vec3& from, const Vec3& to) : fit(std::move(t), {{to, 1}}) {
    valid = {to, 1};
    Vec3 contact;
    const PolygonView floor{&fit.tree.polygons[0].plane, fit.tree.polygons[0].vertices,
                            fit.tree.polygons[0].id, 1};
    ok = collide_bsp::adjust_to_plane(fit.s.t, fit.view(), valid, from, floor, contact);
    tests = fit.log.calls(Fn::sphere_intersects_poly);
  }
  Fit fit;
  Sphere valid;
  bool ok = false;
  int tests = 0;  ///< trial places, the touch time's own one included
};

// Four halvings count, the fifth closes the bracket: the touch time's test and five more.
TEST(AdjustToPlane, Case12_FromAboveEndsAtTheTouch) {
  const Clip c(floor_leaf(), {0, 0, 3}, {0, 0, -1});
  EXPECT_TRUE(c.ok);
  EXPECT_TRUE(same_bits(c.valid.center, Vec3{0, 0, 1}));
  EXPECT_EQ(c.tests, 1 + 4 + 1);
}

TEST(AdjustToPlane, Case12_AlreadyTouchingBisectsTheWholeWay) {
  const Clip c(floor_leaf(), {0, 0, 0.5F}, {0, 0, 0.2F});
  EXPECT_TRUE(c.ok);
  EXPECT_TRUE(same_bits(c.valid.center.z, 0.5F));
  EXPECT_EQ(c.tests, 5 + 1);
  EXPECT_EQ(c.fit.log.count(Arm::adjust_to_plane_already_touching), 1);
}

TEST(AdjustToPlane, Case12_AnObliqueWay) {
  const Clip c(floor_leaf(), {0, 0, 2}, {0.5F, 0, 0.1F});
  EXPECT_TRUE(c.ok);
  EXPECT_TRUE(same_bits(c.valid.center.x, 0.263157904F));
  EXPECT_EQ(c.valid.center.y, 0.0F);
  EXPECT_TRUE(same_bits(c.valid.center.z, 1.0F));
}

// From behind the movement goes along the normal: never a hit, so the way is refined towards its end.
TEST(AdjustToPlane, Case12_FromBehindNothingIsHit) {
  const Clip c(floor_leaf(), {0, 0, -3}, {0, 0, 1});
  EXPECT_TRUE(c.ok);
  EXPECT_TRUE(same_bits(c.valid.center.z, 0.9375F));
}

/// Floors one centimetre apart, the lowest first: each touch time is that of the lowest floor still
/// overlapped, and there the next one up is overlapped.
BspTree pile_of_floors(int count) {
  std::vector<Polygon> floors;
  floors.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i)
    floors.push_back(floor_quad(static_cast<std::uint32_t>(i), -2, 2, -2, 2, 0.01F * static_cast<float>(i)));
  return make_single_leaf(floors, {{}, 10});
}

TEST(AdjustToPlane, GivesUpAfterFifteenTries) {
  EXPECT_FALSE(Clip(pile_of_floors(16), {0, 0, 3}, {0, 0, -0.5F}).ok);
  EXPECT_TRUE(Clip(pile_of_floors(15), {0, 0, 3}, {0, 0, -0.5F}).ok);
}

// …and then a perfectly clipped mover is stopped without a normal (§4.6).
TEST(AdjustToPlane, GivingUpStopsWithoutANormal) {
  Fit f(pile_of_floors(16), {{{0, 0, -0.5F}, 1}});
  f.s.sp.localspace_curr_center[0] = {0, 0, 3};
  f.s.oi.state = object_info_flag::kPathClipped | object_info_flag::kPerfectClip;
  EXPECT_EQ(collide_bsp::find_collisions(f.s.t, f.view(), 1.0F), TransitionState::Collided);
  EXPECT_FALSE(f.s.ci.collision_normal_valid);
  EXPECT_TRUE(same_bits(f.offset(), Vec3{0, 0, 0}));
}

}  // namespace
}  // namespace surefoot::test
