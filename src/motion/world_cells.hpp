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

  /// `out` is the same array in every call.
  void find_cell_list(CellArray& out, const ObjCell** want_cell, SpherePath& sp) {
    if (last_land_.is_still_right(sp)) {
      if (want_cell != nullptr) *want_cell = last_land_.want;
      return;
    }
    const ObjCell* want = nullptr;
    const CellSearch search{sp.check_pos.cell_id, sp.check_pos.frame.origin, sp.global_spheres(),
                            &sp.hits_interior_cell};
    const bool pick = want_cell != nullptr || is_outdoor(search.seed);
    const bool searched = surefoot::find_cell_list<Form>(world_, search, out, pick ? &want : nullptr);
    if (searched && want_cell != nullptr) *want_cell = want;
    last_land_.remember(sp, out, searched && pick, want);
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
    auto scope = t.rules.enter(Fn::find_env_collisions);
    t.sp.obstruction_ethereal = false;
    const auto tree = Form::physics_tree(*cell.structure);
    if (tree.null(tree.root())) {
      t.rules.arm(Arm::find_env_collisions_no_polygons, trace::id("cell", cell.id));
      return scope(TransitionState::Ok);
    }
    t.rules.arm(Arm::find_env_collisions_tested, trace::id("cell", cell.id));
    t.sp.cache_localspace_sphere(cell.pos, 1.0F);
    const TransitionState ts = t.sp.insert_type == InsertType::InitialPlacement
                                   ? collide_bsp::placement_insert(t, tree)
                                   : collide_bsp::find_collisions(t, tree, 1.0F);
    if (ts != TransitionState::Ok && !t.oi.is(object_info_flag::kContact))
      t.ci.collided_with_environment = true;
    return scope(ts);
  }

  /// The last search, when it was over open land: what it found depends on nothing but the ground below the spheres,
  /// and steps up and down ask for the same ground again and again.
  struct LandSearch {
    bool valid = false;
    CellId seed = 0;
    int num_sphere = 0;
    std::array<float, 6> ground{};  // x, y and radius of each sphere
    const ObjCell* want = nullptr;

    [[nodiscard]] static std::array<float, 6> ground_of(const SpherePath& sp) {
      const Sphere& a = sp.global_sphere[0];
      const Sphere& b = sp.global_sphere[1];
      return {a.center.x, a.center.y, a.radius, b.center.x, b.center.y, b.radius};
    }
    [[nodiscard]] bool is_still_right(const SpherePath& sp) const {
      if (!valid || seed != sp.check_pos.cell_id || num_sphere != sp.num_sphere) return false;
      return sp.num_sphere == 2
                 ? ground == ground_of(sp)
                 : ground[0] == sp.global_sphere[0].center.x && ground[1] == sp.global_sphere[0].center.y &&
                       ground[2] == sp.global_sphere[0].radius;
    }
    void remember(const SpherePath& sp, const CellArray& found, bool searched, const ObjCell* wanted) {
      valid = searched && sp.num_sphere > 0 && is_outdoor(sp.check_pos.cell_id);
      for (const CellEntry& e : found.entries) {
        const bool open_land =
            e.cell == nullptr || (e.cell->kind == ObjCell::Kind::land &&
                                  static_cast<const LandCell&>(*e.cell).building == nullptr);
        valid = valid && open_land;
      }
      if (!valid) return;
      seed = sp.check_pos.cell_id;
      num_sphere = sp.num_sphere;
      ground = ground_of(sp);
      want = wanted;
    }
  };

  const World& world_;
  LandSearch last_land_;
};

}  // namespace surefoot
