// The rows of spec 02 §9 that act at polygons and trees, one test each: the same tree under retail rules and under the
// one flag.
#include <array>
#include <optional>
#include <utility>

#include <gtest/gtest.h>

#include "support/arm_log.hpp"
#include "support/bits.hpp"
#include "support/scripted_cells.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

/// A tree and the spheres against it, under one profile.
struct Fit {
  Fit(const BspTree& t, const std::vector<Sphere>& spheres, std::optional<Divergence> flag) : tree(t) {
    if (flag) profile.add(*flag);
    s.set_up(spheres, {}, {});
    s.sp.cache_localspace_sphere(rules, Scene::at({}), 1.0F);
  }
  [[nodiscard]] GraphView view() const { return {&tree}; }
  [[nodiscard]] const Vec3& offset() const { return s.sp.check_pos.frame.origin; }

  const BspTree& tree;
  Profile profile;
  ArmLog log;
  Profiled rules{profile, &log};
  Scene s{rules};
};

struct FitPair {
  FitPair(Divergence flag, const BspTree& tree, const std::vector<Sphere>& spheres)
      : retail(tree, spheres, std::nullopt), port(tree, spheres, flag) {}
  template <class F>
  void both(F f) {
    f(retail);
    f(port);
  }
  [[nodiscard]] std::string parted() const { return first_difference(retail.log, port.log); }
  Fit retail;
  Fit port;
};

constexpr Sphere kBig{{}, 100.0F};

BspNode& leaf_of(BspTree& tree, std::vector<std::uint32_t> polygons, bool solid = false) {
  BspNode& n = tree.add_node();
  n.sphere = kBig;
  n.polys = std::move(polygons);
  n.solid = solid;
  return n;
}

/// Split at `x`, the front to the east.
BspNode& split(BspTree& tree, float x, const BspNode& front, const BspNode& behind) {
  BspNode& n = tree.add_node();
  n.tag = bsp_tag::kBPnN;
  n.splitting_plane = {{1, 0, 0}, -x};
  n.sphere = kBig;
  n.pos = &front;
  n.neg = &behind;
  tree.root = &n;
  return n;
}

