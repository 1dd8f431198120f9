// Sphere against sphere, moving sphere and ray: worked case W3 of spec 03 §16 and the rows of §17.1 that are
// about bare spheres.
#include "core/rules.hpp"
#include "shape/sphere_tests.hpp"

#include <gtest/gtest.h>

#include "support/bits.hpp"

namespace surefoot::test {
namespace {

constexpr Sphere kFive{{}, 5};

TEST(Spheres, PeerIntersects) {
  EXPECT_TRUE(spheres_intersect(kFive, {{5, 5, 5}, 5}));
  EXPECT_FALSE(spheres_intersect(kFive, {{6, 6, 6}, 5}));
  // Retail compares with an epsilon: touch is contact. The peer compares squares strictly and says no.
  EXPECT_TRUE(spheres_intersect(kFive, {{10, 0, 0}, 5}));
  EXPECT_FALSE(spheres_intersect(kFive, {{10, 10, 10}, 3}));
  EXPECT_TRUE(spheres_intersect(kFive, {{1, 1, 1}, 1}));
}

TEST(TimeOfCollision, W3) {
  EXPECT_TRUE(has_bits(find_time_of_collision(Retail{}, {0, 2, 0}, {0, -1.5F, 0}, 0.9602F), 0x3E8A3055));
  EXPECT_TRUE(has_bits(find_time_of_collision(Retail{}, {0, -2, 0}, {0, -1.5F, 0}, 0.96F), 0xBE8A3D71))
      << "behind: negative";
  EXPECT_EQ(find_time_of_collision(Retail{}, {0, 2, 0}, {0, -0.5F, 0}, 0.96F), -1.0F)
      << "overlapping already";
  EXPECT_EQ(find_time_of_collision(Retail{}, {0, 0.01F, 0}, {0, -1.5F, 0}, 0.96F), -1.0F) << "too short";
}

TEST(TimeOfCollision, PeerRows) {
  EXPECT_TRUE(has_bits(find_time_of_collision(Retail{}, {100, 100, 100}, {50, 50, 50}, 20), 0xBEC4E11C));
  EXPECT_TRUE(has_bits(find_time_of_collision(Retail{}, {100, 100, 100}, {50, 60, 60}, 20), 0xBEEC29EF));
  EXPECT_EQ(find_time_of_collision(Retail{}, {100, 100, 100}, {30, 42, 63}, 20), -1.0F) << "passes by";
}

/// The rows of the table give a direction by a vector of any length.
std::optional<float> hit(const Vec3& origin, Vec3 direction) {
  normalize(direction);
  return sphere_hits_ray(kFive, origin, direction);
}

TEST(Ray, PeerRows) {
  const auto ahead = hit({-10, -10, -10}, {20, 20, 20});
  ASSERT_TRUE(ahead.has_value());
  EXPECT_TRUE(same_bits(*ahead, 12.3205109F));
  const auto oblique = hit({20, 25, 30}, {-20, -25, -30});
  ASSERT_TRUE(oblique.has_value());
  EXPECT_TRUE(same_bits(*oblique, 38.8748016F));
  EXPECT_FALSE(hit({1, 1, 1}, {-20, -20, -20}).has_value()) << "from inside";
  const auto behind = hit({50, 50, 50}, {100, 100, 100});
  ASSERT_TRUE(behind.has_value()) << "a sphere behind is hit, at a negative time";
  EXPECT_TRUE(same_bits(*behind, -81.6025009F));
}

// 0x005377A0: on the surface counts as inside; a direction shorter than the root of epsilon is none.
TEST(Ray, Refusals) {
  EXPECT_FALSE(sphere_hits_ray(kFive, {5, 0, 0}, {-1, 0, 0}).has_value()) << "starts on the surface";
  EXPECT_FALSE(sphere_hits_ray(kFive, {10, 0, 0}, {-0.01F, 0, 0}).has_value()) << "no direction";
  EXPECT_FALSE(sphere_hits_ray(kFive, {10, 6, 0}, {-1, 0, 0}).has_value()) << "passes by";
}

// The time is in units of the direction: a tangent along y = 5 touches above the centre.
TEST(Ray, TheTimeIsInUnitsOfTheDirection) {
  EXPECT_EQ(sphere_hits_ray(kFive, {11, 0, 0}, {-2, 0, 0}), 3.0F);
  EXPECT_EQ(sphere_hits_ray(kFive, {11, 3, 0}, {-1, 0, 0}), 7.0F) << "a 3-4-5 triangle";
  EXPECT_EQ(sphere_hits_ray(kFive, {10, 5, 0}, {-1, 0, 0}), 10.0F) << "a tangent counts";
}

}  // namespace
}  // namespace surefoot::test
