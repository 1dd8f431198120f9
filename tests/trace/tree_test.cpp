// The recorded tree: nesting, folding of repeats, text and JSON.
#include "trace/tree.hpp"

#include <gtest/gtest.h>

namespace surefoot::trace {
namespace {

void slide(Recorder& r, float left) {
  r.enter(Fn::slide_sphere);
  const TraceValue v = cmp("left²", left, "<", kEpsilon);
  r.arm(Arm::slide_sphere_too_short, {&v, 1});
  r.leave(Fn::slide_sphere, trace_result(TransitionState::Collided));
}

TEST(TraceTree, NestsCallsAndArms) {
  Recorder r;
  r.enter(Fn::step_up);
  r.arm(Arm::step_up_failed, {});
  slide(r, 0.0F);
  r.leave(Fn::step_up, trace_result(false));
  const auto tree = build_tree(r);
  ASSERT_EQ(tree.size(), 1U);
  ASSERT_EQ(tree[0].children.size(), 2U);
  EXPECT_EQ(tree[0].children[1].fn, Fn::slide_sphere);
  EXPECT_EQ(print_tree(tree, {}),
            "step_up = no\n"
            "  - not climbed: back to where it was\n"
            "  slide_sphere = Collided\n"
            "    - less than 1.41 cm would be left: stop [left² 0 < 0.0002]\n");
}

TEST(TraceTree, FoldsIdenticalSiblingsOnly) {
  Recorder r;
  slide(r, 0.0F);
  slide(r, 0.0F);
  slide(r, 0.0001F);
  const auto tree = build_tree(r);
  ASSERT_EQ(tree.size(), 2U);
  EXPECT_EQ(tree[0].repeats, 2U);
  EXPECT_EQ(tree[1].repeats, 1U);
  EXPECT_NE(print_tree(tree, {}).find("×2, identical"), std::string::npos);
}

void attempt(Recorder& r, std::uint32_t n, float left) {
  r.enter(Fn::insert_into_cell);
  r.leave(Fn::insert_into_cell, trace_result(TransitionState::Ok));
  slide(r, left);
  const TraceValue v = count("attempt", n);
  r.arm(Arm::transitional_insert_again, {&v, 1});
}

TEST(TraceTree, FoldsAttemptsThatDifferInTheirNumberAlone) {
  Recorder r;
  r.enter(Fn::transitional_insert);
  for (std::uint32_t n = 0; n < 3; ++n) attempt(r, n, 0.0F);
  attempt(r, 3, 0.0001F);
  r.leave(Fn::transitional_insert, trace_result(TransitionState::Slid));
  const auto tree = build_tree(r);
  ASSERT_EQ(tree.size(), 1U);
  ASSERT_EQ(tree[0].children.size(), 4U) << "a group, and the last attempt, which is another";
  EXPECT_TRUE(tree[0].children[0].is_group);
  EXPECT_EQ(tree[0].children[0].repeats, 3U);
  EXPECT_EQ(tree[0].children[0].children.size(), 3U);
  const std::string text = print_tree(tree, {});
  EXPECT_NE(text.find("×3, identical:\n"), std::string::npos) << text;
  EXPECT_NE(tree_json(tree).find("\"repeats\":3"), std::string::npos);
  EXPECT_EQ(build_tree(r, false)[0].children.size(), 12U);
}

TEST(TraceTree, ShowsOneFunctionAndADepth) {
  Recorder r;
  r.enter(Fn::step_up);
  slide(r, 0.0F);
  r.leave(Fn::step_up, trace_result(false));
  PrintOptions only;
  only.only = "slide_sphere";
  EXPECT_EQ(print_tree(build_tree(r), only).rfind("slide_sphere = Collided", 0), 0U);
  PrintOptions shallow;
  shallow.depth = 1;
  EXPECT_EQ(print_tree(build_tree(r), shallow), "step_up = no\n");
}

TEST(TraceTree, JsonKeepsBits) {
  Recorder r;
  slide(r, 0.0001F);
  const std::string json = tree_json(build_tree(r));
  EXPECT_NE(json.find("\"arm\":\"slide_sphere.too_short\""), std::string::npos) << json;
  EXPECT_NE(json.find("\"bits\":\"0x38d1b717\",\"op\":\"<\""), std::string::npos) << json;
}

TEST(TraceTree, SurvivesATruncatedRecording) {
  Recorder r;
  r.enter(Fn::step_up);
  r.enter(Fn::slide_sphere);
  const auto tree = build_tree(r);
  ASSERT_EQ(tree.size(), 1U);
  EXPECT_EQ(tree[0].children.size(), 1U);
}

}  // namespace
}  // namespace surefoot::trace
