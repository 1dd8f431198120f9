#include "capi/handles.hpp"

#include <array>
#include <atomic>
#include <mutex>
#include <vector>

namespace surefoot::capi {

struct HandleSlot {
  std::atomic<std::uint64_t> id{0};    // of the handle that is out; 0: none
  std::atomic<std::int32_t> users{0};  // that share it; −1: one that is alone
  void* object = nullptr;
  std::uint32_t generation = 0;
  std::uint32_t index = 0;
};

namespace {

constexpr std::uint32_t kIndexBits = 24;
constexpr std::uint32_t kChunkBits = 10;
constexpr std::size_t kChunkSize = std::size_t{1} << kChunkBits;
constexpr std::size_t kChunks = std::size_t{1} << (kIndexBits - kChunkBits);

using Chunk = std::array<HandleSlot, kChunkSize>;

/// Slots are never given back: looking at one is safe at any time.
class Table {
 public:
  [[nodiscard]] HandleSlot* find(std::uint64_t id) const {
    const auto index = static_cast<std::uint32_t>(id & ((1U << kIndexBits) - 1U));
    Chunk* chunk = chunks_[index >> kChunkBits].load(std::memory_order_acquire);
    return chunk == nullptr ? nullptr : &(*chunk)[index & (kChunkSize - 1)];
  }

  [[nodiscard]] std::uint64_t put(HandleKind kind, void* object) {
    const std::scoped_lock lock(mutex_);
    if (free_.empty()) add_chunk();
    HandleSlot& slot = *free_.back();
    free_.pop_back();
    ++slot.generation;
    slot.object = object;
    const std::uint64_t id = (static_cast<std::uint64_t>(kind) << 56U) |
                             (static_cast<std::uint64_t>(slot.generation) << kIndexBits) | slot.index;
    slot.id.store(id, std::memory_order_release);
    return id;
  }

  void give_back(HandleSlot& slot) {
    const std::scoped_lock lock(mutex_);
    free_.push_back(&slot);
  }

 private:
  void add_chunk() {
    if (count_ == kChunks) throw std::bad_alloc();
    free_.reserve((count_ + 1) * kChunkSize);  // giving back must not fail
    auto chunk = std::make_unique<Chunk>();
    for (std::size_t i = kChunkSize; i-- > 0;) {
      (*chunk)[i].index = static_cast<std::uint32_t>(count_ * kChunkSize + i);
      free_.push_back(&(*chunk)[i]);
    }
    chunks_[count_++].store(chunk.release(), std::memory_order_release);
  }

  std::array<std::atomic<Chunk*>, kChunks> chunks_{};
  std::mutex mutex_;
  std::vector<HandleSlot*> free_;
  std::size_t count_ = 0;
};

/// Never destroyed: other threads may still call while the program ends.
Table& table() {
  static Table* const only = new Table;
  return *only;
}

HandleSlot* unknown(sf_status& status) {
  status = refuse(SF_ERROR_BAD_HANDLE, "the handle was never given, is destroyed or names something else");
  return nullptr;
}

}  // namespace

HandleSlot* acquire(std::uint64_t id, HandleKind kind, bool alone, sf_status& status) {
  if (id == 0 || (id >> 56U) != static_cast<std::uint64_t>(kind)) return unknown(status);
  HandleSlot* slot = table().find(id);
  if (slot == nullptr || slot->id.load(std::memory_order_acquire) != id) return unknown(status);
  std::int32_t users = slot->users.load(std::memory_order_relaxed);
  do {
    if (users < 0 || (alone && users != 0)) {
      status = refuse(SF_ERROR_BUSY, "another call on this handle is running");
      return nullptr;
    }
  } while (!slot->users.compare_exchange_weak(users, alone ? -1 : users + 1, std::memory_order_acquire,
                                              std::memory_order_relaxed));
  // It may have been destroyed, and the slot given to another, since it was looked at.
  if (slot->id.load(std::memory_order_acquire) == id) return slot;
  release(*slot, alone);
  return unknown(status);
}

void release(HandleSlot& slot, bool alone) {
  if (alone)
    slot.users.store(0, std::memory_order_release);
  else
    slot.users.fetch_sub(1, std::memory_order_release);
}

void* object_in(HandleSlot& slot) {
  return slot.object;
}

void* take_out(HandleSlot& slot) {
  void* object = slot.object;
  slot.object = nullptr;
  slot.id.store(0, std::memory_order_release);
  release(slot, true);
  table().give_back(slot);
  return object;
}

std::uint64_t put_in(HandleKind kind, void* object) {
  return table().put(kind, object);
}

}  // namespace surefoot::capi
