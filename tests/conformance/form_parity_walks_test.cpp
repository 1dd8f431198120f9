// Whole walks in random worlds, over the flat form, over the linked one and in the world's prepared file: the same bodies,
// byte for byte (spec 02 §7).
// More of the same with SUREFOOT_PARITY_SCALE=10 and so on.
#include <array>
#include <cstring>

#include <gtest/gtest.h>

#include "body/tick.hpp"
#include "body/velocity.hpp"
#include "io/prepared_file.hpp"
#include "io/prepared_writer.hpp"
#include "session/save.hpp"
#include "support/parity_scale.hpp"
#include "support/random_trees.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

constexpr int kWorlds = 120;
constexpr int kWalks = 10;  // in each
constexpr int kTicks = 24;

std::unique_ptr<GfxObj> random_shape(Random& random) {
  auto g = std::make_unique<GfxObj>();
  g->physics_bsp = random_tree(random);
  bool first = true;
  for (const Polygon& p : g->physics_bsp.polygons) {
    for (const Vec3& v : p.vertices) {
      if (first) g->bounding_box = {v, v};
      first = false;
      g->bounding_box.add(v);
    }
  }
  return g;
}

/// A room of random geometry over a floor, a second one beside it with a volume of its own, and objects of parts at
/// random scales; in some worlds one is a door that lets ethereal movers through.
void build(World& world, Random& random) {
  std::vector<Polygon> walls = random_soup(random, random.integer(0, 8));
  walls.push_back(floor_quad(0, -9, 9, -9, 9, random.uniform(-2.0F, -0.5F)));
  const bool one_leaf = random.integer(0, 2) == 0;
  EnvCell& room =
      add_room(world, one_leaf ? make_single_leaf(std::move(walls), {{}, 40}) : random_tree(random));

  auto structure = std::make_unique<CellStruct>();
  structure->physics_bsp = random_tree(random);
  structure->cell_bsp = random_cell_chain(random, 4);
  auto beside = std::make_unique<EnvCell>();
  beside->id = kRoom + 1;
  beside->pos = in_room({random.uniform(-2, 2), 0, 0}, beside->id);
  beside->structure = &world.add_cell_struct(std::move(structure));
  CellPortal back;
  back.other_cell_id = room.id;
  beside->portals = {back};
  CellPortal there;
  there.other_cell_id = beside->id;
  room.portals.push_back(there);
  ASSERT_TRUE(world.add_env_cell(std::move(beside)).has_value());

  const int objects = random.integer(0, 4);
  for (int i = 0; i < objects; ++i) {
    auto o = std::make_unique<PhysicsObject>();
    o->id = static_cast<std::uint32_t>(i + 1);
    o->position = in_room(random.in({-3, -3, -2}, {3, 3, 1}));
    o->position.frame.set_heading(random.uniform(0, 360));
    auto setup = std::make_unique<Setup>();
    const float scale = random.integer(0, 1) == 0 ? 1.0F : random.uniform(0.3F, 1.5F);
    setup->parts.push_back({&world.add_gfxobj(random_shape(random)), {1, 1, scale}});
    o->make_parts(world.add_setup(std::move(setup)));
    if (random.integer(0, 3) == 0) o->state &= ~physics_state::kStatic;
    const auto placed = world.place_listed(std::move(o), {{room.id, &room}});
    ASSERT_TRUE(placed.has_value()) << placed.error().text();
  }
}

Body random_body(Random& random) {
  Body b;
  const float r = random.uniform(0.15F, 0.6F);
  b.mover.spheres[0] = {{0, 0, r}, r};
  b.mover.spheres[1] = {{0, 0, r + random.uniform(0, 1.2F)}, r};
  b.mover.num_spheres = random.integer(1, 2);
  b.mover.step_up_height = random.uniform(0, 0.8F);
  b.mover.step_down_height = random.uniform(0, 1.6F);
  constexpr std::uint32_t kStates[] = {physics_state::kDefault, physics_state::kDefault,
                                       physics_state::kMissile | physics_state::kGravity,
                                       physics_state::kDefault | physics_state::kEthereal};
  b.mover.physics_state = kStates[random.integer(0, 3)];
  if (random.integer(0, 7) == 0)
    b.mover.flags = object_info_flag::kPathClipped | object_info_flag::kPerfectClip;
  b.position = in_room(random.in({-3, -3, -1}, {3, 3, 3}));
  b.position.frame.set_heading(random.uniform(0, 360));
  b.transient = transient_state::kActive;
  if (random.integer(0, 1) == 0) {
    b.contact_plane = {{{0, 0, 1}, -b.position.frame.origin.z}, kRoom, false};
    b.transient |= transient_state::kContact | transient_state::kOnWalkable;
  }
  calc_acceleration(b);
  return b;
}

