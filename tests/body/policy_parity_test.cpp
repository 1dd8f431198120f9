// The rules of the body under both policies: the same bits, and every arm of the register that steers a body.
#include <gtest/gtest.h>

#include "body/commit.hpp"
#include "body/integrate.hpp"
#include "body/walker_bodies.hpp"
#include "support/arm_log.hpp"
#include "support/bits.hpp"

namespace surefoot::test {
namespace {

void expect_same_body(const Body& a, const Body& b) {
  EXPECT_TRUE(same_bits(a.position.frame.origin, b.position.frame.origin));
  EXPECT_TRUE(same_bits(a.position.frame.q, b.position.frame.q));
  EXPECT_EQ(a.position.cell_id, b.position.cell_id);
  EXPECT_TRUE(same_bits(a.velocity, b.velocity));
  EXPECT_TRUE(same_bits(a.acceleration, b.acceleration));
  EXPECT_TRUE(same_bits(a.omega, b.omega));
  EXPECT_TRUE(same_bits(a.cached_velocity, b.cached_velocity));
  EXPECT_TRUE(same_bits(a.contact_plane.plane, b.contact_plane.plane));
  EXPECT_TRUE(same_bits(a.sliding_normal, b.sliding_normal));
  EXPECT_EQ(a.transient, b.transient);
  EXPECT_EQ(a.mover.physics_state, b.mover.physics_state);
  EXPECT_EQ(a.update_time, b.update_time);
  EXPECT_EQ(a.in_world, b.in_world);
  EXPECT_EQ(a.collisions.objects.size(), b.collisions.objects.size());
}

/// Runs under both policies from the same body; the arms taken, in order.
template <class F>
std::vector<Arm> arms_of(const Body& body, F run) {
  Body fast = body;
  run(Retail{}, fast);
  Body traced = body;
  ArmLog log;
  const Profile none;
  run(Profiled(none, &log), traced);
  expect_same_body(fast, traced);
  std::vector<Arm> out;
  for (const ArmLog::Entry& e : log.entries()) out.push_back(e.arm);
  return out;
}

using Arms = std::vector<Arm>;

Body grounded(const Vec3& velocity, const Vec3& normal = {0, 0, 1}) {
  Body b = standing(kRoom, {});
  b.velocity = velocity;
  b.contact_plane.plane.normal = normal;
  return b;
}

Body airborne(const Vec3& velocity) {
  Body b = grounded(velocity);
  b.set(transient_state::kContact | transient_state::kOnWalkable, false);
  return b;
}

Arms frictions(Body b, std::uint32_t state = 0) {
  b.mover.physics_state |= state;
  return arms_of(b, [](const auto& rules, Body& body) {
    calc_friction(rules, body, kTickQuantum, dot_xyz(body.velocity, body.velocity));
  });
}

TEST(BodyRules, Friction) {
  using physics_state::kSledding;
  EXPECT_EQ(frictions(airborne({1, 0, 0})), Arms{Arm::calc_friction_in_air});
  EXPECT_EQ(frictions(grounded({1, 0, 0.3F})), Arms{Arm::calc_friction_away});
  EXPECT_EQ(frictions(grounded({1, 0, 0})), (Arms{Arm::calc_friction_slowed, Arm::calc_friction_own}));
  const auto sled = [](float speed, float z) {
    return frictions(grounded({0, speed, 0}, {std::sqrt(1 - z * z), 0, z}), kSledding).back();
  };
  EXPECT_EQ(sled(1.2F, 1), Arm::calc_friction_sled_slow);
  EXPECT_EQ(sled(2.4F, 0.9F), Arm::calc_friction_sled_own);
  EXPECT_EQ(sled(2.6F, 0.99F), Arm::calc_friction_sled_flat);
  EXPECT_EQ(sled(2.6F, 0.9F), Arm::calc_friction_sled_glides);
}

Arms physics(const Body& b) {
  return arms_of(b, [](const auto& rules, Body& body) {
    Frame f;
    update_physics_internal(rules, body, kTickQuantum, f);
  });
}

TEST(BodyRules, Integration) {
  EXPECT_EQ(physics(airborne({})), Arms{Arm::update_physics_internal_at_rest});
  Body prop = grounded({});
  prop.has_motion = false;
  EXPECT_EQ(physics(prop), Arms{Arm::update_physics_internal_falls_asleep});
  EXPECT_EQ(physics(airborne({60, 0, 0})).front(), Arm::update_physics_internal_too_fast);
  EXPECT_EQ(physics(airborne({0.1F, 0, 0})),
            (Arms{Arm::calc_friction_in_air, Arm::update_physics_internal_too_slow,
                  Arm::update_physics_internal_moved}));
  Body spinning = airborne({1, 0, 0});
  spinning.omega = {0, 0, 2};
  EXPECT_EQ(physics(spinning).back(), Arm::update_physics_internal_spins);
}

TEST(BodyRules, Carrying) {
  const auto carried = [](const Body& b) {
    return arms_of(b,
                   [](const auto& rules, Body& body) {
                     static_cast<void>(update_position_internal(rules, body, kTickQuantum));
                   })
        .front();
  };
  Body walker = grounded({});
  walker.walk.velocity = {0, 3, 0};
  EXPECT_EQ(carried(walker), Arm::update_position_internal_on_ground);
  EXPECT_EQ(carried(airborne({0, 1, 0})), Arm::update_position_internal_in_air);
  walker.mover.physics_state |= physics_state::kHidden;
  EXPECT_EQ(carried(walker), Arm::update_position_internal_hidden);
}

TEST(BodyRules, Velocities) {
  const auto told = [](Body b, const Vec3& v, std::uint32_t state = 0) {
    b.mover.physics_state |= state;
    return arms_of(b, [&](const auto& rules, Body& body) { set_velocity(rules, body, v); });
  };
  EXPECT_EQ(told(grounded({1, 0, 0}), {1, 0, 0.0001F}),
            (Arms{Arm::set_velocity_unchanged, Arm::set_active_awake}));
  EXPECT_EQ(told(grounded({}), {1, 0, 0}).front(), Arm::set_velocity_taken);
  EXPECT_EQ(told(grounded({}), {60, 0, 0}).front(), Arm::set_velocity_too_fast);
  EXPECT_EQ(told(grounded({}), {1, 0, 0}, physics_state::kStatic).back(), Arm::set_active_refused);
  Body asleep = grounded({});
  asleep.set(transient_state::kActive, false);
  EXPECT_EQ(told(asleep, {1, 0, 0}).back(), Arm::set_active_woken);
}

TEST(BodyRules, Acceleration) {
  const auto of = [](const Body& b) {
    return arms_of(b, [](const auto& rules, Body& body) { calc_acceleration(rules, body); });
  };
  EXPECT_EQ(of(grounded({})), Arms{Arm::calc_acceleration_on_ground});
  EXPECT_EQ(of(airborne({})), Arms{Arm::calc_acceleration_gravity});
  Body floats = airborne({});
  floats.mover.physics_state &= ~physics_state::kGravity;
  EXPECT_EQ(of(floats), Arms{Arm::calc_acceleration_none});
}

TEST(BodyRules, GroundCallbacks) {
  const auto set = [](const Body& b, bool on) {
    return arms_of(b, [on](const auto& rules, Body& body) { set_on_walkable(rules, body, on); });
  };
  EXPECT_EQ(set(grounded({}), true).front(), Arm::set_on_walkable_unchanged);
  EXPECT_EQ(set(airborne({}), true).front(), Arm::set_on_walkable_lands);
  Body walker = grounded({});
  walker.walk.velocity = {0, 3, 0};
  const Arms leaves = set(walker, false);
  EXPECT_EQ(leaves[0], Arm::set_on_walkable_leaves);
  EXPECT_EQ(leaves[1], Arm::leave_ground_walk);
  EXPECT_EQ(set(grounded({0, 1, 0}), false)[1], Arm::leave_ground_own_velocity);
  Body prop = grounded({});
  prop.has_motion = false;
  EXPECT_EQ(set(prop, false)[1], Arm::leave_ground_not_for_it);
}

struct Ended {
  ResolveResult result;
  Ended() {
    result.ok = true;
    result.cell_id = kRoom;
    result.position = in_room({1, 0, 0});
  }
  Ended& hit(const Vec3& normal) {
    result.collision_normal_valid = true;
    result.collision_normal = normal;
    return *this;
  }
  Ended& on(const Vec3& normal) {
    result.contact_plane_valid = true;
    result.contact_plane = {{normal, 0}, kRoom, false};
    return *this;
  }
  Ended& blocked(int ticks) {
    result.frames_stationary_fall = ticks;
    return *this;
  }
};

bool takes(const Body& b, const Ended& ended, Arm arm) {
  const Arms arms = arms_of(b, [&](const auto& rules, Body& body) {
    set_position_internal(rules, body, ended.result, CommitContext{});
  });
  return std::find(arms.begin(), arms.end(), arm) != arms.end();
}

TEST(BodyRules, Commit) {
  Ended lost;
  lost.result.cell_id = 0;
  EXPECT_TRUE(takes(grounded({}), lost, Arm::set_position_internal_out_of_world));
  EXPECT_TRUE(takes(grounded({}), Ended().on({0, 0, 1}), Arm::set_position_internal_on_walkable));
  EXPECT_TRUE(takes(grounded({}), Ended().on({0.8F, 0, 0.6F}), Arm::set_position_internal_on_steep));
  EXPECT_TRUE(takes(grounded({}), Ended(), Arm::set_position_internal_no_contact));
}

TEST(BodyRules, Response) {
  const Vec3 wall{-1, 0, 0};
  EXPECT_TRUE(takes(airborne({3, 0, 0}), Ended(), Arm::handle_all_collisions_nothing_hit));
  EXPECT_TRUE(takes(airborne({3, 0, 0}), Ended().hit(wall), Arm::handle_all_collisions_bounces));
  EXPECT_TRUE(takes(airborne({-3, 0, 0}), Ended().hit(wall), Arm::handle_all_collisions_moving_away));
  EXPECT_TRUE(
      takes(grounded({3, 0, 0}), Ended().hit(wall).on({0, 0, 1}), Arm::handle_all_collisions_walks_on));
  Body arrow = airborne({3, 0, 0});
  arrow.mover.physics_state |= physics_state::kInelastic | kMissileFlight;
  EXPECT_TRUE(takes(arrow, Ended().hit(wall), Arm::handle_all_collisions_inelastic));
  Ended at_environment = Ended().hit(wall);
  at_environment.result.collided_with_environment = true;
  EXPECT_TRUE(takes(arrow, at_environment, Arm::handle_all_collisions_flight_ends));
  EXPECT_TRUE(takes(airborne({3, 0, 0}), Ended().blocked(1), Arm::handle_all_collisions_stationary_fall));
  EXPECT_TRUE(takes(airborne({3, 0, 0}), Ended().blocked(2), Arm::handle_all_collisions_stationary_stop));
  EXPECT_TRUE(takes(airborne({3, 0, 0}), Ended().blocked(2), Arm::handle_all_collisions_stops));
  EXPECT_TRUE(takes(airborne({3, 0, 0}), Ended().blocked(3), Arm::handle_all_collisions_stationary_over));
}

TEST(BodyRules, RequestOfABody) {
  const auto of = [](const Body& b, bool admin = false) {
    return arms_of(b, [admin](const auto& rules, Body& body) {
      static_cast<void>(request_from_body(rules, body, body.mover, body.position, admin));
    });
  };
  EXPECT_EQ(of(grounded({})), Arms{Arm::get_object_info_on_walkable});
  EXPECT_EQ(of(grounded({0, 0, 1})), Arms{Arm::get_object_info_leaving});
  EXPECT_EQ(of(airborne({})), Arms{Arm::get_object_info_in_air});
  EXPECT_EQ(of(grounded({}), true), Arms{Arm::get_object_info_admin_move});
  Body steep = grounded({});
  steep.set(transient_state::kOnWalkable, false);
  steep.set(transient_state::kSliding, true);
  steep.mover.physics_state |= physics_state::kMissile;
  EXPECT_EQ(of(steep), (Arms{Arm::get_object_info_in_contact, Arm::get_object_info_sliding,
                             Arm::get_object_info_missile}));
}

TEST(BodyRules, OneQuantum) {
  World world;
  add_floor(world, 0);
  Workspace workspace;
  const auto lived = [&](const Body& b) {
    Body fast = b;
    EXPECT_TRUE(tick(world, fast, kTickQuantum, workspace).has_value());
    Body traced = b;
    ArmLog log;
    TickOptions options;
    options.sink = &log;
    EXPECT_TRUE(tick(world, traced, kTickQuantum, workspace, options).has_value());
    expect_same_body(fast, traced);
    Arms own;
    for (const ArmLog::Entry& e : log.entries()) {
      if (info(e.arm).fn == Fn::update_object_internal) own.push_back(e.arm);
    }
    return own;
  };
  Body b = standing(kRoom, {});
  EXPECT_EQ(lived(b), Arms{Arm::update_object_internal_still});
  b.walk.velocity = {0, 3, 0};
  EXPECT_EQ(lived(b), Arms{Arm::update_object_internal_moved});
  Body asleep = b;
  asleep.set(transient_state::kActive, false);
  EXPECT_EQ(lived(asleep), Arms{Arm::update_object_internal_asleep});
  Body ghost = b;
  ghost.mover.num_spheres = 0;
  EXPECT_EQ(lived(ghost), Arms{Arm::update_object_internal_no_sphere});
  Body nowhere = b;
  nowhere.position.cell_id = 0xA9B40177U;
  EXPECT_EQ(lived(nowhere), Arms{Arm::update_object_internal_failed});
  Body arrow = airborne({3, 0, 0});
  arrow.position.frame.origin.z = 3;
  arrow.mover.physics_state |= physics_state::kAlignPath;
  EXPECT_EQ(lived(arrow).front(), Arm::update_object_internal_along_path);
  Body sled = arrow;
  sled.mover.physics_state =
      (sled.mover.physics_state & ~physics_state::kAlignPath) | physics_state::kSledding;
  EXPECT_EQ(lived(sled).front(), Arm::update_object_internal_along_sled);
}

}  // namespace
}  // namespace surefoot::test
