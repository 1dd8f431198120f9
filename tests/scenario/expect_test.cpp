// Expectations: each operator and place in time, on steps made by hand.
#include "scenario/expect.hpp"

#include <gtest/gtest.h>

namespace surefoot::scenario {
namespace {

std::vector<StepRecord> walk(std::initializer_list<float> xs) {
  std::vector<StepRecord> out;
  float last = 0.0F;
  for (const float x : xs) {
    StepRecord s;
    s.tick = static_cast<std::uint32_t>(out.size());
    s.ok = true;
    s.body.position.cell_id = 0x01010100;
    s.body.position.frame.origin = {x, 1.0F, -0.0F};
    s.body.transient = transient_state::kContact;
    s.moved = std::fabs(x - last);
    s.rule = "step_up.climbed";
    last = x;
    out.push_back(s);
  }
  return out;
}

io::Expect expect(const std::string& field, io::ExpectOp op, io::ExpectValue value) {
  io::Expect e;
  e.field = field;
  e.op = op;
  e.value = std::move(value);
  e.pointer = "/expect/0";
  return e;
}

/// "" = holds; "error: …" when the expectation itself is wrong.
std::string judged(const io::Expect& e, const std::vector<StepRecord>& steps) {
  io::Scenario scenario;
  scenario.mover.spheres[0] = {{0, 0, 0.5F}, 0.5F};
  const auto result = judge(e, scenario, steps);
  return result ? *result : "error: " + result.error().text();
}

TEST(Expect, LooksAtTheLastTickByDefault) {
  EXPECT_EQ(judged(expect("position.x", io::ExpectOp::eq, std::vector<float>{3}), walk({1, 2, 3})), "");
  EXPECT_NE(judged(expect("position.x", io::ExpectOp::eq, std::vector<float>{2}), walk({1, 2, 3})), "");
}

TEST(Expect, ComparesBitsExactly) {
  EXPECT_EQ(judged(expect("position.z", io::ExpectOp::bits, std::vector<float>{-0.0F}), walk({1})), "");
  EXPECT_NE(judged(expect("position.z", io::ExpectOp::bits, std::vector<float>{0.0F}), walk({1})), "");
  EXPECT_EQ(judged(expect("position.z", io::ExpectOp::eq, std::vector<float>{0.0F}), walk({1})), "")
      << "-0 == 0";
}

TEST(Expect, ComparesWholeVectors) {
  EXPECT_EQ(judged(expect("position", io::ExpectOp::eq, std::vector<float>{1, 1, 0}), walk({1})), "");
  EXPECT_NE(judged(expect("position", io::ExpectOp::eq, std::vector<float>{1, 2, 0}), walk({1})), "");
  EXPECT_NE(judged(expect("position", io::ExpectOp::eq, std::vector<float>{1, 1}), walk({1})).find("error"),
            std::string::npos);
}

TEST(Expect, IdsAreComparedAsIntegersAndRotationsByTheirNames) {
  io::Expect e = expect("cell", io::ExpectOp::eq, std::vector<float>{16843008.0F});
  e.integer = 0x01010100U;  // 16843008
  EXPECT_EQ(judged(e, walk({1})), "");
  e.integer = 0x01010101U;  // the same as a float
  EXPECT_NE(judged(e, walk({1})), "");
  EXPECT_EQ(judged(expect("rotation.w", io::ExpectOp::eq, std::vector<float>{1}), walk({1})), "");
  EXPECT_EQ(judged(expect("rotation.x", io::ExpectOp::eq, std::vector<float>{0}), walk({1})), "");
  EXPECT_NE(judged(expect("rotation.d", io::ExpectOp::eq, std::vector<float>{0}), walk({1})), "");
}

TEST(Expect, NearIsInclusivePerComponent) {
  io::Expect e = expect("position.x", io::ExpectOp::near, std::vector<float>{1.0F});
  e.tolerance = 0.5F;
  EXPECT_EQ(judged(e, walk({1.5F})), "");
  EXPECT_NE(judged(e, walk({1.51F})), "");
}

TEST(Expect, OrderOperatorsFailOnNan) {
  const auto steps = walk({std::nanf("")});
  for (const auto op : {io::ExpectOp::lt, io::ExpectOp::le, io::ExpectOp::gt, io::ExpectOp::ge})
    EXPECT_NE(judged(expect("position.x", op, std::vector<float>{0}), steps), "");
}

TEST(Expect, AllNamesTheFirstTickThatFails) {
  io::Expect e = expect("position.x", io::ExpectOp::lt, std::vector<float>{3});
  e.at.kind = io::ExpectAt::Kind::all;
  EXPECT_EQ(judged(e, walk({1, 2})), "");
  EXPECT_EQ(judged(e, walk({1, 4, 5})).rfind("tick 1: position.x is 4", 0), 0U);
}

TEST(Expect, SomeNeedsOneTick) {
  io::Expect e = expect("position.x", io::ExpectOp::eq, std::vector<float>{2});
  e.at.kind = io::ExpectAt::Kind::some;
  EXPECT_EQ(judged(e, walk({1, 2, 3})), "");
  EXPECT_NE(judged(e, walk({1, 3})), "");
}

TEST(Expect, RangesBeyondTheRunAreErrors) {
  io::Expect e = expect("position.x", io::ExpectOp::gt, std::vector<float>{0});
  e.at = {io::ExpectAt::Kind::range, 0, 5};
  EXPECT_NE(judged(e, walk({1, 2})).find("beyond the last one"), std::string::npos);
}

TEST(Expect, FlagTests) {
  EXPECT_EQ(judged(expect("transient", io::ExpectOp::has, transient_state::kContact), walk({1})), "");
  EXPECT_EQ(judged(expect("transient", io::ExpectOp::lacks, transient_state::kSliding), walk({1})), "");
  EXPECT_NE(judged(expect("transient", io::ExpectOp::has, transient_state::kSliding), walk({1})), "");
}

TEST(Expect, IdsTextsAndBooleans) {
  EXPECT_EQ(judged(expect("cell", io::ExpectOp::eq, 0x01010100U), walk({1})), "");
  EXPECT_EQ(judged(expect("rule", io::ExpectOp::eq, std::string("step_up.climbed")), walk({1})), "");
  EXPECT_EQ(judged(expect("ok", io::ExpectOp::eq, true), walk({1})), "");
  EXPECT_NE(judged(expect("ok", io::ExpectOp::eq, false), walk({1})), "");
}

TEST(Expect, AggregatesOverTheRun) {
  EXPECT_EQ(judged(expect("frozen_run", io::ExpectOp::eq, std::vector<float>{2}), walk({1, 1, 1, 2})), "");
  EXPECT_EQ(judged(expect("max_step", io::ExpectOp::eq, std::vector<float>{2}), walk({1, 3, 4})), "");
  EXPECT_EQ(judged(expect("path_length", io::ExpectOp::eq, std::vector<float>{4}), walk({1, 3, 4})), "");
  EXPECT_EQ(judged(expect("min_plane_distance(0, 0, 1, 0; 0)", io::ExpectOp::eq, std::vector<float>{0.5F}),
                   walk({1})),
            "");
  EXPECT_NE(judged(expect("min_plane_distance(0, 0; 0)", io::ExpectOp::eq, std::vector<float>{0}), walk({1}))
                .find("min_plane_distance takes"),
            std::string::npos);
}

TEST(Expect, UnknownFieldsAndMisfitOperatorsAreErrors) {
  EXPECT_NE(
      judged(expect("positon", io::ExpectOp::eq, std::vector<float>{0}), walk({1})).find("unknown field"),
      std::string::npos);
  EXPECT_NE(judged(expect("cell", io::ExpectOp::lt, std::vector<float>{0}), walk({1})).find("does not fit"),
            std::string::npos);
}

}  // namespace
}  // namespace surefoot::scenario
