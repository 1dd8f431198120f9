// Flight and turning of a body that nothing is in the way of (spec 06 §5.2; worked cases W1–W3, W7, W11; 08 §11 K06,
// K07, K09).
#include <gtest/gtest.h>

#include "body/integrate.hpp"
#include "support/bits.hpp"

namespace surefoot::test {
namespace {

constexpr Vec3 kDown{0, 0, kGravity};

/// A body in the air, moved without a world.
struct Flight {
  Flight(const Vec3& start, const Vec3& velocity, const Vec3& acceleration) {
    body.position.frame.origin = start;
    body.velocity = velocity;
    body.acceleration = acceleration;
    body.transient = transient_state::kActive;
  }
  void fly(int ticks, float q = kTickQuantum) {
    for (int i = 0; i < ticks; ++i) body.position.frame = update_position_internal(body, q);
  }
  /// Flies on until `tick` ticks have been made.
  void until(int tick) {
    fly(tick - made);
    made = tick;
  }
  [[nodiscard]] const Vec3& at() const { return body.position.frame.origin; }

  Body body;
  int made = 0;
};

TEST(FreeFlight, W1_FallFromRest) {
  struct Row {
    int tick;
    std::uint32_t z;
  };
  Flight f({0, 0, 100}, {}, kDown);
  for (const Row& r : {Row{1, 0x42C80000}, Row{2, 0x42C7F7A3}, Row{3, 0x42C7E9B3}, Row{30, 0x42BE35FC},
                       Row{90, 0x425F9F2D}}) {
    SCOPED_TRACE(r.tick);
    f.until(r.tick);
    EXPECT_TRUE(has_bits(f.at(), {0, 0, r.z}));
    if (r.tick == 1) {
      EXPECT_TRUE(has_bits(f.body.velocity, {0, 0, 0xBEA740DB}));
    }
    if (r.tick == 30) {
      EXPECT_TRUE(has_bits(f.body.velocity.z, 0xC11CCCCF));
    }
    if (r.tick == 90) {
      EXPECT_TRUE(has_bits(f.body.velocity.z, 0xC1EB3325));
    }
  }
}

TEST(FreeFlight, W2_Arc) {
  struct Row {
    int tick;
    std::uint32_t x;
    std::uint32_t z;
  };
  Flight f({10, 20, 30}, {2, 0, 5}, kDown);
  for (const Row& r : {Row{1, 0x41211111, 0x41F14A2F}, Row{30, 0x413FFFFE, 0x41F0CCCC},
                       Row{60, 0x415FFFFC, 0x41A33332}, Row{90, 0x417FFFFA, 0x3F66661C}}) {
    SCOPED_TRACE(r.tick);
    f.until(r.tick);
    EXPECT_TRUE(has_bits(f.at(), {r.x, 0x41A00000, r.z}));
    if (r.tick == 1) {
      EXPECT_TRUE(has_bits(f.body.velocity.z, 0x40958BF2));
    }
    if (r.tick == 30) {
      EXPECT_TRUE(has_bits(f.body.velocity.z, 0xC099999B));
    }
    if (r.tick == 90) {
      EXPECT_TRUE(has_bits(f.body.velocity.z, 0xC1C3332C));
    }
  }
}

// Near the peak the speed is small enough to be taken away.
TEST(FreeFlight, W3_TheJumpSnapsAtItsPeak) {
  Flight f({}, {0, 0, 5}, kDown);
  f.until(15);
  EXPECT_TRUE(has_bits(f.at().z, 0x3FA33333));
  EXPECT_FLOAT_EQ(f.body.velocity.z, 0.0999997258F);
  f.until(16);
  EXPECT_TRUE(has_bits(f.at().z, 0x3FA280CC));
  EXPECT_TRUE(has_bits(f.body.velocity.z, 0xBEA740DB));
}

TEST(FreeFlight, K06_TheDisplacementUsesTheOldSpeed) {
  Flight f({}, {1, 0, 0}, kDown);
  f.fly(1, 0.1F);
  EXPECT_NEAR(f.at().x, 0.1F, 1e-5F);
  EXPECT_EQ(f.at().y, 0.0F);
  EXPECT_NEAR(f.at().z, -0.049F, 1e-5F);
}

TEST(FreeFlight, K07_RestSkipsTheFirstMove) {
  Flight f({0, 0, 3}, {}, kDown);
  for (const std::uint32_t z :
       {0x40400000U, 0x403EF465U, 0x403D3663U, 0x403AC5F9U, 0x4037A328U, 0x4033CDF0U, 0x402F4650U}) {
    f.fly(1);
    EXPECT_TRUE(has_bits(f.at().z, z));
  }
  EXPECT_TRUE(has_bits(f.body.velocity.z, 0xC01258C0));
}

TEST(FreeFlight, K09_SmallSpeedEndsAndTheFallGoesOn) {
  Flight f({}, {0.1F, 0, 0}, kDown);
  f.fly(1);
  EXPECT_EQ(f.body.velocity.x, 0.0F);
  EXPECT_TRUE(has_bits(f.body.velocity.z, 0xBEA740DB)) << "one quantum of gravity";
  EXPECT_LT(f.at().z, 0.0F) << "the fall of this quantum is kept: only the speed was zero";
}

TEST(FreeFlight, W7_SmallStop) {
  Flight stops({}, {0.2503F, 0, 0}, {});
  stops.fly(1);
  EXPECT_TRUE(same_bits(stops.body.velocity, Vec3{}));
  EXPECT_TRUE(same_bits(stops.at(), Vec3{}));
  Flight goes({}, {0.2504F, 0, 0}, {});
  goes.fly(1);
  EXPECT_EQ(goes.body.velocity.x, 0.2504F);
  EXPECT_EQ(goes.at().x, kTickQuantum * 0.2504F);
}

TEST(FreeFlight, W7_Clamp) {
  Flight f({}, {30, 40, 30}, {});
  f.fly(1);
  EXPECT_TRUE(has_bits(f.body.velocity, {0x41CDCC5D, 0x420932E9, 0x41CDCC5D}));
  Flight just({}, {50, 0, 0}, {});
  just.fly(1);
  EXPECT_EQ(just.body.velocity.x, 50.0F) << "only above";
}

TEST(FreeFlight, W11_Spin) {
  Flight f({}, {}, {});
  f.body.omega = {0, 0, 1.5F};
  f.until(1);
  EXPECT_TRUE(has_bits(f.body.position.frame.q.w, 0x3F7FEB85));
  EXPECT_TRUE(has_bits(f.body.position.frame.q.z, 0x3CCCC758));
  f.until(30);
  EXPECT_TRUE(has_bits(f.body.position.frame.q.w, 0x3F3B4FF5));
  EXPECT_TRUE(has_bits(f.body.position.frame.q.z, 0x3F2E7FE2));
}

// A hidden body neither falls nor turns, and its animation does not play (06 §5.1).
TEST(FreeFlight, AHiddenBodyStandsStill) {
  Flight f({0, 0, 1}, {1, 0, 0}, kDown);
  f.body.omega = {0, 0, 1.5F};
  f.body.walk.velocity = {0, 3, 0};
  f.body.mover.physics_state |= physics_state::kHidden;
  f.fly(3);
  EXPECT_TRUE(same_bits(f.at(), Vec3{0, 0, 1}));
  EXPECT_TRUE(same_bits(f.body.velocity, Vec3{1, 0, 0}));
  EXPECT_TRUE(same_bits(f.body.position.frame.q, Quat{}));
}

}  // namespace
}  // namespace surefoot::test
