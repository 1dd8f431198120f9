// The flat form answers every query as the linked one does, by raw bits (spec 02 §7), over random trees. More of the same
// with SUREFOOT_PARITY_SCALE=10 and so on.
#include <array>
#include <cstring>

#include <gtest/gtest.h>

#include "shape/bsp_queries.hpp"
#include "shape/cell_bsp.hpp"
#include "shape/flat_bsp.hpp"
#include "support/parity_scale.hpp"
#include "support/random_trees.hpp"

namespace surefoot::test {
namespace {

constexpr int kTrees = 500;
constexpr int kQueries = 250;  // of each kind, of each tree

/// Everything a query said, as words. What does not fit is folded into the last one.
class Answer {
 public:
  void word(std::uint32_t w) {
    if (size_ < words_.size())
      words_[size_++] = w;
    else
      words_.back() = words_.back() * 31U + w;
  }
  void real(float f) { word(to_bits(f)); }
  void vec(const Vec3& v) {
    real(v.x);
    real(v.y);
    real(v.z);
  }
  void polygon(const PolygonView& p) {
    word(p ? 1U : 0U);
    if (!p) return;
    word(p.id);
    word(p.sides_type);
    vec(p.plane->normal);
    real(p.plane->d);
    for (std::size_t i = 0; i < p.vertices.size(); ++i) vec(p.vertices[i]);
  }
  friend bool operator==(const Answer& a, const Answer& b) { return a.words_ == b.words_; }

