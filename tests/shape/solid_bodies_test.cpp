// Spec 02 §8.2: what counts as the inside of something.
#include "shape/solid_bodies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "shape/meshes.hpp"

namespace surefoot {
namespace {

using test::Mesh;

std::size_t bodies(const Mesh& mesh, std::optional<bool> solid = std::nullopt) {
  return SolidBodies(mesh.polygons, solid).count();
}

TEST(SolidBodies, ClosedOutwardMeshesAreBodies) {
  EXPECT_EQ(bodies(test::box_mesh()), 1U);
  EXPECT_EQ(bodies(test::wedge_mesh()), 1U);
  EXPECT_EQ(bodies(test::touching_boxes_mesh()), 2U);
  EXPECT_EQ(bodies(test::ball_mesh(12)), 1U);
  EXPECT_EQ(bodies(test::pillar_room_mesh()), 1U) << "the pillar; the room faces inward";
  EXPECT_EQ(bodies(test::turned(test::box_mesh())), 1U) << "welded by position, whatever the coordinates";
}

TEST(SolidBodies, OpenInwardAndFlatMeshesAreNot) {
  EXPECT_EQ(bodies(test::room_mesh()), 0U);
  EXPECT_EQ(bodies(test::height_field_mesh(4, 1.0F, 0.5F, 1)), 0U);
  Mesh lidless = test::box_mesh();
  lidless.polygons.pop_back();
  EXPECT_EQ(bodies(lidless), 0U);
  Mesh fence;
  fence.add({{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 0, 1}});
  fence.add({{0, 0, 1}, {1, 0, 1}, {1, 0, 0}, {0, 0, 0}});
  EXPECT_EQ(bodies(fence), 0U) << "closed, but it encloses nothing";
  Mesh one_turned = test::box_mesh();
  std::reverse(one_turned.polygons[2].vertices.begin(), one_turned.polygons[2].vertices.end());
  EXPECT_EQ(bodies(one_turned), 0U);
}

TEST(SolidBodies, NeedAVolume) {
  Mesh pea;
  test::add_box(pea, {0, 0, 0}, {0.0099F, 0.0099F, 0.0099F});
  EXPECT_EQ(bodies(pea), 0U);
  Mesh marble;
  test::add_box(marble, {0, 0, 0}, {0.0101F, 0.0101F, 0.0101F});
  EXPECT_EQ(bodies(marble), 1U);
}

// Edges used by four polygons: each directed edge occurs twice, so neither box is a body by itself.
TEST(SolidBodies, BoxesThatShareEdgesNeedTheAuthorsWord) {
  Mesh crates;
  test::add_box(crates, {0, 0, 0}, {1, 1, 1});
  test::add_box(crates, {0, 0, 1}, {1, 1, 2});
  EXPECT_EQ(bodies(crates), 0U);
  const SolidBodies said(crates.polygons, true);
  EXPECT_EQ(said.count(), 1U);
  EXPECT_TRUE(said.contain({0.5, 0.5, 0.5}));
  EXPECT_TRUE(said.contain({0.5, 0.5, 1.5}));
  EXPECT_FALSE(said.contain({0.5, 0.5, 2.5}));
}

TEST(SolidBodies, TheAuthorsWordGoesFirst) {
  EXPECT_EQ(bodies(test::box_mesh(), false), 0U);
  EXPECT_EQ(bodies(test::box_mesh(), true), 1U);
  // A closed body stays one of its own, the rest is a second one.
  EXPECT_EQ(bodies(test::pillar_room_mesh(), true), 2U);
}

// The roof is split where the walls are not: no edge of it matches.
TEST(SolidBodies, TJunctionsNeedTheAuthorsWord) {
  Mesh shed = test::box_mesh();
  shed.polygons.pop_back();
  shed.add({{-1, -1, 1}, {0, -1, 1}, {0, 1, 1}, {-1, 1, 1}});
  shed.add({{0, -1, 1}, {1, -1, 1}, {1, 1, 1}, {0, 1, 1}});
  EXPECT_EQ(bodies(shed), 0U);
  const SolidBodies said(shed.polygons, true);
  test::Random random(3);
  for (int i = 0; i < 5'000; ++i) {
    const Vec3 p = random.in({-2, -2, -2}, {2, 2, 2});
    ASSERT_EQ(said.contain(to_double(p)), test::in_box(p, {-1, -1, -1}, {1, 1, 1}));
  }
}

TEST(SolidBodies, ContainWhatTheyEnclose) {
  test::Random random(4);
  for (const Mesh& mesh : {test::box_mesh(), test::wedge_mesh(), test::touching_boxes_mesh(),
                           test::cross_mesh(), test::turned(test::cross_mesh())}) {
    const SolidBodies solid(mesh.polygons, std::nullopt);
    Box3d box;
    for (const Polygon& p : mesh.polygons) {
      for (const Vec3& v : p.vertices) box.add(to_double(v));
    }
    const Vec3 low{static_cast<float>(box.min.x) - 0.1F, static_cast<float>(box.min.y) - 0.1F,
                   static_cast<float>(box.min.z) - 0.1F};
    const Vec3 high{static_cast<float>(box.max.x) + 0.1F, static_cast<float>(box.max.y) + 0.1F,
                    static_cast<float>(box.max.z) + 0.1F};
    for (int i = 0; i < 20'000; ++i) {
      const Vec3 p = random.in(low, high);
      ASSERT_EQ(solid.contain(to_double(p)), mesh.inside(p)) << mesh.name;
    }
  }
}

// Rays that leave exactly through corners and edges of a fine grid are counted once.
TEST(SolidBodies, RaysDoNotSlipBetweenPolygons) {
  const Mesh ball = test::ball_mesh(24);
  const SolidBodies solid(ball.polygons, std::nullopt);
  for (const Polygon& p : ball.polygons) {
    for (std::size_t i = 0; i < p.vertices.size(); ++i) {
      const Vec3d a = to_double(p.vertices[i]);
      const Vec3d b = to_double(p.vertices[(i + 1) % p.vertices.size()]);
      for (const double t : {0.0, 0.25, 0.5}) {
        const Vec3d on_edge = a + (b - a) * t;
        // Back along the ray's direction from a point of an edge, to both sides of the surface.
        const Vec3d direction{0.38196601125010515, 0.21132486540518712, 1.0};
        for (const double back : {0.1, 0.5, 3.0}) {
          const Vec3d from = on_edge - direction * back;
          const double r = length(from);
          if (std::fabs(r - 1.0) < 0.02) continue;
          ASSERT_EQ(solid.contain(from), r < 1.0);
        }
      }
    }
  }
}

}  // namespace
}  // namespace surefoot
