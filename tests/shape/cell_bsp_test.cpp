// Spec 02 §3.5 and worked case 13; containment along deep chains (§7).
#include "shape/cell_bsp.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "shape/cell_chain.hpp"
#include "shape/meshes.hpp"
#include "support/bits.hpp"

namespace surefoot {
namespace {

/// x, y ∈ [−2, 2], z ∈ [0, 3].
CellBsp cell() {
  auto chain = build_cell_chain(test::room_mesh().polygons);
  EXPECT_TRUE(chain.has_value());
  return std::move(*chain);
}

bool holds(const CellBsp& c, const Vec3& p) {
  return point_inside_cell_bsp(CellGraphView{&c}, p);
}
BoundingType bounding(const CellBsp& c, const Vec3& center, float radius) {
  return sphere_intersects_cell_bsp(CellGraphView{&c}, {center, radius});
}

TEST(CellBsp, PointsWithinEpsilonBehindAPlaneAreInside) {
  const CellBsp c = cell();
  EXPECT_TRUE(holds(c, {2, 0, 1}));
  EXPECT_TRUE(holds(c, {2.0001F, 0, 1}));
  EXPECT_FALSE(holds(c, {2.0003F, 0, 1}));
  EXPECT_FALSE(holds(c, {0, 0, -0.0003F}));
  EXPECT_TRUE(holds(c, {0, 0, -kEpsilon}));
  EXPECT_FALSE(holds(c, {0, 0, -std::nextafter(kEpsilon, 1.0F)}));
  EXPECT_TRUE(holds(c, {0, 0, -std::numeric_limits<float>::denorm_min()}));
}

TEST(CellBsp, SpheresGrowByACentimetre) {
  const CellBsp c = cell();
  EXPECT_EQ(bounding(c, {0, 0, 1.5F}, 0.48F), BoundingType::EntirelyInside);
  for (const float x : {1.8F, 2.48F, 2.489F})
    EXPECT_EQ(bounding(c, {x, 0, 1.5F}, 0.48F), BoundingType::PartiallyInside) << x;
  EXPECT_EQ(bounding(c, {2.4901F, 0, 1.5F}, 0.48F), BoundingType::Outside);
}

TEST(CellBsp, ASphereAtExactlyMinusTheReachIsOutside) {
  const std::vector<Plane> floor{{{0, 0, 1}, 0}};
  const CellBsp c = make_cell_chain(floor);
  const float reach = 0.5F + kCellSlack;
  EXPECT_EQ(bounding(c, {0, 0, -reach}, 0.5F), BoundingType::Outside);
  EXPECT_EQ(bounding(c, {0, 0, std::nextafter(-reach, 0.0F)}, 0.5F), BoundingType::PartiallyInside);
  EXPECT_EQ(bounding(c, {0, 0, std::nextafter(reach, 0.0F)}, 0.5F), BoundingType::PartiallyInside);
  EXPECT_EQ(bounding(c, {0, 0, reach}, 0.5F), BoundingType::EntirelyInside);
}

TEST(CellBsp, BoxesAreOutsideWhenAllCornersAreBehindOnePlane) {
  const CellBsp c = cell();
  const auto touches = [&](const Vec3& a, const Vec3& b) {
    return box_intersects_cell_bsp(CellGraphView{&c}, Box{a, b});
  };
  EXPECT_TRUE(touches({-1, -1, 1}, {1, 1, 2}));
  EXPECT_TRUE(touches({-9, -9, -9}, {9, 9, 9}));
  EXPECT_TRUE(touches({2.0001F, 0, 1}, {3, 1, 2}));
  EXPECT_FALSE(touches({2.0003F, 0, 1}, {3, 1, 2}));
  EXPECT_FALSE(touches({0, 0, -2}, {1, 1, -0.0003F}));
  // Outside past a corner, but behind no single plane with all its corners.
  EXPECT_TRUE(touches({1.9F, 1.9F, 2.9F}, {5, 5, 5}));
}

TEST(CellBsp, AnAbsentTreeContainsEverything) {
  const CellBsp none;
  EXPECT_TRUE(holds(none, {1e9F, 0, 0}));
  EXPECT_EQ(bounding(none, {0, 0, 0}, 1.0F), BoundingType::EntirelyInside);
  EXPECT_TRUE(box_intersects_cell_bsp(CellGraphView{&none}, Box{{0, 0, 0}, {1, 1, 1}}));
  EXPECT_EQ(make_cell_chain({}).root, nullptr);
}

TEST(CellBsp, ALeafEndsTheChain) {
  CellBsp c;
  CellBspNode& root = c.add_node();
  root.plane = {{0, 0, 1}, 0};
  CellBspNode& leaf = c.add_node();
  leaf.tag = bsp_tag::kLeaf;
  leaf.plane = {{0, 0, 1}, -100};  // rubbish: a leaf's record has no plane
  root.pos = &leaf;
  c.root = &root;
  EXPECT_TRUE(holds(c, {0, 0, 1}));
  EXPECT_EQ(bounding(c, {0, 0, 1}, 0.5F), BoundingType::EntirelyInside);
}

TEST(CellBsp, NegativeChildrenAreIgnored) {
  CellBsp c;
  CellBspNode& root = c.add_node();
  root.plane = {{0, 0, 1}, 0};
  CellBspNode& neg = c.add_node();
  neg.plane = {{0, 0, 1}, 100};
  root.neg = &neg;
  c.root = &root;
  EXPECT_FALSE(holds(c, {0, 0, -1}));
  EXPECT_TRUE(holds(c, {0, 0, 1}));
}

TEST(CellBsp, TheTerminalPlaneIsTested) {
  const std::vector<Plane> planes{{{1, 0, 0}, 0}, {{0, 0, 1}, 0}};
  const CellBsp c = make_cell_chain(planes);
  ASSERT_NE(c.root, nullptr);
  EXPECT_EQ(c.root->tag, bsp_tag::kBPnn);
  ASSERT_NE(c.root->pos, nullptr);
  EXPECT_EQ(c.root->pos->tag, bsp_tag::kBPFL);
  EXPECT_EQ(c.root->pos->pos, nullptr);
  EXPECT_FALSE(holds(c, {1, 0, -1}));
}

/// Half-spaces around a ball of radius 2; answers are checked against a loop over the planes.
TEST(CellBsp, AChainIsTheIntersectionOfItsHalfSpaces) {
  for (const std::size_t depth : {std::size_t{1}, std::size_t{256}}) {
    test::Random random(depth);
    std::vector<Plane> planes;
    while (planes.size() < depth) {
      Vec3 n = random.in({-1, -1, -1}, {1, 1, 1});
      if (!normalize_check_small(n)) planes.push_back({n, 2.0F});
    }
    const CellBsp c = make_cell_chain(planes);
    for (int i = 0; i < 20'000; ++i) {
      const Vec3 p = random.in({-3, -3, -3}, {3, 3, 3});
      const float r = random.uniform(0.0F, 1.0F);
      bool inside = true;
      bool out = false;
      bool crossed = false;
      for (const Plane& plane : planes) {
        const float d = plane.dist(p);
        inside = inside && !(d < -kEpsilon);
        out = out || d <= -(r + kCellSlack);
        crossed = crossed || d < r + kCellSlack;
      }
      ASSERT_EQ(holds(c, p), inside);
      ASSERT_EQ(bounding(c, p, r), out       ? BoundingType::Outside
                                   : crossed ? BoundingType::PartiallyInside
                                             : BoundingType::EntirelyInside);
    }
  }
}

TEST(CellBsp, AChainOf50000PlanesIsWalked) {
  const std::vector<Plane> planes(50'000, Plane{{0, 0, 1}, 0});
  const CellBsp c = make_cell_chain(planes);
  EXPECT_TRUE(holds(c, {0, 0, 1}));
  EXPECT_FALSE(holds(c, {0, 0, -1}));
  EXPECT_EQ(bounding(c, {0, 0, 1}, 0.5F), BoundingType::EntirelyInside);
  EXPECT_TRUE(box_intersects_cell_bsp(CellGraphView{&c}, Box{{0, 0, 1}, {1, 1, 2}}));
}

TEST(IntersectBox, IsTheCommonSideOfAllCorners) {
  const Plane floor{{0, 0, 1}, 0};
  EXPECT_EQ(intersect_box(floor, {{0, 0, 1}, {1, 1, 2}}), Sidedness::Positive);
  EXPECT_EQ(intersect_box(floor, {{0, 0, -2}, {1, 1, -1}}), Sidedness::Negative);
  EXPECT_EQ(intersect_box(floor, {{0, 0, -1}, {1, 1, 1}}), Sidedness::Crossing);
  EXPECT_EQ(intersect_box(floor, {{0, 0, 0}, {1, 1, 1}}), Sidedness::Crossing)
      << "the minimum corner is in it";
  EXPECT_EQ(intersect_box(floor, {{0, 0, -1}, {1, 1, 0}}), Sidedness::Crossing);
}

TEST(Box, GrowsAndHasEightCorners) {
  Box b{{0, 0, 0}, {0, 0, 0}};
  b.add({1, -2, 3});
  b.add({-4, 5, -6});
  EXPECT_TRUE(test::same_bits(b.min, Vec3{-4, -2, -6}));
  EXPECT_TRUE(test::same_bits(b.max, Vec3{1, 5, 3}));
  EXPECT_TRUE(test::same_bits(b.corners()[0], b.min)) << "tested first";
  EXPECT_TRUE(test::same_bits(b.corners()[7], b.max));
}

}  // namespace
}  // namespace surefoot
