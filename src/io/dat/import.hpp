// A world out of the client's data (spec 07 §3.8).
//
// Terrain is read when it is first touched; cells, buildings and scenery at once. A record that cannot be read or used is
// left out, counted, and the first of them are told with their places; what leans on it is left out too. Terrain scenery
// (the trees and stones placed by a formula) is not in the containers and so not in the world.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "io/dat/container.hpp"
#include "world/world.hpp"

namespace surefoot::io {

/// What the counts are of.
enum class DatKind : std::uint8_t { landblock, info, cell, environment, gfxobj, setup, building, object };
inline constexpr std::size_t kDatKinds = 8;
[[nodiscard]] const char* to_string(DatKind kind);

struct DatCount {
  std::size_t read = 0;
  std::size_t skipped = 0;
};

struct DatImportReport {
  std::array<DatCount, kDatKinds> counts{};
  std::size_t harmless = 0;  ///< objects without any collision shape: left out, nothing is lost
  std::vector<std::string>
      skipped;  ///< what was left out and why, with its place; the first kMostTold of them
  std::vector<std::string> warnings;  ///< what was odd

  static constexpr std::size_t kMostTold = 200;
  [[nodiscard]] DatCount& of(DatKind kind) { return counts[static_cast<std::size_t>(kind)]; }
  [[nodiscard]] const DatCount& of(DatKind kind) const { return counts[static_cast<std::size_t>(kind)]; }
};

struct DatImportOptions {
  std::vector<BlockId> blocks;  ///< empty = every block there is
  /// Records done, of how many.
  std::function<void(std::size_t, std::size_t)> progress;
};

/// The world keeps the cell container, for its terrain. An error means that nothing can be had: a damaged directory, a
/// wanted block that is not there, a height table that holds no numbers.
[[nodiscard]] Expected<World> import_dat(const std::shared_ptr<const DatContainer>& portal,
                                         const std::shared_ptr<const DatContainer>& cell,
                                         const DatImportOptions& options, DatImportReport& report);

}  // namespace surefoot::io
