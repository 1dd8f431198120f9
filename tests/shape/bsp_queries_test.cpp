// The walks of spec 02 §3.3–3.4 on trees put together by hand, worked cases 6 and 8, and cases G01–G08 of
// spec 08 §2. What a built tree answers is in built_tree_test.cpp; solid space is in bsp_solid_test.cpp.
#include "shape/bsp_queries.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "shape/hand_trees.hpp"
#include "shape/meshes.hpp"
#include "support/bits.hpp"
#include "support/coverage.hpp"

namespace surefoot {
namespace {

using test::add_interior;
using test::add_leaf;
using test::coverage_rules;
using test::floor_at;
using test::has_bits;
using test::intersect_solid_poly;
using test::intersects_solid;
using test::kEverything;
using test::make_polygon;
using test::same_bits;
using test::SolidPoly;
using test::sq;
using test::straddled_tree;
using test::unit_tree;

constexpr Vec3 kUp{0, 0, 1};
constexpr Vec3 kDown{0, 0, -1};

struct PolyHit {
  bool hit = false;
  PolygonView struck;
  Vec3 contact{7, 8, 9};
  [[nodiscard]] std::int64_t id() const { return struck ? static_cast<std::int64_t>(struck.id) : -1; }
};

PolyHit intersect_poly(const BspTree& tree, const Sphere& s, const Vec3& movement = kDown) {
  PolyHit out;
  out.hit = sphere_intersects_poly(coverage_rules(), GraphView{&tree}, s, movement, out.struck, out.contact);
  return out;
}

struct Landing {
  bool changed = false;
  Sphere valid;
  float interp = 1.0F;
  PolygonView polygon;
};

Landing find_ground(const BspTree& tree, const Sphere& s, const Vec3& movement, float allowance = kFloorZ) {
  Landing out;
  out.valid = s;
  out.changed = find_walkable(coverage_rules(), GraphView{&tree}, allowance, out.interp, out.valid,
                              out.polygon, movement, kUp);
  return out;
}

// --- spec 08 §2 ---

TEST(Queries, G01_SphereOnAQuad) {
  const BspTree tree = unit_tree();
  const PolyHit r = intersect_poly(tree, {{0.5F, 0.5F, 0.3F}, 0.5F});
  EXPECT_TRUE(r.hit);
  ASSERT_EQ(r.id(), 0);
  EXPECT_GT(r.struck.plane->normal.z, 0.9F);
  EXPECT_TRUE(same_bits(r.contact, Vec3{0.5F, 0.5F, 0}));
}

TEST(Queries, G02_SphereAboveAQuad) {
  const BspTree tree = unit_tree();
  const PolyHit r = intersect_poly(tree, {{0.5F, 0.5F, 5}, 0.3F});
  EXPECT_FALSE(r.hit);
  EXPECT_EQ(r.id(), -1);
  EXPECT_TRUE(same_bits(r.contact, Vec3{7, 8, 9}));
}

TEST(Queries, G03_SphereOutsideTheBounds) {
  const BspTree tree = make_single_leaf({sq(0)}, {{0, 0, 0}, 1.0F});
  EXPECT_EQ(intersect_poly(tree, {{100, 100, 100}, 0.5F}).id(), -1);
  // The bounds decide, not the polygon: here they lie elsewhere.
  const BspTree elsewhere = make_single_leaf({sq(0)}, {{50, 0, 0}, 1.0F});
  EXPECT_EQ(intersect_poly(elsewhere, {{0.5F, 0.5F, 0.3F}, 0.5F}).id(), -1);
}

TEST(Queries, G04_MissingChildIsEmpty) {
  BspTree tree;
  tree.polygons = {sq(0)};
  const BspNode& leaf = add_leaf(tree, {0}, {{0.5F, 0.5F, 0}, 2.0F});
  BspNode& root = add_interior(tree, {{0, 0, 1}, 0}, &leaf, nullptr, {{0.5F, 0.5F, 0}, 5.0F});
  root.tag = bsp_tag::kBPnn;
  tree.root = &root;
  EXPECT_TRUE(intersect_poly(tree, {{0.5F, 0.5F, 0.3F}, 0.5F}).hit);
  // Wholly behind the plane: the missing child answers.
  EXPECT_FALSE(intersect_poly(tree, {{0.5F, 0.5F, -0.6F}, 0.5F}).hit);
  EXPECT_FALSE(intersects_solid(tree, {{0.5F, 0.5F, -0.6F}, 0.5F}, true));
  EXPECT_FALSE(point_intersects_solid(GraphView{&tree}, {0.5F, 0.5F, -0.6F}));
  bool center_solid = false;
  PolygonView hit;
  EXPECT_FALSE(sphere_intersects_solid_poly(coverage_rules(), GraphView{&tree}, {{0.5F, 0.5F, -0.6F}, 0.5F},
                                            0.5F, center_solid, hit, true));
}

BspTree two_floors_tree() {
  return make_single_leaf({sq(0), sq(1, 3.0F)}, {{0.5F, 0.5F, 1.5F}, 2.598F});
}

TEST(Queries, G05_NearestSupportBelow) {
  const BspTree tree = two_floors_tree();
  const Landing r = find_ground(tree, {{0.5F, 0.5F, 0.4F}, 0.48F}, {0, 0, -0.5F});
  EXPECT_TRUE(r.changed);
  EXPECT_EQ(r.polygon.id, 0U);
  EXPECT_NEAR(r.valid.center.z, 0.48F, 0.005F);
}

TEST(Queries, G06_UpperFloor) {
  const BspTree tree = two_floors_tree();
  const Landing r = find_ground(tree, {{0.5F, 0.5F, 3.4F}, 0.48F}, {0, 0, -0.5F});
  EXPECT_TRUE(r.changed);
  EXPECT_EQ(r.polygon.id, 1U);
  EXPECT_NEAR(r.valid.center.z, 3.48F, 0.005F);
}

TEST(Queries, G07_NoSupportInReach) {
  const BspTree tree = two_floors_tree();
  const Landing r = find_ground(tree, {{0.5F, 0.5F, 10}, 0.48F}, {0, 0, -0.5F});
  EXPECT_FALSE(r.changed);
  EXPECT_TRUE(same_bits(r.valid.center, Vec3{0.5F, 0.5F, 10}));
  EXPECT_TRUE(same_bits(r.interp, 1.0F));
  EXPECT_FALSE(static_cast<bool>(r.polygon));
}

TEST(Queries, G08_TooSteepToCarry) {
  const float root3 = std::sqrt(3.0F);
  Polygon steep = make_polygon(0, {{0, 0, 0}, {1, 0, 0}, {1, 1, root3}, {0, 1, root3}});
  steep.plane = {{0, 0.8660254F, 0.5F}, 0};  // as the case stores it
  const BspTree tree = make_single_leaf({steep}, {{0.5F, 0.5F, 0.8F}, 3.0F});
  EXPECT_FALSE(find_ground(tree, {{0.5F, 0.5F, 0.3F}, 0.48F}, {0, 0, -0.5F}).changed);
}

// --- bounding spheres, case 8 ---

TEST(SpheresIntersect, TouchingWithinEpsilonOfTheSquares) {
  const Sphere a{{0, 0, 0}, 1.0F};
  EXPECT_TRUE(spheres_intersect(a, {{2.0F, 0, 0}, 1.0F}));
  EXPECT_TRUE(spheres_intersect(a, {{0, 2.00004F, 0}, 1.0F}));
  EXPECT_FALSE(spheres_intersect(a, {{0, 0, 2.0001F}, 1.0F}));
}

TEST(Queries, EveryNodeIsPrunedByItsSphere) {
  BspTree tree;
  tree.polygons = {floor_at(0, 0), floor_at(0, 1)};
  const BspNode& front = add_leaf(tree, {0});
  const BspNode& behind = add_leaf(tree, {1}, {{50, 0, 0}, 1.0F});  // its bounds lie elsewhere
  tree.root = &add_interior(tree, {{1, 0, 0}, 0}, &front, &behind, {{0, 0, 0}, 3.0F});
  EXPECT_EQ(intersect_poly(tree, {{0, 0, 0.3F}, 0.5F}).id(), 0);
  EXPECT_EQ(intersect_poly(tree, {{-1.5F, 0, 0.3F}, 0.5F}).id(), -1);
  EXPECT_EQ(intersect_poly(tree, {{1.5F, 0, 4}, 0.5F}).id(), -1);
}

// --- which children ---

TEST(Queries, AChildIsLeftOutWhenTheSphereKeepsOff) {
  EXPECT_EQ(classify(0.3F, 0.3F), Reach::front);
  EXPECT_EQ(classify(-0.3F, 0.3F), Reach::behind);
  EXPECT_EQ(classify(std::nextafter(0.3F, 0.0F), 0.3F), Reach::both);
  EXPECT_EQ(classify(-std::nextafter(0.3F, 0.0F), 0.3F), Reach::both);
  EXPECT_EQ(classify(std::nanf(""), 0.3F), Reach::both);
}

TEST(Queries, AStraddledNodeVisitsTheFrontFirst) {
  const BspTree tree = straddled_tree(floor_at(0, 7), floor_at(0, 8));
  // Centre in front or behind: the front child is asked first either way, and the first hit ends it.
  EXPECT_EQ(intersect_poly(tree, {{0.1F, 0, 0.3F}, 0.5F}).id(), 7);
  EXPECT_EQ(intersect_poly(tree, {{-0.1F, 0, 0.3F}, 0.5F}).id(), 7);
  EXPECT_EQ(intersect_poly(tree, {{-0.6F, 0, 0.3F}, 0.5F}).id(), 8);
  // Moving up nothing is hit and the last polygon overlapped is the one behind.
  const PolyHit away = intersect_poly(tree, {{0.1F, 0, 0.3F}, 0.5F}, kUp);
  EXPECT_FALSE(away.hit);
  EXPECT_EQ(away.id(), 8);
}

TEST(Queries, AHitBehindIsFoundAfterAMissInFront) {
  // In front a floor moved away from, behind one moved into.
  Polygon ceiling = floor_at(0, 7);
  ceiling =
      make_polygon(7, {ceiling.vertices[3], ceiling.vertices[2], ceiling.vertices[1], ceiling.vertices[0]});
  const BspTree tree = straddled_tree(ceiling, floor_at(0, 8));
  const PolyHit r = intersect_poly(tree, {{0.1F, 0, 0.3F}, 0.5F});
  EXPECT_TRUE(r.hit);
  EXPECT_EQ(r.id(), 8);
  EXPECT_EQ(intersect_poly(tree, {{0.1F, 0, 0.3F}, 0.5F}, kUp).id(), 7);
}

TEST(Queries, TheSphereOfAnEmptyLeafIsNeverRead) {
  const float nan = std::nanf("");
  BspTree tree;
  const BspNode& pos = add_leaf(tree, {}, {{nan, nan, nan}, nan}, true);
  const BspNode& neg = add_leaf(tree, {}, {{nan, nan, nan}, nan}, true);
  tree.root = &add_interior(tree, {{1, 0, 0}, 0}, &pos, &neg);
  const Sphere s{{0, 0, 0}, 0.5F};
  EXPECT_FALSE(intersect_poly(tree, s).hit);
  EXPECT_FALSE(intersects_solid(tree, s, true)) << "an empty leaf is not solid whatever its flag says";
  EXPECT_FALSE(hits_walkable(coverage_rules(), GraphView{&tree}, kFloorZ, s, kUp));
  EXPECT_FALSE(find_ground(tree, s, kDown).changed);
  bool center_solid = false;
  PolygonView hit;
  EXPECT_FALSE(
      sphere_intersects_solid_poly(coverage_rules(), GraphView{&tree}, s, 0.5F, center_solid, hit, true));
  EXPECT_FALSE(center_solid);
  EXPECT_FALSE(point_intersects_solid(GraphView{&tree}, {1, 0, 0}));
}

TEST(Queries, AnEmptyTreeHasNothing) {
  const BspTree tree;
  EXPECT_TRUE(tree.empty());
  EXPECT_FALSE(intersect_poly(tree, {{0, 0, 0}, 1.0F}).hit);
  EXPECT_FALSE(intersects_solid(tree, {{0, 0, 0}, 1.0F}, true));
  EXPECT_FALSE(point_intersects_solid(GraphView{&tree}, {0, 0, 0}));
}

// --- hits_walkable ---

TEST(HitsWalkable, NeedsContactAndSupport) {
  const BspTree tree = unit_tree();
  const auto walkable = [&](const Sphere& s, float allowance) {
    return hits_walkable(coverage_rules(), GraphView{&tree}, allowance, s, kUp);
  };
  EXPECT_TRUE(walkable({{0.5F, 0.5F, 0.3F}, 0.48F}, kFloorZ));
  EXPECT_FALSE(walkable({{0.5F, 0.5F, 0.3F}, 0.48F}, 1.0F)) << "too steep for this allowance";
  EXPECT_FALSE(walkable({{0.5F, 0.5F, 0.48F}, 0.48F}, kFloorZ)) << "tangent is no contact";
  // In contact with the edge, but its column is beyond half the radius.
  EXPECT_FALSE(walkable({{1.3F, 0.5F, 0.1F}, 0.48F}, kFloorZ));
  EXPECT_TRUE(walkable({{1.2F, 0.5F, 0.1F}, 0.48F}, kFloorZ));
}

// Case G13 of spec 08, as a walk asks it: the sphere has been lowered by a little.
TEST(HitsWalkable, G13_HalfARadiusBeyondTheEdge) {
  const BspTree tree = unit_tree();
  const auto supported = [&](float x) {
    return hits_walkable(coverage_rules(), GraphView{&tree}, kFloorZ, {{x, 0.5F, 0.3F}, 0.48F}, kUp);
  };
  EXPECT_TRUE(supported(1.239F));
  EXPECT_FALSE(supported(1.241F));
}

// --- find_walkable ---

// Case 6: the last success wins, in list order.
TEST(FindWalkable, TheListOrderDecides) {
  const std::vector<Polygon> floors{floor_at(0, 9), floor_at(0.25F, 4)};
  const struct {
    bool swapped;
    std::uint32_t interp;
  } rows[] = {{false, 0x3ED70A3E}, {true, 0x3EAE147C}};
  for (const auto& row : rows) {
    BspTree tree;
    tree.polygons = floors;
    tree.root =
        &add_leaf(tree, row.swapped ? std::vector<std::uint32_t>{1, 0} : std::vector<std::uint32_t>{0, 1});
    const Landing r = find_ground(tree, {{0, 0, 0.4F}, 0.48F}, {0, 0, -0.5F}, 0.664F);
    EXPECT_TRUE(r.changed);
    EXPECT_EQ(r.polygon.id, 4U);
    EXPECT_TRUE(has_bits(r.valid.center.z, 0x3F3AE148));
    EXPECT_TRUE(has_bits(r.interp, row.interp));
  }
}

TEST(FindWalkable, LaterNodesSeeTheMovedSphere) {
  // The floor in front lifts the sphere clear of the one behind.
  const BspTree tree = straddled_tree(floor_at(0.25F, 7), floor_at(0, 8));
  const Landing r = find_ground(tree, {{0, 0, 0.4F}, 0.48F}, {0, 0, -0.5F});
  EXPECT_EQ(r.polygon.id, 7U);
  EXPECT_TRUE(has_bits(r.valid.center.z, 0x3F3AE148));
  // The other way round both succeed.
  const BspTree reverse = straddled_tree(floor_at(0, 8), floor_at(0.25F, 7));
  const Landing q = find_ground(reverse, {{0, 0, 0.4F}, 0.48F}, {0, 0, -0.5F});
  EXPECT_EQ(q.polygon.id, 7U);
  EXPECT_TRUE(has_bits(q.interp, 0x3ED70A3E));
}

TEST(FindWalkable, LowersTheInterpolationThatItIsGiven) {
  const BspTree tree = make_single_leaf({floor_at(0, 0)}, kEverything);
  float interp = 0.25F;
  Sphere s{{0, 0, 0.25F}, 0.5F};
  PolygonView polygon;
  EXPECT_TRUE(
      find_walkable(coverage_rules(), GraphView{&tree}, kFloorZ, interp, s, polygon, {0, 0, -0.5F}, kUp));
  EXPECT_TRUE(same_bits(interp, 0.125F));
  EXPECT_TRUE(same_bits(s.center.z, 0.5F));
}

// --- tags ---

TEST(Queries, AnyTagButLeafIsAnInteriorNode) {
  for (const std::uint32_t tag : {bsp_tag::kPort, bsp_tag::kBPIN, bsp_tag::kBpnN, 0x23232323U}) {
    BspTree tree;
    tree.polygons = {floor_at(0, 0), floor_at(0, 1)};
    const BspNode& pos = add_leaf(tree, {0});
    const BspNode& neg = add_leaf(tree, {1});
    BspNode& root = add_interior(tree, {{1, 0, 0}, 0}, &pos, &neg);
    root.tag = tag;
    tree.root = &root;
    EXPECT_EQ(intersect_poly(tree, {{1, 0, 0.3F}, 0.5F}).id(), 0);
    EXPECT_EQ(intersect_poly(tree, {{-1, 0, 0.3F}, 0.5F}).id(), 1);
  }
}

// --- hostile depth ---

/// A chain of nodes all of which a sphere at the origin straddles: every one leaves a child waiting.
BspTree deep_tree(std::size_t depth) {
  BspTree tree;
  tree.polygons = {floor_at(0, 0)};
  const BspNode* below = &add_leaf(tree, {0}, kEverything, true);
  for (std::size_t i = 0; i < depth; ++i) {
    const BspNode& empty = add_leaf(tree, {});
    const bool front = i % 2 == 0;
    below = &add_interior(tree, {{1, 0, 0}, 0}, front ? below : &empty, front ? &empty : below);
  }
  tree.root = below;
  return tree;
}

TEST(DeepTree, EveryWalkCopesWithAChainOf50000Nodes) {
  const BspTree tree = deep_tree(50'000);
  const Sphere s{{0, 0, 0.3F}, 0.5F};
  EXPECT_TRUE(intersect_poly(tree, s).hit);
  EXPECT_FALSE(intersect_poly(tree, s, kUp).hit);
  EXPECT_TRUE(intersects_solid(tree, s, false));
  EXPECT_FALSE(intersects_solid(tree, {{0, 0, 0.6F}, 0.5F}, false));
  EXPECT_TRUE(hits_walkable(coverage_rules(), GraphView{&tree}, kFloorZ, s, kUp));
  EXPECT_TRUE(find_ground(tree, s, {0, 0, -0.5F}).changed);
  const SolidPoly r = intersect_solid_poly(tree, s, 0.5F, true);
  EXPECT_EQ(r.id(), 0);
  EXPECT_FALSE(point_intersects_solid(GraphView{&tree}, {1, 0, 0}));
}

TEST(NodeStack, SpillsToTheHeapAndComesBack) {
  NodeStack<int, 4> stack;
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 100; ++i) stack.push(i);
    for (int i = 100; i-- > 50;) ASSERT_EQ(stack.pop(), i);
    for (int i = 50; i < 60; ++i) stack.push(i);
    for (int i = 60; i-- > 0;) ASSERT_EQ(stack.pop(), i);
    EXPECT_TRUE(stack.empty());
  }
}

}  // namespace
}  // namespace surefoot
