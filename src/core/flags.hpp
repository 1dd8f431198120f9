// Enumerations and flag words of the retail client (spec 01 §3).
#pragma once

#include <cstdint>

namespace surefoot {

/// Answer of a cell, shape or driver phase (spec 01 §3.1).
enum class TransitionState : std::uint8_t {
  Invalid = 0,   ///< no attempt was made
  Ok = 1,        ///< nothing in the way
  Collided = 2,  ///< blocked, no fix
  Adjusted = 3,  ///< the candidate position was changed; test again
  Slid = 4,      ///< the candidate was slid along a surface; test again
};

enum class InsertType : std::uint8_t { Transition = 0, Placement = 1, InitialPlacement = 2 };

enum class Sidedness : std::uint8_t { Positive = 0, Negative = 1, InPlane = 2, Crossing = 3 };

enum class BoundingType : std::uint8_t { Outside = 0, PartiallyInside = 1, EntirelyInside = 2 };

/// ObjectInfo state bits: what the mover of one resolve is (spec 01 §3.4).
namespace object_info_flag {
inline constexpr std::uint32_t kContact = 0x1;
inline constexpr std::uint32_t kOnWalkable = 0x2;
inline constexpr std::uint32_t kIsViewer = 0x4;
inline constexpr std::uint32_t kPathClipped = 0x8;
inline constexpr std::uint32_t kFreeRotate = 0x10;
inline constexpr std::uint32_t kPerfectClip = 0x40;
inline constexpr std::uint32_t kIsImpenetrable = 0x80;
inline constexpr std::uint32_t kIsPlayer = 0x100;
inline constexpr std::uint32_t kEdgeSlide = 0x200;
inline constexpr std::uint32_t kIgnoreCreatures = 0x400;
inline constexpr std::uint32_t kIsPk = 0x800;
inline constexpr std::uint32_t kIsPkLite = 0x1000;
}  // namespace object_info_flag

/// PhysicsState bits: persistent state of a body or object (spec 01 §3.5).
namespace physics_state {
inline constexpr std::uint32_t kStatic = 0x1;
inline constexpr std::uint32_t kEthereal = 0x4;
inline constexpr std::uint32_t kReportCollisions = 0x8;
inline constexpr std::uint32_t kIgnoreCollisions = 0x10;
inline constexpr std::uint32_t kNoDraw = 0x20;
inline constexpr std::uint32_t kMissile = 0x40;
inline constexpr std::uint32_t kPushable = 0x80;
inline constexpr std::uint32_t kAlignPath = 0x100;
inline constexpr std::uint32_t kPathClipped = 0x200;
inline constexpr std::uint32_t kGravity = 0x400;
inline constexpr std::uint32_t kLightingOn = 0x800;
inline constexpr std::uint32_t kParticleEmitter = 0x1000;
inline constexpr std::uint32_t kHidden = 0x4000;
inline constexpr std::uint32_t kScriptedCollision = 0x8000;
inline constexpr std::uint32_t kHasPhysicsBsp = 0x10000;
inline constexpr std::uint32_t kInelastic = 0x20000;
inline constexpr std::uint32_t kHasDefaultAnim = 0x40000;
inline constexpr std::uint32_t kHasDefaultScript = 0x80000;
inline constexpr std::uint32_t kCloaked = 0x100000;
inline constexpr std::uint32_t kReportCollisionsAsEnvironment = 0x200000;
inline constexpr std::uint32_t kEdgeSlide = 0x400000;
inline constexpr std::uint32_t kSledding = 0x800000;
inline constexpr std::uint32_t kFrozen = 0x1000000;
/// A new body: EdgeSlide | LightingOn | Gravity | ReportCollisions.
inline constexpr std::uint32_t kDefault = 0x00400C08;
}  // namespace physics_state

/// TransientState bits: what a body remembers from its last resolve (spec 01 §3.6).
namespace transient_state {
inline constexpr std::uint32_t kContact = 0x1;
inline constexpr std::uint32_t kOnWalkable = 0x2;
inline constexpr std::uint32_t kSliding = 0x4;
inline constexpr std::uint32_t kWaterContact = 0x8;
inline constexpr std::uint32_t kStationaryFall = 0x10;
inline constexpr std::uint32_t kStationaryStop = 0x20;
inline constexpr std::uint32_t kStationaryStuck = 0x40;
inline constexpr std::uint32_t kStationaryMask = 0x70;
inline constexpr std::uint32_t kActive = 0x80;
inline constexpr std::uint32_t kCheckEthereal = 0x100;
}  // namespace transient_state

/// How a body is set down (spec 01 §3.7, 06 §11.1). Placement, Teleport, Restore and SendPositionEvent say why, to
/// others; where the body ends does not depend on them.
namespace set_position_flag {
inline constexpr std::uint32_t kPlacement = 0x1;
inline constexpr std::uint32_t kTeleport = 0x2;
inline constexpr std::uint32_t kRestore = 0x4;
inline constexpr std::uint32_t kSlide = 0x10;
inline constexpr std::uint32_t kDoNotCreateCells = 0x20;
inline constexpr std::uint32_t kScatter = 0x100;
inline constexpr std::uint32_t kRandomScatter = 0x200;
inline constexpr std::uint32_t kSendPositionEvent = 0x1000;
}  // namespace set_position_flag

[[nodiscard]] constexpr const char* to_string(TransitionState s) {
  constexpr const char* kNames[] = {"Invalid", "Ok", "Collided", "Adjusted", "Slid"};
  return kNames[static_cast<int>(s)];
}

}  // namespace surefoot
