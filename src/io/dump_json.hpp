// Reads OpenAC's dumps of cells and graphics objects (spec 07 §4).
//
// A dump lacks both trees, so the world made from it is marked `approximate`: {"bsp", "cell_bsp"}.
#pragma once

#include <string>

#include "io/json.hpp"
#include "world/world.hpp"

namespace surefoot::io {

/// How the missing collision tree is made up.
enum class DumpBsp : std::uint8_t {
  leaf,   ///< as the port does: one leaf, polygons in file order; a cell's bounds are (0,0,0) radius 15
  build,  ///< our own builder (spec 02 §8)
};

/// Radius of the single leaf the port gives a cell, metres. Fixture vertices reach beyond it.
inline constexpr float kDumpCellRadius = 15.0F;

/// Is this an object with the fields of a cell dump, or of a gfxobj dump?
[[nodiscard]] bool is_dump(const Json& json);

/// A dump file, or a folder of them read recursively in path order. In a folder, other *.json files are
/// skipped, and of two dumps with one id the first counts; both are noted in `World::notes`. A *.json file
/// that is no JSON at all is an error. Cells are placed, graphics objects are only loaded.
[[nodiscard]] Expected<World> read_dumps(const std::string& path, DumpBsp bsp = DumpBsp::leaf);

/// A dump file that is parsed already; `path` names it in errors.
[[nodiscard]] Expected<World> read_dump_file(const Json& json, const std::string& path,
                                             DumpBsp bsp = DumpBsp::leaf);

/// The same without a file: places are pointers from the root.
[[nodiscard]] Expected<World> read_dump_json(const Json& json, DumpBsp bsp = DumpBsp::leaf);

}  // namespace surefoot::io
