// One resolve: move a body's spheres from a begin to an end position (spec 04 §7).
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>

#include "core/error.hpp"
#include "core/rules.hpp"
#include "motion/collision_info.hpp"
#include "world/entry_policy.hpp"
#include "world/world.hpp"

namespace surefoot {

class CellRegion;
struct TransitionData;

/// The mover's shape and abilities. Lengths in metres; a value out of its range is refused.
struct Mover {
  /// Body axes, unscaled; 0 is the foot, 1 the head. Finite; radius × scale at least kMinSphereRadius.
  std::array<Sphere, 2> spheres{};
  int num_spheres = 0;  ///< 0..2; 0: the client's dummy sphere, centre (0,0,0.1), radius 0.1, unscaled
  float scale = 1.0F;   ///< finite, above 0
  float step_up_height = 0.0F;                            ///< finite, not negative
  float step_down_height = 0.0F;                          ///< finite, not negative
  std::uint32_t physics_state = physics_state::kDefault;  ///< PhysicsState bits
  /// ObjectInfo bits that `request_from_body` adds to those the body gives; `resolve()` does not look at them.
  std::uint32_t flags = 0;
  std::uint32_t object_id = 0;  ///< the mover's own object, skipped by collision; 0 = none
  std::uint32_t target_id = 0;  ///< a missile's designated target; 0 = none
};

/// The short form of captures: foot (0,0,radius), and for height > 0 a head (0,0,height − radius) of the same
/// radius.
[[nodiscard]] Mover mover_from_radius_height(float radius, float height);

/// A remembered support polygon that seeds a sweep; only ports have it (divergence `openac_walkable_seed`).
struct WalkableSeed {
  Plane plane;                     ///< block coordinates of the begin position
  std::span<const Vec3> vertices;  ///< same; at least 3; alive during the call
  Vec3 up{0.0F, 0.0F, 1.0F};
};

/// Everything one resolve starts from, after the caller's set-up (`request_from_body` for retail's).
struct ResolveRequest {
  Mover mover;
  std::optional<Position> begin;  ///< absent: a placement at `end`
  Position end;
  std::uint32_t object_info_state = 0;  ///< ObjectInfo bits, complete: `mover.flags` are not added to them

  enum class Contact : std::uint8_t {
    none,
    standing,  ///< `init_contact_plane`: current and last-known
    leaving,   ///< `init_last_known_contact_plane`: last-known only
  };
  Contact contact = Contact::none;
  ContactPlane contact_plane;  ///< for standing and leaving
  std::optional<Vec3> sliding_normal;
  int frames_stationary_fall = 0;  ///< 0..3
  std::optional<WalkableSeed> walkable;
  bool placement_allows_sliding = true;
  bool do_not_load_cells =
      false;  ///< indoors only the cells that the cell of `end` sees are looked at (05 §6.1)
  /// The workspace's last placement goes on at another `end`: what it touched and knows stays, only the path is new
  /// (the tries of a scatter share one transition, 06 §11.2). For a workspace that comes straight from that one.
  bool further_try = false;
  const EntryPolicy* entry_policy =
      nullptr;  ///< who may enter guarded cells; null: everybody. Alive during the call
  /// Objects are looked for in these cells alone. One outside counts as empty and is noted there; the result then means
  /// nothing. Null: everywhere. Alive during the call
  CellRegion* region = nullptr;
};

/// What came out. Spans point into the workspace and hold until its next resolve.
struct ResolveResult : ContactState {
  ResolveResult() = default;
  /// What a transition that has ended came to.
  ResolveResult(bool valid, const TransitionData& data);

  bool ok = false;          ///< false: a caller that follows retail keeps its old origin
  Position position;        ///< last accepted
  Position check_position;  ///< last candidate; equals `position` after a success
  CellId cell_id = 0;       ///< of the loaded cell the mover is in; 0 when it is in none
  std::uint32_t object_info_state = 0;
  bool velocity_killed = false;  ///< the caller zeroes the body's velocity
  std::span<const PhysicsObject* const> collide_objects;
  std::uint32_t last_collided_object = 0;  ///< 0 = none
  std::span<const CellEntry> cells;        ///< the cell array, in order

  [[nodiscard]] bool in_contact() const { return contact_plane_valid; }
  /// By retail's limit, whatever the profile (`openac_floor_z` has its own: see `object_info_state`).
  [[nodiscard]] bool on_walkable() const {
    return contact_plane_valid && contact_plane.plane.normal.z >= kFloorZ;
  }
};

/// Sub-steps one resolve may take. Retail has no limit; a longer move is refused (docs/limits.md).
inline constexpr std::int32_t kMaxSubSteps = 1 << 20;
/// Least radius of a mover's sphere, metres: the rules take kEpsilon off radii (docs/limits.md).
inline constexpr float kMinSphereRadius = 0.001F;
/// Places the search around a placement's wish may have to try; a foot sphere of 9.85 mm or more has fewer.
/// Retail has no limit; a placement with more is refused (docs/limits.md).
inline constexpr std::int32_t kMaxPlacementPlaces = 1 << 17;

/// Scratch memory of resolves; one per thread. Nothing is allocated once it is warm.
class Workspace {
 public:
  Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;
  ~Workspace();

  [[nodiscard]] TransitionData& data() { return *data_; }

 private:
  std::unique_ptr<TransitionData> data_;
};

/// Retail rules, no trace: the fast path. Refuses, naming the field (ErrorCode::bad_request):
/// - NaN or infinity in a position, a rotation matrix, a used sphere, scale or step height, a contact plane in
///   use, a sliding normal, a walkable seed;
/// - a rotation that is no unit quaternion;
/// - other than 0 to 2 spheres, a scaled radius below kMinSphereRadius, a scale ≤ 0, a negative step height;
/// - frames_stationary_fall outside 0..3, a walkable seed of fewer than 3 vertices;
/// - a move whose end names no cell, or of more than kMaxSubSteps sub-steps;
/// - a placement that may slide and whose search would pass kMaxPlacementPlaces.
[[nodiscard]] Expected<ResolveResult> resolve(const World& world, const ResolveRequest& request,
                                              Workspace& workspace);

/// The same under a profile, reporting to `sink` (may be null). With an empty profile the bits equal those
/// above.
[[nodiscard]] Expected<ResolveResult> resolve(const World& world, const ResolveRequest& request,
                                              Workspace& workspace, const Profile& profile, TraceSink* sink);

/// Whichever of the two it takes: the fast path unless there is a sink or a divergence. Null or empty: retail.
[[nodiscard]] Expected<ResolveResult> resolve(const World& world, const ResolveRequest& request,
                                              Workspace& workspace, const Profile* profile,
                                              TraceSink* sink = nullptr);

}  // namespace surefoot
