#include "support/coverage.hpp"

#include <array>
#include <atomic>
#include <cstdlib>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "motion/run_transition.hpp"
#include "support/bits.hpp"

namespace surefoot::test {

namespace {

class CoverageSink final : public TraceSink {
 public:
  void enter(Fn) override {}
  void leave(Fn, const TraceValue&) override {}
  void arm(Arm arm, std::span<const TraceValue>) override { reached_[static_cast<std::size_t>(arm)] = true; }
  [[nodiscard]] bool reached(std::size_t i) const { return reached_[i]; }

 private:
  std::array<std::atomic<bool>, kArmCount> reached_{};
};

CoverageSink& sink() {
  static CoverageSink the_sink;
  return the_sink;
}

void expect_same_result(const ResolveResult& a, const ResolveResult& b) {
  EXPECT_EQ(a.ok, b.ok);
  EXPECT_EQ(a.cell_id, b.cell_id);
  EXPECT_EQ(a.position.cell_id, b.position.cell_id);
  EXPECT_TRUE(same_bits(a.position.frame.origin, b.position.frame.origin));
  EXPECT_TRUE(same_bits(a.position.frame.q, b.position.frame.q));
  EXPECT_EQ(a.contact_plane_valid, b.contact_plane_valid);
  EXPECT_TRUE(same_bits(a.contact_plane.plane, b.contact_plane.plane));
  EXPECT_EQ(a.contact_plane.cell_id, b.contact_plane.cell_id);
  EXPECT_EQ(a.contact_plane.is_water, b.contact_plane.is_water);
  EXPECT_EQ(a.last_known_contact_plane_valid, b.last_known_contact_plane_valid);
  EXPECT_TRUE(same_bits(a.last_known_contact_plane.plane, b.last_known_contact_plane.plane));
  EXPECT_EQ(a.collision_normal_valid, b.collision_normal_valid);
  EXPECT_TRUE(same_bits(a.collision_normal, b.collision_normal));
  EXPECT_EQ(a.sliding_normal_valid, b.sliding_normal_valid);
  EXPECT_TRUE(same_bits(a.sliding_normal, b.sliding_normal));
  EXPECT_EQ(a.frames_stationary_fall, b.frames_stationary_fall);
  EXPECT_EQ(a.object_info_state, b.object_info_state);
  EXPECT_EQ(a.collided_with_environment, b.collided_with_environment);
  EXPECT_EQ(a.velocity_killed, b.velocity_killed);
  EXPECT_EQ(a.last_collided_object, b.last_collided_object);
  ASSERT_EQ(a.cells.size(), b.cells.size());
  for (std::size_t i = 0; i < a.cells.size(); ++i) EXPECT_EQ(a.cells[i].id, b.cells[i].id);
}

}  // namespace

TraceSink& coverage_sink() {
  return sink();
}

const Profiled& coverage_rules() {
  static const Profile kRetail;
  static const Profiled kRules(kRetail, &sink());
  return kRules;
}

Expected<ResolveResult> resolve_all(const World& world, const ResolveRequest& request) {
  thread_local Workspace retail_workspace;
  thread_local Workspace profiled_workspace;
  thread_local Workspace retail_graph_workspace;
  thread_local Workspace profiled_graph_workspace;
  const auto fast = resolve(world, request, retail_workspace);
  auto traced = resolve(world, request, profiled_workspace, Profile{}, &sink());
  EXPECT_EQ(fast.has_value(), traced.has_value());
  if (!fast || !traced) return traced;
  expect_same_result(*fast, *traced);
  TransitionData& retail = retail_graph_workspace.data();
  const bool ok = run_retail_graph(world, request, retail);
  expect_same_result(ResolveResult(ok, retail), *traced);
  TransitionData& profiled = profiled_graph_workspace.data();
  const Profile none;
  const bool profiled_ok = run_profiled_graph(world, request, profiled, none, nullptr);
  expect_same_result(ResolveResult(profiled_ok, profiled), *traced);
  return traced;
}

Expected<ResolveResult> resolve_profiled(const World& world, const ResolveRequest& request,
                                         const Profile& profile) {
  thread_local Workspace workspace;
  return resolve(world, request, workspace, profile, &sink());
}

void write_reached_arms() {
  const char* dir = std::getenv("SUREFOOT_ARM_DIR");
  if (dir == nullptr) return;
  std::ofstream out(fmt::format("{}/{}.arms", dir, getpid()));
  for (std::size_t i = 0; i < kArmCount; ++i) {
    if (sink().reached(i)) out << arm_table()[i].id << '\n';
  }
}

}  // namespace surefoot::test
