// The landblocks of a world, made when they are first touched (a map has 255 × 255 of them).
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/error.hpp"
#include "world/terrain.hpp"

namespace surefoot {

/// Where landblocks come from. `load` may be called from any thread, and must answer the same for the same
/// block.
class LandblockSource {
 public:
  LandblockSource() = default;
  LandblockSource(const LandblockSource&) = delete;
  LandblockSource& operator=(const LandblockSource&) = delete;
  virtual ~LandblockSource() = default;
  /// Absent: there is no such block.
  [[nodiscard]] virtual std::optional<LandblockData> load(BlockId id) const = 0;
  /// Why a block that was asked for cannot be had; null: there is none, or nothing is wrong.
  [[nodiscard]] virtual const Error* damage(BlockId) const { return nullptr; }
  /// Blocks that are named one by one, for checks that look at all of them.
  [[nodiscard]] virtual std::vector<BlockId> listed() const { return {}; }
  /// The table the heights were taken from, for writers; null = there was none.
  [[nodiscard]] virtual const std::array<float, 256>* height_table() const { return nullptr; }
};

/// Safe to read from many threads; making a block is serialised and changes no result.
class Landscape {
 public:
  Landscape() = default;
  Landscape(const Landscape&) = delete;
  Landscape& operator=(const Landscape&) = delete;
  ~Landscape();

  void set_source(std::unique_ptr<LandblockSource> source) { source_ = std::move(source); }
  [[nodiscard]] std::vector<BlockId> listed() const {
    return source_ == nullptr ? std::vector<BlockId>{} : source_->listed();
  }
  [[nodiscard]] bool has_source() const { return source_ != nullptr; }
  /// What a block is made from, without making it.
  [[nodiscard]] std::optional<LandblockData> data(BlockId id) const {
    return source_ == nullptr ? std::nullopt : source_->load(id);
  }
  [[nodiscard]] const std::array<float, 256>* height_table() const {
    return source_ == nullptr ? nullptr : source_->height_table();
  }
  [[nodiscard]] const Error* damage(BlockId id) const {
    return source_ == nullptr ? nullptr : source_->damage(id);
  }

  /// Null when the world has no such block.
  [[nodiscard]] const Landblock* landblock(BlockId id) const { return find(id); }
  /// `LScape::get_landcell` 0x00505F10; `id` must be a land cell's (low word 1..0x40).
  [[nodiscard]] const LandCell* land_cell(CellId id) const {
    const Landblock* block = find(block_of(id));
    return block == nullptr ? nullptr : &block->cells[low_word(id) - 1];
  }
  /// As `land_cell`, for the world's builder: buildings and restrictions are set before anything moves.
  [[nodiscard]] LandCell* mutable_land_cell(CellId id);
  /// The block if something has touched it; it is not made for the asking.
  [[nodiscard]] const Landblock* if_made(BlockId id) const;
  [[nodiscard]] std::size_t blocks_made() const { return made_.load(std::memory_order_relaxed); }

  /// First shadow-list slot after all cells made so far; env cells take theirs from here too.
  [[nodiscard]] std::uint32_t take_slots(std::uint32_t count) const { return next_slot_.fetch_add(count); }

 private:
  struct Entry {
    std::atomic<Landblock*> block{nullptr};
    std::atomic<bool> asked{false};  ///< the source has been asked (there may be no such block)
  };
  using Column = std::array<Entry, 256>;

  [[nodiscard]] Landblock* find(BlockId id) const {
    const Column* column = columns_[id >> 8U].load(std::memory_order_acquire);
    if (column != nullptr) {
      const Entry& e = (*column)[id & 0xFFU];
      // `asked` is stored last: reading it first is what makes the block that goes with it visible.
      if (e.asked.load(std::memory_order_acquire)) return e.block.load(std::memory_order_acquire);
    }
    return source_ == nullptr ? nullptr : make(id);
  }
  [[nodiscard]] Landblock* make(BlockId id) const;

  std::unique_ptr<LandblockSource> source_;
  mutable std::array<std::atomic<Column*>, 256> columns_{};
  mutable std::mutex making_;
  mutable std::atomic<std::uint32_t> next_slot_{0};
  mutable std::atomic<std::size_t> made_{0};
};

}  // namespace surefoot
