// Placed objects and the shadow lists that say which cells they are in (spec 03 §2, §9).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
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

struct PhysicsObject {
  std::uint32_t id = 0;
  Position position;
  float scale = 1.0F;
  std::uint32_t state = physics_state::kStatic;  ///< PhysicsState bits
  std::uint32_t weenie = 0;                      ///< weenie bits
  bool has_parent = false;                       ///< held or attached: never tested
  std::vector<Part> parts;
  std::vector<CylSphere> cylspheres;     ///< of the setup, unscaled, object axes
  std::vector<Sphere> spheres;           ///< same; used only where there are no cylspheres
  std::optional<Sphere> sorting_sphere;  ///< of the setup, for registration; absent: the dummy sphere
  const ObjCell* cell = nullptr;         ///< where it stands; null = not in the world
  std::vector<CellEntry> shadow_cells;   ///< the cells it is listed in, in cell-array order
};

/// Owns the placed objects and the shadow list of every cell. One owner; nobody resolves while it changes.
class ObjectRegistry {
 public:
  /// Takes the object; it is listed nowhere yet.
  PhysicsObject& add(std::unique_ptr<PhysicsObject> object);
  /// Lists `object` in each loaded cell, in order, at the end of the cell's list (0x00514AE0).
  void add_shadows(PhysicsObject& object, const std::vector<CellEntry>& cells);

  [[nodiscard]] const std::vector<const PhysicsObject*>& shadow_list(const ObjCell& cell) const {
    static const std::vector<const PhysicsObject*> kNone;
    return cell.slot < lists_.size() ? lists_[cell.slot] : kNone;
  }
  [[nodiscard]] const std::vector<std::unique_ptr<PhysicsObject>>& objects() const { return objects_; }
  [[nodiscard]] PhysicsObject* find(std::uint32_t id) const;

 private:
  std::vector<std::unique_ptr<PhysicsObject>> objects_;
  std::vector<std::vector<const PhysicsObject*>> lists_;  // by ObjCell::slot
};

}  // namespace surefoot
