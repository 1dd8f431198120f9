// Landblocks, region and buildings of `surefoot-world/1` (spec 07 §6.1, §6.5; docs/world-format.md).
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "io/world_reader.hpp"
#include "world/landscape.hpp"

namespace surefoot::io {

/// The client's height table: 256 values within [0, 800] metres (05 §1).
using HeightTable = std::array<float, 256>;
inline constexpr float kMaxTerrainHeight = 800.0F;
/// Terrain beyond this, where metres are given, would make planes that mean nothing in binary32.
inline constexpr float kMaxMetres = 1.0e5F;

/// A height function, evaluated in integers at global vertices so that neighbours agree on shared edges.
struct Heights {
  enum class Kind : std::uint8_t { list, flat, ramp, rects, noise, ridge, cone, sum };
  struct Rect {
    std::int64_t x0 = 0, y0 = 0, x1 = 0, y1 = 0, index = 0;
  };

  Kind kind = Kind::flat;
  std::vector<std::int64_t>
      numbers;           ///< list: 81 indices; else the function's numbers in the order of its fields
  bool along_y = false;  ///< ridge: its line runs along y
  std::vector<Rect> rects;
  std::vector<Heights> parts;

  /// Height index at vertex (x, y) of the block, before the one clamp to 0..255.
  [[nodiscard]] std::int64_t at(BlockId block, std::size_t x, std::size_t y) const;
};

/// 64-bit finaliser of the noise function, wrapping.
[[nodiscard]] std::uint64_t mix(std::uint64_t z);

/// What collides of a building made of a setup: its part 0, unscaled (03 §3.3). The setup has parts.
void make_shell(Building& building, const Setup& setup);

/// One landblock, or one definition for every block of a rectangle.
struct LandblockDefinition {
  Heights heights;
  std::optional<std::array<float, kLandVertices>> z;  ///< metres; excludes heights
  std::array<std::uint16_t, kLandVertices> terrain{};
  std::optional<std::array<bool, kLandCells>> split;
};

struct BlockRange {
  BlockId first = 0;
  BlockId last = 0;
  LandblockDefinition definition;
};

/// Landblocks defined in JSON, evaluated when a block is first touched. A block of its own wins over ranges;
/// of several ranges the first.
class JsonLandblocks final : public LandblockSource {
 public:
  HeightTable table{};
  std::vector<std::pair<CellId, std::uint32_t>> restrictions;  ///< land cells and the objects that guard them
  std::map<BlockId, LandblockDefinition> blocks;
  std::vector<BlockRange> ranges;

  [[nodiscard]] std::optional<LandblockData> load(BlockId id) const override;
  [[nodiscard]] std::vector<BlockId> listed() const override;
  [[nodiscard]] const HeightTable* height_table() const override { return &table; }

 private:
  [[nodiscard]] LandblockData evaluate(BlockId id, const LandblockDefinition& d) const;
};

}  // namespace surefoot::io
