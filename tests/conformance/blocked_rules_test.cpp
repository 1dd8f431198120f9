// Every shipped scenario that ends blocked: which rule stopped it. The rows were written from what each scenario is about,
// and `explain` has to name them.
#include <algorithm>
#include <string_view>

#include <gtest/gtest.h>

#include "scenario/run.hpp"
#include "scenario/telling_tick.hpp"
#include "support/paths.hpp"
#include "trace/explain.hpp"
#include "trace/plain.hpp"

namespace surefoot::test {
namespace {

/// What stops it, at the tick that does.
struct Row {
  std::string_view scenario;
  std::string_view rule;
};

// What cannot be stepped up on is slid along, and head-on too little of the step is left.
constexpr std::string_view kHeadOn = "slide_sphere.too_short";
constexpr std::string_view kHeadOnSphere = "sphere_slide_foot.too_short";

constexpr Row kRows[] = {
    {"boulder-against", kHeadOnSphere},
    {"cliff-top-straight", "cliff_slide.off"},
    {"corner-90", kHeadOn},
    {"corner-acute", "transitional_insert.out_of_attempts"},  // from wall to wall
    {"crate-1.0", kHeadOn},
    {"creature-head-on", kHeadOnSphere},
    {"creature-overhead", "sphere_collide_with_point.stopped"},
    {"disc-landing", "land.landed"},
    {"divergences/a-door-and-a-large-thing", kHeadOn},
    {"divergences/along-a-slope", "edge_slide.nothing_known"},  // lifted, and cannot step down again
    {"divergences/at-a-guarded-cell", "check_entry_restrictions.refused"},
    {"divergences/ball-ethereal-static", "sphere_intersects_sphere.occupied"},
    {"divergences/beside-a-beam-at-head-height", "transitional_insert.out_of_attempts"},
    {"divergences/cliff-edge-over-a-border", kHeadOnSphere},
    {"divergences/crate-at-the-border", kHeadOn},
    {"divergences/down-on-a-sheet", "step_down.does_not_fit"},
    {"divergences/floor-far-from-its-origin", "land.landed"},
    {"divergences/half-way-into-the-water", "adjust_offset.project"},  // it wants down
    {"divergences/hop-under-a-beam", "edge_slide.nothing_known"},
    {"divergences/ignored-creature", "land.hard_stop"},
    {"divergences/landed-on-a-slope-of-exactly-the-limit", "land.landed"},
    {"divergences/landing-on-a-scaled-ramp", "land.landed"},
    {"divergences/post-on-a-platform", kHeadOn},
    {"divergences/pressed-into-floor", "adjust_offset.crease"},
    {"divergences/shut-in-a-guarded-cell", "check_entry_restrictions.refused"},
    {"divergences/sliding-by-a-slanted-normal", "adjust_offset.air_slide"},
    {"divergences/slope-at-a-border", "edge_slide.nothing_known"},
    {"divergences/tight-bounds", "land.hard_stop"},
    {"divergences/two-sheets-at-a-corner-of-cells", "collide_with_pt.stopped"},
    {"divergences/uphill-under-a-beam", kHeadOn},
    {"door-closed-east", kHeadOn},
    {"door-closed-west", kHeadOn},
    {"door-shut-shuffle", kHeadOn},
    {"door-waits", kHeadOn},
    {"doorway-0.95", kHeadOn},
    {"gap-0.95", "transitional_insert.out_of_attempts"},  // from post to post
    {"house-wall", kHeadOn},
    {"ledge-0.80-slow", kHeadOn},
    {"ledge-0.901", kHeadOn},
    {"ledge-0.95", kHeadOn},
    {"lintel-standing", kHeadOn},
    {"missile-bystander", "sphere_collide_with_point.stopped"},
    {"missile-target", "sphere_collide_with_point.stopped"},
    {"missile-wall", "collide_with_pt.stopped"},
    {"no-tree-bit-shows-post", kHeadOn},
    {"own-object-foreign", "slide_sphere.squeezed"},
    {"pillar-forest-head-on", kHeadOn},
    {"platform-edge-straight", "precipice_slide.edge"},
    {"post-blocks", kHeadOn},
    {"post-ethereal-static", "cyl_intersects_sphere.occupied"},
    {"ramp-48.5", kHeadOn},
    {"roof-landing", "land.landed"},
    {"steep-neighbour-acdream", "validate_walkable.push_suppressed"},
    {"wall-head-on", kHeadOn},
};

struct Last {
  bool blocked = false;
  std::string rule;
  std::string summary;
};

/// What the last tick was, and how `explain` tells the tick it chooses itself.
Last run_to_the_end(const io::Scenario& scenario) {
  Last out;
  const auto telling = scenario::telling_tick(scenario, {});
  EXPECT_TRUE(telling.has_value());
  scenario::Runner runner(scenario);
  trace::Recorder recorder;
  ResolveResult result;
  while (!runner.done()) {
    const bool traced = runner.tick() == *telling;
    if (traced) recorder.clear();
    const auto s = runner.step(traced ? &recorder : nullptr, &result);
    EXPECT_TRUE(s.has_value());
    if (!s) return out;
    const auto& asked = runner.last_request();
    if (traced && asked) {
      const trace::Explanation why = trace::explain(recorder, *asked, result);
      out.rule = why.rule;
      out.summary = why.summary;
    }
    out.blocked = length(runner.last_wish()) > 0.001F && s->moved < 0.001F;
  }
  return out;
}

class BlockedRule : public ::testing::TestWithParam<std::string> {};

TEST_P(BlockedRule, IsNamedByExplain) {
  const auto scenario = io::read_scenario(scenario_path(GetParam()));
  ASSERT_TRUE(scenario.has_value()) << scenario.error().text();
  if (scenario->crowd) return;
  const Last last = run_to_the_end(*scenario);
  const auto* row =
      std::find_if(std::begin(kRows), std::end(kRows), [](const Row& r) { return r.scenario == GetParam(); });
  ASSERT_EQ(last.blocked, row != std::end(kRows))
      << "a scenario that ends blocked has a row in this file; it was stopped by " << last.rule << ": "
      << last.summary;
  if (!last.blocked) return;
  EXPECT_EQ(last.rule, row->rule) << last.summary;
  EXPECT_EQ(last.summary.rfind("It wanted to go ", 0), 0U) << last.summary;
  EXPECT_EQ(last.summary.find("something"), std::string::npos) << "what was met is named: " << last.summary;
}

INSTANTIATE_TEST_SUITE_P(Worlds, BlockedRule, ::testing::ValuesIn(shipped_scenarios()),
                         [](const auto& test) { return as_test_name(test.param); });

}  // namespace
}  // namespace surefoot::test
