// A world: assets, cells and the objects placed in them.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/error.hpp"
#include "world/building.hpp"
#include "world/cells.hpp"
#include "world/landscape.hpp"
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
  std::string about;                     ///< free text
  std::string license;                   ///< free text
  std::vector<std::string> approximate;  ///< what an importer had to guess ("bsp", "cell_bsp"); for people
  std::vector<std::string> notes;        ///< what a reader skipped or decided; for people

  /// The world keeps the asset; the reference stays valid.
  GfxObj& add_gfxobj(std::unique_ptr<GfxObj> gfxobj);
  CellStruct& add_cell_struct(std::unique_ptr<CellStruct> structure);
  /// Refuses a duplicate id and an id whose low word is not interior (0x0100..0xFFFD).
  Expected<EnvCell*> add_env_cell(std::unique_ptr<EnvCell> cell);
  /// Places a static object in its cell and lists it in every cell its parts reach
  /// (`calc_cross_cells_static` 0x00515160). Refuses a duplicate id and a cell that is not here.
  Expected<PhysicsObject*> place_static(std::unique_ptr<PhysicsObject> object);

  /// Where the landblocks come from; they are made when first touched.
  void set_landscape(std::unique_ptr<LandblockSource> source) { landscape_->set_source(std::move(source)); }
  /// Attaches a building to the land cell under its origin (`CSortCell::add_building` 0x00534030: a cell
  /// keeps its first). Refuses an origin off the map or in a block that is not here; answers the land cell.
  Expected<const LandCell*> add_building(std::unique_ptr<Building> building);
  /// The same, to a stated land cell, wherever the building stands.
  Expected<const LandCell*> add_building(std::unique_ptr<Building> building, CellId land_cell);
  /// The object that guards a cell's entrance (house barriers, 05 §8); refuses a cell that is not here.
  Expected<void> restrict_cell(CellId id, std::uint32_t restriction_obj);

  /// `CObjCell::GetVisible` 0x0052AD40: the cell with this id, null when it is 0 or the world has none.
  [[nodiscard]] const ObjCell* get_visible(CellId id) const;
  /// Interior cells only; null for anything else.
  [[nodiscard]] const EnvCell* env_cell(CellId id) const;
  /// Land cells only; null for anything else.
  [[nodiscard]] const LandCell* land_cell(CellId id) const;
  [[nodiscard]] const Landscape& landscape() const { return *landscape_; }
  [[nodiscard]] const std::vector<std::unique_ptr<Building>>& buildings() const { return buildings_; }

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
  std::vector<std::unique_ptr<Building>> buildings_;
  std::unique_ptr<Landscape> landscape_ = std::make_unique<Landscape>();
  ObjectRegistry registry_;
};

}  // namespace surefoot
