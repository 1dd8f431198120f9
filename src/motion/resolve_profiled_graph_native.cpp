// Flags and trace at run time, over the linked trees.
#include "motion/run_transition.hpp"

namespace surefoot {

bool run_profiled_graph(const World& world, const ResolveRequest& request, TransitionData& data,
                        const Profile& profile, TraceSink* sink) {
  return run_transition<Profiled, GraphForm>(world, request, data, Profiled(profile, sink));
}

}  // namespace surefoot
