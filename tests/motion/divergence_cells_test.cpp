// The rows of spec 05 §11 that act at terrain and cell lists, and the slot memory of 04 §10: whole resolves under retail
// rules and under the one flag.
#include <gtest/gtest.h>

#include "motion/world_cells.hpp"
#include "support/bits.hpp"
#include "support/coverage.hpp"
#include "support/outdoor_objects.hpp"
#include "support/scripted_cells.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

Profile only(Divergence d) {
  Profile p;
  p.add(d);
  return p;
}

/// A landblock whose cell (1,2) has the corners of 05 §12 W2.
class Hollow final : public LandblockSource {
 public:
  explicit Hollow(bool sw_to_ne) : sw_to_ne_(sw_to_ne) {}
  [[nodiscard]] std::optional<LandblockData> load(BlockId id) const override {
    if (id != 0x0101) return std::nullopt;
    LandblockData data;
    data.z.fill(20.0F);
    data.z[1 * 9 + 2] = 10;
    data.z[2 * 9 + 2] = 22;
    data.z[2 * 9 + 3] = 16;
    data.z[1 * 9 + 3] = 14;
    data.sw_to_ne.emplace();
    data.sw_to_ne->fill(sw_to_ne_);
    return data;
  }

 private:
  bool sw_to_ne_;
};

/// The contact plane a fall at this place ends on, in both.
struct Landing {
  Plane retail;
  Plane port;
};
Landing land_at(const World& world, float x, float y, Divergence flag, float from = 40, float to_z = 0) {
  ResolveBody body;
  body.position = outdoors(0x0101, {x, y, from});
  const Mover mover = tiny_mover(0.3F, 0.04F);
  const auto fall = [&](const Profile& profile) {
    Workspace workspace;
    Position to = body.position;
    to.frame.origin.z = to_z;
    const auto r = resolve(world, request_from_body(body, mover, to), workspace, profile, nullptr);
    EXPECT_TRUE(r.has_value() && r->contact_plane_valid);
    return r->contact_plane.plane;
  };
  return {fall({}), fall(only(flag))};
}

// W2: the last bit of d.
TEST(CellsDivergence, GdleSumsATerrainPlaneVertexByVertex) {
  World world;
  world.set_landscape(std::make_unique<Hollow>(true));
  const Landing south = land_at(world, 40, 52, Divergence::gdle_terrain_xyz);
  EXPECT_TRUE(has_bits(south.retail.d, 0xC10BA8D1));
  EXPECT_TRUE(has_bits(south.port.d, 0xC10BA8D0));
  EXPECT_TRUE(same_bits(south.retail.normal, south.port.normal));
  const Landing north = land_at(world, 28, 68, Divergence::gdle_terrain_xyz);
  EXPECT_TRUE(has_bits(north.retail.d, 0xB5555555));
  EXPECT_TRUE(has_bits(north.port.d, 0xB52AAAAB));
}

// A jump whose first sub-step is stopped by a beam over the head: the plane comes back with a cell the client's set-up
// never wrote. Ours is 0; the port's is that of the resolve before in the same workspace.
TEST(CellsDivergence, GdleRemembersTheCellOfTheResolveBefore) {
  World world;
  add_room(world,
           make_single_leaf({floor_quad(0, -9, 9, -9, 9, 0),
                             polygon(1, {{-9, -9, 1.85F}, {-9, 9, 1.85F}, {9, 9, 1.85F}, {9, -9, 1.85F}})},
                            {{}, 100}));
  ResolveRequest walk;
  walk.mover = human_mover();
  walk.begin = walk.end = in_room({0, 0, 0});
  walk.end.frame.origin.x = 0.1F;
  walk.object_info_state = object_info_flag::kContact | object_info_flag::kOnWalkable;
  walk.contact = ResolveRequest::Contact::standing;
  walk.contact_plane = {{{0, 0, 1}, 0}, kRoom, false};
  ResolveRequest jump = walk;
  jump.end.frame.origin = {0, 0, 0.1F};
  jump.object_info_state = 0;
  jump.contact = ResolveRequest::Contact::leaving;
  const auto cell_after = [&](const Profile& profile) {
    Workspace workspace;
    EXPECT_TRUE(resolve(world, walk, workspace, profile, nullptr)->ok);
    const auto r = resolve(world, jump, workspace, profile, nullptr);
    EXPECT_TRUE(r->ok && r->contact_plane_valid);
    return r->contact_plane.cell_id;
  };
  EXPECT_EQ(cell_after({}), 0U);
  EXPECT_EQ(cell_after(only(Divergence::gdle_slot_memory)), kRoom);
}

