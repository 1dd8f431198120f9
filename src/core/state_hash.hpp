// A 64-bit hash of state, for comparing runs (XXH3, seed 0, over little-endian 32-bit words).
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "core/frame.hpp"

namespace surefoot {

class StateHash {
 public:
  StateHash();
  StateHash(const StateHash&) = delete;
  StateHash& operator=(const StateHash&) = delete;
  StateHash(StateHash&&) noexcept;
  StateHash& operator=(StateHash&&) noexcept;
  ~StateHash();

  void word(std::uint32_t w);
  void f32(float f) { word(to_bits(f)); }
  void f64(double d) {
    word(static_cast<std::uint32_t>(to_bits(d) & 0xFFFFFFFFU));
    word(static_cast<std::uint32_t>(to_bits(d) >> 32U));
  }
  void vec3(const Vec3& v) {
    f32(v.x);
    f32(v.y);
    f32(v.z);
  }
  /// w, x, y, z
  void quat(const Quat& q) {
    f32(q.w);
    f32(q.x);
    f32(q.y);
    f32(q.z);
  }
  [[nodiscard]] std::uint64_t digest() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// XXH3 of the bytes of a text.
[[nodiscard]] std::uint64_t hash_text(std::string_view text);

}  // namespace surefoot
