// A plain pool of threads that wait for work.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace surefoot {

/// The caller is worker 0; a pool of one has no thread of its own. One job at a time, from one thread.
class ThreadPool {
 public:
  /// 0 stands for as many as the machine runs at once; at most kMaxThreads.
  explicit ThreadPool(unsigned threads);
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool();

  static constexpr unsigned kMaxThreads = 256;

  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(threads_.size()) + 1; }

  /// Calls `job(worker)` once on every worker and returns when all have returned; `job` must not throw. What each did
  /// is visible to the caller afterwards.
  template <class Job>
  void run(const Job& job) {
    run_job([](const void* j, unsigned worker) { (*static_cast<const Job*>(j))(worker); }, &job);
  }

  /// Calls `each(worker, i)` for every i below `count`, in any order, `chunk` of them (1 or more) at a time by one
  /// worker.
  template <class Each>
  void for_each(std::size_t count, std::size_t chunk, const Each& each) {
    std::atomic<std::size_t> next{0};
    run([&](unsigned worker) {
      for (;;) {
        const std::size_t begin = next.fetch_add(chunk, std::memory_order_relaxed);
        if (begin >= count) return;
        const std::size_t end = count - begin < chunk ? count : begin + chunk;
        for (std::size_t i = begin; i < end; ++i) each(worker, i);
      }
    });
  }

 private:
  using Function = void (*)(const void* job, unsigned worker);

  void run_job(Function function, const void* job);
  void work(unsigned worker);
  /// Until there is a job after number `seen`, or none any more.
  std::uint32_t wait_for_job(std::uint32_t seen);

  Function function_ = nullptr;
  const void* job_ = nullptr;
  std::atomic<std::uint32_t> jobs_{0};  ///< number of the newest
  std::atomic<unsigned> busy_{0};       ///< threads that have not finished it
  std::atomic<bool> stopping_{false};
  std::mutex mutex_;  ///< for sleeping and waking only
  std::condition_variable wake_;
  std::vector<std::thread> threads_;
};

}  // namespace surefoot
