// Spec 02 §8.4: the chain of a cell's volume.
#include "shape/cell_chain.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "shape/cell_bsp.hpp"
#include "shape/meshes.hpp"
#include "support/bits.hpp"

namespace surefoot {
namespace {

using test::same_bits;

std::vector<const CellBspNode*> nodes(const CellBsp& c) {
  std::vector<const CellBspNode*> out;
  for (const CellBspNode* n = c.root; n != nullptr; n = n->pos) out.push_back(n);
  return out;
}

TEST(CellChain, HasOneNodePerFaceInFaceOrder) {
  const test::Mesh room = test::room_mesh();
  const auto chain = build_cell_chain(room.polygons);
  ASSERT_TRUE(chain.has_value());
  const auto list = nodes(*chain);
  ASSERT_EQ(list.size(), 6U);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(list[i]->tag, i == 5 ? bsp_tag::kBPFL : bsp_tag::kBPnn);
    EXPECT_TRUE(same_bits(list[i]->plane, room.polygons[i].plane));
    EXPECT_EQ(list[i]->neg, nullptr);
  }
}

TEST(CellChain, TakesEqualPlanesOnceByTheBitsOfTheFirst) {
  test::Mesh room = test::room_mesh();
  // The floor in two halves, the second with another last bit of d.
  room.polygons[4] = test::make_polygon(4, {{-2, -2, 0}, {0, -2, 0}, {0, 2, 0}, {-2, 2, 0}});
  room.polygons.push_back(test::make_polygon(6, {{0, -2, 0}, {2, -2, 0}, {2, 2, 0}, {0, 2, 0}}));
  room.polygons[6].plane.d = 5e-5F;
  auto chain = build_cell_chain(room.polygons);
  ASSERT_TRUE(chain.has_value());
  ASSERT_EQ(nodes(*chain).size(), 6U);
  EXPECT_TRUE(same_bits(nodes(*chain)[4]->plane, room.polygons[4].plane));
  room.polygons[6].plane.d = 2e-4F;
  chain = build_cell_chain(room.polygons);
  ASSERT_TRUE(chain.has_value());
  EXPECT_EQ(nodes(*chain).size(), 7U);
}

TEST(CellChain, RefusesACellThatIsNotConvexNamingVertexAndPlane) {
  // An L-shaped room: the wall at x = 1 has vertices of the other wing behind it.
  test::Mesh l;
  const std::vector<Vec3> ring{{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec3& a = ring[i];
    const Vec3& b = ring[(i + 1) % ring.size()];
    l.add({b, a, {a.x, a.y, 3}, {b.x, b.y, 3}});
  }
  const auto chain = build_cell_chain(l.polygons);
  ASSERT_FALSE(chain.has_value());
  EXPECT_EQ(chain.error().code, ErrorCode::bad_value);
  const std::string& m = chain.error().message;
  EXPECT_NE(m.find("not convex"), std::string::npos) << m;
  EXPECT_NE(m.find("vertex 0 (2, 0, 0) of face 0 (polygon id 0)"), std::string::npos) << m;
  EXPECT_NE(m.find("of face 3 (polygon id 3)"), std::string::npos) << m;
  EXPECT_NE(m.find("(-1, 0, 0) 1"), std::string::npos) << m;
}

TEST(CellChain, AMillimetreBehindAPlaneIsConvex) {
  test::Mesh room = test::room_mesh();
  room.polygons[1].plane.d = 2.0F - 0.0009F;
  EXPECT_TRUE(build_cell_chain(room.polygons).has_value());
  room.polygons[1].plane.d = 2.0F - 0.0011F;
  EXPECT_FALSE(build_cell_chain(room.polygons).has_value());
}

TEST(CellChain, RefusesFacesThatLookOutward) {
  const auto chain = build_cell_chain(test::box_mesh().polygons);
  ASSERT_FALSE(chain.has_value());
  EXPECT_NE(chain.error().message.find("does not look inward"), std::string::npos);
}

TEST(CellChain, RefusesNothingAndNaN) {
  EXPECT_FALSE(build_cell_chain({}).has_value());
  test::Mesh room = test::room_mesh();
  room.polygons[2].vertices[1].x = std::nanf("");
  const auto chain = build_cell_chain(room.polygons);
  ASSERT_FALSE(chain.has_value());
  EXPECT_NE(chain.error().message.find("face 2"), std::string::npos);
}

// Spec 02 §8.4: containment overlaps by two epsilons at a shared portal, contact by a centimetre.
TEST(CellChain, NeighboursOverlapAtTheirPortal) {
  test::Mesh west;
  test::add_room(west, {0, 0, 0}, {4, 4, 3});
  test::Mesh east;
  test::add_room(east, {4, 0, 0}, {8, 4, 3});
  const auto a = build_cell_chain(west.polygons);
  const auto b = build_cell_chain(east.polygons);
  ASSERT_TRUE(a.has_value() && b.has_value());
  for (const float x : {3.9999F, 4.0F, 4.0001F}) {
    EXPECT_TRUE(point_inside_cell_bsp(CellGraphView{&*a}, {x, 2, 1}));
    EXPECT_TRUE(point_inside_cell_bsp(CellGraphView{&*b}, {x, 2, 1}));
  }
  EXPECT_FALSE(point_inside_cell_bsp(CellGraphView{&*b}, {3.9997F, 2, 1}));
  EXPECT_EQ(sphere_intersects_cell_bsp(CellGraphView{&*b}, {{3.51F, 2, 1}, 0.48F}), BoundingType::Outside);
  EXPECT_EQ(sphere_intersects_cell_bsp(CellGraphView{&*b}, {{3.512F, 2, 1}, 0.48F}),
            BoundingType::PartiallyInside);
}

}  // namespace
}  // namespace surefoot
