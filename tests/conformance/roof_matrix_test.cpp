// The 90-tick roof matrix: five falls on to a face of 63 degrees (spec 06 §14, 08 §7 S01–S09), on a roof that is an
// object and on one made of terrain. Five times the mover must glide down for three seconds: never frozen, never
// inside the roof, answering by the formula and by nothing else.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "body/integrate.hpp"
#include "body/tick.hpp"
#include "body/velocity.hpp"
#include "support/bits.hpp"
#include "support/small_worlds.hpp"
#include "world/landscape.hpp"

namespace surefoot::test {
namespace {

/// The roof's plane in the coordinates of block A9B4; it goes through the origin.
constexpr Plane kRoof{{float_from_bits(0xBF64F92F), 0, float_from_bits(0x3EE4F92F)}, -0.0F};
constexpr CellId kOrigin = 0xA9B40001;
constexpr int kTicks = 90;
/// A sphere is put on a face exactly, but to the binary32 grid at 190 m (1.5e-5 m) and by a plane rounded in its last
/// digit; that stays below every tolerance of the client.
constexpr float kPenetration = kEpsilon;

/// Four blocks around the corner of A9B4; heights from a function of the x of block A9B4.
class Land final : public LandblockSource {
 public:
  using Height = float (*)(float x);
  explicit Land(Height height) : height_(height) {}
  [[nodiscard]] std::optional<LandblockData> load(BlockId id) const override {
    if (id != 0xA9B4 && id != 0xA9B3 && id != 0xA8B4 && id != 0xA8B3) return std::nullopt;
    LandblockData data;
    for (std::size_t x = 0; x < kVertexSide; ++x) {
      const float west = id >> 8U == 0xA8 ? kBlockLength : 0.0F;
      for (std::size_t y = 0; y < kVertexSide; ++y)
        data.z[x * kVertexSide + y] = height_(static_cast<float>(x) * kCellLength - west);
    }
    return data;
  }

 private:
  Height height_;
};

/// `WIDE_ROOF` over deep terrain.
void roof_as_object(World& world) {
  world.set_landscape(std::make_unique<Land>([](float) { return -1000.0F; }));
  Polygon p = polygon(1, {{-64, -64, -128}, {64, -64, 128}, {64, 64, 128}, {-64, 64, -128}});
  p.sides_type = 0;
  p.plane = kRoof;
  auto gfxobj = std::make_unique<GfxObj>();
  gfxobj->id = 1;
  gfxobj->physics_bsp = make_single_leaf({p}, {{}, 192});
  gfxobj->bounding_box = {{-64, -64, -128}, {64, 64, 128}};
  auto object = std::make_unique<PhysicsObject>();
  object->id = 1;
  object->position.cell_id = kOrigin;
  object->make_parts(world.add_gfxobj(std::move(gfxobj)));
  object->state = physics_state::kStatic | physics_state::kHasPhysicsBsp;
  ASSERT_TRUE(world.place_static(std::move(object)).has_value());
}

/// The same slope, 48 m a cell.
void roof_as_terrain(World& world) {
  world.set_landscape(std::make_unique<Land>([](float x) { return 2.0F * x; }));
}

struct Start {
  const char* name;
  Vec3 at;
  Vec3 velocity;
};

const Start kS01{"S01_FromRest", {0.5F, 0, 3}, {}};
const Start kS02{"S02_IntoTheSlope", {0.5F, 0, 3}, {0.5366564F, 0, -0.2683282F}};
const Start kS03{"S03_Along", {0.5F, 0, 3}, {0, 0.3F, 0}};
const Start kS04{"S04_Downhill", {0.5F, 0, 3}, {-0.2683282F, 0, -0.5366564F}};
const Start kS05{"S05_JumpUphill", {-0.2F, 0, 0.422F}, {0.4472136F, 0, 0.8944272F}};

/// One tick as it was, places in the coordinates of block A9B4.
struct Sample {
  Vec3 at;
  Vec3 integrated;  ///< velocity before the answer
  Vec3 velocity;    ///< after it
  std::uint32_t transient = 0;
  Quantum quantum;
  int frames_stationary_fall = 0;
};

class Fall {
 public:
  Fall(void (*make)(World&), const Start& start) {
    make(world_);
    body.mover = human_mover();
    body.mover.flags |= object_info_flag::kEdgeSlide;
    body.mover.physics_state = physics_state::kGravity | physics_state::kReportCollisions;
    body.position = at_origin(start.at);
    EXPECT_TRUE(body.position.adjust_to_outside());
    body.velocity = start.velocity;
    body.transient = transient_state::kActive;
    calc_acceleration(body);
    for (int i = 0; i < kTicks; ++i) one();
  }

