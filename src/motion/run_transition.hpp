// One transition from request to result, for whichever policies the translation unit instantiates.
#pragma once

#include <utility>

#include "motion/driver.hpp"
#include "motion/resolve.hpp"
#include "motion/world_cells.hpp"

namespace surefoot {

/// Fills `data` from the request (spec 04 §7.1, the part after the caller's set-up). `keeps_slot`: divergence
/// `gdle_slot_memory`.
void set_up_transition(const World& world, const ResolveRequest& request, TransitionData& data,
                       bool keeps_slot = false);

/// Answers whether it succeeded; the rest is in `data`.
template <class Rules, class Form>
bool run_transition(const World& world, const ResolveRequest& request, TransitionData& data,
                    const Rules& rules) {
  set_up_transition(world, request, data, rules.has(Divergence::gdle_slot_memory));
  if (rules.has(Divergence::openac_last_known_cell) && request.contact == ResolveRequest::Contact::leaving) {
    CollisionInfo& ci = data.collision_info;
    std::swap(ci.contact_plane.cell_id, ci.last_known_contact_plane.cell_id);
  }
  if (rules.has(Divergence::gdle_sliding_from_3d) && request.sliding_normal) {
    Vec3 n = *request.sliding_normal;
    data.collision_info.sliding_normal = normalize_check_small(n) ? Vec3{} : n;
  }
  if (rules.has(Divergence::openac_walkable_seed) && request.walkable) {
    SpherePath& sp = data.sphere_path;
    Position block;  // the seed is in block coordinates: an identity frame
    block.cell_id = sp.curr_pos.cell_id;
    const PolygonView poly{&request.walkable->plane, request.walkable->vertices, 0, 0};
    sp.set_walkable({sp.global_curr_center[0], sp.local_sphere[0].radius}, poly, request.walkable->up, block,
                    1.0F);
  }
  WorldCells<Form> cells(world);
  Transition<Rules, WorldCells<Form>> transition(rules, cells, data);
  return transition.find_valid_position();
}

/// Does the mover set up in `data`, where it stands, overlap the shapes of `object`?
template <class Form>
bool overlaps(const World& world, const PhysicsObject& object, TransitionData& data) {
  WorldCells<Form> cells(world);
  const Retail rules;
  Transition<Retail, WorldCells<Form>> transition(rules, cells, data);
  return collide_object::find_obj_collisions<Form>(transition, object) != TransitionState::Ok;
}

// One translation unit for each pair of rules and form (resolve_retail_flat.cpp and so on), so that builds stay quick.
bool run_retail_flat(const World& world, const ResolveRequest& request, TransitionData& data);
bool run_retail_graph(const World& world, const ResolveRequest& request, TransitionData& data);
bool run_profiled_flat(const World& world, const ResolveRequest& request, TransitionData& data,
                       const Profile& profile, TraceSink* sink);
bool run_profiled_graph(const World& world, const ResolveRequest& request, TransitionData& data,
                        const Profile& profile, TraceSink* sink);
bool overlaps_flat(const World& world, const PhysicsObject& object, TransitionData& data);
bool overlaps_graph(const World& world, const PhysicsObject& object, TransitionData& data);

}  // namespace surefoot
