// A landblock that is water from border to border (spec 05 §3.7): nobody walks there, but missiles and cameras pass.
#include <gtest/gtest.h>

#include "support/coverage.hpp"
#include "support/outdoor_objects.hpp"

namespace surefoot::test {
namespace {

class Sea final : public LandblockSource {
 public:
  [[nodiscard]] std::optional<LandblockData> load(BlockId id) const override {
    if (id != 0x0101) return std::nullopt;
    LandblockData data;
    data.terrain.fill(0x12U << 2U);
    return data;
  }
};

ResolveResult flown(std::uint32_t physics_state) {
  World world;
  world.set_landscape(std::make_unique<Sea>());
  ResolveRequest r;
  r.mover = human_setup();
  r.mover.physics_state = physics_state;
  r.begin = r.end = outdoors(0x0101, {12, 12, 5});
  r.end.frame.origin.x = 12.3F;
  const auto result = resolve_all(world, r);
  EXPECT_TRUE(result.has_value());
  return *result;
}

TEST(AllWater, StopsWhoWalks) {
  const ResolveResult r = flown(physics_state::kGravity);
  EXPECT_EQ(r.position.frame.origin.x, 12.0F);
  EXPECT_FALSE(r.collided_with_environment) << "without a flag";
}

TEST(AllWater, LetsMissilesPass) {
  EXPECT_EQ(flown(physics_state::kMissile).position.frame.origin.x, 12.3F);
}

}  // namespace
}  // namespace surefoot::test
