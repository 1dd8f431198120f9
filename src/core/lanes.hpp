// Four floats worked on at once. Each lane does what the scalar code would do, in its order: the same bits.
#pragma once

#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#include "core/vec3.hpp"

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

/// What a comparison of lanes answers: all bits set, or none.
using LaneTruths = std::int32_t __attribute__((vector_size(16)));

/// Bit i: lane i.
[[nodiscard]] inline unsigned bits_of(LaneTruths t) {
#if defined(__SSE2__)
  return static_cast<unsigned>(_mm_movemask_ps(reinterpret_cast<__m128>(t)));
#elif defined(__wasm_simd128__)
  return wasm_i32x4_bitmask(reinterpret_cast<v128_t>(t));
#else
  unsigned bits = 0;
  for (int i = 0; i < 4; ++i) bits |= (t[i] != 0 ? 1U : 0U) << static_cast<unsigned>(i);
  return bits;
#endif
}

/// Four vectors.
struct LaneVec3 {
  Lanes x, y, z;

  friend LaneVec3 operator-(const LaneVec3& a, const LaneVec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
};

[[nodiscard]] inline LaneVec3 all_lanes(const Vec3& v) {
  return {all_lanes(v.x), all_lanes(v.y), all_lanes(v.z)};
}
[[nodiscard]] inline Lanes dot_zyx(const LaneVec3& a, const LaneVec3& b) {
  return (a.z * b.z + a.y * b.y) + a.x * b.x;
}
[[nodiscard]] inline LaneVec3 cross(const LaneVec3& a, const LaneVec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

}  // namespace surefoot
