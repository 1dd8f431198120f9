// What becomes of a place that the network tells of (MoveOrTeleport, spec 06 §13).
#include "body/remote.hpp"

#include <gtest/gtest.h>

#include "support/coverage.hpp"
#include "support/flat_blocks.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

using Stamp = RemotePosition::Stamp;
using Way = RemoteOutcome::Way;

class MoveOrTeleport : public ::testing::Test {
 protected:
  MoveOrTeleport() {
    world.set_landscape(std::make_unique<FlatBlocks>(std::vector<BlockId>{0xA9B4}));
    body.mover = human_mover();
    body.position = in_room({10, 10, 0}, 0xA9B40001U);
    message.position = in_room({10, 14, 0}, 0xA9B40001U);
    body.weenie = weenie::kExists;
    body.collisions.objects = {{77, 0.0, false}};
  }
  Way move() {
    TickOptions options;
    options.sink = &coverage_sink();
    const auto done = move_or_teleport(world, body, message, 8, workspace, options);
    EXPECT_TRUE(done.has_value());
    if (done) out = *done;
    return out.way;
  }
  [[nodiscard]] float north() const { return body.position.frame.origin.y; }
  [[nodiscard]] std::size_t queued() const {
    return body.position_manager ? body.position_manager->interpolation.queue.size() : 0;
  }

  World world;
  Workspace workspace;
  Body body;
  RemotePosition message;
  RemoteOutcome out;
};

TEST_F(MoveOrTeleport, AnOldStampIsIgnored) {
  message.teleport = Stamp::stale;
  EXPECT_EQ(move(), Way::ignored);
  EXPECT_EQ(north(), 10);
  EXPECT_EQ(queued(), 0U);
}

TEST_F(MoveOrTeleport, ANewStampTeleportsAfterTheHook) {
  message.teleport = Stamp::newer;
  message.in_contact = false;
  EXPECT_EQ(move(), Way::teleported);
  EXPECT_EQ(out.placed.result, SetPositionResult::Ok);
  EXPECT_EQ(north(), 14);
  ASSERT_EQ(out.reports.size(), 1U);
  EXPECT_EQ(out.reports[0].kind, CollisionReport::Kind::end);
}

TEST_F(MoveOrTeleport, ABodyOutsideTheWorldTeleportsIn) {
  body.in_world = false;
  EXPECT_EQ(move(), Way::teleported);
  EXPECT_TRUE(body.in_world);
  EXPECT_EQ(body.update_time, 8);
}

TEST_F(MoveOrTeleport, WhoFliesIsLeftToPhysics) {
  message.in_contact = false;
  message.player_distance = 200;
  EXPECT_EQ(move(), Way::ignored);
  EXPECT_EQ(north(), 10);
}

TEST_F(MoveOrTeleport, FarFromThePlayerItIsSetDown) {
  make_position_manager(body, 0).interpolation.queue.push_back({});
  message.player_distance = 96;
  EXPECT_EQ(move(), Way::set_down);
  EXPECT_EQ(north(), 14);
  EXPECT_EQ(queued(), 0U);
  EXPECT_TRUE(out.reports.empty()) << "no teleport: touches go on";
}

TEST_F(MoveOrTeleport, OtherwiseItIsFollowed) {
  message.player_distance = 95.9F;
  message.is_moving_to = true;
  EXPECT_EQ(move(), Way::queued);
  EXPECT_EQ(north(), 10);
  EXPECT_EQ(queued(), 1U);
  EXPECT_TRUE(body.position_manager->interpolation.keep_heading);
  EXPECT_TRUE(body.has(transient_state::kActive)) << "making the manager wakes it";
}

TEST_F(MoveOrTeleport, ARefusedTeleportChangesNothing) {
  message.teleport = Stamp::newer;
  message.position.frame.origin.x = std::nanf("");
  EXPECT_FALSE(move_or_teleport(world, body, message, 8, workspace));
  EXPECT_EQ(body.collisions.objects.size(), 1U);
  message.teleport = Stamp::current;
  EXPECT_FALSE(move_or_teleport(world, body, message, 8, workspace));
}

}  // namespace
}  // namespace surefoot::test
