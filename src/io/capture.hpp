// Recorded resolve calls of the OpenAC port, one JSON object a line (spec 07 §5). Streamed: a capture is
// never held whole.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/position.hpp"

namespace surefoot::io {

/// A body as the port stored it. World metres relative to the recording's centre landblock.
struct CaptureBody {
  Vec3 position;
  Quat orientation;
  Vec3 velocity;
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
};

/// Calls `use` per record until it answers false. An error names file, line and field: "f.jsonl: line 3:
/// /input/cellId: …". Blank lines are skipped.
[[nodiscard]] Expected<void> for_each_capture_record(const std::string& path,
                                                     const std::function<bool(const CaptureRecord&)>& use);

}  // namespace surefoot::io
