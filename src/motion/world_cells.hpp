// The world as the driver sees it: tests inside one cell, and the search for cells (spec 04 §1.4, 05 §4.3,
// §6).
#pragma once

#include <array>

#include "motion/collide_land.ipp"
#include "world/cell_list.hpp"

namespace surefoot {

template <class Form>
class WorldCells {
 public:
  explicit WorldCells(const World& world) : world_(world) {}

  template <class T>
  TransitionState find_collisions(const ObjCell& cell, T& t) {
    auto scope = t.rules.enter(Fn::find_collisions);
    TransitionState ts = collide_land::check_entry_restrictions(t, cell);
    if (ts == TransitionState::Ok) ts = find_structure_collisions(cell, t);
    if (ts != TransitionState::Ok) {
      t.rules.arm(Arm::find_collisions_environment, trace::id("cell", cell.id));
      return scope(ts);
    }
    ts = collide_object::cell_find_obj_collisions<Form>(t, world_.registry(), cell);
    if (ts != TransitionState::Ok)
      t.rules.arm(Arm::find_collisions_object, trace::id("cell", cell.id));
    else
      t.rules.arm(Arm::find_collisions_clear, trace::id("cell", cell.id));
    return scope(ts);
  }

  /// The cell that keeps a candidate no listed cell holds: one that `own` sees and that holds its foot, or `own` itself.
  /// A port's (divergence `openac_sticky_cell`); the client has none.
  [[nodiscard]] const ObjCell* sticky_cell(const ObjCell& own, const SpherePath& sp) const {
    if (own.kind != ObjCell::Kind::env) return &own;
    for (const CellId id : static_cast<const EnvCell&>(own).stab_list) {
      const EnvCell* seen = world_.env_cell(id);
      const Vec3 foot = sp.global_sphere[0].center -
                        (seen != nullptr ? get_block_offset(sp.check_pos.cell_id, id) : Vec3{});
      if (seen != nullptr && env_point_in_cell<Form>(*seen, foot)) return seen;
    }
    return &own;
  }

  /// `out` is the same array in every call, and `hits_interior_cell` false.
  template <class Rules>
  void find_cell_list(const Rules& rules, CellArray& out, const ObjCell** want_cell, SpherePath& sp) {
    if (last_.answers(sp, want_cell != nullptr)) {
      sp.hits_interior_cell = last_.hits_interior_cell;
      if (want_cell != nullptr && last_.searched) *want_cell = last_.want;
      return;
    }
    if (!rules.has(Divergence::ace_cell_list_kept) && find_on_open_land(out, want_cell, sp)) return;
    const CellSearch search{sp.check_pos.cell_id, sp.check_pos.frame.origin, sp.global_spheres(),
                            &sp.hits_interior_cell};
    last_.picked = want_cell != nullptr || is_outdoor(search.seed);
    last_.want = nullptr;
    last_.searched =
        surefoot::find_cell_list<Form>(rules, world_, search, out, last_.picked ? &last_.want : nullptr);
    if (want_cell != nullptr && last_.searched) *want_cell = last_.want;
    last_.remember(sp, out);
    if (world_.damage_seen()) note_damage(out, sp);
  }

 private:
  /// What the cell itself is made of: interior geometry, or terrain and then a building (spec 05 §6.6).
  template <class T>
  TransitionState find_structure_collisions(const ObjCell& cell, T& t) {
    if (cell.kind == ObjCell::Kind::env) return find_env_collisions(static_cast<const EnvCell&>(cell), t);
    if (cell.kind != ObjCell::Kind::land) return TransitionState::Ok;
    const auto& land = static_cast<const LandCell&>(cell);
    const TransitionState ts = collide_land::find_terrain_collisions(t, land);
    const Building* building = building_of(t.rules, land);
    if (ts != TransitionState::Ok || building == nullptr) return ts;
    return collide_land::find_building_collisions<Form>(t, *building);
  }

