// Long and wide walks outdoors: nobody falls through, borders cost nothing, nothing depends on where on the
// map a block lies.
#include <cmath>

#include <gtest/gtest.h>

#include "io/load_world.hpp"
#include "motion/resolve_body.hpp"
#include "support/bits.hpp"
#include "support/coverage.hpp"
#include "support/flat_blocks.hpp"
#include "support/paths.hpp"
#include "support/random.hpp"

namespace surefoot::test {
namespace {

Mover human() {
  Mover m = mover_from_radius_height(0.48F, 1.835F);
  m.step_up_height = 0.6F;
  m.step_down_height = 1.5F;
  m.flags = object_info_flag::kIsPlayer;
  return m;
}

ResolveBody grounded(CellId cell, const Vec3& origin, float z) {
  ResolveBody b;
  b.position.cell_id = cell;
  b.position.frame.origin = origin;
  b.contact_plane = {{{0, 0, 1}, -z}, cell, false};
  b.transient = transient_state::kContact | transient_state::kOnWalkable;
  return b;
}

/// How far the lowest point is under the ground it may sink to; negative is under.
float clearance(const World& world, const ResolveBody& body, const Mover& mover) {
  const LandCell* cell = world.land_cell(body.position.cell_id);
  if (cell == nullptr) return -1000.0F;
  const Vec3 low =
      body.position.frame.localtoglobal(mover.spheres[0].center - Vec3{0, 0, mover.spheres[0].radius});
  const LandPolygon* poly = find_terrain_poly(*cell, low);
  if (poly == nullptr) return -1000.0F;
  const Vec3& n = poly->plane.normal;
  return ((((low.y * n.y + low.z * n.z) + low.x * n.x) + poly->plane.d)) + get_water_depth(*cell, low);
}

TEST(RegionWalk, TenThousandTicksOverTheShoreRegion) {
  const auto world = io::load_world(source_path("worlds/shore.world.json"));
  ASSERT_TRUE(world.has_value()) << world.error().text();
  const Mover mover = human();
  ResolveBody body;
  body.position.cell_id = 0x41410021;
  body.position.frame.origin = {100, 100, 60};
  Workspace workspace;
  Random random(0x5EEDU);
  Vec3 step{0, 0, -0.3F};
  for (int tick = 0; tick < 10000; ++tick) {
    if (tick >= 200 && tick % 30 == 0) {
      // A heading in 64ths of a turn, by a rotation without trigonometry; home when the region's rim is near.
      Frame f;
      f.set_heading(static_cast<float>(random.integer(0, 63)) * 5.625F);
      const Vec3 h = f.get_vector_heading();
      step = {h.x * 0.1333333F, h.y * 0.1333333F, 0};
      const Vec3 middle = get_block_offset(body.position.cell_id, 0x41410001) + Vec3{96, 96, 0};
      const Vec3 home = middle - body.position.frame.origin;
      if (std::fabs(home.x) > 230.0F) step = {std::copysign(0.1333333F, home.x), 0, 0};
      if (std::fabs(home.y) > 230.0F) step = {0, std::copysign(0.1333333F, home.y), 0};
    }
    Position to = body.position;
    to.frame.origin = to.frame.origin + step;
    const auto r = resolve(*world, request_from_body(body, mover, to), workspace);
    ASSERT_TRUE(r.has_value()) << "tick " << tick << ": " << r.error().text();
    commit(body, *r, to);
    ASSERT_TRUE(is_finite(body.position.frame.origin)) << tick;
    ASSERT_NE(r->cell_id, 0U) << tick;
    // The step-down may leave the foot within the contact tolerance of the plane.
    ASSERT_GE(clearance(*world, body, mover), -kEpsilon) << "tick " << tick;
  }
}

/// The same blocks one column further east, everything given explicitly.
class Shifted final : public LandblockSource {
 public:
  explicit Shifted(const World& world) : world_(world) {}
  [[nodiscard]] std::optional<LandblockData> load(BlockId id) const override {
    const Landblock* block = world_.landscape().landblock(static_cast<BlockId>(id - 0x0100U));
    if (block == nullptr) return std::nullopt;
    LandblockData data;
    data.terrain = block->terrain;
    data.sw_to_ne = block->sw_to_ne;
    for (std::size_t x = 0; x < kVertexSide; ++x) {
      for (std::size_t y = 0; y < kVertexSide; ++y) data.z[x * kVertexSide + y] = height(*block, x, y);
    }
    return data;
  }

