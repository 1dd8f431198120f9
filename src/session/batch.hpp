// Many resolves at once, by any number of threads: a survey, or a server that asks first and moves afterwards.
#pragma once

#include <span>
#include <vector>

#include "motion/resolve.hpp"
#include "session/thread_pool.hpp"

namespace surefoot {

/// Threads and their workspaces, kept from one batch to the next.
class BatchResolver {
 public:
  /// 0 stands for as many threads as the machine runs at once.
  explicit BatchResolver(unsigned threads);

  [[nodiscard]] unsigned threads() const { return pool_.size(); }

  /// Resolves every request in the world as it stands; none sees another's result. Results are in the order of the
  /// requests, each what `resolve` answers (also its refusals), and do not depend on the number of threads. Their
  /// spans are empty: what they point to belongs to a workspace. `results` is as long as `requests`, or nothing is
  /// done and this is an error; a `further_try` is refused, since no request comes after a certain other.
  ///
  /// Nothing may change the world meanwhile.
  Expected<void> resolve(const World& world, std::span<const ResolveRequest> requests,
                         std::span<Expected<ResolveResult>> results, const Profile* profile = nullptr);

  /// The same, handing each result to `take(i, result)` on the thread it was made by, before that thread's next: its
  /// spans are whole there. Calls come in any order and beside each other.
  template <class Take>
  void resolve_each(const World& world, std::span<const ResolveRequest> requests, const Take& take,
                    const Profile* profile = nullptr) {
    pool_.for_each(requests.size(), kChunk, [&](unsigned worker, std::size_t i) {
      take(i, resolve_one(world, requests[i], workspaces_[worker], profile));
    });
  }

 private:
  /// Enough work to be worth a look at the shared counter, little enough to share it out evenly.
  static constexpr std::size_t kChunk = 16;

  [[nodiscard]] static Expected<ResolveResult> resolve_one(const World& world, const ResolveRequest& request,
                                                           Workspace& workspace, const Profile* profile);

  ThreadPool pool_;
  std::vector<Workspace> workspaces_;
};

/// One batch by `threads` threads that end with it. Whoever has many keeps a BatchResolver.
Expected<void> resolve_batch(const World& world, std::span<const ResolveRequest> requests,
                             std::span<Expected<ResolveResult>> results, unsigned threads = 1,
                             const Profile* profile = nullptr);

}  // namespace surefoot
