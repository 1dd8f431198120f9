// Where two recordings part, and what the parting is called.
#include "trace/parting.hpp"

#include <gtest/gtest.h>

namespace surefoot::trace {
namespace {

void edge(Recorder& r, Arm arm, TransitionState answer = TransitionState::Collided) {
  r.enter(Fn::edge_slide);
  r.arm(arm, {});
  r.leave(Fn::edge_slide, trace_result(answer));
}

TEST(Parting, IsNowhereWhereEverythingIsTheSame) {
  Recorder a;
  Recorder b;
  edge(a, Arm::edge_slide_walk_off);
  edge(b, Arm::edge_slide_walk_off);
  EXPECT_FALSE(find_parting(a, b).has_value());
}

TEST(Parting, NamesTheFunctionThatTookAnotherArm) {
  Recorder a;
  Recorder b;
  for (Recorder* r : {&a, &b}) r->enter(Fn::transitional_insert);
  edge(a, Arm::edge_slide_walk_off);
  edge(b, Arm::edge_slide_precipice);
  const auto p = find_parting(a, b);
  ASSERT_TRUE(p.has_value());
  EXPECT_EQ(p->event, 2U);
  EXPECT_EQ(p->rule, Fn::edge_slide);
  EXPECT_EQ(p->left_arm, Arm::edge_slide_walk_off);
  EXPECT_EQ(p->right_arm, Arm::edge_slide_precipice);
  EXPECT_EQ(p->inside, (std::vector<Fn>{Fn::transitional_insert, Fn::edge_slide}));
}

TEST(Parting, NamesTheFunctionThatAnsweredSomethingElse) {
  Recorder a;
  Recorder b;
  edge(a, Arm::edge_slide_contact_kept, TransitionState::Ok);
  edge(b, Arm::edge_slide_contact_kept, TransitionState::Collided);
  const auto p = find_parting(a, b);
  ASSERT_TRUE(p.has_value());
  EXPECT_EQ(p->rule, Fn::edge_slide);
  EXPECT_FALSE(p->left_arm.has_value());
}

TEST(Parting, IsSeenInTheBitsOfANumber) {
  Recorder a;
  Recorder b;
  const TraceValue plus = num("d", 0.0F);
  const TraceValue minus = num("d", -0.0F);
  a.arm(Arm::cliff_slide_off, {&plus, 1});
  b.arm(Arm::cliff_slide_off, {&minus, 1});
  const auto p = find_parting(a, b);
  ASSERT_TRUE(p.has_value());
  EXPECT_EQ(p->rule, Fn::cliff_slide);
  EXPECT_EQ(p->left_arm, p->right_arm);
}

TEST(Parting, OfACallAgainstAnArmIsWhereTheArmIs) {
  Recorder a;
  Recorder b;
  for (Recorder* r : {&a, &b}) r->enter(Fn::transitional_insert);
  edge(a, Arm::edge_slide_walk_off);
  b.arm(Arm::transitional_insert_free, {});
  EXPECT_EQ(find_parting(a, b)->rule, Fn::transitional_insert);
}

TEST(Parting, OfARecordingThatEndsIsWhereTheOtherGoesOn) {
  Recorder a;
  Recorder b;
  edge(b, Arm::edge_slide_walk_off);
  EXPECT_FALSE(find_parting(a, b)->rule.has_value()) << "outside of every function";
  a.enter(Fn::edge_slide);
  const auto p = find_parting(a, b);
  EXPECT_EQ(p->rule, Fn::edge_slide);
  EXPECT_FALSE(p->left_arm.has_value());
  EXPECT_EQ(p->right_arm, Arm::edge_slide_walk_off);
}

}  // namespace
}  // namespace surefoot::trace
