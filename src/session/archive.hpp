// Values to bytes and back: little-endian, floats by their bits. One list of fields serves both directions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/bits.hpp"
#include "core/plane.hpp"
#include "core/position.hpp"

namespace surefoot {

class ByteWriter {
 public:
  static constexpr bool kReading = false;

  void word(std::uint32_t& v) {
    for (int i = 0; i < 4; ++i) bytes_.push_back(static_cast<std::byte>(v >> (8 * i)));
  }
  [[nodiscard]] bool good() const { return true; }
  [[nodiscard]] std::vector<std::byte>& bytes() { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

/// Never reads past the end: what is missing reads as 0, and `good` turns false for good.
class ByteReader {
 public:
  static constexpr bool kReading = true;

  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  void word(std::uint32_t& v) {
    v = 0;
    if (bytes_.size() - at_ < 4) {
      good_ = false;
      at_ = bytes_.size();
      return;
    }
    for (int i = 0; i < 4; ++i) v |= static_cast<std::uint32_t>(bytes_[at_++]) << (8 * i);
  }
  void refuse() { good_ = false; }
  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  bool good_ = true;
};

template <class A>
void archive(A& a, std::uint32_t& v) {
  a.word(v);
}
template <class A>
void archive(A& a, std::int32_t& v) {
  auto word = static_cast<std::uint32_t>(v);
  a.word(word);
  v = static_cast<std::int32_t>(word);
}
template <class A>
void archive(A& a, bool& v) {
  std::uint32_t word = v ? 1U : 0U;
  a.word(word);
  if constexpr (A::kReading) {
    if (word > 1U) a.refuse();
  }
  v = word != 0;
}
template <class A>
void archive(A& a, float& v) {
  std::uint32_t bits = to_bits(v);
  a.word(bits);
  v = float_from_bits(bits);
}
template <class A>
void archive(A& a, double& v) {
  const std::uint64_t bits = to_bits(v);
  auto low = static_cast<std::uint32_t>(bits);
  auto high = static_cast<std::uint32_t>(bits >> 32U);
  a.word(low);
  a.word(high);
  v = double_from_bits((static_cast<std::uint64_t>(high) << 32U) | low);
}
template <class A>
void archive(A& a, Vec3& v) {
  archive(a, v.x);
  archive(a, v.y);
  archive(a, v.z);
}
template <class A>
void archive(A& a, Plane& p) {
  archive(a, p.normal);
  archive(a, p.d);
}
template <class A>
void archive(A& a, Sphere& s) {
  archive(a, s.center);
  archive(a, s.radius);
}
/// The matrix too: a frame given by a matrix is not its quaternion's.
template <class A>
void archive(A& a, Frame& f) {
  archive(a, f.origin);
  archive(a, f.q.w);
  archive(a, f.q.x);
  archive(a, f.q.y);
  archive(a, f.q.z);
  for (float& v : f.m) archive(a, v);
}
template <class A>
void archive(A& a, Position& p) {
  archive(a, p.cell_id);
  archive(a, p.frame);
}
template <class A, class T>
void archive(A& a, std::optional<T>& v) {
  bool present = v.has_value();
  archive(a, present);
  if constexpr (A::kReading) {
    if (present)
      v.emplace();
    else
      v.reset();
  }
  if (v) archive(a, *v);
}
/// A count, then the elements. A count that cannot be true, at `least` bytes an element, is refused before anything is
/// allocated.
template <class A, class T, class Each>
void archive_list(A& a, std::vector<T>& list, std::size_t least, const Each& each) {
  auto count = static_cast<std::uint32_t>(list.size());
  a.word(count);
  if constexpr (A::kReading) {
    if (count > a.left() / least) {
      a.refuse();
      count = 0;
    }
    list.clear();
    list.resize(count);
  }
  for (T& item : list) {
    if (!a.good()) return;
    each(a, item);
  }
}

}  // namespace surefoot
