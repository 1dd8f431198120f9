#include "core/float_env.hpp"

#include <array>
#include <cfenv>
#include <limits>

#include "core/bits.hpp"
#include "core/chained_sum.hpp"

namespace surefoot {

static_assert(std::numeric_limits<float>::is_iec559 && sizeof(float) == 4);
static_assert(std::numeric_limits<double>::is_iec559 && sizeof(double) == 8);
#if defined(__FAST_MATH__)
#error "Surefoot's results depend on IEEE arithmetic: build without -ffast-math"
#endif
#if defined(__FLT_EVAL_METHOD__)
static_assert(__FLT_EVAL_METHOD__ == 0, "floats must not be kept wider than binary32 (x87): use SSE2");
#endif

namespace {

/// Keeps the optimiser from working the answer out at compile time.
template <class T>
T opaque(T v) {
  volatile T hidden = v;
  return hidden;
}

bool chained_sums_keep_their_order() {
  // The sum of make_plane over 8 points, in the form GCC 12 vectorises wrongly, against one that cannot be
  // vectorised.
  std::array<Vec3, 8> pts;
  for (std::size_t i = 0; i < pts.size(); ++i) {
    const auto f = static_cast<float>(i) + opaque(0.1F);
    pts[i] = {f * 1.7F, f * -3.3F, f * 0.9F + 100.0F};
  }
  const Vec3 n{0.3F, -0.7F, opaque(0.65F)};
  for (const std::size_t count : {std::size_t{3}, std::size_t{4}, std::size_t{8}}) {
    volatile float s = 0.0F;
    for (std::size_t i = 0; i < count; ++i) {
      volatile const float z = n.z * pts[i].z;
      volatile const float y = n.y * pts[i].y;
      volatile const float x = n.x * pts[i].x;
      s = s + z;
      s = s + y;
      s = s + x;
    }
    if (to_bits(chained_sum(n, pts.data(), opaque(count))) != to_bits(static_cast<float>(s))) return false;
  }
  return true;
}

}  // namespace

Expected<void> check_float_environment() {
  const auto refuse = [](const char* why) {
    return fail(ErrorCode::internal, std::string("floating-point environment: ") + why,
                "start-up self-check");
  };
  if (std::fegetround() != FE_TONEAREST) return refuse("rounding mode is not round-to-nearest");
  const float tiny = opaque(std::numeric_limits<float>::denorm_min());
  if (!(tiny * opaque(2.0F) > 0.0F)) return refuse("denormals are flushed to zero (FTZ/DAZ is on)");
  // 1 + 2^-12 squared is 1 + 2^-11 + 2^-24: the last bit survives only in a fused multiply-add.
  const float a = opaque(1.0F + 0x1p-12F);
  if (a * a - opaque(1.0F + 0x1p-11F) != 0.0F)
    return refuse("products are contracted into fused multiply-adds");
  if (!chained_sums_keep_their_order()) return refuse("the compiler reordered a chained sum in a loop");
  return {};
}

}  // namespace surefoot
