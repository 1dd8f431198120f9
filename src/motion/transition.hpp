// The transition driver (spec 04): its declaration. One file per phase holds the definitions.
//
// The driver is written once over two policies. `Rules` (core/rules.hpp) decides about flags and trace.
// `Cells` is the world as the driver sees it (spec 04 §1.4):
//   template <class T> TransitionState find_collisions(const ObjCell&, T& transition);
//   template <class Rules> void find_cell_list(const Rules&, CellArray&, const ObjCell** want_cell, SpherePath&);
// `WorldCells` is the real one; the solver's tests script their own.
//
// The recursion transitional_insert → insert_into_cell → find_collisions → step_up → step_down →
// transitional_insert is the client's own shape, kept as plain calls.
#pragma once

#include "core/rules.hpp"
#include "core/sums.hpp"
#include "motion/collision_info.hpp"
#include "motion/object_info.hpp"
#include "motion/sphere_path.hpp"

namespace surefoot {

/// Everything one resolve remembers. Reused between resolves so that nothing is allocated after warm-up.
struct TransitionData {
  ObjectInfo object_info;
  SpherePath sphere_path;
  CollisionInfo collision_info;
  CellArray cell_array;

  /// Every field back to zero/false/null/identity, but for scratch; lists keep their memory (spec 04 §1). A slot that
  /// is `kept` is reset as far as retail's `init` does it, and remembers what the resolve before knew of planes and
  /// normals.
  void reset(bool kept = false) {
    // From memory that is never written: one made on the spot would be read back before its parts have reached memory.
    static const ObjectInfo kFreshInfo;
    static const SpherePathState kFreshPath;
    object_info = kFreshInfo;
    static_cast<SpherePathState&>(sphere_path) = kFreshPath;
    if (kept)
      collision_info.init();
    else
      collision_info.reset();
    cell_array.clear();
    cell_array.do_not_load_cells = false;
  }
};

template <class Rules, class Cells>
class Transition {
 public:
  /// Whether objects that cannot be touched are asked too, for the trace's sake.
  static constexpr bool kAsksAll = Rules::kTraced;

  Transition(const Rules& r, Cells& c, TransitionData& data)
      : rules(r),
        cells(c),
        oi(data.object_info),
        sp(data.sphere_path),
        ci(data.collision_info),
        cell_array(data.cell_array) {}

  // entry points (find_position.ipp)
  bool find_valid_position();
  bool find_transitional_position();
  // placement.ipp
  bool find_placement_position();
  bool find_placement_pos();
  TransitionState placement_insert();
  TransitionState validate_placement(TransitionState ts, bool adjust);
  TransitionState validate_placement_transition(TransitionState ts);

  struct Steps {
    Vec3 offset;
    Vec3 per_step;
    std::int32_t count = 0;
  };
  /// How the wished move is cut into sub-steps no longer than the foot sphere's radius (0x0050A0B0).
  Steps calc_num_steps();

  // adjust_offset.ipp
  Vec3 adjust_offset(Vec3 v);

  // insert.ipp
  TransitionState insert_into_cell(const ObjCell* cell, int attempts);
  TransitionState check_other_cells(const ObjCell* own);
  void build_cell_array(const ObjCell** new_cell);
  void trace_cell_list(const ObjCell** new_cell);
  TransitionState transitional_insert(int attempts);
  /// The StepDown schedule inside transitional_insert; `height` becomes the height used, `tries` of which are made where
  /// the whole is too deep for one.
  bool probe_down(float& height, float walkable_z, int tries = 2);
  /// A landing collision was recorded by a cell test.
  TransitionState land(int attempts);

  // step.ipp
  bool step_down(float height, float walkable_z);
  bool step_up(const Vec3& normal);
  bool check_walkable(float walkable_z);
  bool check_walkables();

  // edge.ipp
  /// Two outputs: `stop` (returned) and the state to go on with. stop = false means "use ts and let the
  /// attempt loop go on", even when ts is Ok.
  bool edge_slide(TransitionState& ts, float height, float walkable_z);
  TransitionState cliff_slide(const Vec3& contact_normal) {
    return cliff_slide(contact_normal, cliff_reference());
  }
  TransitionState cliff_slide(const Vec3& contact_normal, const Vec3& reference);
  TransitionState precipice_slide();

  // slide.ipp
  /// `normal` is in-out: squeezed between opposite surfaces it becomes the reversed movement.
  TransitionState slide_sphere(const Sphere& s, Vec3& normal, const Vec3& from);
  TransitionState step_up_slide();

  // validate.ipp
  TransitionState validate_transition(TransitionState ts);
  void stationary_fall(bool moved);

  // collision_normals.ipp
  void set_collision_normal(const Vec3& n);
  void set_sliding_normal(const Vec3& n);

  // validate_walkable.ipp
  TransitionState validate_walkable(const Sphere& s, const Plane& plane, bool is_water, float water_depth,
                                    CellId cell_id);

  /// Least normal.z of walkable ground, `get_walkable_z` 0x0050CF20.
  [[nodiscard]] float floor_z() const { return surefoot::floor_z(rules); }
  /// `is_valid_walkable` 0x0050CF10
  [[nodiscard]] bool is_valid_walkable(const Vec3& normal) const {
    return surefoot::is_valid_walkable(rules, normal);
  }

  /// The solver's `normalize_check_small`; the setters of CollisionInfo keep the client's.
  [[nodiscard]] bool normalize_small(Vec3& v) const {
    return rules.has(Divergence::openac_normalise_divides) ? normalize_check_small_dividing(v)
                                                           : normalize_check_small(v);
  }

  // NOLINTBEGIN(misc-non-private-member-variables-in-classes): the phases and the cell tests share these
  const Rules& rules;
  Cells& cells;
  ObjectInfo& oi;
  SpherePath& sp;
  CollisionInfo& ci;
  CellArray& cell_array;
  // NOLINTEND(misc-non-private-member-variables-in-classes)

 private:
  [[nodiscard]] Vec3 cliff_reference() const;
  [[nodiscard]] Vec3 walkable_normal() const;
  void use_live_foot();
  bool foot_supported();
  bool lost_contact_tail(TransitionState& ts);
};

}  // namespace surefoot