 private:
  std::array<std::uint32_t, 32> words_{};
  std::size_t size_ = 0;
};

struct Query {
  Sphere s;
  Vec3 movement;
  Vec3 up{0, 0, 1};
  float allowance = 0;
  float walk_interp = 1;
  float radius = 0;
  bool flag = false;
};

Query random_query(Random& random, const std::vector<Polygon>& polygons) {
  Query q;
  q.s = random_sphere(random, polygons);
  q.movement = random.integer(0, 15) == 0 ? Vec3{} : random_direction(random) * random.uniform(0.0F, 1.0F);
  if (random.integer(0, 1) == 0) q.movement = {0, 0, -random.uniform(0.0F, 1.5F)};
  if (random.integer(0, 7) == 0) q.up = random_direction(random);
  q.allowance = random.integer(0, 1) == 0 ? kFloorZ : kLandingZ;
  q.walk_interp = random.uniform(0.1F, 1.0F);
  q.radius = q.s.radius * static_cast<float>(1 << random.integer(0, 3));
  q.flag = random.integer(0, 1) == 0;
  return q;
}

// What the solver asks a tree, a function each.
constexpr Retail kRules;

template <class View>
Answer poly(const View& tree, const Query& q) {
  Answer out;
  PolygonView struck;
  Vec3 contact;
  const bool hit = sphere_intersects_poly(kRules, tree, q.s, q.movement, struck, contact);
  out.word(hit ? 1U : 0U);
  if (hit) out.vec(contact);
  out.polygon(struck);
  return out;
}

template <class View>
Answer solid(const View& tree, const Query& q) {
  Answer out;
  out.word(sphere_intersects_solid(kRules, tree, q.s, q.flag) ? 1U : 0U);
  out.word(point_intersects_solid(tree, q.s.center) ? 1U : 0U);
  return out;
}

template <class View>
Answer walkable(const View& tree, const Query& q) {
  Answer out;
  out.word(hits_walkable(kRules, tree, q.allowance, q.s, q.up) ? 1U : 0U);
  return out;
}

/// And what is done with the polygon that was found.
template <class View>
Answer find(const View& tree, const Query& q) {
  Answer out;
  Sphere valid = q.s;
  float interp = q.walk_interp;
  PolygonView found;
  out.word(find_walkable(kRules, tree, q.allowance, interp, valid, found, q.movement, q.up) ? 1U : 0U);
  out.real(interp);
  out.vec(valid.center);
  out.polygon(found);
  if (!found) return out;
  out.word(polygon_check_walkable(kRules, found, valid, q.up, q.flag) ? 1U : 0U);
  Vec3 normal;
  out.word(find_crossed_edge(found, q.s, q.up, normal) ? 1U : 0U);
  out.vec(normal);
  float t = 0;
  out.word(polygon_hits_ray(found, q.s.center, q.movement, t) ? 1U : 0U);
  out.real(t);
  Vec3 contact;
  out.word(polygon_hits_sphere(found, q.s, contact) ? 1U : 0U);
  out.real(adjust_sphere_to_poly(found, q.s.radius, q.s.center, q.movement));
  return out;
}

template <class View>
Answer placement(const View& tree, const Query& q) {
  Answer out;
  bool center_solid = false;
  PolygonView hit;
  // Twice, as a placement does: the second call starts from what the first one left.
  for (int i = 0; i < 2; ++i) {
    out.word(sphere_intersects_solid_poly(kRules, tree, q.s, q.radius, center_solid, hit, q.flag) ? 1U : 0U);
    out.word(center_solid ? 1U : 0U);
    out.polygon(hit);
  }
  if (!hit) return out;
  Sphere a = q.s;
  Sphere b = q.s;
  adjust_to_placement_poly(hit, a, b, q.radius, center_solid, q.flag);
  out.vec(a.center);
  return out;
}

template <class Ask>
void compare(const Ask& ask, std::uint64_t seed) {
  const int trees = kTrees * parity_scale();
  for (int t = 0; t < trees; ++t) {
    Random random(seed + static_cast<std::uint64_t>(t));
    const BspTree tree = random_tree(random);
    const auto bytes = flatten(tree);
    ASSERT_TRUE(bytes.has_value()) << bytes.error().text();
    const auto flat = view_flat(bytes->bytes());
    ASSERT_TRUE(flat.has_value()) << flat.error().text();
    const BspTree back = unflatten(*flat);
    for (int i = 0; i < kQueries; ++i) {
      const Query q = random_query(random, tree.polygons);
      const Answer graph = ask(GraphView{&tree}, q);
      ASSERT_TRUE(graph == ask(FlatView{&*flat}, q)) << "tree " << t << ", query " << i;
      ASSERT_TRUE(graph == ask(GraphView{&back}, q)) << "tree " << t << ", query " << i << ", linked again";
    }
  }
}

TEST(FormParity, SphereIntersectsPoly) {
  compare([](const auto& tree, const Query& q) { return poly(tree, q); }, 0x1000);
}
TEST(FormParity, SphereIntersectsSolidAndPointInSolid) {
  compare([](const auto& tree, const Query& q) { return solid(tree, q); }, 0x2000);
}
TEST(FormParity, HitsWalkable) {
  compare([](const auto& tree, const Query& q) { return walkable(tree, q); }, 0x3000);
}
TEST(FormParity, FindWalkable) {
  compare([](const auto& tree, const Query& q) { return find(tree, q); }, 0x4000);
}
TEST(FormParity, SphereIntersectsSolidPoly) {
  compare([](const auto& tree, const Query& q) { return placement(tree, q); }, 0x5000);
}

// --- volumes of cells --------------------------------------------------------------------------------------

template <class View>
Answer volume(const View& tree, const Query& q) {
  Answer out;
  out.word(point_inside_cell_bsp(tree, q.s.center) ? 1U : 0U);
  out.word(static_cast<std::uint32_t>(sphere_intersects_cell_bsp(tree, q.s)));
  const Vec3 half{q.radius, q.s.radius, q.walk_interp};
  out.word(box_intersects_cell_bsp(tree, {q.s.center - half, q.s.center + half}) ? 1U : 0U);
  return out;
}

TEST(FormParity, VolumesOfCells) {
  const int trees = kTrees * parity_scale();
  for (int t = 0; t < trees; ++t) {
    Random random(0x6000 + static_cast<std::uint64_t>(t));
    const CellBsp tree = random_cell_chain(random, t % 50 == 0 ? 256 : 12);
    const auto chain = flatten(tree);
    ASSERT_TRUE(chain.has_value()) << chain.error().text();
    for (int i = 0; i < kQueries; ++i) {
      Query q = random_query(random, {});
      if (!chain->empty()) {
        // Right at the limits of one of its planes.
        const Plane& p =
            (*chain)[static_cast<std::size_t>(random.integer(0, static_cast<int>(chain->size()) - 1))];
        const float at[] = {-kEpsilon, q.s.radius, q.s.radius + kCellSlack, -q.s.radius - kCellSlack};
        q.s.center = q.s.center - p.normal * (p.dist(q.s.center) - at[random.integer(0, 3)]);
      }
      ASSERT_TRUE(volume(CellGraphView{&tree}, q) == volume(CellFlatView{*chain}, q))
          << "tree " << t << ", query " << i;
    }
  }
}

}  // namespace
}  // namespace surefoot::test
