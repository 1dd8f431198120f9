// Placed and moving objects: where they are listed, and what moving one does (spec 03 §2, §9).
#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "support/flat_blocks.hpp"
#include "support/small_worlds.hpp"
#include "world/world.hpp"

namespace surefoot::test {
namespace {

constexpr CellId kBlock = 0x01010000U;

Position at(CellId cell, const Vec3& origin) {
  Position p;
  p.cell_id = cell;
  p.frame.origin = origin;
  return p;
}

class Objects : public ::testing::Test {
 protected:
  Objects() { world.set_landscape(std::make_unique<FlatBlocks>(std::vector<BlockId>{0x0101})); }

  std::unique_ptr<PhysicsObject> make(std::uint32_t id, const Vec3& origin, std::uint32_t state) {
    auto o = std::make_unique<PhysicsObject>();
    o->id = id;
    o->state = state;
    o->position = at(kBlock | 0xFFFFU, origin);
    return o;
  }
  /// A post of radius 1.
  std::unique_ptr<PhysicsObject> post(std::uint32_t id, const Vec3& origin, std::uint32_t state = 0) {
    auto setup = std::make_unique<surefoot::Setup>();
    setup->cylspheres.push_back({{0, 0, 0}, 1, 2});
    auto o = make(id, origin, state);
    o->make_parts(world.add_setup(std::move(setup)));
    return o;
  }
  [[nodiscard]] std::vector<std::uint32_t> listed(CellId cell) const {
    const ShadowList& list = world.registry().shadow_list(*world.get_visible(cell));
    std::vector<std::uint32_t> out;
    for (std::size_t i = 0; i < list.size(); ++i) out.push_back(list[i].id);
    return out;
  }
  [[nodiscard]] std::vector<CellId> cells_of(std::uint32_t id) const {
    std::vector<CellId> out;
    for (const CellEntry& e : world.registry().find(id)->shadow_cells) out.push_back(e.id);
    return out;
  }

