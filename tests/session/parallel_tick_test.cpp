// Sessions with several threads: everything that is saved, everything that is told and every refusal is that of one
// thread, byte for byte.
#include "session/parallel_tick.hpp"

#include <gtest/gtest.h>

#include "body/interpolation.hpp"
#include "io/load_world.hpp"
#include "rough_land.hpp"
#include "session/session.hpp"
#include "support/paths.hpp"

namespace surefoot::test {
namespace {

constexpr std::uint32_t kFirstId = 1000;

Body person(std::uint32_t id, CellId block, const Vec3& feet) {
  Body b;
  b.mover.spheres = {{{{0, 0, 0.475F}, 0.48F}, {{0, 0, 1.35F}, 0.48F}}};
  b.mover.num_spheres = 2;
  b.mover.step_up_height = 0.6F;
  b.mover.step_down_height = 1.5F;
  b.mover.object_id = id;
  b.weenie = weenie::kExists | weenie::kCreature;
  b.position.cell_id = block | 1U;
  b.position.frame.origin = feet;
  EXPECT_TRUE(b.position.adjust_to_outside());
  return b;
}

std::string text_of(const std::vector<SessionReport>& reports) {
  std::string out;
  for (const SessionReport& r : reports) {
    out += std::to_string(r.body) +
           (r.report.to == CollisionReport::Receiver::mover ? " mover " : " object ") +
           std::to_string(static_cast<int>(r.report.kind)) + " " + std::to_string(r.report.object_id) + "\n";
  }
  return out;
}

/// Runs sessions with 1, 2, 3 and 4 threads side by side. `make` builds one; `tell(session, tick, random)` is called
/// before every tick, with random numbers that are the same for all.
template <class Make, class Tell>
ThreadStats expect_the_same(const Make& make, const Tell& tell, int ticks, FindReach reach = find_reach) {
  struct Side {
    Session session;
    Random random;
  };
  std::vector<Side> sides;
  for (unsigned threads = 1; threads <= 4; ++threads) {
    sides.push_back({make(), Random(77)});
    sides.back().session.set_threads(threads, reach);
    EXPECT_EQ(sides.back().session.threads(), threads);
  }
  std::size_t told = 0;
  for (int tick = 0; tick < ticks; ++tick) {
    std::vector<std::byte> bytes;
    std::string text;
    for (std::size_t i = 0; i < sides.size(); ++i) {
      Session& s = sides[i].session;
      tell(s, tick, sides[i].random);
      std::vector<SessionReport> reports;
      const auto done = s.tick(kTickQuantum, &reports);
      std::string now = text_of(reports) + (done ? "" : done.error().text());
      told += reports.size();
      if (i == 0) {
        bytes = s.save();
        text = std::move(now);
        continue;
      }
      EXPECT_EQ(now, text) << "tick " << tick << ", " << i + 1 << " threads";
      if (s.save() != bytes) {
        ADD_FAILURE() << "tick " << tick << ": the states of 1 and " << i + 1 << " threads differ";
        return {};
      }
    }
  }
  EXPECT_GT(told, 0U);
  return sides[1].session.thread_stats();
}

void turn_everybody(Session& s, int tick, Random& random) {
  if (tick % 15 != 0) return;
  for (const auto& [id, body] : s.bodies())
    s.find(id)->walk.velocity = {random.uniform(-4, 4), random.uniform(-4, 4), 0};
}

// Four land cells full of people: every one of them hinders others, and lists change their order all the time.
TEST(ParallelTick, ADenseCrowdIsTheSame) {
  const auto make = [] {
    Session s(rough_world(1.0F, 100));
    Random random(5);
    for (std::uint32_t i = 0; i < 150; ++i) {
      const float x = 86.0F + 1.4F * static_cast<float>(i % 15);
      const float y = 86.0F + 1.4F * static_cast<float>(i / 15);
      EXPECT_TRUE(s.add(person(kFirstId + i, 0x10100000U, {x, y, 2})).has_value());
    }
    return s;
  };
  const ThreadStats stats = expect_the_same(make, turn_everybody, 150);
  EXPECT_EQ(stats.together, 150U * 150U);
  EXPECT_EQ(stats.taken_back, 0U);
}

// Nine landblocks, most of them not made before somebody comes near; posts in the middle one.
TEST(ParallelTick, AWideLandIsTheSame) {
  const auto make = [] {
    Session s(rough_world(12.0F, 150));
    Random random(6);
    for (std::uint32_t i = 0; i < 250; ++i) {
      const Vec3 feet = random.in({-100, -100, 13}, {292, 292, 13});
      EXPECT_TRUE(s.add(person(kFirstId + i, 0x10100000U, feet)).has_value());
    }
    return s;
  };
  const ThreadStats stats = expect_the_same(make, turn_everybody, 120);
  EXPECT_EQ(stats.together, 250U * 120U);
  EXPECT_EQ(stats.taken_back, 0U);
}

// In and out of a house, up against its walls and on its roof.
TEST(ParallelTick, AHouseIsTheSame) {
  const auto make = [] {
    auto world = io::load_world(source_path("worlds/house.world.json"));
    EXPECT_TRUE(world.has_value()) << world.error().text();
    Session s(std::move(*world));
    for (std::uint32_t i = 0; i < 60; ++i) {
      const float x = 76.0F + 1.6F * static_cast<float>(i % 10);
      const float y = 71.0F + 1.6F * static_cast<float>(i / 10);
      EXPECT_TRUE(s.add(person(kFirstId + i, 0x01010000U, {x, y, i < 40 ? 0.1F : 9.0F})).has_value());
    }
    return s;
  };
  bool inside = false;
  const auto tell = [&](Session& s, int tick, Random& random) {
    for (const auto& [id, body] : s.bodies()) {
      inside = inside || is_interior(body.position.cell_id);
      Vec3 to_door = Vec3{84, 83, 0} - body.position.frame.origin;
      to_door.z = 0.0F;
      normalize(to_door);
      const Vec3 aside{random.uniform(-1, 1), random.uniform(-1, 1), 0};
      if (tick % 10 == 0) s.find(id)->walk.velocity = to_door * (tick % 150 < 100 ? 3.0F : -3.0F) + aside;
    }
  };
  const ThreadStats stats = expect_the_same(make, tell, 200);
  EXPECT_TRUE(inside);
  EXPECT_GT(stats.together, 60U * 100U);
}

// Some follow the network, some sleep, some are frozen on the way, some are commanded, missiles fly through.
TEST(ParallelTick, EveryKindOfBodyIsTheSame) {
  const auto make = [] {
    Session s(rough_world(1.0F, 100));
    for (std::uint32_t i = 0; i < 120; ++i) {
      const float x = 80.0F + 2.0F * static_cast<float>(i % 12);
      const float y = 80.0F + 2.0F * static_cast<float>(i / 12);
      Body b = person(kFirstId + i, 0x10100000U, {x, y, 2});
      if (i % 10 == 3) {
        b.mover.physics_state = physics_state::kMissile | physics_state::kAlignPath |
                                physics_state::kReportCollisions | physics_state::kGravity;
        b.mover.num_spheres = 1;
        b.mover.spheres[0] = {{}, 0.1F};
        b.walk.drive = Drive::none;
        b.velocity = {20, 11, 4};
      }
      if (i % 10 == 4) b.has_motion = false;
      if (i % 40 == 6) b.position_manager.emplace();
      EXPECT_TRUE(s.add(b).has_value());
    }
    return s;
  };
  const auto tell = [&](Session& s, int tick, Random& random) {
    turn_everybody(s, tick, random);
    for (const auto& [id, body] : s.bodies()) {
      const std::uint32_t i = id - kFirstId;
      Body& b = *s.find(id);
      if (tick == 20 && i % 10 == 5) b.mover.physics_state |= physics_state::kFrozen;
      if (tick == 10 && i % 10 == 7) {
        RawMotion raw;
        raw.hold_key = HoldKey::run;
        raw.forward.command = command::kWalkForward;
        EXPECT_TRUE(s.command(id, raw).has_value());
      }
      if (tick == 40 && i % 10 == 7) {
        EXPECT_TRUE(s.jump(id, 0.7F).has_value());
      }
      if (tick % 20 == 15 && i % 40 == 6) {
        Position to = b.position;
        to.frame.origin = to.frame.origin + random.in({-2, -2, 0}, {2, 2, 0});
        EXPECT_TRUE(interpolate_to(b, to, true).has_value());
      }
    }
  };
  const ThreadStats stats = expect_the_same(make, tell, 120);
  EXPECT_GE(stats.alone, 3U * 120U);
  EXPECT_GT(stats.together, 50U * 120U);
}

/// The cells a body is listed in, as if nobody ever came into another.
bool stay_at_home(const World& world, const std::map<std::uint32_t, Body>&, const Body& body, float,
                  CellArray&, CellRegion& out) {
  out.clear();
  if (!body.has(transient_state::kActive)) return true;
  for (const CellEntry& e : world.registry().find(body.mover.object_id)->shadow_cells) {
    if (e.cell != nullptr && !out.add(*e.cell)) return false;
  }
  return !out.cells().empty();
}

// Borders of cells and of a landblock run through the crowd: whoever crosses one has not named the cell beyond. What was
// done until that was seen is taken back.
TEST(ParallelTick, WhoeverLeavesItsCellsIsTickedInOrder) {
  const auto make = [] {
    Session s(rough_world(1.0F, 100));
    for (std::uint32_t i = 0; i < 120; ++i) {
      const float x = 180.0F + 2.0F * static_cast<float>(i % 12);
      const float y = 86.0F + 2.0F * static_cast<float>(i / 12);
      EXPECT_TRUE(s.add(person(kFirstId + i, 0x10100000U, {x, y, 1.2F})).has_value());
    }
    return s;
  };
  const ThreadStats stats = expect_the_same(make, turn_everybody, 120, stay_at_home);
  EXPECT_GT(stats.taken_back, 20U);
  EXPECT_GT(stats.together, 20U * 120U);
}

// After a refusal those before it in order have moved, and nobody else.
TEST(ParallelTick, ARefusalStopsAtTheSameBody) {
  const auto make = [] {
    Session s(rough_world(1.0F, 0));
    for (std::uint32_t i = 0; i < 80; ++i) {
      const float x = 60.0F + 4.0F * static_cast<float>(i % 10);
      const float y = 60.0F + 4.0F * static_cast<float>(i / 10);
      Body b = person(kFirstId + i, 0x10100000U, {x, y, 0.5F});
      b.walk.velocity = {1, 2, 0};
      EXPECT_TRUE(s.add(b).has_value());
    }
    return s;
  };
  std::size_t refusals = 0;
  const auto tell = [&](Session& s, int tick, Random& random) {
    turn_everybody(s, tick, random);
    s.find(kFirstId + 40)->mover.step_up_height = tick % 3 == 1 ? -1.0F : 0.6F;
    if (tick % 3 == 1) ++refusals;
  };
  const ThreadStats stats = expect_the_same(make, tell, 30);
  EXPECT_EQ(refusals, 4U * 10U);
  EXPECT_EQ(stats.taken_back, 10U);
}

TEST(ParallelTick, ThreadsMayChangeBetweenTicks) {
  Session a(rough_world(3.0F, 50));
  Session b(rough_world(3.0F, 50));
  Random random(9);
  for (std::uint32_t i = 0; i < 80; ++i) {
    Body body = person(kFirstId + i, 0x10100000U, random.in({60, 60, 4}, {110, 110, 4}));
    body.walk.velocity = {random.uniform(-3, 3), random.uniform(-3, 3), 0};
    ASSERT_TRUE(a.add(body).has_value());
    ASSERT_TRUE(b.add(body).has_value());
  }
  for (unsigned tick = 0; tick < 60; ++tick) {
    if (tick % 10 == 0) b.set_threads(1 + tick / 10 % 3);
    ASSERT_TRUE(a.tick(kTickQuantum).has_value());
    ASSERT_TRUE(b.tick(kTickQuantum).has_value());
  }
  EXPECT_EQ(a.save(), b.save());
  EXPECT_EQ(a.hash(), b.hash());
}

}  // namespace
}  // namespace surefoot::test
