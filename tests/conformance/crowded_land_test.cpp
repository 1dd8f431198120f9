// The index of the shadow lists at the size of a world (spec 03 §3.2, §9.1): ten thousand objects in a landblock,
// more across its borders, some of them moved between the resolves. The fast path passes over what lies beside the
// mover, the traced path asks every object of every list; `resolve_all` compares every field by raw bits.
#include <algorithm>

#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "support/outdoor_objects.hpp"
#include "support/random.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

constexpr BlockId kBlock = 0xA9B4;
constexpr std::uint32_t kInBlock = 10000;
constexpr std::uint32_t kInEachNeighbour = 700;

/// Low hills, made of the vertex's number, the same on both sides of a border.
class Hills final : public LandblockSource {
 public:
  [[nodiscard]] std::optional<LandblockData> load(BlockId id) const override {
    LandblockData data;
    const auto gx = static_cast<std::size_t>(id >> 8U) * 8;
    const auto gy = static_cast<std::size_t>(id & 0xFFU) * 8;
    for (std::size_t x = 0; x < kVertexSide; ++x) {
      for (std::size_t y = 0; y < kVertexSide; ++y)
        data.z[x * kVertexSide + y] = static_cast<float>(((gx + x) * 7 + (gy + y) * 5) % 4) * 1.5F;
    }
    return data;
  }
};

float height_at(const World& world, const Position& p) {
  Vec3 at = p.frame.origin;
  const LandPolygon* poly = find_terrain_poly(*world.land_cell(p.cell_id), at);
  EXPECT_NE(poly, nullptr);
  EXPECT_TRUE(poly->plane.set_height(at));
  return at.z;
}

/// A place of the block, on its ground, at some heading.
Position on_ground(const World& world, Random& random, BlockId block, const Vec3& low, const Vec3& high) {
  Position p = outdoors(block, random.in(low, high));
  p.frame.origin.z = height_at(world, p);
  p.frame.set_heading(random.uniform(0, 360));
  return p;
}

class CrowdedLand : public ::testing::Test {
 protected:
  CrowdedLand() {
    world.set_landscape(std::make_unique<Hills>());
    make_setups();
    add(kInBlock, kBlock, {0, 0, 0}, {191.9F, 191.9F, 0});
    // Strips along the borders, so that who crosses meets them there.
    add(kInEachNeighbour, 0xAAB4, {0, 0, 0}, {24, 191.9F, 0});
    add(kInEachNeighbour, 0xA9B5, {0, 0, 0}, {191.9F, 24, 0});
    add(kInEachNeighbour, 0xAAB5, {0, 0, 0}, {24, 24, 0});
  }

  /// A few sizes of posts, of spheres (one or two in a setup) and of boxes (turned, two in a setup).
  void make_setups() {
    for (int i = 0; i < 12; ++i) {
      auto setup = std::make_unique<surefoot::Setup>();
      for (int shape = 0; shape <= i % 2; ++shape) {
        const Vec3 at = random.in({-0.3F, -0.3F, 0}, {0.3F, 0.3F, 0.6F});
        if (i % 3 == 0) {
          setup->cylspheres.push_back({at, random.uniform(0.05F, 0.2F), random.uniform(0, 1.5F)});
        } else if (i % 3 == 1) {
          setup->spheres.push_back({at, random.uniform(0.1F, 0.25F)});
        } else {
          const Vec3 half = random.in({0.05F, 0.05F, 0.05F}, {0.25F, 0.25F, 0.4F});
          GfxObj& box =
              add_shape(world, static_cast<std::uint32_t>(1000 + 2 * i + shape), solid_box(-half, half));
          setup->parts.push_back({&box, {1, 1, random.uniform(0.8F, 1.2F)}});
          setup->placements[0].emplace_back();
          setup->placements[0].back().origin = at;
        }
      }
      setup->sorting_sphere = Sphere{{0, 0, 0.5F}, 1.2F};
      setups.push_back(&world.add_setup(std::move(setup)));
    }
  }

