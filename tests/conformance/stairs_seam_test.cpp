// A flight of stairs made of eight copies of one step (spec 08 §12 F12–F14): the seams between the copies stop
// nobody, and whoever walks off its side is not carried back down.
#include <algorithm>

#include <gtest/gtest.h>

#include "io/load_world.hpp"
#include "support/bits.hpp"
#include "support/outdoor_objects.hpp"
#include "support/paths.hpp"

namespace surefoot::test {
namespace {

constexpr BlockId kBlock = 0xF682;
constexpr CellId kCell = 0xF682002C;

std::string step_dump() {
  return fixture_path("openac/outdoor-stairs-seam/0x01000AC5.gfxobj.json");
}

/// The copies, each 0.5 m further north and 0.4 m higher than the one before, over deep ground.
World flight() {
  auto world = io::load_world(step_dump());
  EXPECT_TRUE(world.has_value()) << world.error().text();
  world->set_landscape(std::make_unique<FlatBlocks>(std::vector<BlockId>{kBlock}, kDeep));
  for (std::uint32_t k = 0; k < 8; ++k) {
    const auto up = static_cast<float>(k);
    auto step = std::make_unique<PhysicsObject>();
    step->id = k + 1;
    step->position = outdoors(kBlock, {132, 75.245F + 0.5F * up, 58.815F + 0.4F * up});
    EXPECT_EQ(step->position.cell_id, kCell);
    step->position.frame.set_heading(270);  // its +x looks north
    step->make_parts(*world->find_gfxobj(0x01000AC5));
    step->state |= physics_state::kStatic;
    EXPECT_TRUE(world->place_static(std::move(step)).has_value());
  }
  return std::move(*world);
}

constexpr Plane kOnStep{{0, -0.62469506F, 0.78086877F}, 0.765995F};

TEST(StairsSeam, F12_SeamsBetweenStepsDoNotStop) {
  SUREFOOT_NEEDS(step_dump());
  const World world = flight();
  OutdoorWalker w(world, tall(), outdoors(kBlock, {131.72375F, 77.49132F, 61.146755F}));
  w.stand_on(kOnStep);
  for (int tick = 0; tick < 12; ++tick) {
    (void)w.tick({0, 0.2F, 0});
    EXPECT_EQ(w.body.transient & transient_state::kSliding, 0U) << tick;
    EXPECT_TRUE(w.grounded()) << tick;
  }
  EXPECT_GT(w.at().y, 78.10F);
}

/// One call of 0.93 m beside the stairs' east side, which is at x 132.75; what it moved by. Retail remembers no
/// polygon between calls; the recording port starts from the step's top it stood on (`openac_walkable_seed`).
Vec3 one_call(float x, bool seeded) {
  const World world = flight();
  const Plane plane{{3.2782555e-07F, -0.62469506F, 0.78086877F}, 0.75193405F};
  OutdoorWalker w(world, tall(), outdoors(kBlock, {x, 75.53931F, 59.608147F}));
  w.stand_on(plane);
  ResolveRequest r = w.request({0.30007935F, 0.8837738F, 0});
  Expected<ResolveResult> result = resolve_all(world, r);
  const std::vector<Vec3> top{{132.75F, 75.995F, 59.815F},
                              {131.25F, 75.995F, 59.815F},
                              {131.25F, 75.495F, 59.415F},
                              {132.75F, 75.495F, 59.415F}};
  if (seeded) {
    r.walkable = WalkableSeed{plane, top, {0, 0, 1}};
    Profile profile;
    profile.add(Divergence::openac_walkable_seed);
    result = resolve_profiled(world, r, profile);
  }
  EXPECT_TRUE(result.has_value()) << result.error().text();
  if (!result || !result->ok) return {};
  return result->position.frame.origin - r.begin->frame.origin;
}

TEST(StairsSeam, F13_BeyondHalfARadiusNobodyIsCarriedDown) {
  SUREFOOT_NEEDS(step_dump());
  for (const bool seeded : {false, true}) {
    const Vec3 moved = one_call(133.03775F, seeded);
    EXPECT_GE(moved.y, -0.001F) << seeded;
    EXPECT_GE(moved.z, -0.001F) << seeded;
  }
}

TEST(StairsSeam, F14_WithinHalfARadiusTheClimbGoesOn) {
  SUREFOOT_NEEDS(step_dump());
  for (const bool seeded : {false, true}) {
    const Vec3 moved = one_call(132.95F, seeded);
    EXPECT_GT(moved.y, 0.25F) << seeded;
    EXPECT_GT(moved.z, 0.10F) << seeded;
  }
}

}  // namespace
}  // namespace surefoot::test
