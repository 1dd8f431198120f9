// One transition from request to result, for whichever policies the translation unit instantiates.
#pragma once

#include <utility>

#include "motion/driver.hpp"
#include "motion/resolve.hpp"
#include "motion/world_cells.hpp"

namespace surefoot {

/// Fills `data` from the request (spec 04 §7.1, the part after the caller's set-up).
void set_up_transition(const World& world, const ResolveRequest& request, TransitionData& data);
[[nodiscard]] ResolveResult read_back(bool ok, const TransitionData& data);

template <class Rules, class Form>
ResolveResult run_transition(const World& world, const ResolveRequest& request, TransitionData& data,
                             const Rules& rules) {
  set_up_transition(world, request, data);
  if (rules.has(Divergence::openac_last_known_cell) && request.contact == ResolveRequest::Contact::leaving) {
    CollisionInfo& ci = data.collision_info;
    std::swap(ci.contact_plane.cell_id, ci.last_known_contact_plane.cell_id);
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
  const bool ok = transition.find_valid_position();
  return read_back(ok, data);
}

// One translation unit each (resolve_retail.cpp, resolve_profiled.cpp), so that builds stay quick.
ResolveResult run_retail_graph(const World& world, const ResolveRequest& request, TransitionData& data);
ResolveResult run_profiled_graph(const World& world, const ResolveRequest& request, TransitionData& data,
                                 const Profile& profile, TraceSink* sink);

}  // namespace surefoot
