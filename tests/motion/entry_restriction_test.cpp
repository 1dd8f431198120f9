// House barriers: who may enter a guarded cell (spec 05 §8, worked case W11).
#include <gtest/gtest.h>

#include "motion/collide_land.ipp"
#include "motion/resolve_body.hpp"
#include "support/bits.hpp"
#include "support/coverage.hpp"

namespace surefoot::test {
namespace {

class Guard final : public EntryPolicy {
 public:
  explicit Guard(Answer answer, bool bypass = false) : answer_(answer), bypass_(bypass) {}
  [[nodiscard]] bool can_bypass(std::uint32_t) const override { return bypass_; }
  [[nodiscard]] Answer can_move_into(std::uint32_t, std::uint32_t) const override { return answer_; }

 private:
  Answer answer_;
  bool bypass_;
};

class FlatBlock final : public LandblockSource {
 public:
  [[nodiscard]] std::optional<LandblockData> load(BlockId id) const override {
    return id == 0xA9B4 ? std::optional(LandblockData{}) : std::nullopt;
  }
};

/// A player steps east from cell 0001 into the guarded cell 0009.
ResolveResult step_in(const EntryPolicy* policy, std::uint32_t flags = object_info_flag::kIsPlayer) {
  World world;
  world.set_landscape(std::make_unique<FlatBlock>());
  EXPECT_TRUE(world.restrict_cell(0xA9B40009, 0x70000001).has_value());
  Mover mover = mover_from_radius_height(0.48F, 1.8F);
  mover.step_down_height = 1.5F;
  mover.flags = flags;
  ResolveBody body;
  body.position.cell_id = 0xA9B40001;
  body.position.frame.origin = {23.4F, 12, 0};
  body.contact_plane = {{{0, 0, 1}, 0}, 0xA9B40001, false};
  body.transient = transient_state::kContact | transient_state::kOnWalkable;
  Position to = body.position;
  to.frame.origin.x = 23.8F;
  ResolveRequest request = request_from_body(body, mover, to);
  request.entry_policy = policy;
  const auto r = resolve_all(world, request);
  EXPECT_TRUE(r.has_value());
  return *r;
}

TEST(EntryRestriction, OpenByDefaultAndForTheFavoured) {
  EXPECT_EQ(step_in(nullptr).position.frame.origin.x, 23.8F);
  const Guard open(EntryPolicy::Answer::open);
  EXPECT_EQ(step_in(&open).position.frame.origin.x, 23.8F);
  const Guard bypass(EntryPolicy::Answer::refused, true);
  EXPECT_EQ(step_in(&bypass).position.frame.origin.x, 23.8F);
  const Guard refused(EntryPolicy::Answer::refused);
  EXPECT_EQ(step_in(&refused, 0).position.frame.origin.x, 23.8F) << "only players are asked";
}

TEST(EntryRestriction, ARefusalBlocksWithTheBarriersNormal) {
  const Guard refused(EntryPolicy::Answer::refused);
  const ResolveResult r = step_in(&refused);
  EXPECT_EQ(r.position.frame.origin.x, 23.4F);
  EXPECT_TRUE(same_bits(r.collision_normal, Vec3{-1, 0, 0}));
}

TEST(EntryRestriction, AnUnknownGuardFailsClosedWithoutANormal) {
  const Guard unknown(EntryPolicy::Answer::unknown);
  const ResolveResult r = step_in(&unknown);
  EXPECT_EQ(r.position.frame.origin.x, 23.4F);
  EXPECT_TRUE(same_bits(r.collision_normal, Vec3{0, 0, 1})) << "validate_transition's default";
}

TEST(EntryRestriction, W11_TheSideTheMoverStandsOn) {
  const auto normal = [](CellId cell, float x, float y, CellId at_cell) {
    const auto block = make_landblock(block_of(cell), LandblockData{}, 0);
    Position at;
    at.cell_id = at_cell;
    at.frame.origin = {x, y, 0};
    return collide_land::restriction_normal(block->cells[low_word(cell) - 1], at);
  };
  EXPECT_TRUE(same_bits(normal(0xA9B40001, 12, 25, 0xA9B40002), Vec3{0, 1, 0}));
  EXPECT_TRUE(same_bits(normal(0xA9B40001, 25, 12, 0xA9B40009), Vec3{1, 0, 0}));
  EXPECT_TRUE(same_bits(normal(0xA9B40001, 191, 12, 0xA8B40039), Vec3{-1, 0, 0}));
  EXPECT_TRUE(same_bits(normal(0xA9B40001, 5, 5, 0xA9B40001), Vec3{1, 0, 0}));
  EXPECT_TRUE(same_bits(normal(0xA9B40001, 12, 24, 0xA9B40002), Vec3{1, 0, 0})) << "12 is not more than 12";
  EXPECT_TRUE(same_bits(normal(0xA9B4000A, 23, 23, 0xA9B40001), Vec3{0, -1, 0})) << "y is looked at first";
}

}  // namespace
}  // namespace surefoot::test
