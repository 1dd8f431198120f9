// Writes prepared worlds (docs/prepared-worlds.md).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "world/world.hpp"

namespace surefoot::io {

struct PrepareOptions {
  /// Of the source (`hash_world_path`); it names the world in traces and captures. 0: a hash of what is written, for a
  /// world that was never a file.
  std::uint64_t world_hash = 0;
  bool zstd = false;  ///< pack sections: smaller, and unpacked into memory at their first touch
};

struct PrepareReport {
  std::size_t shapes = 0;
  std::size_t structures = 0;
  std::size_t blocks = 0;
  std::size_t cells = 0;
  std::size_t objects = 0;
  std::size_t triangles = 0;   ///< polygons of all collision trees, an n-gon as n − 2
  std::size_t tree_bytes = 0;  ///< of their flat form, vertices included, unpacked
  std::size_t bytes = 0;       ///< of the file
};

/// The bytes of the file. Refuses a world with a tree that has no flat form, or with a part beyond 4 GB.
[[nodiscard]] Expected<std::vector<std::byte>> prepare_world(const World& world,
                                                             const PrepareOptions& options,
                                                             PrepareReport* report = nullptr);

/// The same to a file, which is replaced when everything is written.
[[nodiscard]] Expected<PrepareReport> write_prepared(const World& world, const std::string& path,
                                                     const PrepareOptions& options);

}  // namespace surefoot::io
