// How velocity answers a collision (spec 06 §7.2, §7.3; worked cases W8, W9; 08 §11 K16–K22).
#include <gtest/gtest.h>

#include "body/commit.hpp"
#include "body/integrate.hpp"
#include "support/bits.hpp"

namespace surefoot::test {
namespace {

constexpr Vec3 kUp{0, 0, 1};
constexpr std::uint32_t kGround = transient_state::kContact | transient_state::kOnWalkable;

struct Hit {
  Vec3 velocity;
  Vec3 normal;
  bool was_walkable = false;
  bool is_walkable = false;
  std::uint32_t state = physics_state::kDefault;
  int frames = 0;
  bool normal_valid = true;
};

Vec3 answer(const Hit& h) {
  Body b;
  b.mover.physics_state = h.state;
  b.velocity = h.velocity;
  b.transient = transient_state::kActive | (h.is_walkable ? kGround : 0U);
  ResolveResult r;
  r.ok = true;
  r.collision_normal_valid = h.normal_valid;
  r.collision_normal = h.normal;
  r.frames_stationary_fall = h.frames;
  static_cast<void>(handle_all_collisions(b, r, h.was_walkable, h.was_walkable, {}));
  return b.velocity;
}

TEST(Bounce, W8_ReflectsFivePerCent) {
  EXPECT_TRUE(has_bits(answer({{3, 0, 0}, {-1, 0, 0}}), {0xBE199990, 0, 0})) << "K16";
  EXPECT_TRUE(has_bits(answer({{0, 0, -5}, kUp}), {0, 0, 0x3E800000}));
  EXPECT_TRUE(has_bits(answer({{0, 4, -6}, {0, 0.5F, 0.8660254F}}), {0, 0x40B5B203, 0xC045FE6C}));
  EXPECT_TRUE(has_bits(answer({{4, 1, -3}, {-0.6F, 0, 0.8F}}), {0x3F79DB20, 0x3F800000, 0x3F841894}));
  EXPECT_TRUE(same_bits(answer({{0, 0, 2}, kUp}), Vec3{0, 0, 2}));
}

TEST(Bounce, K17_Landing) {
  Hit h{{0, 0, -5}, kUp};
  h.is_walkable = true;
  EXPECT_TRUE(has_bits(answer(h), {0, 0, 0x3E800000}));
}

TEST(Bounce, K18_AWallToTheWest) {
  EXPECT_TRUE(has_bits(answer({{-4, 0, 0}, {1, 0, 0}}).x, 0x3E4CCCC0));
}

TEST(Bounce, K19_MovingAwayIsUntouched) {
  EXPECT_TRUE(same_bits(answer({{-3, 1, 0}, {-1, 0, 0}}), Vec3{-3, 1, 0}));
  EXPECT_TRUE(same_bits(answer({{0, 1, 0}, {-1, 0, 0}}), Vec3{0, 1, 0})) << "along the wall";
}

TEST(Bounce, NoNormalNoAnswer) {
  Hit h{{3, 0, 0}, {-1, 0, 0}};
  h.normal_valid = false;
  EXPECT_TRUE(same_bits(answer(h), Vec3{3, 0, 0}));
}

TEST(Bounce, W9_K20_StayingOnWalkableGroundOnlySlides) {
  Hit h{{3, 0, 0}, {-1, 0, 0}};
  h.was_walkable = h.is_walkable = true;
  EXPECT_TRUE(same_bits(answer(h), Vec3{3, 0, 0}));
  h.state |= physics_state::kSledding;
  EXPECT_TRUE(has_bits(answer(h).x, 0xBE199990));
  h.state = physics_state::kDefault;
  h.was_walkable = false;
  EXPECT_TRUE(has_bits(answer(h).x, 0xBE199990)) << "landed";
  h.was_walkable = true;
  h.is_walkable = false;
  EXPECT_TRUE(has_bits(answer(h).x, 0xBE199990)) << "took off";
}

TEST(Bounce, W9_K21_AnInelasticBodyStops) {
  Hit h{{3, 0, 0}, {-1, 0, 0}};
  h.state |= physics_state::kInelastic;
  EXPECT_TRUE(same_bits(answer(h), Vec3{}));
  h.was_walkable = h.is_walkable = true;
  EXPECT_TRUE(same_bits(answer(h), Vec3{3, 0, 0})) << "not while it stays on the ground";
}

TEST(Bounce, W9_K22_BlockedTwiceStops) {
  for (const int frames : {2, 3}) {
    for (const bool normal : {true, false}) {
      Hit h{{3, 0, 0}, {-1, 0, 0}};
      h.frames = frames;
      h.normal_valid = normal;
      EXPECT_TRUE(same_bits(answer(h), Vec3{})) << frames << normal;
    }
  }
  Hit h{{3, 0, 0}, {-1, 0, 0}};
  h.frames = 1;
  EXPECT_TRUE(has_bits(answer(h).x, 0xBE199990)) << "once: it bounces";
}

// The sweep adds one to the count it was seeded with; 3 ends it.
TEST(StationaryBits, W9_CountToThreeAndStartAnew) {
  Body b;
  b.transient = transient_state::kActive;
  for (const std::uint32_t after : {0x90U, 0xB0U, 0x80U, 0x90U, 0xB0U, 0x80U}) {
    ResolveResult r;
    r.ok = true;
    r.frames_stationary_fall = request_from_body(b, b.mover, b.position).frames_stationary_fall + 1;
    static_cast<void>(handle_all_collisions(b, r, false, false, {}));
    EXPECT_EQ(b.transient, after);
  }
}

TEST(StationaryBits, AFreeMoveForgetsThem) {
  Body b;
  b.transient = transient_state::kActive | transient_state::kStationaryMask;
  static_cast<void>(handle_all_collisions(b, ResolveResult{}, false, false, {}));
  EXPECT_EQ(b.transient, transient_state::kActive);
}

/// Lands on flat ground with this vertical speed, and lives one quantum more.
struct Landing {
  explicit Landing(float vz) {
    body.velocity = {4, 0, vz};
    body.transient = transient_state::kActive;
    ResolveResult r;
    r.ok = true;
    r.cell_id = 0xA9B40001;
    r.contact_plane_valid = true;
    r.contact_plane.plane = {kUp, 0};
    r.collision_normal_valid = true;
    r.collision_normal = kUp;
    set_position_internal(body, r, {});
    landed = body.velocity;
    update_physics_internal(body, kTickQuantum, moved);
  }
  Body body;
  Vec3 landed;
  Frame moved;
};

// 5 m/s leaves a bounce that friction ignores; less is absorbed (06 §5.3).
TEST(Landing, W8_AFastOneHopsAndKeepsItsSpeed) {
  const Landing l(-5);
  EXPECT_TRUE(same_bits(l.landed, Vec3{4, 0, 0.25F}));
  EXPECT_TRUE(same_bits(l.body.velocity, Vec3{4, 0, 0.25F}));
  EXPECT_TRUE(same_bits(l.moved.origin, Vec3{0.133333340F, 0, 0.00833333377F}));
}

TEST(Landing, W8_ASlowOneIsAbsorbed) {
  const Landing l(-4.9F);
  EXPECT_TRUE(same_bits(l.landed, Vec3{4, 0, 0.244999886F}));
  EXPECT_TRUE(has_bits(l.body.velocity, {0x4067ABDD, 0, 0}));
  EXPECT_TRUE(has_bits(l.moved.origin, {0x3DF71DB9, 0, 0}));
}

}  // namespace
}  // namespace surefoot::test
