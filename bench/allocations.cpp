// Every operator new of the benchmark, counted.
#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "bench/measure.hpp"

namespace {

/// Each thread counts in a line of the cache of its own: threads that count together would wait for each other.
struct alignas(64) Count {
  std::atomic<std::size_t> calls{0};
  std::atomic<std::size_t> bytes{0};  // given out less given back; of one thread it may be below 0
};

constexpr std::size_t kCounts = 64;  // with more threads, some share one
Count counts[kCounts];
std::atomic<std::size_t> threads{0};

Count& mine() {
  thread_local const std::size_t place = threads.fetch_add(1, std::memory_order_relaxed) % kCounts;
  return counts[place];
}

void* count(void* p) {
  if (p == nullptr) throw std::bad_alloc();
  Count& c = mine();
  c.calls.fetch_add(1, std::memory_order_relaxed);
  c.bytes.fetch_add(malloc_usable_size(p), std::memory_order_relaxed);
  return p;
}

void* allocate(std::size_t size) {
  return count(std::malloc(size != 0 ? size : 1));
}

void* allocate(std::size_t size, std::align_val_t align) {
  const auto a = static_cast<std::size_t>(align);
  return count(std::aligned_alloc(a, (size + a - 1) / a * a));
}

void release(void* p) noexcept {
  mine().bytes.fetch_sub(malloc_usable_size(p), std::memory_order_relaxed);
  std::free(p);
}

}  // namespace

namespace surefoot::bench {

std::size_t allocation_count() {
  std::size_t sum = 0;
  for (const Count& c : counts) sum += c.calls.load(std::memory_order_relaxed);
  return sum;
}

std::size_t live_bytes() {
  std::size_t sum = 0;
  for (const Count& c : counts) sum += c.bytes.load(std::memory_order_relaxed);
  return sum;
}

}  // namespace surefoot::bench

void* operator new(std::size_t size) {
  return allocate(size);
}
void* operator new[](std::size_t size) {
  return allocate(size);
}
void* operator new(std::size_t size, std::align_val_t align) {
  return allocate(size, align);
}
void* operator new[](std::size_t size, std::align_val_t align) {
  return allocate(size, align);
}
void operator delete(void* p) noexcept {
  release(p);
}
void operator delete[](void* p) noexcept {
  release(p);
}
void operator delete(void* p, std::size_t) noexcept {
  release(p);
}
void operator delete[](void* p, std::size_t) noexcept {
  release(p);
}
void operator delete(void* p, std::align_val_t) noexcept {
  release(p);
}
void operator delete[](void* p, std::align_val_t) noexcept {
  release(p);
}
void operator delete(void* p, std::size_t, std::align_val_t) noexcept {
  release(p);
}
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept {
  release(p);
}