// The list is the same; it is only made twice where an interior cell and then a land cell lead outside.
TEST(CellsDivergence, GdleAddsTheOutsideAgain) {
  const World world = level_world({0x0101}, 0);
  const Sphere s{{23.8F, 12, 1}, 0.48F};
  const Position at = outdoors(0x0101, {23.8F, 12, 0});
  const auto search = [&](const Profile& profile) {
    CellArray out;
    const CellSearch what{at.cell_id, at.frame.origin, {&s, 1}, nullptr};
    find_cell_list<GraphForm>(Profiled(profile, nullptr), world, what, out, nullptr);
    return out;
  };
  const CellArray retail = search({});
  const CellArray port = search(only(Divergence::gdle_outside_not_flagged));
  EXPECT_TRUE(retail.added_outside);
  EXPECT_FALSE(port.added_outside);
  ASSERT_EQ(retail.entries.size(), 2U);
  ASSERT_EQ(port.entries.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(retail.entries[i].id, port.entries[i].id);
}

/// Falls at a place under both, on ground that is level or as in W2.
TEST(CellsDivergence, OpenAcLaysTheTerrainPlaneThroughTheFoot) {
  World world;
  world.set_landscape(std::make_unique<Hollow>(true));
  const Landing l = land_at(world, 40, 52, Divergence::openac_terrain_d);
  EXPECT_TRUE(same_bits(l.retail.normal, l.port.normal));
  EXPECT_NEAR(l.retail.d, l.port.d, 2e-5F);
  EXPECT_FALSE(same_bits(l.retail.d, l.port.d));
}

// (36, 60) is the middle of W2's cell, on its diagonal.
TEST(CellsDivergence, OpenAcTakesTheOtherTriangleOnTheDiagonal) {
  World world;
  world.set_landscape(std::make_unique<Hollow>(true));
  const Landing l = land_at(world, 36, 60, Divergence::openac_diagonal_other, 13.2F, 12.9F);
  EXPECT_TRUE(has_bits(l.retail.normal.x, 0xBEDF7482)) << "south-west, south-east, north-east";
  EXPECT_TRUE(has_bits(l.port.normal.x, 0xBDA7C758));
  World other;
  other.set_landscape(std::make_unique<Hollow>(false));
  const Landing same = land_at(other, 36, 60, Divergence::openac_diagonal_other, 18.2F, 17.7F);
  EXPECT_TRUE(same_bits(same.retail, same.port)) << "only on that diagonal";
}

// W2's planes have lengths whose reciprocal is inexact.
TEST(CellsDivergence, AceDividesByTheLength) {
  World world;
  world.set_landscape(std::make_unique<Hollow>(true));
  bool differs = false;
  for (const auto& [x, y] : {std::pair{40.0F, 52.0F}, std::pair{28.0F, 68.0F}, std::pair{10.0F, 40.0F}}) {
    const Landing l = land_at(world, x, y, Divergence::ace_plane_divides);
    EXPECT_NEAR(l.retail.normal.z, l.port.normal.z, 1e-6F);
    differs = differs || !same_bits(l.retail, l.port);
  }
  EXPECT_TRUE(differs);
}

ResolveResult resolved(const World& world, const ResolveRequest& request, const Profile& profile) {
  static Workspace workspace;
  const auto r = resolve(world, request, workspace, profile, nullptr);
  EXPECT_TRUE(r.has_value());
  return *r;
}

class Guard final : public EntryPolicy {
 public:
  explicit Guard(Answer answer) : answer_(answer) {}
  [[nodiscard]] bool can_bypass(std::uint32_t) const override { return false; }
  [[nodiscard]] Answer can_move_into(std::uint32_t, std::uint32_t) const override {
    ++asked;
    return answer_;
  }
  mutable int asked = 0;

 private:
  Answer answer_;
};

/// A player steps east from land cell 0001 into the guarded 0009, or within 0009.
ResolveRequest step_east(float x, const EntryPolicy& guard) {
  OutdoorWalker w(level_world({0x0101}, 0), human_setup(), outdoors(0x0101, {x, 12, 0}));
  w.stand();
  ResolveRequest r = w.request({0.3F, 0, 0});
  r.entry_policy = &guard;
  return r;
}

TEST(CellsDivergence, GdleLetsEverybodyIn) {
  World world = level_world({0x0101}, 0);
  ASSERT_TRUE(world.restrict_cell(0x01010009, 7).has_value());
  const Guard no(EntryPolicy::Answer::refused);
  const ResolveRequest step = step_east(23.8F, no);
  EXPECT_EQ(resolved(world, step, {}).position.frame.origin.x, 23.8F);
  EXPECT_NEAR(resolved(world, step, only(Divergence::gdle_no_entry)).position.frame.origin.x, 24.1F, 1e-5F);
}

TEST(CellsDivergence, AceAsksAboutACellOnce) {
  World world = level_world({0x0101}, 0);
  ASSERT_TRUE(world.restrict_cell(0x01010009, 7).has_value());
  const Guard no(EntryPolicy::Answer::refused);
  const ResolveRequest inside = step_east(30, no);
  EXPECT_EQ(resolved(world, inside, {}).position.frame.origin.x, 30.0F) << "refused where he stands";
  EXPECT_NEAR(resolved(world, inside, only(Divergence::ace_entry_once)).position.frame.origin.x, 30.3F,
              1e-5F);
  const Guard yes(EntryPolicy::Answer::open);
  ResolveRequest step = step_east(23.8F, yes);
  step.end.frame.origin.x += 0.6F;  // two sub-steps
  (void)resolved(world, step, {});
  EXPECT_GT(yes.asked, 1);
  yes.asked = 0;
  (void)resolved(world, step, only(Divergence::ace_entry_once));
  EXPECT_EQ(yes.asked, 1);
}

TEST(CellsDivergence, OpenAcGuardsInteriorCellsAlone) {
  World world = level_world({0x0101}, 0);
  ASSERT_TRUE(world.restrict_cell(0x01010009, 7).has_value());
  const Guard no(EntryPolicy::Answer::refused);
  const Profile port = only(Divergence::openac_entry_primary);
  EXPECT_NEAR(resolved(world, step_east(23.8F, no), port).position.frame.origin.x, 24.1F, 1e-5F);
  World indoors;
  EnvCell& room = add_room(indoors, make_single_leaf({floor_quad(0, -9, 9, -9, 9, 0)}, {{}, 100}));
  room.restriction_obj = 7;
  ResolveRequest in;
  in.mover = human_mover();
  in.begin = in.end = in_room({0, 0, 0});
  in.end.frame.origin.x = 0.3F;
  in.object_info_state =
      object_info_flag::kContact | object_info_flag::kOnWalkable | object_info_flag::kIsPlayer;
  in.contact = ResolveRequest::Contact::standing;
  in.contact_plane = {{{0, 0, 1}, 0}, kRoom, false};
  in.entry_policy = &no;
  EXPECT_EQ(resolved(indoors, in, port).position.frame.origin.x, 0.0F) << "his own cell is asked";
}

// Two creatures side by side in the way of a third: the first that answers decides who was met.
TEST(CellsDivergence, AceAsksTheLastObjectFirst) {
  World world = level_world({0x0101}, 0);
  add_sphere(world, 11, outdoors(0x0101, {13, 12, 0.48F}), 0.48F, {0, kCreatureWeenie});
  add_sphere(world, 12, outdoors(0x0101, {13.01F, 12, 0.48F}), 0.48F, {0, kCreatureWeenie});
  OutdoorWalker w(world, human_setup(), outdoors(0x0101, {12, 12, 0}));
  w.stand();
  const ResolveRequest step = w.request({0.2F, 0, 0});
  EXPECT_EQ(resolved(world, step, {}).last_collided_object, 11U);
  EXPECT_EQ(resolved(world, step, only(Divergence::ace_objects_descending)).last_collided_object, 12U);
}

// Scenery that is ethereal and static: solid to the client.
TEST(CellsDivergence, AceSpawnsInsideEtherealScenery) {
  World world = level_world({0x0101}, 0);
  add_sphere(world, 11, outdoors(0x0101, {12, 12, 0.48F}), 0.48F,
             {physics_state::kStatic | physics_state::kEthereal, 0});
  ResolveRequest spawn;
  spawn.mover = human_setup();
  spawn.end = outdoors(0x0101, {12, 12, 0});
  spawn.placement_allows_sliding = false;
  EXPECT_FALSE(resolved(world, spawn, {}).ok);
  EXPECT_TRUE(resolved(world, spawn, only(Divergence::ace_ethereal_placement)).ok);
}

// 03 §17.2: a floor 40 m above the origin of its object.
TEST(CellsDivergence, TheOldFilterFallsThroughAFloorFarFromItsOrigin) {
  World world = level_world({0x0101}, kDeep);
  add_tree(world, 5, outdoors(0x0101, {12, 12, 0}),
           make_single_leaf({floor_quad(0, -4, 4, -4, 4, 40)}, {{0, 0, 40}, 6}));
  OutdoorWalker w(world, human_setup(), outdoors(0x0101, {12, 12, 40.1F}));
  const ResolveRequest fall = w.request({0, 0, -0.3F});
  EXPECT_NEAR(resolved(world, fall, {}).position.frame.origin.z, 40.0F, 0.01F);
  EXPECT_NEAR(resolved(world, fall, only(Divergence::openac_part_origin_prefilter)).position.frame.origin.z,
              39.8F, 1e-4F);
}

// The way on leads where no loaded cell is: the client goes there, the port stays.
TEST(CellsDivergence, OpenAcStaysInItsCell) {
  World world = level_world({0x0101}, 0);
  OutdoorWalker w(world, human_setup(), outdoors(0x0101, {191.9F, 12, 5}));
  const ResolveRequest out = w.request({0.3F, 0, 0});
  const ResolveResult retail = resolved(world, out, {});
  EXPECT_EQ(retail.cell_id, 0U);
  const ResolveResult port = resolved(world, out, only(Divergence::openac_sticky_cell));
  EXPECT_EQ(port.cell_id, 0x01010039U);
}

// Landing has set the probe's limit low; the next sub-step on a steep face is lifted by it.
TEST(CellsDivergence, OpenAcStandsOnSteepTerrainByTheLandingLimit) {
  for (const bool on : {false, true}) {
    Profile profile;
    if (on) profile.add(Divergence::openac_walkable_by_allowance);
    TransitionData data;
    ScriptedCells cells;
    const Profiled rules(profile, nullptr);
    ScriptedTransition t(rules, cells, data);
    data.object_info.state = kGrounded;
    data.sphere_path.walkable_allowance = kLandingZ;
    const Plane steep{{0.8F, 0, 0.6F}, 0};
    const Sphere s{{0, 0, 0.4F}, 0.48F};
    EXPECT_EQ(t.validate_walkable(s, steep, false, 0, kStubCell),
              on ? TransitionState::Adjusted : TransitionState::Ok);
    data.sphere_path.walkable_allowance = kFloorZ;
    EXPECT_EQ(t.validate_walkable(s, steep, false, 0, kStubCell), TransitionState::Ok)
        << "else by the one limit";
  }
}

// Off the edge of a triangle that is remembered: W2's southern triangle, walked off to where nothing is known.
TEST(CellsDivergence, OpenAcRemembersTheTriangle) {
  World world = level_world({0x0101}, 0);
  for (const bool on : {false, true}) {
    Profile profile;
    if (on) profile.add(Divergence::openac_terrain_walkable);
    TransitionData data;
    WorldCells<GraphForm> cells(world);
    const Profiled rules(profile, nullptr);
    Transition<Profiled, WorldCells<GraphForm>> t(rules, cells, data);
    const Sphere foot{{0, 0, 0.48F}, 0.48F};
    data.sphere_path.init_sphere({&foot, 1}, 1.0F);
    const Position at = outdoors(0x0101, {12, 12, -0.1F});
    data.sphere_path.init_path(world.get_visible(at.cell_id), &at, at);
    data.sphere_path.check_pos_from_curr();
    EXPECT_EQ(collide_land::find_terrain_collisions(t, *world.land_cell(at.cell_id)),
              TransitionState::Adjusted);
    EXPECT_EQ(static_cast<bool>(data.sphere_path.walkable), on);
  }
}

}  // namespace
}  // namespace surefoot::test
