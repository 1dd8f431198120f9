#include "support/random_trees.hpp"

#include <cmath>

#include "shape/bsp_builder.hpp"

namespace surefoot::test {

namespace {

constexpr float kReach = 4.0F;

Vec3 anywhere(Random& random) {
  return random.in({-kReach, -kReach, -kReach}, {kReach, kReach, kReach});
}

Polygon finished(Random& random, std::uint32_t id, std::vector<Vec3> vertices) {
  Polygon p;
  p.id = id;
  p.sides_type = static_cast<std::uint8_t>(random.integer(0, 2));
  p.plane = make_plane(vertices);
  p.vertices = std::move(vertices);
  return p;
}

/// Two directions that span a plane.
std::pair<Vec3, Vec3> random_axes(Random& random) {
  if (random.integer(0, 3) == 0)
    return {{1, 0, 0}, {0, 1, 0}};  // level ground, so that walkable ones are met
  const Vec3 a = random_direction(random);
  const Vec3 b = random_direction(random);
  Vec3 n = cross(a, b);
  if (normalize_check_small(n)) return {{1, 0, 0}, {0, 1, 0}};
  return {a, cross(n, a)};
}

std::vector<Polygon> hills(Random& random, int side) {
  std::vector<Vec3> v;
  const float cell = random.uniform(0.3F, 1.5F);
  const float height = random.uniform(0.0F, 1.5F);
  const auto at = [cell, side](int i) {
    return cell * (static_cast<float>(i) - 0.5F * static_cast<float>(side));
  };
  for (int i = 0; i <= side; ++i) {
    for (int j = 0; j <= side; ++j) v.push_back({at(i), at(j), random.uniform(0.0F, height)});
  }
  const auto corner = [&](int i, int j) { return v[static_cast<std::size_t>(i * (side + 1) + j)]; };
  std::vector<Polygon> out;
  for (int i = 0; i < side; ++i) {
    for (int j = 0; j < side; ++j) {
      const Vec3 sw = corner(i, j);
      const Vec3 ne = corner(i + 1, j + 1);
      out.push_back(finished(random, static_cast<std::uint32_t>(out.size()), {sw, corner(i + 1, j), ne}));
      out.push_back(finished(random, static_cast<std::uint32_t>(out.size()), {sw, ne, corner(i, j + 1)}));
    }
  }
  return out;
}

BspTree built(Random& random, std::vector<Polygon> polygons) {
  BuildOptions options;
  options.max_leaf = random.integer(0, 2) == 0 ? 4 : 0;
  options.leaf_split = random.integer(0, 2) == 0 ? 0 : 8;
  if (random.integer(0, 2) == 0) options.solid = random.integer(0, 1) == 0;
  auto tree = build_bsp(std::move(polygons), options);
  return tree ? std::move(*tree) : BspTree{};
}

class MadeUp {
 public:
  MadeUp(Random& random, std::vector<Polygon> polygons) : random_(random) {
    tree_.polygons = std::move(polygons);
  }
  BspTree make() {
    tree_.root = node(random_.integer(0, 6));
    return std::move(tree_);
  }

 private:
  const BspNode* node(int depth) {
    if (depth > 0 && random_.integer(0, 11) == 0) return nullptr;
    BspNode& n = tree_.add_node();
    n.sphere = {anywhere(random_), random_.uniform(0.5F, 8.0F)};
    if (depth == 0) {
      n.solid = random_.integer(0, 2) == 0;
      const int listed = random_.integer(0, 5);
      const int last = static_cast<int>(tree_.polygons.size()) - 1;
      for (int i = 0; i < listed; ++i)
        n.polys.push_back(static_cast<std::uint32_t>(random_.integer(0, last)));
      return &n;
    }
    n.tag = bsp_tag::kBPnN;
    const int last = static_cast<int>(tree_.polygons.size()) - 1;
    n.splitting_plane = random_.integer(0, 1) == 0
                            ? tree_.polygons[static_cast<std::size_t>(random_.integer(0, last))].plane
                            : Plane{random_direction(random_), random_.uniform(-3.0F, 3.0F)};
    n.pos = node(random_.integer(0, depth - 1));
    n.neg = node(depth - 1);
    return &n;
  }

