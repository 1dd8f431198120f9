// The errors of the GNU C library, by bits: single results that are not the nearest number, and a hash of a sweep of
// each function as version 2.36 on x86-64 has it.
#include "core/det_binary32.hpp"

#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "core/bits.hpp"
#include "core/det_math.hpp"
#include "support/bits.hpp"

namespace surefoot::test {
namespace {

namespace port = det::binary32;
using Unary = float (*)(float);

/// FNV-1a, a float at a time.
class Hash {
 public:
  void add(float f) { value_ = (value_ ^ to_bits(f)) * 0x100000001b3ULL; }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

/// Of both signs, from 0 to the number of these bits.
std::uint64_t sweep(Unary f, std::uint32_t last) {
  Hash h;
  for (std::uint32_t u = 0; u <= last; u += 997) {
    h.add(f(float_from_bits(u)));
    h.add(f(float_from_bits(u | 0x80000000U)));
  }
  return h.value();
}

TEST(Binary32, MissesTheNearestNumberWhereTheLibraryDoes) {
  EXPECT_TRUE(has_bits(port::asin(float_from_bits(0x3E830003)), 0x3E847921));
  EXPECT_TRUE(has_bits(static_cast<float>(det::asin(0x1.060006p-2)), 0x3E847922)) << "nearest";
  EXPECT_TRUE(has_bits(port::sin(float_from_bits(0x3E802006)), 0x3E7D9585));
  EXPECT_TRUE(has_bits(static_cast<float>(det::sin(0x1.00400cp-2)), 0x3E7D9584)) << "nearest";
  EXPECT_TRUE(has_bits(port::cos(float_from_bits(0x3CE01F7F)), 0x3F7FE77A));
  EXPECT_TRUE(has_bits(static_cast<float>(det::cos(0x1.c03efep-6)), 0x3F7FE779)) << "nearest";
}

TEST(Binary32, SweepsAsTheLibrary) {
  constexpr std::uint32_t kEight = 0x41000000;
  constexpr std::uint32_t kOne = 0x3F800000;
  EXPECT_EQ(sweep(port::sin, kEight), 0x9C793DB2B861FDB9ULL);
  EXPECT_EQ(sweep(port::cos, kEight), 0xF1A120A29803BDF9ULL);
  EXPECT_EQ(sweep(port::asin, kOne), 0x37A508265E470925ULL);
  Hash pairs;
  for (int y = -300; y <= 300; ++y) {
    for (int x = -300; x <= 300; ++x)
      pairs.add(port::atan2(static_cast<float>(y) * 0.37F, static_cast<float>(x) * 0.11F));
  }
  EXPECT_EQ(pairs.value(), 0xC3915E5CD579739FULL);
}

TEST(Binary32, AnswersTheEdgesOfTheRange) {
  EXPECT_TRUE(has_bits(port::sin(-0.0F), 0x80000000));
  EXPECT_TRUE(has_bits(port::asin(-0.0F), 0x80000000));
  EXPECT_TRUE(has_bits(port::asin(1.0F), 0x3FC90FDB));
  EXPECT_TRUE(has_bits(port::asin(-1.0F), 0xBFC90FDB));
  EXPECT_TRUE(has_bits(port::atan2(0.0F, -1.0F), 0x40490FDB));
  EXPECT_TRUE(has_bits(port::atan2(-0.0F, -0.0F), 0xC0490FDB));
  EXPECT_TRUE(has_bits(port::atan2(-1.0F, 0.0F), 0xBFC90FDB));
  EXPECT_TRUE(has_bits(port::atan2(3e38F, 1e-30F), 0x3FC90FDB)) << "the quotient is infinite";
  EXPECT_TRUE(std::isnan(port::asin(1.0000001F)));
  EXPECT_TRUE(std::isnan(port::sin(120.0F)));
  EXPECT_TRUE(std::isnan(port::cos(std::nanf(""))));
}

}  // namespace
}  // namespace surefoot::test
