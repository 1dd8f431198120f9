#include "motion/collision_reports.hpp"

#include <algorithm>
#include <utility>

namespace surefoot {

namespace {

using Kind = CollisionReport::Kind;
using Receiver = CollisionReport::Receiver;

constexpr bool has(std::uint32_t word, std::uint32_t bit) {
  return (word & bit) != 0;
}

/// One call: the mover's state changes while it goes on.
template <class Rules>
class Reporter {
 public:
  Reporter(const Rules& rules, CollisionRecords& records, const ReportingMover& mover,
           const TouchedObjects& objects, std::vector<CollisionReport>* append_to = nullptr)
      : rules_(rules), records_(records), mover_(mover), objects_(objects), append_to_(append_to) {
    out_.physics_state = mover.physics_state;
  }

  /// 0x00513F10
  void touch(const TouchedObject& o, double now) {
    auto scope = rules_.enter(Fn::track_object_collision);
    if (has(o.state, physics_state::kStatic)) {
      rules_.arm(Arm::track_object_collision_environment, trace::id("object", o.id));
      environment();
      return;
    }
    const CollisionRecords::Record touched{o.id, now, has(o.state, physics_state::kEthereal)};
    const auto old = std::find_if(records_.objects.begin(), records_.objects.end(),
                                  [&](const CollisionRecords::Record& r) { return r.object_id == o.id; });
    scope(old == records_.objects.end());
    if (old != records_.objects.end()) {
      rules_.arm(Arm::track_object_collision_again, trace::id("object", o.id));
      *old = touched;
      return;
    }
    rules_.arm(Arm::track_object_collision_first, trace::id("object", o.id));
    records_.objects.push_back(touched);
    object(o);
  }

  /// 0x00513060
  void object(const TouchedObject& o) {
    auto scope = rules_.enter(Fn::report_object_collision);
    if (has(o.state, physics_state::kReportCollisionsAsEnvironment)) {
      rules_.arm(Arm::report_object_collision_as_environment, trace::id("object", o.id));
      environment();
      return;
    }
    // Read before the hit takes the bit away: the other side is told of a missile.
    const bool missile = has(out_.physics_state, physics_state::kMissile);
    if (has(o.state, physics_state::kIgnoreCollisions)) {
      rules_.arm(Arm::report_object_collision_ignores, trace::id("object", o.id));
    } else {
      if (mover_is_told()) {
        rules_.arm(Arm::report_object_collision_told, trace::id("object", o.id));
        CollisionReport mine;
        mine.kind = missile ? Kind::attack : Kind::object;
        mine.object_id = o.id;
        if (!missile) {
          mine.velocity = mover_.velocity - o.velocity;
          mine.me_in_contact = mover_.was_in_contact;
          mine.other_in_contact = o.in_contact;
          mine.other_is_missile = has(o.state, physics_state::kMissile);
        }
        tell(mine);
      }
      if (missile) end_flight();
    }
    if (is_told(o) && !has(out_.physics_state, physics_state::kIgnoreCollisions)) {
      rules_.arm(Arm::report_object_collision_other_told, trace::id("object", o.id));
      CollisionReport its;
      its.to = Receiver::object;
      its.object_id = o.id;
      its.velocity = o.velocity - mover_.velocity;
      its.me_in_contact = o.in_contact;
      its.other_in_contact = mover_.was_in_contact;
      its.other_is_missile = missile;
      tell(its);
    }
    scope(out_.reported);
  }

  /// 0x00512FC0: once, until a resolve without the environment.
  void environment() {
    auto scope = rules_.enter(Fn::report_environment_collision);
    scope(!records_.colliding_with_environment);
    if (records_.colliding_with_environment) {
      rules_.arm(Arm::report_environment_collision_again);
      return;
    }
    if (mover_is_told()) {
      rules_.arm(Arm::report_environment_collision_told, trace::vec("velocity", mover_.velocity));
      CollisionReport mine;
      mine.kind = Kind::environment;
      mine.velocity = mover_.velocity;
      mine.me_in_contact = mover_.was_in_contact;
      tell(mine);
    }
    records_.colliding_with_environment = true;
    if (!has(out_.physics_state, physics_state::kMissile)) return;
    rules_.arm(Arm::report_environment_collision_missile);
    end_flight();
    out_.flight_ended_by_environment = true;
  }

