// One recorded call of a port, set up for our solver and answered in the recording's terms (spec 07 §5).
#pragma once

#include <optional>
#include <vector>

#include "io/capture.hpp"
#include "motion/resolve_body.hpp"

namespace surefoot::scenario {

/// One side's answer. Where the record is exact, in the coordinates of its cells; else in the recording's, which are relative
/// to its centre landblock.
struct RecordedAnswer {
  Vec3 position;
  bool on_ground = false;
  Plane contact_plane;
};

class RecordedCall {
 public:
  /// `centre`: landblock the recording's coordinates are relative to (16 bits); absent: that of the record's own cell.
  RecordedCall(io::CaptureRecord recorded, std::optional<std::uint32_t> centre);
  RecordedCall(const RecordedCall&) = delete;
  RecordedCall& operator=(const RecordedCall&) = delete;
  ~RecordedCall() = default;

  /// Resolves and commits; the spans of `result` point into the workspace.
  [[nodiscard]] Expected<void> run(const World& world, Workspace& workspace, const Profile& profile,
                                   TraceSink* sink);
  [[nodiscard]] RecordedAnswer answer() const;

  const io::CaptureRecord record;
  ResolveRequest request;  ///< without the walkable seed until it runs
  ResolveResult result;
  ResolveBody body;  ///< after the write-back

 private:
  std::optional<std::uint32_t> centre_;
  std::vector<Vec3> seed_;
};

/// The request without the walkable seed.
[[nodiscard]] ResolveRequest request_of(const io::CaptureRecord& record, std::optional<std::uint32_t> centre);

/// The remembered polygon of the record, when the call started with one; its vertices go into `vertices`.
[[nodiscard]] std::optional<WalkableSeed> seed_of(const io::CaptureRecord& record,
                                                  std::optional<std::uint32_t> centre,
                                                  std::vector<Vec3>& vertices);

}  // namespace surefoot::scenario
