// Retail rules, decided at compile time, over the linked trees: the reference.
#include "motion/run_transition.hpp"

namespace surefoot {

bool run_retail_graph(const World& world, const ResolveRequest& request, TransitionData& data) {
  return run_transition<Retail, GraphForm>(world, request, data, Retail{});
}

bool overlaps_graph(const World& world, const PhysicsObject& object, TransitionData& data) {
  return overlaps<GraphForm>(world, object, data);
}

}  // namespace surefoot
