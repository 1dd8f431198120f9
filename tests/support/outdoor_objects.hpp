// Objects on open ground, and a body that walks among them: the stage of spec 08 §10 and 03 §17.2.
#pragma once

#include <memory>
#include <vector>

#include "motion/resolve_body.hpp"
#include "support/coverage.hpp"
#include "support/flat_blocks.hpp"
#include "world/world.hpp"

namespace surefoot::test {

/// Terrain so far down that nothing reaches it (spec 08 §1).
inline constexpr float kDeep = -1000.0F;

inline constexpr std::uint32_t kCreatureWeenie = weenie::kExists | weenie::kCreature;

/// In landblock `block`, in the land cell under the place.
[[nodiscard]] Position outdoors(BlockId block, const Vec3& origin);

/// Landblocks of level ground at `z`.
[[nodiscard]] World level_world(std::vector<BlockId> blocks, float z);

/// What an object is besides its shape; the last argument of every `add_`.
struct Kind {
  std::uint32_t state = physics_state::kStatic;  ///< besides HAS_PHYSICS_BSP, which goes by the shape
  std::uint32_t weenie = 0;
};

/// Cylinders and spheres of a setup are in the object's axes; the object stands at `at`. Listed as a static is
/// (03 §9.2).
const PhysicsObject& add_cylinder(World& world, std::uint32_t id, const Position& at, float radius,
                                  float height, const Kind& kind = {});
const PhysicsObject& add_sphere(World& world, std::uint32_t id, const Position& center, float radius,
                                const Kind& kind = {});
/// One part; its box is that of the tree's polygons.
const PhysicsObject& add_tree(World& world, std::uint32_t id, const Position& at, BspTree tree,
                              const Kind& kind = {});
/// The shape as an asset, for objects and buildings.
GfxObj& add_shape(World& world, std::uint32_t id, BspTree tree);

/// Radius 0.48, its two spheres and its steps as spec 08 §1.1 names them.
[[nodiscard]] Mover cap_obj();
[[nodiscard]] Mover tall();
/// The human setup of 03 §2, flags of a player.
[[nodiscard]] Mover human_setup();

/// A body outdoors that takes one resolve a tick, velocity 0, everything carried over (spec 08 §1 "ticks").
class OutdoorWalker {
 public:
  OutdoorWalker(const World& world, const Mover& mover, const Position& at);

  /// On a level plane under its feet.
  OutdoorWalker& stand();
  OutdoorWalker& stand_on(const Plane& plane);
  /// Resolves towards the present place plus `offset` under both policies, and commits.
  ResolveResult tick(const Vec3& offset);
  /// The last of `ticks` of them.
  ResolveResult ticks(int count, const Vec3& offset);
  /// The request `tick` would make.
  [[nodiscard]] ResolveRequest request(const Vec3& offset) const;
  [[nodiscard]] const Vec3& at() const { return body.position.frame.origin; }
  [[nodiscard]] bool grounded() const;

  ResolveBody body;
  Mover mover;

 private:
  const World& world_;
};

}  // namespace surefoot::test
