#include "session/thread_pool.hpp"

#include <algorithm>

#include "session/spin.hpp"

namespace surefoot {

namespace {

/// Looks at the next job before a thread goes to sleep. A session ticks again at once or not for a long time, and
/// waking costs more than a small tick.
constexpr int kLooks = 2200;

}  // namespace

ThreadPool::ThreadPool(unsigned threads) {
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  threads = std::min(threads, kMaxThreads);
  threads_.reserve(threads - 1);
  for (unsigned worker = 1; worker < threads; ++worker)
    threads_.emplace_back([this, worker] { work(worker); });
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_.store(true);
    jobs_.fetch_add(1);
  }
  wake_.notify_all();
  for (std::thread& t : threads_) t.join();
}

void ThreadPool::run_job(Function function, const void* job) {
  if (threads_.empty()) {
    function(job, 0);
    return;
  }
  function_ = function;
  job_ = job;
  busy_.store(static_cast<unsigned>(threads_.size()), std::memory_order_relaxed);
  {
    const std::lock_guard lock(mutex_);
    jobs_.fetch_add(1, std::memory_order_release);
  }
  wake_.notify_all();
  function(job, 0);
  for (Spin spin; busy_.load(std::memory_order_acquire) != 0;) spin.wait();
}

std::uint32_t ThreadPool::wait_for_job(std::uint32_t seen) {
  Spin spin;
  for (int i = 0; i < kLooks; ++i) {
    const std::uint32_t now = jobs_.load(std::memory_order_acquire);
    if (now != seen) return now;
    spin.wait();
  }
  std::unique_lock lock(mutex_);
  wake_.wait(lock, [&] { return jobs_.load(std::memory_order_acquire) != seen; });
  return jobs_.load(std::memory_order_acquire);
}

void ThreadPool::work(unsigned worker) {
  std::uint32_t seen = 0;
  for (;;) {
    seen = wait_for_job(seen);
    if (stopping_.load()) return;
    function_(job_, worker);
    busy_.fetch_sub(1, std::memory_order_release);
  }
}

}  // namespace surefoot