  std::vector<Sample> ticks;
  Body body;

  [[nodiscard]] std::size_t first_contact() const {
    for (std::size_t i = 0; i < ticks.size(); ++i) {
      if ((ticks[i].transient & transient_state::kContact) != 0) return i;
    }
    return ticks.size();
  }

 private:
  static Position at_origin(const Vec3& origin) {
    Position p;
    p.cell_id = kOrigin;
    p.frame.origin = origin;
    return p;
  }
  void one() {
    Body free = body;
    static_cast<void>(update_position_internal(free, kTickQuantum));
    ResolveResult result;
    TickOptions options;
    options.result = &result;
    const auto q = tick(world_, body, kTickQuantum, workspace_, options);
    ASSERT_TRUE(q.has_value()) << q.error().text();
    ticks.push_back({get_offset(at_origin({}), body.position), free.velocity, body.velocity, body.transient,
                     *q, result.frames_stationary_fall});
  }

  World world_;
  Workspace workspace_;
};

/// How much a sphere at `p` is above the roof. On an object it is the nearest point that counts, on terrain the lowest
/// (04 §2.1): on 63 degrees a sphere at rest on its lowest point is 0.27 m nearer than its radius.
using Gap = float (*)(const Vec3& p, const Sphere& sphere);
float nearest_gap(const Vec3& p, const Sphere& s) {
  return kRoof.dist(p + s.center) - s.radius;
}
float lowest_gap(const Vec3& p, const Sphere& s) {
  return kRoof.dist(p + s.center - Vec3{0, 0, s.radius});
}

/// What holds for every fall on every roof.
void expect_sound(const Fall& fall, Gap gap) {
  int frozen = 0;
  Vec3 before = fall.ticks[0].at;
  float least = std::numeric_limits<float>::infinity();
  for (const Sample& s : fall.ticks) {
    const bool touching = (s.transient & transient_state::kContact) != 0;
    frozen = touching && length(s.at - before) < 0.001F ? frozen + 1 : 0;
    EXPECT_LT(frozen, 15) << "S06";
    before = s.at;
    EXPECT_EQ(s.transient & transient_state::kOnWalkable, 0U);
    for (const Sphere& sphere : fall.body.mover.spheres) least = std::min(least, gap(s.at, sphere));
  }
  EXPECT_GE(least, -kPenetration) << "S07";
  EXPECT_EQ(fall.body.transient, transient_state::kActive | transient_state::kContact);
  EXPECT_TRUE(same_bits(fall.body.sliding_normal, Vec3{}));
  EXPECT_FALSE(fall.ticks.back().quantum.collision_normal_valid);
  EXPECT_NEAR(fall.body.contact_plane.plane.normal.x, kRoof.normal.x, 1e-6F);
  EXPECT_NEAR(fall.body.contact_plane.plane.normal.y, 0.0F, 1e-6F);
  EXPECT_NEAR(fall.body.contact_plane.plane.normal.z, kRoof.normal.z, 1e-6F);
}

/// S08: the answer of the first touch, and that it is one of three.
void expect_answer(const Sample& s, float elasticity) {
  if (s.frames_stationary_fall > 1) {
    EXPECT_TRUE(same_bits(s.velocity, Vec3{}));
    return;
  }
  const Vec3& n = s.quantum.collision_normal;
  const Vec3& v = s.integrated;
  const float d = dot_zyx(v, n);
  if (!s.quantum.collision_normal_valid || !(d < 0.0F)) {
    EXPECT_TRUE(same_bits(s.velocity, v));
    return;
  }
  const float k = -(d * (elasticity + 1.0F));
  EXPECT_TRUE(same_bits(s.velocity, Vec3{k * n.x + v.x, k * n.y + v.y, k * n.z + v.z}));
}

struct Recorded {
  Start start;
  Vec3 at;                                ///< the port's, on the object
  std::array<std::uint32_t, 3> velocity;  ///< the port's and ours
  CellId cell;                            ///< where our own run on the object ends, and the coordinates there
  std::array<std::uint32_t, 3> ours;
};

void PrintTo(const Recorded& r, std::ostream* os) {
  *os << r.start.name;
}

class RoofMatrix : public ::testing::TestWithParam<Recorded> {};

// The places are the port's, which normalises the roof's normal once more: within 2 mm. Ours by bits are what the
// program gave; the velocities are the spec's.
TEST_P(RoofMatrix, OnAnObject) {
  const Recorded& r = GetParam();
  const Fall fall(roof_as_object, r.start);
  ASSERT_EQ(fall.ticks.size(), static_cast<std::size_t>(kTicks));
  expect_sound(fall, nearest_gap);
  const std::size_t touch = fall.first_contact();
  ASSERT_LT(touch, fall.ticks.size());
  expect_answer(fall.ticks[touch], fall.body.elasticity);
  for (const Sample& s : fall.ticks) EXPECT_EQ(s.transient & transient_state::kSliding, 0U);
  const Vec3& at = fall.ticks.back().at;
  EXPECT_NEAR(at.x, r.at.x, 2e-3F);
  EXPECT_NEAR(at.y, r.at.y, 2e-3F);
  EXPECT_NEAR(at.z, r.at.z, 2e-3F);
  EXPECT_TRUE(has_bits(fall.body.velocity, {r.velocity[0], r.velocity[1], r.velocity[2]}));
  EXPECT_TRUE(has_bits(fall.body.position.frame.origin, {r.ours[0], r.ours[1], r.ours[2]}));
  EXPECT_EQ(fall.body.position.cell_id, r.cell);
}

// Terrain records the normal it is landed on, so the first touch reflects (06 §7.2), and the mover slides from there.
TEST_P(RoofMatrix, OnTerrain) {
  const Fall fall(roof_as_terrain, GetParam().start);
  ASSERT_EQ(fall.ticks.size(), static_cast<std::size_t>(kTicks));
  expect_sound(fall, lowest_gap);
  const std::size_t touch = fall.first_contact();
  ASSERT_LT(touch, fall.ticks.size());
  const Sample& first = fall.ticks[touch];
  expect_answer(first, fall.body.elasticity);
  EXPECT_TRUE(first.quantum.collision_normal_valid);
  EXPECT_LT(first.velocity.x, first.integrated.x);
  EXPECT_LT(fall.ticks.back().at.z, -32.0F) << "it went on down";
}

Vec3 vec(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  return {float_from_bits(x), float_from_bits(y), float_from_bits(z)};
}

// A y of 0 is on a border of blocks, which is both blocks': the last listed, the southern one, is the mover's (05 §11).
INSTANTIATE_TEST_SUITE_P(Starts, RoofMatrix,
                         ::testing::Values(Recorded{kS01,
                                                    vec(0xC18415BE, 0, 0xC201B112),
                                                    {0, 0, 0xC1EB3325},
                                                    0xA8B30040U,
                                                    {0x432F7D45, 0x43400000, 0xC201B12C}},
                                           Recorded{kS02,
                                                    vec(0xC18464EA, 0, 0xC202003E),
                                                    {0x3F096250, 0, 0xC1ED58AE},
                                                    0xA8B30040U,
                                                    {0x432F735A, 0x43400000, 0xC2020083}},
                                           Recorded{kS03,
                                                    vec(0xC18415BE, 0x3F63F3DB, 0xC201B112),
                                                    {0, 0x3E99999A, 0xC1EB3325},
                                                    0xA8B40039U,
                                                    {0x432F7D45, 0x3F63F3DB, 0xC201B12C}},
                                           Recorded{kS04,
                                                    vec(0xC18A74DB, 0, 0xC208102F),
                                                    {0xBE896250, 0, 0xC1EF7E37},
                                                    0xA8B30040U,
                                                    {0x432EB166, 0x43400000, 0xC2081024}},
                                           Recorded{kS05,
                                                    vec(0xC18334B2, 0, 0xC200D006),
                                                    {0x3EE4F92E, 0, 0xC1E40B5D},
                                                    0xA8B30040U,
                                                    {0x432F996D, 0x43400000, 0xC200CFEC}}),
                         [](const ::testing::TestParamInfo<Recorded>& p) {
                           return std::string(p.param.start.name);
                         });

// S05, S09: it touches on tick 6, counted from 0, and never rises again.
TEST(RoofMatrixJump, TouchesOnceAndIsNotThrownUp) {
  const Fall fall(roof_as_object, kS05);
  EXPECT_EQ(fall.first_contact(), 6U);
  float peak = 0;
  std::size_t peak_tick = 0;
  for (std::size_t i = 0; i < fall.ticks.size(); ++i) {
    if (fall.ticks[i].at.z > peak) {
      peak = fall.ticks[i].at.z;
      peak_tick = i;
    }
    if (i >= 6) {
      EXPECT_LE(fall.ticks[i].integrated.z, 0.0F) << i;
    }
  }
  EXPECT_TRUE(has_bits(peak, 0x3EECC54B));
  EXPECT_LT(peak_tick, 6U);
}

}  // namespace
}  // namespace surefoot::test
