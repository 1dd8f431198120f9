#include "bench/thread_rows.hpp"

#include <algorithm>
#include <numeric>

#include "bench/crowd.hpp"
#include "bench/measure.hpp"
#include "bench/synthetic.hpp"
#include "bench/walk.hpp"
#include "core/state_hash.hpp"
#include "session/batch.hpp"

namespace surefoot::bench {

namespace {

using Results = std::vector<Expected<ResolveResult>>;

Expected<std::uint64_t> hash_of(const Results& results) {
  StateHash hash;
  for (const Expected<ResolveResult>& r : results) {
    if (!r) return tl::unexpected<Error>(r.error());
    hash.word(r->ok ? 1 : 0);
    hash.word(r->position.cell_id);
    hash.vec3(r->position.frame.origin);
    hash.word(r->contact_plane_valid ? 1 : 0);
    hash.vec3(r->contact_plane.plane.normal);
    hash.f32(r->contact_plane.plane.d);
    hash.word(r->object_info_state);
  }
  return hash.digest();
}

Error differ(const char* what) {
  return {ErrorCode::internal, "one thread and several give different bits", what};
}

}  // namespace

Expected<Row> measure_batch(const std::string& name, const std::string& walk_name, unsigned threads,
                            const Settings& settings) {
  const auto data = read_walk(walk_name);
  if (!data) return tl::unexpected<Error>(data.error());
  const std::size_t empty = live_bytes();
  auto world = make_walk_world(data->world);
  if (!world) return tl::unexpected<Error>(world.error());
  const std::size_t world_bytes = live_bytes() - empty;
  Walk walk(std::move(*world), teleport_cell(data->world), data->script);
  const auto requests = walk.requests();
  if (!requests) return tl::unexpected<Error>(requests.error());

  OwnProcessor processor;
  BatchResolver one(1);
  std::unique_ptr<BatchResolver> started;
  processor.elsewhere([&] { started = std::make_unique<BatchResolver>(threads); });
  BatchResolver& several = *started;
  Results results(requests->size());
  const auto pass_of = [&](BatchResolver& resolver) {
    return [&]() -> Expected<double> {
      const double began = wall_seconds();
      if (const auto done = resolver.resolve(walk.world(), *requests, results); !done)
        return tl::unexpected<Error>(done.error());
      return wall_seconds() - began;
    };
  };
  Row row;
  row.name = name;
  row.world_bytes = world_bytes;
  std::uint64_t hashes[2] = {};
  std::size_t calls = 0;
  for (BatchResolver* resolver : {&one, &several}) {
    if (const auto warm = pass_of(*resolver)(); !warm) return tl::unexpected<Error>(warm.error());
    const std::size_t before = allocation_count();
    if (const auto warm = pass_of(*resolver)(); !warm) return tl::unexpected<Error>(warm.error());
    calls = allocation_count() - before;
    const auto hash = hash_of(results);
    if (!hash) return tl::unexpected<Error>(hash.error());
    hashes[resolver == &one ? 0 : 1] = *hash;
  }
  if (hashes[0] != hashes[1]) return tl::unexpected<Error>(differ(name.c_str()));
  row.hash = hashes[0];
  const auto steps = static_cast<double>(requests->size());
  row.allocs_per_step = static_cast<double>(calls) / steps;
  const auto times = time_passes({pass_of(several), pass_of(one)}, settings.seconds);
  if (!times) return tl::unexpected<Error>(times.error());
  // The quickest pass of each: the others waited for a processor that somebody else had.
  row.steps_per_s = steps / percentile(times->front(), 0.0);
  row.peers.push_back({"one_thread", steps / percentile(times->back(), 0.0)});
  return row;
}

namespace {

constexpr std::uint32_t kSessionTicks = 300;

Expected<World> ground_of(const Gathering& gathering) {
  if (gathering.wide_land) {
    World out;
    out.set_landscape(gentle_land(255, 255));
    return out;
  }
  const auto data = read_walk("flat24");
  if (!data) return tl::unexpected<Error>(data.error());
  return make_walk_world(data->world);
}

}  // namespace

Expected<Row> measure_session(const std::string& name, const Gathering& gathering, unsigned threads,
                              const Settings& settings) {
  Row row;
  row.name = name;
  const auto ground = ground_of(gathering);
  if (!ground) return tl::unexpected<Error>(ground.error());
  CrowdSize size{gathering.people, gathering.side};
  if (gathering.wide_land) size = {gathering.people, gathering.side, 200.0F, 0x10100000U, 1.05F};

  OwnProcessor processor;
  // Fastest of each tick over all passes: every tick of a pass is short, and does the same work in each.
  std::vector<double> fastest[2] = {std::vector<double>(kSessionTicks, 1e9),
                                    std::vector<double>(kSessionTicks, 1e9)};
  std::uint64_t hashes[2] = {};
  const auto pass_of = [&](std::size_t side) {
    return [&, side]() -> Expected<double> {
      auto crowd = Crowd::make(*ground, size);
      if (!crowd) return tl::unexpected<Error>(crowd.error());
      processor.elsewhere([&] { (*crowd)->session().set_threads(side == 0 ? threads : 1); });
      StateHash hash;
      double sum = 0.0;
      for (std::uint32_t i = 0; i < kSessionTicks; ++i) {
        const std::size_t calls = allocation_count();
        const double began = wall_seconds();
        if (const auto done = (*crowd)->tick(); !done) return tl::unexpected<Error>(done.error());
        const double took = wall_seconds() - began;
        if (side == 0 && i + 1 == kSessionTicks)
          row.allocs_per_step = static_cast<double>(allocation_count() - calls) / gathering.people;
        fastest[side][i] = std::min(fastest[side][i], took);
        sum += took;
        (*crowd)->hash_into(hash);
      }
      hashes[side] = hash.digest();
      return sum;
    };
  };
  if (const auto times = time_passes({pass_of(0), pass_of(1)}, settings.seconds); !times)
    return tl::unexpected<Error>(times.error());
  if (hashes[0] != hashes[1]) return tl::unexpected<Error>(differ(name.c_str()));
  row.hash = hashes[0];
  const auto rate = [&](std::size_t side) {
    const double sum = std::accumulate(fastest[side].begin(), fastest[side].end(), 0.0);
    return static_cast<double>(gathering.people) * kSessionTicks / sum;
  };
  row.steps_per_s = rate(0);
  row.peers.push_back({"one_thread", rate(1)});
  return row;
}

}  // namespace surefoot::bench
