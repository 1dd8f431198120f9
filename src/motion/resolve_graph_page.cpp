// In a page there is no way to ask for the linked trees, so their walks are left out: whoever does runs on the prepared
// ones, by the same bits. Elsewhere resolve_retail_graph_native.cpp and resolve_profiled_graph_native.cpp are taken.
#ifdef __EMSCRIPTEN__

#include "motion/run_transition.hpp"

namespace surefoot {

bool run_retail_graph(const World& world, const ResolveRequest& request, TransitionData& data) {
  return run_retail_flat(world, request, data);
}

bool run_profiled_graph(const World& world, const ResolveRequest& request, TransitionData& data,
                        const Profile& profile, TraceSink* sink) {
  return run_profiled_flat(world, request, data, profile, sink);
}

bool overlaps_graph(const World& world, const PhysicsObject& object, TransitionData& data) {
  return overlaps_flat(world, object, data);
}

}  // namespace surefoot

#endif
