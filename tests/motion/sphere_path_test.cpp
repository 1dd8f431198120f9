// The spheres on their way: caches, the candidate, the records (spec 04 §4).
#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "support/scripted_cells.hpp"

namespace surefoot::test {
namespace {

TEST(SpherePath, KeepsAtMostTwoScaledSpheresAndTheLowestPoint) {
  const Sphere three[] = {{{0.25F, 0, 0.5F}, 0.5F}, {{0, 0, 1.5F}, 0.25F}, {{9, 9, 9}, 9}};
  SpherePath sp;
  sp.init_sphere(three, 2.0F);
  EXPECT_EQ(sp.num_sphere, 2);
  EXPECT_TRUE(same_bits(sp.local_sphere[0].center, Vec3{0.5F, 0, 1}));
  EXPECT_TRUE(same_bits(sp.local_sphere[1].radius, 0.5F));
  EXPECT_TRUE(same_bits(sp.local_low_point, Vec3{0.5F, 0, 0}));
}

TEST(SpherePath, WithoutABeginThePathIsAPlacement) {
  SpherePath sp;
  sp.init_sphere(kOneSphere, 1.0F);
  ObjCell cell;
  const Position end = Scene::at({1, 2, 3});
  sp.init_path(&cell, nullptr, end);
  EXPECT_EQ(sp.insert_type, InsertType::Placement);
  EXPECT_EQ(sp.begin_pos, nullptr);
  EXPECT_TRUE(same_bits(sp.curr_pos.frame.origin, Vec3{1, 2, 3}));
  EXPECT_TRUE(sp.placement_allows_sliding);
  const Position from = Scene::at({4, 5, 6});
  sp.init_path(&cell, &from, end);
  EXPECT_EQ(sp.insert_type, InsertType::Transition);
  EXPECT_TRUE(same_bits(sp.curr_pos.frame.origin, Vec3{4, 5, 6}));
  EXPECT_TRUE(same_bits(sp.global_curr_center[0], Vec3{4, 5, 6.48F}));
}

// 90 degrees to the left: local x is the parent's y.
TEST(SpherePath, CachesFollowTheRotation) {
  const Sphere foot{{1, 2, 3}, 0.5F};
  SpherePath sp;
  sp.init_sphere({&foot, 1}, 1.0F);
  Position p = Scene::at({10, 20, 30});
  ASSERT_TRUE(p.frame.set_rotate(1, 0, 0, 1));
  sp.set_check_pos(p, nullptr);
  EXPECT_NEAR(sp.global_sphere[0].center.x, 8, 1e-5F);
  EXPECT_NEAR(sp.global_sphere[0].center.y, 21, 1e-5F);
  EXPECT_NEAR(sp.global_sphere[0].center.z, 33, 1e-5F);
  EXPECT_NEAR(sp.global_low_point.z, 32.5F, 1e-5F);
  sp.add_offset_to_check_pos({0.5F, 0, -1});
  EXPECT_NEAR(sp.global_sphere[0].center.x, 8.5F, 1e-5F);
  EXPECT_NEAR(sp.global_low_point.z, 31.5F, 1e-5F);
  EXPECT_EQ(sp.global_sphere[0].radius, 0.5F);
}

// The two caches add the same products in different orders (§4.1): with x·m2, y·m5, z·m8 all at work the
// last bit may differ, and both orders are the client's.
TEST(SpherePath, TheTwoCachesGroupTheirSumsDifferently) {
  const Sphere foot{{0.1F, -0.37F, 0.02F}, 0.5F};
  SpherePath sp;
  sp.init_sphere({&foot, 1}, 1.0F);
  Position p = Scene::at({0, 0, 0});
  ASSERT_TRUE(p.frame.set_rotate(1, 2, 3, 4));
  sp.set_check_pos(p, nullptr);
  sp.curr_pos = p;
  sp.cache_global_curr_center();
  const auto& m = p.frame.m;
  const Vec3& c = foot.center;
  EXPECT_TRUE(same_bits(sp.global_sphere[0].center.z, ((m[8] * c.z + m[2] * c.x) + m[5] * c.y) + 0.0F));
  EXPECT_TRUE(same_bits(sp.global_curr_center[0].z, ((m[8] * c.z + m[5] * c.y) + m[2] * c.x) + 0.0F));
}

TEST(SpherePath, ReanchorsTheCandidateAtAnOutdoorCell) {
  SpherePath sp;
  sp.init_sphere(kOneSphere, 1.0F);
  sp.set_check_pos(Scene::at({192.5F, 5, 0}, 0xA9B40039U), nullptr);
  sp.adjust_check_pos(0xAAB40001U);
  EXPECT_EQ(sp.check_pos.cell_id, 0xAAB40001U);
  EXPECT_TRUE(same_bits(sp.check_pos.frame.origin, Vec3{0.5F, 5, 0}));
  EXPECT_TRUE(same_bits(sp.global_sphere[0].center.x, 0.5F));
  EXPECT_TRUE(same_bits(sp.global_low_point.x, 0.5F));
}

// An interior cell uses its landblock's coordinates, so only the id changes.
TEST(SpherePath, TakesOnlyTheIdOfAnInteriorCell) {
  SpherePath sp;
  sp.init_sphere(kOneSphere, 1.0F);
  sp.set_check_pos(Scene::at({192.5F, 5, 0}, 0xA9B40039U), nullptr);
  sp.adjust_check_pos(0xA9B40100U);
  EXPECT_EQ(sp.check_pos.cell_id, 0xA9B40100U);
  EXPECT_TRUE(same_bits(sp.check_pos.frame.origin, Vec3{192.5F, 5, 0}));
}

TEST(SpherePath, SavesAndRestoresTheCandidateWithItsCell) {
  ObjCell a;
  ObjCell b;
  SpherePath sp;
  sp.init_sphere(kOneSphere, 1.0F);
  sp.set_check_pos(Scene::at({1, 2, 3}), &a);
  sp.save_check_pos();
  sp.set_check_pos(Scene::at({4, 5, 6}), &b);
  sp.restore_check_pos();
  EXPECT_EQ(sp.check_cell, &a);
  EXPECT_TRUE(same_bits(sp.check_pos.frame.origin, Vec3{1, 2, 3}));
  EXPECT_TRUE(same_bits(sp.global_sphere[0].center, Vec3{1, 2, 3.48F}));
}

TEST(SpherePath, ALandingCollisionSavesTheCandidate) {
  ObjCell a;
  SpherePath sp;
  sp.init_sphere(kOneSphere, 1.0F);
  sp.set_check_pos(Scene::at({1, 2, 3}), &a);
  sp.walk_interp = 0.25F;
  sp.set_collide({0, -1, 0});
  EXPECT_TRUE(sp.collide);
  EXPECT_EQ(sp.backup_cell, &a);
  EXPECT_TRUE(same_bits(sp.backup_check_pos.frame.origin, Vec3{1, 2, 3}));
  EXPECT_TRUE(same_bits(sp.step_up_normal, Vec3{0, -1, 0}));
  EXPECT_EQ(sp.walk_interp, 1.0F);
}

TEST(SpherePath, ANearMissStoresTheNegatedNormal) {
  SpherePath sp;
  sp.set_neg_poly_hit(true, kUp);
  EXPECT_TRUE(sp.neg_poly_hit);
  EXPECT_TRUE(sp.neg_step_up);
  EXPECT_TRUE(has_bits(sp.neg_collision_normal, {0x80000000, 0x80000000, 0xBF800000}));
}

// Local axes of a turned, doubled object: everything is divided by the scale, world up is turned.
TEST(SpherePath, LocalSpheresAreTurnedAndDividedByTheScale) {
  SpherePath sp;
  sp.init_sphere(kOneSphere, 1.0F);
  sp.curr_pos = Scene::at({10, 21, 30});
  sp.set_check_pos(Scene::at({11, 20, 30}), nullptr);
  Position p = Scene::at({10, 20, 30});
  ASSERT_TRUE(p.frame.set_rotate(1, 1, 0, 0));  // pitched up by 90 degrees: local y is world z
  sp.cache_localspace_sphere(Retail{}, p, 2.0F);
  EXPECT_NEAR(sp.localspace_sphere[0].center.x, 0.5F, 1e-6F);
  EXPECT_NEAR(sp.localspace_sphere[0].center.y, 0.24F, 1e-6F);
  EXPECT_NEAR(sp.localspace_sphere[0].center.z, 0.0F, 1e-6F);
  EXPECT_TRUE(same_bits(sp.localspace_sphere[0].radius, 0.24F));
  EXPECT_NEAR(sp.localspace_curr_center[0].z, -0.5F, 1e-6F);
  EXPECT_NEAR(sp.localspace_z.y, 1.0F, 1e-6F);
}

TEST(CollisionInfo, P06_SeedingFillsBothPlanes) {
  CollisionInfo ci;
  ci.init_contact_plane({kFlat, kStubCell, true});
  EXPECT_TRUE(ci.contact_plane_valid && ci.last_known_contact_plane_valid);
  for (const ContactPlane& c : {ci.contact_plane, ci.last_known_contact_plane}) {
    EXPECT_TRUE(same_bits(c.plane, kFlat));
    EXPECT_EQ(c.cell_id, kStubCell);
    EXPECT_TRUE(c.is_water);
  }
}

TEST(CollisionInfo, P07_ANewContactLeavesTheLastKnownPlane) {
  CollisionInfo ci;
  ci.init_contact_plane({kFlat, kStubCell, false});
  const Plane other{{-0.954F, 0, 0.301F}, 2};
  ci.set_contact_plane(other, false);
  EXPECT_TRUE(same_bits(ci.contact_plane.plane, other));
  EXPECT_EQ(ci.contact_plane.cell_id, kStubCell) << "the cell id is not touched";
  EXPECT_TRUE(same_bits(ci.last_known_contact_plane.plane, kFlat));
}

// The port that P08 was written for counts writes; here a repeat leaves every bit as it is.
TEST(CollisionInfo, P08_RepeatingTheContactPlaneChangesNothing) {
  CollisionInfo ci;
  ci.init_contact_plane({kFlat, kStubCell, false});
  ci.set_contact_plane(kFlat, false);
  ci.set_contact_plane(kFlat, false);
  EXPECT_TRUE(ci.contact_plane_valid);
  EXPECT_TRUE(same_bits(ci.contact_plane.plane, kFlat));
  EXPECT_EQ(ci.contact_plane.cell_id, kStubCell);
  EXPECT_TRUE(same_bits(ci.last_known_contact_plane.plane, kFlat));
}

// §7.1: the quirk of a body that leaves its plane.
TEST(CollisionInfo, LeavingAPlaneStoresItsCellWithTheCurrentOne) {
  CollisionInfo ci;
  ci.init_last_known_contact_plane({kFlat, kStubCell, true});
  EXPECT_TRUE(ci.last_known_contact_plane_valid);
  EXPECT_FALSE(ci.contact_plane_valid);
  EXPECT_TRUE(ci.last_known_contact_plane.is_water);
  EXPECT_EQ(ci.last_known_contact_plane.cell_id, 0U);
  EXPECT_EQ(ci.contact_plane.cell_id, kStubCell);
}

TEST(CollisionInfo, CollisionNormalsAreUnitOrZero) {
  CollisionInfo ci;
  ci.set_collision_normal({0, 3, 4});
  EXPECT_TRUE(same_bits(ci.collision_normal, Vec3{0, 0.6F, 0.8F}));
  ci.set_collision_normal({0.0001F, 0, 0});
  EXPECT_TRUE(ci.collision_normal_valid);
  EXPECT_TRUE(same_bits(ci.collision_normal, Vec3{0, 0, 0}));
}

// #331: retail flattens; a vertical normal gives a zero vector that is nevertheless valid.
TEST(CollisionInfo, SlidingNormalsAreFlattened) {
  CollisionInfo ci;
  ci.set_sliding_normal({3, 4, 100});
  EXPECT_TRUE(same_bits(ci.sliding_normal, Vec3{0.6F, 0.8F, 0}));
  ci.set_sliding_normal(kUp);
  EXPECT_TRUE(ci.sliding_normal_valid);
  EXPECT_TRUE(same_bits(ci.sliding_normal, Vec3{0, 0, 0}));
  // A length of exactly kEpsilon still normalises (01 §4).
  ci.init_sliding_normal({kEpsilon, 0, 1});
  EXPECT_EQ(ci.sliding_normal.x, 1.0F);
}

TEST(CollisionInfo, AnObjectIsListedOnceWithItsFirstState) {
  CollisionInfo ci;
  const PhysicsObject a;
  const PhysicsObject b;
  ci.add_object(a, TransitionState::Ok);
  ci.add_object(a, TransitionState::Collided);
  EXPECT_EQ(ci.collide_objects.size(), 1U);
  EXPECT_EQ(ci.last_collided_object, nullptr) << "a listed object is not looked at again";
  ci.add_object(b, TransitionState::Slid);
  EXPECT_EQ(ci.collide_objects.size(), 2U);
  EXPECT_EQ(ci.last_collided_object, &b);
}

TEST(CollisionInfo, InitResetsOnlyWhatRetailResets) {
  CollisionInfo ci;
  const PhysicsObject o;
  ci.init_contact_plane({kFlat, kStubCell, true});
  ci.set_sliding_normal({1, 0, 0});
  ci.set_collision_normal({1, 0, 0});
  ci.add_object(o, TransitionState::Collided);
  ci.collided_with_environment = true;
  ci.frames_stationary_fall = 2;
  ci.init();
  EXPECT_FALSE(ci.contact_plane_valid || ci.last_known_contact_plane_valid || ci.sliding_normal_valid ||
               ci.collision_normal_valid || ci.collided_with_environment);
  EXPECT_TRUE(ci.collide_objects.empty());
  EXPECT_EQ(ci.last_collided_object, nullptr);
  EXPECT_EQ(ci.frames_stationary_fall, 0);
  EXPECT_EQ(ci.contact_plane.cell_id, 0U);
  EXPECT_EQ(ci.last_known_contact_plane.cell_id, kStubCell) << "not in retail's list";
  EXPECT_TRUE(same_bits(ci.last_known_contact_plane.plane, kFlat));
}

}  // namespace
}  // namespace surefoot::test