  Random& random_;
  BspTree tree_;
};

}  // namespace

Vec3 random_direction(Random& random) {
  Vec3 v = random.in({-1, -1, -1}, {1, 1, 1});
  return normalize_check_small(v) ? Vec3{0, 0, 1} : v;
}

std::vector<Polygon> random_soup(Random& random, int count) {
  std::vector<Polygon> out;
  const Vec3 shared = anywhere(random);
  for (int i = 0; i < count; ++i) {
    const auto [a, b] = random_axes(random);
    const Vec3 c = random.integer(0, 3) == 0 ? shared : anywhere(random);
    const int points = random.integer(0, 1) == 0 ? random.integer(3, 4) : random.integer(3, 12);
    const float radius = random.uniform(0.3F, 3.0F);
    std::vector<Vec3> v;
    for (int k = 0; k < points; ++k) {
      const double angle = 6.28318530717959 * k / points;
      v.push_back(c + a * (radius * static_cast<float>(std::cos(angle))) +
                  b * (radius * static_cast<float>(std::sin(angle))));
    }
    out.push_back(finished(random, static_cast<std::uint32_t>(7 * (count - i)), std::move(v)));
  }
  return out;
}

BspTree random_tree(Random& random) {
  switch (random.integer(0, 3)) {
    case 0:
      return built(random, random_soup(random, random.integer(1, 12)));
    case 1:
      return built(random, hills(random, random.integer(1, 8)));
    case 2:
      return make_single_leaf(random_soup(random, random.integer(1, 8)), {{}, random.uniform(2.0F, 20.0F)});
    default:
      return MadeUp(random, random_soup(random, random.integer(1, 12))).make();
  }
}

Sphere random_sphere(Random& random, const std::vector<Polygon>& polygons) {
  Sphere s{anywhere(random), random.uniform(0.05F, 0.8F)};
  if (random.integer(0, 31) == 0) s.radius = random.integer(0, 1) == 0 ? 0.0F : kEpsilon;
  if (polygons.empty() || random.integer(0, 7) == 0) return s;
  const auto pick = [&](std::size_t n) {
    return static_cast<std::size_t>(random.integer(0, static_cast<int>(n) - 1));
  };
  const Polygon& p = polygons[pick(polygons.size())];
  const std::size_t k = pick(p.vertices.size());
  const Vec3& v = p.vertices[k];
  const Vec3& w = p.vertices[(k + 1) % p.vertices.size()];
  const Vec3& u = p.vertices[(k + 2) % p.vertices.size()];
  s.center = v;
  if (random.integer(0, 2) != 0) s.center = s.center + (w - v) * random.uniform(0, 1);
  if (random.integer(0, 2) != 0) s.center = s.center + (u - s.center) * random.uniform(0, 1);
  const float offsets[] = {0.0F, s.radius, s.radius - kEpsilon, s.radius + kEpsilon, random.uniform(0, 1)};
  const float off = offsets[random.integer(0, 4)];
  s.center = s.center + p.plane.normal * (random.integer(0, 1) == 0 ? off : -off);
  return s;
}

CellBsp random_cell_chain(Random& random, int most) {
  std::vector<Plane> planes;
  const int count = random.integer(0, most);
  for (int i = 0; i < count; ++i) planes.push_back({random_direction(random), random.uniform(-0.5F, 4.0F)});
  if (count == 0 || random.integer(0, 1) == 0) return make_cell_chain(planes);
  // The same by hand, with a leaf at the end and something behind that nobody looks at.
  CellBsp tree;
  CellBspNode* next = &tree.add_node();
  next->tag = bsp_tag::kLeaf;
  CellBspNode& behind = tree.add_node();
  behind.plane = {{0, 0, 1}, 1000};
  for (int i = count; i-- > 0;) {
    CellBspNode& node = tree.add_node();
    node.plane = planes[static_cast<std::size_t>(i)];
    node.pos = next;
    node.neg = &behind;
    next = &node;
  }
  tree.root = next;
  return tree;
}

}  // namespace surefoot::test