Polygon square() {
  return polygon(0, {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
}

// 02 §10 case 4: up (0,0,−1).
TEST(BspDivergence, GdleDoesNotCountAnUndersideAsSupport) {
  Profile port;
  port.add(Divergence::gdle_signed_walkable);
  const Polygon sq = square();
  const Sphere s{{0.5F, 0.5F, 0.2F}, 0.3F};
  const Profiled rules(port, nullptr);
  EXPECT_TRUE(polygon_check_walkable(Retail{}, view(sq), s, {0, 0, -1}, false));
  EXPECT_FALSE(polygon_check_walkable(rules, view(sq), s, {0, 0, -1}, false));
  EXPECT_TRUE(polygon_check_walkable(rules, view(sq), s, {0, 0, 1}, false));
}

// A front wall pushes the sphere across the splitting plane, on to a wall behind it. The front wall still named, the
// port ends at the plane and does not look behind.
TEST(BspDivergence, GdleKeepsThePolygonOfAPlacement) {
  BspTree tree;
  tree.polygons = {wall_quad(0, 0.4F, -1, 1, -1, 1, -1), wall_quad(1, -0.1F, -1, 1, -1, 1, 1)};
  const BspNode& front = leaf_of(tree, {0});
  split(tree, 0, front, leaf_of(tree, {1}));
  FitPair p(Divergence::gdle_placement_keeps_hit, tree, {{{0.35F, 0, 0}, 0.3F}});
  p.both(
      [](Fit& f) { EXPECT_EQ(collide_bsp::placement_insert(f.s.t, f.view()), TransitionState::Adjusted); });
  EXPECT_NEAR(p.retail.offset().x, -0.25F + 0.1F, 1e-6F);
  EXPECT_NEAR(p.port.offset().x, -0.25F, 1e-6F);
}

Profile only(Divergence d) {
  Profile p;
  p.add(d);
  return p;
}

// 02 §10 case 4: beyond the edge, but within reach of a corner.
TEST(BspDivergence, AceGivesUpBeyondTheFirstEdge) {
  const Profile port = only(Divergence::ace_walkable_corner);
  const Polygon sq = square();
  const Sphere s{{1.1F, -0.1F, 0.2F}, 0.3F};
  for (const bool small : {false, true}) {
    EXPECT_TRUE(polygon_check_walkable(Retail{}, view(sq), s, kUp, small));
    EXPECT_FALSE(polygon_check_walkable(Profiled(port, nullptr), view(sq), s, kUp, small));
  }
  EXPECT_TRUE(
      polygon_check_walkable(Profiled(port, nullptr), view(sq), {{1.1F, 0.5F, 0.2F}, 0.3F}, kUp, false))
      << "within reach of that edge itself";
}

// From 3 m behind the polygon, by 5 m: the client comes to touch its back, the port its front.
TEST(BspDivergence, AceTakesTheSideByTheLengthOfTheMove) {
  const Profile port = only(Divergence::ace_poly_sign_by_movement);
  const Polygon sq = square();
  EXPECT_EQ(adjust_sphere_to_poly(Retail{}, view(sq), 1.0F, {0.5F, 0.5F, -3}, {0, 0, 5}), 0.4F);
  EXPECT_EQ(adjust_sphere_to_poly(Profiled(port, nullptr), view(sq), 1.0F, {0.5F, 0.5F, -3}, {0, 0, 5}),
            0.8F);
  EXPECT_EQ(adjust_sphere_to_poly(Profiled(port, nullptr), view(sq), 1.0F, {0.5F, 0.5F, 3}, {0, 0, -5}),
            0.4F);
  EXPECT_EQ(adjust_sphere_to_poly(Profiled(port, nullptr), view(sq), 1.0F, {0.5F, 0.5F, 3}, {0, 0, -1}), 4.0F)
      << "short moves come to touch the back";
}

// 02 §10 case 11: a solid centre behind the face, where the client's two flips cancel.
TEST(BspDivergence, AceFlipsAPlacementOnce) {
  const Profile port = only(Divergence::ace_placement_one_flip);
  const Polygon sq = square();
  const auto pushed_to = [&](const auto& rules, float z, bool center_solid) {
    Sphere struck{{0.5F, 0.5F, z}, 0.5F};
    Sphere other;
    adjust_to_placement_poly(rules, view(sq), struck, other, 0.5F, center_solid, true);
    return struck.center.z;
  };
  EXPECT_EQ(pushed_to(Retail{}, -0.2F, true), 0.5F);
  EXPECT_EQ(pushed_to(Profiled(port, nullptr), -0.2F, true), -0.5F);
  for (const auto& [z, solid] : {std::pair{0.2F, true}, std::pair{-0.2F, false}, std::pair{0.2F, false}})
    EXPECT_EQ(pushed_to(Retail{}, z, solid), pushed_to(Profiled(port, nullptr), z, solid));
}

/// Refines the way of a sphere of radius 1 to the floor at 0: whether it could, and the height it ends at.
std::pair<bool, float> refined(Divergence flag, bool on, float from, float to) {
  static const BspTree kFloor = floor_leaf();
  Fit f(kFloor, {{{0, 0, to}, 1}}, on ? std::optional(flag) : std::nullopt);
  Sphere valid{{0, 0, to}, 1};
  Vec3 contact;
  const bool ok =
      collide_bsp::adjust_to_plane(f.s.t, f.view(), valid, {0, 0, from}, view(kFloor.polygons[0]), contact);
  return {ok, valid.center.z};
}

// 02 §10 case 12.
TEST(BspDivergence, AceNeverRefines) {
  const auto d = Divergence::ace_refine_inverted;
  EXPECT_EQ(refined(d, false, 3, -1), (std::pair{true, 1.0F}));
  EXPECT_FALSE(refined(d, true, 3, -1).first)
      << "halved away from the floor, and the end by precision is a failure";
}

TEST(BspDivergence, GdleDoesNotRefineWhatTouchesAlready) {
  const auto d = Divergence::gdle_refine_inverted;
  EXPECT_EQ(refined(d, false, 0.5F, 0.2F), (std::pair{true, 0.5F}));
  EXPECT_FALSE(refined(d, true, 0.5F, 0.2F).first);
  EXPECT_EQ(refined(d, true, 3, -1), (std::pair{true, 1.0F})) << "its second loop has a counter of its own";
}

// In solid matter without a face in reach the radius is widened, until a wall pushes the sphere out. What it then looks
// for with its own radius it overlaps; with the wide one it straddles a plane, and a face named there counts for nothing.
TEST(BspDivergence, OpenAcKeepsTheWideRadius) {
  BspTree tree;
  tree.polygons = {wall_quad(0, 5, -1, 1, -1, 1, 1), wall_quad(1, -0.6F, -1, 1, -1, 1, 1),
                   wall_quad(2, -1.3F, -1, 1, -1, 1, 1)};
  const BspNode& matter = leaf_of(tree, {0}, true);
  const BspNode& east = split(tree, 0, leaf_of(tree, {1}), matter);
  split(tree, -0.9F, east, leaf_of(tree, {2}));
  FitPair p(Divergence::openac_placement_keeps_radius, tree, {{{-0.5F, 0, 0}, 0.3F}});
  p.both(
      [&](Fit& f) { EXPECT_EQ(collide_bsp::placement_insert(f.s.t, f.view()), TransitionState::Adjusted); });
  EXPECT_NEAR(p.retail.offset().x, -0.5F, 1e-6F);
  EXPECT_NEAR(p.port.offset().x, -0.7F, 1e-6F);
}

// In a tree turned by 90 degrees a push along its x is one along the world's y.
TEST(BspDivergence, OpenAcPushesInTheTreesAxes) {
  const BspTree box = solid_box({-1, -1, -1}, {1, 1, 1});
  FitPair p(Divergence::openac_placement_local_offset, box, {{{}, 0.3F}});
  p.both([](Fit& f) {
    Position turned = Scene::at({});
    EXPECT_TRUE(turned.frame.set_rotate(1, 0, 0, 1));
    f.s.set_up(std::vector<Sphere>{{{0, 1.2F, 0}, 0.3F}}, {}, {});
    f.s.sp.cache_localspace_sphere(f.rules, turned, 1.0F);
    EXPECT_EQ(collide_bsp::placement_insert(f.s.t, f.view()), TransitionState::Adjusted);
  });
  EXPECT_NEAR(p.retail.offset().y, 0.1F, 1e-6F);
  EXPECT_NEAR(p.retail.offset().x, 0.0F, 1e-6F);
  EXPECT_NEAR(p.port.offset().x, 0.1F, 1e-6F);
  EXPECT_NEAR(p.port.offset().y, 0.0F, 1e-6F);
}

/// A node at x = 0 with a floor in front (7) and one behind (8), both in reach.
BspTree two_floors(bool behind_solid, const Sphere& root_sphere = kBig) {
  BspTree tree;
  tree.polygons = {floor_quad(7, -2, 2, -2, 2, 0), floor_quad(8, -2, 2, -2, 2, 0)};
  const BspNode& front = leaf_of(tree, {0});
  split(tree, 0, front, leaf_of(tree, {1}, behind_solid)).sphere = root_sphere;
  return tree;
}

struct SolidAnswer {
  bool answer = false;
  std::uint32_t polygon = 0;
};
SolidAnswer solid_poly(const BspTree& tree, const Profile& profile, const Vec3& center, bool center_solid) {
  PolygonView hit;
  SolidAnswer out;
  out.answer = sphere_intersects_solid_poly(Profiled(profile, nullptr), GraphView{&tree}, {center, 0.5F},
                                            0.5F, center_solid, hit, true);
  out.polygon = hit ? hit.id : 0;
  return out;
}

TEST(BspDivergence, AceAsksBehindFirstOnThePlane) {
  const BspTree tree = two_floors(false);
  const Profile port = only(Divergence::ace_solid_poly_tie);
  EXPECT_EQ(solid_poly(tree, {}, {0, 0, 0.3F}, false).polygon, 7U);
  EXPECT_EQ(solid_poly(tree, port, {0, 0, 0.3F}, false).polygon, 8U);
  EXPECT_EQ(solid_poly(tree, port, {0.1F, 0, 0.3F}, false).polygon, 7U);
}

// A pruned tree: the client says no, the port what was found for the foot before.
TEST(BspDivergence, OpenAcAnswersAPrunedNodeWithTheSolidCentre) {
  const BspTree tree = two_floors(true, {{50, 0, 0}, 1});
  const Profile port = only(Divergence::openac_pruned_center_solid);
  EXPECT_FALSE(solid_poly(tree, {}, {0, 0, 0.3F}, true).answer);
  EXPECT_TRUE(solid_poly(tree, port, {0, 0, 0.3F}, true).answer);
  EXPECT_FALSE(solid_poly(tree, port, {0, 0, 0.3F}, false).answer);
}

}  // namespace
}  // namespace surefoot::test
