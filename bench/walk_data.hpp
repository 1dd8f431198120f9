// The worlds and scripts of the standing walks, as the bench data has them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "world/terrain.hpp"

namespace surefoot::bench {

/// The six standing walks, in the order they are printed.
inline constexpr std::array<const char*, 6> kWalks = {"flat24", "hilly24", "flat2",
                                                      "hilly2", "stairs",  "maze"};

/// Measures of the character, metres.
struct Character {
  float radius = 0.0F;
  float height = 0.0F;
  float step_up = 0.0F;
  float step_down = 0.0F;
  float floor_z = 0.0F;  ///< least z of a normal that can be stood on
};

struct WalkWorld {
  std::string name;
  std::vector<Vec3> vertices;  ///< metres
  /// Outlines as indices of vertices; convex, counter-clockwise seen from the side that collides.
  std::vector<std::vector<std::uint32_t>> polygons;
  Character character;
  /// Of terrain in land cells of 24 m: the same surface as heights and diagonals of one landblock.
  std::optional<LandblockData> land;
};

struct ScriptLine {
  enum class Kind : std::uint8_t { teleport, step };
  Kind kind = Kind::step;
  Vec3 v;  ///< feet to stand at, or the wanted velocity, m/s
  bool jump = false;
};

struct Script {
  float dt = 0.0F;                ///< seconds of a step
  std::vector<ScriptLine> lines;  ///< the first one is a teleport
  std::size_t steps = 0;          ///< lines that are steps
};

/// $SUREFOOT_SHARED, default <repository root>/../shared; "/bench/" and `below` are appended.
[[nodiscard]] std::string bench_data_path(const std::string& below);

/// Place of an error: file and JSON pointer.
[[nodiscard]] Expected<WalkWorld> read_walk_world(const std::string& path);
/// Place of an error: file and line.
[[nodiscard]] Expected<Script> read_script(const std::string& path);

/// World and script of a walk, by name; where they are absent the error says what to set.
struct WalkData {
  WalkWorld world;
  Script script;
};
[[nodiscard]] Expected<WalkData> read_walk(const std::string& name);

}  // namespace surefoot::bench
