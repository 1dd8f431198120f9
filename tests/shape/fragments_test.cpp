// Sorting and cutting of spec 02 §8.3.
#include "shape/fragments.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "shape/meshes.hpp"

namespace surefoot {
namespace {

constexpr Plane kAtHalf{{1, 0, 0}, -0.5F};

struct Sides {
  Fragments pos;
  Fragments neg;
};

Sides sort(FragmentStore& store, const Fragments& in, const Plane& plane,
           std::optional<std::uint32_t> own = std::nullopt) {
  Sides s;
  store.partition(in, plane, own, s.pos, s.neg);
  return s;
}

TEST(Fragments, AreCutAcrossThePlane) {
  const std::vector<Polygon> polygons{test::sq()};
  FragmentStore store(polygons);
  const Fragments whole{store.add_whole(0)};
  const Sides s = sort(store, whole, {{1, 0, 0}, -0.25F});
  ASSERT_EQ(s.pos.size(), 1U);
  ASSERT_EQ(s.neg.size(), 1U);
  EXPECT_DOUBLE_EQ(area(store.outline(s.pos[0])), 0.75);
  EXPECT_DOUBLE_EQ(area(store.outline(s.neg[0])), 0.25);
  EXPECT_DOUBLE_EQ(centroid(store.outline(s.pos[0])).x, 0.625);
  EXPECT_DOUBLE_EQ(centroid(store.outline(s.neg[0])).x, 0.125);
  EXPECT_EQ(store.side_of(s.pos[0], {{1, 0, 0}, -0.25F}), Side::front);
  EXPECT_EQ(store.side_of(s.neg[0], {{1, 0, 0}, -0.25F}), Side::back);
}

TEST(Fragments, InThePlaneGoBehindItOrInFrontByTheirFacing) {
  test::Mesh m;
  m.add({{0.5F, 0, 0}, {0.5F, 1, 0}, {0.5F, 1, 1}});  // faces +x
  m.add({{0.5F, 0, 0}, {0.5F, 1, 1}, {0.5F, 1, 0}});  // faces −x
  m.add({{0.50005F, 0, 0}, {0.49995F, 1, 0}, {0.5F, 1, 1}});
  FragmentStore store(m.polygons);
  const Fragments all{store.add_whole(0), store.add_whole(1), store.add_whole(2)};
  const Sides s = sort(store, all, kAtHalf, 0);
  ASSERT_EQ(s.pos.size(), 1U);
  EXPECT_EQ(s.pos[0].polygon, 1U);
  EXPECT_FALSE(s.pos[0].used);
  ASSERT_EQ(s.neg.size(), 2U);
  EXPECT_TRUE(s.neg[0].used);
  EXPECT_TRUE(s.neg[1].used) << "within the tolerance of the plane is in it";
  // A plane of no polygon uses nothing up.
  const Sides t = sort(store, all, kAtHalf);
  ASSERT_EQ(t.neg.size(), 2U);
  EXPECT_FALSE(t.neg[0].used);
}

TEST(Fragments, TheSplittersOwnPolygonCountsAsInItsPlane) {
  const std::vector<Polygon> polygons{test::sq()};
  FragmentStore store(polygons);
  const Fragments whole{store.add_whole(0)};
  const Sides s = sort(store, whole, kAtHalf, 0);  // whatever its distances
  EXPECT_TRUE(s.pos.empty());
  ASSERT_EQ(s.neg.size(), 1U);
  EXPECT_TRUE(s.neg[0].used);
  EXPECT_EQ(s.neg[0].count, 4U);
}

TEST(Fragments, PartsInheritUse) {
  const std::vector<Polygon> polygons{test::sq()};
  FragmentStore store(polygons);
  Fragment f = store.add_whole(0);
  f.used = true;
  const Sides s = sort(store, {f}, kAtHalf);
  EXPECT_TRUE(s.pos[0].used);
  EXPECT_TRUE(s.neg[0].used);
}

TEST(Fragments, NextToNothingIsDropped) {
  test::Mesh m;
  m.add({{0, 0, 0}, {0.50015F, 0, 0}, {0, 1e-5F, 0}});
  FragmentStore store(m.polygons);
  const Fragments whole{store.add_whole(0)};
  const std::size_t before = store.mark();
  const Sides s = sort(store, whole, kAtHalf);
  EXPECT_TRUE(s.pos.empty()) << "0.15 mm by a few micrometres";
  ASSERT_EQ(s.neg.size(), 1U);
  EXPECT_EQ(store.mark(), before + s.neg[0].count);
}

TEST(Fragments, AreaIsKeptByManyCuts) {
  test::Random random(1);
  const std::vector<Polygon> polygons{test::tri()};
  for (int i = 0; i < 200; ++i) {
    FragmentStore store(polygons);
    Fragments parts{store.add_whole(0)};
    const double whole = area(store.outline(parts[0]));
    for (int k = 0; k < 6; ++k) {
      Vec3 n = random.in({-1, -1, -1}, {1, 1, 1});
      if (normalize_check_small(n)) continue;
      const Plane plane = plane_through(n, random.in({0, 0, 0}, {1.5F, 2, 1}));
      const Sides s = sort(store, parts, plane);
      parts = s.pos;
      parts.insert(parts.end(), s.neg.begin(), s.neg.end());
    }
    double sum = 0.0;
    for (const Fragment& f : parts) sum += area(store.outline(f));
    ASSERT_NEAR(sum, whole, 1e-3);
  }
}

}  // namespace
}  // namespace surefoot
