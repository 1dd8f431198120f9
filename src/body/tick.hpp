// One quantum of a body's life (spec 06 §4).
#pragma once

#include "body/body.hpp"

namespace surefoot {

/// What one quantum came to. Plain values: nothing points into a workspace.
struct Quantum {
  bool tried = false;  ///< a resolve was made
  bool ok = false;     ///< and succeeded
  bool collision_normal_valid = false;
  Vec3 collision_normal;
  bool collided_with_environment = false;
  std::vector<std::uint32_t> touched;    ///< ids of the objects touched, in order
  std::vector<CollisionReport> reports;  ///< in the client's order

  /// As new; the lists keep their memory.
  void clear() {
    tried = ok = collision_normal_valid = collided_with_environment = false;
    collision_normal = {};
    touched.clear();
    reports.clear();
  }
};

/// Who listens and under which rules.
struct TickOptions {
  const Profile* profile = nullptr;  ///< null: retail
  TraceSink* sink = nullptr;         ///< hears of the quantum and its resolve
  const TouchedObjects* objects = nullptr;
  ResolveRequest* request = nullptr;  ///< receives the request of the quantum's resolve, when one was made
  ResolveBody* asking = nullptr;      ///< and the body as it asked: integrated, not yet moved
  /// The cells the body keeps to: a quantum that would look for objects or put it into a list elsewhere is refused, and
  /// noted there. Null: everywhere. Not for a body that follows the network
  CellRegion* region = nullptr;
  ResolveResult* result =
      nullptr;  ///< and the raw result; its spans hold until the next resolve, and are empty for a
                ///< body that follows the network, which may make one in the same quantum
};

/// `update_object_internal` 0x005156B0 with a quantum of `q` seconds; `update_time` goes on by it. When the world has
/// an object of the body's id, that object moves along. Refuses q outside (0, kHugeQuantum] and whatever `resolve`
/// refuses; the body is then as it was, but its object may have gone ahead.
[[nodiscard]] Expected<Quantum> tick(World& world, Body& body, float q, Workspace& workspace,
                                     const TickOptions& options = {});
/// The same into a quantum that keeps its lists' memory, for callers with many bodies.
[[nodiscard]] Expected<void> tick(World& world, Body& body, float q, Workspace& workspace,
                                  const TickOptions& options, Quantum& out);

}  // namespace surefoot
