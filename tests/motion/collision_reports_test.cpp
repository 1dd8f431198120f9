// Who is told of what a mover touches, arm by arm (spec 03 §11, 06 §7.4). Expected reports are read off the
// rules there.
#include "motion/collision_reports.hpp"

#include <map>

#include <gtest/gtest.h>

#include "support/bits.hpp"
#include "support/coverage.hpp"

namespace surefoot::test {
namespace {

using physics_state::kAlignPath;
using physics_state::kEthereal;
using physics_state::kGravity;
using physics_state::kIgnoreCollisions;
using physics_state::kMissile;
using physics_state::kPathClipped;
using physics_state::kReportCollisions;
using physics_state::kReportCollisionsAsEnvironment;
using physics_state::kStatic;
using Kind = CollisionReport::Kind;
using Receiver = CollisionReport::Receiver;

constexpr std::uint32_t kArrow = kReportCollisions | kGravity | kMissile | kAlignPath | kPathClipped;
constexpr std::uint32_t kSpentArrow = kReportCollisions | kGravity;

/// A mover that wants reports, and the objects 1 and 2, which don't.
class CollisionReports : public ::testing::Test, public TouchedObjects {
 protected:
  CollisionReports() {
    mover.physics_state = kReportCollisions;
    mover.has_weenie = true;
    mover.velocity = {1, 2, 3};
    first.id = 1;
    second.id = 2;
    first.state = second.state = 0;
    first.weenie = second.weenie = weenie::kExists;
  }
  [[nodiscard]] std::optional<TouchedObject> find(std::uint32_t id) const override {
    const auto it = known.find(id);
    if (it == known.end()) return std::nullopt;
    return it->second;
  }
  /// One resolve that touched `touched`, at `now` seconds.
  CollisionOutcome after(std::vector<const PhysicsObject*> touched, double now, bool environment = false) {
    ResolveResult result;
    result.ok = true;
    result.collide_objects = touched;
    result.collided_with_environment = environment;
    CollisionRecords untraced = records;
    const CollisionOutcome fast = report_collisions(untraced, mover, result, *this, now);
    CollisionOutcome out = report_collisions(coverage_rules(), records, mover, result, *this, now);
    EXPECT_EQ(fast.reports.size(), out.reports.size());
    EXPECT_EQ(fast.physics_state, out.physics_state);
    EXPECT_EQ(untraced.objects.size(), records.objects.size());
    return out;
  }
  [[nodiscard]] std::vector<std::uint32_t> touching() const {
    std::vector<std::uint32_t> ids;
    for (const CollisionRecords::Record& r : records.objects) ids.push_back(r.object_id);
    return ids;
  }

