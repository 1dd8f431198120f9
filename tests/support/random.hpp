// The random numbers of the seeded tests: the same on every platform (std distributions are not).
#pragma once

#include <cstdint>

#include "core/vec3.hpp"

namespace surefoot::test {

/// The splitmix64 generator.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15U);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
  }
  /// Both ends included.
  int integer(int low, int high) {
    return low + static_cast<int>(bits() % static_cast<std::uint64_t>(high - low + 1));
  }
  float uniform(float low, float high) {
    return low + (high - low) * (static_cast<float>(bits() >> 40) * 0x1p-24F);
  }

  /// In the box between the two corners.
  Vec3 in(const Vec3& low, const Vec3& high) {
    const float x = uniform(low.x, high.x);
    const float y = uniform(low.y, high.y);
    return {x, y, uniform(low.z, high.z)};
  }

 private:
  std::uint64_t state_;
};

}  // namespace surefoot::test
