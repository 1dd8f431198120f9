// Spec 02 §8.1: what happens to polygons before a tree is built of them.
#include "shape/polygon_cleanup.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "shape/convex_merge.hpp"
#include "shape/meshes.hpp"
#include "shape/vec3d.hpp"
#include "support/bits.hpp"

namespace surefoot {
namespace {

using test::make_polygon;
using test::same_bits;
using test::sq;

struct Cleaned {
  CleanPolygons mesh;
  CleanupReport report;
};

Cleaned clean(std::vector<Polygon> input, PlaneSource planes = PlaneSource::given, bool merge = false) {
  Cleaned out;
  auto mesh = clean_polygons(std::move(input), planes, merge, out.report);
  EXPECT_TRUE(mesh.has_value()) << (mesh ? "" : mesh.error().text());
  if (mesh) out.mesh = std::move(*mesh);
  return out;
}

Error refusal(std::vector<Polygon> input, PlaneSource planes = PlaneSource::given) {
  CleanupReport report;
  auto mesh = clean_polygons(std::move(input), planes, false, report);
  EXPECT_FALSE(mesh.has_value());
  return mesh ? Error{} : mesh.error();
}

double total_area(const CleanPolygons& mesh) {
  double sum = 0.0;
  for (const Polygon& p : mesh.polygons) {
    std::vector<Vec3d> outline;
    for (const Vec3& v : p.vertices) outline.push_back(to_double(v));
    sum += 0.5 * length(area_vector(outline));
  }
  return sum;
}

void expect_kinds(const CleanupReport& report, const std::vector<CleanupKind>& kinds) {
  ASSERT_EQ(report.warnings.size(), kinds.size());
  for (std::size_t i = 0; i < kinds.size(); ++i)
    EXPECT_EQ(report.warnings[i].kind, kinds[i]) << report.warnings[i].text();
}

void expect_clean(const CleanPolygons& mesh) {
  for (const Polygon& p : mesh.polygons) {
    EXPECT_GE(p.vertices.size(), 3U);
    EXPECT_LE(p.vertices.size(), kMaxCleanPoints);
    EXPECT_TRUE(is_convex(p.vertices, p.plane.normal, kMaxOutsideEdge));
    for (const Vec3& v : p.vertices) EXPECT_LE(std::fabs(distance(p.plane, to_double(v))), kMaxOffPlane);
  }
}

TEST(CleanPolygons, LeavesGoodPolygonsAlone) {
  const Polygon p = test::ramp(17);
  const Cleaned c = clean({p});
  ASSERT_EQ(c.mesh.polygons.size(), 1U);
  EXPECT_EQ(c.mesh.polygons[0].id, 17U);
  EXPECT_TRUE(same_bits(c.mesh.polygons[0].plane, p.plane));
  for (std::size_t i = 0; i < 4; ++i) EXPECT_TRUE(same_bits(c.mesh.polygons[0].vertices[i], p.vertices[i]));
  expect_kinds(c.report, {});
}

TEST(CleanPolygons, DropsRepeatedPoints) {
  Polygon p = sq();
  p.vertices = {{0, 0, 0}, {0, 0, -0.0F}, {1, 0, 0}, {1, 1, 0}, {1, 1, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 0}};
  const Cleaned c = clean({p});
  ASSERT_EQ(c.mesh.polygons.size(), 1U);
  EXPECT_EQ(c.mesh.polygons[0].vertices.size(), 4U);
  EXPECT_EQ(c.report.repeated_points, 4U);
  EXPECT_TRUE(same_bits(c.mesh.polygons[0].vertices[0], Vec3{0, 0, 0}));
}

TEST(CleanPolygons, DropsWhatHasNoArea) {
  Polygon line = sq(4);
  line.vertices = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  Polygon point = sq(5);
  point.vertices = {{0, 0, 0}, {0, 0, 0}, {1, 0, 0}};
  Polygon tiny = sq(6);
  tiny.vertices = {{0, 0, 0}, {1e-5F, 0, 0}, {0, 1e-5F, 0}};
  const Cleaned c = clean({line, sq(0), point, tiny});
  ASSERT_EQ(c.mesh.polygons.size(), 1U);
  EXPECT_EQ(c.mesh.source, std::vector<std::size_t>{1});
  EXPECT_EQ(c.report.dropped, 3U);
  expect_kinds(c.report, {CleanupKind::no_area, CleanupKind::too_few_points, CleanupKind::no_area});
  EXPECT_EQ(c.report.warnings[0].polygon, 0U);
  EXPECT_EQ(c.report.warnings[0].id, 4U);
  EXPECT_EQ(c.report.warnings[1].text(),
            "polygon 2 (id 5) has fewer than 3 different points and was dropped");
}

TEST(CleanPolygons, CutsAWarpedQuadIntoTrianglesWithTheirOwnPlanes) {
  const Polygon warped = make_polygon(3, {{0, 0, 0}, {1, 0, 0.1F}, {1, 1, 0}, {0, 1, 0.1F}});
  const Cleaned c = clean({sq(0), warped, sq(8)});
  ASSERT_EQ(c.mesh.polygons.size(), 4U);
  expect_clean(c.mesh);
  expect_kinds(c.report, {CleanupKind::not_flat});
  EXPECT_EQ(c.report.triangulated, 1U);
  EXPECT_EQ(c.report.warnings[0].pieces, 2U);
  // The first piece keeps the id and the place, the second one comes last.
  EXPECT_EQ(c.mesh.polygons[1].id, 3U);
  EXPECT_EQ(c.mesh.polygons[3].id, 9U);
  EXPECT_EQ(c.mesh.source, (std::vector<std::size_t>{0, 1, 2, 1}));
  EXPECT_TRUE(same_bits(c.mesh.polygons[1].plane, make_plane(c.mesh.polygons[1].vertices)));
}

TEST(CleanPolygons, AMillimetreOffThePlaneIsFlat) {
  EXPECT_EQ(
      clean({make_polygon(0, {{0, 0, 0}, {1, 0, 0.003F}, {1, 1, 0}, {0, 1, 0.0F}})}).mesh.polygons.size(),
      1U);
  EXPECT_EQ(
      clean({make_polygon(0, {{0, 0, 0}, {1, 0, 0.006F}, {1, 1, 0}, {0, 1, 0.0F}})}).mesh.polygons.size(),
      2U);
}

TEST(CleanPolygons, CutsAnLIntoConvexPiecesOfItsPlane) {
  const Polygon l = make_polygon(0, {{0, 0, 2}, {2, 0, 2}, {2, 1, 2}, {1, 1, 2}, {1, 2, 2}, {0, 2, 2}});
  const Cleaned c = clean({l});
  EXPECT_EQ(c.mesh.polygons.size(), 2U) << "triangles are joined again";
  expect_clean(c.mesh);
  expect_kinds(c.report, {CleanupKind::not_convex});
  EXPECT_NEAR(total_area(c.mesh), 3.0, 1e-9);
  for (const Polygon& p : c.mesh.polygons) EXPECT_TRUE(same_bits(p.plane, l.plane));
}

TEST(CleanPolygons, CutsAFrameWithASeam) {
  // A square with a square hole, joined by a seam walked both ways; in all six orientations of the axes.
  const std::vector<Vec3> flat{{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}, {0, 0, 0},
                               {1, 1, 0}, {1, 3, 0}, {3, 3, 0}, {3, 1, 0}, {1, 1, 0}};
  for (int axis = 0; axis < 3; ++axis) {
    for (const bool flip : {false, true}) {
      std::vector<Vec3> v;
      for (const Vec3& p : flat) {
        const Vec3 q = flip ? Vec3{p.y, p.x, p.z} : p;
        v.push_back(axis == 0 ? q : (axis == 1 ? Vec3{q.z, q.x, q.y} : Vec3{q.y, q.z, q.x}));
      }
      const Cleaned c = clean({make_polygon(0, v)});
      expect_clean(c.mesh);
      EXPECT_NEAR(total_area(c.mesh), 12.0, 1e-9);
      for (const Polygon& p : c.mesh.polygons)
        EXPECT_GT(dot(to_double(make_plane(p.vertices).normal), to_double(p.plane.normal)), 0.99);
    }
  }
}

TEST(CleanPolygons, KeepsPointsInTheMiddleOfASide) {
  const Polygon p = make_polygon(0, {{0, 0, 0}, {0.5F, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
  const Cleaned c = clean({p});
  ASSERT_EQ(c.mesh.polygons.size(), 1U);
  EXPECT_EQ(c.mesh.polygons[0].vertices.size(), 5U);
  // Also when the outline has to be cut: none of the pieces may run past one.
  const Polygon l = make_polygon(
      0, {{0, 0, 0}, {0.5F, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1.5F, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}});
  std::size_t with_point = 0;
  const Cleaned cut = clean({l});
  for (const Polygon& piece : cut.mesh.polygons) {
    for (const Vec3& v : piece.vertices) {
      if (v.x == 0.5F) ++with_point;
    }
  }
  EXPECT_GE(with_point, 1U);
  EXPECT_NEAR(total_area(cut.mesh), 3.0, 1e-9);
}

TEST(CleanPolygons, CutsPolygonsOfManyPoints) {
  for (const std::size_t points :
       {std::size_t{12}, std::size_t{13}, std::size_t{22}, std::size_t{23}, std::size_t{100}}) {
    std::vector<Vec3> v;
    for (std::size_t i = 0; i < points; ++i) {
      const double a = 6.28318530717959 * static_cast<double>(i) / static_cast<double>(points);
      v.push_back({static_cast<float>(10 * std::cos(a)), static_cast<float>(10 * std::sin(a)), 1.0F});
    }
    const Polygon disc = make_polygon(0, v);
    const Cleaned c = clean({disc});
    expect_clean(c.mesh);
    EXPECT_EQ(c.mesh.polygons.size(), (points - 2 + 9) / 10) << points;
    EXPECT_NEAR(
        total_area(c.mesh),
        0.5 * 100.0 * static_cast<double>(points) * std::sin(6.28318530717959 / static_cast<double>(points)),
        1e-3);
    EXPECT_EQ(c.report.split, points > 12 ? 1U : 0U);
    for (const Polygon& p : c.mesh.polygons) EXPECT_TRUE(same_bits(p.plane, disc.plane));
  }
}

TEST(CleanPolygons, APlaneThatMissesAFlatOutlineIsReplaced) {
  Polygon p = sq();
  p.plane.d = -0.5F;
  const Cleaned c = clean({p});
  ASSERT_EQ(c.mesh.polygons.size(), 1U);
  EXPECT_TRUE(same_bits(c.mesh.polygons[0].plane, sq().plane));
  expect_kinds(c.report, {CleanupKind::plane_replaced});
}

TEST(CleanPolygons, ThePlaneDecidesWhichWayRoundItsPointsRun) {
  Polygon p = sq();
  p.plane = {{0, 0, -1}, 0};
  const Cleaned c = clean({p});
  ASSERT_EQ(c.mesh.polygons.size(), 1U);
  EXPECT_TRUE(same_bits(c.mesh.polygons[0].plane.normal, Vec3{0, 0, -1}));
  EXPECT_LT(make_plane(c.mesh.polygons[0].vertices).normal.z, -0.9F);
  expect_kinds(c.report, {CleanupKind::reversed});
}

TEST(CleanPolygons, ATurnedRoundOutlineThatIsNotFlatIsStillCutIntoTriangles) {
  Polygon warped = make_polygon(0, {{0, 0, 0}, {0, 1, 0}, {1, 1, 0.1F}, {1, 0, 0}});
  warped.plane = sq().plane;
  const Cleaned c = clean({warped});
  ASSERT_EQ(c.mesh.polygons.size(), 2U);
  for (const Polygon& p : c.mesh.polygons) EXPECT_GT(p.plane.normal.z, 0.9F);
  expect_kinds(c.report, {CleanupKind::reversed, CleanupKind::not_flat});
}

TEST(CleanPolygons, ABowTieLosesWhatCrosses) {
  const Polygon bow = make_polygon(0, {{0, 0, 0}, {3, 3, 0}, {3, 0, 0}, {0, 2, 0}});
  const Cleaned c = clean({bow});
  expect_clean(c.mesh);
  ASSERT_EQ(c.report.warnings.size(), 1U);
}

TEST(CleanPolygons, ComputedPlanesAndPositionsForBareOutlines) {
  Polygon a = sq(77);
  a.plane = {{9, 9, 9}, 9};  // not looked at
  Polygon line = sq(77);
  line.vertices = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  const Cleaned c = clean({line, a, test::ramp(77)}, PlaneSource::computed);
  ASSERT_EQ(c.mesh.polygons.size(), 2U);
  EXPECT_EQ(c.mesh.polygons[0].id, 0U);
  EXPECT_EQ(c.mesh.polygons[1].id, 1U);
  EXPECT_EQ(c.mesh.source, (std::vector<std::size_t>{1, 2}));
  EXPECT_TRUE(same_bits(c.mesh.polygons[0].plane, sq().plane));
}

TEST(CleanPolygons, MergesTheTrianglesOfAGrid) {
  const test::Mesh grid = test::height_field_mesh(4, 1.0F, 0.0F, 1);
  const Cleaned c = clean(grid.polygons, PlaneSource::given, true);
  expect_clean(c.mesh);
  EXPECT_LE(c.mesh.polygons.size(), 4U);
  EXPECT_EQ(c.report.merged, 32U - c.mesh.polygons.size());
  EXPECT_NEAR(total_area(c.mesh), 16.0, 1e-9);
  EXPECT_EQ(c.mesh.polygons[0].id, 0U);
}

TEST(CleanPolygons, DoesNotMergePolygonsOfDifferentSides) {
  std::vector<Polygon> two{make_polygon(0, {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}),
                           make_polygon(1, {{0, 0, 0}, {1, 1, 0}, {0, 1, 0}}, 1)};
  EXPECT_EQ(clean(two, PlaneSource::given, true).mesh.polygons.size(), 2U);
  two[1].sides_type = 0;
  EXPECT_EQ(clean(two, PlaneSource::given, true).mesh.polygons.size(), 1U);
}

// --- refusals ---

TEST(CleanPolygons, RefusesNaNAndInfinity) {
  for (const float bad : {std::nanf(""), std::numeric_limits<float>::infinity()}) {
    Polygon p = sq(42);
    p.vertices[1].z = bad;
    const Error e = refusal({sq(0), p});
    EXPECT_EQ(e.code, ErrorCode::bad_value);
    EXPECT_EQ(e.message, "polygon 1 (id 42) has NaN or infinity in point 1");
    Polygon q = sq(42);
    q.plane.d = bad;
    EXPECT_NE(refusal({q}).message.find("polygon 0 (id 42)"), std::string::npos);
  }
}

TEST(CleanPolygons, RefusesPlanesThatAreNone) {
  Polygon p = sq(1);
  p.plane.normal = {0, 0, 0};
  EXPECT_NE(refusal({p}).message.find("length 1"), std::string::npos);
  p.plane.normal = {0, 0, 2};
  EXPECT_NE(refusal({p}).message.find("length 1"), std::string::npos);
}

TEST(CleanPolygons, RefusesIdsUsedTwice) {
  const Error e = refusal({sq(1), sq(2), sq(1)});
  EXPECT_EQ(e.code, ErrorCode::bad_value);
  EXPECT_NE(e.message.find("polygon 2 (id 1) has the id of polygon 0"), std::string::npos) << e.message;
}

TEST(CleanPolygons, RefusesHugePolygonsAndHugeCoordinates) {
  Polygon p = sq(1);
  p.vertices.assign(kMaxInputPoints + 1, {});
  EXPECT_NE(refusal({p}).message.find("1025 points"), std::string::npos);
  Polygon q = sq(1);
  q.vertices = {{0, 0, 0}, {1e30F, 0, 0}, {0, 1e30F, 0}};
  EXPECT_NE(refusal({q}, PlaneSource::computed).message.find("binary32"), std::string::npos);
}

}  // namespace
}  // namespace surefoot
