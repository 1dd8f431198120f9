#include "bench/walk_rows.hpp"

#include <algorithm>

#include "bench/measure.hpp"
#include "bench/peer.hpp"
#include "bench/prepared.hpp"
#include "core/state_hash.hpp"

namespace surefoot::bench {

namespace {

/// Passes in which every step is timed. Step i does the same work in each: the least time it took is its own, the rest
/// is the machine's.
constexpr int kPercentilePasses = 5;
/// Ticks of a crowd until everybody has met somebody, and memory has its size.
constexpr std::uint32_t kWarmUp = 300;

/// Seconds by step.
Expected<std::vector<double>> step_times(Walk& walk) {
  const double cost = clock_cost();
  std::vector<double> least(walk.steps(), 1e9);
  for (int i = 0; i < kPercentilePasses; ++i) {
    std::size_t at = 0;
    double began = wall_seconds();
    const auto done = walk.pass([&](const Quantum&) {
      const double now = wall_seconds();
      least[at] = std::min(least[at], std::max(0.0, now - began - cost));
      ++at;
      began = wall_seconds();
    });
    if (!done) return tl::unexpected<Error>(done.error());
  }
  return least;
}

}  // namespace

Expected<void> measure_passes(Walk& walk, const std::vector<std::unique_ptr<PeerWalk>>& peers, double seconds,
                              Row& row) {
  const auto hash = walk.hash_pass();
  if (!hash) return tl::unexpected<Error>(hash.error());
  row.hash = *hash;
  const std::size_t calls = allocation_count();
  if (auto done = walk.pass(); !done) return done;
  const auto steps = static_cast<double>(walk.steps());
  row.allocs_per_step = static_cast<double>(allocation_count() - calls) / steps;

  std::vector<TimedPass> works;
  works.emplace_back([&]() -> Expected<double> {
    const double began = thread_seconds();
    if (const auto done = walk.pass(); !done) return tl::unexpected<Error>(done.error());
    return thread_seconds() - began;
  });
  for (const auto& peer : peers) {
    peer->pass();
    works.emplace_back([&peer]() -> Expected<double> {
      const double began = thread_seconds();
      peer->pass();
      return thread_seconds() - began;
    });
  }
  const auto times = time_passes(works, seconds);
  if (!times) return tl::unexpected<Error>(times.error());
  row.steps_per_s = steps / median(times->front());
  for (std::size_t i = 0; i < peers.size(); ++i)
    row.peers.push_back({peers[i]->name(), steps / median((*times)[i + 1])});

  const auto by_step = step_times(walk);
  if (!by_step) return tl::unexpected<Error>(by_step.error());
  row.p50_us = 1e6 * percentile(*by_step, 0.5);
  row.p99_us = 1e6 * percentile(*by_step, 0.99);
  return {};
}

Expected<Row> measure_walk(const std::string& name, const Settings& settings) {
  const auto data = read_walk(name);
  if (!data) return tl::unexpected<Error>(data.error());
  Row row;
  row.name = name;
  const std::size_t before = live_bytes();
  auto world = make_walk_world(data->world);
  if (!world) return tl::unexpected<Error>(world.error());
  if (settings.prepared) world = as_prepared(std::move(*world));
  if (!world) return tl::unexpected<Error>(world.error());
  row.world_bytes = live_bytes() - before;
  Walk walk(std::move(*world), teleport_cell(data->world), data->script);
  std::vector<std::unique_ptr<PeerWalk>> peers;
  if (settings.peers) peers = make_peers(data->world, data->script);
  if (const auto done = measure_passes(walk, peers, settings.seconds, row); !done)
    return tl::unexpected<Error>(done.error());
  return row;
}

Expected<Row> measure_crowd(const std::string& name, const CrowdSize& size, const Settings& settings) {
  const auto data = read_walk("flat24");
  if (!data) return tl::unexpected<Error>(data.error());
  Row row;
  row.name = name;
  const std::size_t before = live_bytes();
  const auto ground = make_walk_world(data->world);
  if (!ground) return tl::unexpected<Error>(ground.error());
  row.world_bytes = live_bytes() - before;

  const auto people = static_cast<double>(size.people);
  std::vector<double> ticks(kCrowdTicks, 1e9);
  // A tick takes long enough to be timed by itself, so that hashing and entering need not be in it.
  const TimedPass pass = [&]() -> Expected<double> {
    auto crowd = Crowd::make(*ground, size);
    if (!crowd) return tl::unexpected<Error>(crowd.error());
    StateHash hash;
    double sum = 0.0;
    std::size_t calls = 0;
    for (std::uint32_t i = 0; i < kCrowdTicks; ++i) {
      const std::size_t calls_before = allocation_count();
      const double began = thread_seconds();
      if (const auto done = (*crowd)->tick(); !done) return tl::unexpected<Error>(done.error());
      const double took = thread_seconds() - began;
      if (i >= kWarmUp) calls += allocation_count() - calls_before;
      ticks[i] = std::min(ticks[i], took);
      sum += took;
      (*crowd)->hash_into(hash);
    }
    row.hash = hash.digest();
    row.allocs_per_step = static_cast<double>(calls) / (people * (kCrowdTicks - kWarmUp));
    return sum;
  };
  const auto times = time_passes({pass}, settings.seconds, 1);
  if (!times) return tl::unexpected<Error>(times.error());
  row.steps_per_s = people * kCrowdTicks / median(times->front());
  row.p50_us = 1e6 * percentile(ticks, 0.5) / people;
  row.p99_us = 1e6 * percentile(ticks, 0.99) / people;
  return row;
}

}  // namespace surefoot::bench
