#include "support/bits.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/bits.hpp"
#include "core/float_bits.hpp"

namespace surefoot::test {

namespace {

::testing::AssertionResult compare(const std::vector<float>& a, const std::vector<float>& b) {
  bool same = true;
  std::string left;
  std::string right;
  for (std::size_t i = 0; i < a.size(); ++i) {
    same = same && to_bits(a[i]) == to_bits(b[i]);
    left += fmt::format(" {} [{:08X}]", format_float(a[i]), to_bits(a[i]));
    right += fmt::format(" {} [{:08X}]", format_float(b[i]), to_bits(b[i]));
  }
  if (same) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "got" << left << ", expected" << right;
}

}  // namespace

::testing::AssertionResult same_bits(float a, float b) {
  return compare({a}, {b});
}
::testing::AssertionResult same_bits(const Vec3& a, const Vec3& b) {
  return compare({a.x, a.y, a.z}, {b.x, b.y, b.z});
}
::testing::AssertionResult same_bits(const Plane& a, const Plane& b) {
  return compare({a.normal.x, a.normal.y, a.normal.z, a.d}, {b.normal.x, b.normal.y, b.normal.z, b.d});
}
::testing::AssertionResult same_bits(const Quat& a, const Quat& b) {
  return compare({a.w, a.x, a.y, a.z}, {b.w, b.x, b.y, b.z});
}
::testing::AssertionResult has_bits(float v, std::uint32_t bits) {
  return compare({v}, {float_from_bits(bits)});
}
::testing::AssertionResult has_bits(const Vec3& v, std::initializer_list<std::uint32_t> bits) {
  std::vector<float> expected;
  for (const std::uint32_t u : bits) expected.push_back(float_from_bits(u));
  return compare({v.x, v.y, v.z}, expected);
}

}  // namespace surefoot::test
