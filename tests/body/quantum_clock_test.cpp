// The two gates of time and OpenAC's accumulator (spec 06 §3, worked case W10; 08 K15).
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "body/quantum_clock.hpp"
#include "support/bits.hpp"
#include "support/coverage.hpp"

namespace surefoot::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

std::vector<float> list(const Quanta& quanta) {
  return {quanta.begin(), quanta.end()};
}

struct Case {
  double dt;
  std::vector<float> quanta;
  double update_time;
};

TEST(QuantumClock, W10_CutsTheGapOfABody) {
  const std::vector<Case> cases = {
      {0.0001, {}, 0.0001},
      {0.01, {0.01F}, 0.01},
      {0.2, {0.2F}, 0.2},
      {0.21, {0.2F}, 0.2},
      {0.45, {0.2F, 0.2F, 0.05F}, 0.45},
      {0.6, {0.2F, 0.2F, 0.2F}, 0.6},
      {2.0, std::vector<float>(10, 0.2F), 1.9999999999999998},
      {2.0001, {}, 2.0001},
  };
  for (const Case& c : cases) {
    const BodyUpdate u = QuantumClock::update(coverage_rules(), c.dt, 0.0);
    EXPECT_EQ(list(u.quanta), c.quanta) << c.dt;
    EXPECT_DOUBLE_EQ(u.update_time, c.update_time) << c.dt;
  }
  EXPECT_EQ(QuantumClock::update(coverage_rules(), 2.0, 0.0).update_time, 1.9999999999999998) << "every bit";
  EXPECT_EQ(QuantumClock::update(coverage_rules(), 0.21, 0.0).update_time, 0.2)
      << "the rest of 0.01 s stays due";
}

TEST(QuantumClock, TheRestOfSlicesIsDueOnlyAboveTheLeastQuantum) {
  const BodyUpdate less = QuantumClock::update(coverage_rules(), 0.2333, 0.0);
  EXPECT_EQ(list(less.quanta), std::vector<float>{0.2F});
  const BodyUpdate more = QuantumClock::update(coverage_rules(), 0.2334, 0.0);
  ASSERT_EQ(more.quanta.count, 2U);
  EXPECT_NEAR(more.quanta.q[1], 0.0334F, 1e-8F);
  // What stayed due is integrated by the next update, whole.
  const BodyUpdate next = QuantumClock::update(coverage_rules(), 0.2333 + 0.05, less.update_time);
  ASSERT_EQ(next.quanta.count, 1U);
  EXPECT_NEAR(next.quanta.q[0], 0.0833F, 1e-8F);
}

TEST(QuantumClock, TheLimitsOfTheGapAreTheClientsBinary32Constants) {
  const auto eps = static_cast<double>(kEpsilon);
  EXPECT_EQ(QuantumClock::update(coverage_rules(), eps, 0.0).quanta.count, 0U)
      << "not above: time is resynchronised";
  EXPECT_EQ(QuantumClock::update(coverage_rules(), eps, 0.0).update_time, eps);
  EXPECT_EQ(QuantumClock::update(coverage_rules(), 0.0002, 0.0).quanta.count, 1U)
      << "binary64 0.0002 is above binary32 0.0002";
}

TEST(QuantumClock, K15_TooShortAndTooLongGapsAreConsumedWithoutAQuantum) {
  const double half = static_cast<double>(kEpsilon) / 2.0;
  for (const double dt : {half, 2.5}) {
    const BodyUpdate u = QuantumClock::update(coverage_rules(), 10.0 + dt, 10.0);
    EXPECT_EQ(u.quanta.count, 0U) << dt;
    EXPECT_EQ(u.update_time, 10.0 + dt);
    PortQuantumClock port;
    const PortQuantumClock::Step step = port.advance(dt);
    EXPECT_EQ(step.quanta.count, 0U) << dt;
    EXPECT_EQ(port.pending, 0.0);
    EXPECT_EQ(step.discarded, dt > 1.0);
  }
}