 private:
  static float height(const Landblock& block, std::size_t x, std::size_t y) {
    const LandCell& cell = block.cells[std::min<std::size_t>(x, 7) * 8 + std::min<std::size_t>(y, 7)];
    for (const LandPolygon& p : cell.polygons) {
      for (const Vec3& v : p.vertices) {
        if (v.x == static_cast<float>(x) * 24.0F && v.y == static_cast<float>(y) * 24.0F) return v.z;
      }
    }
    ADD_FAILURE() << "no vertex";
    return 0;
  }
  const World& world_;
};

// Positions are relative to their block, and block offsets are differences: retail's own arithmetic makes the
// walk independent of the block's place on the map, to the bit, once hash diagonals and heights are given.
TEST(RegionWalk, ShiftingEveryBlockByOneChangesNoBit) {
  const auto world = io::load_world(source_path("worlds/shore.world.json"));
  ASSERT_TRUE(world.has_value()) << world.error().text();
  World shifted;
  shifted.set_landscape(std::make_unique<Shifted>(*world));
  const Mover mover = human();
  const auto walk = [&](const World& w, CellId shift) {
    ResolveBody body;
    body.position.cell_id = 0x41410021 + shift;
    body.position.frame.origin = {100, 100, 60};
    Workspace workspace;
    Random random(77);
    std::vector<ResolveBody> out;
    Vec3 step{0, 0, -0.3F};
    for (int tick = 0; tick < 2500; ++tick) {
      if (tick >= 200 && tick % 40 == 0) {
        Frame f;
        f.set_heading(static_cast<float>(random.integer(0, 63)) * 5.625F);
        const Vec3 h = f.get_vector_heading();
        step = {h.x * 0.1333333F, h.y * 0.1333333F, 0};
      }
      Position to = body.position;
      to.frame.origin = to.frame.origin + step;
      const auto r = resolve(w, request_from_body(body, mover, to), workspace);
      EXPECT_TRUE(r.has_value());
      commit(body, *r, to);
      out.push_back(body);
    }
    return out;
  };
  const auto here = walk(*world, 0);
  const auto there = walk(shifted, 0x01000000);
  for (std::size_t i = 0; i < here.size(); ++i) {
    ASSERT_TRUE(same_bits(here[i].position.frame.origin, there[i].position.frame.origin)) << "tick " << i;
    ASSERT_EQ(here[i].position.cell_id + 0x01000000U, there[i].position.cell_id) << "tick " << i;
    ASSERT_TRUE(same_bits(here[i].contact_plane.plane, there[i].contact_plane.plane)) << "tick " << i;
    ASSERT_EQ(here[i].transient, there[i].transient) << "tick " << i;
  }
}

TEST(BlockBorder, CostsNoSpeedAtAnyHeadingAndOffset) {
  World world;
  world.set_landscape(std::make_unique<FlatBlocks>(
      std::vector<BlockId>{0x0101, 0x0102, 0x0103, 0x0201, 0x0202, 0x0203, 0x0301, 0x0302, 0x0303}, 10.0F));
  const Mover mover = human();
  for (int heading = 0; heading < 64; ++heading) {
    Frame f;
    f.set_heading(static_cast<float>(heading) * 5.625F);
    const Vec3 h = f.get_vector_heading();
    for (int offset = 0; offset < 16; ++offset) {
      ResolveBody body = grounded(0x02020001, {}, 10);
      // On the way over the western border of block 0202, at 16 places along it, one of them a corner.
      body.position.cell_id = 0x02020001;
      body.position.frame.origin = {0.9F - h.x * 1.2F, 12.8F * static_cast<float>(offset) + 0.05F, 10};
      body.position.adjust_to_outside();
      body.contact_plane.cell_id = body.position.cell_id;
      for (int tick = 0; tick < 20; ++tick) {
        const Position before = body.position;
        Position to = before;
        to.frame.origin = to.frame.origin + Vec3{h.x * 0.1333333F, h.y * 0.1333333F, 0};
        const auto r = resolve_all(world, request_from_body(body, mover, to));
        ASSERT_TRUE(r.has_value()) << r.error().text();
        commit(body, *r, to);
        ASSERT_NEAR(length(get_offset(before, body.position)), 0.1333333F, 1e-4F)
            << "heading " << heading << ", offset " << offset << ", tick " << tick;
        ASSERT_EQ(body.transient & 3U, 3U);
      }
    }
  }
}

// 08 T06–T11: crossing cells and blocks, the edge-slide flag on flat ground, long moves, no move, no cell.
TEST(OutdoorCases, T06_T07_CrossingCellsAndBlocks) {
  World world;
  world.set_landscape(std::make_unique<FlatBlocks>(std::vector<BlockId>{0xA9B4, 0xAAB4}, 50.0F));
  Mover mover = mover_from_radius_height(0.5F, 1.2F);
  mover.step_up_height = mover.step_down_height = 0.4F;
  const auto go = [&](CellId cell, const Vec3& from, const Vec3& wish) {
    ResolveBody body = grounded(cell, from, 50);
    Position to = body.position;
    to.frame.origin = to.frame.origin + wish;
    const auto r = resolve_all(world, request_from_body(body, mover, to));
    EXPECT_TRUE(r.has_value());
    commit(body, *r, to);
    EXPECT_EQ(body.transient & 3U, 3U);
    return body.position;
  };
  const Position cell = go(0xA9B40001, {23, 10, 50}, {2, 0, 0});
  EXPECT_EQ(cell.cell_id, 0xA9B40009U);
  EXPECT_NEAR(cell.frame.origin.x, 25.0F, 0.1F);
  const Position block = go(0xA9B40039, {191, 10, 50}, {2, 0, 0});
  EXPECT_EQ(block.cell_id, 0xAAB40001U);
  EXPECT_NEAR(block.frame.origin.x, 1.0F, 0.1F);
  mover.flags |= object_info_flag::kEdgeSlide;
  const Position flagged = go(0xA9B40025, {96, 96, 50}, {2, 0, 0});
  // T08 names cell 0025, the port's floor() cell (05 §11 row 6). y = 96 lies exactly on a border, where
  // retail's last listed match, the southern neighbour, wins (05 W6).
  EXPECT_EQ(flagged.cell_id, 0xA9B40024U);
  EXPECT_NEAR(flagged.frame.origin.x, 98.0F, 0.1F);
}

TEST(OutdoorCases, T09_T10_T11_LongMovesNoMoveNoCell) {
  World world;
  world.set_landscape(std::make_unique<FlatBlocks>(std::vector<BlockId>{0xA9B4}, 10.0F));
  Mover mover = mover_from_radius_height(0.3F, 0.0F);
  mover.step_down_height = 0.5F;
  ResolveBody body = grounded(0xA9B40001, {5, 5, 10}, 10);
  Position to = body.position;
  to.frame.origin.x = 17;
  auto r = resolve_all(world, request_from_body(body, mover, to));
  ASSERT_TRUE(r.has_value());
  EXPECT_NEAR(r->position.frame.origin.x, 17.0F, 1e-3F) << "40 sub-steps, no cap";
  Mover viewer = mover;
  viewer.flags = object_info_flag::kIsViewer;
  ResolveBody camera = body;  // a camera stands on nothing
  camera.transient = 0;
  r = resolve_all(world, request_from_body(camera, viewer, to));
  ASSERT_TRUE(r.has_value());
  EXPECT_GT(r->position.frame.origin.x, 5.5F) << "the camera advances too";
  r = resolve_all(world, request_from_body(body, mover, body.position));
  ASSERT_TRUE(r.has_value());
  EXPECT_TRUE(r->ok);
  EXPECT_TRUE(same_bits(r->position.frame.origin, body.position.frame.origin)) << "T10";
  body.position.cell_id = 0;
  r = resolve_all(world, request_from_body(body, mover, to));
  ASSERT_TRUE(r.has_value()) << r.error().text();
  EXPECT_FALSE(r->ok) << "T11: cell 0";
}

// 08 E13 has status port: there the end of the loaded world acts as an edge. Retail never runs with the
// neighbour missing; by its rules (04 §6.4) the candidate goes on in a cell that is known but not loaded, and
// nothing can be in its way.
TEST(OutdoorCases, E13_BeyondTheLoadedWorldNothingHolds) {
  World world;
  world.set_landscape(std::make_unique<FlatBlocks>(std::vector<BlockId>{0xA9B4}, 50.0F));
  Mover mover = mover_from_radius_height(0.5F, 1.2F);
  mover.step_up_height = mover.step_down_height = 0.4F;
  const ResolveBody body = grounded(0xA9B4003D, {191.25F, 96.5F, 50}, 50);
  Position to = body.position;
  to.frame.origin.x = 193;
  const auto r = resolve_all(world, request_from_body(body, mover, to));
  ASSERT_TRUE(r.has_value()) << r.error().text();
  EXPECT_TRUE(r->ok);
  EXPECT_EQ(r->position.cell_id, 0xAAB40005U);
  EXPECT_EQ(r->cell_id, 0U) << "no loaded cell";
  EXPECT_FALSE(r->contact_plane_valid);
}

}  // namespace
}  // namespace surefoot::test
