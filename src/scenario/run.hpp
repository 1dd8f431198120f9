// Runs a scenario tick by tick and judges its expectations.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/scenario.hpp"
#include "motion/resolve_body.hpp"
#include "scenario/crowd.hpp"
#include "trace/recorder.hpp"

namespace surefoot::scenario {

/// The body after one step, and what the step's resolve said. Plain values: nothing points into a workspace.
struct StepRecord {
  std::uint32_t tick = 0;
  bool tried =
      true;  ///< false: a body that moved too little to make a resolve; the fields of its last one stand
  bool ok = false;
  ResolveBody body;    ///< after the commit
  CellId cell_id = 0;  ///< loaded cell the mover is in; 0 = none
  float moved = 0.0F;  ///< metres this step
  bool contact_plane_valid = false;
  ContactPlane contact_plane;
  bool last_known_contact_plane_valid = false;
  ContactPlane last_known_contact_plane;
  bool collision_normal_valid = false;
  Vec3 collision_normal;
  bool sliding_normal_valid = false;
  Vec3 sliding_normal;
  int frames_stationary_fall = 0;
  std::uint32_t object_info_state = 0;
  bool velocity_killed = false;
  bool collided_with_environment = false;
  std::vector<std::uint32_t> touched;      ///< ids of the objects touched, in order
  std::uint32_t last_collided_object = 0;  ///< 0 = none
  // Of a body; a mover that is resolved has its state bits alone.
  std::uint32_t physics_state = 0;
  bool in_world = true;   ///< false: it fell out of the loaded world
  Vec3 cached_velocity;   ///< m/s
  Vec3 acceleration;      ///< m/s²
  Vec3 omega;             ///< rad/s
  std::string placement;  ///< of a body that was set down before the tick: "Ok", "NoValidPosition", …
  std::uint32_t jump_refusal = 0;  ///< of one told to jump: 0 or the client's error code
  std::string rule;                ///< deciding arm; only when rules were recorded
};

/// What a resolve said; `body`, `tick` and `moved` are the caller's to fill.
[[nodiscard]] StepRecord record_of(const ResolveResult& r);

struct RunOptions {
  Profile profile;            ///< added to the scenario's own
  bool record_rules = false;  ///< fill StepRecord::rule for every tick (slower)
};

/// Runs a scenario step by step; a step beyond the last is not to be asked for. Not for crowds. A scenario that changes
/// its world runs in a fork of its own, so that it can be run again.
class Runner {
 public:
  explicit Runner(const io::Scenario& scenario, const RunOptions& options = {});

  [[nodiscard]] bool done() const { return input_ >= scenario_.input_count(); }
  [[nodiscard]] std::uint32_t tick() const { return tick_; }
  [[nodiscard]] const Body& body() const { return body_; }
  [[nodiscard]] const Profile& profile() const { return profile_; }
  /// As it is now.
  [[nodiscard]] const World& world() const { return own_world_ ? *own_world_ : *scenario_.world; }

  /// What the last step asked; absent when it asked nothing.
  [[nodiscard]] const std::optional<ResolveRequest>& last_request() const { return last_request_; }
  /// Where that was to lead, metres from where it began, world axes; nothing where it asked nothing or from nowhere.
  [[nodiscard]] Vec3 last_wish() const {
    const auto& asked = last_request_;
    const bool somewhere = asked && asked->begin && asked->begin->cell_id != 0 && asked->end.cell_id != 0;
    return somewhere ? get_offset(*asked->begin, asked->end) : Vec3{};
  }
  /// The body as it asked: of one with time, integrated and not yet moved.
  [[nodiscard]] const ResolveBody& last_asking() const { return last_asking_; }
  /// Runs the next step. With a sink the Profiled instantiation reports to it; without one and with an empty
  /// profile the fast path runs. `result`, when given, receives the raw result (its spans hold until the next
  /// step).
  [[nodiscard]] Expected<StepRecord> step(TraceSink* sink = nullptr, ResolveResult* result = nullptr);

  /// Everything the next steps depend on, as bytes, between two steps.
  [[nodiscard]] std::vector<std::byte> save() const;
  /// Goes on from there: the same scenario and options give the same bits. On error nothing changes.
  Expected<void> restore(std::span<const std::byte> bytes);

 private:
  [[nodiscard]] Expected<void> change_world();
  /// Seconds on a host's clock at the end of this tick.
  [[nodiscard]] double clock() const;
  [[nodiscard]] Expected<void> tell_body(const io::BodyInput& in, TraceSink* sink, StepRecord& told);
  [[nodiscard]] Abilities abilities(TraceSink* sink) const;
  void tell_walk(const io::BodyInput& in, TraceSink* sink);
  void jump_body(const io::BodyInput& in, TraceSink* sink, StepRecord& told);
  [[nodiscard]] ResolveRequest next_request(TraceSink* sink);
  [[nodiscard]] Expected<StepRecord> resolve_step(TraceSink* sink, ResolveResult* result);
  [[nodiscard]] Expected<StepRecord> body_step(TraceSink* sink, ResolveResult* result);

  const io::Scenario& scenario_;
  std::optional<World> own_world_;
  Profile profile_;
  bool record_rules_;
  Body body_;
  std::optional<MotionState> motion_;  ///< of a body that was commanded
  std::optional<ResolveRequest> last_request_;
  ResolveBody last_asking_;
  std::size_t input_ = 0;
  std::uint32_t repeated_ = 0;
  std::uint32_t tick_ = 0;
  Workspace workspace_;
  trace::Recorder recorder_;
};

/// One expectation that does not hold.
struct Failure {
  std::string pointer;  ///< its place in the scenario
  std::string text;     ///< "tick 3: position.x is 1.2, expected <= 1"
};

struct RunResult {
  std::uint32_t ticks = 0;
  std::vector<StepRecord> steps;  ///< of a single mover
  std::vector<CrowdTick> crowd;   ///< or of a crowd, and
  std::vector<Position> members;  ///< where its members stand at the end
  std::size_t expectations = 0;
  std::vector<Failure> failures;
  std::uint64_t hash = 0;  ///< over every tick (DESIGN §4)
};

[[nodiscard]] Expected<RunResult> run(const io::Scenario& scenario, const RunOptions& options = {});

/// XXH3 (seed 0) over little-endian records: cell, position, rotation w x y z, velocity, transient.
[[nodiscard]] std::uint64_t hash_steps(const std::vector<StepRecord>& steps);

}  // namespace surefoot::scenario
