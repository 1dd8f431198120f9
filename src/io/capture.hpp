// Recorded resolve calls in the form of the OpenAC port, one JSON object a line (spec 07 §5): read and written. Streamed:
// a capture is never held whole.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "motion/resolve.hpp"

namespace surefoot::io {

/// A body as the port stored it. World metres relative to the recording's centre landblock.
struct CaptureBody {
  Vec3 position;
  Quat orientation;
  Vec3 velocity;
  Vec3 acceleration;  ///< written, not read
  Vec3 omega;         ///< written, not read
  Vec3 sliding_normal;
  bool contact_plane_valid = false;
  Plane contact_plane;
  CellId contact_plane_cell_id = 0;
  bool contact_plane_is_water = false;
  bool walkable_valid = false;
  Plane walkable_plane;
  std::vector<Vec3> walkable_vertices;
  Vec3 walkable_up{0.0F, 0.0F, 1.0F};
  std::uint32_t state = 0;
  std::uint32_t transient = 0;
  float elasticity = kDefaultElasticity;  ///< written, not read
  float friction = kDefaultFriction;      ///< written, not read
  double last_update_time = 0.0;          ///< written, not read
};

/// What a record of our own says beside the port's fields, by bits and in the coordinates of its cells: movers of any
/// shape, and planes and places across a landblock border, come back as they were. The port ignores it.
struct CaptureExact {
  ResolveRequest request;  ///< but for the seed polygon, which the port's fields have
  Profile profile;         ///< it was recorded under
  bool ok = false;
  Position position;  ///< where the resolve ended; where it got to last, when it failed
  bool contact_plane_valid = false;
  ContactPlane contact_plane;  ///< of the body afterwards
};

struct CaptureRecord {
  std::size_t line = 0;   ///< 1-based
  std::int64_t tick = 0;  ///< running number; not unique, as several recordings may follow each other
  Vec3 current_pos;
  Vec3 target_pos;
  CellId cell_id = 0;
  float sphere_radius = 0.0F;
  float sphere_height = 0.0F;
  float step_up_height = 0.0F;
  float step_down_height = 0.0F;
  bool is_on_ground = false;
  std::uint32_t mover_flags = 0;
  std::uint32_t moving_entity_id = 0;
  CaptureBody before;
  CaptureBody after;
  Vec3 result_position;
  CellId result_cell_id = 0;
  bool result_is_on_ground = false;
  bool collision_normal_valid = false;
  Vec3 collision_normal;
  std::optional<CaptureExact> exact;  ///< of records of our own
};

/// How reading ended.
struct CaptureEnd {
  /// 1-based number of a last line that is no whole record: whoever wrote it was stopped in the middle. 0: there is none.
  std::size_t cut_line = 0;
};

/// Record by record.
class CaptureReader {
 public:
  [[nodiscard]] static Expected<CaptureReader> open(const std::string& path);
  CaptureReader(CaptureReader&&) noexcept;
  CaptureReader& operator=(CaptureReader&&) noexcept;
  CaptureReader(const CaptureReader&) = delete;
  CaptureReader& operator=(const CaptureReader&) = delete;
  ~CaptureReader();

  /// Absent at the end. An error names file, line and field: "f.jsonl: line 3: /input/cellId: …". Blank lines are
  /// skipped.
  [[nodiscard]] Expected<std::optional<CaptureRecord>> next();
  [[nodiscard]] const CaptureEnd& end() const;

 private:
  struct State;
  explicit CaptureReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Calls `use` per record until it answers false.
[[nodiscard]] Expected<CaptureEnd> for_each_capture_record(
    const std::string& path, const std::function<bool(const CaptureRecord&)>& use);

/// The record as a line, without the newline. Every float reads back to the same bits.
[[nodiscard]] std::string capture_line(const CaptureRecord& record);

}  // namespace surefoot::io
