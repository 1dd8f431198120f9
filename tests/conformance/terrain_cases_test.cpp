// Terrain cases of spec 08 §8 and the steep-neighbour cases S14, S15 of §7, on terrain made in the test.
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "motion/resolve_body.hpp"
#include "support/bits.hpp"
#include "support/coverage.hpp"

namespace surefoot::test {
namespace {

/// One block whose heights are a function of the vertex; the table is i → i metres.
class OneBlock final : public LandblockSource {
 public:
  OneBlock(BlockId id, std::function<float(std::size_t, std::size_t)> z) : id_(id), z_(std::move(z)) {}
  [[nodiscard]] std::optional<LandblockData> load(BlockId id) const override {
    if (id != id_) return std::nullopt;
    LandblockData data;
    for (std::size_t x = 0; x < kVertexSide; ++x) {
      for (std::size_t y = 0; y < kVertexSide; ++y) data.z[x * kVertexSide + y] = z_(x, y);
    }
    return data;
  }

 private:
  BlockId id_;
  std::function<float(std::size_t, std::size_t)> z_;
};

World block_world(BlockId id, std::function<float(std::size_t, std::size_t)> z) {
  World world;
  world.set_landscape(std::make_unique<OneBlock>(id, std::move(z)));
  return world;
}

CellId cell_at(BlockId block, float x, float y) {
  return (static_cast<CellId>(block) << 16U) |
         static_cast<CellId>(1 + 8 * static_cast<int>(x / 24) + static_cast<int>(y / 24));
}

float height_at(const World& world, BlockId block, float x, float y) {
  const LandCell* cell = world.land_cell(cell_at(block, std::min(x, 191.99F), std::min(y, 191.99F)));
  Vec3 p{x, y, 0};
  const LandPolygon* poly = find_terrain_poly(*cell, p);
  EXPECT_NE(poly, nullptr);
  EXPECT_TRUE(poly->plane.set_height(p));
  return p.z;
}

Mover capsule(float radius, float height, float up, float down) {
  Mover m = mover_from_radius_height(radius, height);
  m.step_up_height = up;
  m.step_down_height = down;
  m.flags = object_info_flag::kIsPlayer;
  return m;
}

struct Walk {
  Walk(const World& w, const Mover& m, BlockId block, const Vec3& at) : world(w), mover(m) {
    body.position.cell_id = cell_at(block, at.x, at.y);
    body.position.frame.origin = at;
  }
  void stand_flat() {
    body.contact_plane = {{{0, 0, 1}, -body.position.frame.origin.z}, body.position.cell_id, false};
    body.transient = transient_state::kContact | transient_state::kOnWalkable;
  }
  ResolveResult step(const Vec3& wish) {
    Position to = body.position;
    to.frame.origin = to.frame.origin + wish;
    const auto r = resolve_all(world, request_from_body(body, mover, to));
    EXPECT_TRUE(r.has_value()) << r.error().text();
    commit(body, *r, to);
    return *r;
  }
  [[nodiscard]] const Vec3& at() const { return body.position.frame.origin; }

