// How a prepared world lies in its file (docs/prepared-worlds.md). Little-endian; every section starts on a multiple of
// kSectionAlign, so that what is mapped can be used as it lies.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "world/terrain.hpp"

namespace surefoot::io::prepared {

inline constexpr std::array<char, 8> kMagic = {'S', 'F', 'W', 'O', 'R', 'L', 'D', '\x1A'};
/// Reads as another number on a machine of the other byte order.
inline constexpr std::uint32_t kEndianMark = 0x01020304U;
/// Goes up with every change of the layout, of the catalog and of what `save_objects` writes.
inline constexpr std::uint32_t kVersion = 1;
inline constexpr std::size_t kSectionAlign = 64;

/// At offset 0. Checksums are XXH3, 64 bits, seed 0.
struct FileHeader {
  std::array<char, 8> magic = kMagic;
  std::uint32_t endian = kEndianMark;
  std::uint32_t version = kVersion;
  std::uint64_t file_size = 0;
  std::uint64_t index_offset = 0;
  std::uint64_t index_size = 0;
  std::uint64_t index_checksum = 0;
  std::uint64_t world_hash = 0;  ///< of the source, as in captures and traces
  std::uint64_t checksum = 0;    ///< of the header before this field
};
static_assert(sizeof(FileHeader) == 64);

/// The index: this, then sections: the catalog's, of shapes, of structures, of landblocks; then the ids of the
/// landblocks, 16 bits each, ascending.
struct IndexHeader {
  std::uint32_t shapes = 0;
  std::uint32_t structures = 0;
  std::uint32_t blocks = 0;
  std::uint32_t reserved = 0;
};
static_assert(sizeof(IndexHeader) == 16);

struct Section {
  std::uint64_t offset = 0;
  std::uint64_t checksum = 0;  ///< of the bytes as stored
  std::uint32_t stored = 0;    ///< bytes in the file
  std::uint32_t size = 0;      ///< bytes in use; other than `stored`: zstd
};
static_assert(sizeof(Section) == 24);

/// A section of a shape or a structure: this, the flat tree, the planes of the cell's volume; each on a multiple of 16.
struct ShapeHeader {
  std::uint32_t tree_bytes = 0;
  std::uint32_t cell_planes = 0;
  std::array<std::uint32_t, 2> reserved{};
};
static_assert(sizeof(ShapeHeader) == 16);

/// A section of a landblock. Its triangles are made from it at its first touch.
struct Terrain {
  std::array<float, kLandVertices> z{};
  std::array<std::uint16_t, kLandVertices> words{};
  std::array<std::uint8_t, kLandCells / 8> sw_to_ne{};  ///< a bit a cell, cell 0 lowest
  std::uint16_t reserved = 0;
};
static_assert(sizeof(Terrain) == 496);

}  // namespace surefoot::io::prepared
