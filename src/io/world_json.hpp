// Reads our own world format, `surefoot-world/1` (spec 07 §6; docs/schema/surefoot-world-1.schema.json).
#pragma once

#include <string>
#include <string_view>

#include "io/json.hpp"
#include "world/world.hpp"

namespace surefoot::io {

inline constexpr std::string_view kWorldFormat = "surefoot-world/1";

/// Files may include files this deep.
inline constexpr std::size_t kMaxIncludeDepth = 8;

/// An error's place is the file name and a JSON pointer: "cellar.world.json: /cells/3/shape/polygons/7/v/2".
/// What can be read loads, also where it looks wrong; `check_world` says what does.
[[nodiscard]] Expected<World> read_world(const std::string& path);

/// The same for a file that is parsed already; `path` names it in errors and is where includes are looked
/// for.
[[nodiscard]] Expected<World> read_world_file(Json json, const std::string& path);

/// A world inside another document. Includes are looked for in `base_dir` ("" = where the program runs).
/// Places are pointers from the root of `json`; a fault inside an include has the include's pointer in front:
/// "/include/0: lib.world.json: /gfxobjs/0x01000001".
[[nodiscard]] Expected<World> read_world_json(const Json& json, const std::string& base_dir);

}  // namespace surefoot::io