TEST(QuantumClock, K15_ABodyGiven60HzMovesButThePassHoldsItBack) {
  const BodyUpdate u = QuantumClock::update(coverage_rules(), 1.0 / 60.0, 0.0);
  EXPECT_EQ(list(u.quanta), std::vector<float>{static_cast<float>(1.0 / 60.0)});
  QuantumClock clock;
  EXPECT_FALSE(clock.pass(coverage_rules(), 1.0 / 60.0));
  EXPECT_TRUE(clock.pass(coverage_rules(), 2.0 / 60.0));
  PortQuantumClock port;
  EXPECT_EQ(port.advance(1.0 / 60.0).quanta.count, 0U) << "OpenAC holds it back per body";
}

TEST(QuantumClock, ABodyBehindTheClockIsResynchronised) {
  const BodyUpdate u = QuantumClock::update(coverage_rules(), 5.0, 7.0);
  EXPECT_EQ(u.quanta.count, 0U);
  EXPECT_EQ(u.update_time, 5.0);
}

TEST(QuantumClock, ThePassComesAtMostThirtyTimesASecondAndInclusively) {
  QuantumClock clock;
  EXPECT_TRUE(clock.pass(coverage_rules(), 1.0 / 30.0)) << "exactly 1/30 s passes";
  EXPECT_EQ(clock.last_pass, 1.0 / 30.0);
  EXPECT_FALSE(clock.pass(coverage_rules(), 1.0 / 30.0 + 0.03));
  EXPECT_EQ(clock.last_pass, 1.0 / 30.0) << "a refused pass keeps its start";
  EXPECT_TRUE(clock.pass(coverage_rules(), 100.0)) << "no greatest gap: that is each body's";
  EXPECT_FALSE(clock.pass(coverage_rules(), 50.0)) << "a clock that went back starts anew";
  EXPECT_EQ(clock.last_pass, 50.0);
  EXPECT_TRUE(clock.pass(coverage_rules(), 50.04));
}

TEST(QuantumClock, AClockThatIsNoNumberIsIgnored) {
  QuantumClock clock;
  clock.last_pass = 3.0;
  for (const double bad : {kNan, kInf, -kInf}) {
    EXPECT_FALSE(clock.pass(coverage_rules(), bad));
    EXPECT_EQ(clock.last_pass, 3.0);
    const BodyUpdate u = QuantumClock::update(coverage_rules(), bad, 3.0);
    EXPECT_EQ(u.quanta.count, 0U);
    EXPECT_EQ(u.update_time, 3.0);
  }
}

TEST(QuantumClock, NoGapGivesMoreQuantaThanTheListHolds) {
  // Starts of very different size, so that the rounding of `now - update_time` and of the slices differs.
  for (const double start : {0.0, 0.1, 1.0 / 3.0, 1e3, 1e6 + 0.7, 1e9}) {
    for (int i = 1; i <= 20000; ++i) {
      const double now = start + 1e-4 * i;
      const BodyUpdate u = QuantumClock::update(coverage_rules(), now, start);
      ASSERT_LE(u.quanta.count, 10U);
      double sum = 0.0;
      for (const float q : u.quanta) {
        ASSERT_GT(q, 0.0F);
        ASSERT_LE(q, 0.2F);
        sum += static_cast<double>(q);
      }
      if (u.quanta.count > 0) {
        ASSERT_NEAR(sum, u.update_time - start, 1e-6);
        ASSERT_LE(now - u.update_time, 1.0 / 30.0 + 1e-9) << "more than the least quantum stayed due";
      }
    }
  }
}

// --- who takes part ----------------------------------------------------------------------------------------

Body sleeper() {
  Body b;
  b.position.cell_id = 0xA9B40001;
  b.position.frame.origin = {10, 10, 0};
  b.update_time = 1.0;
  return b;
}

TEST(BeginUpdate, HeldLostAndFrozenBodiesSleepAndKeepTheirTime) {
  for (int kind = 0; kind < 3; ++kind) {
    Body b = sleeper();
    b.set(transient_state::kActive, true);
    if (kind == 0) b.has_parent = true;
    if (kind == 1) b.in_world = false;
    if (kind == 2) b.mover.physics_state |= physics_state::kFrozen;
    const Position player = b.position;
    EXPECT_FALSE(begin_update(coverage_rules(), b, &player, false, 9.0)) << kind;
    EXPECT_FALSE(b.has(transient_state::kActive)) << kind;
    EXPECT_EQ(b.update_time, 1.0) << kind;
  }
}

