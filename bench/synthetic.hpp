// Worlds of any size, and walks in them: for the rows that say what size costs.
#pragma once

#include <memory>

#include "bench/walk_data.hpp"
#include "world/world.hpp"

namespace surefoot::bench {

/// The numbers behind what is made here: splitmix64.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed) {}
  std::uint64_t bits();
  /// low ≤ value < high
  float uniform(float low, float high);

 private:
  std::uint64_t state_;
};

/// A rough sheet of `side` × `side` squares of 2 m, two triangles each, from (0, 0) on; heights up to 0.5 m.
[[nodiscard]] WalkWorld rough_sheet(std::uint32_t side);

/// `columns` × `rows` landblocks from 0x0000 on, gentle ground up to 1 m, made when they are touched.
[[nodiscard]] std::unique_ptr<LandblockSource> gentle_land(std::uint32_t columns, std::uint32_t rows);

/// `count` posts of 0.6 m across on level ground, evenly over 186 m, with ids from 1 on.
void add_posts(World& world, CellId block, std::uint32_t count);

/// Set down somewhere in the box every 150 steps, from there to one place in it after another, at 4 m/s.
[[nodiscard]] Script wander(std::uint64_t seed, const Vec3& low, const Vec3& high, std::size_t steps);

}  // namespace surefoot::bench
