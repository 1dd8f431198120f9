// The records of the client's containers that matter to movement, field by field (spec 07 §1, §3): what is read can be
// written again byte for byte. The engine's own forms are made of them in io/dat/import.hpp.
//
// Floats are carried as bits: NaN, −0 and denormals survive. Padding is written as zeros.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/frame.hpp"
#include "core/plane.hpp"
#include "shape/bsp.hpp"
#include "shape/sphere.hpp"

namespace surefoot::io {

/// A frame as stored: the quaternion is taken as it is, without normalising.
struct DatFrame {
  Vec3 origin;
  Quat q;
};

struct DatVertex {
  std::uint16_t index = 0;  ///< its place in the array in all retail data; nobody looks at it
  Vec3 origin;
  Vec3 normal;
  std::vector<std::array<float, 2>> uvs;
};

/// Vertices of type 1, the only one there is.
using DatVertexArray = std::vector<DatVertex>;

struct DatPolygon {
  static constexpr std::uint8_t kNoPositiveUvs = 4;
  static constexpr std::uint8_t kNoNegativeUvs = 8;
  static constexpr std::int32_t kTwoSurfaces = 2;

  std::uint16_t id = 0;  ///< its place in its array in all retail data
  std::uint8_t stippling = kNoPositiveUvs;
  std::int32_t sides_type = 0;
  std::int16_t pos_surface = 0;
  std::int16_t neg_surface = -1;
  std::vector<std::int16_t> vertices;  ///< places in the vertex array, 3 to 255
  std::vector<std::uint8_t> pos_uvs;   ///< one a vertex, or none (stippling)
  std::vector<std::uint8_t> neg_uvs;

  [[nodiscard]] bool has_pos_uvs() const { return (stippling & kNoPositiveUvs) == 0; }
  [[nodiscard]] bool has_neg_uvs() const {
    return sides_type == kTwoSurfaces && (stippling & kNoNegativeUvs) == 0;
  }
};

/// Where a tree stands says of which kind it is; nothing in it does.
enum class BspKind : std::uint8_t { drawing = 0, physics = 1, cell = 2 };

struct DatBspNode {
  static constexpr std::int32_t kNone = -1;

  std::uint32_t tag = bsp_tag::kLeaf;
  Plane plane;                                       ///< nodes and portals
  std::int32_t pos = kNone;                          ///< places in DatBsp::nodes
  std::int32_t neg = kNone;                          ///< the same
  Sphere sphere;                                     ///< not in cell trees, nor in drawing leaves
  std::int32_t leaf_index = 0;                       ///< leaves
  std::int32_t solid = 0;                            ///< physics leaves
  std::vector<std::uint16_t> polygons;               ///< places in the polygon array
  std::vector<std::array<std::int16_t, 2>> portals;  ///< drawing portals: polygon, portal index
};

/// Pre-order, the root first; empty = no tree.
struct DatBsp {
  std::vector<DatBspNode> nodes;
};

/// 0x01xxxxxx
struct GfxObjRecord {
  static constexpr std::uint32_t kPhysics = 1;
  static constexpr std::uint32_t kDrawing = 2;
  static constexpr std::uint32_t kDegrade = 8;

  std::uint32_t id = 0;
  std::uint32_t flags = 0;
  std::vector<std::uint32_t> surfaces;
  DatVertexArray vertices;
  std::vector<DatPolygon> physics_polygons;  ///< with kPhysics
  DatBsp physics_bsp;
  Vec3 sort_center;
  std::vector<DatPolygon> drawing_polygons;  ///< with kDrawing
  DatBsp drawing_bsp;
  std::uint32_t degrade = 0;  ///< with kDegrade
};

/// Something held, or a place to hold on to.
struct DatLocation {
  std::int32_t key = 0;
  std::int32_t part = 0;
  DatFrame frame;
};

struct DatHook {
  std::uint32_t type = 0;
  std::int32_t direction = 0;
  std::vector<std::byte> payload;
};

struct DatPlacement {
  std::int32_t key = 0;
  std::vector<DatFrame> frames;  ///< one a part
  std::vector<DatHook> hooks;
};

struct DatLight {
  std::int32_t key = 0;
  DatFrame frame;
  std::uint32_t color = 0;
  float intensity = 0.0F;
  float falloff = 0.0F;
  float cone = 0.0F;
};

/// 0x02xxxxxx
struct SetupRecord {
  static constexpr std::uint32_t kParents = 1;
  static constexpr std::uint32_t kScales = 2;
  static constexpr std::uint32_t kFreeHeading = 4;
  static constexpr std::uint32_t kPhysicsBsp = 8;

