// The standing walks in prepared worlds: the same hashes, and little memory (bench/README.md).
#include <cstring>

#include <gtest/gtest.h>

#include "bench/expected_hashes.hpp"
#include "bench/prepared.hpp"
#include "bench/walk.hpp"
#include "io/prepared_writer.hpp"
#include "support/paths.hpp"

namespace surefoot::test {
namespace {

class PreparedWalk : public ::testing::TestWithParam<std::string> {};

TEST_P(PreparedWalk, HasTheSameHash) {
  SUREFOOT_NEEDS(bench::bench_data_path("worlds/" + GetParam() + ".json"));
  const auto data = bench::read_walk(GetParam());
  ASSERT_TRUE(data.has_value()) << data.error().text();
  auto world = bench::make_walk_world(data->world);
  ASSERT_TRUE(world.has_value()) << world.error().text();
  auto prepared = bench::as_prepared(std::move(*world));
  ASSERT_TRUE(prepared.has_value()) << prepared.error().text();
  bench::Walk walk(std::move(*prepared), teleport_cell(data->world), data->script);
  const auto hash = walk.hash_pass();
  ASSERT_TRUE(hash.has_value()) << hash.error().text();
  const auto expected = bench::read_expected_hashes();
  ASSERT_TRUE(expected.has_value()) << expected.error().text();
  EXPECT_EQ(*hash, expected->at(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Worlds, PreparedWalk,
                         ::testing::ValuesIn(std::vector<std::string>(bench::kWalks.begin(),
                                                                      bench::kWalks.end())),
                         [](const auto& walk) { return walk.param; });

}  // namespace
}  // namespace surefoot::test
