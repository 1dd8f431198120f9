// The choice of splitting planes, spec 02 §8.3.
#include "shape/splitter_choice.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "shape/meshes.hpp"
#include "support/bits.hpp"

namespace surefoot {
namespace {

Fragments whole(FragmentStore& store, std::size_t count) {
  Fragments out;
  for (std::uint32_t i = 0; i < count; ++i) out.push_back(store.add_whole(i));
  return out;
}

std::size_t best_of(const std::vector<Polygon>& polygons) {
  FragmentStore store(polygons);
  const Fragments all = whole(store, polygons.size());
  std::vector<SplitCount> counts(all.size());
  return best_splitter(store, polygons, all, counts);
}

TEST(BestSplitter, TheFirstOfEqualsWins) {
  EXPECT_EQ(best_of(test::box_mesh().polygons), 0U);
}

TEST(BestSplitter, BalancesFrontAndBack) {
  // Parallel floors: the middle one has two on either side.
  std::vector<Polygon> floors;
  for (std::uint32_t i = 0; i < 5; ++i) floors.push_back(test::sq(i, static_cast<float>(i)));
  EXPECT_EQ(best_of(floors), 2U);
}

TEST(BestSplitter, ASplitCostsEight) {
  // A wall that cuts every floor, first in the list, and floors above it that cut nothing.
  const auto build = [](std::uint32_t floors) {
    test::Mesh m;
    m.add({{0.5F, 0, -9}, {0.5F, 1, -9}, {0.5F, 1, 9}, {0.5F, 0, 9}});
    for (std::uint32_t i = 0; i < floors; ++i) {
      const float z = 10.0F + static_cast<float>(i);
      m.add({{0, 0, z}, {1, 0, z}, {1, 1, z}, {0, 1, z}});
    }
    return m.polygons;
  };
  // The wall costs 8 per floor; the second of four floors has two above, and one and the wall below.
  EXPECT_EQ(best_of(build(1)), 1U);
  EXPECT_EQ(best_of(build(4)), 2U);
}

TEST(BestSplitter, TriesEveryKthOfMany) {
  // 200 floors: k = 3, so the 100th is reached over 99; 99 has 100 above and 99 below, cost 1, as has 102:
  // −3.
  std::vector<Polygon> floors;
  for (std::uint32_t i = 0; i < 200; ++i) floors.push_back(test::sq(i, static_cast<float>(i)));
  EXPECT_EQ(best_of(floors), 99U);
  // 130 floors, k = 2: 64 and 65 are alike, only even ones are tried.
  floors.resize(130);
  EXPECT_EQ(best_of(floors), 64U);
}

TEST(InheritCounts, EqualsCountingAfresh) {
  const std::vector<Polygon> polygons = test::ball_mesh(10).polygons;
  FragmentStore store(polygons);
  Fragments unused = whole(store, polygons.size());
  std::vector<SplitCount> counts(unused.size());
  for (int step = 0; step < 20; ++step) {
    const std::uint32_t best = unused[best_splitter(store, polygons, unused, counts)].polygon;
    Fragments pos;
    Fragments neg;
    store.partition(unused, polygons[best].plane, best, pos, neg);
    std::vector<SplitCount> inherited = inherit_counts(store, polygons, unused, counts, neg);
    unused.clear();
    for (const Fragment& f : neg) {
      if (!f.used) unused.push_back(f);
    }
    ASSERT_EQ(inherited.size(), unused.size());
    std::vector<SplitCount> fresh(unused.size());
    const std::size_t chosen = best_splitter(store, polygons, unused, fresh);
    counts = inherited;
    ASSERT_EQ(best_splitter(store, polygons, unused, counts), chosen);
    for (std::size_t i = 0; i < fresh.size(); ++i) {
      if (!fresh[i].known || !counts[i].known) continue;
      ASSERT_EQ(counts[i].front, fresh[i].front);
      ASSERT_EQ(counts[i].back, fresh[i].back);
      ASSERT_EQ(counts[i].splits, fresh[i].splits);
    }
  }
}

TEST(InheritCounts, StartsAfreshForAnyOtherChild) {
  const std::vector<Polygon> polygons = test::height_field_mesh(8, 1.0F, 0.8F, 5).polygons;
  FragmentStore store(polygons);
  const Fragments unused = whole(store, polygons.size());
  std::vector<SplitCount> counts(unused.size());
  const std::uint32_t best = unused[best_splitter(store, polygons, unused, counts)].polygon;
  Fragments pos;
  Fragments neg;
  store.partition(unused, polygons[best].plane, best, pos, neg);
  EXPECT_TRUE(inherit_counts(store, polygons, unused, counts, pos).empty());
}

TEST(AxisSplitters, LongestExtentFirstThroughTheMedianVertex) {
  std::vector<Polygon> strip;
  for (std::uint32_t i = 0; i < 5; ++i) {
    const float x = static_cast<float>(i);
    strip.push_back(test::make_polygon(i, {{x, 0, 0}, {x + 1, 0, 0}, {x + 1, 2, 0}, {x, 2, 0}}));
  }
  FragmentStore store(strip);
  const auto planes = axis_splitters(store, whole(store, strip.size()));
  ASSERT_EQ(planes.size(), 1U) << "no vertex lies inside the strip along y, and it has no extent along z";
  EXPECT_TRUE(test::same_bits(planes[0].normal, Vec3{1, 0, 0}));
  EXPECT_TRUE(planes[0].d == -2.0F || planes[0].d == -3.0F);
}

TEST(AxisSplitters, AMedianOfZeroHasOneSign) {
  const std::vector<Polygon> two{test::make_polygon(0, {{-1, 0, 0}, {-0.0F, 0, 0}, {0, 1, 0}, {-1, 1, 0}}),
                                 test::make_polygon(1, {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {-0.0F, 1, 0}})};
  FragmentStore store(two);
  const auto planes = axis_splitters(store, whole(store, 2));
  ASSERT_EQ(planes.size(), 1U);
  EXPECT_TRUE(test::same_bits(planes[0].d, -0.0F));
}

}  // namespace
}  // namespace surefoot
