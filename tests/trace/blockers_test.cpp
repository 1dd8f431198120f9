// What was in the way, read off a recording.
#include "trace/blockers.hpp"

#include <gtest/gtest.h>

namespace surefoot::trace {
namespace {

constexpr std::uint32_t kCell = 0xA9B40001U;

void arm(Recorder& r, Arm a, std::vector<TraceValue> values = {}) {
  r.arm(a, values);
}

/// A cell whose terrain answers.
void terrain(Recorder& r, std::uint32_t triangle, const Vec3& normal) {
  r.enter(Fn::find_collisions);
  r.enter(Fn::find_terrain_collisions);
  arm(r, Arm::find_terrain_collisions_tested,
      {id("cell", kCell), count("triangle", triangle), vec("N", normal)});
  r.leave(Fn::find_terrain_collisions, trace_result(TransitionState::Collided));
  arm(r, Arm::find_collisions_environment, {id("cell", kCell)});
  r.leave(Fn::find_collisions, trace_result(TransitionState::Collided));
}

/// One whose object answers with a polygon.
void object(Recorder& r, std::uint32_t object_id, std::uint32_t polygon) {
  r.enter(Fn::find_collisions);
  r.enter(Fn::find_obj_collisions);
  r.enter(Fn::bsp_find_collisions);
  arm(r, Arm::bsp_find_collisions_grounded_foot, {id("polygon", polygon), vec("N", {-1, 0, 0})});
  r.leave(Fn::bsp_find_collisions, trace_result(TransitionState::Slid));
  arm(r, Arm::find_obj_collisions_hit, {id("object", object_id)});
  r.leave(Fn::find_obj_collisions, trace_result(TransitionState::Slid));
  arm(r, Arm::find_collisions_object, {id("cell", kCell)});
  r.leave(Fn::find_collisions, trace_result(TransitionState::Slid));
}

TEST(Blockers, NameTerrain) {
  Recorder r;
  terrain(r, 1, {0.8F, 0, 0.6F});
  const auto found = find_blockers(r);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, Blocker::Kind::terrain);
  EXPECT_FALSE(found[0].probed);
  EXPECT_EQ(print_thing(found[0]), "the terrain of cell 0xA9B40001 (triangle 1)");
  ASSERT_TRUE(found[0].normal.has_value());
  EXPECT_NEAR(slope_of(*found[0].normal), 53.13F, 0.01F);
}

TEST(Blockers, NameAnObjectAndItsPolygon) {
  Recorder r;
  object(r, 0x50000001U, 3);
  const auto found = find_blockers(r);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(print_thing(found[0]), "object 0x50000001 (polygon 3)");
  EXPECT_NEAR(slope_of(*found[0].normal), 90.0F, 0.01F);
}

TEST(Blockers, OfAStepDownAreOnlyProbed) {
  Recorder r;
  r.enter(Fn::step_down);
  terrain(r, 0, {0, 0, 1});
  r.leave(Fn::step_down, trace_result(true));
  terrain(r, 0, {0, 0, 1});
  const auto found = find_blockers(r);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_TRUE(found[0].probed);
  EXPECT_FALSE(found[1].probed);
  EXPECT_TRUE(same_thing(found[0], found[1]));
}

TEST(Blockers, SurviveATruncatedRecording) {
  Recorder r;
  r.leave(Fn::find_collisions, {});
  r.enter(Fn::find_collisions);
  arm(r, Arm::find_collisions_environment, {});
  EXPECT_EQ(find_blockers(r).size(), 1U);
}

TEST(Slope, IsMeasuredFromLevel) {
  EXPECT_EQ(slope_of(1.0F), 0.0F);
  EXPECT_NEAR(slope_of(kFloorZ), 48.38F, 0.01F);
  EXPECT_NEAR(slope_of(-1.0F), 180.0F, 0.001F);
  EXPECT_EQ(slope_of(1.0001F), 0.0F) << "a normal that is a little too long";
}

}  // namespace
}  // namespace surefoot::trace
