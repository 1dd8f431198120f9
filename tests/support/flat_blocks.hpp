// Flat landblocks at one height, for tests that need ground or the edge of the loaded world.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "world/landscape.hpp"

namespace surefoot::test {

class FlatBlocks final : public LandblockSource {
 public:
  explicit FlatBlocks(std::vector<BlockId> ids, float z = 0.0F) : ids_(std::move(ids)), z_(z) {}
  [[nodiscard]] std::optional<LandblockData> load(BlockId id) const override {
    if (std::find(ids_.begin(), ids_.end(), id) == ids_.end()) return std::nullopt;
    LandblockData data;
    data.z.fill(z_);
    return data;
  }

 private:
  std::vector<BlockId> ids_;
  float z_;
};

}  // namespace surefoot::test
