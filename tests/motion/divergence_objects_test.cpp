// The divergences of spec 03 §13 in the dispatch and the records of objects: the same meeting under retail
// rules and under one flag.
#include <gtest/gtest.h>

#include <array>

#include "motion/world_cells.hpp"
#include "support/bits.hpp"
#include "support/meeting.hpp"
#include "support/profile_pair.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

using enum TransitionState;
using Pair = ProfilePair;
using Answers = std::array<TransitionState, 2>;

constexpr std::uint32_t kMonster = weenie::kExists | weenie::kCreature;

/// An object of one setup at (12,12,1).
struct Thing {
  Thing(std::uint32_t state, std::uint32_t weenie_bits) {
    object.id = 77;
    object.position = Scene::at({12, 12, 1});
    object.state = state;
    object.weenie = weenie_bits;
    object.setup = &setup;
  }
  Thing(const Thing&) = delete;
  Thing& operator=(const Thing&) = delete;

  Setup setup;
  PhysicsObject object;
};

/// A sphere of radius 0.5.
struct Ball : Thing {
  Ball(std::uint32_t state, std::uint32_t weenie_bits) : Thing(state, weenie_bits) {
    setup.spheres.push_back({{}, 0.5F});
  }
};

TransitionState collide(Scene& s, const PhysicsObject& o) {
  return collide_object::find_obj_collisions<GraphForm>(s.t, o);
}

/// The airborne foot of W8 (a) comes down on it.
TransitionState land_on(Scene& s, const PhysicsObject& o) {
  meet(s, {12.1F, 12, 1.5F}, {12, 12, 1.3F});
  return collide(s, o);
}

// Row 13: retail's shape has answered before the answer is withdrawn; its landing stays recorded.
TEST(Divergence, OpenAcSkipsIgnoredCreatures) {
  const Ball creature(0, kMonster);
  Pair p(Divergence::openac_ignore_creatures_first);
  const Answers a = p.answers([&](Scene& s) {
    s.oi.state = object_info_flag::kIgnoreCreatures;
    return land_on(s, creature.object);
  });
  EXPECT_EQ(a, (Answers{Ok, Ok}));
  EXPECT_TRUE(p.retail.s.sp.collide);
  EXPECT_EQ(p.retail.s.ci.collide_objects.size(), 1U);
  EXPECT_FALSE(p.port.s.sp.collide);
  EXPECT_TRUE(p.port.s.ci.collide_objects.empty());
}

TEST(Divergence, OpenAcSkipsNobodyWithoutTheFlag) {
  const Ball creature(0, kMonster);
  Pair p(Divergence::openac_ignore_creatures_first);
  EXPECT_EQ(p.answers([&](Scene& s) { return land_on(s, creature.object); }), (Answers{Adjusted, Adjusted}));
}

// Row 14: what touches is recorded, and a collision normal that was valid before is withdrawn.
TEST(Divergence, OpenAcDoesNotTouchEtherealSpheres) {
  const Ball ghost(physics_state::kEthereal, kMonster);
  Pair p(Divergence::openac_ethereal_sphere_untested);
  const Answers a = p.answers([&](Scene& s) {
    s.ci.set_collision_normal({1, 0, 0});
    return land_on(s, ghost.object);
  });
  EXPECT_EQ(a, (Answers{Ok, Ok}));
  EXPECT_EQ(p.retail.s.ci.collide_objects.size(), 1U);
  EXPECT_FALSE(p.retail.s.ci.collision_normal_valid);
  EXPECT_TRUE(p.port.s.ci.collide_objects.empty());
  EXPECT_TRUE(p.port.s.ci.collision_normal_valid);
}

// A static one blocks in retail (03 §4.4).
TEST(Divergence, OpenAcPassesStaticEtherealSpheres) {
  const Ball ghost(physics_state::kEthereal | physics_state::kStatic, 0);
  Pair p(Divergence::openac_ethereal_sphere_untested);
  EXPECT_EQ(p.answers([&](Scene& s) { return land_on(s, ghost.object); }), (Answers{Collided, Ok}));
}