  const World& world;
  Mover mover;
  ResolveBody body;
};

TEST(TerrainCases, T01_T02_HeightsInsideTriangles) {
  const World flat = block_world(0xA9B4, [](std::size_t, std::size_t) { return 50.0F; });
  for (const float v : {0.0F, 96.0F, 191.0F}) EXPECT_EQ(height_at(flat, 0xA9B4, v, v), 50.0F);
  const World slope =
      block_world(0xA9B4, [](std::size_t x, std::size_t) { return 10.0F + 10.0F * static_cast<float>(x); });
  const float expected[][2] = {{0, 10}, {60, 35}, {96, 50}, {191.99F, 90}};
  for (const auto& e : expected) EXPECT_NEAR(height_at(slope, 0xA9B4, e[0], 96), e[1], 0.05F);
}

// index(x) = 5 x; a fall on to the slope from 12 to 30 m: never below the ground.
TEST(TerrainCases, T12_NeverBelowGround) {
  const World world =
      block_world(0xA9B4, [](std::size_t x, std::size_t) { return 5.0F * static_cast<float>(x); });
  Walk w(world, capsule(0.5F, 1.2F, 0.4F, 0.4F), 0xA9B4, {12, 96, 0.5F});
  const ResolveResult r = w.step({18, 0, 0});
  if (r.ok) {
    EXPECT_GE(w.at().z, height_at(world, 0xA9B4, w.at().x, w.at().y) - 0.1F);
  }
}

/// 30 ticks of 0.23 m at an angle off the direction straight into T13's face.
struct Crease {
  float lateral = 0;
  float travel = 0;
  float min_z = 1000;
  float max_z = -1000;
  int motionless = 0;
};

// Landblock 0xA0B1: cell (3,3) splits SW→NE; only vertex (3,4) is raised.
Crease walk_crease(float degrees) {
  const World world =
      block_world(0xA0B1, [](std::size_t x, std::size_t y) { return x == 3 && y == 4 ? 32.0F : 0.0F; });
  Walk w(world, capsule(0.47F, 1.2F, 0.6F, 1.5F), 0xA0B1, {80.4F, 79.8F, 0});
  w.stand_flat();
  Frame f;
  f.set_heading(315.0F + degrees);  // into the face is (−0.7071, 0.7071)
  const Vec3 h = f.get_vector_heading();
  const Vec3 along{0.70710678F, 0.70710678F, 0};
  const Vec3 start = w.at();
  Crease out;
  for (int i = 0; i < 30; ++i) {
    const Vec3 before = w.at();
    w.step({h.x * 0.23F, h.y * 0.23F, 0});
    out.motionless += length(w.at() - before) < 1e-5F ? 1 : 0;
    out.min_z = std::min(out.min_z, w.at().z);
    out.max_z = std::max(out.max_z, w.at().z);
  }
  out.lateral = std::fabs(dot_zyx(w.at() - start, along));
  out.travel = length(w.at() - start);
  return out;
}

TEST(TerrainCases, T13_AlongTheCreaseOfASteepFace) {
  const Crease straight = walk_crease(0);
  EXPECT_LT(straight.lateral, 0.15F);
  EXPECT_LT(straight.travel, 1.2F);
  const Crease half = walk_crease(45);
  EXPECT_GT(half.lateral, 1.0F);
  EXPECT_GE(half.min_z, -0.05F);
  EXPECT_LE(half.max_z, 1.0F);
  EXPECT_GE(half.motionless, 1);
  EXPECT_LE(half.motionless, 17);
  EXPECT_GT(walk_crease(60).lateral, walk_crease(30).lateral);
}

TEST(TerrainCases, T14_AFaceOnACellBorder) {
  const World world = block_world(0xA9B4, [](std::size_t x, std::size_t) { return x >= 5 ? 32.0F : 0.0F; });
  Walk w(world, capsule(0.48F, 1.2F, 0.6F, 1.5F), 0xA9B4, {91, 36, 0});
  w.stand_flat();
  const float d = 0.23F * 0.70710678F;
  for (int i = 0; i < 40; ++i) w.step({d, d, 0});
  EXPECT_GT(w.at().y - 36.0F, 0.5F);
  EXPECT_LT(w.at().z, 1.0F);
}

// S14: one sub-step into the too-steep neighbour is undone, and leaves the horizontal normal of the crease.
// S15: without ON_WALKABLE the same gate pushes the mover up along z by −distance / n.z.
TEST(TerrainCases, S14_S15_TheGateOfTheSteepFace) {
  const World world = block_world(0xA9B4, [](std::size_t x, std::size_t) { return x >= 5 ? 32.0F : 0.0F; });
  const auto start = [&] {
    Walk w(world, capsule(0.48F, 1.835F, 0.6F, 1.5F), 0xA9B4, {95.9F, 36, 0});
    w.stand_flat();
    return w;
  };
  Walk grounded = start();
  const ResolveResult undone = grounded.step({0.3F, 0, 0});
  EXPECT_TRUE(same_bits(grounded.at(), Vec3{95.9F, 36, 0}));
  EXPECT_TRUE(same_bits(undone.collision_normal.x, -1.0F));
  EXPECT_TRUE(same_bits(undone.sliding_normal.x, -1.0F));
  EXPECT_EQ(grounded.body.transient & 3U, 3U);

  Walk steep = start();
  steep.body.transient = transient_state::kContact;
  const ResolveResult pushed = steep.step({0.3F, 0, 0});
  const LandPolygon* face = find_terrain_poly(*world.land_cell(cell_at(0xA9B4, 96.1F, 36)), {96.2F, 36, 0});
  ASSERT_NE(face, nullptr);
  const float low = face->plane.dist({steep.at().x, 36, 0.0F});
  EXPECT_GT(steep.at().x, 96.0F);
  EXPECT_NEAR(steep.at().z, -low / face->plane.normal.z, 1e-3F);
  EXPECT_TRUE(pushed.contact_plane_valid);
}

}  // namespace
}  // namespace surefoot::test
