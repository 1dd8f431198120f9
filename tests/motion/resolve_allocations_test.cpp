// A warm resolve allocates nothing (resolve.hpp, Workspace): walks up and down a small staircase, along the
// wall beside it, over its edge, and placements on it, with every operator new of this program counted.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "support/small_worlds.hpp"

namespace {

std::atomic<long> allocations{0};

void* counted(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  void* p = std::malloc(size != 0 ? size : 1);
  if (p == nullptr) throw std::bad_alloc();
  return p;
}

void* counted(std::size_t size, std::align_val_t align) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  const auto a = static_cast<std::size_t>(align);
  void* p = std::aligned_alloc(a, (size + a - 1) / a * a);
  if (p == nullptr) throw std::bad_alloc();
  return p;
}

}  // namespace

void* operator new(std::size_t size) {
  return counted(size);
}
void* operator new[](std::size_t size) {
  return counted(size);
}
void* operator new(std::size_t size, std::align_val_t align) {
  return counted(size, align);
}
void* operator new[](std::size_t size, std::align_val_t align) {
  return counted(size, align);
}
void operator delete(void* p) noexcept {
  std::free(p);
}
void operator delete[](void* p) noexcept {
  std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
  std::free(p);
}
void operator delete[](void* p, std::size_t) noexcept {
  std::free(p);
}
void operator delete(void* p, std::align_val_t) noexcept {
  std::free(p);
}
void operator delete[](void* p, std::align_val_t) noexcept {
  std::free(p);
}
void operator delete(void* p, std::size_t, std::align_val_t) noexcept {
  std::free(p);
}
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept {
  std::free(p);
}

namespace surefoot::test {
namespace {

/// Six solid steps of 0.2 × 0.5 m, 3 m wide, over a floor, and a wall along it at y = 2.
void build_staircase(World& world) {
  add_room(world, make_single_leaf({floor_quad(1, -4, 8, -4, 4, 0)}, {{}, 20}));
  for (int i = 0; i < 6; ++i) {
    const float x = 0.5F * static_cast<float>(i);
    add_object(world, static_cast<std::uint32_t>(i + 1),
               solid_box({x, -1.5F, -0.5F}, {3, 1.5F, 0.2F * static_cast<float>(i + 1)}));
  }
  add_object(world, 7, solid_box({-4, 2, 0}, {8, 2.5F, 3}));
}

struct Walk {
  Vec3 from;
  Vec3 stride;
};

constexpr Walk kWalks[] = {
    {{-1, 0, 0.005F}, {0.15F, 0, 0}},        // up
    {{2.9F, 0, 1.205F}, {-0.15F, 0, 0}},     // down
    {{-3, 1.4F, 0.005F}, {0.1F, 0.05F, 0}},  // along the wall
    {{2, 0, 1.005F}, {0, 0.15F, 0}},         // over its edge
    {{1, 0, 3}, {0.1F, 0, -0.3F}},           // landing on it
};

/// Retail, and under a profile without a sink. Counts what the resolves allocate, not the loop around them.
long resolve_all(const World& world, Workspace& workspace, bool profiled) {
  const Profile retail;
  long made = 0;
  for (const Walk& walk : kWalks) {
    Walker w(world, human_mover(), walk.from);
    if (walk.stride.z == 0) w.stand_on({{0, 0, 1}, -(walk.from.z - 0.005F)});
    for (int i = 0; i < 25; ++i) {
      const ResolveRequest request = w.request(walk.stride);
      const long before = allocations.load();
      const auto result =
          profiled ? resolve(world, request, workspace, retail, nullptr) : resolve(world, request, workspace);
      made += allocations.load() - before;
      EXPECT_TRUE(result.has_value());
      commit(w.body, *result, request.end);
    }
  }
  for (const Vec3& wish : {Vec3{2.2F, 0, 1.2F}, Vec3{0.3F, 0, 0.1F}}) {
    ResolveRequest request;
    request.mover = human_mover();
    request.end = in_room(wish);
    const long before = allocations.load();
    const auto result =
        profiled ? resolve(world, request, workspace, retail, nullptr) : resolve(world, request, workspace);
    made += allocations.load() - before;
    EXPECT_TRUE(result.has_value());
  }
  return made;
}

TEST(ResolveAllocations, AWarmWorkspaceNeedsNone) {
  World world;
  build_staircase(world);
  for (const bool profiled : {false, true}) {
    Workspace workspace;
    const long warm_up = resolve_all(world, workspace, profiled);
    EXPECT_GT(warm_up, 0) << "the counter does not count";
    EXPECT_EQ(resolve_all(world, workspace, profiled), 0) << (profiled ? "profiled" : "retail");
  }
}

// The walks are what they say: something is climbed, something is slid along.
TEST(ResolveAllocations, TheWalksClimbAndSlide) {
  World world;
  build_staircase(world);
  Walker up(world, human_mover(), kWalks[0].from);
  up.stand_on({{0, 0, 1}, 0});
  for (int i = 0; i < 25; ++i) (void)up.tick(kWalks[0].stride);
  EXPECT_GT(up.origin().z, 1.0F);
  Walker along(world, human_mover(), kWalks[2].from);
  along.stand_on({{0, 0, 1}, 0});
  for (int i = 0; i < 25; ++i) (void)along.tick(kWalks[2].stride);
  EXPECT_NEAR(along.origin().y, 2 - 0.48F, 0.05F);
  EXPECT_GT(along.origin().x, -3 + 2.0F);
}

}  // namespace
}  // namespace surefoot::test
