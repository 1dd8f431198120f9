#include "session/parallel_tick.hpp"

#include <algorithm>
#include <utility>

#include "session/spin.hpp"

namespace surefoot {

namespace {

/// A smaller group is not worth waking anybody for.
constexpr std::size_t kLeastGroup = 16;

}  // namespace

/// One tick: what all of it shares.
struct ParallelTick::Run {
  World& world;
  const Bodies& bodies;
  const Profile* profile;
  float q;
  std::vector<SessionReport>* reports;
  std::size_t begin = 0;  ///< of the group
  std::size_t end = 0;
};

/// Others as they move now, to a task: whoever moves at the same time has a cell with it in common, and is before or
/// behind it in order.
class ParallelTick::OrderedObjects final : public TouchedObjects {
 public:
  OrderedObjects(const Run& run, std::vector<Task>& tasks, Task& me) : run_(run), tasks_(tasks), me_(me) {}
  [[nodiscard]] std::optional<TouchedObject> find(std::uint32_t id) const override {
    const auto begin = tasks_.begin() + static_cast<std::ptrdiff_t>(run_.begin);
    const auto end = tasks_.begin() + static_cast<std::ptrdiff_t>(run_.end);
    const auto other =
        std::lower_bound(begin, end, id, [](const Task& t, std::uint32_t wanted) { return t.id < wanted; });
    if (other != end && other->id == id && !other->region.cells().empty() &&
        !other->region.meets(me_.region)) {
      me_.region.leave();
      return std::nullopt;
    }
    return MovingObjects(run_.world, run_.bodies).find(id);
  }

 private:
  const Run& run_;
  std::vector<Task>& tasks_;
  Task& me_;
};

ParallelTick::ParallelTick(unsigned threads, FindReach reach)
    : reach_(reach), pool_(threads), territories_(pool_.size()) {
  workspaces_.resize(pool_.size());
  arrays_.resize(pool_.size());
}

Expected<void> ParallelTick::tick(World& world, Bodies& bodies, Motions& motions, const Profile* profile,
                                  float q, std::vector<SessionReport>* reports) {
  gather(world, bodies, motions, q);
  // The landblocks within reach are made by now. A list that had to be made later would move the others.
  cells_.resize(std::max<std::size_t>(cells_.size(), world.reserve_lists()));
  Run run{world, bodies, profile, q, reports};
  for (std::size_t begin = 0; begin < tasks_.size();) {
    std::size_t end = begin;
    while (end < tasks_.size() && !tasks_[end].alone) ++end;
    if (const auto done = tick_group(run, begin, end); !done) return done;
    if (end < tasks_.size()) {
      ++stats_.alone;
      if (const auto done = one_after_another(run, end, end + 1); !done) return done;
      ++end;
    }
    begin = end;
  }
  return {};
}

void ParallelTick::gather(const World& world, Bodies& bodies, Motions& motions, float q) {
  tasks_.resize(bodies.size());
  saved_.resize(bodies.size());
  owners_.resize(bodies.size());
  territories_.update(bodies);
  std::size_t i = 0;
  for (auto& [id, body] : bodies) {
    tasks_[i].id = id;
    tasks_[i].body = &body;
    ++i;
  }
  // Whoever had a body last has it at hand.
  pool_.run([&](unsigned worker) {
    for (std::size_t at = 0; at < tasks_.size(); ++at) {
      if (owners_[at] == worker) find_cells(world, bodies, motions, q, worker, at);
    }
  });
}

void ParallelTick::find_cells(const World& world, const Bodies& bodies, Motions& motions, float q,
                              unsigned worker, std::size_t at) {
  Task& t = tasks_[at];
  const auto motion = motions.empty() ? motions.end() : motions.find(t.id);
  t.motion = motion == motions.end() ? nullptr : &motion->second;
  t.meeting = kNone;
  t.started = false;
  // One that is frozen does nothing but fall asleep. Now, since others look at the same word later.
  if (t.body->is(physics_state::kFrozen)) t.body->set(transient_state::kActive, false);
  t.alone = !reach_(world, bodies, *t.body, q, arrays_[worker], t.region);
  const auto cells = t.region.cells();
  const unsigned owner = cells.empty() ? worker : territories_.owner(cells.front()->id);
  t.crosses = std::any_of(cells.begin(), cells.end(),
                          [&](const ObjCell* c) { return territories_.owner(c->id) != owner; });
  owners_[at] = static_cast<std::uint8_t>(owner);
}

Expected<void> ParallelTick::one_after_another(Run& run, std::size_t begin, std::size_t end) {
  const MovingObjects objects(run.world, run.bodies);
  TickOptions options;
  options.profile = run.profile;
  options.objects = &objects;
  for (std::size_t i = begin; i < end; ++i) {
    Task& t = tasks_[i];
    const auto done = tick_body(run.world, *t.body, t.motion, run.q, workspaces_[0], options, t.quantum);
    if (!done) return done;
    if (run.reports == nullptr) continue;
    for (const CollisionReport& r : t.quantum.reports) run.reports->push_back({t.id, r});
  }
  return {};
}

Expected<void> ParallelTick::tick_group(Run& run, std::size_t begin, std::size_t end) {
  if (end - begin < kLeastGroup) {
    stats_.alone += end - begin;
    return one_after_another(run, begin, end);
  }
  run.begin = begin;
  run.end = end;
  find_meetings(begin, end);
  failed_.store(false, std::memory_order_relaxed);
  pool_.run([&](unsigned worker) { work(run, worker); });
  if (failed_.load(std::memory_order_relaxed)) {
    ++stats_.taken_back;
    take_back(run.world, begin, end);
    return one_after_another(run, begin, end);
  }
  stats_.together += end - begin;
  if (run.reports == nullptr) return {};
  for (std::size_t i = begin; i < end; ++i) {
    for (const CollisionReport& r : tasks_[i].quantum.reports) run.reports->push_back({tasks_[i].id, r});
  }
  return {};
}

void ParallelTick::find_meetings(std::size_t begin, std::size_t end) {
  if (++group_ == 0) {  // the numbers begin again: none of the old ones may be taken for a new one
    cells_.assign(cells_.size(), Cell{});
    group_ = 1;
  }
  bool any = false;
  for (std::size_t i = begin; i < end; ++i) {
    if (!tasks_[i].crosses) continue;
    any = true;
    for (const ObjCell* c : tasks_[i].region.cells()) cells_[c->slot].shared = group_;
  }
  meetings_.clear();
  waits_.clear();
  for (std::size_t i = begin; any && i < end; ++i) {
    Task& t = tasks_[i];
    for (const ObjCell* c : t.region.cells()) {
      Cell& cell = cells_[c->slot];
      if (cell.shared != group_) continue;
      if (t.meeting == kNone) {
        t.meeting = static_cast<std::uint32_t>(meetings_.size());
        meetings_.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(waits_.size()), 0});
      }
      // One worker's own go in order as it is.
      if (cell.met == group_ && owners_[meetings_[cell.meeting].task] != owners_[i]) {
        waits_.push_back(cell.meeting);
        ++meetings_.back().count;
      }
      cell.meeting = t.meeting;
      cell.met = group_;
    }
    if (t.meeting != kNone && meetings_.back().count != 0) ++stats_.waited;
  }
  if (over_size_ < meetings_.size()) {
    over_size_ = 2 * meetings_.size();
    over_ = std::make_unique<std::atomic<bool>[]>(over_size_);
  }
  for (std::size_t m = 0; m < meetings_.size(); ++m) over_[m].store(false, std::memory_order_relaxed);
}

