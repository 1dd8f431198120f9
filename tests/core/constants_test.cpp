// The constants of spec 01 §2 (and 02 §1.2), each by the bits the spec prints.
#include "core/constants.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/flags.hpp"

namespace surefoot {
namespace {

struct FloatRow {
  const char* name;
  float value;
  std::uint32_t bits;
};

TEST(Constants, HaveTheBitsOfTheClient) {
  const FloatRow rows[] = {
      {"kEpsilon", kEpsilon, 0x3951B717},
      {"kEpsilonSq", kEpsilonSq, 0x332BCC76},
      {"kQuatTolerance", kQuatTolerance, 0x3A83126E},
      {"kFloorZ", kFloorZ, 0x3F2A0751},
      {"kLandingZ", kLandingZ, 0x3DB27EB0},
      {"kSmallStep", kSmallStep, 0x3D23D70A},
      {"kInterpLow", kInterpLow, 0xBDCCCCCD},
      {"kPolyInterpLow", kPolyInterpLow, 0xBF000000},
      {"kGravity", kGravity, 0xC11CCCCD},
      {"kMaxVelocity", kMaxVelocity, 0x42480000},
      {"kMaxVelocitySq", kMaxVelocitySq, 0x451C4000},
      {"kSmallVelocity", kSmallVelocity, 0x3E800000},
      {"kSmallVelocitySq", kSmallVelocitySq, 0x3D800000},
      {"kDefaultFriction", kDefaultFriction, 0x3F733333},
      {"kDefaultElasticity", kDefaultElasticity, 0x3D4CCCCD},
      {"kMaxElasticity", kMaxElasticity, 0x3DCCCCCD},
      {"kDefaultTranslucency", kDefaultTranslucency, 0x00000000},
      {"kDefaultMass", kDefaultMass, 0x3F800000},
      {"kDefaultScale", kDefaultScale, 0x3F800000},
      {"kDefaultStepHeight", kDefaultStepHeight, 0x3C23D70A},
      {"kDummySphereRadius", kDummySphereRadius, 0x3DCCCCCD},
      {"kViewerSphereRadius", kViewerSphereRadius, 0x3E99999A},
      {"kTickQuantum", kTickQuantum, 0x3D088889},
      {"kMinQuantum as binary32", static_cast<float>(kMinQuantum), 0x3D088889},
      {"kMaxQuantum as binary32", static_cast<float>(kMaxQuantum), 0x3E4CCCCD},
      {"kHugeQuantum", kHugeQuantum, 0x40000000},
      {"kActiveDistance", kActiveDistance, 0x42C00000},
      {"kCellLength", kCellLength, 0x41C00000},
      {"kHalfCellLength", kHalfCellLength, 0x41400000},
      {"kBlockLength", kBlockLength, 0x43400000},
      {"kRoadWidth", kRoadWidth, 0x40A00000},
      {"kMaxObjectHeight", kMaxObjectHeight, 0x43480000},
      {"kSkyHeight", kSkyHeight, 0x447A0000},
      {"kPlacementSmallRadius", kPlacementSmallRadius, 0x3E000000},
      {"kPlacementMinRadius", kPlacementMinRadius, 0x3EF5C28F},
      {"kPlacementPi", kPlacementPi, 0x40490FF9},
      {"kPlacementSlack", kPlacementSlack, 0x3D4CCCCD},
      {"kFrictionAngle", kFrictionAngle, 0x3E800000},
      {"kSledSlowSq", kSledSlowSq, 0x3FC80000},
      {"kSledFastSq", kSledFastSq, 0x40C80000},
      {"kCellSlack", kCellSlack, 0x3C23D70A},
      {"kBracket", kBracket, 0x3CA3D70A},
  };
  for (const FloatRow& row : rows) EXPECT_EQ(to_bits(row.value), row.bits) << row.name;
  EXPECT_EQ(kRefineMax, 15);
  EXPECT_EQ(kPlacementMax, 20);
}

TEST(Constants, AreTheBinary32ValuesOfTheirDecimals) {
  EXPECT_EQ(to_bits(kEpsilon), to_bits(0.0002F));
  EXPECT_EQ(to_bits(kEpsilonSq), to_bits(kEpsilon * kEpsilon));
  EXPECT_EQ(to_bits(kQuatTolerance), to_bits(kEpsilon * 5.0F));
  EXPECT_EQ(to_bits(kFloorZ), to_bits(0.66417414F));
  EXPECT_EQ(to_bits(kLandingZ), to_bits(0.0871557F));
  EXPECT_EQ(to_bits(kSmallStep), to_bits(0.04F));
  EXPECT_EQ(to_bits(kInterpLow), to_bits(-0.1F));
  EXPECT_EQ(to_bits(kGravity), to_bits(-9.8F));
  EXPECT_EQ(to_bits(kPlacementPi), to_bits(3.1415999F));
  EXPECT_EQ(to_bits(kPlacementMinRadius), to_bits(0.48F));
}

TEST(Constants, QuantaAndAngleFactorsAreBinary64) {
  EXPECT_EQ(to_bits(kMinQuantum), to_bits(1.0 / 30.0));
  EXPECT_EQ(to_bits(kMaxQuantum), to_bits(1.0 / 5.0));
  EXPECT_EQ(to_bits(kRadPerDeg), to_bits(0.0174532925199433));
  EXPECT_EQ(to_bits(kDegPerRad), to_bits(57.29577951308232));
}

// The walkable limit is the cosine of 60·180/π radians: a slip of the original source, 48.381° and not 60°.
TEST(Constants, FloorZIsTheCosineOfASlip) {
  EXPECT_EQ(to_bits(static_cast<float>(std::cos(3437.746770784939))), to_bits(kFloorZ));
  EXPECT_NEAR(std::acos(static_cast<double>(kFloorZ)) * kDegPerRad, 48.381, 0.0005);
}

TEST(Flags, HaveTheValuesOfTheClient) {
  EXPECT_EQ(static_cast<int>(TransitionState::Slid), 4);
  EXPECT_EQ(static_cast<int>(InsertType::InitialPlacement), 2);
  EXPECT_EQ(static_cast<int>(Sidedness::Crossing), 3);
  EXPECT_EQ(static_cast<int>(BoundingType::EntirelyInside), 2);
  EXPECT_EQ(physics_state::kDefault, physics_state::kEdgeSlide | physics_state::kLightingOn |
                                         physics_state::kGravity | physics_state::kReportCollisions);
  EXPECT_EQ(physics_state::kDefault, 0x00400C08U);
  EXPECT_EQ(object_info_flag::kIsViewer | object_info_flag::kPathClipped | object_info_flag::kFreeRotate |
                object_info_flag::kPerfectClip,
            0x5CU);
  EXPECT_EQ(transient_state::kStationaryMask, transient_state::kStationaryFall |
                                                  transient_state::kStationaryStop |
                                                  transient_state::kStationaryStuck);
}

}  // namespace
}  // namespace surefoot