  World world;
};

using Ids = std::vector<std::uint32_t>;

TEST_F(Objects, SomewhereInABlockBecomesALandCell) {
  ASSERT_TRUE(world.place_moving(post(1, {30, 50, 0})));
  EXPECT_EQ(world.registry().find(1)->position.cell_id,
            kBlock | 0x000BU);  // 30/24 = 1, 50/24 = 2: 1·8 + 2 + 1
  EXPECT_EQ(world.registry().find(1)->cell, world.get_visible(kBlock | 0x000BU));
}

TEST_F(Objects, MovingOneIsOutAndInAgainAtTheEnd) {
  for (const std::uint32_t id : {1U, 2U, 3U}) ASSERT_TRUE(world.place_moving(post(id, {12, 12, 0})));
  EXPECT_EQ(listed(kBlock | 1U), (Ids{1, 2, 3}));
  ASSERT_TRUE(world.move_object(1, at(kBlock | 1U, {13, 12, 0})));
  EXPECT_EQ(listed(kBlock | 1U), (Ids{3, 2, 1}));  // the last filled the hole
  ASSERT_TRUE(world.move_object(2, at(kBlock | 1U, {36, 12, 0})));
  EXPECT_EQ(listed(kBlock | 1U), (Ids{3, 1}));
  EXPECT_EQ(listed(kBlock | 9U), Ids{2});
}

TEST_F(Objects, APostIsListedAcrossABorderByItsRadius) {
  ASSERT_TRUE(world.place_moving(post(1, {23.5F, 12, 0})));
  EXPECT_EQ(cells_of(1), (std::vector<CellId>{kBlock | 1U, kBlock | 9U}));
  // Registration ignores scale (03 §9.2): a post three times as wide reaches no further.
  auto wide = post(2, {22, 12, 0});
  wide->scale = 3;
  ASSERT_TRUE(world.place_moving(std::move(wide)));
  EXPECT_EQ(cells_of(2), std::vector<CellId>{kBlock | 1U});
  auto hinted = post(3, {22, 12, 0});
  hinted->registration_radius = 3;
  ASSERT_TRUE(world.place_moving(std::move(hinted)));
  EXPECT_EQ(cells_of(3), (std::vector<CellId>{kBlock | 1U, kBlock | 9U}));
}

// The port's way of registration (03 §13 row 19): the wide post of above is felt next door.
TEST_F(Objects, ScaledRegistrationReachesFurther) {
  auto wide = post(2, {22, 12, 0});
  wide->scale = 3;
  ASSERT_TRUE(world.place_moving(std::move(wide)));
  const Profile port = parse_profile("openac_scaled_registration").value();
  world.set_registration(port);
  EXPECT_EQ(cells_of(2), (std::vector<CellId>{kBlock | 1U, kBlock | 9U}));
  world.set_registration({});
  EXPECT_EQ(cells_of(2), std::vector<CellId>{kBlock | 1U});
}

// Row 20: ACE's flood ends at the landblock's edge.
TEST_F(Objects, SameBlockRegistrationEndsAtTheEdge) {
  World two;
  two.set_landscape(std::make_unique<FlatBlocks>(std::vector<BlockId>{0x0101, 0x0201}));
  auto g = std::make_unique<GfxObj>();
  g->physics_bsp = solid_box({-1, -1, -1}, {1, 1, 1});
  g->bounding_box = {{-1, -1, -1}, {1, 1, 1}};
  auto o = make(1, {191.5F, 12, 0}, physics_state::kStatic);
  o->make_parts(two.add_gfxobj(std::move(g)));
  ASSERT_TRUE(two.place_static(std::move(o)));
  EXPECT_EQ(two.registry().find(1)->shadow_cells.size(), 2U);
  two.set_registration(parse_profile("ace_same_block_registration").value());
  ASSERT_EQ(two.registry().find(1)->shadow_cells.size(), 1U);
  EXPECT_EQ(two.registry().find(1)->shadow_cells[0].id, kBlock | 0x39U);
}

TEST_F(Objects, AfterAResolveItIsListedInTheCellsThatResolveTouched) {
  ASSERT_TRUE(world.place_moving(post(1, {12, 12, 0})));
  const std::vector<CellEntry> touched{{kBlock | 2U, world.get_visible(kBlock | 2U)},
                                       {kBlock | 1U, world.get_visible(kBlock | 1U)},
                                       {kBlock | 0x0100U, nullptr}};
  ASSERT_TRUE(world.move_object(1, at(kBlock | 2U, {12, 30, 0}), touched));
  EXPECT_EQ(cells_of(1), (std::vector<CellId>{kBlock | 2U, kBlock | 1U, kBlock | 0x0100U}));
  EXPECT_EQ(listed(kBlock | 2U), Ids{1});
  // None touched: it stays in its lists.
  ASSERT_TRUE(world.move_object(1, at(kBlock | 2U, {12, 31, 0}), {}));
  EXPECT_EQ(cells_of(1).size(), 3U);
  EXPECT_EQ(world.registry().find(1)->position.frame.origin.y, 31.0F);
}

TEST_F(Objects, AResolveThatEndedInNoLoadedCellLosesIt) {
  ASSERT_TRUE(world.place_moving(post(1, {12, 12, 0})));
  ASSERT_TRUE(world.move_object(1, at(0x02010001U, {1, 12, 0}), {}));
  EXPECT_TRUE(listed(kBlock | 1U).empty());
  EXPECT_EQ(world.registry().find(1)->cell, nullptr);
  EXPECT_EQ(world.registry().find(1)->position.cell_id, 0x02010001U);
  ASSERT_TRUE(world.move_object(1, at(kBlock | 1U, {12, 12, 0})));
  EXPECT_EQ(listed(kBlock | 1U), Ids{1});
}

TEST_F(Objects, ABspGoesByItsBoxesWhateverTheResolveTouched) {
  auto g = std::make_unique<GfxObj>();
  g->physics_bsp = solid_box({-1, -1, -1}, {1, 1, 1});
  g->bounding_box = {{-1, -1, -1}, {1, 1, 1}};
  auto o = make(1, {12, 12, 0}, 0);
  o->make_parts(world.add_gfxobj(std::move(g)));
  EXPECT_TRUE(o->is(physics_state::kHasPhysicsBsp));
  ASSERT_TRUE(world.place_moving(std::move(o)));
  const std::vector<CellEntry> touched{{kBlock | 5U, world.get_visible(kBlock | 5U)}};
  ASSERT_TRUE(world.move_object(1, at(kBlock | 9U, {24.5F, 12, 0}), touched));
  EXPECT_EQ(cells_of(1), (std::vector<CellId>{kBlock | 9U, kBlock | 1U}));  // own cell, then the rectangle
  EXPECT_EQ(world.registry().find(1)->parts[0].position.frame.origin.x, 24.5F);
}

TEST_F(Objects, PartsGoWithTheirObject) {
  auto g = std::make_unique<GfxObj>();
  g->physics_bsp = solid_box({-1, -1, -1}, {1, 1, 1});
  auto setup = std::make_unique<surefoot::Setup>();
  setup->parts.push_back({&world.add_gfxobj(std::move(g)), {1, 1, 0.5F}});
  setup->placements[0].emplace_back();
  setup->placements[0][0].origin = {2, 0, 1};
  setup->placements[7].emplace_back();
  auto o = make(1, {12, 12, 0}, 0);
  o->scale = 2;
  o->make_parts(world.add_setup(std::move(setup)));
  ASSERT_TRUE(world.place_moving(std::move(o)));
  const PhysicsObject& placed = *world.registry().find(1);
  // The placement's origin is scaled, and turned with the object.
  EXPECT_TRUE(same_bits(placed.parts[0].position.frame.origin, Vec3{16, 12, 2}));
  EXPECT_TRUE(same_bits(placed.parts[0].scale, Vec3{2, 2, 1}));
  Position turned = at(kBlock | 1U, {12, 12, 0});
  ASSERT_TRUE(turned.frame.set_rotate(0, 0, 0, 1));  // half a turn
  ASSERT_TRUE(world.move_object(1, turned));
  EXPECT_TRUE(same_bits(placed.parts[0].position.frame.origin, Vec3{8, 12, 2}));
  EXPECT_EQ(placed.setup->placement(7)->size(), 1U);
  EXPECT_EQ(placed.setup->placement(9), placed.setup->placement(0));
}

TEST_F(Objects, AStateMessageIsObeyedAtOnceAndHidingReverses) {
  using namespace physics_state;
  ASSERT_TRUE(world.place_moving(post(1, {12, 12, 0}, kReportCollisions)));
  const PhysicsObject& o = *world.registry().find(1);
  ASSERT_TRUE(world.set_object_state(1, kReportCollisions | kHidden));
  EXPECT_EQ(o.state, kHidden | kIgnoreCollisions);
  ASSERT_TRUE(world.set_object_state(1, kIgnoreCollisions));
  EXPECT_EQ(o.state, kReportCollisions);
  ASSERT_TRUE(world.set_object_state(1, kEthereal));
  EXPECT_EQ(o.state, kEthereal);
}

TEST_F(Objects, RefusalsChangeNothing) {
  ASSERT_TRUE(world.place_moving(post(1, {12, 12, 0})));
  EXPECT_EQ(world.place_moving(post(1, {50, 12, 0})).error().code, ErrorCode::bad_value);
  EXPECT_EQ(world.move_object(2, at(kBlock | 1U, {12, 12, 0})).error().code, ErrorCode::dangling);
  EXPECT_EQ(world.set_object_state(2, 0).error().code, ErrorCode::dangling);
  EXPECT_EQ(world.remove_object(2).error().code, ErrorCode::dangling);
  EXPECT_EQ(world.move_object(1, at(kBlock | 0x0100U, {12, 12, 0})).error().code, ErrorCode::dangling);
  EXPECT_EQ(listed(kBlock | 1U), Ids{1});
  EXPECT_EQ(world.registry().find(1)->position.frame.origin.x, 12.0F);
}

TEST_F(Objects, RemovedIsGoneFromEveryList) {
  ASSERT_TRUE(world.place_moving(post(1, {23.5F, 12, 0})));
  ASSERT_TRUE(world.place_moving(post(2, {23.5F, 12, 0})));
  ASSERT_TRUE(world.remove_object(1));
  EXPECT_EQ(listed(kBlock | 1U), Ids{2});
  EXPECT_EQ(listed(kBlock | 9U), Ids{2});
  EXPECT_EQ(world.registry().find(1), nullptr);
  EXPECT_EQ(world.registry().objects().size(), 1U);
}

TEST_F(Objects, AForkHasObjectsOfItsOwn) {
  for (const std::uint32_t id : {1U, 2U, 3U}) ASSERT_TRUE(world.place_moving(post(id, {12, 12, 0})));
  ASSERT_TRUE(world.move_object(1, at(kBlock | 1U, {13, 12, 0})));
  World fork = world.fork();
  const ShadowList& list = fork.registry().shadow_list(*fork.get_visible(kBlock | 1U));
  EXPECT_EQ(list[0].id, 3U);
  EXPECT_EQ(&list[0], fork.registry().find(3));
  EXPECT_NE(fork.registry().find(3), world.registry().find(3));
  ASSERT_TRUE(fork.move_object(3, at(kBlock | 1U, {100, 100, 0})));
  EXPECT_EQ(listed(kBlock | 1U), (Ids{3, 2, 1}));
  EXPECT_EQ(world.registry().find(3)->position.frame.origin.x, 12.0F);
}

}  // namespace
}  // namespace surefoot::test
