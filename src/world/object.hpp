// Placed objects and the shadow lists that say which cells they are in (spec 03 §2, §9).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "world/cells.hpp"

namespace surefoot {

/// What the game says a thing is (retail "weenie"); bits of PhysicsObject::weenie. No bit set and `kExists`
/// clear: no weenie.
namespace weenie {
inline constexpr std::uint32_t kExists = 0x1;
inline constexpr std::uint32_t kCreature = 0x2;
inline constexpr std::uint32_t kPlayer = 0x4;
inline constexpr std::uint32_t kPk = 0x8;
inline constexpr std::uint32_t kPkLite = 0x10;
inline constexpr std::uint32_t kImpenetrable = 0x20;
}  // namespace weenie

/// One part of an object: a shape at its current place. Only `scale.z` enters collision (spec 03 §2).
struct Part {
  const GfxObj* gfxobj = nullptr;
  Position position;
  Vec3 scale{1.0F, 1.0F, 1.0F};
};

/// Once it is in a world, an object is changed by the world's own calls only: they keep its parts, its cells
/// and its lists in step.
struct alignas(64) PhysicsObject {
  std::uint32_t id = 0;
  Position position;
  float scale = 1.0F;
  std::uint32_t state = physics_state::kStatic;  ///< PhysicsState bits
  std::uint32_t transient = 0;                   ///< TransientState bits; CHECK_ETHEREAL is what counts here
  std::uint32_t weenie = 0;                      ///< weenie bits
  bool has_parent = false;                       ///< held or attached: never tested
  const Setup* setup = nullptr;                  ///< null: of parts alone
  std::optional<float> registration_radius;  ///< metres; of the spheres it is listed by, instead of theirs
  std::uint32_t placement = 0;               ///< key of the setup's placement frames
  std::vector<Sphere> own_spheres;           ///< of a body that has no setup, unscaled
  std::vector<Part> parts;
  const ObjCell* cell = nullptr;        ///< where it stands; null = not in the world
  std::vector<CellEntry> shadow_cells;  ///< the cells it is listed in, in cell-array order

  [[nodiscard]] bool is(std::uint32_t state_bit) const { return (state & state_bit) != 0; }
  [[nodiscard]] bool is_a(std::uint32_t weenie_bit) const { return (weenie & weenie_bit) != 0; }
  /// Of the setup, unscaled, object axes.
  [[nodiscard]] std::span<const CylSphere> cylspheres() const;
  /// The same, or the body's own; used only where there are no cylspheres.
  [[nodiscard]] std::span<const Sphere> spheres() const;

  /// Parts from the setup, or from one shape that stands where the object stands; sets or clears
  /// HAS_PHYSICS_BSP by whether any of them has a tree (`CacheHasPhysicsBSP` 0x0050F570).
  void make_parts(const Setup& of);
  void make_parts(const GfxObj& shape);
  /// Puts the parts where the object stands: its frame combined with each placement frame, whose origin is
  /// scaled.
  void place_parts();
};

}  // namespace surefoot
