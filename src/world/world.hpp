// A world: assets, cells and the objects placed in them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/divergence.hpp"
#include "core/error.hpp"
#include "core/id_index.hpp"
#include "world/building.hpp"
#include "world/cells.hpp"
#include "world/form.hpp"
#include "world/landscape.hpp"
#include "world/object_registry.hpp"

namespace surefoot {

/// How objects are listed where a port does it differently (03 §13, rows 19 and 20). Retail: all false.
struct Registration {
  bool scaled = false;      ///< divergence `openac_scaled_registration`
  bool same_block = false;  ///< divergence `ace_same_block_registration`
  bool each_part = false;   ///< divergence `ace_every_part_anchors`
  friend bool operator==(const Registration&, const Registration&) = default;
};
[[nodiscard]] inline Registration registration_of(const Profile& profile) {
  return {profile.has(Divergence::openac_scaled_registration),
          profile.has(Divergence::ace_same_block_registration),
          profile.has(Divergence::ace_every_part_anchors)};
}

/// Two halves. What is built once and stands: assets, cells, landblocks, buildings; and who is where: the object
/// registry. A fork shares the first and has its own second.
///
/// Threads: resolves may run in any number of threads at once. Whatever is not const here may not run beside
/// them, nor beside another such call, on this world; forks are independent of each other.
///
/// Movable, not copyable: cells and objects point at assets. A moved-from world may only be destroyed or assigned
/// to.
class World {
 public:
  World() = default;
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  World(World&&) = default;
  World& operator=(World&&) = default;
  ~World() = default;

  /// The same world with objects of its own, standing and listed as here. Whoever forks builds no more: neither
  /// half may be given another asset, cell, landblock or building afterwards.
  [[nodiscard]] World fork() const;

  std::string name;
  std::string about;                     ///< free text
  std::string license;                   ///< free text
  std::vector<std::string> approximate;  ///< what an importer had to guess ("bsp", "cell_bsp"); for people
  std::vector<std::string> notes;        ///< what a reader skipped or decided; for people

  /// Which form of the trees resolves run on; both give the same bits. Flat unless told otherwise, or unless an asset
  /// has trees that have no flat form (`flatten` says which).
  [[nodiscard]] TreeForm form() const { return fixed_->all_flat ? form_ : TreeForm::graph; }
  /// Assets from a prepared file get linked trees when the graph is asked for; that reads all of them, and is refused
  /// when one is damaged.
  Expected<void> set_form(TreeForm form);
  /// Of the flat form of all assets that have been touched.
  [[nodiscard]] std::size_t prepared_bytes() const;

  /// What assets and landblocks of a prepared file share: kept alive, and asked whether it has met damage.
  void set_source(std::shared_ptr<const ShapeSource> source) { fixed_->source = std::move(source); }
  /// From a prepared file: it runs as any other, but what only writers look at is not there.
  [[nodiscard]] bool is_prepared() const { return fixed_->source != nullptr; }
  [[nodiscard]] bool damage_seen() const {
    return fixed_->source != nullptr && fixed_->source->damage_seen();
  }
  /// What is damaged of this cell or its landblock, as far as it has been touched; null: nothing.
  [[nodiscard]] const Error* damage_of(CellId id) const;

  // Building.

  /// The world keeps the asset and prepares its flat form: edits of its trees afterwards don't show in that. The
  /// reference stays valid.
  GfxObj& add_gfxobj(std::unique_ptr<GfxObj> gfxobj);
  Setup& add_setup(std::unique_ptr<Setup> setup);
  CellStruct& add_cell_struct(std::unique_ptr<CellStruct> structure);
  /// Refuses a duplicate id and an id whose low word is not interior (0x0100..0xFFFD).
  Expected<EnvCell*> add_env_cell(std::unique_ptr<EnvCell> cell);
  /// Where the landblocks come from; they are made when first touched.
  void set_landscape(std::unique_ptr<LandblockSource> source) {
    fixed_->landscape.set_source(std::move(source));
  }
  /// Attaches a building to the land cell under its origin (`CSortCell::add_building` 0x00534030: a cell
  /// keeps its first). Refuses an origin off the map or in a block that is not here; answers the land cell.
  Expected<const LandCell*> add_building(std::unique_ptr<Building> building);
  /// The same, to a stated land cell, wherever the building stands.
  Expected<const LandCell*> add_building(std::unique_ptr<Building> building, CellId land_cell);
  /// The object that guards a cell's entrance (house barriers, 05 §8); refuses a cell that is not here.
  Expected<void> restrict_cell(CellId id, std::uint32_t restriction_obj);