  /// 0x00514620; no time: force.
  void end(std::optional<double> now) {
    const auto over = [&](const CollisionRecords::Record& r) {
      if (!now) return true;
      const double age = *now - r.touched;
      return age > kTouchEnds || (r.ethereal && age > 0.0);
    };
    if (records_.objects.empty()) return;
    [[maybe_unused]] auto scope = rules_.enter(Fn::report_collision_end);
    for (const CollisionRecords::Record& r : records_.objects) {
      rules_.arm(over(r) ? Arm::report_collision_end_over : Arm::report_collision_end_still,
                 trace::id("object", r.object_id));
      if (over(r)) ended(r.object_id);
    }
    std::erase_if(records_.objects, over);
  }

  [[nodiscard]] CollisionOutcome take() { return std::move(out_); }

 private:
  [[nodiscard]] bool mover_is_told() const {
    return has(out_.physics_state, physics_state::kReportCollisions) && mover_.has_weenie;
  }
  [[nodiscard]] static bool is_told(const TouchedObject& o) {
    return has(o.state, physics_state::kReportCollisions) && has(o.weenie, weenie::kExists);
  }
  void list(const CollisionReport& report) {
    (append_to_ != nullptr ? *append_to_ : out_.reports).push_back(report);
  }
  void tell(const CollisionReport& report) {
    list(report);
    out_.reported = true;
  }
  void end_flight() { out_.physics_state &= ~kMissileFlight; }

  /// 0x00510A90. No part of the answer of 0x00514780.
  void ended(std::uint32_t id) {
    const std::optional<TouchedObject> o = objects_.find(id);
    if (o && has(o->state, physics_state::kReportCollisionsAsEnvironment)) return;
    CollisionReport report;
    report.kind = Kind::end;
    report.object_id = id;
    if (mover_is_told()) list(report);
    report.to = Receiver::object;
    if (o && is_told(*o)) list(report);
  }

  const Rules& rules_;
  CollisionRecords& records_;
  const ReportingMover& mover_;
  const TouchedObjects& objects_;
  std::vector<CollisionReport>* append_to_;
  CollisionOutcome out_;
};

}  // namespace

TouchedObject touched_object(const PhysicsObject& o) {
  return {o.id, o.state, o.weenie, {}, false};
}

template <class Rules>
CollisionOutcome report_collisions(const Rules& rules, CollisionRecords& records, const ReportingMover& mover,
                                   const ResolveResult& result, const TouchedObjects& objects, double now,
                                   std::vector<CollisionReport>* append_to) {
  const bool landed = !mover.was_on_walkable && has(mover.transient, transient_state::kOnWalkable);
  if (result.collide_objects.empty() && records.objects.empty() && !records.colliding_with_environment &&
      !result.collided_with_environment && !landed) {
    CollisionOutcome nothing;  // most ticks of most bodies
    nothing.physics_state = mover.physics_state;
    return nothing;
  }
  Reporter reporter(rules, records, mover, objects, append_to);
  for (const PhysicsObject* o : result.collide_objects) {
    if (o != nullptr) reporter.touch(objects.find(o->id).value_or(touched_object(*o)), now);
  }
  reporter.end(now);
  if (records.colliding_with_environment)
    records.colliding_with_environment = result.collided_with_environment;
  else if (result.collided_with_environment || landed)
    reporter.environment();
  return reporter.take();
}

template CollisionOutcome report_collisions(const Retail&, CollisionRecords&, const ReportingMover&,
                                            const ResolveResult&, const TouchedObjects&, double,
                                            std::vector<CollisionReport>*);
template CollisionOutcome report_collisions(const Profiled&, CollisionRecords&, const ReportingMover&,
                                            const ResolveResult&, const TouchedObjects&, double,
                                            std::vector<CollisionReport>*);

CollisionOutcome end_all_collisions(CollisionRecords& records, const ReportingMover& mover,
                                    const TouchedObjects& objects) {
  const Retail rules{};
  Reporter reporter(rules, records, mover, objects);
  reporter.end(std::nullopt);
  return reporter.take();
}

CollisionOutcome start_collisions(CollisionRecords& records, const ReportingMover& mover,
                                  const TouchedObjects& objects) {
  const Retail rules{};
  Reporter reporter(rules, records, mover, objects);
  for (const CollisionRecords::Record& r : records.objects) {
    if (const std::optional<TouchedObject> o = objects.find(r.object_id)) reporter.object(*o);
  }
  return reporter.take();
}

}  // namespace surefoot
