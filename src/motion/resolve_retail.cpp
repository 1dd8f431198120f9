// The fast path: retail rules, decided at compile time.
#include "motion/run_transition.hpp"

namespace surefoot {

ResolveResult run_retail_graph(const World& world, const ResolveRequest& request, TransitionData& data) {
  return run_transition<Retail, GraphForm>(world, request, data, Retail{});
}

}  // namespace surefoot
