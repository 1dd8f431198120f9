// The divergences of spec 06 §15 that act in a whole quantum: the same body in the same world, under retail rules and
// under the one flag.
#include <optional>
#include <utility>

#include <gtest/gtest.h>

#include "body/tick.hpp"
#include "support/bits.hpp"
#include "support/flat_blocks.hpp"
#include "support/small_worlds.hpp"

namespace surefoot::test {
namespace {

constexpr Vec3 kUp{0, 0, 1};
constexpr std::uint32_t kStanding =
    transient_state::kActive | transient_state::kContact | transient_state::kOnWalkable;

struct Ticked {
  Body body;
  Quantum quantum;
  ResolveRequest request;
};

Ticked ticked(World& world, const Body& body, std::optional<Divergence> flag) {
  Ticked t;
  t.body = body;
  Profile profile;
  if (flag) profile.add(*flag);
  TickOptions options;
  options.profile = &profile;
  options.request = &t.request;
  Workspace workspace;
  const auto q = tick(world, t.body, kTickQuantum, workspace, options);
  EXPECT_TRUE(q.has_value()) << q.error().text();
  if (q) t.quantum = *q;
  return t;
}

/// Stands in a room with a level floor, to be carried by a delta.
class OnAFloor : public ::testing::Test {
 protected:
  OnAFloor() {
    add_room(world, make_single_leaf({floor_quad(0, -20, 20, -20, 20, 0)}, {{}, 60}));
    body.mover = human_mover();
    body.position = in_room({0, 0, 0.005F});
    body.transient = kStanding;
    body.contact_plane = {{kUp, 0}, kRoom, false};
  }
  void carry(const Vec3& by) {
    body.walk.delta = Frame{};
    body.walk.delta->origin = by;
  }
  World world;
  Body body;
};

// 0.19 mm on each axis: no move of retail's, but more than a resolve needs.
TEST_F(OnAFloor, OpenAcTakesEveryDifferenceForAMove) {
  carry({0.00019F, 0.00019F, 0});
  const Ticked retail = ticked(world, body, std::nullopt);
  const Ticked port = ticked(world, body, Divergence::openac_moved_exactly);
  EXPECT_FALSE(retail.quantum.tried);
  EXPECT_EQ(retail.body.position.frame.origin.x, 0.0F);
  EXPECT_TRUE(port.quantum.ok);
  EXPECT_EQ(port.body.position.frame.origin.x, 0.00019F);
}

// At rest it sweeps all the same, and takes nothing but the place from it: the contact that the resolve did not find
// stays.
TEST_F(OnAFloor, OpenAcSweepsABodyAtRest) {
  body.transient |= transient_state::kStationaryFall;
  const Ticked retail = ticked(world, body, std::nullopt);
  const Ticked port = ticked(world, body, Divergence::openac_moved_exactly);
  EXPECT_FALSE(retail.quantum.tried);
  EXPECT_TRUE(port.quantum.tried);
  EXPECT_TRUE(port.quantum.ok);
  EXPECT_TRUE(same_bits(port.body.position.frame.origin, body.position.frame.origin));
  EXPECT_EQ(port.body.transient, body.transient);
}

TEST_F(OnAFloor, AceKeepsASmallMove) {
  carry({0.0001F, 0, 0});
  const Ticked retail = ticked(world, body, std::nullopt);
  const Ticked port = ticked(world, body, Divergence::ace_small_move_kept);
  EXPECT_EQ(retail.body.position.frame.origin.x, 0.0F);
  EXPECT_EQ(port.body.position.frame.origin.x, 0.0001F);
  EXPECT_FALSE(port.quantum.tried);
  EXPECT_TRUE(same_bits(port.body.cached_velocity, Vec3{}));
}

TEST_F(OnAFloor, GdleMovesAtTheTolerance) {
  carry({kEpsilon, 0, 0});
  EXPECT_FALSE(ticked(world, body, std::nullopt).quantum.tried);
  EXPECT_TRUE(ticked(world, body, Divergence::gdle_moved_strictly).quantum.tried);
  carry({0.00019F, 0, 0});
  EXPECT_FALSE(ticked(world, body, Divergence::gdle_moved_strictly).quantum.tried);
}

// 5 mm deep in the floor and up against a wall it slid along before: the candidate is lifted out, then nothing of the
// wish is left and the resolve fails.
TEST_F(OnAFloor, OpenAcGoesToTheLastCandidate) {
  body.position = in_room({0, 0, 0});
  body.transient |= transient_state::kSliding;
  body.sliding_normal = {-1, 0, 0};
  carry({0.1F, 0, 0});
  const Ticked retail = ticked(world, body, std::nullopt);
  const Ticked port = ticked(world, body, Divergence::openac_failed_sweep_moves);
  EXPECT_TRUE(retail.quantum.tried);
  EXPECT_FALSE(retail.quantum.ok);
  EXPECT_TRUE(same_bits(retail.body.position.frame.origin, Vec3{}));
  EXPECT_EQ(port.body.position.frame.origin.x, 0.0F);
  EXPECT_NEAR(port.body.position.frame.origin.z, 0.005F, 1e-6F);
  EXPECT_EQ(port.body.transient, body.transient);
}

TEST_F(OnAFloor, OpenAcReadsThePathClippedState) {
  carry({0.1F, 0, 0});
  body.mover.physics_state |= physics_state::kPathClipped;
  const auto clipped = [](const Ticked& t) {
    return (t.request.object_info_state & object_info_flag::kPathClipped) != 0;
  };
  EXPECT_FALSE(clipped(ticked(world, body, std::nullopt)));
  EXPECT_TRUE(clipped(ticked(world, body, Divergence::openac_path_clipped_state)));
  body.mover.physics_state &= ~physics_state::kPathClipped;
  EXPECT_FALSE(clipped(ticked(world, body, Divergence::openac_path_clipped_state)));
}

// Through the air to the east, downwards at 45 degrees.
TEST_F(OnAFloor, SledsLookElsewhere) {
  body.position = in_room({0, 0, 5});
  body.transient = transient_state::kActive;
  body.velocity = {3, 0, -3};
  body.mover.physics_state = physics_state::kSledding;
  const auto look = [&](std::optional<Divergence> flag) {
    return ticked(world, body, flag).body.position.frame.get_vector_heading();
  };
  const Vec3 retail = look(std::nullopt);
  EXPECT_NEAR(retail.x, 1.0F, 1e-5F);
  EXPECT_NEAR(retail.z, 0.0F, 1e-5F);
  const Vec3 openac = look(Divergence::openac_no_sled_heading);
  EXPECT_NEAR(openac.y, 1.0F, 1e-5F);
  const Vec3 ace = look(Divergence::ace_sled_pitch);
  EXPECT_NEAR(ace.x, 0.70710678F, 1e-5F);
  EXPECT_NEAR(ace.z, -0.70710678F, 1e-5F);
}

// A mover that leaves its plane, and a resolve that changes nothing of how it began.
TEST_F(OnAFloor, TheLastKnownPlaneGetsItsCell) {
  body.velocity = {0, 0, 1};
  const ResolveRequest request = request_from_body(body, body.mover, body.position);
  ASSERT_EQ(request.contact, ResolveRequest::Contact::leaving);
  Workspace workspace;
  const auto cells = [&](const Profile& profile) {
    const auto r = resolve(world, request, workspace, profile, nullptr);
    EXPECT_TRUE(r.has_value()) << r.error().text();
    return std::pair{r->contact_plane.cell_id, r->last_known_contact_plane.cell_id};
  };
  Profile port;
  port.add(Divergence::openac_last_known_cell);
  EXPECT_EQ(cells({}), (std::pair{kRoom, CellId{0}}));
  EXPECT_EQ(cells(port), (std::pair{CellId{0}, kRoom}));
}

// Flies west out of the only block.
TEST(AtTheEdge, GdleNeedsACell) {
  World world;
  world.set_landscape(std::make_unique<FlatBlocks>(std::vector<BlockId>{0xA9B4}, 0.0F));
  Body body;
  body.mover = human_mover();
  body.mover.physics_state = 0;
  body.position.cell_id = 0xA9B40001;
  body.position.frame.origin = {0.25F, 12, 20};
  body.transient = transient_state::kActive;
  body.velocity = {-30, 0, 0};
  const Ticked retail = ticked(world, body, std::nullopt);
  const Ticked port = ticked(world, body, Divergence::gdle_needs_cell);
  EXPECT_TRUE(retail.quantum.ok);
  EXPECT_FALSE(retail.body.in_world);
  EXPECT_FALSE(port.quantum.ok);
  EXPECT_TRUE(port.body.in_world);
  EXPECT_TRUE(port.body.has(transient_state::kActive));
  EXPECT_TRUE(same_bits(port.body.position.frame.origin, body.position.frame.origin));
  EXPECT_TRUE(same_bits(port.body.velocity, body.velocity));
}

}  // namespace
}  // namespace surefoot::test