  // Objects. `PhysicsObject::position` names the cell: indoors that cell, outdoors any cell of the block (low word
  // 0xFFFF too), the land cell is the one under the origin. All of these refuse an unknown or duplicate id, a
  // place off the map and a cell that is not here, and then change nothing.

  /// A part of the scenery, listed in every cell its parts or cylinders reach (`calc_cross_cells_static`
  /// 0x00515160).
  Expected<const PhysicsObject*> place_static(std::unique_ptr<PhysicsObject> object);
  /// A thing that enters the world, and may move (`calc_cross_cells` 0x00515230).
  Expected<const PhysicsObject*> place_moving(std::unique_ptr<PhysicsObject> object);
  /// Listed in these cells, in this order, wherever it stands.
  Expected<const PhysicsObject*> place_listed(std::unique_ptr<PhysicsObject> object,
                                              std::vector<CellEntry> cells);
  /// A body that moves by resolves: listed in the cells its spheres reach, as after one.
  Expected<const PhysicsObject*> place_mover(std::unique_ptr<PhysicsObject> object);
  /// Stands elsewhere now: out of every list, and in again at the end of those of `calc_cross_cells`.
  Expected<void> move_object(std::uint32_t id, const Position& to);
  /// The same after a resolve of its own (`SetPositionInternal` 0x00515330): an object without a BSP is listed in
  /// the cells that resolve touched, in their order; with none touched its lists stay. One that ended in no loaded
  /// cell is lost.
  Expected<void> move_object(std::uint32_t id, const Position& to, std::span<const CellEntry> touched);
  /// Turns where it stands: nobody's place in any list changes.
  Expected<void> turn_object(std::uint32_t id, const Frame& frame);
  /// Fell out of the loaded world, at `to`: stands in no cell and is listed nowhere, until it is moved again.
  Expected<void> lose_object(std::uint32_t id, const Position& to);
  /// `set_state` 0x00514DD0: the whole word, at once, whoever stands in it; lists stay as they are. A change of
  /// HIDDEN sets IGNORE_COLLISIONS and clears REPORT_COLLISIONS, or the reverse.
  Expected<void> set_object_state(std::uint32_t id, std::uint32_t state);
  /// CHECK_ETHEREAL and its kin.
  Expected<void> set_object_transient(std::uint32_t id, std::uint32_t transient);
  /// Held by or attached to another: it stays listed and nobody meets it.
  Expected<void> set_object_held(std::uint32_t id, bool held);
  Expected<void> remove_object(std::uint32_t id);

  /// Lists every object anew, in the order they were placed, and from now on, by these divergences of `profile`. For a
  /// world in which nothing has moved yet.
  void set_registration(const Profile& profile);

  /// What a move changes of an object that has no parts.
  struct ObjectPlace {
    Position position;
    const ObjCell* cell = nullptr;
    std::uint32_t state = 0;
    std::uint32_t transient = 0;
    std::vector<CellEntry> shadow_cells;
  };
  /// Takes moves back: the object is as it was, and so is a cell's list. Every list that has changed must be given back,
  /// after all objects that were or are in it.
  void put_back(std::uint32_t id, const ObjectPlace& place);
  void put_back(const ObjCell& cell, std::span<const std::uint32_t> list) { registry_.relist(cell, list); }
  /// Room for the lists of all cells there are: from then on several threads may move objects at once, as long as each
  /// keeps to cells of its own (CellRegion).
  /// The number of all slots.
  std::uint32_t reserve_lists() {
    const std::uint32_t slots = fixed_->landscape.take_slots(0);
    registry_.reserve_lists(slots);
    return slots;
  }

