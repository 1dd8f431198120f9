// Reads a world from whatever a path names.
#pragma once

#include <string>

#include "io/dump_json.hpp"
#include "world/world.hpp"

namespace surefoot::io {

/// By content: a `surefoot-world/1` file, a prepared world (.sfw), an OpenAC dump, or a folder of dumps. `bsp` is
/// for dumps only.
[[nodiscard]] Expected<World> load_world(const std::string& path, DumpBsp bsp = DumpBsp::leaf);

}  // namespace surefoot::io
