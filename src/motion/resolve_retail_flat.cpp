// Retail rules, decided at compile time, over the prepared arrays: the fast path.
#include "motion/run_transition.hpp"

namespace surefoot {

bool run_retail_flat(const World& world, const ResolveRequest& request, TransitionData& data) {
  return run_transition<Retail, FlatForm>(world, request, data, Retail{});
}

bool overlaps_flat(const World& world, const PhysicsObject& object, TransitionData& data) {
  return overlaps<FlatForm>(world, object, data);
}

}  // namespace surefoot
