// Replays a capture's recorded calls and compares every field by raw bits (spec 07 §5, 00 R1).
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/capture.hpp"
#include "motion/resolve_body.hpp"
#include "scenario/recorded_call.hpp"

namespace surefoot::scenario {

/// The three cases that must be told apart: ports group sums differently, so a few ulp is no divergence of
/// rule.
enum class Agreement : std::uint8_t { equal, ulp4, different };

/// Compared fields, in the order they are looked at.
enum class ReplayField : std::uint8_t {
  position,
  cell,
  is_on_ground,
  collision_normal_valid,
  collision_normal,
  contact_plane_valid,
  contact_plane,
  transient,
  sliding_normal,
  kCount,
};
inline constexpr std::size_t kReplayFieldCount = static_cast<std::size_t>(ReplayField::kCount);
[[nodiscard]] const char* to_string(ReplayField f);

struct FieldCount {
  std::size_t equal = 0;
  std::size_t ulp4 = 0;
  std::size_t different = 0;
};

/// One field of one record, both sides.
struct Difference {
  std::size_t record = 0;  ///< 0-based, counting every record of the capture
  std::size_t line = 0;
  std::int64_t tick = 0;
  ReplayField field{};
  Agreement agreement{};
  std::string recorded;  ///< decimal and hex
  std::string ours;
  std::string rule;  ///< the arm that decided our resolve
};

struct ReplayOptions {
  Profile profile;
  /// Records of our own are replayed under the profile they were recorded under; `profile` is for the others.
  bool recorded_profile = true;
  /// Landblock the recording's coordinates are relative to (16 bits); absent: that of each record's own cell.
  std::optional<std::uint32_t> centre;
};

/// One replayed record: the request it became, what came out, and how the fields agree.
struct ReplayedRecord {
  const io::CaptureRecord* record = nullptr;
  ResolveRequest request;
  ResolveResult result;  ///< spans hold during the callback
  ResolveBody body;      ///< after the write-back
  std::array<Agreement, kReplayFieldCount> agreement{};
  [[nodiscard]] Agreement worst() const;
};

struct ReplayReport {
  std::size_t records = 0;
  std::size_t compared = 0;
  std::size_t no_cell = 0;  ///< start cell not in the world: not compared
  std::array<FieldCount, kReplayFieldCount> fields{};
  std::optional<Difference> first_difference;  ///< first `different`, else first `ulp4`
  std::size_t cut_line = 0;  ///< of a last line that is no whole record, and was not read; 0: none
  Agreement worst = Agreement::equal;
};

/// What it is replayed under.
[[nodiscard]] const Profile& profile_of_record(const io::CaptureRecord& record, const ReplayOptions& options);

/// `each`, when given, sees every compared record.
[[nodiscard]] Expected<ReplayReport> replay(const World& world, const std::string& capture,
                                            const ReplayOptions& options,
                                            const std::function<void(const ReplayedRecord&)>& each = {});

/// Equal bits, or each component within 4 units in the last place. −0 and +0 are one ulp apart.
[[nodiscard]] Agreement compare_floats(const float* a, const float* b, std::size_t n);

}  // namespace surefoot::scenario