TEST(BeginUpdate, APlayerNearbyWakesABodyAndItsTimeStartsThen) {
  Body b = sleeper();
  Position player = b.position;
  player.frame.origin.x += 96.0F;  // 96 m exactly is near
  EXPECT_TRUE(begin_update(coverage_rules(), b, &player, true, 9.0));
  EXPECT_TRUE(b.has(transient_state::kActive));
  EXPECT_EQ(b.update_time, 9.0);
  EXPECT_TRUE(begin_update(coverage_rules(), b, &player, true, 9.5));
  EXPECT_EQ(b.update_time, 9.0) << "it was awake";
}

TEST(BeginUpdate, FarAwayItSleepsOnlyUnderMaintenanceAndItsTimeGoesOn) {
  Body b = sleeper();
  b.set(transient_state::kActive, true);
  Position player = b.position;
  player.cell_id = 0xAAB40001;  // a block to the east: 192 m
  EXPECT_TRUE(begin_update(coverage_rules(), b, &player, false, 9.0));
  EXPECT_TRUE(b.has(transient_state::kActive));
  EXPECT_TRUE(begin_update(coverage_rules(), b, &player, true, 9.0)) << "its time is still consumed";
  EXPECT_FALSE(b.has(transient_state::kActive));
}

TEST(BeginUpdate, WithoutAPlayerNothingIsWokenOrPutToSleep) {
  Body b = sleeper();
  EXPECT_TRUE(begin_update(coverage_rules(), b, nullptr, true, 9.0));
  EXPECT_FALSE(b.has(transient_state::kActive));
  b.set(transient_state::kActive, true);
  EXPECT_TRUE(begin_update(coverage_rules(), b, nullptr, true, 9.0));
  EXPECT_TRUE(b.has(transient_state::kActive));
}

// --- OpenAC's --------------------------------------------------------------------------------------------

TEST(PortQuantumClock, W10_GathersTimeAndSlicesByBinary32) {
  PortQuantumClock clock;
  EXPECT_EQ(clock.advance(1.0 / 30.0).quanta.count, 0U);
  EXPECT_EQ(clock.pending, 1.0 / 30.0);
  clock = {};
  EXPECT_EQ(list(clock.advance(0.05).quanta), std::vector<float>{0.05F});
  clock = {};
  const PortQuantumClock::Step step = clock.advance(0.45);
  ASSERT_EQ(step.quanta.count, 3U);
  EXPECT_EQ(step.quanta.q[0], 0.2F);
  EXPECT_EQ(step.quanta.q[1], 0.2F);
  EXPECT_EQ(step.quanta.q[2], 0.0499999933F);
  EXPECT_FALSE(step.discarded);
}

TEST(PortQuantumClock, ADriverOfExactlyAThirtiethGetsAQuantumEverySecondCall) {
  PortQuantumClock clock;
  for (int i = 0; i < 20; ++i) {
    const PortQuantumClock::Step step = clock.advance(1.0 / 30.0);
    ASSERT_EQ(step.quanta.count, i % 2 == 0 ? 0U : 1U) << i;
    if (i % 2 == 1) {
      EXPECT_TRUE(same_bits(step.quanta.q[0], static_cast<float>(2.0 / 30.0)));
    }
  }
}

TEST(PortQuantumClock, DropsWhatCannotBeATime) {
  for (const double bad : {-0.01, kNan, kInf, -kInf, 2.5}) {
    PortQuantumClock clock;
    clock.pending = 0.02;
    const PortQuantumClock::Step step = clock.advance(bad);
    EXPECT_TRUE(step.discarded) << bad;
    EXPECT_EQ(step.quanta.count, 0U);
    EXPECT_EQ(clock.pending, 0.0);
  }
  PortQuantumClock clock;
  EXPECT_EQ(clock.advance(2.0).quanta.count, 10U) << "2 s are still taken";
}

TEST(PortQuantumClock, TheRestBelowAThirtiethWaits) {
  PortQuantumClock clock;
  EXPECT_EQ(list(clock.advance(0.21).quanta), std::vector<float>{0.2F});
  EXPECT_NEAR(clock.pending, 0.01, 1e-8);
  EXPECT_EQ(clock.advance(0.01).quanta.count, 0U);
  EXPECT_EQ(clock.advance(0.02).quanta.count, 1U);
  EXPECT_EQ(clock.pending, 0.0);
}

}  // namespace
}  // namespace surefoot::test
