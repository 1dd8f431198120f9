// What `check` says of meshes: edges, cracks, slopes, passages, and trees that answer otherwise than their polygons.
#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/mesh/mesh_world.hpp"
#include "io/mesh/read_mesh.hpp"
#include "io/polygon_index.hpp"
#include "io/world_check.hpp"
#include "io/world_texts.hpp"
#include "support/random.hpp"

namespace surefoot::io {
namespace {

/// The findings about an OBJ mesh, but for those about the portal every mesh world has.
std::vector<Finding> findings_in(const std::string& obj, const CheckOptions& options = {}) {
  auto soup = read_obj_text(obj);
  EXPECT_TRUE(soup) << (soup ? "" : soup.error().text());
  MeshWorldOptions mesh;
  mesh.space.up = UpAxis::z;
  MeshReport report;
  const auto world = make_mesh_world(std::move(*soup), mesh, report);
  EXPECT_TRUE(world) << (world ? "" : world.error().text());
  auto found = check_world(*world, options);
  found.erase(std::remove_if(found.begin(), found.end(),
                             [](const Finding& f) { return f.rule.rfind("portal.", 0) == 0; }),
              found.end());
  return found;
}

std::string text_of(const std::vector<Finding>& findings) {
  std::string out;
  for (const Finding& f : findings)
    out += fmt::format("{} {} [{}] {}\n", to_string(f.severity), f.rule, f.place, f.message);
  return out;
}

void expect_one(const std::string& obj, const std::string& rule, const std::string& place,
                const std::string& message) {
  const auto found = findings_in(obj);
  ASSERT_EQ(found.size(), 1U) << text_of(found);
  EXPECT_EQ(found[0].severity, Severity::warning);
  EXPECT_EQ(found[0].rule, rule);
  EXPECT_EQ(found[0].place, "cell 0x00010100 " + place);
  EXPECT_NE(found[0].message.find(message), std::string::npos) << found[0].message;
}

const std::string kSquare = "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nf 1 2 3 4\n";

TEST(CheckEdges, TwoSquaresThatMeetAreWell) {
  EXPECT_EQ(text_of(findings_in(kSquare + "v 8 0 0\nv 8 4 0\nf 2 5 6 3\n")), "");
}

TEST(CheckEdges, ThreePolygonsAtOneEdge) {
  expect_one(kSquare + "v 8 0 0\nv 8 4 0\nf 2 5 6 3\nv 4 0 3\nv 4 4 3\nf 3 2 7 8\n", "mesh.non_manifold",
             "edge (4, 0, 0) to (4, 4, 0)", "3 polygons share it, polygons 0 and 2");
}

TEST(CheckEdges, AFaceThatLooksTheOtherWay) {
  expect_one(kSquare + "v 8 0 0\nv 8 4 0\nf 3 6 5 2\n", "mesh.non_manifold", "edge (4, 0, 0) to (4, 4, 0)",
             "polygons 0 and 1 run along it in the same direction");
}

TEST(CheckEdges, FencesOfTwoSidesAreWell) {
  const std::string fence = "v 0 0 0\nv 4 0 0\nv 8 0 0\nv 0 0 2\nv 4 0 2\nv 8 0 2\n";
  EXPECT_EQ(text_of(findings_in(kSquare + fence + "f 5 6 9 8\nf 8 9 6 5\nf 6 7 10 9\nf 9 10 7 6\n")), "");
}

TEST(CheckEdges, TJunctionsOnTheEdgeAreWellAndBesideItCracks) {
  // A square beside two smaller ones: their common corner lies in the middle of its edge.
  const auto with_corner_at = [](const char* x) {
    return kSquare + "v " + x + " 2 0\nv 8 0 0\nv 8 2 0\nv 8 4 0\nf 2 6 7 5\nf 5 7 8 3\n";
  };
  EXPECT_EQ(text_of(findings_in(with_corner_at("4"))), "");
  EXPECT_EQ(text_of(findings_in(with_corner_at("4.0001"))), "") << "within the engine's tolerance";
  expect_one(with_corner_at("4.004"), "mesh.crack", "corner (4.004, 2, 0)",
             "lies 0.004 m beside the edge (4, 0, 0) to (4, 4, 0) of polygon 0");
  EXPECT_EQ(text_of(findings_in(with_corner_at("4.02"))), "") << "2 cm are an opening";
}

TEST(CheckEdges, ManyAlikeAreCounted) {
  std::string obj;
  for (int i = 0; i < 30; ++i) {
    const int x = 10 * i;
    obj += fmt::format("v {0} 0 0\nv {1} 0 0\nv {1} 4 0\nv {0} 4 0\nf -4 -3 -2 -1\n", x, x + 4);
    obj += fmt::format("v {} 0 0\nv {} 4 0\nf -1 -2 -5 -4\n", x + 8, x + 8);
  }
  const auto found = findings_in(obj);
  ASSERT_EQ(found.size(), kMostAlike + 1) << text_of(found);
  EXPECT_EQ(found.back().message, "and 20 more of these");
}

std::string ramp(double degrees) {
  const double rise = 4 * std::tan(degrees * 3.14159265358979 / 180);
  return kSquare + fmt::format("v 8 0 {0}\nv 8 4 {0}\nf 2 5 6 3\n", rise);
}

TEST(CheckPassages, FloorsALittleTooSteep) {
  EXPECT_EQ(text_of(findings_in(ramp(48.0))), "");
  expect_one(ramp(49.0), "floor.near_limit", "polygon 1",
             "slopes 49.000 degrees; up to 48.381 can be walked on");
  EXPECT_EQ(text_of(findings_in(ramp(50.0))), "") << "nobody takes that for a floor";
}

/// Two boxes on a floor, with a gap between them.
std::string boxes(double gap) {
  std::string obj = "v -9 -9 0\nv 9 -9 0\nv 9 9 0\nv -9 9 0\nf 1 2 3 4\n";
  for (const auto& [a, b] : {std::pair{-3.0, 0.0}, std::pair{gap, gap + 3.0}}) {
    obj += fmt::format(
        "v {0} 0 0\nv {1} 0 0\nv {1} 3 0\nv {0} 3 0\nv {0} 0 3\nv {1} 0 3\nv {1} 3 3\nv {0} 3 3\n", a, b);
    obj += "f -8 -5 -6 -7\nf -4 -3 -2 -1\nf -8 -7 -3 -4\nf -7 -6 -2 -3\nf -6 -5 -1 -2\nf -5 -8 -4 -1\n";
  }
  return obj;
}

TEST(CheckPassages, GapsNarrowerThanTheMover) {
  EXPECT_EQ(text_of(findings_in(boxes(1.0))), "");
  expect_one(boxes(0.9), "gap.narrow", "polygons 4 and 12", "leave 0.9 m between them at");
  EXPECT_EQ(text_of(findings_in(boxes(0.4))), "") << "less than half of the mover looks like no way";
  CheckOptions thin;
  thin.mover_radius = 0.3F;
  EXPECT_EQ(text_of(findings_in(boxes(0.9), thin)), "");
  EXPECT_EQ(findings_in(boxes(0.4), thin).size(), 1U);
}

TEST(CheckPassages, CeilingsLowerThanTheMover) {
  const auto room = [](double height) {
    return fmt::format(
        "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nf 1 2 3 4\nv 0 0 {0}\nv 4 0 {0}\nv 4 4 {0}\nv 0 4 {0}\nf 8 7 6 "
        "5\n",
        height);
  };
  EXPECT_EQ(text_of(findings_in(room(1.9))), "");
  expect_one(room(1.6), "gap.low", "polygons 0 and 1", "leave 1.6 m of height");
  EXPECT_EQ(text_of(findings_in(room(0.8))), "");
}

TEST(CheckSamples, ATreeThatForgetsAPolygon) {
  // The wall is in the leaf's list, but the leaf's sphere does not reach its far end.
  const std::string polygons =
      R"([{"points":[[-2,-2,0],[2,-2,0],[2,2,0],[-2,2,0]]},{"id":1,"points":[[-2,2,0],[2,2,0],[2,2,30],[-2,2,30]]}])";
  const auto check = [&](const std::string& bsp, const std::string& more) {
    std::string out;
    for (const Finding& f : check_world(world_of(
             with(one_cell(polygons, bsp), R"("name":"one cell")", R"("name":"one cell")" + more)))) {
      if (f.rule == "tree.disagrees")
        out += fmt::format("{} {} {}\n", to_string(f.severity), f.place, f.message);
    }
    return out;
  };
  const std::string small = R"({"leaf":0,"sphere":[0,0,0,4],"polys":[0,1]})";
  const std::string told = check(small, "");
  EXPECT_EQ(told.find("error cell 0xA9B40100 of 2000 spheres near its polygons the tree answers "), 0U)
      << told;
  EXPECT_NE(told.find("touches polygon 1, which the tree does not find"), std::string::npos) << told;
  EXPECT_EQ(check(small, R"(,"approximate":["bsp"])").find("warning"), 0U) << "a guessed tree is what it is";
  EXPECT_EQ(check(R"("build")", ""), "");
  EXPECT_EQ(check(R"({"leaf":0,"sphere":[0,0,15,20],"polys":[0,1]})", ""), "");
}

TEST(CheckPortals, OpeningsThatDoNotCoverEachOther) {
  const std::string well = two_rooms();
  const auto told = [](const std::string& text) {
    std::string out;
    for (const Finding& f : check_world(world_of(text))) {
      if (f.rule == "portal.shapes_differ") out += f.place + ": " + f.message + "\n";
    }
    return out;
  };
  EXPECT_EQ(told(well), "");
  // The second room is half a metre off along the common wall.
  const std::string shifted = with(well, R"("origin": [30,20,0])", R"("origin": [30,20.5,0])");
  EXPECT_EQ(told(shifted),
            "cell 0xA9B40100 portal 0: it and cell 0xA9B40101's portal back do not cover each other: a "
            "corner lies 0.5 m "
            "outside\n");
}

TEST(PolygonIndexTest, FindsWhatASearchOfAllFinds) {
  test::Random random(5);
  std::vector<Polygon> polygons;
  for (int i = 0; i < 500; ++i) {
    const Vec3 a = random.in({-20, -20, -5}, {20, 20, 5});
    const Vec3 size = random.in({-3, -3, -3}, {3, 3, 3});
    polygons.push_back(
        {static_cast<std::uint32_t>(i), 0, {}, {a, a + size, a + Vec3{size.y, size.z, size.x}}});
  }
  const PolygonIndex index(polygons);
  for (int i = 0; i < 200; ++i) {
    const Vec3 low = random.in({-22, -22, -6}, {20, 20, 5});
    const Box box{low, low + random.in({0, 0, 0}, {4, 4, 4})};
    std::set<std::uint32_t> found;
    index.each(box, [&](std::uint32_t p) { EXPECT_TRUE(found.insert(p).second); });
    std::set<std::uint32_t> all;
    for (std::uint32_t p = 0; p < polygons.size(); ++p) {
      const Box& b = index.box_of(p);
      if (b.min.x <= box.max.x && box.min.x <= b.max.x && b.min.y <= box.max.y && box.min.y <= b.max.y &&
          b.min.z <= box.max.z && box.min.z <= b.max.z)
        all.insert(p);
    }
    EXPECT_EQ(found, all);
  }
  PolygonIndex({}).each({{-1, -1, -1}, {1, 1, 1}}, [](std::uint32_t) { FAIL(); });
}

}  // namespace
}  // namespace surefoot::io
