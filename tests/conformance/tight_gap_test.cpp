// A gap between two posts under a building's eaves, too tight for the mover (spec 08 §12 F15, F16; 03 §17.2).
#include <gtest/gtest.h>

#include "io/load_world.hpp"
#include "support/bits.hpp"
#include "support/outdoor_objects.hpp"
#include "support/paths.hpp"

namespace surefoot::test {
namespace {

constexpr BlockId kBlock = 0xA9B4;

std::string shell_dump() {
  return fixture_path("openac/issue273/0x01000F69.gfxobj.json");
}

struct Stage {
  bool shell = true;
  bool first_post = true;
  float terrain = kDeep;
};

/// Where eight moves towards the gap end.
Vec3 walk(const Stage& stage, const Mover& mover) {
  auto world = io::load_world(shell_dump());
  EXPECT_TRUE(world.has_value()) << world.error().text();
  world->set_landscape(std::make_unique<FlatBlocks>(std::vector<BlockId>{kBlock}, stage.terrain));
  if (stage.shell) {
    auto building = std::make_unique<Building>();
    building->id = 1;
    building->position = outdoors(kBlock, {158.178F, 37.7055F, 94});
    EXPECT_EQ(building->position.cell_id, 0xA9B40032U);
    EXPECT_TRUE(building->position.frame.set_rotate(0.939319F, 0, 0, -0.343045F));
    building->part.gfxobj = world->find_gfxobj(0x01000F69);
    building->part.position = building->position;
    EXPECT_TRUE(world->add_building(std::move(building)).has_value());
  }
  constexpr float kHeight = 5.564F;
  if (stage.first_post)
    add_cylinder(*world, 1, outdoors(kBlock, {160.173F, 34.487F, 95.975F}), 0.282F, kHeight);
  add_cylinder(*world, 2, outdoors(kBlock, {158.282F, 34.610F, 95.975F}), 0.282F, kHeight);
  add_cylinder(*world, 3, outdoors(kBlock, {157.952F, 32.239F, 96}), 0.6F, kHeight);
  OutdoorWalker w(*world, mover, outdoors(kBlock, {160.016F, 33.562F, 96.005F}));
  w.stand_on({{0, 0, 1}, -96.005F});
  constexpr float kMoves[8][2] = {{1.396F, 1.123F}, {0.727F, 0.584F}, {0.624F, 0.501F}, {0.727F, 0.585F},
                                  {0.728F, 0.585F}, {0.727F, 0.585F}, {0.727F, 0.585F}, {0.728F, 0.585F}};
  for (const auto& m : kMoves) (void)w.tick({m[0], m[1], 0});
  return w.at();
}

TEST(TightGap, F15_IsRefused) {
  SUREFOOT_NEEDS(shell_dump());
  EXPECT_LT(walk({}, tall()).y, 34.487F);
  EXPECT_LT(walk({}, human_setup()).y, 34.487F);
}

TEST(TightGap, F16_WithoutTheShellItIsPassed) {
  SUREFOOT_NEEDS(shell_dump());
  EXPECT_GT(walk({false, true, 96}, tall()).y, 34.487F);
  EXPECT_GT(walk({false, true, 96}, human_setup()).y, 34.487F);
}

TEST(TightGap, F16_WithoutTheFirstPostItIsPassed) {
  SUREFOOT_NEEDS(shell_dump());
  EXPECT_GT(walk({true, false}, tall()).y, 34.487F);
  EXPECT_GT(walk({true, false}, human_setup()).y, 34.487F);
}

}  // namespace
}  // namespace surefoot::test
