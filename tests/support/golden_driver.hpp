// Runs a golden world as the golden files' own driver does: one quantum a tick, root motion, nothing else.
#pragma once

#include <vector>

#include <gtest/gtest.h>

#include "body/tick.hpp"
#include "body/velocity.hpp"
#include "io/golden.hpp"
#include "support/bits.hpp"

namespace surefoot::test {

class GoldenDriver {
 public:
  /// The golden world and the profile outlive the driver; without a profile retail's rules hold. Under one it is the
  /// port's driver, which gives whoever leaves the ground his walk, with gravity or without (retail: only with, 06 §8).
  explicit GoldenDriver(io::GoldenWorld& golden, const Profile* profile = nullptr)
      : golden_(golden), profile_(profile) {
    if (golden.crowd.empty()) {
      bodies_.push_back(io::make_body(golden, golden.start));
      return;
    }
    for (const io::GoldenMember& m : golden.crowd) {
      EXPECT_TRUE(golden.world.place_mover(std::make_unique<PhysicsObject>(m.object)).has_value());
      Body b = io::make_body(golden, m.start);
      b.mover.object_id = m.object.id;
      b.weenie = m.object.weenie;
      b.walk.velocity = m.walk;
      bodies_.push_back(b);
    }
  }
  [[nodiscard]] const Body& body(std::size_t i) const { return bodies_[i]; }

  Expected<Quantum> tick(std::size_t i) {
    if (golden_.crowd.empty()) begin_segment();
    TickOptions options;
    options.profile = profile_;
    Body& b = bodies_[i];
    const bool stood = b.has(transient_state::kOnWalkable);
    auto done = surefoot::tick(golden_.world, b, golden_.quantum, workspace_, options);
    if (profile_ != nullptr && !b.is(physics_state::kGravity) && stood &&
        !b.has(transient_state::kOnWalkable))
      set_local_velocity(b, {b.walk.velocity.x, b.walk.velocity.y, 0.0F}, profile_);
    return done;
  }

 private:
  /// What happens at the first tick of each segment.
  void begin_segment() {
    if (left_ == 0 && segment_ < golden_.script.size()) {
      const io::GoldenSegment& s = golden_.script[segment_++];
      left_ = s.ticks;
      Body& b = bodies_[0];
      b.walk.velocity = s.walk;
      if (s.set_velocity) set_velocity(b, *s.set_velocity, profile_);
      if (s.jump_vz) {
        b.walk.jump_vz = *s.jump_vz;
        set_on_walkable(b, false, profile_);
      }
    }
    --left_;
  }

  io::GoldenWorld& golden_;
  const Profile* profile_;
  std::vector<Body> bodies_;
  std::size_t segment_ = 0;
  std::uint32_t left_ = 0;
  Workspace workspace_;
};

/// Every field a golden file states of a body, by raw bits.
inline void expect_body(const Body& b, const io::GoldenBody& g) {
  EXPECT_EQ(b.position.cell_id, g.position.cell_id);
  EXPECT_TRUE(same_bits(b.position.frame.origin, g.position.frame.origin)) << "position";
  if (g.has_rotation) {
    EXPECT_TRUE(same_bits(b.position.frame.q, g.position.frame.q)) << "rotation";
  }
  EXPECT_EQ(b.transient, g.transient);
  if (g.contact_plane) {
    EXPECT_TRUE(same_bits(b.contact_plane.plane, *g.contact_plane)) << "contact plane";
  }
  EXPECT_EQ(b.contact_plane.cell_id, g.contact_plane_cell_id);
  if (g.sliding_normal) {
    EXPECT_TRUE(same_bits(b.sliding_normal, *g.sliding_normal)) << "sliding normal";
  }
  EXPECT_TRUE(same_bits(b.velocity, g.velocity)) << "velocity";
  EXPECT_TRUE(same_bits(b.acceleration, g.acceleration)) << "acceleration";
  EXPECT_TRUE(same_bits(b.cached_velocity, g.cached_velocity)) << "cached velocity";
}

}  // namespace surefoot::test
