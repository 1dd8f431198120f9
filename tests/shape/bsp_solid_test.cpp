// The walks of spec 02 §3.3–3.4 that ask for solid space, on trees put together by hand: `sphere_intersects_solid`,
// `sphere_intersects_solid_poly` and `point_intersects_solid`.
#include "shape/bsp_queries.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "shape/hand_trees.hpp"

namespace surefoot {
namespace {

using test::add_interior;
using test::add_leaf;
using test::coverage_rules;
using test::floor_at;
using test::intersect_solid_poly;
using test::intersects_solid;
using test::kEverything;
using test::SolidPoly;
using test::sq;
using test::straddled_tree;
using test::unit_tree;

// --- sphere_intersects_solid ---

TEST(IntersectsSolid, TheSolidFlagGoesBeforeThePrune) {
  BspTree tree;
  tree.polygons = {sq(0)};
  tree.root = &add_leaf(tree, {0}, {{100, 0, 0}, 1.0F}, true);
  EXPECT_TRUE(intersects_solid(tree, {{0, 0, 9}, 0.3F}, true));
  EXPECT_FALSE(intersects_solid(tree, {{0, 0, 9}, 0.3F}, false));
}

TEST(IntersectsSolid, OnlyTheChildWithTheCentreKeepsTheFlag) {
  const BspTree behind_solid = straddled_tree(floor_at(50, 0), floor_at(50, 1), false, true);
  EXPECT_TRUE(intersects_solid(behind_solid, {{-0.1F, 0, 0}, 0.3F}, true));
  EXPECT_FALSE(intersects_solid(behind_solid, {{0.1F, 0, 0}, 0.3F}, true)) << "straddles, centre in front";
  EXPECT_FALSE(intersects_solid(behind_solid, {{0.0F, 0, 0}, 0.3F}, true)) << "on the plane is in front";
  const BspTree front_solid = straddled_tree(floor_at(50, 0), floor_at(50, 1), true, false);
  EXPECT_TRUE(intersects_solid(front_solid, {{0.0F, 0, 0}, 0.3F}, true));
  EXPECT_FALSE(intersects_solid(front_solid, {{-0.1F, 0, 0}, 0.3F}, true));
}

TEST(IntersectsSolid, APolygonIsHitFromBothSides) {
  const BspTree tree = unit_tree();
  EXPECT_TRUE(intersects_solid(tree, {{0.5F, 0.5F, 0.2F}, 0.3F}, false));
  EXPECT_TRUE(intersects_solid(tree, {{0.5F, 0.5F, -0.2F}, 0.3F}, false));
  EXPECT_FALSE(intersects_solid(tree, {{0.5F, 0.5F, 0.3F}, 0.3F}, false)) << "tangent is free";
}

// --- sphere_intersects_solid_poly ---

TEST(IntersectsSolidPoly, AsksTheNearChildFirst) {
  const BspTree tree = straddled_tree(floor_at(0, 7), floor_at(0, 8));
  EXPECT_EQ(intersect_solid_poly(tree, {{0.1F, 0, 0.3F}, 0.5F}, 0.5F, true).id(), 7);
  EXPECT_EQ(intersect_solid_poly(tree, {{-0.1F, 0, 0.3F}, 0.5F}, 0.5F, true).id(), 8);
  EXPECT_EQ(intersect_solid_poly(tree, {{0.0F, 0, 0.3F}, 0.5F}, 0.5F, true).id(), 7) << "a tie: the front";
}

// (a) of spec 02 §3.3: the polygon is named, the answer is whether the centre is solid.
TEST(IntersectsSolidPoly, APolygonNamedBelowAStraddledNodeAnswersTheCentre) {
  const Sphere s{{-0.1F, 0, 0.3F}, 0.5F};
  const BspTree open_tree = straddled_tree(floor_at(0, 7), floor_at(0, 8));
  const SolidPoly open = intersect_solid_poly(open_tree, s, 0.5F, true);
  EXPECT_FALSE(open.answer);
  EXPECT_EQ(open.id(), 8);
  const BspTree solid_tree = straddled_tree(floor_at(0, 7), floor_at(0, 8), false, true);
  const SolidPoly solid = intersect_solid_poly(solid_tree, s, 0.5F, true);
  EXPECT_TRUE(solid.answer);
  EXPECT_TRUE(solid.center_solid);
  EXPECT_EQ(solid.id(), 8);
}

// (b): the far child's answer replaces the near one's, so a solid centre is lost.
TEST(IntersectsSolidPoly, AnEmptyFarChildLosesASolidCentre) {
  BspTree tree;
  tree.polygons = {floor_at(50, 0)};
  const BspNode& pos = add_leaf(tree, {});
  const BspNode& neg = add_leaf(tree, {0}, kEverything, true);
  tree.root = &add_interior(tree, {{1, 0, 0}, 0}, &pos, &neg);
  const SolidPoly r = intersect_solid_poly(tree, {{-0.1F, 0, 0}, 0.3F}, 0.3F, true);
  EXPECT_FALSE(r.answer);
  EXPECT_TRUE(r.center_solid);
  // Clear of the plane there is no far child and the answer stands.
  EXPECT_TRUE(intersect_solid_poly(tree, {{-0.5F, 0, 0}, 0.3F}, 0.3F, true).answer);
}

TEST(IntersectsSolidPoly, TheFarChildIsAskedWithoutTheFlag) {
  const BspTree tree = straddled_tree(floor_at(50, 0), floor_at(50, 1), false, true);
  const SolidPoly r = intersect_solid_poly(tree, {{0.1F, 0, 0}, 0.3F}, 0.3F, true);
  EXPECT_FALSE(r.answer);
  EXPECT_FALSE(r.center_solid);
}

TEST(IntersectsSolidPoly, TheRadiusArgumentPrunesAtPlanesOnly) {
  const BspTree tree = straddled_tree(floor_at(0, 7), floor_at(0, 8));
  // 0.6 from the plane with radius 0.5: the far child comes in reach with the wider radius, and its polygon
  // is still tested with the sphere's own.
  BspTree front_empty = straddled_tree(floor_at(50, 7), floor_at(0, 8));
  EXPECT_EQ(intersect_solid_poly(front_empty, {{0.6F, 0, 0.3F}, 0.5F}, 0.5F, true).id(), -1);
  EXPECT_EQ(intersect_solid_poly(front_empty, {{0.6F, 0, 0.3F}, 0.5F}, 1.0F, true).id(), 8);
  EXPECT_EQ(intersect_solid_poly(front_empty, {{0.6F, 0, 0.6F}, 0.5F}, 1.0F, true).id(), -1);
}

TEST(IntersectsSolidPoly, ANameFromBeforeEndsAtTheFirstStraddledNode) {
  const BspTree tree = straddled_tree(floor_at(50, 7), floor_at(0, 8));
  const Polygon before = sq(99);
  SolidPoly r;
  r.hit = view(before);
  r.answer = sphere_intersects_solid_poly(coverage_rules(), GraphView{&tree}, {{0.1F, 0, 0.3F}, 0.5F}, 0.5F,
                                          r.center_solid, r.hit, true);
  EXPECT_FALSE(r.answer);
  EXPECT_EQ(r.id(), 99) << "placement_insert does not reset it between its two spheres";
}

TEST(IntersectsSolidPoly, APrunedLeafAnswersTheCentre) {
  BspTree tree;
  tree.polygons = {sq(0)};
  tree.root = &add_leaf(tree, {0}, {{100, 0, 0}, 1.0F}, true);
  EXPECT_TRUE(intersect_solid_poly(tree, {{0.5F, 0.5F, 0.1F}, 0.3F}, 0.3F, true).answer);
  EXPECT_FALSE(intersect_solid_poly(tree, {{0.5F, 0.5F, 0.1F}, 0.3F}, 0.3F, false).answer);
}

// --- point_intersects_solid ---

TEST(PointIntersectsSolid, OnThePlaneIsInFrontAndTheFlagIsIgnored) {
  BspTree tree;
  tree.polygons = {sq(0)};
  const BspNode& pos = add_leaf(tree, {});
  const BspNode& neg = add_leaf(tree, {0}, kEverything, false);
  tree.root = &add_interior(tree, {{1, 0, 0}, -1}, &pos, &neg);
  EXPECT_FALSE(point_intersects_solid(GraphView{&tree}, {1, 0, 0}));
  EXPECT_TRUE(point_intersects_solid(GraphView{&tree}, {std::nextafter(1.0F, 0.0F), 0, 0}));
  EXPECT_FALSE(point_intersects_solid(GraphView{&tree}, {1.5F, 0, 0}));
}

}  // namespace
}  // namespace surefoot
