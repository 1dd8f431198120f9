// Resolve by resolve against the reference engine's trajectories, every field by raw bits.
#include <gtest/gtest.h>

#include "support/coverage.hpp"
#include "support/golden_cases.hpp"
#include "support/golden_resolve.hpp"
#include "support/golden_walk.hpp"

namespace surefoot::test {
namespace {

class Golden : public ::testing::TestWithParam<GoldenCase> {};

TEST_P(Golden, EveryResolveEqualsTheReference) {
  const std::string world_path = shared_path("golden/" + GetParam().world);
  const std::string lines_path = shared_path("golden/" + GetParam().lines);
  SUREFOOT_NEEDS(world_path);
  auto golden = io::read_golden_world(world_path);
  ASSERT_TRUE(golden.has_value()) << golden.error().text();
  const auto lines = walk_golden(
      *golden, lines_path,
      [&](const io::GoldenLine& line, const ResolveRequest& request) -> std::optional<ResolveResult> {
        SCOPED_TRACE(::testing::Message() << "tick " << line.tick << " mover " << line.mover);
        const auto result = resolve_all(golden->world, request);
        if (!result) {
          ADD_FAILURE() << result.error().text();
          return std::nullopt;
        }
        expect_golden(*result, *line.resolve);
        if (::testing::Test::HasFailure())
          return std::nullopt;  // the first differing tick is the one to look at
        return *result;
      });
  ASSERT_TRUE(lines.has_value()) << lines.error().text();
  EXPECT_GT(*lines, 1);  // some bodies never try to move
}

INSTANTIATE_TEST_SUITE_P(Authored, Golden,
                         ::testing::ValuesIn(golden_cases("worlds", "reference-retail", {""})),
                         golden_case_name);
// The lines of `fm` leave the movers' rotations out: those run as bodies (golden_body_test.cpp).
INSTANTIATE_TEST_SUITE_P(Random, Golden,
                         ::testing::ValuesIn(golden_cases("random/worlds", "random/reference-retail",
                                                          {"fc", "fe", "fz"})),
                         golden_case_name);

}  // namespace
}  // namespace surefoot::test
