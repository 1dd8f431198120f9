// The world as the driver sees it: tests inside one cell, and the search for cells (spec 04 §1.4, 05 §4.3,
// §6).
#pragma once

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

  void find_cell_list(CellArray& out, const ObjCell** want_cell, SpherePath& sp) {
    const CellSearch search{sp.check_pos, sp.global_spheres(), &sp.hits_interior_cell};
    surefoot::find_cell_list<Form>(world_, search, out, want_cell);
  }

 private:
  /// What the cell itself is made of: interior geometry, or terrain and then a building (spec 05 §6.6).
  template <class T>
  TransitionState find_structure_collisions(const ObjCell& cell, T& t) {
    if (cell.kind == ObjCell::Kind::env) return find_env_collisions(static_cast<const EnvCell&>(cell), t);
    if (cell.kind != ObjCell::Kind::land) return TransitionState::Ok;
    const auto& land = static_cast<const LandCell&>(cell);
    const TransitionState ts = collide_land::find_terrain_collisions(t, land);
    if (ts != TransitionState::Ok || land.building == nullptr) return ts;
    return collide_land::find_building_collisions<Form>(t, *land.building);
  }

  /// `CEnvCell::find_env_collisions` 0x0052C130
  template <class T>
  TransitionState find_env_collisions(const EnvCell& cell, T& t) {
    t.sp.obstruction_ethereal = false;
    const auto tree = Form::physics_tree(*cell.structure);
    if (tree.null(tree.root())) return TransitionState::Ok;
    t.sp.cache_localspace_sphere(cell.pos, 1.0F);
    const TransitionState ts = t.sp.insert_type == InsertType::InitialPlacement
                                   ? collide_bsp::placement_insert(t, tree)
                                   : collide_bsp::find_collisions(t, tree, 1.0F);
    if (ts != TransitionState::Ok && !t.oi.is(object_info_flag::kContact))
      t.ci.collided_with_environment = true;
    return ts;
  }

  const World& world_;
};

}  // namespace surefoot
