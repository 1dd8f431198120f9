// Placing a body where it did not walk to (spec 04 §6.9; ring numbers of §12.1).
#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "support/scripted_cells.hpp"

namespace surefoot::test {
namespace {

constexpr Vec3 kWish{5, 6, 7};

/// Points of each ring, in order.
std::vector<int> ring_counts(const PlacementRings& rings) {
  std::vector<int> counts;
  float arc = 0;
  for (std::int32_t i = 0; i < rings.count; ++i) {
    arc = rings.arc_step + arc;
    counts.push_back(2 * static_cast<int>(std::ceil(arc)));
  }
  return counts;
}

TEST(PlacementRings, NineRingsForAHuman) {
  for (const float r : {0.48F, 0.3F}) {
    const PlacementRings rings = placement_rings(r);
    EXPECT_EQ(rings.count, 9);
    EXPECT_TRUE(has_bits(rings.step, 0x3EE38E39));
    EXPECT_TRUE(has_bits(rings.arc_step, 0x403A2B3C));
    EXPECT_EQ(ring_counts(rings), (std::vector{6, 12, 18, 24, 30, 36, 42, 48, 54}));
  }
}

TEST(PlacementRings, SmallSpheresSearchTwoMetresFinely) {
  const PlacementRings rings = placement_rings(0.1F);
  EXPECT_EQ(rings.count, 20);
  EXPECT_TRUE(same_bits(rings.step, 0.100000001F));
  EXPECT_TRUE(same_bits(rings.arc_step, 3.14159989F));
  const auto counts = ring_counts(rings);
  EXPECT_EQ(std::vector<int>(counts.begin(), counts.begin() + 8),
            (std::vector{8, 14, 20, 26, 32, 38, 44, 52}));
}

TEST(PlacementRings, BigSpheresTakeFewOrNone) {
  const PlacementRings rings = placement_rings(1);
  EXPECT_EQ(rings.count, 4);
  EXPECT_EQ(rings.step, 1.0F);
  EXPECT_EQ(ring_counts(rings), (std::vector{8, 14, 20, 26}));
  EXPECT_EQ(placement_rings(5).count, 0);
  EXPECT_EQ(placement_rings(4).count, 0) << "4 / 4 is not above 1";
}

// With a ring per foot radius, ring i has 2·⌈iπ⌉ places, so n rings have 2·Σ⌈iπ⌉ ≈ πn(n + 1) + n.
TEST(PlacementRings, PlacesOfAWholeSearch) {
  EXPECT_EQ(placement_places(0.48F), 6 + 12 + 18 + 24 + 30 + 36 + 42 + 48 + 54);
  EXPECT_EQ(placement_places(1), 8 + 14 + 20 + 26);
  EXPECT_EQ(placement_places(4), 0);
  int places = 0;
  for (int ring = 1; ring <= 20; ++ring) places += 2 * static_cast<int>(std::ceil(3.14159265 * ring));
  EXPECT_EQ(placement_places(0.1F), places);
  for (const int n : {200, 1000, 2000}) {
    const double about = 3.14159265 * n * (n + 1) + n;
    EXPECT_NEAR(placement_places(2.0F / static_cast<float>(n)), about, about * 1e-3) << n;
  }
}

class Placement : public ::testing::Test {
 protected:
  Placement() { wish(kOneSphere); }
  void wish(std::span<const Sphere> spheres) {
    s.sp = SpherePath{};
    s.sp.init_sphere(spheres, 1.0F);
    s.set_path(&s.cells.stub, nullptr, Scene::at(kWish));
    s.oi.step_down_height = 0.6F;
  }
  [[nodiscard]] const Vec3& current() const { return s.sp.curr_pos.frame.origin; }
  [[nodiscard]] const Vec3& candidate() const { return s.sp.check_pos.frame.origin; }
  Scene s;
};

/// No ground anywhere, nothing in the way.
TEST_F(Placement, AtTheWishWhereNothingIsInTheWay) {
  std::vector<InsertType> types;
  s.cells.script = {[&](ScriptedTransition& t) {
    types.push_back(t.sp.insert_type);
    return TransitionState::Ok;
  }};
  EXPECT_TRUE(s.t.find_valid_position());
  EXPECT_TRUE(same_bits(current(), kWish));
  EXPECT_EQ(types,
            (std::vector{InsertType::InitialPlacement, InsertType::Placement, InsertType::Transition}));
  EXPECT_FALSE(s.ci.contact_plane_valid);
}

TEST_F(Placement, FailsInsideSomethingThatDoesNotLetGo) {
  s.cells.script = {answer(TransitionState::Collided)};
  EXPECT_FALSE(s.t.find_valid_position());
  EXPECT_EQ(s.cells.calls, 1);
}

TEST_F(Placement, FailsWithoutACell) {
  s.set_path(nullptr, nullptr, Scene::at(kWish));
  EXPECT_FALSE(s.t.find_valid_position());
  EXPECT_EQ(s.cells.calls, 0);
}

// Pushed out once: tested once more; the second push is not (validate_placement's `adjust`).
TEST_F(Placement, APushIsTestedOnceMore) {
  const auto push = [](ScriptedTransition& t) {
    t.sp.add_offset_to_check_pos({0.25F, 0, 0});
    return TransitionState::Adjusted;
  };
  s.cells.script = {push, push, answer(TransitionState::Ok)};
  EXPECT_TRUE(s.t.find_valid_position());
  EXPECT_TRUE(same_bits(current().x, kWish.x + 0.5F));
  wish(kOneSphere);
  s.cells.calls = 0;
  s.cells.script = {push};  // six pushes: two inserts of three attempts each
  EXPECT_FALSE(s.t.find_valid_position());
  EXPECT_EQ(s.cells.calls, 6);
}

TEST_F(Placement, AHitInAnotherCellIsPushedToo) {
  ObjCell other;
  other.id = 0xA9B40002U;
  s.cells.listed = {{kStubCell, &s.cells.stub}, {other.id, &other}};
  s.cells.script = {answer(TransitionState::Ok), answer(TransitionState::Adjusted),
                    answer(TransitionState::Ok)};
  EXPECT_TRUE(s.t.find_valid_position());
}

/// Fits at the initial test, then nowhere until `fits` says so.
class Rings : public Placement {
 protected:
  template <class F>
  void search(F fits) {
    s.cells.script = {[fits](ScriptedTransition& t) {
      if (t.sp.insert_type == InsertType::InitialPlacement || !(t.sp.insert_type == InsertType::Placement))
        return TransitionState::Ok;
      return fits(t) ? TransitionState::Ok : TransitionState::Collided;
    }};
  }
};

TEST_F(Rings, TryTwoHundredAndSeventyPlaces) {
  std::vector<Vec3> tried;
  search([&](ScriptedTransition& t) {
    tried.push_back(t.sp.check_pos.frame.origin);
    return false;
  });
  EXPECT_FALSE(s.t.find_valid_position());
  ASSERT_EQ(tried.size(), 271U);
  EXPECT_TRUE(same_bits(tried[0], kWish));
  // The first ring starts north and goes round by east, at one ring's distance.
  EXPECT_NEAR(tried[1].x, kWish.x, 1e-6F);
  EXPECT_NEAR(tried[1].y, kWish.y + 4.0F / 9, 1e-6F);
  EXPECT_GT(tried[2].x, kWish.x);
  for (const Vec3& p : tried) EXPECT_EQ(p.z, kWish.z);
  EXPECT_NEAR(length(tried[6] - kWish), 4.0F / 9, 1e-6F);
  EXPECT_NEAR(length(tried[7] - kWish), 8.0F / 9, 1e-6F);
  EXPECT_NEAR(length(tried[270] - kWish), 4, 1e-5F);
}

TEST_F(Rings, AcceptTheFirstPlaceThatFits) {
  search([](ScriptedTransition& t) { return t.sp.check_pos.frame.origin.x > kWish.x + 0.6F; });
  EXPECT_TRUE(s.t.find_valid_position());
  EXPECT_GT(current().x, kWish.x + 0.6F);
  EXPECT_NEAR(length(current() - kWish), 8.0F / 9, 1e-6F);
}

TEST_F(Rings, AreNotTriedWhenThePlacementMayNotSlide) {
  s.sp.placement_allows_sliding = false;
  search([](ScriptedTransition&) { return false; });
  EXPECT_FALSE(s.t.find_valid_position());
  EXPECT_EQ(s.cells.calls, 2);
}

TEST_F(Rings, AreNotTriedByAGiant) {
  const Sphere giant{{0, 0, 5}, 5};
  wish({&giant, 1});
  search([](ScriptedTransition&) { return false; });
  EXPECT_FALSE(s.t.find_valid_position());
  EXPECT_EQ(s.cells.calls, 2);
}

// Every refusal forgets what was touched (`ci.init`), so the next point starts clean.
TEST_F(Rings, ForgetWhatARefusedPlaceTouched) {
  s.ci.set_collision_normal({1, 0, 0});
  s.ci.frames_stationary_fall = 2;
  int calls = 0;
  search([&](ScriptedTransition& t) {
    if (++calls == 2) {
      EXPECT_FALSE(t.ci.collision_normal_valid);
      EXPECT_EQ(t.ci.frames_stationary_fall, 0);
    }
    return calls == 2;
  });
  EXPECT_TRUE(s.t.find_valid_position());
  EXPECT_EQ(calls, 2);
}

// A place without a loaded cell is refused WITHOUT forgetting: its contact plane bends the next point. A
// plane that faces the first point takes all of it away.
TEST_F(Rings, APointIsCancelledByTheSurfaceStoodOn) {
  std::vector<Vec3> tried;
  s.cells.script = {[&](ScriptedTransition& t) {
    if (t.sp.insert_type != InsertType::Placement) return TransitionState::Ok;
    tried.push_back(t.sp.check_pos.frame.origin);
    t.ci.set_contact_plane({{0, -1, 0}, 0}, false);
    s.cells.holder = nullptr;
    return TransitionState::Ok;
  }};
  EXPECT_FALSE(s.t.find_placement_position());
  // Of each ring the point due north is missing.
  EXPECT_EQ(tried.size(), 271U - 9U);
}

/// Fits at the wish; what the probe below finds decides the rest.
class Settling : public Placement {
 protected:
  void ground(float z) {
    plane = {kUp, -z};
    s.cells.script = {[this](ScriptedTransition& t) {
      if (t.sp.insert_type != InsertType::Transition) return TransitionState::Ok;
      probed_with = t.sp.walkable_allowance;
      return t.validate_walkable(t.sp.global_sphere[0], plane, false, 0, kStubCell);
    }};
  }
  Plane plane;
  float probed_with = 0;
};

TEST_F(Settling, OnGroundWithinTheStep) {
  ground(6.5F);
  EXPECT_TRUE(s.t.find_valid_position());
  EXPECT_NEAR(current().z, 6.5F, 1e-6F);
  EXPECT_TRUE(s.ci.contact_plane_valid);
  EXPECT_TRUE(has_bits(probed_with, 0x3DB27EB0)) << "anything up to 85 degrees carries";
  EXPECT_EQ(s.sp.insert_type, InsertType::Transition)
      << "the probe's placement test wrote the shared save slot";
}

TEST_F(Settling, StaysInTheAirWithoutGround) {
  ground(6);
  EXPECT_TRUE(s.t.find_valid_position());
  EXPECT_TRUE(same_bits(current(), kWish));
  EXPECT_FALSE(s.ci.contact_plane_valid);
  EXPECT_EQ(s.sp.insert_type, InsertType::Placement);
}

TEST_F(Settling, IsNotForMissiles) {
  s.oi.step_down = false;
  ground(6.5F);
  EXPECT_TRUE(s.t.find_valid_position());
  EXPECT_TRUE(same_bits(current(), kWish));
  EXPECT_EQ(s.cells.calls, 2);
}

TEST_F(Placement, EveryValidationFailsOutsideTheLoadedCells) {
  s.sp.set_check_pos(Scene::at(kWish), nullptr);
  EXPECT_EQ(s.t.placement_insert(), TransitionState::Collided);
  EXPECT_EQ(s.t.validate_placement(TransitionState::Ok, true), TransitionState::Collided);
  EXPECT_EQ(s.t.validate_placement_transition(TransitionState::Ok), TransitionState::Collided);
  EXPECT_EQ(s.cells.calls, 0);
}

TEST_F(Placement, WithoutSlidingARefusalKeepsTheRecords) {
  s.sp.placement_allows_sliding = false;
  s.sp.check_cell = &s.cells.stub;
  s.ci.set_collision_normal({1, 0, 0});
  EXPECT_EQ(s.t.validate_placement_transition(TransitionState::Collided), TransitionState::Collided);
  EXPECT_TRUE(s.ci.collision_normal_valid);
}

}  // namespace
}  // namespace surefoot::test