// Row 15.
TEST(Divergence, OpenAcRecordsStatics) {
  const Ball rock(physics_state::kStatic, 0);
  Pair p(Divergence::openac_static_recorded);
  EXPECT_EQ(p.answers([&](Scene& s) { return land_on(s, rock.object); }), (Answers{Adjusted, Adjusted}));
  EXPECT_TRUE(p.retail.s.ci.collided_with_environment);
  EXPECT_TRUE(p.retail.s.ci.collide_objects.empty());
  EXPECT_FALSE(p.port.s.ci.collided_with_environment);
  EXPECT_EQ(p.port.s.ci.last_collided_object, &rock.object);
}

/// The foot stands `above` over the bottom of a cylinder, a Placement.
Answers place_at(Pair& p, float radius, float height, float above) {
  Thing disc(0, 0);
  disc.setup.cylspheres.push_back({{}, radius, height});
  return p.answers([&](Scene& s) {
    const Sphere foot{{}, 0.1F};
    meet(s, {12, 12, 1 + above}, {12, 12, 1 + above}, {&foot, 1});
    s.sp.insert_type = InsertType::Placement;
    return collide(s, disc.object);
  });
}

// Row 21: a disc of radius 0.2 becomes 0.8 high; a sphere of radius 0.1 is clear of that at 0.9.
TEST(Divergence, OpenAcGivesDiscsAHeight) {
  const struct {
    float radius, height, above;
    Answers answers;
  } rows[] = {
      {0.2F, 0, 0.05F, {Collided, Collided}}, {0.2F, 0, 0.85F, {Ok, Collided}}, {0.2F, 0, 0.91F, {Ok, Ok}},
      {0.2F, 0.3F, 0.45F, {Ok, Ok}},          {0, 0.3F, 0.1F, {Collided, Ok}},
  };
  for (const auto& row : rows) {
    Pair p(Divergence::openac_cyl_no_zero_size);
    EXPECT_EQ(place_at(p, row.radius, row.height, row.above), row.answers) << row.radius << ' ' << row.above;
  }
}

/// A floor at z = 0 far wider than the bounds it is given: radius 5 at the origin.
BspTree floor_in_tight_bounds() {
  return make_single_leaf({floor_quad(0, -20, 20, -20, 20, 0)}, {{}, 5});
}

/// A sphere of radius 5 whose centre is on the floor, `x` away.
Answers place_on_floor(Pair& p, const ScriptedCells::Answer& cell, float x) {
  return p.answers([&](Scene& s) {
    const Sphere mover{{}, 5};
    s.set_up({&mover, 1}, {x, 0, 0}, {x, 0, 0});
    s.sp.insert_type = InsertType::Placement;
    return cell(s.t);
  });
}

// Row 22: the bounds of radius 5 just touch at 10 (03 §17.1), at the leaf of a tree…
TEST(Divergence, AceSphereThatTouchesALeafIsApart) {
  const BspTree tree = floor_in_tight_bounds();
  for (const float x : {9.5F, 10.0F}) {
    Pair p(Divergence::ace_touch_is_apart);
    EXPECT_EQ(place_on_floor(p, bsp_cell(tree), x), (Answers{Collided, x < 10 ? Collided : Ok}));
  }
}

// … and at the bounds of a shape, before its tree is asked.
TEST(Divergence, AceSphereThatTouchesAShapeIsApart) {
  GfxObj shape;
  shape.physics_bsp = floor_in_tight_bounds();
  Part part;
  part.gfxobj = &shape;
  part.position = Scene::at({});
  Pair p(Divergence::ace_touch_is_apart);
  const auto test = [&](ScriptedTransition& t) {
    return collide_object::part_find_collisions<GraphForm>(t, part);
  };
  EXPECT_EQ(place_on_floor(p, test, 10), (Answers{Collided, Ok}));
  EXPECT_EQ(p.retail.log.calls(Fn::sphere_intersects_solid), 1);
  EXPECT_EQ(p.port.log.calls(Fn::sphere_intersects_solid), 0);
}

}  // namespace
}  // namespace surefoot::test
