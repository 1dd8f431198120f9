// Every operator new of the benchmark, counted.
#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "bench/measure.hpp"

namespace {

std::atomic<std::size_t> calls{0};
std::atomic<std::size_t> bytes{0};

void* count(void* p) {
  if (p == nullptr) throw std::bad_alloc();
  calls.fetch_add(1, std::memory_order_relaxed);
  bytes.fetch_add(malloc_usable_size(p), std::memory_order_relaxed);
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
  bytes.fetch_sub(malloc_usable_size(p), std::memory_order_relaxed);
  std::free(p);
}

}  // namespace

namespace surefoot::bench {

std::size_t allocation_count() {
  return calls.load(std::memory_order_relaxed);
}

std::size_t live_bytes() {
  return bytes.load(std::memory_order_relaxed);
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
