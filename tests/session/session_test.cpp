// Sessions: bodies in id order, and a saved state from which everything goes on with the same bits.
#include "session/session.hpp"

#include <gtest/gtest.h>

#include "support/flat_blocks.hpp"
#include "support/random.hpp"

namespace surefoot::test {
namespace {

Mover person(std::uint32_t id) {
  Mover m;
  m.spheres = {{{{0, 0, 0.475F}, 0.48F}, {{0, 0, 1.35F}, 0.48F}}};
  m.num_spheres = 2;
  m.step_up_height = 0.6F;
  m.step_down_height = 1.5F;
  m.object_id = id;
  return m;
}

Body body_at(std::uint32_t id, const Vec3& origin) {
  Body b;
  b.mover = person(id);
  b.weenie = weenie::kExists | weenie::kCreature;
  b.position.cell_id = 0x01010001U;
  b.position.frame.origin = origin;
  EXPECT_TRUE(b.position.adjust_to_outside());
  return b;
}

World flat_world() {
  World world;
  world.set_landscape(std::make_unique<FlatBlocks>(std::vector<BlockId>{0x0101}));
  return world;
}

/// Twenty people on a small square who turn where `random` says.
Session crowded(Random& random) {
  Session s(flat_world());
  for (std::uint32_t i = 0; i < 20; ++i) {
    Body b = body_at(100 + i, {60.0F + 2.0F * static_cast<float>(i % 5),
                               60.0F + 0.4F * static_cast<float>(i - i % 5), 0.5F});
    b.walk.velocity = {random.uniform(-4, 4), random.uniform(-4, 4), 0};
    EXPECT_TRUE(s.add(b).has_value());
  }
  return s;
}

void run(Session& s, int ticks) {
  for (int i = 0; i < ticks; ++i) ASSERT_TRUE(s.tick(kTickQuantum).has_value());
}

TEST(Session, ABodyFallsLandsAndWalks) {
  Session s(flat_world());
  Body b = body_at(7, {50, 50, 2});
  b.walk.velocity = {0, 3, 0};
  ASSERT_TRUE(s.add(b));
  run(s, 90);
  const Body& now = *s.find(7);
  EXPECT_TRUE(now.has(transient_state::kOnWalkable));
  EXPECT_LT(now.position.frame.origin.z, 0.02F);
  EXPECT_GT(now.position.frame.origin.y, 55.0F);
  EXPECT_EQ(s.world().registry().find(7)->position.frame.origin.y, now.position.frame.origin.y);
  EXPECT_NEAR(s.elapsed(), 3.0, 1e-6);
}

TEST(Session, RefusesWhatCannotBeABody) {
  Session s(flat_world());
  EXPECT_EQ(s.add(body_at(0, {50, 50, 0})).error().code, ErrorCode::bad_value);
  ASSERT_TRUE(s.add(body_at(7, {50, 50, 0})));
  EXPECT_EQ(s.add(body_at(7, {60, 50, 0})).error().code, ErrorCode::bad_value);
  Body nowhere = body_at(8, {50, 50, 0});
  nowhere.position.cell_id = 0x02020001U;
  EXPECT_EQ(s.add(nowhere).error().code, ErrorCode::dangling);
  EXPECT_EQ(s.remove(9).error().code, ErrorCode::dangling);
  Body many = body_at(9, {50, 50, 0});
  many.mover.num_spheres = 3;
  EXPECT_EQ(s.add(many).error().code, ErrorCode::bad_value);
  EXPECT_EQ(s.tick(0).error().code, ErrorCode::bad_request);
  EXPECT_EQ(s.size(), 1U);
}

// The order bodies are added in does not count: they tick by id. (Their order in the lists of cells does, and is the
// client's order of arrival; these two never come near each other.)
TEST(Session, BodiesTickInTheOrderOfTheirIds) {
  Session a(flat_world());
  Session b(flat_world());
  for (const std::uint32_t id : {1U, 2U})
    ASSERT_TRUE(a.add(body_at(id, {20.0F * static_cast<float>(id), 50, 1})));
  for (const std::uint32_t id : {2U, 1U})
    ASSERT_TRUE(b.add(body_at(id, {20.0F * static_cast<float>(id), 50, 1})));
  run(a, 30);
  run(b, 30);
  EXPECT_EQ(a.hash(), b.hash());
}

RawMotion run_forward() {
  RawMotion raw;
  raw.hold_key = HoldKey::run;
  raw.forward.command = command::kWalkForward;
  return raw;
}

// A session's profile holds at the take-off too: facing east, a port jumps north (06 §15 row 27).
TEST(Session, JumpsByItsProfile) {
  const auto takes_off = [](const Profile& profile) {
    Session s(flat_world(), profile);
    Body b = body_at(7, {50, 50, 0.005F});
    b.position.frame.set_heading(90.0F);
    b.transient |= transient_state::kContact | transient_state::kOnWalkable;
    b.contact_plane = {{{0, 0, 1}, 0}, b.position.cell_id, false};
    EXPECT_TRUE(s.add(b).has_value());
    RawMotion raw;
    raw.forward.command = command::kWalkForward;
    Abilities abilities;
    abilities.jump_skill = 300;
    EXPECT_TRUE(s.command(7, raw, abilities).has_value());
    EXPECT_EQ(s.jump(7, 1).value(), JumpRefusal::none);
    return s.find(7)->velocity;
  };
  EXPECT_NEAR(takes_off({}).x, 3.12F, 1e-5F);
  EXPECT_NEAR(takes_off(parse_profile("gdle_leave_ground_inverted").value()).y, 3.12F, 1e-5F);
}

// A commanded body that follows the network does so at the speed of its command (06 §9.1, §13).
TEST(Session, WhoFollowsKnowsItsSpeed) {
  const auto follows = [](const Profile& profile) {
    Session s(flat_world(), profile);
    Body b = body_at(7, {50, 50, 0.005F});
    b.transient |= transient_state::kContact | transient_state::kOnWalkable;
    b.contact_plane = {{{0, 0, 1}, 0}, b.position.cell_id, false};
    EXPECT_TRUE(s.add(b).has_value());
    EXPECT_TRUE(s.command(7, RawMotion{}).has_value());
    Body& body = *s.find(7);
    make_position_manager(body, 0);
    Position there = body.position;
    there.frame.origin.y = 54;
    EXPECT_TRUE(interpolate_to(body, there, false).has_value());
    run(s, 1);
    return s.find(7)->position.frame.origin.y - 50.0F;
  };
  EXPECT_NEAR(follows({}), 8.0F / 30.0F, 1e-4F);
  EXPECT_NEAR(follows(parse_profile("openac_adjusted_speed_running_only").value()), 2.0F / 30.0F, 1e-4F);
}

// Run rate 1: 4 m/s; a full jump without a game's word takes off with 10 m/s (06 §9).
TEST(Session, CommandsMoveAndJump) {
  Session s(flat_world());
  Body b = body_at(7, {50, 50, 0.005F});
  b.weenie = 0;
  ASSERT_TRUE(s.add(b));
  EXPECT_EQ(s.jump(7, 1).error().code, ErrorCode::dangling);
  EXPECT_EQ(s.command(8, {}).error().code, ErrorCode::dangling);
  run(s, 5);
  ASSERT_TRUE(s.command(7, run_forward()));
  const float before = s.find(7)->position.frame.origin.y;
  run(s, 30);
  EXPECT_NEAR(s.find(7)->position.frame.origin.y - before, 4.0F, 1e-3F);
  EXPECT_EQ(s.jump(7, 1).value(), JumpRefusal::none);
  EXPECT_EQ(s.find(7)->velocity.z, 10.0F);
  EXPECT_EQ(s.find(7)->velocity.y, 4.0F);
  run(s, 1);
  EXPECT_EQ(s.jump(7, 1).value(), JumpRefusal::in_the_air);
  const auto saved = s.save();
  run(s, 80);
  const std::uint64_t later = s.hash();
  EXPECT_TRUE(s.find(7)->has(transient_state::kOnWalkable));
  ASSERT_TRUE(s.restore(saved));
  run(s, 80);
  EXPECT_EQ(s.hash(), later);
}

// A missile that has hit is an ordinary body to others too: the next one meets it (06 §7.4).
TEST(Session, ASpentMissileIsMetByOthers) {
  Session s(flat_world());
  Body spent = body_at(1, {60, 60, 1});
  spent.mover.physics_state |= physics_state::kMissile;
  spent.walk.drive = Drive::none;
  ASSERT_TRUE(s.add(spent));
  run(s, 60);
  EXPECT_FALSE(s.find(1)->is(physics_state::kMissile)) << "it hit the ground";
  EXPECT_FALSE(s.world().registry().find(1)->is(physics_state::kMissile));
  Body walker = body_at(2, {60, 57, 0.005F});
  walker.walk.velocity = {0, 3, 0};
  ASSERT_TRUE(s.add(walker));
  run(s, 60);
  EXPECT_LT(s.find(2)->position.frame.origin.y, 59.1F);
}

TEST(Session, AnObjectTurnsWithItsBody) {
  Session s(flat_world());
  Body b = body_at(1, {60, 60, 0.005F});
  b.walk.turn = 1;
  ASSERT_TRUE(s.add(b));
  run(s, 40);
  EXPECT_EQ(s.world().registry().find(1)->position.frame.m, s.find(1)->position.frame.m);
  EXPECT_NE(s.find(1)->position.frame.m[1], 0.0F);
}

TEST(Session, AFrozenBodyStays) {
  Session s(flat_world());
  Body b = body_at(1, {60, 60, 3});
  b.mover.physics_state |= physics_state::kFrozen;
  ASSERT_TRUE(s.add(b));
  run(s, 10);
  EXPECT_EQ(s.find(1)->position.frame.origin.z, 3.0F);
}

// A state whose last object has many parts and is listed nowhere else is as good as any.
TEST(Session, ManyPartsAreSavedToo) {
  const auto with_tree = [] {
    World world = flat_world();
    auto setup = std::make_unique<surefoot::Setup>();
    auto g = std::make_unique<GfxObj>();
    const GfxObj& shape = world.add_gfxobj(std::move(g));
    for (int i = 0; i < 40; ++i) setup->parts.push_back({&shape, {1, 1, 1}});
    auto o = std::make_unique<PhysicsObject>();
    o->id = 5;
    o->position.cell_id = 0x01010001U;
    o->position.frame.origin = {12, 12, 0};
    o->make_parts(world.add_setup(std::move(setup)));
    EXPECT_TRUE(world.place_static(std::move(o)).has_value());
    return world;
  };
  Session s(with_tree());
  const auto saved = s.save();
  Session other(with_tree());
  const auto done = other.restore(saved);
  ASSERT_TRUE(done.has_value()) << done.error().text();
  EXPECT_EQ(other.save(), saved);
}

TEST(Session, GoesOnFromASavedStateWithTheSameBits) {
  Random random(0x5EED0B01);
  Session s = crowded(random);
  run(s, 40);
  const auto saved = s.save();
  const std::uint64_t at_save = s.hash();
  run(s, 60);
  const std::uint64_t later = s.hash();
  const auto later_saved = s.save();
  EXPECT_NE(at_save, later);
  ASSERT_TRUE(s.restore(saved));
  EXPECT_EQ(s.hash(), at_save);
  EXPECT_EQ(s.save(), saved);
  run(s, 60);
  EXPECT_EQ(s.hash(), later);
  EXPECT_EQ(s.save(), later_saved);
  // And in another session over the same world, which never saw these bodies.
  Session other(flat_world());
  ASSERT_TRUE(other.restore(saved));
  run(other, 60);
  EXPECT_EQ(other.save(), later_saved);
}

TEST(Session, DamagedAndForeignBytesChangeNothing) {
  Random random(0x5EED0B02);
  Session s = crowded(random);
  run(s, 10);
  const auto saved = s.save();
  const std::uint64_t before = s.hash();
  for (std::size_t n = 0; n < saved.size(); n += 7)
    EXPECT_FALSE(s.restore(std::span(saved).first(n)).has_value()) << n;
  for (std::size_t i = 0; i < saved.size(); i += 5) {
    auto damaged = saved;
    damaged[i] ^= std::byte{0x10};
    EXPECT_FALSE(s.restore(damaged).has_value()) << i;
  }
  Session elsewhere((World()));  // has no such cells
  EXPECT_FALSE(elsewhere.restore(saved).has_value());
  EXPECT_EQ(elsewhere.size(), 0U);
  EXPECT_EQ(s.hash(), before);
}

}  // namespace
}  // namespace surefoot::test
