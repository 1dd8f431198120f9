// What a world leaves nameless and a file must name: shapes that came with an object, cell structures.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "world/world.hpp"

namespace surefoot::io {

/// Ids of a world's shapes and setups, each unique among its kind: its own where it has one that no other has.
class AssetIds {
 public:
  /// `retail`: only ids the client's containers know are kept, 0x01xxxxxx and 0x02xxxxxx.
  AssetIds(const World& world, bool retail);

  [[nodiscard]] std::uint32_t of(const GfxObj& g) const { return gfxobjs_[g.number]; }
  [[nodiscard]] std::uint32_t of(const Setup& s) const { return setups_[s.number]; }

 private:
  std::vector<std::uint32_t> gfxobjs_;
  std::vector<std::uint32_t> setups_;
};

/// Shapes and setups that came with an object and can go with it again: without an id, used as the reader makes them of
/// a "shape".
class InlineShapes {
 public:
  explicit InlineShapes(const World& world);

  [[nodiscard]] bool has(const GfxObj& g) const { return gfxobjs_[g.number]; }
  [[nodiscard]] bool has(const Setup& s) const { return setups_[s.number]; }

 private:
  std::vector<bool> gfxobjs_;
  std::vector<bool> setups_;
};

/// The structures the cells of a world use, in the order of the cells.
class CellStructNumbers {
 public:
  explicit CellStructNumbers(const World& world);

  [[nodiscard]] const std::vector<const CellStruct*>& all() const { return all_; }
  [[nodiscard]] std::size_t of(const CellStruct& s) const { return numbers_.at(&s); }
  /// The first cell that uses structure `i`.
  [[nodiscard]] CellId first_cell(std::size_t i) const { return first_cells_[i]; }

 private:
  std::vector<const CellStruct*> all_;
  std::vector<CellId> first_cells_;
  std::unordered_map<const CellStruct*, std::size_t> numbers_;  // asked, never walked
};

/// Every block the world has, ascending; nothing is made.
[[nodiscard]] std::vector<BlockId> blocks_of(const World& world);

}  // namespace surefoot::io
