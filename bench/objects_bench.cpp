// What many objects cost a mover that is not among them, and one that is (the shadow lists' index). Each row walks the
// same walk in two worlds in one process and reports the ratio; both must give the same bits.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <vector>

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

/// To and fro along y = 96 between x = 88 and 101, 0.13 m a step, a little to the side each turn.
class Walk {
 public:
  explicit Walk(const World& world) : world_(world) {
    mover_.num_spheres = 2;
    mover_.spheres = {{{{0, 0, 0.475F}, 0.48F}, {{0, 0, 1.35F}, 0.48F}}};
    mover_.step_up_height = 0.6F;
    mover_.step_down_height = 1.5F;
    body_.position.cell_id = kBlock | 0x1CU;  // x 72..96, y 72..96
    body_.position.frame.origin = {88, 95.9F, 0};
    body_.contact_plane = {{{0, 0, 1}, 0}, body_.position.cell_id, false};
    body_.transient = transient_state::kContact | transient_state::kOnWalkable;
  }
  /// Seconds for so many steps.
  double steps(int count) {
    const auto began = std::chrono::steady_clock::now();
    for (int i = 0; i < count; ++i, ++at_) {
      if (at_ % 100 == 99) direction_ = -direction_;
      Position to = body_.position;
      to.frame.origin = to.frame.origin + Vec3{0.13F * direction_, at_ % 7 == 0 ? 0.018F : -0.003F, 0};
      const auto r = resolve(world_, request_from_body(body_, mover_, to), workspace_);
      if (!r) std::abort();
      commit(body_, *r, to);
      hash_.vec3(body_.position.frame.origin);
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  }
  [[nodiscard]] std::uint64_t hash() const { return hash_.digest(); }

 private:
  const World& world_;
  Mover mover_;
  ResolveBody body_;
  Workspace workspace_;
  StateHash hash_;
  float direction_ = 1.0F;
  int at_ = 0;
};

double median(std::vector<double>& v) {
  std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
  return v[v.size() / 2];
}

/// Slices of the two walks in turn, so that what else the machine does meets both; the ratio is of the medians.
void compare(benchmark::State& state, int neighbours) {
  constexpr int kSlices = 60;
  constexpr int kSteps = 500;
  const World with = make_world(10'000 - neighbours, neighbours);
  const World without = make_world(0, neighbours);
  std::vector<double> with_s;
  std::vector<double> without_s;
  std::uint64_t hash = 0;
  for (auto _ : state) {
    Walk a(with);
    Walk b(without);
    double all = 0.0;
    for (int i = 0; i < kSlices; ++i) {
      if (i % 2 == 0) without_s.push_back(b.steps(kSteps));
      with_s.push_back(a.steps(kSteps));
      if (i % 2 != 0) without_s.push_back(b.steps(kSteps));
      all += with_s.back();
    }
    if (a.hash() != b.hash()) {
      state.SkipWithError("the two worlds give different bits");
      return;
    }
    hash = a.hash();
    state.SetIterationTime(all);
  }
  const double us = 1e6 * median(with_s) / kSteps;
  const double us_without = 1e6 * median(without_s) / kSteps;
  state.counters["us"] = us;
  state.counters["us_without"] = us_without;
  state.counters["ratio"] = us / us_without;
  state.SetItemsProcessed(state.iterations() * kSlices * kSteps);
  state.SetLabel(fmt::format("hash 0x{:016x}", hash));
}

// 10,000 posts in the landblock, the nearest 6 m away, some in the walker's own land cells: against none.
BENCHMARK_CAPTURE(compare, far_from_10000, 0)->UseManualTime();
// 20 of the 10,000 along the way: against those 20 alone.
BENCHMARK_CAPTURE(compare, among_20_of_10000, 20)->UseManualTime();

}  // namespace
}  // namespace surefoot
