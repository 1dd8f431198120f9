// Built without any other engine.
#include "bench/peer.hpp"

namespace surefoot::bench {

std::vector<std::unique_ptr<PeerWalk>> make_peers(const WalkWorld& /*world*/, const Script& /*script*/) {
  return {};
}

}  // namespace surefoot::bench
