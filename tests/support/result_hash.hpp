// What of a resolve's result the tests hash, by bits.
#pragma once

#include "core/state_hash.hpp"
#include "motion/resolve.hpp"

namespace surefoot::test {

/// Everything but the cells.
inline void hash_result(StateHash& h, const ResolveResult& r) {
  h.word(r.ok ? 1 : 0);
  h.word(r.position.cell_id);
  h.vec3(r.position.frame.origin);
  h.vec3(r.contact_plane.plane.normal);
  h.f32(r.contact_plane.plane.d);
  h.vec3(r.collision_normal);
  h.vec3(r.sliding_normal);
  h.word(r.object_info_state);
}

}  // namespace surefoot::test
