// Small indoor worlds built by hand, for the motion tests: single-leaf trees as the conformance cases give
// them (spec 08 §1.2), solid boxes as the builder makes them (02 §10 case 9), one cell that holds everything.
#pragma once

#include <memory>
#include <vector>

#include "motion/resolve_body.hpp"
#include "support/coverage.hpp"
#include "world/world.hpp"

namespace surefoot::test {

inline constexpr CellId kRoom = 0xA9B40100U;

[[nodiscard]] Polygon polygon(std::uint32_t id, std::vector<Vec3> vertices);
/// A level quad facing up.
[[nodiscard]] Polygon floor_quad(std::uint32_t id, float x0, float x1, float y0, float y1, float z);
/// An upright quad at `x` that faces −x (`facing` < 0) or +x.
[[nodiscard]] Polygon wall_quad(std::uint32_t id, float x, float y0, float y1, float z0, float z1,
                                float facing);

// The geometry catalogue of spec 08 §1.2.
[[nodiscard]] BspTree low_step();
[[nodiscard]] BspTree tall_wall();
[[nodiscard]] BspTree flat_roof();
[[nodiscard]] BspTree steep();
[[nodiscard]] BspTree y_wall();
/// x, y ±2 at z = 0, in one leaf.
[[nodiscard]] BspTree floor_leaf();
/// The ramp of 02 §10, in one leaf.
[[nodiscard]] BspTree ramp_leaf();
/// The chain the builder makes of a solid box between its least corner `a` and its greatest, `b`: faces
/// −x +x −y +y −z +z, six nodes, one solid leaf.
[[nodiscard]] BspTree solid_box(const Vec3& a, const Vec3& b);

/// A cell without walls that holds every point, so that a foot is always in it. It has one portal, far
/// away: a cell without portals contains nothing (05 §4.2).
EnvCell& add_room(World& world, BspTree physics, CellId id = kRoom);
/// One BSP part at `origin`; static unless `state` says otherwise.
const PhysicsObject& add_object(World& world, std::uint32_t id, BspTree physics, const Vec3& origin = {},
                                std::uint32_t state = physics_state::kStatic | physics_state::kHasPhysicsBsp,
                                std::uint32_t weenie_bits = 0, CellId cell = kRoom);

[[nodiscard]] Position in_room(const Vec3& origin, CellId cell = kRoom);

// The movers of spec 08 §1.1.
[[nodiscard]] Mover tiny_mover(float step_up, float step_down);
[[nodiscard]] Mover human_mover();

/// One resolve under both policies, committed.
ResolveResult resolve_and_commit(const World& world, ResolveBody& body, const ResolveRequest& request);

/// A body that takes one resolve a tick, velocity 0, everything carried over (spec 08 §1 "ticks").
class Walker {
 public:
  Walker(const World& world, const Mover& mover, const Vec3& start);

  void stand_on(const Plane& plane);
  /// Resolves towards the present place plus `offset` under both policies, and commits.
  ResolveResult tick(const Vec3& offset);
  /// The request `tick` would make.
  [[nodiscard]] ResolveRequest request(const Vec3& offset) const;
  [[nodiscard]] const Vec3& origin() const { return body.position.frame.origin; }
  [[nodiscard]] bool grounded() const;

  ResolveBody body;
  Mover mover;

 private:
  const World& world_;
};

}  // namespace surefoot::test