  /// A cell's list, by ids.
  struct ListOrder {
    CellId cell = 0;
    std::vector<std::uint32_t> objects;
  };
  /// All objects and all lists at once, as saved from this world or a fork of it; an object's `cell` and the pointers
  /// in its `shadow_cells` are found anew. False when they cannot be of this world; nothing changes then.
  bool replace_objects(std::vector<std::unique_ptr<PhysicsObject>> objects, std::span<const ListOrder> lists);

  // Looking.

  /// `CObjCell::GetVisible` 0x0052AD40: the cell with this id, null when it is 0 or the world has none.
  [[nodiscard]] const ObjCell* get_visible(CellId id) const {
    if (is_interior(id)) return env_cell(id);
    return land_cell(id);
  }
  /// Interior cells only; null for anything else.
  [[nodiscard]] const EnvCell* env_cell(CellId id) const { return fixed_->env_cell_index.find(id); }
  /// Land cells only; null for anything else.
  [[nodiscard]] const LandCell* land_cell(CellId id) const {
    const std::uint32_t low = low_word(id);
    return low >= 1 && low <= kLandCells ? fixed_->landscape.land_cell(id) : nullptr;
  }
  [[nodiscard]] const Landscape& landscape() const { return fixed_->landscape; }
  [[nodiscard]] const std::vector<std::unique_ptr<Building>>& buildings() const { return fixed_->buildings; }

  [[nodiscard]] const std::vector<std::unique_ptr<EnvCell>>& env_cells() const { return fixed_->env_cells; }
  [[nodiscard]] const std::vector<std::unique_ptr<CellStruct>>& cell_structs() const {
    return fixed_->structs;
  }
  /// Guarded cells and their guards, in the order they were set.
  [[nodiscard]] const std::vector<std::pair<CellId, std::uint32_t>>& restrictions() const {
    return fixed_->restrictions;
  }
  [[nodiscard]] const std::vector<std::unique_ptr<GfxObj>>& gfxobjs() const { return fixed_->gfxobjs; }
  [[nodiscard]] const std::vector<std::unique_ptr<Setup>>& setups() const { return fixed_->setups; }
  [[nodiscard]] const GfxObj* find_gfxobj(std::uint32_t id) const;
  [[nodiscard]] const Setup* find_setup(std::uint32_t id) const;
  [[nodiscard]] const ObjectRegistry& registry() const { return registry_; }

 private:
  struct Fixed {
    bool all_flat = true;
    std::vector<std::unique_ptr<GfxObj>> gfxobjs;
    std::vector<std::unique_ptr<Setup>> setups;
    std::vector<std::unique_ptr<CellStruct>> structs;
    std::vector<std::unique_ptr<EnvCell>> env_cells;  // in the order they were added
    std::vector<std::unique_ptr<Building>> buildings;
    std::vector<std::pair<CellId, std::uint32_t>> restrictions;
    std::shared_ptr<const ShapeSource> source;
    Landscape landscape;
    // Looked up, never iterated. Of several assets with one id the first is found.
    std::unordered_map<std::uint32_t, const GfxObj*> gfxobj_index;
    std::unordered_map<std::uint32_t, const Setup*> setup_index;
    IdIndex<EnvCell> env_cell_index;
  };

  /// The cell an object at `p` stands in.
  [[nodiscard]] Expected<const ObjCell*> cell_under(const Position& p, std::uint32_t object_id) const;
  [[nodiscard]] Expected<PhysicsObject*> known(std::uint32_t id);
  Expected<PhysicsObject*> place(std::unique_ptr<PhysicsObject> object);

  Registration registration_;
  TreeForm form_ = TreeForm::flat;
  std::shared_ptr<Fixed> fixed_ = std::make_shared<Fixed>();
  ObjectRegistry registry_;
};

}  // namespace surefoot
