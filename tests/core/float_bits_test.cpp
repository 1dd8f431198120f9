// Floats as text (spec 07 §6 and §10 case 11).
#include "core/float_bits.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "core/bits.hpp"

namespace surefoot {
namespace {

TEST(FloatBits, RoundTripsThroughDecimals) {
  std::uint64_t state = 1;
  for (int i = 0; i < 100'000; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    const float f = float_from_bits(static_cast<std::uint32_t>(state >> 32));
    if (!(f - f == 0.0F)) continue;  // NaN and infinity
    const auto back = parse_decimal(format_float(f));
    ASSERT_TRUE(back.has_value()) << format_float(f);
    ASSERT_EQ(to_bits(*back), to_bits(f)) << format_float(f);
  }
}

TEST(FloatBits, ShortestDecimals) {
  EXPECT_EQ(format_float(0.1F), "0.1");
  EXPECT_EQ(format_float(-0.0F), "-0.0");
  EXPECT_EQ(format_float(0.0F), "0");
  EXPECT_EQ(format_float(std::numeric_limits<float>::denorm_min()), "1e-45");
  EXPECT_EQ(format_float(std::numeric_limits<float>::quiet_NaN()), "nan");
  EXPECT_EQ(format_float(std::numeric_limits<float>::infinity()), "inf");
  EXPECT_EQ(format_float(-std::numeric_limits<float>::infinity()), "-inf");
  EXPECT_EQ(format_bits(float_from_bits(0x3F2A0751)), "0x3f2a0751");
}

struct TextRow {
  const char* text;
  std::uint32_t bits;
};

TEST(FloatBits, TextOfAFloat) {
  const TextRow rows[] = {
      {"1/30", 0x3D088889},       {"-0.0", 0x80000000},  {"-0", 0x80000000},  {"8.74228e-08", 0x33BBBD31},
      {"0x3f2a0751", 0x3F2A0751}, {"nan", 0x7FC00000},   {"inf", 0x7F800000}, {"-inf", 0xFF800000},
      {"1/-4", 0xBE800000},       {"1e400", 0x7F800000}, {"1e-400", 0},
  };
  for (const TextRow& row : rows) {
    const auto f = parse_float_text(row.text);
    ASSERT_TRUE(f.has_value()) << row.text;
    EXPECT_EQ(to_bits(*f), row.bits) << row.text;
  }
}

TEST(FloatBits, DecimalsAreRoundedOnce) {
  // Just above the middle of 1 and its successor: through binary64 it would fall on the middle and down to 1.
  const auto f = parse_decimal("1.00000005960464477540");
  ASSERT_TRUE(f.has_value());
  EXPECT_EQ(to_bits(*f), 0x3F800001U);
}

TEST(FloatBits, RefusesWhatIsNoNumber) {
  for (const char* text : {"", " 1", "1 ", "+1", ".5", "1.", "1e", "0x1", "0x1p3", "1/0", "1/x", "infinity",
                           "--1", "0x3f2a075g", "1,5"})
    EXPECT_FALSE(parse_float_text(text).has_value()) << text;
  EXPECT_FALSE(parse_decimal("nan").has_value());
  EXPECT_FALSE(parse_decimal("0x3f2a0751").has_value());
}

TEST(FloatBits, UnsignedNumbers) {
  EXPECT_EQ(parse_u32("0xA9B40001"), 0xA9B40001U);
  EXPECT_EQ(parse_u32("4294967295"), 0xFFFFFFFFU);
  EXPECT_EQ(parse_u32("0"), 0U);
  for (const char* text : {"", "0x", "-1", "4294967296", "0x100000000", "12a", " 1"})
    EXPECT_FALSE(parse_u32(text).has_value()) << text;
}

}  // namespace
}  // namespace surefoot
