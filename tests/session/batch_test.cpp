// A batch of resolves: what one thread answers, any number of threads answers, bit for bit and in the same order.
#include "session/batch.hpp"

#include <gtest/gtest.h>

#include "motion/resolve_body.hpp"
#include "rough_land.hpp"
#include "support/result_hash.hpp"

namespace surefoot::test {
namespace {

/// Blocks are made when a resolve first comes there, so threads meet in the making.
World land_with_posts() {
  return rough_world(20.0F, 200);
}

/// Moves of a few metres all over 5×5 blocks, most of them where the posts are, and some that are refused.
std::vector<ResolveRequest> requests(std::size_t count) {
  Random random(12);
  std::vector<ResolveRequest> out;
  for (std::size_t i = 0; i < count; ++i) {
    ResolveBody body;
    const auto column = static_cast<std::uint32_t>(i % 3 == 0 ? random.integer(0x0E, 0x12) : 0x10);
    const auto row = static_cast<std::uint32_t>(i % 3 == 0 ? random.integer(0x0E, 0x12) : 0x10);
    body.position.cell_id = column << 24U | row << 16U | 1U;
    body.position.frame.origin = random.in({1, 1, 0}, {191, 191, 22});
    EXPECT_TRUE(body.position.adjust_to_outside());
    Position to = body.position;
    to.frame.origin = to.frame.origin + random.in({-3, -3, -8}, {3, 3, 1});
    Mover mover = mover_from_radius_height(0.48F, 1.835F);
    mover.step_up_height = 0.6F;
    mover.step_down_height = 1.5F;
    if (i % 50 == 7) mover.scale = -1.0F;
    out.push_back(request_from_body(body, mover, to));
    if (i % 50 == 8) out.back().further_try = true;
  }
  return out;
}

using Results = std::vector<Expected<ResolveResult>>;

std::uint64_t hash(const Results& results) {
  StateHash h;
  for (const Expected<ResolveResult>& r : results) {
    if (r)
      hash_result(h, *r);
    else
      h.word(static_cast<std::uint32_t>(r.error().code));
  }
  return h.digest();
}

TEST(ResolveBatch, DoesNotDependOnTheNumberOfThreads) {
  const std::vector<ResolveRequest> all = requests(4000);
  const World alone = land_with_posts();
  Workspace workspace;
  Results expected;
  std::size_t stopped = 0;
  for (const ResolveRequest& r : all) {
    if (r.further_try) {
      expected.push_back(fail(ErrorCode::bad_request, ""));
      continue;
    }
    expected.push_back(resolve(alone, r, workspace));
    if (expected.back() && expected.back()->collision_normal_valid) ++stopped;
  }
  EXPECT_GT(stopped, 1000U);
  for (const unsigned threads : {1U, 2U, 3U, 5U}) {
    const World world = land_with_posts();
    Results results(all.size());
    ASSERT_TRUE(resolve_batch(world, all, results, threads).has_value());
    EXPECT_EQ(hash(results), hash(expected)) << threads << " threads";
    EXPECT_EQ(results[7].error().where, "mover/scale");
    EXPECT_EQ(results[8].error().where, "further_try");
  }
}

TEST(ResolveBatch, GoesOnWithTheSameThreadsAndHandsOutWholeResults) {
  const std::vector<ResolveRequest> all = requests(500);
  const World world = land_with_posts();
  BatchResolver resolver(3);
  EXPECT_EQ(resolver.threads(), 3U);
  Results first(all.size());
  ASSERT_TRUE(resolver.resolve(world, all, first).has_value());
  for (int round = 0; round < 50; ++round) {
    Results again(all.size());
    std::vector<std::size_t> cells(all.size(), 0);
    resolver.resolve_each(world, all, [&](std::size_t i, const Expected<ResolveResult>& r) {
      again[i] = r;
      if (r) cells[i] = r->cells.size();
    });
    EXPECT_EQ(hash(again), hash(first));
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(cells[i] > 0, first[i].has_value()) << i;
  }
}

TEST(ResolveBatch, RefusesResultsOfAnotherLength) {
  const World world = land_with_posts();
  Results results(3);
  const auto done = resolve_batch(world, requests(4), results, 2);
  ASSERT_FALSE(done.has_value());
  EXPECT_EQ(done.error().where, "results");
  EXPECT_TRUE(resolve_batch(world, {}, {}, 2).has_value());
}

TEST(ThreadPool, RunsEveryWorkerOnceAndEveryIndexOnce) {
  for (const unsigned threads : {1U, 2U, 4U}) {
    ThreadPool pool(threads);
    ASSERT_EQ(pool.size(), threads);
    for (int round = 0; round < 200; ++round) {
      std::vector<int> workers(threads, 0);
      pool.run([&](unsigned worker) { ++workers[worker]; });
      EXPECT_EQ(workers, std::vector<int>(threads, 1));
      std::vector<int> indices(97, 0);
      pool.for_each(indices.size(), 10, [&](unsigned, std::size_t i) { ++indices[i]; });
      EXPECT_EQ(indices, std::vector<int>(97, 1));
    }
  }
}

}  // namespace
}  // namespace surefoot::test
