// The standing walks of the benchmark, once each: a speed counts only together with these hashes (bench/README.md).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "bench/crowd.hpp"
#include "bench/expected_hashes.hpp"
#include "bench/walk.hpp"
#include "core/state_hash.hpp"
#include "support/paths.hpp"

namespace surefoot::test {
namespace {

std::string hex(std::uint64_t hash) {
  return fmt::format("0x{:016x}", hash);
}

std::string expected_hash(const std::string& name) {
  const auto all = bench::read_expected_hashes();
  if (!all) return all.error().text();
  const auto it = all->find(name);
  return it == all->end() ? "none" : hex(it->second);
}

class StandingWalk : public ::testing::TestWithParam<std::string> {};

TEST_P(StandingWalk, HasItsHash) {
  SUREFOOT_NEEDS(bench::bench_data_path("worlds/" + GetParam() + ".json"));
  const auto data = bench::read_walk(GetParam());
  ASSERT_TRUE(data.has_value()) << data.error().text();
  EXPECT_EQ(data->script.steps, 20000U);
  auto world = bench::make_walk_world(data->world);
  ASSERT_TRUE(world.has_value()) << world.error().text();
  bench::Walk walk(std::move(*world), bench::teleport_cell(data->world), data->script);
  const auto first = walk.hash_pass();
  ASSERT_TRUE(first.has_value()) << first.error().text();
  EXPECT_EQ(hex(*first), expected_hash(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Worlds, StandingWalk,
                         ::testing::ValuesIn(std::vector<std::string>(bench::kWalks.begin(),
                                                                      bench::kWalks.end())),
                         [](const auto& walk) { return walk.param; });

TEST(StandingCrowd, OfAHundredHasItsHash) {
  SUREFOOT_NEEDS(bench::bench_data_path("worlds/flat24.json"));
  const auto data = bench::read_walk("flat24");
  ASSERT_TRUE(data.has_value()) << data.error().text();
  const auto ground = bench::make_walk_world(data->world);
  ASSERT_TRUE(ground.has_value()) << ground.error().text();
  auto crowd = bench::Crowd::make(*ground, bench::kCrowd100);
  ASSERT_TRUE(crowd.has_value()) << crowd.error().text();
  StateHash hash;
  for (std::uint32_t i = 0; i < bench::kCrowdTicks; ++i) {
    const auto done = (*crowd)->tick();
    ASSERT_TRUE(done.has_value()) << done.error().text();
    (*crowd)->hash_into(hash);
  }
  EXPECT_EQ(hex(hash.digest()), expected_hash("crowd100"));
}

}  // namespace
}  // namespace surefoot::test
