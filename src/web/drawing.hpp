// A world as the page draws it: polygons with a class each, and where they come from.
#pragma once

#include <cstdint>
#include <vector>

#include <nlohmann/json.hpp>

#include "world/world.hpp"

namespace surefoot::web {

/// What a surface is to a mover, by the z of its normal in the world.
enum class Surface : std::uint32_t {
  walkable = 0,  ///< at least kFloorZ
  landing = 1,   ///< at least kLandingZ: a fall may end on it, nobody stands
  wall = 2,
  ceiling = 3,  ///< faces down
  portal = 4,   ///< of an interior cell; nothing collides with it
};

/// Bits beside a surface.
inline constexpr std::uint32_t kPartlyWater = 0x100;
inline constexpr std::uint32_t kAllWater = 0x200;

/// Words a polygon has in the table: source, its id, surface and bits, first vertex, vertex count.
inline constexpr std::size_t kPolygonWords = 5;

struct Drawing {
  std::vector<std::uint32_t> polygons;  ///< kPolygonWords each
  std::vector<float> vertices;          ///< x, y, z each; metres from the corner of the base's landblock
  nlohmann::ordered_json sources;       ///< what the polygons belong to, by number
};

/// Landblocks farther than this from the base's, in blocks, are not drawn.
inline constexpr int kBlocksAround = 4;

[[nodiscard]] Drawing draw_world(const World& world, CellId base);

/// A place to begin in a world that does not say: on the largest walkable polygon indoors, else in the middle of the
/// first landblock. Absent: it has neither.
[[nodiscard]] std::optional<Position> find_spawn(const World& world);

/// The tree of one source of a drawing, from its root: bounding spheres and splitting planes. Null: it has none.
[[nodiscard]] nlohmann::ordered_json draw_tree(const World& world, CellId base, std::size_t source);

}  // namespace surefoot::web
