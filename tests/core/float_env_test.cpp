// The start-up self-check refuses an environment that would change results.
#include "core/float_env.hpp"

#include <gtest/gtest.h>

#include <cfenv>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace surefoot {
namespace {

TEST(FloatEnvironment, IsRightHere) {
  const auto ok = check_float_environment();
  EXPECT_TRUE(ok.has_value()) << (ok ? "" : ok.error().text());
}

TEST(FloatEnvironment, RefusesOtherRoundingModes) {
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    ASSERT_EQ(std::fesetround(mode), 0);
    const auto refused = check_float_environment();
    std::fesetround(FE_TONEAREST);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, ErrorCode::internal);
    EXPECT_NE(refused.error().message.find("rounding mode"), std::string::npos);
  }
}

#if defined(__SSE2__)
TEST(FloatEnvironment, RefusesFlushedDenormals) {
  constexpr unsigned kDenormalsAreZero = 0x0040;
  constexpr unsigned kFlushToZero = 0x8000;
  const unsigned before = _mm_getcsr();
  for (const unsigned bit : {kDenormalsAreZero, kFlushToZero | kDenormalsAreZero}) {
    _mm_setcsr(before | bit);
    const auto refused = check_float_environment();
    _mm_setcsr(before);
    ASSERT_FALSE(refused.has_value());
    EXPECT_NE(refused.error().message.find("denormals"), std::string::npos);
  }
}

// Flushing results alone, operands not: twice the least denormal is one too.
TEST(FloatEnvironment, RefusesFlushedResults) {
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8000U);
  const auto refused = check_float_environment();
  _mm_setcsr(before);
  ASSERT_FALSE(refused.has_value());
  EXPECT_NE(refused.error().message.find("denormals"), std::string::npos);
}
#endif

}  // namespace
}  // namespace surefoot
