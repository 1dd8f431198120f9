// What many objects cost a mover that is not among them, and one that is (the shadow lists' index). Each row walks the
// same walk in two worlds, turn by turn in one process, and reports the ratio; both must give the same bits.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "core/state_hash.hpp"
#include "motion/resolve_body.hpp"
#include "world/world.hpp"

namespace surefoot {
namespace {

constexpr CellId kBlock = 0x01010000U;

class FlatBlock final : public LandblockSource {
 public:
  [[nodiscard]] std::optional<LandblockData> load(BlockId id) const override {
    if (id != 0x0101) return std::nullopt;
    LandblockData data;
    data.z.fill(0.0F);
    return data;
  }
};

void add_post(World& world, const Setup& post, std::uint32_t id, float x, float y) {
  auto o = std::make_unique<PhysicsObject>();
  o->id = id;
  o->position.cell_id = kBlock | 0xFFFFU;
  o->position.frame.origin = {x, y, 0.0F};
  o->make_parts(post);
  if (!world.place_static(std::move(o))) std::abort();
}

/// `crowd` posts over the block but for a strip of 12 m along y = 96, and `neighbours` posts in that strip, set so
/// that a walk between them touches some.
World make_world(int crowd, int neighbours) {
  World world;
  world.set_landscape(std::make_unique<FlatBlock>());
  auto setup = std::make_unique<Setup>();
  setup->cylspheres.push_back({{0, 0, 0}, 0.3F, 2.2F});
  const Setup& post = world.add_setup(std::move(setup));
  std::uint32_t id = 1;
  for (int i = 0; i < neighbours; ++i)
    add_post(world, post, id++, 90.0F + static_cast<float>(i % 10), i < 10 ? 95.0F : 97.0F);
  const auto columns = 100;
  for (int i = 0; i < crowd; ++i) {
    const float x = 1.0F + 1.9F * static_cast<float>(i % columns);
    const int row = i / columns;  // 50 rows below the strip, 50 above
    const float y =
        row < 50 ? 1.0F + 1.75F * static_cast<float>(row) : 103.0F + 1.75F * static_cast<float>(row - 50);
    add_post(world, post, id++, x, y);
  }
  return world;
}

struct Timed {
  double seconds = 0.0;
  std::uint64_t hash = 0;
};

/// To and fro along y = 96 between x = 88 and 101, 0.13 m a step, a little to the side each turn.
Timed walk(const World& world, Workspace& workspace, int ticks) {
  Mover m;
  m.num_spheres = 2;
  m.spheres = {{{{0, 0, 0.475F}, 0.48F}, {{0, 0, 1.35F}, 0.48F}}};
  m.step_up_height = 0.6F;
  m.step_down_height = 1.5F;
  ResolveBody body;
  body.position.cell_id = kBlock | 0x1CU;  // x 72..96, y 72..96
  body.position.frame.origin = {88, 95.9F, 0};
  body.contact_plane = {{{0, 0, 1}, 0}, body.position.cell_id, false};
  body.transient = transient_state::kContact | transient_state::kOnWalkable;
  float direction = 1.0F;
  StateHash hash;
  const auto began = std::chrono::steady_clock::now();
  for (int i = 0; i < ticks; ++i) {
    if (i % 100 == 99) direction = -direction;
    Position to = body.position;
    to.frame.origin = to.frame.origin + Vec3{0.13F * direction, i % 7 == 0 ? 0.02F : -0.003F, 0};
    const auto r = resolve(world, request_from_body(body, m, to), workspace);
    if (!r) std::abort();
    commit(body, *r, to);
    hash.vec3(body.position.frame.origin);
  }
  const auto ended = std::chrono::steady_clock::now();
  return {std::chrono::duration<double>(ended - began).count(), hash.digest()};
}

void compare(benchmark::State& state, int neighbours) {
  constexpr int kTicks = 20'000;
  const World with = make_world(10'000 - neighbours, neighbours);
  const World without = make_world(0, neighbours);
  Workspace workspace;
  double with_s = 0.0;
  double without_s = 0.0;
  std::uint64_t hash = 0;
  for (auto _ : state) {
    const Timed b = walk(without, workspace, kTicks);
    const Timed a = walk(with, workspace, kTicks);
    if (a.hash != b.hash) {
      state.SkipWithError("the two worlds give different bits");
      return;
    }
    hash = a.hash;
    with_s += a.seconds;
    without_s += b.seconds;
    state.SetIterationTime(a.seconds);
  }
  const double steps = static_cast<double>(state.iterations()) * kTicks;
  state.counters["us"] = 1e6 * with_s / steps;
  state.counters["us_without"] = 1e6 * without_s / steps;
  state.counters["ratio"] = with_s / without_s;
  state.SetItemsProcessed(state.iterations() * kTicks);
  state.SetLabel(fmt::format("hash 0x{:016x}", hash));
}

// 10,000 posts in the landblock, the nearest 6 m away, some in the walker's own land cells: against none.
BENCHMARK_CAPTURE(compare, far_from_10000, 0)->UseManualTime();
// 20 of the 10,000 along the way: against those 20 alone.
BENCHMARK_CAPTURE(compare, among_20_of_10000, 20)->UseManualTime();

}  // namespace
}  // namespace surefoot
