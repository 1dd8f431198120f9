// A world made of answers, for the driver's tests: what the cells answer, call by call (spec 04 §12.2), or a
// plane for each place (§12.3).
#pragma once

#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "motion/collide_bsp.ipp"
#include "motion/driver.hpp"
#include "support/coverage.hpp"

namespace surefoot::test {

/// The one cell of the spec's worked cases.
inline constexpr CellId kStubCell = 0xA9B40001U;

class ScriptedCells;
using ScriptedTransition = Transition<Profiled, ScriptedCells>;

/// The `Cells` policy of scripted tests (spec 04 §1.4).
class ScriptedCells {
 public:
  using Answer = std::function<TransitionState(ScriptedTransition&)>;

  ScriptedCells() : holder(&stub), listed{{kStubCell, &stub}} { stub.id = kStubCell; }
  ScriptedCells(const ScriptedCells&) = delete;
  ScriptedCells& operator=(const ScriptedCells&) = delete;

  ObjCell stub;
  const ObjCell* holder;           ///< the cell a search finds the foot in; null: none is loaded there
  std::vector<CellEntry> listed;   ///< what a search lists
  std::vector<Answer> script;      ///< one answer a call, the last one for ever
  int calls = 0;                   ///< of find_collisions
  int searches = 0;                ///< of find_cell_list
  const ObjCell* asked = nullptr;  ///< the cell of the running call

  TransitionState find_collisions(const ObjCell& cell, ScriptedTransition& t) {
    asked = &cell;
    const auto i = static_cast<std::size_t>(calls++);
    if (script.empty()) return TransitionState::Ok;
    return script[i < script.size() ? i : script.size() - 1](t);
  }
  [[nodiscard]] const ObjCell* sticky_cell(const ObjCell& own, const SpherePath&) const { return &own; }
  template <class Rules>
  void find_cell_list(const Rules&, CellArray& out, const ObjCell** want_cell, SpherePath&) {
    ++searches;
    out.clear();
    for (const CellEntry& e : listed) out.add_cell(e.id, e.cell);
    if (want_cell != nullptr) *want_cell = holder;
  }
};

[[nodiscard]] inline ScriptedCells::Answer answer(TransitionState ts) {
  return [ts](ScriptedTransition&) { return ts; };
}

/// Which plane lies under a place; null = nothing there.
using PlaneAt = std::function<const Plane*(const Vec3& low_point)>;

/// The cell of the world of planes: terrain without terrain (spec 04 §12.3).
[[nodiscard]] inline ScriptedCells::Answer plane_world(PlaneAt plane_at, bool is_water = false) {
  return [plane_at = std::move(plane_at), is_water](ScriptedTransition& t) {
    const Plane* plane = plane_at(t.sp.global_low_point);
    if (plane == nullptr) return TransitionState::Ok;
    return t.validate_walkable(t.sp.global_sphere[0], *plane, is_water, 0.0F, t.cells.stub.id);
  };
}

/// A cell with real geometry: what a tree placed at `position` answers (spec 02 §4.1). The tree outlives it.
[[nodiscard]] inline ScriptedCells::Answer bsp_cell(const BspTree& tree, Position position = {},
                                                    float scale = 1.0F) {
  if (position.cell_id == 0) position.cell_id = kStubCell;
  return [&tree, position, scale](ScriptedTransition& t) {
    t.sp.cache_localspace_sphere(t.rules, position, scale);
    const GraphView view{&tree};
    return t.sp.insert_type == InsertType::InitialPlacement ? collide_bsp::placement_insert(t, view)
                                                            : collide_bsp::find_collisions(t, view, scale);
  };
}

/// A transition over scripted cells, with everything it points at.
struct Scene {
  Scene() : Scene(coverage_rules()) {}
  explicit Scene(const Profiled& rules)
      : t(rules, cells, data), sp(data.sphere_path), ci(data.collision_info), oi(data.object_info) {}
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  ScriptedCells cells;
  TransitionData data;
  ScriptedTransition t;
  SpherePath& sp;
  CollisionInfo& ci;
  ObjectInfo& oi;

  [[nodiscard]] static Position at(const Vec3& origin, CellId cell = kStubCell) {
    Position p;
    p.cell_id = cell;
    p.frame.origin = origin;
    return p;
  }
  /// `init_path` with places of its own, which the path points to.
  void set_path(const ObjCell* cell, const Position* begin, const Position& end) {
    if (begin != nullptr) begin_ = *begin;
    end_ = end;
    sp.init_path(cell, begin != nullptr ? &begin_ : nullptr, end_);
  }
  /// The spheres of a mover, at `current`, trying `candidate`.
  void set_up(std::span<const Sphere> spheres, const Vec3& current, const Vec3& candidate) {
    sp.init_sphere(spheres, 1.0F);
    const Position from = at(current);
    set_path(&cells.stub, &from, at(candidate));
    sp.set_check_pos(at(candidate), &cells.stub);
  }
  /// Contact and ground as a body standing on `plane` brings them (`init_contact_plane`).
  void stand_on(const Plane& plane) { ci.init_contact_plane({plane, kStubCell, false}); }

 private:
  Position begin_;
  Position end_;
};

/// Foot (0,0,0.48) and head (0,0,1.35), radius 0.48: the mover of spec 04 §12.2 and §12.3.
inline constexpr Sphere kWalker[] = {{{0.0F, 0.0F, 0.48F}, 0.48F}, {{0.0F, 0.0F, 1.35F}, 0.48F}};
inline constexpr std::span<const Sphere> kTwoSpheres{kWalker, 2};
inline constexpr std::span<const Sphere> kOneSphere{kWalker, 1};

inline constexpr Vec3 kUp{0.0F, 0.0F, 1.0F};
inline constexpr Plane kFlat{kUp, 0.0F};
inline constexpr std::uint32_t kGrounded = object_info_flag::kContact | object_info_flag::kOnWalkable;
inline constexpr std::uint32_t kGroundedEdge = kGrounded | object_info_flag::kEdgeSlide;

}  // namespace surefoot::test
