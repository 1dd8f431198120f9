// Spec 02 §8.3: the shape of built trees. What they answer is in built_tree_test.cpp.
#include "shape/bsp_builder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "shape/bsp_queries.hpp"
#include "shape/build.hpp"
#include "shape/meshes.hpp"
#include "support/bits.hpp"
#include "support/coverage.hpp"

namespace surefoot {
namespace {

using test::build;
using test::coverage_rules;
using test::has_bits;
using test::Mesh;
using test::meshes;
using test::same_bits;
using test::whole_leaves;
std::vector<const BspNode*> pre_order(const BspTree& tree) {
  std::vector<const BspNode*> out;
  std::vector<const BspNode*> waiting;
  if (tree.root != nullptr) waiting.push_back(tree.root);
  while (!waiting.empty()) {
    const BspNode* n = waiting.back();
    waiting.pop_back();
    out.push_back(n);
    if (n->leaf()) continue;
    waiting.push_back(n->neg);
    waiting.push_back(n->pos);
  }
  return out;
}

std::vector<std::uint32_t> ids_of(const BspTree& tree, const BspNode& leaf) {
  std::vector<std::uint32_t> out;
  for (const std::uint32_t i : leaf.polys) out.push_back(tree.polygons[i].id);
  return out;
}

void expect_same_tree(const BspTree& a, const BspTree& b) {
  const auto left = pre_order(a);
  const auto right = pre_order(b);
  ASSERT_EQ(left.size(), right.size());
  for (std::size_t i = 0; i < left.size(); ++i) {
    ASSERT_EQ(left[i]->tag, right[i]->tag);
    ASSERT_TRUE(same_bits(left[i]->splitting_plane, right[i]->splitting_plane));
    ASSERT_TRUE(same_bits(left[i]->sphere.center, right[i]->sphere.center));
    ASSERT_TRUE(same_bits(left[i]->sphere.radius, right[i]->sphere.radius));
    ASSERT_EQ(left[i]->leaf_index, right[i]->leaf_index);
    ASSERT_EQ(left[i]->solid, right[i]->solid);
    ASSERT_EQ(ids_of(a, *left[i]), ids_of(b, *right[i]));
  }
}

// --- shapes ---

TEST(BuildBsp, SolidBoxIsAChainEndingInOneSolidLeaf) {
  BuildReport report;
  const BspTree tree = build(test::box_mesh().polygons, {}, &report);
  const auto nodes = pre_order(tree);
  ASSERT_EQ(nodes.size(), 13U);
  const Vec3 normals[] = {{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}};
  const BspNode* n = tree.root;
  for (std::int32_t i = 0; i < 6; ++i) {
    EXPECT_EQ(n->tag, bsp_tag::kBPnN);
    const Vec3& expected = normals[static_cast<std::size_t>(i)];
    EXPECT_TRUE(equal(n->splitting_plane.normal, expected));
    EXPECT_TRUE(same_bits(n->splitting_plane.d, -1.0F));
    EXPECT_TRUE(has_bits(n->sphere.center, {0, 0, 0}));
    EXPECT_TRUE(has_bits(n->sphere.radius, 0x3FDDD49C));
    EXPECT_TRUE(n->pos->leaf());
    EXPECT_TRUE(n->pos->polys.empty());
    EXPECT_EQ(n->pos->leaf_index, i);
    EXPECT_TRUE(same_bits(n->pos->sphere.radius, 0.0F));
    n = n->neg;
  }
  EXPECT_TRUE(n->leaf());
  EXPECT_EQ(n->leaf_index, 6);
  EXPECT_TRUE(n->solid);
  EXPECT_EQ(ids_of(tree, *n), (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(has_bits(n->sphere.center, {0, 0, 0}));
  EXPECT_TRUE(has_bits(n->sphere.radius, 0x3FDDD49C));
  EXPECT_EQ(report.depth, 7U);
  EXPECT_EQ(report.largest_leaf, 6U);
  EXPECT_EQ(report.solid_bodies, 1U);
}

struct ShapeRow {
  Mesh mesh;
  std::size_t interior, leaves, empty, solid;
};

TEST(BuildBsp, ShapesOfSmallMeshes) {
  const ShapeRow rows[] = {
      {test::box_mesh(), 6, 7, 6, 1},
      {test::wedge_mesh(), 5, 6, 5, 1},
      {test::room_mesh(), 6, 7, 1, 0},
      {test::pillar_room_mesh(), 12, 13, 6, 1},
      {test::touching_boxes_mesh(), 12, 13, 11, 2},
  };
  for (const ShapeRow& row : rows) {
    BuildReport report;
    build(row.mesh.polygons, whole_leaves(), &report);
    EXPECT_EQ(report.interior, row.interior) << row.mesh.name;
    EXPECT_EQ(report.leaves, row.leaves) << row.mesh.name;
    EXPECT_EQ(report.empty_leaves, row.empty) << row.mesh.name;
    EXPECT_EQ(report.solid_leaves, row.solid) << row.mesh.name;
  }
}

// --- structure ---

TEST(BuildBsp, EveryNodeBoundsWhatIsBelowIt) {
  for (const Mesh& mesh : meshes()) {
    const BspTree tree = build(mesh.polygons);
    for (const BspNode* n : pre_order(tree)) {
      BspTree below;
      below.root = n;
      for (const BspNode* m : pre_order(below)) {
        for (const std::uint32_t i : m->polys) {
          for (const Vec3& v : tree.polygons[i].vertices)
            ASSERT_LE(length(v - n->sphere.center), n->sphere.radius) << mesh.name;
        }
      }
    }
  }
}

TEST(BuildBsp, LeavesAreNumberedInPreOrderFrontFirst) {
  const BspTree tree = build(test::height_field_mesh(8, 1.0F, 0.8F, 5).polygons);
  std::int32_t next = 0;
  for (const BspNode* n : pre_order(tree)) {
    if (n->leaf()) {
      EXPECT_EQ(n->leaf_index, next++);
    } else {
      EXPECT_EQ(n->leaf_index, -1);
      EXPECT_EQ(n->tag, bsp_tag::kBPnN);
    }
  }
}

TEST(BuildBsp, AuthoredIdsAndPlanesAreKept) {
  Mesh mesh = test::box_mesh();
  const std::uint32_t ids[] = {900, 7, 70000, 3, 0xFFFFFFFF, 4};
  for (std::size_t i = 0; i < 6; ++i) mesh.polygons[i].id = ids[i];
  mesh.polygons[0].plane.d = -1.0000001F;
  mesh.polygons[0].sides_type = 1;
  BuildReport report;
  const BspTree tree = build(mesh.polygons, {}, &report);
  EXPECT_EQ(ids_of(tree, *pre_order(tree).back()),
            (std::vector<std::uint32_t>{3, 4, 7, 900, 70000, 0xFFFFFFFF}));
  EXPECT_TRUE(same_bits(tree.root->splitting_plane, mesh.polygons[0].plane));
  EXPECT_EQ(tree.polygons[0].sides_type, 1);
  EXPECT_EQ(report.source, (std::vector<std::size_t>{0, 1, 2, 3, 4, 5}));
}

TEST(BuildBsp, TheSameInputGivesTheSameTree) {
  for (const Mesh& mesh : meshes()) expect_same_tree(build(mesh.polygons), build(mesh.polygons));
}

TEST(BuildBsp, OutlinesGetIdsInInputOrderAndTheirOwnPlanes) {
  const Mesh mesh = test::box_mesh();
  std::vector<std::vector<Vec3>> outlines;
  for (const Polygon& p : mesh.polygons) outlines.push_back(p.vertices);
  auto tree = build_bsp_from_outlines(outlines);
  ASSERT_TRUE(tree.has_value());
  expect_same_tree(*tree, build(mesh.polygons));
}

TEST(BuildBsp, OneQuadIsANodeWithAnEmptyFrontAndTheQuadBehind) {
  const BspTree tree = build({test::sq(9)});
  ASSERT_FALSE(tree.root->leaf());
  EXPECT_TRUE(tree.root->pos->polys.empty());
  EXPECT_EQ(ids_of(tree, *tree.root->neg), std::vector<std::uint32_t>{9});
  EXPECT_FALSE(tree.root->neg->solid);
}

TEST(BuildBsp, NoPolygonGivesAnEmptyTree) {
  BuildReport report;
  EXPECT_TRUE(build({}, {}, &report).empty());
  EXPECT_EQ(report.leaves, 0U);
  // Nothing left after clean-up is the same.
  std::vector<std::vector<Vec3>> lines{{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}};
  const auto tree = build_bsp_from_outlines(lines, {}, &report);
  ASSERT_TRUE(tree.has_value());
  EXPECT_TRUE(tree->empty());
  EXPECT_EQ(report.cleanup.dropped, 1U);
}

// --- coplanar ground ---

TEST(BuildBsp, FlatGroundIsCutIntoSmallLeaves) {
  const Mesh ground = test::height_field_mesh(48, 2.0F, 0.0F, 1);
  BuildReport whole;
  build(ground.polygons, whole_leaves(), &whole);
  EXPECT_EQ(whole.leaves, 2U);
  EXPECT_EQ(whole.largest_leaf, 4608U);
  BuildReport cut;
  build(ground.polygons, {}, &cut);
  EXPECT_LE(cut.largest_leaf, 8U);
  EXPECT_LT(cut.depth, 20U);
}

TEST(BuildBsp, AxisPlanesGoThroughStoredCoordinates) {
  const BspTree tree = build(test::height_field_mesh(8, 0.3F, 0.0F, 1).polygons);
  std::set<float> coordinates;
  for (const Polygon& p : tree.polygons) {
    for (const Vec3& v : p.vertices) coordinates.insert({v.x, v.y});
  }
  std::size_t found = 0;
  for (const BspNode* n : pre_order(tree)) {
    if (n->leaf() || n->splitting_plane.normal.z != 0.0F) continue;
    ++found;
    EXPECT_EQ(coordinates.count(-n->splitting_plane.d), 1U);
    EXPECT_TRUE(same_bits(n->splitting_plane.normal, Vec3{1, 0, 0}) ||
                same_bits(n->splitting_plane.normal, Vec3{0, 1, 0}));
  }
  EXPECT_GE(found, 10U);
}

// Each quad holds the next: cutting them only multiplies them.
TEST(BuildBsp, OverlappingPolygonsAreNotCutWithoutEnd) {
  std::vector<Polygon> nested;
  for (std::uint32_t i = 0; i < 400; ++i) {
    const float r = 1.0F + 0.01F * static_cast<float>(i);
    nested.push_back(test::make_polygon(i, {{-r, -r, 0}, {r, -r * 0.9F, 0}, {r * 0.8F, r, 0}, {-r, r, 0}}));
  }
  BuildOptions options;
  options.leaf_split = 1;
  BuildReport report;
  build(nested, options, &report);
  EXPECT_LT(report.leaves, 2000U);
}

TEST(BuildBsp, SolidLeavesAreNeverCut) {
  BuildReport report;
  build(test::ball_mesh(16).polygons, {}, &report);
  EXPECT_EQ(report.solid_leaves, 1U);
  EXPECT_EQ(report.largest_leaf, 256U);
  BuildOptions hollow;
  hollow.solid = false;
  build(test::ball_mesh(16).polygons, hollow, &report);
  EXPECT_EQ(report.solid_leaves, 0U);
  EXPECT_LT(report.largest_leaf, 256U);
}

// --- depth ---

TEST(BuildBsp, AConvexBodyOfThousandsOfFacesIsALongChain) {
  const Mesh ball = test::ball_mesh(60);
  BuildReport report;
  const BspTree tree = build(ball.polygons, {}, &report);
  EXPECT_GT(report.depth, 3000U);
  EXPECT_EQ(report.solid_leaves, 1U);
  const GraphView view{&tree};
  EXPECT_TRUE(sphere_intersects_solid(coverage_rules(), view, {{0, 0, 0}, 0.5F}, true));
  EXPECT_FALSE(sphere_intersects_solid(coverage_rules(), view, {{0, 0, 0}, 0.5F}, false));
  EXPECT_FALSE(sphere_intersects_solid(coverage_rules(), view, {{1.6F, 0, 0}, 0.5F}, true));
  EXPECT_TRUE(sphere_intersects_solid(coverage_rules(), view, {{1.4F, 0, 0}, 0.5F}, true));
  EXPECT_TRUE(point_intersects_solid(view, {0.5F, 0.5F, 0.5F}));
}

// --- far from the origin ---

// At 100 km a binary32 plane misses its own vertices by centimetres; every node must still use up a polygon.
TEST(BuildBsp, EndsFarFromTheOrigin) {
  for (const float away : {1.0e5F, 1.0e6F}) {
    Mesh mesh = test::height_field_mesh(8, 64.0F, 40.0F, 5);
    for (Polygon& p : mesh.polygons) {
      for (Vec3& v : p.vertices) v = v + Vec3{away, -away, away};
      p.plane = make_plane(p.vertices);
    }
    BuildReport report;
    const BspTree tree = build(mesh.polygons, {}, &report);
    std::set<std::uint32_t> listed;
    for (const BspNode* n : pre_order(tree)) {
      for (const std::uint32_t i : n->polys) listed.insert(tree.polygons[i].id);
    }
    EXPECT_EQ(listed.size(), mesh.polygons.size());
    EXPECT_LT(report.interior, 5000U);
  }
}

// --- open and two-sided surfaces ---

TEST(BuildBsp, ATwoSidedFenceIsListedOnBothSidesAndSolidOnNone) {
  std::vector<Polygon> fence{test::sq(0)};
  fence.push_back(test::make_polygon(1, {{0, 1, 0}, {1, 1, 0}, {1, 0, 0}, {0, 0, 0}}));
  BuildReport report;
  const BspTree tree = build(fence, {}, &report);
  EXPECT_EQ(report.solid_bodies, 0U);
  EXPECT_EQ(report.solid_leaves, 0U);
  EXPECT_EQ(report.interior, 2U);
  for (const float z : {0.2F, -0.2F}) {
    PolygonView struck;
    Vec3 contact;
    EXPECT_TRUE(sphere_intersects_poly(coverage_rules(), GraphView{&tree}, {{0.5F, 0.5F, z}, 0.3F},
                                       {0, 0, -z}, struck, contact));
    EXPECT_EQ(struck.id, z > 0.0F ? 0U : 1U);
  }
}

// --- errors ---

TEST(BuildBsp, RefusesATreeBeyondTheLimit) {
  BuildOptions options;
  options.max_nodes = 13;
  EXPECT_TRUE(build_bsp(test::box_mesh().polygons, options).has_value());
  options.max_nodes = 12;
  const auto tree = build_bsp(test::box_mesh().polygons, options);
  ASSERT_FALSE(tree.has_value());
  EXPECT_EQ(tree.error().code, ErrorCode::too_deep);
  EXPECT_NE(tree.error().message.find("more than 12 nodes"), std::string::npos) << tree.error().message;
}

TEST(BuildBsp, RefusesNaNNamingThePolygon) {
  Mesh mesh = test::box_mesh();
  mesh.polygons[3].vertices[2].y = std::nanf("");
  const auto tree = build_bsp(mesh.polygons);
  ASSERT_FALSE(tree.has_value());
  EXPECT_EQ(tree.error().code, ErrorCode::bad_value);
  EXPECT_NE(tree.error().message.find("polygon 3 (id 3)"), std::string::npos) << tree.error().message;
  EXPECT_NE(tree.error().message.find("point 2"), std::string::npos) << tree.error().message;
}

}  // namespace
}  // namespace surefoot
