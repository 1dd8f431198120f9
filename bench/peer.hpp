// Other engines on the same worlds and scripts.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/walk_data.hpp"

namespace surefoot::bench {

class PeerWalk {
 public:
  PeerWalk() = default;
  PeerWalk(const PeerWalk&) = delete;
  PeerWalk& operator=(const PeerWalk&) = delete;
  virtual ~PeerWalk() = default;

  [[nodiscard]] virtual std::string name() const = 0;
  /// The whole script once.
  virtual void pass() = 0;
  /// Where the character stands, metres.
  [[nodiscard]] virtual Vec3 feet() const = 0;
};

/// Those that this program was built with. They keep references to both.
[[nodiscard]] std::vector<std::unique_ptr<PeerWalk>> make_peers(const WalkWorld& world, const Script& script);

}  // namespace surefoot::bench
