// Comparisons by raw bits, for EXPECT_TRUE: a failure prints both sides as decimal and hex.
#pragma once

#include <cstdint>
#include <initializer_list>

#include <gtest/gtest.h>

#include "core/position.hpp"

namespace surefoot::test {

[[nodiscard]] ::testing::AssertionResult same_bits(float a, float b);
[[nodiscard]] ::testing::AssertionResult same_bits(const Vec3& a, const Vec3& b);
[[nodiscard]] ::testing::AssertionResult same_bits(const Plane& a, const Plane& b);
[[nodiscard]] ::testing::AssertionResult same_bits(const Quat& a, const Quat& b);
/// Bit patterns as the spec's worked cases print them: has_bits(n, {0xBEE4F92E, 0, 0x3F64F92E}).
[[nodiscard]] ::testing::AssertionResult has_bits(float v, std::uint32_t bits);
[[nodiscard]] ::testing::AssertionResult has_bits(const Vec3& v, std::initializer_list<std::uint32_t> bits);

}  // namespace surefoot::test