  void add(std::uint32_t count, BlockId block, const Vec3& low, const Vec3& high) {
    for (std::uint32_t i = 0; i < count; ++i) {
      auto o = std::make_unique<PhysicsObject>();
      o->id = ++last_id;
      o->position = on_ground(world, random, block, low, high);
      o->scale = random.integer(0, 2) == 0 ? random.uniform(0.6F, 1.4F) : 1.0F;
      o->make_parts(*setups[static_cast<std::size_t>(random.integer(0, 11))]);
      constexpr std::uint32_t kStates[] = {physics_state::kStatic, physics_state::kStatic, 0, 0,
                                           physics_state::kEthereal};
      const std::uint32_t state = kStates[random.integer(0, 4)];
      o->state = (o->state & physics_state::kHasPhysicsBsp) | state;
      if (state != physics_state::kStatic)
        o->weenie = weenie::kExists | (random.integer(0, 1) == 0 ? weenie::kCreature : 0U);
      const bool is_static = state == physics_state::kStatic;
      const auto placed = is_static ? world.place_static(std::move(o)) : world.place_moving(std::move(o));
      ASSERT_TRUE(placed.has_value()) << placed.error().text();
    }
  }

  /// Somebody in the way goes a little further, or a stranger comes from anywhere to stand before the mover.
  void move_somebody(const Position& mover) {
    const auto id = static_cast<std::uint32_t>(random.integer(1, static_cast<int>(last_id)));
    const PhysicsObject& o = *world.registry().find(id);
    Position to = random.integer(0, 19) != 0 ? o.position : mover;
    to.frame.origin = to.frame.origin + random.in({-1.5F, -1.5F, 0}, {1.5F, 1.5F, 0});
    to.adjust_to_outside();
    to.frame.origin.z = height_at(world, to);
    to.frame.set_heading(random.uniform(0, 360));
    ASSERT_TRUE(world.move_object(id, to).has_value());
  }

  Random random{0x5EED0601};
  World world;
  std::vector<const surefoot::Setup*> setups;
  std::uint32_t last_id = 0;
};

TEST_F(CrowdedLand, TheIndexGivesWhatAskingEverybodyGives) {
  const ShadowList& list = world.registry().shadow_list(*world.land_cell(0xA9B4001C));
  EXPECT_GT(list.size(), 100U);
  int stopped = 0;
  int crossed_cells = 0;
  int crossed_blocks = 0;
  for (int walk = 0; walk < 100; ++walk) {
    SCOPED_TRACE(::testing::Message() << "walk " << walk);
    // Every other walk starts near the corner of the four blocks.
    const float far = walk % 2 == 0 ? 191.9F : 2.0F;
    const Position start =
        on_ground(world, random, kBlock, {191.9F - far, 191.9F - far, 0}, {191.9F, 191.9F, 0});
    OutdoorWalker w(world, walk % 3 == 0 ? cap_obj() : human_setup(), start);
    if (walk % 5 != 0)
      w.stand_on(find_terrain_poly(*world.land_cell(start.cell_id), start.frame.origin)->plane);
    Vec3 stride;
    for (int tick = 0; tick < 25; ++tick) {
      if (tick % 5 == 0) stride = random.in({-1.2F, -1.2F, -0.3F}, {1.2F, 1.2F, 0.1F});
      const CellId before = w.body.position.cell_id;
      const ResolveResult r = w.tick(stride);
      if (HasFailure()) return;
      stopped += r.collision_normal_valid ? 1 : 0;
      const CellId after = w.body.position.cell_id;
      crossed_cells += after != before ? 1 : 0;
      crossed_blocks += (after >> 16U) != (before >> 16U) ? 1 : 0;
      for (int i = 0; i < 5; ++i) move_somebody(w.body.position);
    }
  }
  // What was compared was not idle walking.
  EXPECT_GT(stopped, 300);
  EXPECT_GT(crossed_cells, 20);
  EXPECT_GT(crossed_blocks, 10);
}

}  // namespace
}  // namespace surefoot::test
