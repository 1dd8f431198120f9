// The flat form of trees (spec 02 §7): what it keeps, what it refuses, and how much room it takes.
#include <cstring>

#include <gtest/gtest.h>

#include "shape/bsp_queries.hpp"
#include "shape/build.hpp"
#include "shape/flat_bsp.hpp"
#include "shape/meshes.hpp"
#include "support/bits.hpp"
#include "support/random_trees.hpp"

namespace surefoot::test {
namespace {

FlatBytes flat_bytes(const BspTree& tree) {
  auto bytes = flatten(tree);
  EXPECT_TRUE(bytes.has_value()) << (bytes ? "" : bytes.error().text());
  return bytes ? std::move(*bytes) : FlatBytes{};
}

std::vector<std::uint32_t> listed(const FlatBsp& flat, std::size_t node) {
  const FlatView view{&flat};
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i < flat.nodes[node].list_size(); ++i)
    out.push_back(id_of(view.polygon(&flat.nodes[node], i)));
  return out;
}

TEST(FlatBsp, ListsKeepTheirOrderWhateverTheIds) {
  BspTree tree;
  tree.polygons = {sq(4), sq(9, 1.0F)};
  BspNode& root = tree.add_node();
  root.tag = bsp_tag::kBPnN;
  root.splitting_plane = {{0, 0, 1}, 0};
  BspNode& pos = tree.add_node();
  pos.polys = {1, 0};
  BspNode& neg = tree.add_node();
  neg.polys = {0, 1};
  root.pos = &pos;
  root.neg = &neg;
  tree.root = &root;
  const FlatBytes bytes = flat_bytes(tree);
  const FlatBsp flat = view_flat(bytes.bytes()).value();
  ASSERT_EQ(flat.nodes.size(), 3U);
  EXPECT_EQ(listed(flat, 1), (std::vector<std::uint32_t>{9, 4}));
  EXPECT_EQ(listed(flat, 2), (std::vector<std::uint32_t>{4, 9}));
}

TEST(FlatBsp, IsADeepCopy) {
  BspTree tree = make_single_leaf({sq(1)}, {{}, 5});
  const FlatBytes bytes = flat_bytes(tree);
  tree.polygons.front().vertices.front().x = 100;
  tree.polygons.front().plane.d = 100;
  const FlatBsp flat = view_flat(bytes.bytes()).value();
  EXPECT_TRUE(same_bits(flat.polygon(0).vertices[0], Vec3{0, 0, 0}));
  EXPECT_TRUE(same_bits(*flat.polygon(0).plane, sq(1).plane));
}

// −0 and the bits of a NaN are data like any other. (A NaN is refused where bytes come from outside.)
TEST(FlatBsp, CopiesBitsAsTheyAre) {
  BspTree tree = make_single_leaf({sq(1)}, {{-0.0F, 0, 0}, 5});
  tree.polygons.front().vertices[0] = {-0.0F, 0, -0.0F};
  tree.polygons.front().vertices[1].z = float_from_bits(0x7FC00123);
  const FlatBytes bytes = flat_bytes(tree);
  const FlatBsp flat = lay_out(bytes.bytes());
  EXPECT_EQ(to_bits(flat.nodes[0].sphere.center.x), 0x80000000U);
  EXPECT_EQ(to_bits(flat.polygon(0).vertices[0].z), 0x80000000U);
  EXPECT_EQ(to_bits(flat.polygon(0).vertices[1].z), 0x7FC00123U);
  EXPECT_FALSE(view_flat(bytes.bytes()).has_value());
}

TEST(FlatBsp, AnEmptyLeafAndAMissingChildHaveNoNode) {
  BspTree tree;
  tree.polygons = {sq(0)};
  BspNode& root = tree.add_node();
  root.tag = bsp_tag::kBPnN;
  root.splitting_plane = tree.polygons[0].plane;
  root.sphere = {{}, 5};
  BspNode& neg = tree.add_node();
  neg.polys = {0};
  neg.sphere = {{}, 5};
  neg.solid = true;
  root.pos = &tree.add_node();
  root.neg = &neg;
  tree.root = &root;
  const FlatBytes bytes = flat_bytes(tree);
  const FlatBsp flat = view_flat(bytes.bytes()).value();
  ASSERT_EQ(flat.nodes.size(), 2U);
  const FlatView view{&flat};
  EXPECT_TRUE(FlatView::null(view.pos(view.root())));
  ASSERT_FALSE(FlatView::null(view.neg(view.root())));
  EXPECT_TRUE(FlatView::solid(view.neg(view.root())));
  EXPECT_FALSE(point_intersects_solid(view, {0.5F, 0.5F, 1}));
  EXPECT_TRUE(point_intersects_solid(view, {0.5F, 0.5F, -1}));
}

TEST(FlatBsp, NoTreeAndATreeOfOneEmptyLeafAreTwoThings) {
  const FlatBytes none = flat_bytes(BspTree{});
  EXPECT_TRUE(view_flat(none.bytes()).value().empty());
  BspTree leaf;
  leaf.root = &leaf.add_node();
  const FlatBytes one = flat_bytes(leaf);
  EXPECT_FALSE(view_flat(one.bytes()).value().empty());
}

TEST(FlatBsp, AChainOf20000NodesNeedsNoCallStack) {
  BspTree tree;
  tree.polygons = {sq(0)};
  BspNode* last = &tree.add_node();
  last->polys = {0};
  last->sphere = {{}, 5};
  for (int i = 0; i < 20'000; ++i) {
    BspNode& n = tree.add_node();
    n.tag = bsp_tag::kBPnN;
    n.splitting_plane = {{0, 0, 1}, 10};
    n.sphere = {{}, 5};
    n.pos = last;
    last = &n;
  }
  tree.root = last;
  const FlatBytes bytes = flat_bytes(tree);
  const FlatBsp flat = view_flat(bytes.bytes()).value();
  EXPECT_EQ(flat.nodes.size(), 20'001U);
  EXPECT_TRUE(point_intersects_solid(FlatView{&flat}, {0.5F, 0.5F, 0}));
}

// The start of its corners was worked out, though not read, before it was looked at.
TEST(FlatBsp, RefusesCornersThatBeginNowhere) {
  FlatBytes bytes = flat_bytes(make_single_leaf({sq(0)}, {{}, 5}));
  const FlatBsp flat = view_flat(bytes.bytes()).value();
  const auto at = reinterpret_cast<const std::byte*>(flat.bases.data()) - bytes.bytes().data();
  const std::uint32_t nowhere = 0x00400000U;
  std::memcpy(bytes.data() + at, &nowhere, sizeof nowhere);
  const auto refused = view_flat(bytes.bytes());
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::bad_value);
}

TEST(FlatBsp, RefusesWhatIsNoTree) {
  BspTree shared;
  shared.polygons = {sq(0)};
  BspNode& root = shared.add_node();
  root.tag = bsp_tag::kBPnN;
  BspNode& child = shared.add_node();
  child.polys = {0};
  root.pos = root.neg = &child;
  shared.root = &root;
  EXPECT_EQ(flatten(shared).error().code, ErrorCode::bad_value);
  root.pos = &root;
  EXPECT_EQ(flatten(shared).error().code, ErrorCode::bad_value);
  BspTree dangling = make_single_leaf({sq(0)}, {{}, 5});
  dangling.polygons.clear();
  EXPECT_EQ(flatten(dangling).error().code, ErrorCode::dangling);
}

// More vertices than two bytes name: groups of polygons count from bases of their own, and a vertex that has fallen out
// of a group's reach is there twice.
TEST(FlatBsp, NamesVerticesInTreesOfAnySize) {
  constexpr int kPolygons = 30'000;
  std::vector<Polygon> polygons;
  polygons.reserve(kPolygons);
  const auto number = [](int i) { return static_cast<float>(i); };
  for (int i = 0; i < kPolygons; ++i) {
    // A corner of its own, two of a neighbour, and one that all share.
    polygons.push_back(
        make_polygon(static_cast<std::uint32_t>(i),
                     {{0, 0, 0}, {number(i) + 1, 0, 0}, {number(i) + 2, 1, 0}, {number(i), 2, 0.5F}}));
  }
  const BspTree tree = make_single_leaf(polygons, {{}, 1e6F});
  const FlatBytes bytes = flat_bytes(tree);
  const FlatBsp flat = view_flat(bytes.bytes()).value();
  EXPECT_GT(flat.vertices.size(), 65'536U);
  EXPECT_LT(flat.vertices.size(), 3U * 30'000U + 100U);
  for (std::uint32_t i = 0; i < 30'000; ++i) {
    for (std::size_t k = 0; k < 4; ++k)
      ASSERT_TRUE(same_bits(flat.polygon(i).vertices[k], polygons[i].vertices[k])) << i << ", " << k;
  }
}

TEST(FlatBsp, NamesPolygonsInTreesOfAnySize) {
  std::vector<Polygon> polygons(70'000, sq(0));
  polygons.back() = sq(5, 3.0F);
  const FlatBytes bytes = flat_bytes(make_single_leaf(polygons, {{}, 5}));
  const FlatBsp flat = view_flat(bytes.bytes()).value();
  const PolygonView last = FlatView{&flat}.polygon(flat.nodes.data(), 69'999);
  EXPECT_EQ(last.id, 5U);
  EXPECT_EQ(last.vertices[0].z, 3.0F);
}

TEST(FlatBsp, ComesBackAsItWas) {
  Random random(77);
  for (int t = 0; t < 200; ++t) {
    const FlatBytes once = flat_bytes(random_tree(random));
    const FlatBytes twice = flat_bytes(unflatten(view_flat(once.bytes()).value()));
    ASSERT_EQ(once.size(), twice.size());
    ASSERT_TRUE(once.size() == 0 || std::memcmp(once.bytes().data(), twice.bytes().data(), once.size()) == 0);
  }
}

// Damage of any byte: refused, or the tree can still be walked without leaving its arrays.
TEST(FlatBsp, DamagedBytesAreRefusedOrHarmless) {
  Random random(0xBADB17);
  int refused = 0;
  for (int t = 0; t < 3000; ++t) {
    FlatBytes bytes = flat_bytes(random_tree(random));
    const auto at = random.bits() % bytes.size();
    bytes.data()[at] ^= static_cast<std::byte>(random.integer(1, 255));
    const auto flat = view_flat(bytes.bytes());
    if (!flat) {
      ++refused;
      continue;
    }
    PolygonView struck;
    Vec3 contact;
    for (int i = 0; i < 4; ++i) {
      const Sphere s = random_sphere(random, {});
      (void)sphere_intersects_poly(Retail{}, FlatView{&*flat}, s, {0, 0, -1}, struck, contact);
    }
  }
  EXPECT_GT(refused, 300);
  for (std::size_t n = 0; n < 64; ++n) {
    const FlatBytes bytes = flat_bytes(make_single_leaf({sq(0)}, {{}, 5}));
    EXPECT_FALSE(view_flat(bytes.bytes().first(n)).has_value()) << n;
  }
}

// Bytes a triangle: 16 of plane, 8 of corners, 6 of shared vertices; the rest is the tree.
TEST(FlatBsp, HillsTakeLittleRoom) {
  Mesh hills = height_field_mesh(48, 2.0F, 1.5F, 11);
  const auto bytes_a_triangle = [&](std::size_t max_leaf) {
    BuildOptions options;
    options.max_leaf = max_leaf;
    options.solid = false;
    return static_cast<double>(flat_bytes(build(hills.polygons, options)).size()) /
           static_cast<double>(hills.polygons.size());
  };
  EXPECT_LT(bytes_a_triangle(8), 80.0);
  EXPECT_LT(bytes_a_triangle(0), 160.0);
}

TEST(FlatCell, AChainIsItsPlanesInOrder) {
  const Plane a{{1, 0, 0}, 2};
  const Plane b{{0, 1, 0}, 3};
  const std::vector<Plane> chain = flatten(make_cell_chain(std::vector<Plane>{a, b})).value();
  ASSERT_EQ(chain.size(), 2U);
  EXPECT_TRUE(same_bits(chain[0], a));
  EXPECT_TRUE(same_bits(chain[1], b));
  EXPECT_TRUE(flatten(CellBsp{}).value().empty());
  CellBsp loop;
  CellBspNode& n = loop.add_node();
  n.pos = &n;
  loop.root = &n;
  EXPECT_EQ(flatten(loop).error().code, ErrorCode::bad_value);
}

}  // namespace
}  // namespace surefoot::test
