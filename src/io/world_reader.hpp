// How a `surefoot-world/1` is put together (inside the reader; callers want io/world_json.hpp).
//
// Everything goes by phase over all files, includes first: assets, then cells, then what needs all cells
// (portal pairs, sight), then objects. An object is listed in every cell its parts reach, so it must not be
// placed before the last cell is there, whichever file defines it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "io/json.hpp"
#include "io/world_shapes.hpp"
#include "world/world.hpp"

namespace surefoot::io {

struct NamedStruct {
  const CellStruct* structure = nullptr;
  Vec3 middle;
};

/// A cell that waits for the others.
struct PendingCell {
  EnvCell* cell = nullptr;
  std::vector<std::size_t> open_portals;  ///< whose `to_portal` is still to be found
  bool visible_default = false;
};

/// An object that waits for all cells.
struct PendingObject {
  std::unique_ptr<PhysicsObject> object;  ///< id 0: the next free one
  Cursor place;
};

class JsonLandblocks;

/// What is there so far.
struct WorldParts {
  World world;
  std::map<std::pair<std::uint32_t, std::uint32_t>, NamedStruct> structs;  ///< by environment and key
  std::shared_ptr<JsonLandblocks> landblocks;                              ///< of all files together
  std::vector<PendingCell> cells;
  std::vector<PendingObject> statics;  ///< of cells, in cell order; placed before the others
  std::vector<PendingObject> objects;
};

/// Beyond these the arithmetic of a scaled query (a division by the scale) stops meaning anything.
inline constexpr float kMinScale = 0.001F;
inline constexpr float kMaxScale = 1000.0F;

void read_assets(const Cursor& root, WorldParts& parts);
/// Needs the shapes of all files.
void read_setups(const Cursor& root, WorldParts& parts);
/// A setup of its own, for the one object that brings it along; null after an error.
[[nodiscard]] const Setup* read_inline_shape(const Cursor& c, World& world);
/// Region and landblocks; nothing is evaluated yet.
void read_landscape(const Cursor& root, WorldParts& parts);
/// Hands the landblocks to the world.
void finish_landscape(WorldParts& parts);
/// Needs all cells, for their portals.
void read_buildings(const Cursor& root, WorldParts& parts);
void read_cells(const Cursor& root, WorldParts& parts);
void read_objects(const Cursor& root, WorldParts& parts);

/// One object; `cell` is the owning cell of a static, absent for the world's own list.
void read_object(const Cursor& c, const EnvCell* cell, WorldParts& parts);
/// The same, not yet placed. `landblocks` is what a cell "auto" is looked for in. Null after an error.
[[nodiscard]] std::unique_ptr<PhysicsObject> read_object_definition(const Cursor& c, const EnvCell* cell,
                                                                    World& world,
                                                                    const JsonLandblocks* landblocks);
/// weenie bits of "kind": a name or a list of them. Without one, nothing is said: 0.
[[nodiscard]] std::uint32_t read_kind(const Cursor& object);

/// Finds the reciprocal of a portal: the neighbour's portal that leads back, of several the one whose polygon
/// lies nearest; −1 when there is none (spec 07 §6.4).
[[nodiscard]] std::int16_t reverse_portal(const World& world, const EnvCell& cell, const CellPortal& portal);

/// `to_portal` and `visible` where they were left to the reader.
void finish_cells(WorldParts& parts);
/// Gives ids, then places statics and objects. Errors go to each object's own place.
void place_objects(WorldParts& parts);

}  // namespace surefoot::io
