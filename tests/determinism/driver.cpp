// Prints a hash per shipped scenario, golden world and function family. scripts/determinism.sh builds it with
// GCC and Clang at -O0 and -O3 and under the sanitizers, and compares what they print line by line: hashes
// checked at one optimisation level only would miss transformations that change floats.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "core/det_math.hpp"
#include "core/float_env.hpp"
#include "core/state_hash.hpp"
#include "io/load_world.hpp"
#include "scenario/run.hpp"
#include "session/session.hpp"
#include "support/golden_walk.hpp"
#include "support/paths.hpp"
#include "support/random.hpp"
#include "support/result_hash.hpp"

namespace surefoot {
namespace {

void print(const std::string& name, const StateHash& hash) {
  std::printf("%s 0x%016llx\n", name.c_str(), static_cast<unsigned long long>(hash.digest()));
}

std::vector<std::string> files_below(const std::string& folder, const std::string& ending) {
  std::vector<std::string> out;
  std::error_code ec;
  for (std::filesystem::directory_iterator it(folder, ec), end; !ec && it != end; it.increment(ec)) {
    const std::string name = it->path().string();
    if (name.size() > ending.size() && name.compare(name.size() - ending.size(), ending.size(), ending) == 0)
      out.push_back(name);
  }
  std::sort(out.begin(), out.end());
  return out;
}

bool hash_scenarios() {
  bool ok = true;
  for (const std::string& name : test::shipped_scenarios()) {
    const auto scenario = io::read_scenario(test::scenario_path(name));
    const auto result = scenario ? scenario::run(*scenario) : tl::unexpected<Error>(scenario.error());
    if (!result) {
      std::fprintf(stderr, "%s\n", result.error().text().c_str());
      ok = false;
      continue;
    }
    std::printf("scenario %s 0x%016llx\n", name.c_str(), static_cast<unsigned long long>(result->hash));
  }
  return ok;
}

bool hash_golden(const std::string& worlds, const std::string& lines) {
  bool ok = true;
  for (const std::string& path : files_below(test::shared_path("golden/" + worlds), ".world.json")) {
    auto golden = io::read_golden_world(path);
    if (!golden) {
      std::fprintf(stderr, "%s\n", golden.error().text().c_str());
      ok = false;
      continue;
    }
    StateHash h;
    Workspace workspace;
    const std::string jsonl = test::shared_path("golden/" + lines + "/" + golden->name + ".jsonl");
    const auto read = test::walk_golden(
        *golden, jsonl,
        [&](const io::GoldenLine&, const ResolveRequest& request) -> std::optional<ResolveResult> {
          const auto r = resolve(golden->world, request, workspace);
          if (!r) return std::nullopt;
          test::hash_result(h, *r);
          for (const CellEntry& e : r->cells) h.word(e.id);
          return *r;
        });
    if (!read) {
      std::fprintf(stderr, "%s\n", read.error().text().c_str());
      ok = false;
    }
    print("golden " + golden->name, h);
  }
  return ok;
}

/// A thousand people on the hills, each turning where the generator says every second.
bool hash_session() {
  auto world = io::load_world(std::string(SUREFOOT_SOURCE_DIR) + "/worlds/hills.world.json");
  if (!world) {
    std::fprintf(stderr, "%s\n", world.error().text().c_str());
    return false;
  }
  Session session(std::move(*world));
  test::Random random(0x5EED0D01);
  constexpr std::uint32_t kPeople = 1000;
  constexpr int kTicks = 3000;
  for (std::uint32_t i = 0; i < kPeople; ++i) {
    Body b;
    b.mover.spheres = {{{{0, 0, 0.475F}, 0.48F}, {{0, 0, 1.35F}, 0.48F}}};
    b.mover.num_spheres = 2;
    b.mover.step_up_height = 0.6F;
    b.mover.step_down_height = 1.5F;
    b.mover.object_id = i + 1;
    b.weenie = weenie::kExists | weenie::kCreature;
    b.position.cell_id = 0x01010001U;
    constexpr std::uint32_t kInARow = 32;
    const std::uint32_t row = i / kInARow;
    b.position.frame.origin = {16.0F + 5.0F * static_cast<float>(i % kInARow),
                               16.0F + 5.0F * static_cast<float>(row), 90};
    b.position.adjust_to_outside();
    if (!session.add(std::move(b))) return false;
  }
  for (int tick = 0; tick < kTicks; ++tick) {
    if (tick % 30 == 0) {
      for (std::uint32_t id = 1; id <= kPeople; ++id)
        session.find(id)->walk.velocity = {random.uniform(-4, 4), random.uniform(-4, 4), 0};
    }
    if (const auto done = session.tick(kTickQuantum); !done) {
      std::fprintf(stderr, "session: tick %d: %s\n", tick, done.error().text().c_str());
      return false;
    }
  }
  std::printf("session 0x%016llx\n", static_cast<unsigned long long>(session.hash()));
  return true;
}

void hash_functions() {
  StateHash h;
  for (int i = -4000; i < 4000; ++i) {
    const double x = static_cast<double>(i) * 0.37;
    h.f64(det::sin(x));
    h.f64(det::cos(x));
    h.f64(det::atan2(x, 3.0 - x));
    h.f64(det::asin(static_cast<double>(i) / 4000.0));
    h.f64(det::acos(static_cast<double>(i) / 4000.0));
    h.f64(det::pow(0.05, x * x));
    h.f64(det::fmod(x, 0.7));
  }
  print("det_math", h);
  StateHash frames;
  Frame f;
  for (int i = 0; i < 4000; ++i) {
    f.set_heading(static_cast<float>(i) * 0.0931F);
    f.grotate({0.01F, 0.02F * static_cast<float>(i % 7), -0.03F});
    frames.vec3(f.localtoglobal({0.1F, -0.37F, 1.02F}));
    frames.f32(f.get_heading());
  }
  print("frames", frames);
}

}  // namespace
}  // namespace surefoot

int main() {
  if (const auto env = surefoot::check_float_environment(); !env) {
    std::fprintf(stderr, "%s\n", env.error().text().c_str());
    return 3;
  }
  surefoot::hash_functions();
  bool ok = surefoot::hash_scenarios();
  ok = surefoot::hash_golden("worlds", "reference-retail") && ok;
  ok = surefoot::hash_golden("random/worlds", "random/reference-retail") && ok;
  ok = surefoot::hash_session() && ok;
  return ok ? 0 : 1;
}
