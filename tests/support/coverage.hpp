// Arm coverage: which branch arms of core/rules.def the tests reached.
//
// Tests run the solver through `coverage_rules()` (or `resolve_all`), whose sink ticks arms off. When the
// program ends, the arms reached are written to $SUREFOOT_ARM_DIR, one id a line; `surefoot rules --arms DIR`
// adds the files up.
#pragma once

#include "core/rules.hpp"
#include "motion/resolve.hpp"

namespace surefoot::test {

/// Ticks off every arm it is told of. Thread-safe.
[[nodiscard]] TraceSink& coverage_sink();

/// Retail behaviour with the coverage sink attached.
[[nodiscard]] const Profiled& coverage_rules();

/// Retail and Profiled-with-an-empty-profile, each over the flat and over the linked form; fails the test unless every
/// field agrees by raw bits. The result's spans point into a workspace of this thread.
[[nodiscard]] Expected<ResolveResult> resolve_all(const World& world, const ResolveRequest& request);

/// Under a profile, with arms ticked off.
[[nodiscard]] Expected<ResolveResult> resolve_profiled(const World& world, const ResolveRequest& request,
                                                       const Profile& profile);

/// Writes the reached arms; called by the test programs' main.
void write_reached_arms();

}  // namespace surefoot::test
