// What was in the way: the surfaces and objects that answered during a recorded step.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "trace/recorder.hpp"

namespace surefoot::trace {

struct Blocker {
  enum class Kind : std::uint8_t { terrain, cell, building, object };

  Kind kind = Kind::cell;
  std::uint32_t cell = 0;                ///< cell that asked
  std::uint32_t id = 0;                  ///< of the object or building
  std::optional<std::uint32_t> polygon;  ///< of terrain the triangle, 0 or 1; none for spheres and cylinders
  std::optional<Vec3> normal;            ///< of the polygon
  std::size_t event = 0;                 ///< index of the event that said so
  bool probed = false;                   ///< inside a step up or down: looked at, not walked into
};

/// In the order they answered.
[[nodiscard]] std::vector<Blocker> find_blockers(const Recorder& recorder);

/// The same surface or object, whoever asked and when.
[[nodiscard]] bool same_thing(const Blocker& a, const Blocker& b);

/// "polygon 41 of cell 0x01010100", "the terrain of cell 0xA9B4001A (triangle 0)", "object 0x50000001 (polygon 3)".
[[nodiscard]] std::string print_thing(const Blocker& b);

/// Degrees from level, 0 to 180; above 90 it hangs over. For people: no result depends on it.
[[nodiscard]] float slope_of(const Vec3& normal);
[[nodiscard]] float slope_of(float normal_z);

}  // namespace surefoot::trace
