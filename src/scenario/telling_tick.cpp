#include "scenario/telling_tick.hpp"

#include <algorithm>

#include "scenario/run.hpp"

namespace surefoot::scenario {

namespace {

constexpr float kMoved = 0.001F;  // metres

/// Arms that end a movement without being its block: what comes after them is rest.
bool ends_there(const std::string& rule) {
  static constexpr std::string_view kEnds[] = {"land.landed", "land.hard_stop", "collide_with_pt.stopped",
                                               "sphere_collide_with_point.stopped",
                                               "cyl_collide_with_point.stopped"};
  return std::find(std::begin(kEnds), std::end(kEnds), rule) != std::end(kEnds);
}

/// A run of ticks in which something was wanted and nothing gained, up to now.
struct Standstill {
  bool lasts = false;
  std::uint32_t first = 0;
  std::string before;  ///< rule of the tick before the first

  void add(std::uint32_t tick, bool stands, const std::string& previous_rule) {
    if (stands && !lasts) {
      first = tick;
      before = previous_rule;
    }
    lasts = stands;
  }
  [[nodiscard]] std::uint32_t told_by() const { return first > 0 && ends_there(before) ? first - 1 : first; }
};

}  // namespace

Expected<std::uint32_t> telling_tick(const io::Scenario& scenario, const Profile& extra) {
  Runner runner(scenario, {extra, true});
  std::uint32_t last = 0;
  Standstill level;  // the ground takes the vertical part of a wish from anybody: that alone is no block
  Standstill any;
  std::string rule;
  while (!runner.done()) {
    last = runner.tick();
    const bool grounded = runner.body().has(transient_state::kOnWalkable);
    const auto s = runner.step();
    if (!s) return tl::unexpected<Error>(s.error());
    Vec3 wish = runner.last_wish();
    const bool still = s->moved < kMoved;
    any.add(last, still && length(wish) > kMoved, rule);
    if (grounded) wish.z = 0.0F;
    level.add(last, still && length(wish) > kMoved, rule);
    rule = s->rule;
  }
  if (level.lasts) return level.told_by();
  return any.lasts ? any.told_by() : last;
}

}  // namespace surefoot::scenario
