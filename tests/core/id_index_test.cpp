#include "core/id_index.hpp"

#include <map>
#include <random>

#include <gtest/gtest.h>

namespace surefoot {
namespace {

TEST(IdIndex, FindsWhatWasAddedAndNothingElse) {
  IdIndex<int> index;
  int a = 1;
  int b = 2;
  EXPECT_EQ(index.find(7), nullptr);
  EXPECT_TRUE(index.add(7, a));
  EXPECT_FALSE(index.add(7, b)) << "the first one stays";
  EXPECT_EQ(index.find(7), &a);
  EXPECT_EQ(index.find(23), nullptr);
  EXPECT_TRUE(index.remove(7));
  EXPECT_FALSE(index.remove(7));
  EXPECT_EQ(index.find(7), nullptr);
}

// Few ids, so that they crowd the slots and removals leave holes in runs that wrap around.
TEST(IdIndex, AgreesWithAMapOverRandomChanges) {
  std::mt19937 random(1);
  std::vector<int> things(200);
  IdIndex<int> index;
  std::map<std::uint32_t, int*> model;
  for (int i = 0; i < 20000; ++i) {
    const auto id = static_cast<std::uint32_t>((random() % 50) << 16U | random() % 4);
    int& thing = things[random() % things.size()];
    if (random() % 2 == 0)
      EXPECT_EQ(index.add(id, thing), model.emplace(id, &thing).second);
    else
      EXPECT_EQ(index.remove(id), model.erase(id) == 1);
    if (i % 100 != 0) continue;
    for (std::uint32_t block = 0; block < 50; ++block) {
      for (std::uint32_t low = 0; low < 4; ++low) {
        const auto it = model.find(block << 16U | low);
        EXPECT_EQ(index.find(block << 16U | low), it == model.end() ? nullptr : it->second);
      }
    }
  }
}

}  // namespace
}  // namespace surefoot
