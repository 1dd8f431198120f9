// The fast path and the profiled one with an empty profile are one solver: the same bits on random small
// worlds, walks and placements (rules.hpp). `resolve_all` compares every field.
#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "support/random.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

Vec3 random_point(Random& random, float reach, float low, float high) {
  return {random.uniform(-reach, reach), random.uniform(-reach, reach), random.uniform(low, high)};
}

/// A convex quad, tilted at will, around `c`.
Polygon random_quad(Random& random, std::uint32_t id) {
  const Vec3 c = random_point(random, 3, 0, 2);
  Vec3 a{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
  Vec3 b{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
  if (length(cross(a, b)) < 0.1F) {
    a = {1, 0, 0};
    b = {0, 1, 0};
  }
  return polygon(id, {c - a - b, c + a - b, c + a + b, c - a + b});
}

/// A box, a few cylinders or a few spheres, at a place, a heading and a scale.
std::unique_ptr<PhysicsObject> random_object(World& world, Random& random, std::uint32_t id) {
  auto o = std::make_unique<PhysicsObject>();
  o->id = id;
  o->position = in_room(random_point(random, 3, -0.5F, 1));
  o->position.frame.set_heading(random.uniform(0, 360));
  o->scale = random.integer(0, 1) == 0 ? 1.0F : random.uniform(0.5F, 1.5F);
  auto setup = std::make_unique<Setup>();
  const int family = random.integer(0, 2);
  const int count = random.integer(1, 2);
  for (int i = 0; i < count; ++i) {
    const Vec3 at = random_point(random, 0.5F, 0, 0.5F);
    if (family == 0) {
      auto g = std::make_unique<GfxObj>();
      const Vec3 half{random.uniform(0.2F, 1), random.uniform(0.2F, 1), random.uniform(0.1F, 0.6F)};
      g->physics_bsp = solid_box(-half, half);
      g->bounding_box = {-half, half};
      setup->parts.push_back({&world.add_gfxobj(std::move(g)), {1, 1, random.uniform(0.8F, 1.2F)}});
      setup->placements[0].emplace_back();
      setup->placements[0].back().origin = at;
    } else if (family == 1) {
      setup->cylspheres.push_back({at, random.uniform(0.1F, 0.8F), random.uniform(0, 2)});
    } else {
      setup->spheres.push_back({at, random.uniform(0.1F, 0.8F)});
    }
  }
  o->make_parts(world.add_setup(std::move(setup)));
  constexpr std::uint32_t kStates[] = {physics_state::kStatic, physics_state::kStatic, 0,
                                       physics_state::kEthereal, physics_state::kMissile};
  o->state = (o->state & physics_state::kHasPhysicsBsp) | kStates[random.integer(0, 4)];
  if (!o->is(physics_state::kStatic))
    o->weenie = weenie::kExists | (random.integer(0, 1) == 0 ? weenie::kCreature : 0U);
  return o;
}

/// A floor, some tilted quads in one leaf and a few objects, or so many that the room's list is indexed: the
/// fast path then leaves most of them out, the traced one asks all.
void build(World& world, Random& random) {
  std::vector<Polygon> walls{floor_quad(0, -4, 4, -4, 4, 0)};
  const int quads = random.integer(0, 6);
  for (int i = 0; i < quads; ++i) walls.push_back(random_quad(random, static_cast<std::uint32_t>(i + 1)));
  const EnvCell& room = add_room(world, make_single_leaf(walls, {{}, 40}));
  const int objects = random.integer(0, 3) == 0 ? random.integer(20, 60) : random.integer(0, 4);
  for (int i = 0; i < objects; ++i) {
    const auto placed = world.place_listed(random_object(world, random, static_cast<std::uint32_t>(i + 1)),
                                           {{room.id, &room}});
    ASSERT_TRUE(placed.has_value());
  }
}

Mover random_mover(Random& random) {
  Mover m;
  const float r = random.uniform(0.15F, 0.6F);
  m.spheres[0] = {{0, 0, r}, r};
  m.spheres[1] = {{0, 0, r + random.uniform(0, 1.2F)}, r};
  m.num_spheres = random.integer(1, 2);
  m.scale = random.integer(0, 3) == 0 ? random.uniform(0.7F, 1.3F) : 1.0F;
  m.step_up_height = random.uniform(0, 0.8F);
  m.step_down_height = random.uniform(0, 1.6F);
  constexpr std::uint32_t kStates[] = {physics_state::kDefault, 0, physics_state::kMissile,
                                       physics_state::kEdgeSlide, physics_state::kEthereal};
  m.physics_state = kStates[random.integer(0, 4)];
  if (random.integer(0, 7) == 0)
    m.flags = object_info_flag::kIsViewer | object_info_flag::kPathClipped | object_info_flag::kFreeRotate |
              object_info_flag::kPerfectClip;
  return m;
}

TEST(PolicyParity, WalksInRandomWorldsAgreeByRawBits) {
  Random random(0x5EED0001);
  for (int w = 0; w < 150; ++w) {
    SCOPED_TRACE(::testing::Message() << "world " << w);
    World world;
    build(world, random);
    for (int walk = 0; walk < 4; ++walk) {
      Walker walker(world, random_mover(random), random_point(random, 3, 0, 3));
      if (random.integer(0, 1) == 0) walker.stand_on({{0, 0, 1}, -walker.origin().z});
      Vec3 stride = random_point(random, 0.6F, -0.5F, 0.2F);
      for (int tick = 0; tick < 12; ++tick) {
        if (random.integer(0, 3) == 0) stride = random_point(random, 0.6F, -0.5F, 0.2F);
        walker.body.position.frame.set_heading(random.uniform(0, 360));
        (void)walker.tick(stride);
        if (HasFatalFailure() || HasNonfatalFailure()) return;
      }
    }
  }
}

TEST(PolicyParity, PlacementsInRandomWorldsAgreeByRawBits) {
  Random random(0x5EED0002);
  for (int w = 0; w < 60; ++w) {
    SCOPED_TRACE(::testing::Message() << "world " << w);
    World world;
    build(world, random);
    for (int i = 0; i < 6; ++i) {
      ResolveRequest r;
      r.mover = random_mover(random);
      r.end = in_room(random_point(random, 3, -0.5F, 2));
      r.placement_allows_sliding = random.integer(0, 2) != 0;
      ASSERT_TRUE(resolve_all(world, r).has_value());
      if (HasNonfatalFailure()) return;
    }
  }
}

// Running the same request again, in a used or in a new workspace, changes nothing: a resolve starts clean.
TEST(PolicyParity, AWorkspaceRemembersNothing) {
  Random random(0x5EED0003);
  World world;
  build(world, random);
  Workspace used;
  for (int i = 0; i < 300; ++i) {
    ResolveRequest r;
    r.mover = random_mover(random);
    r.begin = in_room(random_point(random, 3, 0, 2));
    r.end = in_room(r.begin->frame.origin + random_point(random, 0.6F, -0.5F, 0.2F));
    Workspace fresh;
    const auto a = resolve(world, r, used);
    const auto b = resolve(world, r, fresh);
    ASSERT_TRUE(a.has_value() && b.has_value());
    EXPECT_TRUE(same_bits(a->position.frame.origin, b->position.frame.origin));
    EXPECT_TRUE(same_bits(a->contact_plane.plane, b->contact_plane.plane));
    EXPECT_TRUE(same_bits(a->collision_normal, b->collision_normal));
    EXPECT_TRUE(same_bits(a->sliding_normal, b->sliding_normal));
    EXPECT_EQ(a->object_info_state, b->object_info_state);
    EXPECT_EQ(a->frames_stationary_fall, b->frames_stationary_fall);
  }
}

}  // namespace
}  // namespace surefoot::test
