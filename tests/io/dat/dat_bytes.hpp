// Bytes as a test writes them.
#pragma once

#include <cstddef>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/dat/container.hpp"
#include "io/dat/records.hpp"
#include "io/dat/write_records.hpp"

namespace surefoot::io {

/// "01 00 FF" → three bytes.
inline std::vector<std::byte> bytes_of(const std::string& hex) {
  std::vector<std::byte> out;
  std::string digits;
  for (const char c : hex) {
    if (c == ' ' || c == '\n') continue;
    digits += c;
    if (digits.size() < 2) continue;
    out.push_back(static_cast<std::byte>(std::stoul(digits, nullptr, 16)));
    digits.clear();
  }
  EXPECT_TRUE(digits.empty()) << hex;
  return out;
}

inline std::string hex_of(const std::vector<std::byte>& bytes) {
  std::string out;
  for (const std::byte b : bytes)
    out += fmt::format("{}{:02X}", out.empty() ? "" : " ", std::to_integer<int>(b));
  return out;
}

/// The bytes from `at` on, `n` of them.
inline std::string hex_at(const std::vector<std::byte>& bytes, std::size_t at, std::size_t n) {
  if (at + n > bytes.size()) return "past the end";
  const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(at);
  return hex_of({first, first + static_cast<std::ptrdiff_t>(n)});
}

inline std::vector<std::byte> file_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::vector<std::byte> out;
  for (char c = 0; in.get(c);) out.push_back(static_cast<std::byte>(c));
  return out;
}

/// A record that is in no file.
inline DatRecord loose(std::uint32_t id, std::vector<std::byte> bytes) {
  DatRecord r;
  r.id = id;
  r.bytes = std::move(bytes);
  return r;
}

template <class Record>
std::vector<std::byte> written(const Record& record) {
  auto bytes = write_record(record);
  EXPECT_TRUE(bytes) << (bytes ? "" : bytes.error().text());
  return bytes ? *bytes : std::vector<std::byte>{};
}

inline DatVertex vertex(std::uint16_t index, const Vec3& at) {
  return {index, at, {0.0F, 0.0F, 1.0F}, {}};
}

/// The quad, the leaf and the GfxObj of spec 07 §10, cases 3 and 4.
inline DatPolygon quad() {
  DatPolygon p;
  p.vertices = {0, 1, 2, 3};
  return p;
}

inline DatBsp quad_leaf() {
  DatBspNode leaf;
  leaf.sphere.radius = 1.5F;
  leaf.polygons = {0};
  DatBsp out;
  out.nodes.push_back(leaf);
  return out;
}

inline GfxObjRecord quad_gfxobj() {
  GfxObjRecord g;
  g.id = 0x01000001;
  g.flags = GfxObjRecord::kPhysics;
  g.vertices = {vertex(0, {-1, -1, 0}), vertex(1, {1, -1, 0}), vertex(2, {1, 1, 0}), vertex(3, {-1, 1, 0})};
  g.physics_polygons = {quad()};
  g.physics_bsp = quad_leaf();
  return g;
}

}  // namespace surefoot::io
