// A crowd with one of its members looked at, and saved on the way: the run itself does not change.
#include <gtest/gtest.h>

#include "scenario/crowd.hpp"
#include "scenario/run.hpp"
#include "support/paths.hpp"
#include "trace/explain.hpp"

namespace surefoot::scenario {
namespace {

constexpr std::uint32_t kTicks = 60;

/// Twenty creatures who walk to one point: the shipped crowd, of which the first are kept.
io::Scenario walkers() {
  auto s = io::read_scenario(test::source_path("worlds/crowd-200.scenario.json"));
  EXPECT_TRUE(s.has_value()) << (s ? "" : s.error().text());
  s->crowd->members.resize(20);
  s->crowd->target = s->crowd->members[5].position.frame.origin;
  s->crowd->ticks = kTicks;
  return std::move(*s);
}

/// The same as bodies that run, and one that stands.
io::Scenario bodies() {
  io::Scenario s = walkers();
  std::vector<Body> all;
  const CrowdRunner placed(s, {});
  for (std::size_t i = 0; i < s.crowd->members.size(); ++i) {
    Body b = placed.beginning(i);
    b.in_world = true;
    b.transient |= transient_state::kActive;
    if (i > 0) b.walk.velocity = {0, 3.12F, 0};
    b.walk.turn = 0.3F * static_cast<float>(i % 5);
    all.push_back(b);
  }
  s.crowd->bodies = std::move(all);
  return s;
}

std::uint64_t hash_of(const io::Scenario& s) {
  StateHash hash;
  CrowdRunner runner(s, {});
  while (!runner.done()) EXPECT_TRUE(runner.step(&hash).has_value());
  return hash.digest();
}

TEST(Crowd, WatchingAMemberChangesNothing) {
  for (const io::Scenario& s : {walkers(), bodies()}) {
    const std::uint64_t expected = hash_of(s);
    for (const std::size_t member : {std::size_t{0}, std::size_t{7}, std::size_t{19}}) {
      StateHash hash;
      CrowdRunner runner(s, {});
      std::size_t tried = 0;
      while (!runner.done()) {
        trace::Recorder recorder;
        Watch watch;
        watch.member = member;
        watch.sink = &recorder;
        ASSERT_TRUE(runner.step(&hash, &watch).has_value());
        EXPECT_EQ(watch.request.has_value(), runner.member_steps()[member].tried);
        if (!watch.request) continue;
        ++tried;
        EXPECT_EQ(watch.request->mover.object_id, s.crowd->members[member].id);
        const auto why = trace::explain(recorder, *watch.request, watch.result);
        EXPECT_FALSE(why.rule.empty());
        EXPECT_FALSE(why.summary.empty());
      }
      EXPECT_EQ(hash.digest(), expected) << "member " << member;
      EXPECT_EQ(tried > 0, s.crowd->bodies.empty() || member > 0);
    }
  }
}

TEST(Crowd, OthersStandAsTheyDidWhenItsTurnCame) {
  const io::Scenario s = walkers();
  CrowdRunner runner(s, {});
  ASSERT_TRUE(runner.step().has_value());
  const std::vector<Body> before = runner.bodies();
  Watch watch;
  watch.member = 7;
  ASSERT_TRUE(runner.step(nullptr, &watch).has_value());
  const auto x = [](const Position& p) { return p.frame.origin.x; };
  for (std::size_t i = 0; i < before.size(); ++i) {
    const Position& then = i < 7 ? runner.bodies()[i].position : before[i].position;
    EXPECT_EQ(x(watch.others[i]), x(then)) << i;
  }
}

TEST(Crowd, ASavedOneGoesOnWithTheSameBits) {
  for (const io::Scenario& s : {walkers(), bodies()}) {
    CrowdRunner first(s, {});
    for (int i = 0; i < 25; ++i) ASSERT_TRUE(first.step().has_value());
    const auto state = first.save();
    StateHash expected;
    while (!first.done()) ASSERT_TRUE(first.step(&expected).has_value());
    CrowdRunner second(s, {});
    ASSERT_TRUE(second.restore(state).has_value());
    EXPECT_EQ(second.tick(), 25U);
    StateHash hash;
    while (!second.done()) ASSERT_TRUE(second.step(&hash).has_value());
    EXPECT_EQ(hash.digest(), expected.digest());
  }
}

TEST(Crowd, AStateOfSomethingElseIsRefused) {
  const io::Scenario s = walkers();
  CrowdRunner crowd(s, {});
  EXPECT_FALSE(crowd.restore({}).has_value());
  const auto single = io::read_scenario(test::source_path("worlds/stairs-up.scenario.json"));
  ASSERT_TRUE(single.has_value());
  const Runner runner(*single);
  const auto refused = crowd.restore(runner.save());
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().message, "the state is not one of a crowd");
  EXPECT_EQ(crowd.tick(), 0U);
  EXPECT_TRUE(crowd.step().has_value());
}

}  // namespace
}  // namespace surefoot::scenario
