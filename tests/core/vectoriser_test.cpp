// GCC 12's vectoriser reorders a chained sum ((s + z) + y) + x in a loop: wrong code at -O3 for any count, at
// -O2 for known counts of 4, 8, …. Every target whose floats reach a result is built with
// -fno-tree-vectorize; without it this file fails. Tried by hand with GCC 12.2: -O3 fails from 2 points on,
// -O2 fails for 4 and 8 known ones; -O3 -fno-tree-vectorize and Clang 14 -O3 pass.
#include "core/chained_sum.hpp"

#include <gtest/gtest.h>

#include <array>

#include "core/bits.hpp"

namespace surefoot {
namespace {

/// Cannot be vectorised: every step goes through memory.
float careful_sum(const Vec3& n, const Vec3* points, std::size_t count) {
  volatile float s = 0.0F;
  for (std::size_t i = 0; i < count; ++i) {
    volatile const float z = n.z * points[i].z;
    volatile const float y = n.y * points[i].y;
    volatile const float x = n.x * points[i].x;
    s = s + z;
    s = s + y;
    s = s + x;
  }
  return s;
}

class Random {
 public:
  float next() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<float>(static_cast<std::int32_t>(state_ >> 32)) * 0x1p-28F;
  }
  Vec3 vec() { return {next(), next(), next()}; }

 private:
  std::uint64_t state_ = 20130917;
};

template <std::size_t kCount>
void expect_known_count_keeps_its_order() {
  Random random;
  for (int i = 0; i < 2000; ++i) {
    std::array<Vec3, kCount> points;
    for (Vec3& p : points) p = random.vec();
    const Vec3 n = random.vec();
    ASSERT_EQ(to_bits(chained_sum(n, points.data(), kCount)), to_bits(careful_sum(n, points.data(), kCount)))
        << kCount << " points, trial " << i;
  }
}

TEST(Vectoriser, KeepsTheOrderOfKnownCounts) {
  expect_known_count_keeps_its_order<3>();
  expect_known_count_keeps_its_order<4>();
  expect_known_count_keeps_its_order<8>();
}

TEST(Vectoriser, KeepsTheOrderOfAnyCount) {
  Random random;
  std::array<Vec3, 12> points;
  for (std::size_t count = 1; count <= points.size(); ++count) {
    volatile const std::size_t hidden = count;
    for (int i = 0; i < 500; ++i) {
      for (Vec3& p : points) p = random.vec();
      const Vec3 n = random.vec();
      ASSERT_EQ(to_bits(chained_sum(n, points.data(), hidden)),
                to_bits(careful_sum(n, points.data(), hidden)))
          << count << " points, trial " << i;
    }
  }
}

}  // namespace
}  // namespace surefoot
