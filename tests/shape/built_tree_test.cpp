// What built trees answer: worked cases 9 and 14 of spec 02, and the property the builder is for: every query answers
// what an exhaustive test of the polygons answers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "shape/bsp_queries.hpp"
#include "shape/build.hpp"
#include "shape/meshes.hpp"
#include "support/bits.hpp"
#include "support/coverage.hpp"
#include "support/random.hpp"

namespace surefoot {
namespace {

using test::build;
using test::coverage_rules;
using test::Mesh;
using test::meshes;
using test::same_bits;
using test::whole_leaves;

constexpr Vec3 kUp{0, 0, 1};

// --- worked answers ---

TEST(BuiltBox, IntersectsSolidWithAndWithoutTheCentre) {
  const BspTree tree = build(test::box_mesh().polygons);
  const GraphView view{&tree};
  const struct {
    float x;
    bool with, without;
  } rows[] = {
      {0, true, false}, {1.2F, true, true}, {1.3F, false, false}, {0.75F, true, true}, {0.65F, true, false}};
  for (const auto& row : rows) {
    const Sphere s{{row.x, 0, 0}, 0.3F};
    EXPECT_EQ(sphere_intersects_solid(coverage_rules(), view, s, true), row.with) << row.x;
    EXPECT_EQ(sphere_intersects_solid(coverage_rules(), view, s, false), row.without) << row.x;
  }
  EXPECT_TRUE(point_intersects_solid(view, {0, 0, 0}));
  EXPECT_FALSE(point_intersects_solid(view, {1, 0, 0}));
  EXPECT_FALSE(point_intersects_solid(view, {1.5F, 0, 0}));
}

TEST(BuiltBox, TheOrderOfHits) {
  const BspTree tree = build(test::box_mesh().polygons);
  const struct {
    Vec3 movement;
    bool hit;
    std::uint32_t id;
  } rows[] = {{{-1, -0.5F, 0}, true, 1}, {{1, -0.5F, 0}, true, 3}, {{1, 0.5F, 0}, false, 3}};
  for (const auto& row : rows) {
    PolygonView struck;
    Vec3 contact;
    EXPECT_EQ(sphere_intersects_poly(coverage_rules(), GraphView{&tree}, {{0.95F, 0.9F, 0}, 0.3F},
                                     row.movement, struck, contact),
              row.hit);
    ASSERT_TRUE(static_cast<bool>(struck));
    EXPECT_EQ(struck.id, row.id);
  }
}

// --- the property ---

/// What every polygon, tested by itself, says.
struct Exhaustive {
  std::set<std::uint32_t> overlapped;
  std::set<std::uint32_t> hit;
  bool walkable = false;