void ParallelTick::work(Run& run, unsigned worker) {
  for (std::size_t i = run.begin; i < run.end; ++i) {
    if (owners_[i] != worker) continue;
    const std::uint32_t meeting = tasks_[i].meeting;
    if (meeting == kNone) {
      if (!failed_.load(std::memory_order_relaxed)) tick_task(run, worker, i);
      continue;
    }
    const Meeting& m = meetings_[meeting];
    for (std::uint32_t k = 0; k < m.count; ++k) {
      for (Spin spin; !over_[waits_[m.first + k]].load(std::memory_order_acquire);) spin.wait();
    }
    if (!failed_.load(std::memory_order_relaxed)) tick_task(run, worker, i);
    over_[meeting].store(true, std::memory_order_release);
  }
}

void ParallelTick::tick_task(Run& run, unsigned worker, std::size_t i) {
  Task& t = tasks_[i];
  save(run.world, i);
  const OrderedObjects objects(run, tasks_, t);
  TickOptions options;
  options.profile = run.profile;
  options.objects = &objects;
  options.region = &t.region;
  const auto done = tick_body(run.world, *t.body, t.motion, run.q, workspaces_[worker], options, t.quantum);
  if (!done || t.region.left()) failed_.store(true, std::memory_order_relaxed);
}

void ParallelTick::save(const World& world, std::size_t i) {
  Task& t = tasks_[i];
  Saved& s = saved_[i];
  s.body = *t.body;
  s.motion = t.motion != nullptr ? std::optional(*t.motion) : std::nullopt;
  t.started = true;
  const auto cells = t.region.cells();
  if (cells.empty()) return;  // it sleeps: its object stays
  const PhysicsObject& o = *world.registry().find(t.id);
  s.place.position = o.position;
  s.place.cell = o.cell;
  s.place.state = o.state;
  s.place.transient = o.transient;
  s.place.shadow_cells.assign(o.shadow_cells.begin(), o.shadow_cells.end());
  for (std::size_t k = 0; k < cells.size(); ++k) {
    Cell& cell = cells_[cells[k]->slot];
    s.has_list[k] = cell.saved != group_;
    if (!s.has_list[k]) continue;
    cell.saved = group_;
    s.lists[k].clear();
    const ShadowList& list = world.registry().shadow_list(*cells[k]);
    for (std::size_t n = 0; n < list.size(); ++n) s.lists[k].push_back(list[n].id);
  }
}

void ParallelTick::take_back(World& world, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    const Task& t = tasks_[i];
    if (!t.started) continue;
    *t.body = saved_[i].body;
    if (t.motion != nullptr) *t.motion = *saved_[i].motion;
    if (!t.region.cells().empty()) world.put_back(t.id, saved_[i].place);
  }
  // All who were in a list of these are back where they stood.
  for (std::size_t i = begin; i < end; ++i) {
    const Task& t = tasks_[i];
    const auto cells = t.region.cells();
    for (std::size_t k = 0; t.started && k < cells.size(); ++k) {
      if (saved_[i].has_list[k]) world.put_back(*cells[k], saved_[i].lists[k]);
    }
  }
}

}  // namespace surefoot