  CollisionRecords records;
  ReportingMover mover;
  PhysicsObject first;
  PhysicsObject second;
  std::map<std::uint32_t, TouchedObject> known;
};

using Ids = std::vector<std::uint32_t>;

TEST_F(CollisionReports, NothingTouchedNothingTold) {
  const CollisionOutcome out = after({}, 10.0);
  EXPECT_TRUE(out.reports.empty());
  EXPECT_FALSE(out.reported);
  EXPECT_EQ(out.physics_state, kReportCollisions);
  EXPECT_TRUE(records.objects.empty());
}

TEST_F(CollisionReports, AFirstTouchTellsTheMover) {
  mover.was_in_contact = true;
  const CollisionOutcome out = after({&first}, 10.0);
  ASSERT_EQ(out.reports.size(), 1U);
  const CollisionReport& r = out.reports[0];
  EXPECT_EQ(r.kind, Kind::object);
  EXPECT_EQ(r.to, Receiver::mover);
  EXPECT_EQ(r.object_id, 1U);
  EXPECT_TRUE(same_bits(r.velocity, Vec3{1, 2, 3}));
  EXPECT_TRUE(r.me_in_contact);
  EXPECT_FALSE(r.other_in_contact);
  EXPECT_FALSE(r.other_is_missile);
  EXPECT_TRUE(out.reported);
  EXPECT_EQ(out.physics_state, kReportCollisions);
  ASSERT_EQ(records.objects.size(), 1U);
  EXPECT_EQ(records.objects[0].touched, 10.0);
  EXPECT_FALSE(records.objects[0].ethereal);
  EXPECT_FALSE(records.colliding_with_environment);
}

TEST_F(CollisionReports, TheProfileSaysHowTheOtherMoves) {
  known[1] = {1, kMissile, weenie::kExists, {0.5F, -1, 3}, true};
  const CollisionOutcome out = after({&first}, 10.0);
  ASSERT_EQ(out.reports.size(), 1U);
  EXPECT_TRUE(same_bits(out.reports[0].velocity, Vec3{0.5F, 3, 0}));
  EXPECT_FALSE(out.reports[0].me_in_contact);
  EXPECT_TRUE(out.reports[0].other_in_contact);
  EXPECT_TRUE(out.reports[0].other_is_missile);
}

TEST_F(CollisionReports, ATouchedObjectWithReportsIsToldTheMirrorImage) {
  known[1] = {1, kReportCollisions, weenie::kExists, {0.5F, -1, 4}, true};
  const CollisionOutcome out = after({&first}, 10.0);
  ASSERT_EQ(out.reports.size(), 2U);
  EXPECT_EQ(out.reports[0].to, Receiver::mover) << "the mover first";
  const CollisionReport& r = out.reports[1];
  EXPECT_EQ(r.kind, Kind::object);
  EXPECT_EQ(r.to, Receiver::object);
  EXPECT_EQ(r.object_id, 1U);
  EXPECT_TRUE(same_bits(r.velocity, Vec3{-0.5F, -3, 1}));
  EXPECT_TRUE(r.me_in_contact) << "the object's";
  EXPECT_FALSE(r.other_in_contact) << "the mover's";
  EXPECT_FALSE(r.other_is_missile);
}

TEST_F(CollisionReports, WhoWantsNoReportsOrHasNoWeenieGetsNone) {
  mover.physics_state = 0;
  first.state = kReportCollisions;
  CollisionOutcome out = after({&first}, 10.0);
  ASSERT_EQ(out.reports.size(), 1U) << "the object is told all the same";
  EXPECT_EQ(out.reports[0].to, Receiver::object);
  EXPECT_TRUE(out.reported);

  records = {};
  mover.physics_state = kReportCollisions;
  mover.has_weenie = false;
  out = after({&first}, 10.0);
  ASSERT_EQ(out.reports.size(), 1U);
  EXPECT_EQ(out.reports[0].to, Receiver::object);

  records = {};
  first.weenie = 0;
  out = after({&first}, 10.0);
  EXPECT_TRUE(out.reports.empty());
  EXPECT_FALSE(out.reported);
  EXPECT_EQ(touching(), Ids{1}) << "remembered without having been told";
}

TEST_F(CollisionReports, ATouchThatGoesOnIsToldOnce) {
  (void)after({&first}, 10.0);
  const CollisionOutcome out = after({&first}, 10.5);
  EXPECT_TRUE(out.reports.empty());
  EXPECT_FALSE(out.reported);
  ASSERT_EQ(records.objects.size(), 1U);
  EXPECT_EQ(records.objects[0].touched, 10.5) << "refreshed";
}

TEST_F(CollisionReports, ANewTouchBehindAnOldOneIsTold) {
  (void)after({&first}, 10.0);
  const CollisionOutcome out = after({&second, &first}, 10.5);
  ASSERT_EQ(out.reports.size(), 1U);
  EXPECT_EQ(out.reports[0].object_id, 2U);
  EXPECT_EQ(touching(), (Ids{1, 2})) << "in order of first touch, refreshed or not";
}

// More than a second: at exactly one it goes on, and a touch then is still the old one.
TEST_F(CollisionReports, ATouchEndsAfterMoreThanASecond) {
  (void)after({&first}, 10.0);
  EXPECT_TRUE(after({}, 11.0).reports.empty());
  EXPECT_EQ(touching(), Ids{1});
  EXPECT_TRUE(after({&first}, 11.0).reports.empty());
  const CollisionOutcome out = after({}, 12.0625);
  ASSERT_EQ(out.reports.size(), 1U);
  EXPECT_EQ(out.reports[0].kind, Kind::end);
  EXPECT_EQ(out.reports[0].to, Receiver::mover);
  EXPECT_EQ(out.reports[0].object_id, 1U);
  EXPECT_FALSE(out.reported) << "an end is no touch";
  EXPECT_TRUE(records.objects.empty());
  EXPECT_EQ(after({&first}, 12.125).reports.size(), 1U) << "a first touch again";
}

// Records are refreshed before ends are looked for.
TEST_F(CollisionReports, ATouchAfterALongTimeGoesOnWhenNoResolveLay) {
  (void)after({&first}, 10.0);
  EXPECT_TRUE(after({&first}, 20.0).reports.empty());
  EXPECT_EQ(touching(), Ids{1});
}

TEST_F(CollisionReports, AnEtherealTouchEndsAtTheNextResolveWithoutIt) {
  first.state = kEthereal;
  EXPECT_EQ(after({&first}, 10.0).reports.size(), 1U);
  ASSERT_EQ(touching(), Ids{1}) << "no time has passed";
  EXPECT_TRUE(records.objects[0].ethereal);
  EXPECT_TRUE(after({}, 10.0).reports.empty()) << "nor now";
  EXPECT_TRUE(after({&first}, 10.25).reports.empty()) << "still in it";
  const CollisionOutcome out = after({}, 10.3125);
  ASSERT_EQ(out.reports.size(), 1U);
  EXPECT_EQ(out.reports[0].kind, Kind::end);
}

// The record keeps what the object was at the last touch.
TEST_F(CollisionReports, ATouchThatBecameSolidLastsItsSecond) {
  first.state = kEthereal;
  (void)after({&first}, 10.0);
  first.state = 0;
  (void)after({&first}, 10.25);
  EXPECT_TRUE(after({}, 10.5).reports.empty());
  EXPECT_EQ(touching(), Ids{1});
}

TEST_F(CollisionReports, AnEndIsToldToBothInOrderOfFirstTouch) {
  known[1] = {1, kReportCollisions, weenie::kExists, {}, false};
  known[2] = {2, 0, weenie::kExists, {}, false};
  (void)after({&second}, 10.0);
  (void)after({&first}, 10.0);
  const CollisionOutcome out = after({}, 12.0);
  ASSERT_EQ(out.reports.size(), 3U);
  EXPECT_EQ(out.reports[0].object_id, 2U);
  EXPECT_EQ(out.reports[0].to, Receiver::mover);
  EXPECT_EQ(out.reports[1].object_id, 1U);
  EXPECT_EQ(out.reports[1].to, Receiver::mover);
  EXPECT_EQ(out.reports[2].object_id, 1U);
  EXPECT_EQ(out.reports[2].to, Receiver::object);
  for (const CollisionReport& r : out.reports) EXPECT_EQ(r.kind, Kind::end);
}

TEST_F(CollisionReports, NoEndIsToldOfWhatCountsAsEnvironment) {
  (void)after({&first}, 10.0);
  known[1] = {1, kReportCollisionsAsEnvironment | kReportCollisions, weenie::kExists, {}, false};
  EXPECT_TRUE(after({}, 12.0).reports.empty());
  EXPECT_TRUE(records.objects.empty()) << "forgotten all the same";
}

TEST_F(CollisionReports, AMoverWithoutReportsIsToldNoEnd) {
  mover.physics_state = 0;
  known[1] = {1, kReportCollisions, weenie::kExists, {}, false};
  (void)after({&first, &second}, 10.0);
  const CollisionOutcome out = after({}, 12.0);
  ASSERT_EQ(out.reports.size(), 1U) << "neither of the known nor of the unknown one";
  EXPECT_EQ(out.reports[0].to, Receiver::object);
  EXPECT_EQ(out.reports[0].object_id, 1U);
}

TEST_F(CollisionReports, ForceEndsEverything) {
  known[1] = {1, kReportCollisions, weenie::kExists, {}, false};
  (void)after({&first, &second}, 10.0);
  const CollisionOutcome out = end_all_collisions(records, mover, *this);
  ASSERT_EQ(out.reports.size(), 3U);
  EXPECT_EQ(out.reports[0].object_id, 1U);
  EXPECT_EQ(out.reports[1].to, Receiver::object);
  EXPECT_EQ(out.reports[2].object_id, 2U);
  EXPECT_TRUE(records.objects.empty());
  EXPECT_EQ(out.physics_state, kReportCollisions);
}

// A host may hand over statics, which the solver never lists.
TEST_F(CollisionReports, AStaticIsEnvironmentAndLeavesNoRecord) {
  mover.was_in_contact = true;
  first.state = kStatic | kReportCollisions;
  const CollisionOutcome out = after({&first}, 10.0, true);
  ASSERT_EQ(out.reports.size(), 1U);
  EXPECT_EQ(out.reports[0].kind, Kind::environment);
  EXPECT_EQ(out.reports[0].to, Receiver::mover);
  EXPECT_EQ(out.reports[0].object_id, 0U);
  EXPECT_TRUE(same_bits(out.reports[0].velocity, Vec3{1, 2, 3}));
  EXPECT_TRUE(out.reports[0].me_in_contact);
  EXPECT_TRUE(out.reported);
  EXPECT_TRUE(records.objects.empty());
  EXPECT_TRUE(records.colliding_with_environment);
  EXPECT_TRUE(after({&first}, 10.1, true).reports.empty()) << "told already";
}

// Touched with reports as environment: the environment's event instead of the object's, for neither side more.
// The flag it raised falls in the same call where the resolve itself met no environment.
TEST_F(CollisionReports, AnObjectMayBeReportedAsEnvironment) {
  first.state = kReportCollisionsAsEnvironment | kReportCollisions;
  const CollisionOutcome out = after({&first}, 10.0);
  ASSERT_EQ(out.reports.size(), 1U);
  EXPECT_EQ(out.reports[0].kind, Kind::environment);
  EXPECT_EQ(out.reports[0].to, Receiver::mover);
  EXPECT_TRUE(out.reported);
  EXPECT_EQ(touching(), Ids{1}) << "an object's record all the same";
  EXPECT_FALSE(records.colliding_with_environment);
  EXPECT_TRUE(after({&first}, 10.5).reports.empty()) << "first touch only";
}

TEST_F(CollisionReports, TheEnvironmentIsToldOnceUntilAResolveWithoutIt) {
  EXPECT_EQ(after({}, 10.0, true).reports.size(), 1U);
  EXPECT_TRUE(records.colliding_with_environment);
  EXPECT_TRUE(after({}, 10.1, true).reports.empty());
  EXPECT_TRUE(records.colliding_with_environment);
  EXPECT_TRUE(after({}, 10.2, false).reports.empty());
  EXPECT_FALSE(records.colliding_with_environment);
  EXPECT_EQ(after({}, 10.3, true).reports.size(), 1U);
}

TEST_F(CollisionReports, TheEnvironmentCountsWithoutAnybodyToTell) {
  mover.has_weenie = false;
  CollisionOutcome out = after({}, 10.0, true);
  EXPECT_TRUE(out.reports.empty());
  EXPECT_FALSE(out.reported);
  EXPECT_TRUE(records.colliding_with_environment);

  records = {};
  mover.has_weenie = true;
  mover.physics_state = 0;
  out = after({}, 10.0, true);
  EXPECT_TRUE(out.reports.empty());
  EXPECT_TRUE(records.colliding_with_environment);
}

TEST_F(CollisionReports, ALandingIsEnvironment) {
  mover.transient = transient_state::kContact | transient_state::kOnWalkable;
  mover.was_on_walkable = true;
  EXPECT_TRUE(after({}, 10.0).reports.empty()) << "stood there before";
  mover.was_on_walkable = false;
  const CollisionOutcome out = after({}, 10.1);
  ASSERT_EQ(out.reports.size(), 1U);
  EXPECT_EQ(out.reports[0].kind, Kind::environment);
  EXPECT_FALSE(out.reports[0].me_in_contact);
  EXPECT_TRUE(out.reported);
  EXPECT_TRUE(records.colliding_with_environment);
  records = {};
  mover.transient = transient_state::kContact;
  EXPECT_TRUE(after({}, 10.2).reports.empty()) << "too steep to stand on";
}

// Objects, then ends, then the environment (0x00514780).
TEST_F(CollisionReports, TheOrderOfAResolve) {
  (void)after({&second}, 8.0);
  const CollisionOutcome out = after({&first}, 10.0, true);
  ASSERT_EQ(out.reports.size(), 3U);
  EXPECT_EQ(out.reports[0].kind, Kind::object);
  EXPECT_EQ(out.reports[0].object_id, 1U);
  EXPECT_EQ(out.reports[1].kind, Kind::end);
  EXPECT_EQ(out.reports[1].object_id, 2U);
  EXPECT_EQ(out.reports[2].kind, Kind::environment);
}

TEST_F(CollisionReports, ObjectsThatIgnoreCollisionsAreNotReportedToTheMover) {
  first.state = kIgnoreCollisions | kReportCollisions;
  mover.physics_state = kArrow;
  const CollisionOutcome out = after({&first}, 10.0);
  ASSERT_EQ(out.reports.size(), 1U) << "but they are told";
  EXPECT_EQ(out.reports[0].to, Receiver::object);
  EXPECT_TRUE(out.reports[0].other_is_missile);
  EXPECT_EQ(out.physics_state, kArrow) << "and a missile flies on";
}

TEST_F(CollisionReports, AMoverThatIgnoresCollisionsIsReportedToNobodyElse) {
  first.state = kReportCollisions;
  mover.physics_state = kReportCollisions | kIgnoreCollisions;
  const CollisionOutcome out = after({&first}, 10.0);
  ASSERT_EQ(out.reports.size(), 1U);
  EXPECT_EQ(out.reports[0].to, Receiver::mover);
}

TEST_F(CollisionReports, AMissilesHitIsAnAttackAndEndsItsFlight) {
  mover.physics_state = kArrow;
  first.state = kReportCollisions;
  const CollisionOutcome out = after({&first}, 10.0);
  ASSERT_EQ(out.reports.size(), 2U);
  EXPECT_EQ(out.reports[0].kind, Kind::attack);
  EXPECT_EQ(out.reports[0].to, Receiver::mover);
  EXPECT_EQ(out.reports[0].object_id, 1U);
  EXPECT_TRUE(same_bits(out.reports[0].velocity, Vec3{})) << "an attack has no velocity";
  EXPECT_EQ(out.reports[1].kind, Kind::object) << "to the object it is a touch";
  EXPECT_TRUE(out.reports[1].other_is_missile) << "as it was when it hit";
  EXPECT_EQ(out.physics_state, kSpentArrow);
}

// The second object of the same resolve is touched by what is no missile any more.
TEST_F(CollisionReports, OnlyTheFirstHitOfAMissileIsAnAttack) {
  mover.physics_state = kArrow;
  const CollisionOutcome out = after({&first, &second}, 10.0);
  ASSERT_EQ(out.reports.size(), 2U);
  EXPECT_EQ(out.reports[0].kind, Kind::attack);
  EXPECT_EQ(out.reports[1].kind, Kind::object);
  EXPECT_EQ(out.reports[1].object_id, 2U);
}

TEST_F(CollisionReports, AMissilesFlightEndsWithNobodyToTell) {
  mover.physics_state = kArrow & ~kReportCollisions;
  CollisionOutcome out = after({&first}, 10.0);
  EXPECT_TRUE(out.reports.empty());
  EXPECT_EQ(out.physics_state, kGravity);

  records = {};
  mover.physics_state = kArrow;
  mover.has_weenie = false;
  EXPECT_EQ(after({&first}, 10.0).physics_state, kSpentArrow);
  mover.has_weenie = true;

  records = {};
  mover.physics_state = kArrow;
  out = after({}, 10.0, true);
  ASSERT_EQ(out.reports.size(), 1U);
  EXPECT_EQ(out.reports[0].kind, Kind::environment);
  EXPECT_EQ(out.physics_state, kSpentArrow) << "at the environment too";
}

// The mask takes 0x340 together, and only from a missile.
TEST_F(CollisionReports, AFlightIsThreeBits) {
  EXPECT_EQ(~kMissileFlight, 0xFFFFFCBFU);
  mover.physics_state = kReportCollisions | kAlignPath | kPathClipped;
  EXPECT_EQ(after({&first}, 10.0, true).physics_state, kReportCollisions | kAlignPath | kPathClipped);
}

TEST_F(CollisionReports, AMoverThatShowsItselfIsToldAgain) {
  known[1] = {1, kReportCollisions, weenie::kExists, {}, true};
  mover.physics_state = 0;
  (void)after({&first, &second}, 10.0);
  mover.physics_state = kReportCollisions;
  mover.was_in_contact = true;
  const CollisionOutcome out = start_collisions(records, mover, *this);
  ASSERT_EQ(out.reports.size(), 2U) << "the second is not known any more";
  EXPECT_EQ(out.reports[0].kind, Kind::object);
  EXPECT_EQ(out.reports[0].to, Receiver::mover);
  EXPECT_TRUE(out.reports[0].me_in_contact);
  EXPECT_TRUE(out.reports[0].other_in_contact);
  EXPECT_EQ(out.reports[1].to, Receiver::object);
  EXPECT_TRUE(out.reported);
  EXPECT_EQ(touching(), (Ids{1, 2})) << "no touch of its own";
  EXPECT_EQ(records.objects[0].touched, 10.0);
}

TEST_F(CollisionReports, HolesInTheListAreSkipped) {
  EXPECT_EQ(after({nullptr, &first}, 10.0).reports.size(), 1U);
}

TEST(TouchedObject, IsTakenFromAPlacedObject) {
  PhysicsObject o;
  o.id = 9;
  o.state = kEthereal;
  o.weenie = weenie::kExists | weenie::kCreature;
  const TouchedObject t = touched_object(o);
  EXPECT_EQ(t.id, 9U);
  EXPECT_EQ(t.state, kEthereal);
  EXPECT_EQ(t.weenie, weenie::kExists | weenie::kCreature);
  EXPECT_TRUE(same_bits(t.velocity, Vec3{}));
  EXPECT_FALSE(t.in_contact);
}

}  // namespace
}  // namespace surefoot::test
