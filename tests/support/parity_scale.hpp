// How much the seeded parity tests do.
#pragma once

#include <algorithm>
#include <cstdlib>

namespace surefoot::test {

/// SUREFOOT_PARITY_SCALE, 1 to 10,000; 1 without it.
[[nodiscard]] inline int parity_scale() {
  const char* text = std::getenv("SUREFOOT_PARITY_SCALE");
  return text == nullptr ? 1 : std::clamp(std::atoi(text), 1, 10'000);
}

}  // namespace surefoot::test
