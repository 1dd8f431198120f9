// The retail client's constants, by bits (spec 01 §2). Units: metres, seconds.
#pragma once

#include "core/bits.hpp"

namespace surefoot {

/// 0.0002: every tolerance of the physics code.
inline constexpr float kEpsilon = float_from_bits(0x3951B717U);
/// kEpsilon * kEpsilon: squared-length test of a sub-step offset.
inline constexpr float kEpsilonSq = float_from_bits(0x332BCC76U);
/// Allowed deviation of a quaternion norm from 1.
inline constexpr float kQuatTolerance = float_from_bits(0x3A83126EU);
/// Least normal.z of a walkable surface: cos(60·180/π) by a units slip of the client's
/// static initialiser 0x0070D920; the steepest walkable slope is 48.381°.
inline constexpr float kFloorZ = float_from_bits(0x3F2A0751U);
/// The same before it was rounded, as a port keeps it (divergence `gdle_floor_double`).
inline constexpr double kFloorZExact = 0.6641741461866276;
/// The same in two ports (divergence `openac_floor_z`).
inline constexpr float kOpenAcFloorZ = 0.6642F;
/// Permissive walkable limit while landing (sin 5°).
inline constexpr float kLandingZ = float_from_bits(0x3DB27EB0U);
/// Step height of a mover that is not on walkable ground.
inline constexpr float kSmallStep = float_from_bits(0x3D23D70AU);
/// Lower bound of a step-down interpolation on terrain, spheres and cylinders (−0.1).
inline constexpr float kInterpLow = float_from_bits(0xBDCCCCCDU);
/// Lower bound of `adjust_sphere_to_plane`'s interpolation (−0.5).
inline constexpr float kPolyInterpLow = float_from_bits(0xBF000000U);
/// Acceleration along z, m/s².
inline constexpr float kGravity = float_from_bits(0xC11CCCCDU);
/// `set_velocity` shortens to this, m/s.
inline constexpr float kMaxVelocity = float_from_bits(0x42480000U);
inline constexpr float kMaxVelocitySq = float_from_bits(0x451C4000U);
/// Below this a body on the ground is stopped, m/s.
inline constexpr float kSmallVelocity = float_from_bits(0x3E800000U);
inline constexpr float kSmallVelocitySq = float_from_bits(0x3D800000U);
/// Share of the speed lost in a second; see 06 §5.3.
inline constexpr float kDefaultFriction = float_from_bits(0x3F733333U);
inline constexpr float kDefaultElasticity = float_from_bits(0x3D4CCCCDU);
inline constexpr float kMaxElasticity = float_from_bits(0x3DCCCCCDU);
inline constexpr float kDefaultTranslucency = 0.0F;
inline constexpr float kDefaultMass = 1.0F;
inline constexpr float kDefaultScale = 1.0F;
/// Step up/down height of an object that has parts but no setup.
inline constexpr float kDefaultStepHeight = float_from_bits(0x3C23D70AU);
/// A mover without spheres: one sphere, centre (0,0,0.1), radius 0.1.
inline constexpr float kDummySphereRadius = float_from_bits(0x3DCCCCCDU);
/// Camera sweep sphere (value from ports).
inline constexpr float kViewerSphereRadius = float_from_bits(0x3E99999AU);
/// Least and greatest time step, seconds (06 §3).
inline constexpr double kMinQuantum = 0x1.1111111111111p-5;
inline constexpr double kMaxQuantum = 0x1.999999999999ap-3;
/// 1/30 s as the client passes it on: the fixed quantum of a headless tick.
inline constexpr float kTickQuantum = float_from_bits(0x3D088889U);
/// A longer gap is discarded, seconds.
inline constexpr float kHugeQuantum = 2.0F;
/// Farther objects are not updated, metres.
inline constexpr float kActiveDistance = 96.0F;
/// Side of a land cell, metres.
inline constexpr float kCellLength = 24.0F;
inline constexpr float kHalfCellLength = 12.0F;
/// Side of a landblock, metres.
inline constexpr float kBlockLength = 192.0F;
inline constexpr float kRoadWidth = 5.0F;
inline constexpr float kMaxObjectHeight = 200.0F;
inline constexpr float kSkyHeight = 1000.0F;
/// Placement search (spec 04 §6.9).
inline constexpr float kPlacementSmallRadius = 0.125F;
inline constexpr float kPlacementMinRadius = float_from_bits(0x3EF5C28FU);
inline constexpr float kPlacementPi = float_from_bits(0x40490FF9U);
/// Accepted shift of a no-slide placement.
inline constexpr float kPlacementSlack = float_from_bits(0x3D4CCCCDU);
/// Friction threshold on velocity · contact normal (spec 06 §5.3).
inline constexpr float kFrictionAngle = 0.25F;
/// Squared speeds between which a sledding body has another friction, m²/s² (06 §5.3).
inline constexpr float kSledSlowSq = float_from_bits(0x3FC80000U);
inline constexpr float kSledFastSq = float_from_bits(0x40C80000U);
/// Slack of a sphere against a cell's volume (spec 02 §1.2).
inline constexpr float kCellSlack = float_from_bits(0x3C23D70AU);
/// `adjust_to_plane`: width of the final bracket and the shared iteration limit (spec 02 §4.7).
inline constexpr float kBracket = float_from_bits(0x3CA3D70AU);
inline constexpr int kRefineMax = 15;
/// Passes of `BSPTREE::placement_insert` (spec 02 §4.8).
inline constexpr int kPlacementMax = 20;
inline constexpr double kRadPerDeg = 0.0174532925199433;
inline constexpr double kDegPerRad = 57.29577951308232;

static_assert(to_bits(kEpsilon * kEpsilon) == 0x332BCC76U, "binary32 products must round once");
static_assert(to_bits(kEpsilon * 5.0F) == 0x3A83126EU);

}  // namespace surefoot
