// LandDefs and cell volumes as chapter 05 works them out: W5, W7, W9; chapter 08 C01.
#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "world/cells.hpp"

namespace surefoot {
namespace {

TEST(LandDefs, W5_AdjustToOutside) {
  const struct {
    CellId in;
    Vec3 p;
    CellId out;
    Vec3 q;
    bool ok;
  } cases[] = {{0xA9B40031, {150, -0.2F, 5}, 0xA9B30038, {150, 191.800003F, 5}, true},
               {0xA9B40001, {-0.0001F, 12, 5}, 0xA9B40001, {0, 12, 5}, true},
               {0xA9B40001, {-0.0003F, 12, 5}, 0xA8B40039, {191.999695F, 12, 5}, true},
               {0xA9B40001, {192, 192, 5}, 0xAAB50001, {0, 0, 5}, true},
               {0xA9B40001, {191.99995F, 3, 5}, 0xA9B40039, {191.999954F, 3, 5}, true},
               {0xA9B4FFFF, {50, 70, 1}, 0xA9B40013, {50, 70, 1}, true},
               {0xA9B40041, {1, 1, 1}, 0, {1, 1, 1}, false},
               {0xFEFE0040, {192.5F, 3, 0}, 0, {192.5F, 3, 0}, false}};
  for (const auto& c : cases) {
    CellId id = c.in;
    Vec3 p = c.p;
    EXPECT_EQ(adjust_to_outside(id, p), c.ok);
    EXPECT_EQ(id, c.out);
    EXPECT_TRUE(test::same_bits(p, c.q));
  }
}

TEST(LandDefs, W7_C01_BlockOffsets) {
  const auto is = [](CellId from, CellId to, const Vec3& expected) {
    return test::same_bits(get_block_offset(from, to), expected);
  };
  EXPECT_TRUE(is(0xA9B40031, 0xA9B30038, {0, -192, 0}));
  EXPECT_TRUE(is(0xC95B0001, 0xC95B0001, {0, 0, 0}));
  EXPECT_TRUE(is(0xC95B0001, 0xC95A0001, {0, -192, 0}));
  EXPECT_TRUE(is(0xC95B0001, 0xCA5B0001, {192, 0, 0}));
  EXPECT_TRUE(is(0xC95B0001, 0xCA5C0001, {192, 192, 0}));
}

TEST(CellVolume, W9_OnePlane) {
  const Plane plane{{-1, 0, 0}, 2.5F};
  const CellBsp chain = make_cell_chain({&plane, 1});
  const CellGraphView view{&chain};
  const auto sphere = [&](float x) { return sphere_intersects_cell_bsp(view, {{x, 0, 0}, 0.48F}); };
  EXPECT_EQ(sphere(2.01F), BoundingType::EntirelyInside);
  EXPECT_EQ(sphere(2.02F), BoundingType::PartiallyInside);
  EXPECT_EQ(sphere(2.985F), BoundingType::PartiallyInside);
  EXPECT_EQ(sphere(2.99F), BoundingType::Outside);
  EXPECT_TRUE(point_inside_cell_bsp(view, {2.5001F, 0, 0}));
  EXPECT_FALSE(point_inside_cell_bsp(view, {2.5002F, 0, 0}));
}

}  // namespace
}  // namespace surefoot