  std::uint32_t id = 0;
  std::uint32_t flags = 0;
  std::vector<std::uint32_t> parts;    ///< ids of GfxObjs
  std::vector<std::uint32_t> parents;  ///< with kParents, one a part
  std::vector<Vec3> scales;            ///< with kScales, one a part
  std::vector<DatLocation> holding;
  std::vector<DatLocation> connections;
  std::vector<DatPlacement> placements;
  std::vector<CylSphere> cylspheres;
  std::vector<Sphere> spheres;
  float height = 0.0F;
  float radius = 0.0F;
  float step_up_height = 0.0F;
  float step_down_height = 0.0F;
  Sphere sorting;
  Sphere selection;
  std::vector<DatLight> lights;
  std::array<std::uint32_t, 5> defaults{};  ///< animation, script, motion, sound and script table
};

struct CellStructRecord {
  std::uint32_t key = 0;
  DatVertexArray vertices;
  std::vector<DatPolygon> polygons;    ///< visible
  std::vector<std::uint16_t> portals;  ///< places in `polygons`
  DatBsp cell_bsp;
  std::vector<DatPolygon> physics_polygons;
  DatBsp physics_bsp;
  std::uint32_t has_drawing_bsp = 0;
  DatBsp drawing_bsp;
};

/// 0x0Dxxxxxx
struct EnvironmentRecord {
  std::uint32_t id = 0;
  std::vector<CellStructRecord> structs;
};

struct DatStatic {
  std::uint32_t model = 0;  ///< a GfxObj or a Setup
  DatFrame frame;           ///< landblock coordinates
};

/// Masks of a cell's portals and, but for the last, of a building's.
namespace dat_portal {
inline constexpr std::uint16_t kExact = 1;
inline constexpr std::uint16_t kSideZero = 2;  ///< clear means portal_side 1
inline constexpr std::uint16_t kOutside = 4;
}  // namespace dat_portal

struct DatCellPortal {
  std::uint16_t flags = 0;
  std::uint16_t polygon = 0;  ///< its id
  std::uint16_t other_cell = 0;
  std::uint16_t other_portal = 0;
};

/// 0xXXYYnnnn with nnnn from 0x0100
struct EnvCellRecord {
  static constexpr std::uint32_t kSeenOutside = 1;
  static constexpr std::uint32_t kStatics = 2;
  static constexpr std::uint32_t kRestricted = 8;

  std::uint32_t id = 0;
  std::uint32_t flags = 0;
  std::uint32_t cell_id = 0;  ///< the id again
  std::vector<std::uint16_t> surfaces;
  std::uint16_t environment = 0;  ///< | 0x0D000000
  std::uint16_t structure = 0;    ///< key
  DatFrame frame;
  std::vector<DatCellPortal> portals;
  std::vector<std::uint16_t> visible;
  std::vector<DatStatic> statics;  ///< with kStatics
  std::uint32_t restriction = 0;   ///< with kRestricted
};

/// 0xXXYYFFFF
struct LandBlockRecord {
  std::uint32_t id = 0;
  std::uint32_t has_info = 0;
  std::array<std::uint16_t, 81> terrain{};
  std::array<std::uint8_t, 81> heights{};
};

struct DatBuildingPortal {
  std::uint16_t flags = 0;
  std::uint16_t other_cell = 0;
  std::uint16_t other_portal = 0;
  std::vector<std::uint16_t> visible;
};

struct DatBuilding {
  std::uint32_t model = 0;
  DatFrame frame;
  std::uint32_t leaves = 0;
  std::vector<DatBuildingPortal> portals;
};

/// 0xXXYYFFFE
struct LandBlockInfoRecord {
  static constexpr std::uint16_t kRestrictions = 1;

  std::uint32_t id = 0;
  std::uint32_t num_cells = 0;
  std::vector<DatStatic> objects;
  std::uint16_t mask = 0;
  std::vector<DatBuilding> buildings;
  std::uint16_t buckets = 0;  ///< of the restrictions' table, a hint
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      restrictions;  ///< with kRestrictions: land cell, object
};

/// 0x13000000, as far as the height table.
struct RegionRecord {
  std::uint32_t id = 0;
  std::uint32_t number = 1;
  std::uint32_t version = 3;
  std::string name;
  std::int32_t blocks_x = 255;
  std::int32_t blocks_y = 255;
  float square_length = 24.0F;
  std::int32_t lblock_length = 8;
  std::int32_t vertex_per_cell = 1;
  float max_object_height = 200.0F;
  float sky_height = 1000.0F;
  float road_width = 5.0F;
  std::array<float, 256> heights{};
  std::vector<std::byte> rest;  ///< calendar, sky, sound, scenery, terrain: kept, not read
};

inline constexpr std::uint32_t kRegionRecord = 0x13000000;

[[nodiscard]] constexpr bool is_gfxobj_id(std::uint32_t id) {
  return (id >> 24U) == 0x01;
}
[[nodiscard]] constexpr bool is_setup_id(std::uint32_t id) {
  return (id >> 24U) == 0x02;
}
[[nodiscard]] constexpr bool is_environment_id(std::uint32_t id) {
  return (id >> 24U) == 0x0D;
}

/// Payload bytes of a hook; negative for the one of variable length (5) and for unknown types.
[[nodiscard]] int hook_payload(std::uint32_t type);

}  // namespace surefoot::io
