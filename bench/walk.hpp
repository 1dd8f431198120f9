// One standing walk: a body that does what a script says, in the world made from the bench data.
#pragma once

#include <memory>

#include "bench/walk_data.hpp"
#include "body/tick.hpp"
#include "shape/bsp_builder.hpp"

namespace surefoot::bench {

/// Terrain in land cells becomes one landblock; everything else one interior cell whose physics polygons are the
/// world's. The cell holds every point, and has the one portal (to a cell that is not loaded, its plane far below)
/// without which a cell holds none.
[[nodiscard]] Expected<World> make_walk_world(const WalkWorld& data, const BuildOptions& options = {});

/// The mover of all walks: two spheres of 0.48 m, steps of 0.6 m up and 1.5 m down.
[[nodiscard]] Mover walk_mover();

/// Where the teleports of a script go in the world made from `data`.
[[nodiscard]] CellId teleport_cell(const WalkWorld& data);

class Walk {
 public:
  /// Teleports go to this cell; one outdoors stands for its block, and for all of the map around it. Keeps a reference
  /// to the script.
  Walk(World world, CellId cell, const Script& script)
      : world_(std::move(world)), cell_(cell), script_(script) {}

  /// The whole script once; `after(quantum)` is called after every step.
  template <class After>
  [[nodiscard]] Expected<void> pass(const After& after) {
    for (const ScriptLine& line : script_.lines) {
      if (line.kind == ScriptLine::Kind::teleport) {
        teleport(line.v);
        continue;
      }
      const auto done = step(line);
      if (!done) return tl::unexpected<Error>(done.error());
      after(*done);
    }
    return {};
  }
  [[nodiscard]] Expected<void> pass() {
    return pass([](const Quantum&) {});
  }
  /// The requests of one pass, of the steps that made one.
  [[nodiscard]] Expected<std::vector<ResolveRequest>> requests();
  /// XXH3 of one pass: a record a step.
  [[nodiscard]] Expected<std::uint64_t> hash_pass();

  [[nodiscard]] const Body& body() const { return body_; }
  [[nodiscard]] const World& world() const { return world_; }
  [[nodiscard]] std::size_t steps() const { return script_.steps; }

 private:
  void teleport(const Vec3& feet);
  [[nodiscard]] Expected<Quantum> step(const ScriptLine& line);

  World world_;
  CellId cell_;
  const Script& script_;
  Body body_;
  Workspace workspace_;
  TickOptions options_;
};

}  // namespace surefoot::bench
