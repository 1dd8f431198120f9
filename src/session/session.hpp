// A world and the bodies in it, ticked in a stated order; saved, restored, hashed. What a server or a game loop holds.
#pragma once

#include <map>
#include <memory>

#include "body/jump.hpp"
#include "body/placement.hpp"
#include "core/error.hpp"
#include "session/parallel_tick.hpp"

namespace surefoot {

/// Bodies tick in the order of their ids, each seeing the others where they stand by then. Objects that wait to
/// become solid (doors) try before the first body.
///
/// A body is also an object of the world, of its id, with its spheres: others meet it. One caller at a time.
class Session {
 public:
  /// Takes the world; give it a fork to keep one's own.
  explicit Session(World world, Profile profile = {});

  [[nodiscard]] const World& world() const { return world_; }
  /// Between ticks: objects may be placed, moved and changed. Not those of bodies.
  [[nodiscard]] World& world() { return world_; }
  /// Physics time, seconds.
  [[nodiscard]] double elapsed() const { return time_; }
  [[nodiscard]] std::size_t size() const { return bodies_.size(); }
  [[nodiscard]] const Profile& profile() const { return profile_; }
  /// Null when there is no such body. Between ticks its walk, velocity and flags may be set; its place is changed
  /// by ticks and placements alone.
  [[nodiscard]] Body* find(std::uint32_t id);
  [[nodiscard]] const Body* find(std::uint32_t id) const;
  /// By id.
  [[nodiscard]] const std::map<std::uint32_t, Body>& bodies() const { return bodies_; }

  /// The body enters where it stands (nothing is tested). Its id is `mover.object_id`: above 0, and no object's. Wakes
  /// it and works out its acceleration. Refuses a cell that is not in the world.
  Expected<void> add(Body body);
  Expected<void> remove(std::uint32_t id);

  /// Sets a body down, or says why not; its object and what it touched go along.
  Expected<SetPositionOutcome> place(std::uint32_t id, const SetPositionRequest& request);

  /// m/s in body axes, and rad/s to the left: what its legs do until told otherwise, instead of a command.
  Expected<void> walk(std::uint32_t id, const Vec3& velocity, float turn);
  /// What a creature is told to do, until told otherwise: walk, run, strafe, turn. Its walk follows from it from then on.
  Expected<void> command(std::uint32_t id, const RawMotion& raw, const Abilities& abilities = {});
  /// Jumps with `extent` 0..1 of what it can, or says why not. Refuses a body that was never commanded.
  Expected<JumpRefusal> jump(std::uint32_t id, float extent);

  /// Ticks by so many threads from now on (0: as many as the machine runs at once). They wait between ticks. No result
  /// depends on it: see docs/session.md.
  /// `reach` says which cells a body will keep to; a bad one costs time, and that is what the tests of it pass.
  void set_threads(unsigned threads, FindReach reach = find_reach);
  [[nodiscard]] unsigned threads() const { return threads_ == nullptr ? 1 : threads_->threads(); }
  /// For those who wonder why more threads are no faster.
  [[nodiscard]] ThreadStats thread_stats() const {
    return threads_ == nullptr ? ThreadStats{} : threads_->stats();
  }

  /// One quantum of `q` seconds for everybody. `reports`, when given, receives what is told, in order. After an error
  /// (a body that `resolve` refuses) the bodies before it in order have moved.
  Expected<void> tick(float q, std::vector<SessionReport>* reports = nullptr);

  /// XXH3 (seed 0) over all bodies in order: cell, position, rotation, velocity, transient.
  [[nodiscard]] std::uint64_t hash() const;
  /// Everything that ticks depend on but what stands (shapes, cells, landblocks).
  [[nodiscard]] std::vector<std::byte> save() const;
  /// Back to a saved state of a session over the same world; from there on the same bits. On error nothing changes.
  Expected<void> restore(std::span<const std::byte> bytes);

 private:
  World world_;
  Profile profile_;
  std::map<std::uint32_t, Body> bodies_;
  std::map<std::uint32_t, MotionState> motions_;  // of the bodies that were commanded
  double time_ = 0.0;
  Quantum quantum_;  // of the body whose turn it is; kept for its memory
  std::unique_ptr<Workspace> workspace_ = std::make_unique<Workspace>();
  std::unique_ptr<ParallelTick> threads_;  // null: the caller's alone
};

}  // namespace surefoot
