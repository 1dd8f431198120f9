// Spec 02 §2 and its worked cases 1–5, 7, 11, 17, 18; the polygon cases of spec 08 §2. The touch times of
// case 12 are here, the bisection around them is motion's.
#include "shape/polygon.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "shape/meshes.hpp"
#include "shape/polygon_tests.hpp"
#include "support/bits.hpp"
#include "support/coverage.hpp"

namespace surefoot {
namespace {

using test::coverage_rules;
using test::floor_at;
using test::has_bits;
using test::make_polygon;
using test::ramp;
using test::same_bits;
using test::sq;
using test::tri;

constexpr Vec3 kUp{0, 0, 1};

// --- make_plane ---

TEST(MakePlane, OfAFloor) {
  EXPECT_TRUE(same_bits(floor_at(0).plane, Plane{{0, 0, 1}, -0.0F}));
}

TEST(MakePlane, OfARamp) {
  const Plane p = ramp().plane;
  EXPECT_TRUE(has_bits(p.normal, {0xBEE4F92E, 0x00000000, 0x3F64F92E}));
  EXPECT_TRUE(has_bits(p.d, 0x80000000));
}

TEST(MakePlane, RunsOneSumOverAllVertices) {
  const Plane p = tri().plane;
  EXPECT_TRUE(has_bits(p.normal, {0xBE9BE76E, 0xBE936673, 0x3F687051}));
  EXPECT_TRUE(has_bits(p.d, 0xBE3CC91D)) << "a whole dot per vertex would give BE3CC91B";
}

// Case 8 of spec 07 §10.
TEST(MakePlane, MultipliesByTheReciprocalOfTheLength) {
  const Plane steep = make_polygon(0, {{0, -1, 0}, {1, -1, 2}, {1, 1, 2}, {0, 1, 0}}).plane;
  EXPECT_TRUE(has_bits(steep.normal, {0xBF64F92E, 0x00000000, 0x3EE4F92E}));
  EXPECT_TRUE(has_bits(steep.d, 0x80000000));
}

TEST(MakePlane, OfAWarpedPentagon) {
  const Plane p = make_polygon(0, {{0, 0, 0}, {3, 0, 0.1F}, {4, 2, 0.3F}, {2, 4, 0.2F}, {-1, 2, 0}}).plane;
  EXPECT_TRUE(has_bits(p.normal, {0xBD5C1A76, 0xBD0D7EB9, 0x3F7F7A23}));
  EXPECT_TRUE(has_bits(p.d, 0x3CB0152A));
}

// --- precise hit ---

struct HitRow {
  Vec3 center;
  bool hit;
};

TEST(PolygonHitsSphere, OfASquare) {
  const HitRow rows[] = {
      {{0.5F, 0.5F, 0.3F}, true},    {{0.5F, 0.5F, 0.5F}, false}, {{0.5F, 0.5F, 0.4998F}, true},
      {{1.3F, 0.5F, 0.3F}, true},    {{1.4F, 0.5F, 0.3F}, false}, {{1.3F, 1.3F, 0.2F}, true},
      {{1.35F, 1.35F, 0.2F}, false}, {{0.5F, 0.5F, -0.3F}, true},
  };
  const Polygon p = sq();
  for (const HitRow& row : rows) {
    const Sphere s{row.center, 0.5F};
    Vec3 precise_contact;
    Vec3 fast_contact;
    EXPECT_EQ(polygon_hits_sphere_precise(coverage_rules(), view(p), s, precise_contact), row.hit);
    EXPECT_EQ(polygon_hits_sphere(view(p), s, fast_contact), row.hit) << "the fast form";
    EXPECT_EQ(hits_sphere(coverage_rules(), view(p), s), row.hit);
    EXPECT_TRUE(same_bits(precise_contact, fast_contact));
  }
}

TEST(PolygonHitsSphere, WritesTheContactOnceTheGateIsPassed) {
  const Polygon p = sq();
  Vec3 contact{7, 8, 9};
  EXPECT_FALSE(polygon_hits_sphere_precise(coverage_rules(), view(p), {{0.5F, 0.5F, 0.5F}, 0.5F}, contact));
  EXPECT_TRUE(same_bits(contact, Vec3{7, 8, 9}));
  EXPECT_TRUE(polygon_hits_sphere_precise(coverage_rules(), view(p), {{1.3F, 0.5F, 0.3F}, 0.5F}, contact));
  EXPECT_TRUE(same_bits(contact, Vec3{1.29999995F, 0.5F, 0}));
  // Also on a miss.
  EXPECT_FALSE(polygon_hits_sphere_precise(coverage_rules(), view(p), {{1.4F, 0.5F, 0.3F}, 0.5F}, contact));
  EXPECT_TRUE(same_bits(contact, Vec3{1.4F, 0.5F, 0}));
}

TEST(PolygonHitsSphere, FastAndPreciseAgreeOnRandomSpheres) {
  test::Random random(2);
  for (const Polygon& p : {sq(), ramp(), tri()}) {
    for (int i = 0; i < 20'000; ++i) {
      const Sphere s{random.in({-1, -2, -1}, {3, 3, 2}), random.uniform(0.05F, 0.8F)};
      Vec3 a;
      Vec3 b;
      ASSERT_EQ(polygon_hits_sphere_precise(Retail{}, view(p), s, a), polygon_hits_sphere(view(p), s, b));
    }
  }
}

TEST(PolygonHitsSphere, NothingBeyondNaN) {
  const Polygon p = sq();
  const float nan = std::nanf("");
  EXPECT_FALSE(hits_sphere(coverage_rules(), view(p), {{0.5F, 0.5F, nan}, 0.5F}));
  EXPECT_FALSE(hits_sphere(coverage_rules(), view(p), {{0.5F, 0.5F, 0}, nan}));
}

// Case G11 of spec 08: the plane of three collinear points is NaN and nothing hits it.
TEST(PolygonHitsSphere, ADegeneratePolygonIsNeverHit) {
  const Polygon p = make_polygon(0, {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}});
  EXPECT_TRUE(std::isnan(p.plane.d));
  EXPECT_FALSE(hits_sphere(coverage_rules(), view(p), {{1, 0, 0.1F}, 0.5F}));
}

// --- direction ---

TEST(PosHitsSphere, OnlyMotionIntoTheFrontIsAHitButEveryOverlapIsRecorded) {
  const Polygon p = sq(5);
  const Sphere s{{0.5F, 0.5F, 0.3F}, 0.5F};
  const struct {
    Vec3 movement;
    bool hit;
  } rows[] = {{{0, 0, -1}, true}, {{0, 0, 1}, false}, {{1, 0, 0}, false}, {{0, 0, 0}, false}};
  for (const auto& row : rows) {
    PolygonView struck;
    Vec3 contact;
    EXPECT_EQ(pos_hits_sphere(coverage_rules(), view(p), s, row.movement, contact, struck),
              row.hit ? Struck::into : Struck::overlapped);
    ASSERT_TRUE(static_cast<bool>(struck));
    EXPECT_EQ(struck.id, 5U);
  }
}

TEST(PosHitsSphere, AMissRecordsNothing) {
  const Polygon p = sq();
  PolygonView struck;
  Vec3 contact;
  EXPECT_EQ(pos_hits_sphere(coverage_rules(), view(p), {{3, 3, 0}, 0.5F}, {0, 0, -1}, contact, struck),
            Struck::missed);
  EXPECT_FALSE(static_cast<bool>(struck));
}

TEST(WalkableHitsSphere, TheAllowanceIsStrict) {
  const Polygon flat = sq();
  const Sphere s{{0.5F, 0.5F, 0.3F}, 0.5F};
  EXPECT_TRUE(walkable_hits_sphere(coverage_rules(), view(flat), kFloorZ, s, kUp));
  EXPECT_FALSE(walkable_hits_sphere(coverage_rules(), view(flat), 1.0F, s, kUp));
  EXPECT_FALSE(walkable_hits_sphere(coverage_rules(), view(flat), kFloorZ, s, {0, 0, -1}));
}

// --- check_walkable ---

struct ColumnRow {
  Vec3 center;
  Vec3 up;
  bool full;
  bool small;
};

TEST(CheckWalkable, OfASquare) {
  const ColumnRow rows[] = {
      {{1.1F, -0.1F, 0.2F}, kUp, true, true},  // ports that return early: false
      {{1.25F, 0.5F, 0.2F}, kUp, true, false},
      {{1.1F, 0.5F, 0.2F}, kUp, true, true},
      {{1.35F, 0.5F, 0.2F}, kUp, false, false},
      {{0.5F, 0.5F, 0.2F}, {0, 0, -1}, true, true},
      {{0.5F, 0.5F, 0.2F}, {1, 0, 0}, false, false},
      {{1.25F, 1.25F, 0.2F}, kUp, false, false},  // near both edges, 0.354 from the corner
  };
  const Polygon p = sq();
  for (const ColumnRow& row : rows) {
    const Sphere s{row.center, 0.3F};
    EXPECT_EQ(polygon_check_walkable(coverage_rules(), view(p), s, row.up, false), row.full) << row.center.x;
    EXPECT_EQ(polygon_check_walkable(coverage_rules(), view(p), s, row.up, true), row.small) << row.center.x;
  }
}

// Case G13 of spec 08: support is tested with half the radius, here 0.24.
TEST(CheckWalkable, SupportReachesHalfARadiusBeyondAnEdge) {
  const Polygon p = sq();
  EXPECT_TRUE(polygon_check_walkable(coverage_rules(), view(p), {{1.239F, 0.5F, 0.48F}, 0.48F}, kUp, true));
  EXPECT_FALSE(polygon_check_walkable(coverage_rules(), view(p), {{1.241F, 0.5F, 0.48F}, 0.48F}, kUp, true));
}

// --- find_crossed_edge ---

TEST(FindCrossedEdge, PointsIntoThePolygon) {
  const Polygon p = sq();
  Vec3 n{7, 8, 9};
  EXPECT_TRUE(find_crossed_edge(view(p), {{1.2F, 0.4F, 0.3F}, 0.5F}, kUp, n));
  EXPECT_TRUE(same_bits(n, Vec3{-1, 0, 0}));
  EXPECT_TRUE(find_crossed_edge(view(p), {{1.2F, -0.4F, 0.3F}, 0.5F}, kUp, n));
  EXPECT_TRUE(same_bits(n, Vec3{0, 1, 0})) << "two edges are crossed; the walk starts at the last vertex";
}

TEST(FindCrossedEdge, LeavesTheNormalAloneInside) {
  const Polygon p = sq();
  Vec3 n{7, 8, 9};
  EXPECT_FALSE(find_crossed_edge(view(p), {{0.5F, 0.5F, 0.3F}, 0.5F}, kUp, n));
  EXPECT_FALSE(find_crossed_edge(view(p), {{5, 5, 0.3F}, 0.5F}, {1, 0, 0}, n)) << "a wall has no such edge";
  EXPECT_TRUE(same_bits(n, Vec3{7, 8, 9}));
}

TEST(FindCrossedEdge, OfARamp) {
  const Polygon p = ramp();
  Vec3 n;
  EXPECT_TRUE(find_crossed_edge(view(p), {{2.3F, 0, 1.4F}, 0.5F}, kUp, n));
  EXPECT_TRUE(has_bits(n, {0xBF64F930, 0x00000000, 0xBEE4F930}));
}

// --- adjust_sphere_to_plane ---

TEST(AdjustSphereToPlane, RestsOnTheFront) {
  const Polygon p = floor_at(0);
  Sphere s{{0, 0, 0.3F}, 0.48F};
  float interp = 1.0F;
  EXPECT_TRUE(adjust_sphere_to_plane(coverage_rules(), view(p), interp, s, {0, 0, -0.5F}));
  EXPECT_TRUE(has_bits(s.center.z, 0x3EF5C28F));
  EXPECT_TRUE(has_bits(interp, 0x3F23D70B));
}

TEST(AdjustSphereToPlane, RefusesWhatLiesAheadOrTooFarBack) {
  const Polygon p = floor_at(0);
  const struct {
    float z;
    float dz;
  } rows[] = {{0.6F, -0.5F}, {-0.6F, -0.5F}, {0.3F, 0.5F}};
  for (const auto& row : rows) {
    Sphere s{{0, 0, row.z}, 0.48F};
    float interp = 1.0F;
    EXPECT_FALSE(adjust_sphere_to_plane(coverage_rules(), view(p), interp, s, {0, 0, row.dz}));
    EXPECT_TRUE(same_bits(s.center.z, row.z));
    EXPECT_TRUE(same_bits(interp, 1.0F));
  }
}

TEST(AdjustSphereToPlane, IsParallelWithinEpsilonInclusive) {
  const Polygon p = floor_at(0);
  for (const float dz : {kEpsilon, -kEpsilon, 0.0F}) {
    Sphere s{{0, 0, 0.3F}, 0.48F};
    float interp = 1.0F;
    EXPECT_FALSE(adjust_sphere_to_plane(coverage_rules(), view(p), interp, s, {1, 0, dz}));
  }
}

TEST(AdjustSphereToPlane, OnARamp) {
  const Polygon p = ramp();
  Sphere s{{0.5F, 0, 0.55F}, 0.48F};
  float interp = 1.0F;
  EXPECT_TRUE(adjust_sphere_to_plane(coverage_rules(), view(p), interp, s, {0, 0, -0.75F}));
  EXPECT_TRUE(has_bits(s.center.z, 0x3F49624F));
  EXPECT_TRUE(has_bits(interp, 0x3F2F38A8));
}

// A sphere wholly behind that moves along the normal. No walk gets here: it calls this only for a polygon the
// sphere overlaps, and then the answer is "ahead". The sign is the client's: the sphere moves away, not on to
// the back.
TEST(AdjustSphereToPlane, AlongTheNormalFromBehind) {
  const Polygon p = floor_at(0);
  Sphere s{{0, 0, -0.75F}, 0.5F};
  float interp = 1.0F;
  EXPECT_TRUE(adjust_sphere_to_plane(coverage_rules(), view(p), interp, s, {0, 0, 0.5F}));
  EXPECT_TRUE(same_bits(s.center.z, -1.0F));  // (−0.5 + 0.75) / 0.5 = 0.5 of the movement back
  EXPECT_TRUE(same_bits(interp, 0.5F));
  Sphere overlapping{{0, 0, -0.25F}, 0.5F};
  EXPECT_FALSE(adjust_sphere_to_plane(coverage_rules(), view(p), interp, overlapping, {0, 0, 0.5F}));
}

TEST(AdjustSphereToPlane, ASequenceOnlyMovesFurtherBack) {
  const Polygon low = floor_at(0);
  const Polygon high = floor_at(0.25F);
  Sphere s{{0, 0, 0.3F}, 0.48F};
  float interp = 1.0F;
  EXPECT_TRUE(adjust_sphere_to_plane(coverage_rules(), view(high), interp, s, {0, 0, -0.5F}));
  const float after = interp;
  EXPECT_FALSE(adjust_sphere_to_plane(coverage_rules(), view(low), interp, s, {0, 0, -0.5F}));
  EXPECT_TRUE(same_bits(interp, after));
}

// Case G12 of spec 08.
TEST(AdjustSphereToPlane, LandsASphere) {
  const Polygon p = sq();
  Sphere s{{0.5F, 0.5F, 0.3F}, 0.5F};
  float interp = 1.0F;
  EXPECT_TRUE(adjust_sphere_to_plane(coverage_rules(), view(p), interp, s, {0, 0, -0.5F}));
  EXPECT_NEAR(s.center.z, 0.5F, kEpsilon);
}

// --- adjust_sphere_to_poly ---

TEST(AdjustSphereToPoly, FirstTouchTimes) {
  const Polygon p = floor_at(0);
  EXPECT_TRUE(same_bits(adjust_sphere_to_poly(view(p), 1.0F, {0, 0, 3}, {0, 0, -4}), 0.5F));
  EXPECT_TRUE(same_bits(adjust_sphere_to_poly(view(p), 1.0F, {0, 0, 0.5F}, {0, 0, 0.2F - 0.5F}), 1.0F));
  EXPECT_TRUE(
      same_bits(adjust_sphere_to_poly(view(p), 1.0F, {0, 0, 2}, {0.5F, 0, 0.1F - 2.0F}), 0.526315808F));
  EXPECT_TRUE(same_bits(adjust_sphere_to_poly(view(p), 1.0F, {0, 0, -3}, {0, 0, 4}), 0.5F));
  EXPECT_TRUE(same_bits(adjust_sphere_to_poly(view(p), 1.0F, {0, 0, 3}, {4, 0, 0}), 0.0F));
  // Touching exactly is not "already touching".
  EXPECT_TRUE(same_bits(adjust_sphere_to_poly(view(p), 1.0F, {0, 0, 1}, {0, 0, -4}), -0.0F));
}

// --- adjust_to_placement_poly ---

TEST(AdjustToPlacementPoly, FlipsTwiceIndependently) {
  const struct {
    bool center_solid;
    bool solid_check;
    float z;
    float new_z;
  } rows[] = {
      {false, false, 0.2F, 0.5F},  {false, false, -0.2F, 0.5F}, {false, true, 0.2F, 0.5F},
      {false, true, -0.2F, -0.5F}, {true, true, 0.2F, -0.5F},   {true, true, -0.2F, 0.5F},
  };
  const Polygon p = floor_at(0);
  for (const auto& row : rows) {
    Sphere struck{{0, 0, row.z}, 0.5F};
    Sphere other{{0, 0, 2}, 0.5F};
    adjust_to_placement_poly(view(p), struck, other, 0.5F, row.center_solid, row.solid_check);
    EXPECT_TRUE(same_bits(struck.center.z, row.new_z)) << row.z;
    EXPECT_NEAR(other.center.z - 2.0F, row.new_z - row.z, 1e-6);
  }
}

// --- points and rays ---

TEST(PointInPoly2d, OfASquareBothWaysRound) {
  const Polygon p = sq();
  const std::vector<Vec3> clockwise{{0, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, 0, 0}};
  EXPECT_TRUE(point_in_poly2d(p.vertices, {0.5F, 0.5F, 0}, Sidedness::Positive));
  EXPECT_FALSE(point_in_poly2d(p.vertices, {0.5F, 0.5F, 0}, Sidedness::Negative));
  EXPECT_FALSE(point_in_poly2d(p.vertices, {1.5F, 0.5F, 0}, Sidedness::Positive));
  EXPECT_FALSE(point_in_poly2d(p.vertices, {1.5F, 0.5F, 0}, Sidedness::Negative));
  EXPECT_TRUE(point_in_poly2d(p.vertices, {1, 0.5F, 0}, Sidedness::Positive));
  EXPECT_FALSE(point_in_poly2d(clockwise, {0.5F, 0.5F, 0}, Sidedness::Positive));
  EXPECT_TRUE(point_in_poly2d(clockwise, {0.5F, 0.5F, 0}, Sidedness::Negative));
}

TEST(PointInPolygon, EdgesAreInside) {
  const Polygon p = sq();
  EXPECT_TRUE(point_in_polygon(view(p), {0.5F, 0.5F, 0}));
  EXPECT_TRUE(point_in_polygon(view(p), {1, 0.5F, 0}));
  EXPECT_TRUE(point_in_polygon(view(p), {1, 1, 0}));
  EXPECT_FALSE(point_in_polygon(view(p), {1.001F, 0.5F, 0}));
  Polygon none = p;
  none.vertices.clear();
  EXPECT_TRUE(point_in_polygon(view(none), {9, 9, 9}));
}

TEST(PolygonHitsRay, SingleSidedPolygonsAreTransparentFromBehind) {
  Polygon p = sq();
  float t = -7.0F;
  EXPECT_TRUE(polygon_hits_ray(view(p), {0.5F, 0.5F, 5}, {0, 0, -1}, t));
  EXPECT_TRUE(same_bits(t, 5.0F));
  EXPECT_FALSE(polygon_hits_ray(view(p), {0.5F, 0.5F, -5}, {0, 0, 1}, t));
  for (const std::uint8_t sides : {std::uint8_t{1}, std::uint8_t{2}, std::uint8_t{3}}) {
    p.sides_type = sides;
    EXPECT_TRUE(polygon_hits_ray(view(p), {0.5F, 0.5F, -5}, {0, 0, 1}, t));
  }
}

TEST(PolygonHitsRay, WritesTheTimeOfAMiss) {
  const Polygon p = sq();
  float t = -7.0F;
  EXPECT_FALSE(polygon_hits_ray(view(p), {5, 0.5F, 3}, {0, 0, -1}, t)) << "beside the polygon";
  EXPECT_TRUE(same_bits(t, 3.0F));
  EXPECT_FALSE(polygon_hits_ray(view(p), {0.5F, 0.5F, -2}, {0, 0, -1}, t)) << "behind the start";
  EXPECT_TRUE(same_bits(t, -2.0F));
  t = 9.0F;
  EXPECT_FALSE(polygon_hits_ray(view(p), {0.5F, 0.5F, 1}, {1, 0, 0}, t)) << "parallel";
  EXPECT_TRUE(same_bits(t, 9.0F));
}

// --- groupings, case 18 ---

TEST(Groupings, PlaneDistance) {
  EXPECT_TRUE(has_bits(tri().plane.dist({2.7F, 3.1F, 0.4F}), 0xBFC494B0));
}

TEST(Groupings, FindCrossedEdgeTakesALengthInAnotherOrder) {
  const Polygon p = make_polygon(0, {{0.5F, 0.2F, 0.9F}, {1.5F, 0.1F, 0.3F}, {0.6F, 1.3F, 0.9F}});
  EXPECT_TRUE(has_bits(p.plane.normal, {0x3F02B1BE, 0xBD3E19D3, 0x3F5BCDD8}));
  EXPECT_TRUE(has_bits(p.plane.d, 0xBF8265B4));
  Vec3 n;
  EXPECT_TRUE(find_crossed_edge(view(p), {{0.9F, 1.4F, 1.1F}, 0.5F}, kUp, n));
  EXPECT_TRUE(has_bits(n, {0xBF27ADD2, 0xBF2AFD0B, 0x3EB4EAB3}));
}

}  // namespace
}  // namespace surefoot
