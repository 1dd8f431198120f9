// The order of a cell's list is behaviour (spec 03 §3.2): the first object that answers decides.
#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "support/outdoor_objects.hpp"
#include "support/random.hpp"
#include "support/result_hash.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

constexpr BlockId kBlock = 0xA9B4;
constexpr std::uint32_t kWest = 1;
constexpr std::uint32_t kEast = 2;
constexpr Vec3 kWestAt{11.6F, 11.5F, 0.48F};
constexpr Vec3 kEastAt{12.5F, 11.5F, 0.48F};

/// Two creatures of radius 0.48, both within reach of one who walks north at x = 12.
World two_creatures(std::array<std::uint32_t, 2> order) {
  World world = level_world({kBlock}, 0);
  for (const std::uint32_t id : order)
    add_sphere(world, id, outdoors(kBlock, id == kWest ? kWestAt : kEastAt), 0.48F, {0, kCreatureWeenie});
  return world;
}

/// What a step of 0.4 m into both of them comes to. As a missile: one sphere that is clipped at the first thing it
/// meets, so that nothing comes after the first answer.
ResolveResult meet(const World& world, bool missile) {
  Mover mover = human_setup();
  if (missile) {
    mover.num_spheres = 1;
    mover.physics_state |= physics_state::kMissile;
    mover.flags = 0;
  }
  OutdoorWalker w(world, mover, outdoors(kBlock, {12, 10.7F, 0}));
  if (!missile) w.stand();
  return w.tick({0, 0.4F, 0});
}

/// Outward from a target's centre to the foot sphere's at the start: what `collide_with_point` reports (03 §6.7).
/// It is normalised there, and once more where it is kept (`set_collision_normal` 0x0050A000).
Vec3 normal_from(const Vec3& target) {
  Vec3 n = Vec3{12, 10.7F, 0.475F} - target;
  EXPECT_FALSE(normalize_check_small(n));
  EXPECT_FALSE(normalize_check_small(n));
  return n;
}

TEST(ListOrder, TheFirstListedDecidesTheNormal) {
  const ResolveResult west_first = meet(two_creatures({kWest, kEast}), true);
  const ResolveResult east_first = meet(two_creatures({kEast, kWest}), true);
  EXPECT_EQ(west_first.last_collided_object, kWest);
  EXPECT_EQ(east_first.last_collided_object, kEast);
  EXPECT_TRUE(same_bits(west_first.collision_normal, normal_from(kWestAt)));
  EXPECT_TRUE(same_bits(east_first.collision_normal, normal_from(kEastAt)));
}

// A walker is slid by the first, tested again, and met by the second: which of them was the first shows in what is
// recorded, in order.
TEST(ListOrder, AWalkerMeetsThemInTheirOrder) {
  const auto first_met = [](std::array<std::uint32_t, 2> order) {
    const World world = two_creatures(order);
    const ResolveResult r = meet(world, false);
    return r.collide_objects.empty() ? 0U : r.collide_objects.front()->id;
  };
  EXPECT_EQ(first_met({kWest, kEast}), kWest);
  EXPECT_EQ(first_met({kEast, kWest}), kEast);
}

// Whoever moves goes to the end of the list, even to the same place; whoever was last fills his slot (03 §9.1).
TEST(ListOrder, AMoveSendsToTheEnd) {
  World world = two_creatures({kWest, kEast});
  ASSERT_TRUE(world.move_object(kWest, outdoors(kBlock, kWestAt)).has_value());
  EXPECT_EQ(meet(world, true).last_collided_object, kEast);
  ASSERT_TRUE(world.move_object(kEast, outdoors(kBlock, kEastAt)).has_value());
  EXPECT_EQ(meet(world, true).last_collided_object, kWest);
}

/// Columns 3 m apart over two by two land cells: posts, creatures and boxes no resolve of a step can reach two of.
struct Scattered {
  std::uint32_t id = 0;
  Vec3 at;
};
std::vector<Scattered> scatter(Random& random) {
  std::vector<Scattered> out;
  for (int x = 0; x < 12; ++x) {
    for (int y = 0; y < 12; ++y) {
      const Vec3 jitter = random.in({-0.2F, -0.2F, 0}, {0.2F, 0.2F, 0});
      out.push_back(
          {static_cast<std::uint32_t>(out.size() + 1),
           Vec3{6.0F + 3.0F * static_cast<float>(x), 6.0F + 3.0F * static_cast<float>(y), 0} + jitter});
    }
  }
  return out;
}

World world_of(const std::vector<Scattered>& objects) {
  World world = level_world({kBlock}, 0);
  for (const Scattered& o : objects) {
    const Position at = outdoors(kBlock, o.at);
    if (o.id % 3 == 0)
      add_cylinder(world, o.id, at, 0.3F, o.id % 2 == 0 ? 2.0F : 0.4F);
    else if (o.id % 3 == 1)
      add_sphere(world, o.id, outdoors(kBlock, o.at + Vec3{0, 0, 0.5F}), 0.5F, {0, kCreatureWeenie});
    else
      add_tree(world, o.id, at, solid_box({-0.4F, -0.4F, 0}, {0.4F, 0.4F, 1.5F}));
  }
  return world;
}

struct Walked {
  std::uint64_t hash = 0;
  int met = 0;
};
Walked random_walk(const World& world, std::uint64_t seed) {
  Random random(seed);
  StateHash h;
  Walked out;
  OutdoorWalker w(world, tall(), outdoors(kBlock, {22.5F, 22.5F, 0}));
  w.stand();
  Vec3 stride;
  for (int tick = 0; tick < 500; ++tick) {
    if (tick % 12 == 0) stride = random.in({-0.3F, -0.3F, 0}, {0.3F, 0.3F, 0});
    // Back among them from the rim.
    if (w.at().x < 6 || w.at().x > 39) stride.x = w.at().x < 6 ? 0.3F : -0.3F;
    if (w.at().y < 6 || w.at().y > 39) stride.y = w.at().y < 6 ? 0.3F : -0.3F;
    const ResolveResult r = w.tick(stride);
    EXPECT_LE(r.collide_objects.size(), 1U) << "the objects were to stand apart";
    out.met += r.collision_normal_valid ? 1 : 0;
    hash_result(h, r);
    h.word(r.last_collided_object);
    h.word(r.collide_objects.empty() ? 0 : r.collide_objects.front()->id);
  }
  out.hash = h.digest();
  return out;
}

TEST(ListOrder, TheOrderOfWhatIsNotInReachTogetherChangesNothing) {
  Random random(0x5EED0501);
  for (int round = 0; round < 5; ++round) {
    std::vector<Scattered> objects = scatter(random);
    const std::uint64_t walk_seed = random.bits();
    const Walked listed = random_walk(world_of(objects), walk_seed);
    EXPECT_GT(listed.met, 25) << "round " << round << ": the walk meets some of them";
    for (int order = 0; order < 4; ++order) {
      for (std::size_t i = objects.size() - 1; i > 0; --i)
        std::swap(objects[i], objects[static_cast<std::size_t>(random.integer(0, static_cast<int>(i)))]);
      EXPECT_EQ(random_walk(world_of(objects), walk_seed).hash, listed.hash)
          << "round " << round << ", order " << order;
    }
  }
}

}  // namespace
}  // namespace surefoot::test
