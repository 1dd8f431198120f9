// Spec 01 §7, the localtoglobal row of §11, and the groupings of 02 §10 case 18.
#include "core/position.hpp"

#include <gtest/gtest.h>

#include "support/bits.hpp"

namespace surefoot {
namespace {

using test::has_bits;
using test::same_bits;

constexpr float kTiny = 0x1p-24F;
constexpr CellId kHere = 0xA9B40001;
constexpr CellId kNorthEast = 0xAAB50001;  // one block to the east, one to the north

Position at(CellId cell, const Vec3& origin) {
  Position p;
  p.cell_id = cell;
  p.frame.origin = origin;
  return p;
}

TEST(Position, AddsZLastBothWays) {
  Position p;
  p.frame.m = {1, 1, 1, 1, 1, 1, 1, 1, 1};
  for (const Vec3& v : {Vec3{1.0F, kTiny, kTiny}, Vec3{kTiny, 1.0F, kTiny}}) {
    EXPECT_TRUE(has_bits(p.localtoglobalvec(v), {0x3F800000, 0x3F800000, 0x3F800000}));
    EXPECT_TRUE(has_bits(p.globaltolocalvec(v), {0x3F800000, 0x3F800000, 0x3F800000}));
  }
  const Vec3 z{kTiny, kTiny, 1.0F};
  EXPECT_TRUE(has_bits(p.localtoglobalvec(z), {0x3F800001, 0x3F800001, 0x3F800001}));
  EXPECT_TRUE(has_bits(p.globaltolocalvec(z), {0x3F800001, 0x3F800001, 0x3F800001}));
}

TEST(Position, RotatesWithRowsInOneDirectionAndColumnsInTheOther) {
  Position p;
  p.frame.m = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  EXPECT_TRUE(same_bits(p.localtoglobalvec({1, 10, 100}), Vec3{741, 852, 963}));
  EXPECT_TRUE(same_bits(p.globaltolocalvec({1, 10, 100}), Vec3{321, 654, 987}));
}

// The `rot` figures of case 18: same frame and vectors as in frame_test, another last bit.
TEST(Position, LocaltoglobalvecIsRot) {
  Position p;
  p.frame.set_rotate(1, 2, 3, 4);
  EXPECT_TRUE(has_bits(p.localtoglobalvec({0.1F, -0.37F, 0.02F}), {0xBDCF87DA, 0x3E50369B, 0xBE9E60F1}));
  const Vec3 tri{float_from_bits(0xBE9BE76E), float_from_bits(0xBE936673), float_from_bits(0x3F687051)};
  EXPECT_TRUE(has_bits(p.localtoglobalvec(tri), {0x3F5498AD, 0x3EFF1D9F, 0xBE7F1DA0}));
}

TEST(Position, PointsCrossBlocks) {
  const Position here = at(kHere, {10, 20, 30});
  const Position there = at(kNorthEast, {1, 2, 3});
  EXPECT_TRUE(same_bits(get_offset(here, there), Vec3{183, 174, -27}));
  EXPECT_TRUE(same_bits(get_offset(there, here), Vec3{-183, -174, 27}));
  EXPECT_TRUE(same_bits(here.localtoglobal(there, {0.5F, 0.25F, 0}), Vec3{193.5F, 194.25F, 3}));
  EXPECT_TRUE(same_bits(here.localtolocal(there, {0.5F, 0.25F, 0}), Vec3{183.5F, 174.25F, -27}));
}

TEST(Position, OutsideCellOfAPoint) {
  EXPECT_EQ(at(0xA9B40105, {191.9999F, 0.00005F, 1}).get_outside_cell_id(), 0xA9B40039U);
  EXPECT_EQ(at(0x00000001, {-1, 5, 0}).get_outside_cell_id(), 0U);
  Position p = at(0xA9B40001, {-0.5F, 193, 5});
  EXPECT_TRUE(p.adjust_to_outside());
  EXPECT_EQ(p.cell_id, 0xA8B50039U);
  EXPECT_TRUE(same_bits(p.frame.origin, Vec3{191.5F, 1, 5}));
}

// † in spec 01 §11; equal to the bit here.
TEST(Position, PlaneToGlobalFromATurnedFrame) {
  Position from = at(kHere, {10, 20, 30});
  from.frame.set_heading(90);
  const Plane g = plane_to_global(at(kHere, {0, 0, 0}), from, {{0, 0.6F, 0.8F}, -2});
  EXPECT_TRUE(same_bits(g.normal, Vec3{0.600000083F, -7.15255766e-08F, 0.800000012F}));
  EXPECT_TRUE(same_bits(g.d, -32.0F));
}

TEST(Position, PlaneToGlobalIsRotZyx) {
  Position from = at(kHere, {10, 20, 30});
  from.frame.set_rotate(1, 2, 3, 4);
  const Plane tri{{float_from_bits(0xBE9BE76E), float_from_bits(0xBE936673), float_from_bits(0x3F687051)},
                  float_from_bits(0xBE3CC91D)};
  const Plane g = plane_to_global(at(kHere, {0, 0, 0}), from, tri);
  EXPECT_TRUE(has_bits(g.normal, {0x3F5498AD, 0x3EFF1DA0, 0xBE7F1DA0}));
  EXPECT_TRUE(has_bits(g.d, 0xC12FAF32));
}

TEST(Position, PlaneToGlobalAddsXLast) {
  Position from;
  from.cell_id = kHere;
  from.frame.m = {1, 1, 1, 1, 1, 1, 1, 1, 1};
  const Plane x = plane_to_global(from, from, {{1.0F, kTiny, kTiny}, 0});
  EXPECT_TRUE(has_bits(x.normal, {0x3F800001, 0x3F800001, 0x3F800001}));
  const Plane z = plane_to_global(from, from, {{kTiny, kTiny, 1.0F}, 0});
  EXPECT_TRUE(has_bits(z.normal, {0x3F800000, 0x3F800000, 0x3F800000}));
}

TEST(Position, PlaneToGlobalCrossesBlocks) {
  const Plane wall = plane_to_global(at(kHere, {}), at(kNorthEast, {1, 2, 3}), {{1, 0, 0}, -5});
  EXPECT_TRUE(same_bits(wall, Plane{{1, 0, 0}, -198}));  // 192 + 1 + 5
}

}  // namespace
}  // namespace surefoot
