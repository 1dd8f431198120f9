// The ticks of a session's bodies by several threads, with the bits of one.
//
// One after another, by id, each seeing the others where they stand by then: what a body does depends on those before
// it, but only on those it can meet. So each body names the cells it keeps to (reach.hpp). Bodies without a cell in
// common neither read nor write anything of each other, and it does not matter who of them goes first. Those with one in
// common go in the order of their ids.
//
// Each worker has a part of the map (territories.hpp) and ticks the bodies there in the order of their ids, which is all
// the order that bodies of one worker need. Where bodies of two workers named the same cell, the later one waits for the
// earlier. Nobody waits for a later one, so there is always somebody who can go on.
//
// Whether bodies kept to their cells is looked at, not believed: the solver asks the region before it reads a cell's
// list, and a body is not listed outside. One that would have left it is refused, everything since the last moment all
// were right is taken back, and those bodies are ticked one after another.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "session/reach.hpp"
#include "session/territories.hpp"
#include "session/thread_pool.hpp"
#include "session/tick_body.hpp"

namespace surefoot {

/// How a session's bodies were ticked so far.
struct ThreadStats {
  std::uint64_t together = 0;    ///< beside others
  std::uint64_t waited = 0;      ///< of those: after one of another thread
  std::uint64_t alone = 0;       ///< with nobody beside them (`find_reach`)
  std::uint64_t taken_back = 0;  ///< groups of bodies that were ticked again, one after another
};

/// Keeps its threads and its memory from tick to tick.
class ParallelTick {
 public:
  using Bodies = std::map<std::uint32_t, Body>;
  using Motions = std::map<std::uint32_t, MotionState>;

  /// 0 stands for as many threads as the machine runs at once.
  explicit ParallelTick(unsigned threads, FindReach reach = find_reach);

  [[nodiscard]] unsigned threads() const { return pool_.size(); }
  [[nodiscard]] const ThreadStats& stats() const { return stats_; }

  /// As if `tick_body` were called for all of them in order, until one is refused. `profile` is not null.
  Expected<void> tick(World& world, Bodies& bodies, Motions& motions, const Profile* profile, float q,
                      std::vector<SessionReport>* reports);

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;
  /// Bytes that processors hand to each other at once: what two workers write lies in different ones.
  static constexpr std::size_t kLine = 64;

  struct alignas(kLine) Task {
    std::uint32_t id = 0;
    std::uint32_t meeting = kNone;  ///< number of its Meeting
    Body* body = nullptr;
    MotionState* motion = nullptr;
    bool alone = false;
    bool crosses = false;  ///< names a cell of another worker's
    bool started = false;
    CellRegion region;
    Quantum quantum;  ///< keeps its memory from tick to tick
  };
  /// What a task may change, as it was.
  struct alignas(kLine) Saved {
    Body body;
    std::optional<MotionState> motion;
    World::ObjectPlace place;
    std::array<bool, CellRegion::kMost> has_list{};
    std::array<std::vector<std::uint32_t>, CellRegion::kMost> lists;  ///< of the cells it is the first in
  };
  /// A task that named a cell which more than one worker's bodies named.
  struct Meeting {
    std::uint32_t task = 0;
    std::uint32_t first = 0;  ///< of `waits_`: the meetings that must be over before
    std::uint32_t count = 0;
  };
  struct Run;
  class OrderedObjects;

  void gather(const World& world, Bodies& bodies, Motions& motions, float q);
  void find_cells(const World& world, const Bodies& bodies, Motions& motions, float q, unsigned worker,
                  std::size_t at);
  Expected<void> tick_group(Run& run, std::size_t begin, std::size_t end);
  Expected<void> one_after_another(Run& run, std::size_t begin, std::size_t end);
  void find_meetings(std::size_t begin, std::size_t end);
  void work(Run& run, unsigned worker);
  void tick_task(Run& run, unsigned worker, std::size_t i);
  void save(const World& world, std::size_t i);
  void take_back(World& world, std::size_t begin, std::size_t end);

  FindReach reach_;
  ThreadPool pool_;
  Territories territories_;
  std::vector<Workspace> workspaces_;
  std::vector<CellArray> arrays_;
  std::vector<std::uint8_t> owners_;  // of the tasks
  std::vector<Task> tasks_;           // in the order of ids
  std::vector<Saved> saved_;          // the same

  // By the slot of a cell; numbers of groups say whether the rest is of this one.
  struct Cell {
    std::uint32_t shared = 0;   ///< group in which more than one worker has named it
    std::uint32_t meeting = 0;  ///< the last one, in the order of ids
    std::uint32_t met = 0;      ///< group of that
    std::uint32_t saved = 0;    ///< group in which its list was saved
  };
  std::vector<Cell> cells_;
  std::uint32_t group_ = 0;

  std::vector<Meeting> meetings_;
  std::vector<std::uint32_t> waits_;
  std::unique_ptr<std::atomic<bool>[]> over_;  // by meeting
  std::size_t over_size_ = 0;
  std::atomic<bool> failed_{false};
  ThreadStats stats_;
};

}  // namespace surefoot
