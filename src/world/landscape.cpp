#include "world/landscape.hpp"

namespace surefoot {

Landscape::~Landscape() {
  for (auto& column : columns_) {
    const std::unique_ptr<Column> owned(column.load());
    if (owned == nullptr) continue;
    for (Entry& e : *owned) delete e.block.load();
  }
}

Landblock* Landscape::make(BlockId id) const {
  const std::lock_guard lock(making_);
  std::atomic<Column*>& slot = columns_[id >> 8U];
  Column* column = slot.load(std::memory_order_acquire);
  if (column == nullptr) {
    column = std::make_unique<Column>().release();  // owned by columns_
    slot.store(column, std::memory_order_release);
  }
  Entry& e = (*column)[id & 0xFFU];
  if (e.asked.load(std::memory_order_acquire)) return e.block.load(std::memory_order_acquire);
  if (const auto data = source_->load(id)) {
    e.block.store(make_landblock(id, *data, take_slots(kLandCells)).release(), std::memory_order_release);
    made_.fetch_add(1, std::memory_order_relaxed);
  }
  e.asked.store(true, std::memory_order_release);
  return e.block.load(std::memory_order_acquire);
}

const Landblock* Landscape::if_made(BlockId id) const {
  const Column* column = columns_[id >> 8U].load(std::memory_order_acquire);
  return column == nullptr ? nullptr : (*column)[id & 0xFFU].block.load(std::memory_order_acquire);
}

LandCell* Landscape::mutable_land_cell(CellId id) {
  Landblock* block = find(block_of(id));
  return block == nullptr ? nullptr : &block->cells[low_word(id) - 1];
}

}  // namespace surefoot
