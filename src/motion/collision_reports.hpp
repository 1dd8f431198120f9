// Collision reports as data: which touches begin and end with a resolve, and who is told (spec 03 §11, 06
// §7.4).
//
// Reports never steer a mover. They leave one mark on it: a missile that hits something stops being one.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/flags.hpp"
#include "core/rules.hpp"
#include "motion/resolve.hpp"

namespace surefoot {

/// What reports need to know of the other object, as it is at the moment of the report.
struct TouchedObject {
  std::uint32_t id = 0;
  std::uint32_t state = 0;   ///< PhysicsState bits
  std::uint32_t weenie = 0;  ///< weenie bits
  Vec3 velocity;             ///< m/s
  bool in_contact = false;   ///< its Contact bit
};

/// A placed object as such: it stands still and has no Contact bit.
[[nodiscard]] TouchedObject touched_object(const PhysicsObject& o);

/// Finds an object by its id: how it moves, and for one touched earlier, whether it is still there.
class TouchedObjects {
 public:
  TouchedObjects() = default;
  TouchedObjects(const TouchedObjects&) = delete;
  TouchedObjects& operator=(const TouchedObjects&) = delete;
  virtual ~TouchedObjects() = default;

  /// Absent: not known (any more). One that a resolve has just touched is then taken as `touched_object` says.
  [[nodiscard]] virtual std::optional<TouchedObject> find(std::uint32_t id) const = 0;
};

/// What a mover touches; lives with it from one resolve to the next. A plain value: copying it saves it.
struct CollisionRecords {
  struct Record {
    std::uint32_t object_id = 0;
    double touched = 0.0;   ///< physics time of the last touch, seconds
    bool ethereal = false;  ///< the object was, at that touch
  };
  /// In order of first touch. The client keeps a hash table; nothing may depend on that table's order, and this
  /// one makes the order of end reports a stated one.
  std::vector<Record> objects;
  bool colliding_with_environment = false;
};

/// The mover after the commit of a resolve and before its velocity answers (06 §7.2).
struct ReportingMover {
  std::uint32_t physics_state = physics_state::kDefault;  ///< PhysicsState bits
  bool has_weenie = false;                                ///< without one nobody is there to be told
  Vec3 velocity;                                          ///< m/s
  bool was_in_contact = false;                            ///< Contact before the commit
  bool was_on_walkable = false;                           ///< OnWalkable before the commit
  std::uint32_t transient = 0;                            ///< TransientState bits after the commit
};

/// One event. "Me" is whoever receives it, "other" the opposite side. The client packs the three booleans into
/// a profile's flags (0x20, 0x10, 0x8) beside what the game knows of the other; that part, and the quadrant of
/// an attack, are for the host to add.
struct CollisionReport {
  enum class Kind : std::uint8_t {
    object,       ///< first touch of an object
    attack,       ///< the same by a missile, to the mover: the whole object is hit (part −1)
    environment,  ///< first touch of what does not move, or a landing
    end,          ///< an object is touched no more
  };
  enum class Receiver : std::uint8_t { mover, object };

  Kind kind = Kind::object;
  Receiver to = Receiver::mover;
  std::uint32_t object_id = 0;    ///< the object, whoever is told; 0 for the environment
  Vec3 velocity;                  ///< m/s; object: mine minus the other's; environment: mine; otherwise zero
  bool me_in_contact = false;     ///< object and environment; the mover's Contact is that before the commit
  bool other_in_contact = false;  ///< object
  bool other_is_missile = false;  ///< object; of a mover: before this hit
};

struct CollisionOutcome {
  std::vector<CollisionReport> reports;      ///< in the client's order
  std::uint32_t physics_state = 0;           ///< the mover's from now on: a missile that hit loses 0x340
  bool reported = false;                     ///< a touch was told to someone: the answer of 0x00514780
  bool flight_ended_by_environment = false;  ///< and it was the environment that a missile hit
};

/// A record not refreshed for longer than this has ended, seconds; an ethereal object's ends at once.
inline constexpr double kTouchEnds = 1.0;
/// Missile, AlignPath, PathClipped: what a missile loses when it hits.
inline constexpr std::uint32_t kMissileFlight =
    physics_state::kMissile | physics_state::kAlignPath | physics_state::kPathClipped;

/// The reporting half of `handle_all_collisions` 0x00514780. Call it once after each committed resolve, and
/// after a failed placement with both `was_` fields false (06 §11.2); the client does not report a move that
/// failed. `now` is the physics time in seconds. With `append_to` the reports go there, and not into the outcome.
template <class Rules>
[[nodiscard]] CollisionOutcome report_collisions(const Rules& rules, CollisionRecords& records,
                                                 const ReportingMover& mover, const ResolveResult& result,
                                                 const TouchedObjects& objects, double now,
                                                 std::vector<CollisionReport>* append_to = nullptr);
[[nodiscard]] inline CollisionOutcome report_collisions(CollisionRecords& records,
                                                        const ReportingMover& mover,
                                                        const ResolveResult& result,
                                                        const TouchedObjects& objects, double now) {
  return report_collisions(Retail{}, records, mover, result, objects, now);
}

/// `report_collision_end` 0x00514620 with force: every touch ends, as before a teleport or when the mover
/// hides. Of `mover` only the state bits and the weenie are looked at.
[[nodiscard]] CollisionOutcome end_all_collisions(CollisionRecords& records, const ReportingMover& mover,
                                                  const TouchedObjects& objects);

/// `report_collision_start` 0x00513FD0: reports every record again, when a hidden mover shows itself. Objects
/// not known any more are left out.
[[nodiscard]] CollisionOutcome start_collisions(CollisionRecords& records, const ReportingMover& mover,
                                                const TouchedObjects& objects);

}  // namespace surefoot
