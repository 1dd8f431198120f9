// Flags and trace at run time, over the prepared arrays.
#include "motion/run_transition.hpp"

namespace surefoot {

bool run_profiled_flat(const World& world, const ResolveRequest& request, TransitionData& data,
                       const Profile& profile, TraceSink* sink) {
  return run_transition<Profiled, FlatForm>(world, request, data, Profiled(profile, sink));
}

}  // namespace surefoot
