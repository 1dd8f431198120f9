// A hash that names a world's content (spec 07 §8): XXH3 of its canonical JSON.
#pragma once

#include <cstdint>
#include <string>

#include "io/json.hpp"

namespace surefoot::io {

/// Keys sorted, no spaces, numbers as the bits of their binary32 value.
[[nodiscard]] std::string canonical_json(const Json& json);
[[nodiscard]] std::uint64_t hash_world_json(const Json& json);
/// Of a file's canonical JSON, of the source of a prepared world, or of all *.json files below a folder in path order;
/// 0 when nothing can be read.
[[nodiscard]] std::uint64_t hash_world_path(const std::string& path);

}  // namespace surefoot::io
