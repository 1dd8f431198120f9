// Joining coplanar neighbours, spec 02 §8.1.
#include "shape/convex_merge.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "shape/meshes.hpp"
#include "support/bits.hpp"

namespace surefoot {
namespace {

constexpr Plane kFloor{{0, 0, 1}, 0};

TEST(Weld, EqualPointsGetOneIndex) {
  const std::vector<Vec3> points{{1, 0, 0}, {0, 0, 0}, {1, 0, 0}, {-0.0F, 0, 0}, {0, 1, 0}};
  const WeldedPoints w = weld(points);
  EXPECT_EQ(w.points.size(), 3U);
  EXPECT_EQ(w.index[0], w.index[2]);
  EXPECT_EQ(w.index[1], w.index[3]) << "−0 is 0";
  EXPECT_TRUE(test::same_bits(w.points[w.index[1]], Vec3{0, 0, 0})) << "the first one's bits";
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_EQ(w.points[w.index[i]].y, points[i].y);
}

TEST(IsConvex, AllowsStraightCornersAndALittleMore) {
  const std::vector<Vec3> bent{{0, 0, 0}, {0.5F, 0.00005F, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  EXPECT_TRUE(is_convex(bent, {0, 0, 1}, 1e-4));
  EXPECT_FALSE(is_convex(bent, {0, 0, 1}, 1e-6));
  EXPECT_FALSE(is_convex(bent, {0, 0, -1}, 1e-4)) << "seen from behind it runs clockwise";
}

TEST(MergeConvex, JoinsTwoTrianglesIntoTheirQuad) {
  const std::vector<Vec3> v{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  std::vector<IndexedOutline> o{{{0, 1, 2}, kFloor, 0}, {{0, 2, 3}, kFloor, 0}};
  const auto owner = merge_convex(v, o, 12);
  EXPECT_EQ(owner, (std::vector<std::size_t>{0, 0}));
  EXPECT_EQ(o[0].points.size(), 4U);
  EXPECT_TRUE(o[1].points.empty());
}

TEST(MergeConvex, KeepsApartWhatWouldNotBeConvexFlatSmallOrAlike) {
  const std::vector<Vec3> v{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {-1, -2, 0}, {1, 1, 0.5F}};
  std::vector<IndexedOutline> bent{{{0, 1, 2, 3}, kFloor, 0}, {{0, 3, 4}, kFloor, 0}};
  EXPECT_EQ(merge_convex(v, bent, 12)[1], 1U);
  std::vector<IndexedOutline> folded{{{0, 1, 2}, kFloor, 0}, {{0, 2, 3}, {{0, 0.8F, 0.6F}, 0}, 0}};
  EXPECT_EQ(merge_convex(v, folded, 12)[1], 1U);
  std::vector<IndexedOutline> unlike{{{0, 1, 2}, kFloor, 0}, {{0, 2, 3}, kFloor, 1}};
  EXPECT_EQ(merge_convex(v, unlike, 12)[1], 1U);
  std::vector<IndexedOutline> many{{{0, 1, 2}, kFloor, 0}, {{0, 2, 3}, kFloor, 0}};
  EXPECT_EQ(merge_convex(v, many, 3)[1], 1U);
  std::vector<IndexedOutline> opposite{{{0, 1, 2}, kFloor, 0}, {{0, 1, 2}, kFloor, 0}};
  EXPECT_EQ(merge_convex(v, opposite, 12)[1], 1U) << "they share edges in the same direction";
}

TEST(MergeConvex, JoinsAcrossSeveralEdgesAtOnce) {
  // Two rectangles whose common side has a point in its middle; joined across one half of it, the other half
  // is walked there and back and falls away.
  const std::vector<Vec3> v{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}, {2, 0, 0}, {2, 2, 0}};
  std::vector<IndexedOutline> o{{{0, 1, 2, 3, 4}, kFloor, 0}, {{1, 5, 6, 3, 2}, kFloor, 0}};
  merge_convex(v, o, 12);
  EXPECT_EQ(o[0].points.size(), 6U) << "the ends of the side stay as straight corners, its middle goes";
}

TEST(MergeConvex, LeavesEdgesOfThreePolygonsAlone) {
  const std::vector<Vec3> v{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  std::vector<IndexedOutline> o{{{0, 1, 2}, kFloor, 0}, {{0, 2, 3}, kFloor, 0}, {{0, 2, 3}, kFloor, 0}};
  const auto owner = merge_convex(v, o, 12);
  EXPECT_EQ(owner, (std::vector<std::size_t>{0, 1, 2}));
}

}  // namespace
}  // namespace surefoot
