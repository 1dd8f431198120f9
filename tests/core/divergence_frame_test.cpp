// The rows of spec 01 §9 that act at frames: what the client does and what the port does, side by side.
#include <cmath>

#include <gtest/gtest.h>

#include "core/rules.hpp"
#include "core/sums.hpp"
#include "support/bits.hpp"

namespace surefoot::test {
namespace {

/// Rules with one flag on, for the length of a test.
class Port {
 public:
  explicit Port(Divergence d) { profile_.add(d); }
  [[nodiscard]] const Profile* profile() const { return &profile_; }

 private:
  Profile profile_;
};

/// Turned about z.
Frame turned(double degrees) {
  Frame f;
  const double half = degrees * kRadPerDeg / 2;
  f.set_rotate(static_cast<float>(std::cos(half)), 0, 0, static_cast<float>(std::sin(half)));
  return f;
}

double degrees_of(const Frame& f) {
  return 2 * std::atan2(static_cast<double>(f.q.z), static_cast<double>(f.q.w)) * kDegPerRad;
}

Frame on_its_way(const Frame& to, float t, const Profile* profile) {
  Frame f;
  f.interpolate_rotation(Frame{}, to, t, turning(profile));
  return f;
}

// A quarter of 120 degrees: 30 on the sphere; on the chord, tan 2·(sin 60·¼ ÷ (¾ + cos 60·¼)).
TEST(FrameDivergence, AceTurnsAlongTheChord) {
  const Port port(Divergence::ace_rotation_linear);
  EXPECT_NEAR(degrees_of(on_its_way(turned(120), 0.25F, nullptr)), 30.0, 1e-4);
  const Frame f = on_its_way(turned(120), 0.25F, port.profile());
  EXPECT_NEAR(degrees_of(f), 2 * std::atan2(std::sqrt(0.75) * 0.25, 0.75 + 0.5 * 0.25) * kDegPerRad, 1e-4);
  EXPECT_NEAR(f.q.w * f.q.w + f.q.z * f.q.z, 1.0F, 1e-6F) << "normalised";
  EXPECT_NEAR(degrees_of(on_its_way(turned(120), 0.5F, port.profile())), 60.0, 1e-4) << "half way they meet";
}

// Two degrees: within the client's 0.0002 of the same rotation, and not within the library's 0.000001.
TEST(FrameDivergence, OpenAcTurnsOnTheSphereInSmallTurnsToo) {
  const Port port(Divergence::openac_rotation_slerp);
  const Frame client = on_its_way(turned(2), 0.25F, nullptr);
  const Frame library = on_its_way(turned(2), 0.25F, port.profile());
  const double linear =
      2 * std::atan2(std::sin(kRadPerDeg) * 0.25, 0.75 + std::cos(kRadPerDeg) * 0.25) * kDegPerRad;
  EXPECT_NEAR(degrees_of(client), linear, 2e-6);
  EXPECT_NEAR(degrees_of(library), 0.5, 2e-6);
  EXPECT_GT(std::fabs(linear - 0.5), 5e-6) << "the two are told apart here";
  // Closer than that both are linear, and only the client's is made unit again.
  Frame off = turned(0.01);
  off.q.w = off.q.w * 0.9999997F;
  Frame a;
  Frame b;
  a.interpolate_rotation(off, off, 0.5F, Turning::client);
  b.interpolate_rotation(off, off, 0.5F, Turning::library);
  EXPECT_GT(a.q.w, off.q.w);
  EXPECT_EQ(b.q.w, off.q.w);
}

// 30 degrees down, facing east: the client's y axis points there. The port turns about y instead: it points up.
TEST(FrameDivergence, AceGivesThePitchToTheYaw) {
  const Vec3 down{std::sqrt(0.75F), 0, -0.5F};
  Frame client;
  client.set_vector_heading(down);
  Frame port;
  port.set_vector_heading(down, true);
  const Vec3 looks = client.get_vector_heading();
  EXPECT_NEAR(looks.x, down.x, 1e-6F);
  EXPECT_NEAR(looks.z, down.z, 1e-6F);
  EXPECT_NEAR(port.get_vector_heading().z, 0.5F, 1e-6F) << "up";
  EXPECT_NEAR(port.q.x, client.q.y, 1e-6F);
  EXPECT_NEAR(port.q.y, client.q.x, 1e-6F);
  EXPECT_TRUE(same_bits(port.q.w, client.q.w) || std::fabs(port.q.w - client.q.w) < 1e-6F);
}

TEST(FrameDivergence, AceComparesFramesExactly) {
  const Port exact(Divergence::ace_frame_eq_exact);
  const Port strict(Divergence::gdle_frame_eq_strict);
  const Frame a;
  Frame b;
  b.origin.y = 1e-6F;
  const Profile* none = nullptr;
  EXPECT_TRUE(is_equal(none, a, b));
  EXPECT_TRUE(is_equal(strict.profile(), a, b));
  EXPECT_FALSE(is_equal(exact.profile(), a, b));
  EXPECT_TRUE(is_equal(exact.profile(), a, a));
  b = a;
  b.q.z = 1e-6F;
  EXPECT_FALSE(is_equal(exact.profile(), a, b));
  b = a;
  b.origin.x = kEpsilon;
  EXPECT_TRUE(is_equal(none, a, b));
  EXPECT_FALSE(is_equal(strict.profile(), a, b));
}

// Two ulps apart; found by trying small numbers.
TEST(FrameDivergence, GdleAddsTheSquareOfWLast) {
  const Port port(Divergence::gdle_norm_w_last);
  const Quat r{0.1F, 0.1F, 0.1F, 8 * 0.1F};
  Frame client;
  ASSERT_TRUE(client.set_rotate(r, rotation_rule(static_cast<const Profile*>(nullptr))));
  EXPECT_TRUE(has_bits(client.q.w, 0x3DFA33F8));
  EXPECT_TRUE(has_bits(client.q.z, 0x3F7A33F8));
  Frame other;
  ASSERT_TRUE(other.set_rotate(r, rotation_rule(port.profile())));
  EXPECT_TRUE(has_bits(other.q.w, 0x3DFA33FA));
  EXPECT_TRUE(has_bits(other.q.z, 0x3F7A33FA));
}

// The golden world `fm00006`, tick 43, and `fm00011`, tick 1, which falls straight down.
TEST(FrameDivergence, GdleFindsTheWayInBinary32) {
  const RotationRule w_last{.w_last = true};
  Vec3 way{float_from_bits(0x3E383000), float_from_bits(0x3F6C8580), float_from_bits(0x3D338400)};
  normalize(way);
  Frame f;
  f.set_vector_heading_binary32(way, w_last);
  EXPECT_TRUE(same_bits(f.q, Quat{float_from_bits(0x3F7EBFB7), float_from_bits(0x3CBDAF18),
                                  float_from_bits(0xBB125700), float_from_bits(0xBDC48977)}));
  f.set_vector_heading_binary32({0, 0, -1}, w_last);
  EXPECT_TRUE(same_bits(f.q, Quat{0.5F, -0.5F, 0.5F, -0.5F}));
  const Frame before = f;
  f.set_vector_heading_binary32({0.0001F, 0, 0}, w_last);
  EXPECT_TRUE(same_bits(f.q, before.q)) << "shorter than kEpsilon: nothing";
}

}  // namespace
}  // namespace surefoot::test