  /// `CEnvCell::find_env_collisions` 0x0052C130
  template <class T>
  TransitionState find_env_collisions(const EnvCell& cell, T& t) {
    auto scope = t.rules.enter(Fn::find_env_collisions);
    t.sp.obstruction_ethereal = false;
    const auto tree = Form::physics_tree(*cell.structure);
    if (tree.null(tree.root())) {
      t.rules.arm(Arm::find_env_collisions_no_polygons, trace::id("cell", cell.id));
      return scope(TransitionState::Ok);
    }
    t.rules.arm(Arm::find_env_collisions_tested, trace::id("cell", cell.id));
    t.sp.cache_localspace_sphere(t.rules, cell.pos, 1.0F, true);
    const TransitionState ts = t.sp.insert_type == InsertType::InitialPlacement
                                   ? collide_bsp::placement_insert(t, tree)
                                   : collide_bsp::find_collisions(t, tree, 1.0F);
    if (ts != TransitionState::Ok && !t.oi.is(object_info_flag::kContact))
      t.ci.collided_with_environment = true;
    return scope(ts);
  }

  /// The commonest search, in short: all spheres over one land cell without a building, the one the candidate is in.
  bool find_on_open_land(CellArray& out, const ObjCell** want_cell, SpherePath& sp) {
    if (sp.check_cell == nullptr || sp.check_cell->kind != ObjCell::Kind::land) return false;
    const auto& cell = static_cast<const LandCell&>(*sp.check_cell);
    const bool alone = cell.id == sp.check_pos.cell_id && cell.building == nullptr && sp.num_sphere > 0 &&
                       surely_within(cell, sp.global_spheres());
    if (!alone) return false;
    out.entries.assign(1, {cell.id, &cell});
    out.added_outside = true;
    last_.picked = last_.searched = true;
    last_.want = land_point_in_cell(cell, sp.global_sphere[0].center) ? &cell : nullptr;
    if (want_cell != nullptr) *want_cell = last_.want;
    last_.remember_open_land(sp);
    return true;
  }

  /// The last search and what came of it, which depends on the seed cell and the spheres alone, over open land on the
  /// ground below them: steps up and down ask for the same again and again.
  struct LastSearch {
    int num_sphere = 0;  ///< 0: nothing is remembered
    CellId seed = 0;
    std::array<Sphere, 2> spheres;
    bool open_land = false;
    bool picked = false;    ///< `want` was looked for
    bool searched = false;  ///< and decided
    bool hits_interior_cell = false;
    const ObjCell* want = nullptr;

    [[nodiscard]] bool answers(const SpherePath& sp, bool wanted) const {
      if (num_sphere != sp.num_sphere || seed != sp.check_pos.cell_id || (wanted && !picked)) return false;
      for (std::size_t i = 0; i < static_cast<std::size_t>(num_sphere); ++i) {
        const Sphere& a = spheres[i];
        const Sphere& b = sp.global_sphere[i];
        if (a.center.x != b.center.x || a.center.y != b.center.y || a.radius != b.radius) return false;
        if (!open_land && a.center.z != b.center.z) return false;
      }
      return true;
    }
    void remember_open_land(const SpherePath& sp) {
      num_sphere = sp.num_sphere;
      seed = sp.check_pos.cell_id;
      spheres = sp.global_sphere;
      hits_interior_cell = sp.hits_interior_cell;
      open_land = true;
    }
    void remember(const SpherePath& sp, const CellArray& found) {
      remember_open_land(sp);
      open_land = is_outdoor(seed);
      for (const CellEntry& e : found.entries) {
        open_land =
            open_land && (e.cell == nullptr || (e.cell->kind == ObjCell::Kind::land &&
                                                static_cast<const LandCell&>(*e.cell).building == nullptr));
      }
    }
  };

  void note_damage(const CellArray& cells, SpherePath& sp) const {
    for (const CellEntry& e : cells.entries) {
      if (sp.damage == nullptr) sp.damage = world_.damage_of(e.id);
    }
  }

  const World& world_;
  LastSearch last_;
};

}  // namespace surefoot
