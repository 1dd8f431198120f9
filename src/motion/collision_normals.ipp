// How the normals of what was hit are stored (spec 04 §3). CollisionInfo has the client's way; ports have others.
#pragma once

#include "motion/transition.hpp"

namespace surefoot {

/// 0x0050A000
template <class Rules, class Cells>
void Transition<Rules, Cells>::set_collision_normal(const Vec3& n) {
  ci.set_collision_normal(n);
  if (rules.has(Divergence::ace_raw_collision_normal)) ci.collision_normal = n;
}

/// 0x0050A060
template <class Rules, class Cells>
void Transition<Rules, Cells>::set_sliding_normal(const Vec3& n) {
  ci.set_sliding_normal(n);
  Vec3 whole = n;
  if (rules.has(Divergence::ace_raw_sliding_normal)) {
    ci.sliding_normal = normalize_check_small(whole) ? Vec3{} : Vec3{n.x, n.y, 0.0F};
  } else if (rules.has(Divergence::openac_sliding_tiny_kept)) {
    Vec3 flat{n.x, n.y, 0.0F};
    if (normalize_check_small(flat)) ci.sliding_normal = flat;  // untouched
  }
}

}  // namespace surefoot