  Exhaustive(const std::vector<Polygon>& polygons, const Sphere& s, const Vec3& movement) {
    for (const Polygon& p : polygons) {
      PolygonView struck;
      Vec3 contact;
      if (pos_hits_sphere(Retail{}, view(p), s, movement, contact, struck) == Struck::into) hit.insert(p.id);
      if (struck) overlapped.insert(p.id);
      walkable = walkable || (walkable_hits_sphere(Retail{}, view(p), kFloorZ, s, kUp) &&
                              polygon_check_walkable(Retail{}, view(p), s, kUp, true));
    }
  }
};

void expect_as_exhaustive(const Mesh& mesh, const BuildOptions& options, int spheres, std::uint64_t seed) {
  const BspTree tree = build(mesh.polygons, options);
  ASSERT_FALSE(tree.empty());
  const GraphView view{&tree};
  Vec3 low = tree.polygons[0].vertices[0];
  Vec3 high = low;
  for (const Polygon& p : tree.polygons) {
    for (const Vec3& v : p.vertices) {
      low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
      high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
    }
  }
  test::Random random(seed);
  for (int i = 0; i < spheres; ++i) {
    const Vec3 margin{0.7F, 0.7F, 0.7F};
    const Sphere s{random.in(low - margin, high + margin), random.uniform(0.05F, 0.8F)};
    const Vec3 movement = random.in({-1, -1, -1}, {1, 1, 1});
    const Exhaustive all(tree.polygons, s, movement);

    PolygonView struck;
    Vec3 contact;
    const bool hit = sphere_intersects_poly(Retail{}, view, s, movement, struck, contact);
    ASSERT_EQ(hit, !all.hit.empty()) << mesh.name << ", sphere " << i;
    ASSERT_EQ(static_cast<bool>(struck), !all.overlapped.empty()) << mesh.name << ", sphere " << i;
    if (struck) {
      ASSERT_EQ((hit ? all.hit : all.overlapped).count(struck.id), 1U) << mesh.name;
    }

    ASSERT_EQ(hits_walkable(Retail{}, view, kFloorZ, s, kUp), all.walkable) << mesh.name << ", sphere " << i;

    ASSERT_EQ(sphere_intersects_solid(Retail{}, view, s, false), !all.overlapped.empty())
        << mesh.name << ", sphere " << i;
    ASSERT_EQ(sphere_intersects_solid(Retail{}, view, s, true),
              !all.overlapped.empty() || mesh.inside(s.center))
        << mesh.name << ", sphere " << i;
    if (i % 20 != 0) continue;
    // The traced policy gives the same answers, and its arms count as reached.
    PolygonView traced;
    Vec3 traced_contact;
    ASSERT_EQ(sphere_intersects_poly(coverage_rules(), view, s, movement, traced, traced_contact), hit);
    ASSERT_EQ(traced.id, struck.id);
    ASSERT_TRUE(same_bits(traced_contact, contact) || !traced);
    ASSERT_EQ(hits_walkable(coverage_rules(), view, kFloorZ, s, kUp), all.walkable);
  }
}

TEST(BuiltTree, AnswersLikeAnExhaustiveTest) {
  std::uint64_t seed = 100;
  for (const Mesh& mesh : meshes()) expect_as_exhaustive(mesh, {}, 30'000, seed++);
}

TEST(BuiltTree, AnswersLikeAnExhaustiveTestOffTheAxes) {
  std::uint64_t seed = 200;
  for (const Mesh& mesh : meshes()) expect_as_exhaustive(test::turned(mesh), {}, 30'000, seed++);
}

TEST(BuiltTree, SplittingLeavesChangesNoAnswer) {
  std::uint64_t seed = 300;
  BuildOptions small;
  small.leaf_split = 1;
  for (const Mesh& mesh : meshes()) {
    expect_as_exhaustive(mesh, whole_leaves(), 10'000, seed++);
    expect_as_exhaustive(mesh, small, 10'000, seed++);
    expect_as_exhaustive(test::turned(mesh), small, 10'000, seed++);
  }
}

TEST(BuiltTree, MergingChangesNoAnswer) {
  BuildOptions merged;
  merged.merge_coplanar = true;
  Mesh flat = test::height_field_mesh(8, 1.0F, 0.0F, 1);
  expect_as_exhaustive(flat, merged, 10'000, 400);
  expect_as_exhaustive(test::staircase_mesh(), merged, 10'000, 401);
}

// Bodies whose inside is cut into cells by planes of far-away faces.
TEST(BuiltTree, KnowsTheInsideOfBodiesThatAreNotConvex) {
  expect_as_exhaustive(test::cross_mesh(), {}, 10'000, 700);
  expect_as_exhaustive(test::turned(test::cross_mesh()), {}, 10'000, 701);
  // Random ones touch along edges and corners, so it takes the author's word.
  BuildOptions solid;
  solid.solid = true;
  test::Random random(8);
  for (int i = 0; i < 12; ++i) {
    std::vector<bool> filled(125);
    for (std::size_t k = 0; k < filled.size(); ++k) filled[k] = random.uniform(0, 1) < 0.7F;
    const Mesh blob = test::voxel_mesh(5, filled);
    expect_as_exhaustive(blob, solid, 3'000, 710);
    expect_as_exhaustive(test::turned(blob), solid, 3'000, 711);
  }
}

TEST(BuiltTree, FlatGroundAnswersLikeAnExhaustiveTest) {
  expect_as_exhaustive(test::height_field_mesh(48, 2.0F, 0.0F, 1), {}, 500, 600);
}

TEST(BuiltTree, LargerLeavesFindTheSamePolygons) {
  BuildOptions options;
  options.max_leaf = 12;
  BuildReport sorted;
  build(test::height_field_mesh(8, 1.0F, 0.8F, 5).polygons, {}, &sorted);
  BuildReport coarse;
  build(test::height_field_mesh(8, 1.0F, 0.8F, 5).polygons, options, &coarse);
  EXPECT_LT(coarse.interior, sorted.interior);
  expect_as_exhaustive(test::height_field_mesh(8, 1.0F, 0.8F, 5), options, 10'000, 500);
}

TEST(BuiltTree, PointsInsideABodyAreInALeafWithPolygons) {
  test::Random random(6);
  for (const Mesh& mesh :
       {test::box_mesh(), test::wedge_mesh(), test::staircase_mesh(), test::touching_boxes_mesh()}) {
    const BspTree tree = build(mesh.polygons);
    for (int i = 0; i < 20'000; ++i) {
      const Vec3 p = random.in({-1.5F, -1.5F, -1.5F}, {2.5F, 1.5F, 1.5F});
      ASSERT_EQ(point_intersects_solid(GraphView{&tree}, p), mesh.inside(p)) << mesh.name;
    }
  }
}

}  // namespace
}  // namespace surefoot
