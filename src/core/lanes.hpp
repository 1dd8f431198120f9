// Four floats worked on at once. Each lane does what the scalar code would do, in its order: the same bits.
#pragma once

namespace surefoot {

/// The vector type of GCC and Clang; on a target without such registers the compiler takes them one by one.
using Lanes = float __attribute__((vector_size(16)));

[[nodiscard]] inline Lanes all_lanes(float v) {
  return Lanes{v, v, v, v};
}

/// `low` in the first two lanes, `high` in the others.
[[nodiscard]] inline Lanes two_lanes(float low, float high) {
  return Lanes{low, low, high, high};
}

}  // namespace surefoot
