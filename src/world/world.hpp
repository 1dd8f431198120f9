// A world: assets, cells and the objects placed in them.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/error.hpp"
#include "world/cells.hpp"
#include "world/object.hpp"

namespace surefoot {

/// Immutable while movers move, except the object registry. Movable, not copyable: cells and objects point at
/// assets.
class World {
 public:
  World() = default;
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  World(World&&) = default;
  World& operator=(World&&) = default;
  ~World() = default;

  std::string name;
  std::vector<std::string> approximate;  ///< what an importer had to guess ("bsp", "cell_bsp"); for people

  /// The world keeps the asset; the reference stays valid.
  GfxObj& add_gfxobj(std::unique_ptr<GfxObj> gfxobj);
  CellStruct& add_cell_struct(std::unique_ptr<CellStruct> structure);
  /// Refuses a duplicate id and an id whose low word is not interior (0x0100..0xFFFD).
  Expected<EnvCell*> add_env_cell(std::unique_ptr<EnvCell> cell);
  /// Places a static object in its cell and lists it in every cell its parts reach
  /// (`calc_cross_cells_static` 0x00515160). Refuses a duplicate id and a cell that is not here.
  Expected<PhysicsObject*> place_static(std::unique_ptr<PhysicsObject> object);

  /// `CObjCell::GetVisible` 0x0052AD40: the cell with this id, null when it is 0 or not loaded. Never loads.
  [[nodiscard]] const ObjCell* get_visible(CellId id) const;
  /// Interior cells only; null for anything else.
  [[nodiscard]] const EnvCell* env_cell(CellId id) const;

  [[nodiscard]] const std::vector<std::unique_ptr<EnvCell>>& env_cells() const { return env_cells_; }
  [[nodiscard]] const std::vector<std::unique_ptr<GfxObj>>& gfxobjs() const { return gfxobjs_; }
  [[nodiscard]] const GfxObj* find_gfxobj(std::uint32_t id) const;
  [[nodiscard]] const ObjectRegistry& registry() const { return registry_; }
  [[nodiscard]] ObjectRegistry& registry() { return registry_; }

 private:
  std::vector<std::unique_ptr<GfxObj>> gfxobjs_;
  std::vector<std::unique_ptr<CellStruct>> structs_;
  std::vector<std::unique_ptr<EnvCell>> env_cells_;      // in the order they were added
  std::unordered_map<CellId, EnvCell*> env_cell_index_;  // looked up, never iterated
  ObjectRegistry registry_;
  std::uint32_t next_slot_ = 0;
};

}  // namespace surefoot