std::vector<std::byte> bytes_of(const Body& body) {
  ByteWriter out;
  save_body(out, body);
  return std::move(out.bytes());
}

/// What becomes of a world that is written and opened again.
World prepared(const World& world) {
  const auto written = io::prepare_world(world, {});
  EXPECT_TRUE(written.has_value()) << written.error().text();
  FlatBytes bytes(written->size());
  std::memcpy(bytes.data(), written->data(), written->size());
  auto opened = io::open_prepared(std::move(bytes));
  EXPECT_TRUE(opened.has_value()) << opened.error().text();
  return std::move(*opened);
}

/// One walker, four ways: flat, linked, flat with flags and trace looked at while it runs, and prepared.
struct Walkers {
  static constexpr std::size_t kWays = 4;

  Walkers(World& flat, World& graph, World& opened, const Body& start)
      : worlds{&flat, &graph, &flat, &opened}, bodies{start, start, start, start} {}

  void command(Random& random) {
    const Vec3 walk = random.in({-4, -4, 0}, {4, 4, 0});
    const bool jump = random.integer(0, 5) == 0;
    for (Body& b : bodies) {
      b.walk.velocity = walk;
      if (!jump || !b.has(transient_state::kOnWalkable)) continue;
      b.walk.jump_vz = 4.0F;
      set_on_walkable(b, false);
    }
  }
  [[nodiscard]] ::testing::AssertionResult tick() {
    const Profile none;
    std::array<bool, kWays> done{};
    for (std::size_t i = 0; i < kWays; ++i) {
      TickOptions options;
      if (i == 2) {
        options.profile = &none;
        options.sink = &coverage_sink();
      }
      done.at(i) =
          surefoot::tick(*worlds.at(i), bodies.at(i), kTickQuantum, workspaces.at(i), options).has_value();
    }
    if (done[0] != done[1] || done[0] != done[2] || done[0] != done[3])
      return ::testing::AssertionFailure() << "one of them was refused";
    const auto flat = bytes_of(bodies[0]);
    if (flat != bytes_of(bodies[1]))
      return ::testing::AssertionFailure() << "the linked form gives another body";
    if (flat != bytes_of(bodies[2])) return ::testing::AssertionFailure() << "the trace changes the body";
    if (flat != bytes_of(bodies[3])) return ::testing::AssertionFailure() << "the file gives another body";
    return ::testing::AssertionSuccess();
  }

  std::array<World*, kWays> worlds;
  std::array<Body, kWays> bodies;
  std::array<Workspace, kWays> workspaces;
};

TEST(FormParityWalks, BodiesInRandomWorldsAgreeByteForByte) {
  const int worlds = kWorlds * parity_scale();
  float farthest = 0;
  for (int w = 0; w < worlds; ++w) {
    Random random(0xF0A30000U + static_cast<std::uint64_t>(w));
    World flat;
    build(flat, random);
    if (HasFatalFailure()) return;
    ASSERT_EQ(flat.form(), TreeForm::flat);
    World graph = flat.fork();
    ASSERT_TRUE(graph.set_form(TreeForm::graph).has_value());
    World opened = prepared(flat);
    if (HasFailure()) return;
    for (int walk = 0; walk < kWalks; ++walk) {
      const Body start = random_body(random);
      Walkers walkers(flat, graph, opened, start);
      for (int tick = 0; tick < kTicks; ++tick) {
        if (tick % 6 == 0) walkers.command(random);
        ASSERT_TRUE(walkers.tick()) << "world " << w << ", walk " << walk << ", tick " << tick;
      }
      const Vec3 way = walkers.bodies[0].position.frame.origin - start.position.frame.origin;
      farthest = std::max(farthest, length(way));
    }
  }
  EXPECT_GT(farthest, 2.0F) << "the walkers hardly moved";
}

TEST(FormParityWalks, PlacementsInRandomWorldsAgreeByRawBits) {
  const int worlds = kWorlds * parity_scale();
  for (int w = 0; w < worlds; ++w) {
    Random random(0xF0A40000U + static_cast<std::uint64_t>(w));
    World world;
    build(world, random);
    if (HasFatalFailure()) return;
    for (int i = 0; i < kWalks; ++i) {
      ResolveRequest r;
      r.mover = random_body(random).mover;
      r.end = in_room(random.in({-3, -3, -1}, {3, 3, 2}));
      r.placement_allows_sliding = random.integer(0, 2) != 0;
      ASSERT_TRUE(resolve_all(world, r).has_value());
      if (HasNonfatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace surefoot::test
