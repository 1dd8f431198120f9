// The list of a cell: retail's order, and an index that leaves out nothing that could be touched (spec 03 §9.1).
#include "world/shadow_list.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "support/random.hpp"

namespace surefoot::test {
namespace {

Footprint square(float x, float y, float half) {
  return {x - half, y - half, x + half, y + half};
}

std::vector<std::uint32_t> ids(const ShadowList& list) {
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i < list.size(); ++i) out.push_back(list[i].id);
  return out;
}

std::vector<std::uint32_t> found(const ShadowList& list, const Footprint& where) {
  std::vector<std::uint32_t> out;
  const ShadowList::Query query(where);
  for (std::size_t i = list.next(0, query); i < list.size(); i = list.next(i + 1, query))
    out.push_back(list[i].id);
  return out;
}
/// The same by a cursor, which looks at the same place again after every entry when it is `restless`.
std::vector<std::uint32_t> found_by_cursor(const ShadowList& list, const Footprint& where, bool restless) {
  std::vector<std::uint32_t> out;
  ShadowList::Cursor cursor(list, ShadowList::Query(where));
  for (std::size_t i = cursor.next(); i < list.size(); i = cursor.next()) {
    out.push_back(list[i].id);
    if (restless) cursor.look_elsewhere(ShadowList::Query(where));
  }
  return out;
}

TEST(ShadowList, AppendsAndFillsAHoleWithTheLast) {
  std::vector<PhysicsObject> objects(5);
  ShadowList list;
  for (std::uint32_t i = 0; i < 5; ++i) {
    objects[i].id = i;
    list.add(objects[i], square(0, 0, 1));
  }
  list.remove(objects[1]);
  EXPECT_EQ(ids(list), (std::vector<std::uint32_t>{0, 4, 2, 3}));
  list.remove(objects[1]);  // is not there
  EXPECT_EQ(list.size(), 4U);
  list.remove(objects[3]);
  list.add(objects[1], square(0, 0, 1));
  EXPECT_EQ(ids(list), (std::vector<std::uint32_t>{0, 4, 2, 1}));
}

TEST(ShadowList, WhatCannotBeBoundedIsAlwaysFound) {
  PhysicsObject o;
  ShadowList list;
  list.add(o, Footprint::everywhere());
  EXPECT_EQ(found(list, square(1e7F, -1e7F, 0.5F)).size(), 1U);
}

// Against walking the whole list, over random squares of all sizes, some far out, with removals in between.
TEST(ShadowList, TheIndexFindsWhatWalkingFinds) {
  Random random(0x5EED0A01);
  std::vector<std::unique_ptr<PhysicsObject>> objects;
  std::vector<std::pair<const PhysicsObject*, Footprint>> plain;  // the same operations on a plain vector
  ShadowList list;
  const auto random_square = [&] {
    const float far = random.integer(0, 9) == 0 ? 5000.0F : 60.0F;
    const float half = random.integer(0, 9) == 0 ? random.uniform(5, 80) : random.uniform(0.1F, 3);
    return square(random.uniform(-far, far), random.uniform(-far, far), half);
  };
  for (int step = 0; step < 3000; ++step) {
    if (plain.size() < 5 || random.integer(0, 4) != 0) {
      objects.push_back(std::make_unique<PhysicsObject>());
      objects.back()->id = static_cast<std::uint32_t>(step);
      const Footprint f = random_square();
      list.add(*objects.back(), f);
      plain.emplace_back(objects.back().get(), f);
    } else if (random.integer(0, 1) == 0) {
      const auto i = static_cast<std::size_t>(random.integer(0, static_cast<int>(plain.size()) - 1));
      plain[i].second = random_square();
      list.refresh(*plain[i].first, plain[i].second);
    } else {
      const auto i = static_cast<std::size_t>(random.integer(0, static_cast<int>(plain.size()) - 1));
      list.remove(*plain[i].first);
      plain[i] = plain.back();
      plain.pop_back();
    }
    const Footprint where = random_square();
    std::vector<std::uint32_t> expected;
    for (const auto& [object, footprint] : plain) {
      if (footprint.overlaps(where)) expected.push_back(object->id);
    }
    ASSERT_EQ(found(list, where), expected) << "step " << step;
    ASSERT_EQ(found_by_cursor(list, where, step % 2 == 0), expected) << "step " << step;
  }
  EXPECT_GT(list.size(), 1000U);
}

}  // namespace
}  // namespace surefoot::test
