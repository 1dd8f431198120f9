#include <cstdio>

#include <gtest/gtest.h>

#include "core/float_env.hpp"
#include "support/coverage.hpp"

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  if (const auto ok = surefoot::check_float_environment(); !ok) {
    std::fprintf(stderr, "%s\n", ok.error().text().c_str());
    return 3;
  }
  const int result = RUN_ALL_TESTS();
  surefoot::test::write_reached_arms();
  return result;
}
