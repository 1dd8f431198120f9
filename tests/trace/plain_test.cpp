// Words for people.
#include "trace/plain.hpp"

#include <gtest/gtest.h>

namespace surefoot::trace {
namespace {

TEST(PlainWords, SayWhatWasMetAndHowSteepItIs) {
  EXPECT_EQ(plain_words(Arm::bsp_find_collisions_grounded_foot, {"polygon 3 of cell 0x01010100", {}, {}}),
            "its feet meet polygon 3 of cell 0x01010100");
  EXPECT_EQ(plain_words(Arm::cliff_slide_into, {"", 53.13F, {}}),
            "the ground ahead is too steep to walk (53.13°; up to 48.38° can be walked)");
  EXPECT_EQ(plain_words(Arm::cliff_slide_into, {}), "the ground ahead is too steep to walk");
  EXPECT_EQ(plain_words(Arm::bsp_find_collisions_grounded_foot, {}), "its feet meet something");
  EXPECT_EQ(plain_words(Arm::bsp_find_collisions_grounded_foot, {"a ramp", {}, 48.5F}),
            "its feet meet a ramp (48.50°; up to 48.38° can be walked)");
  EXPECT_EQ(plain_words(Arm::bsp_find_collisions_grounded_foot, {"a wall", {}, 90.0F}),
            "its feet meet a wall");
  EXPECT_EQ(plain_words(Arm::insert_into_cell_clear, {}), "") << "means nothing by itself";
}

TEST(PlainWords, LeaveNoPlaceholder) {
  for (std::size_t i = 0; i < kArmCount; ++i) {
    const std::string words = plain_words(static_cast<Arm>(i), {"a", 1.0F, {}});
    EXPECT_EQ(words.find('{'), std::string::npos) << words;
    if (words.empty()) continue;
    EXPECT_TRUE(std::islower(static_cast<unsigned char>(words[0])) != 0) << words;
  }
}

TEST(PlainLength, ChoosesItsUnit) {
  EXPECT_EQ(plain_length(0.0F), "0");
  EXPECT_EQ(plain_length(0.0001F), "less than 1 mm");
  EXPECT_EQ(plain_length(0.004F), "4 mm");
  EXPECT_EQ(plain_length(0.0103F), "1.03 cm");
  EXPECT_EQ(plain_length(0.9297F), "93 cm");
  EXPECT_EQ(plain_length(1.25F), "1.25 m");
  EXPECT_EQ(plain_length(-1.25F), "1.25 m");
}

TEST(PlainDirection, IsOneOfEight) {
  EXPECT_EQ(plain_direction({1, 0, 0}), "east");
  EXPECT_EQ(plain_direction({0, 1, 0}), "north");
  EXPECT_EQ(plain_direction({-1, 0.1F, 0}), "west");
  EXPECT_EQ(plain_direction({-1, -1, 0}), "south-west");
  EXPECT_EQ(plain_direction({0, -1, 0}), "south");
  EXPECT_EQ(plain_direction({0, 0, 1}), "up");
  EXPECT_EQ(plain_direction({0, 0, -1}), "down");
}

}  // namespace
}  // namespace surefoot::trace
