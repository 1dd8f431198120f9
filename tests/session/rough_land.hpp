// Rough ground in every landblock, made when it is first touched, and posts to walk into.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "support/random.hpp"
#include "world/world.hpp"

namespace surefoot::test {

/// Heights within a block are its own; borders lie at 0, so that blocks meet.
class RoughBlocks final : public LandblockSource {
 public:
  explicit RoughBlocks(float height) : height_(height) {}
  [[nodiscard]] std::optional<LandblockData> load(BlockId id) const override {
    Random random(id / 256U * 131U + id % 256U);
    LandblockData data;
    for (std::size_t x = 1; x + 1 < kVertexSide; ++x) {
      for (std::size_t y = 1; y + 1 < kVertexSide; ++y)
        data.z[x * kVertexSide + y] = random.uniform(0, height_);
    }
    return data;
  }

 private:
  float height_;
};

/// Posts of 1.2 m across with ids 1…count, anywhere in block 0x1010.
inline World rough_world(float height, std::uint32_t posts) {
  World world;
  world.set_landscape(std::make_unique<RoughBlocks>(height));
  auto setup = std::make_unique<Setup>();
  setup->cylspheres.push_back({{0, 0, 0}, 0.6F, 30.0F});
  const Setup& post = world.add_setup(std::move(setup));
  Random random(11);
  for (std::uint32_t id = 1; id <= posts; ++id) {
    auto o = std::make_unique<PhysicsObject>();
    o->id = id;
    o->position.cell_id = 0x1010FFFFU;
    o->position.frame.origin = random.in({1, 1, 0}, {191, 191, 0});
    o->make_parts(post);
    EXPECT_TRUE(world.place_static(std::move(o)).has_value());
  }
  return world;
}

}  // namespace surefoot::test
