// Reads prepared worlds (docs/prepared-worlds.md).
//
// Opening looks at the header, the index and the catalog. Geometry and terrain are used where they lie in the file, and
// looked at when they are first touched: the checksum, then everything a query could trip over.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "shape/flat_bsp.hpp"
#include "world/world.hpp"

namespace surefoot::io {

/// Whether bytes, or a file, begin as a prepared world does.
[[nodiscard]] bool is_prepared(std::span<const std::byte> bytes);
[[nodiscard]] bool is_prepared_file(const std::string& path);

/// Maps the file; it must not change as long as the world or a fork of it lives. Refuses, naming the file: another
/// format, a newer version, another byte order (`unknown_format`), a wrong size, and damage of what opening looks at
/// (`damaged`). Whatever is damaged beyond that makes the resolve that touches it fail with `damaged`, naming it.
[[nodiscard]] Expected<World> open_prepared(const std::string& path);

/// Whether checksums count. A test of what lies behind them passes over them.
enum class Checksums : std::uint8_t { verified, ignored };

/// The same of bytes in memory.
[[nodiscard]] Expected<World> open_prepared(FlatBytes bytes, Checksums checksums = Checksums::verified);

/// Hash of the source that the header tells; 0 when it cannot be read.
[[nodiscard]] std::uint64_t prepared_world_hash(const std::string& path);

struct PreparedReport {
  std::size_t shapes = 0;
  std::size_t structures = 0;
  std::size_t blocks = 0;
  std::size_t cells = 0;
  std::size_t objects = 0;
  std::size_t bytes = 0;
  std::vector<Error> damage;  ///< an entry for each damaged section, in file order
};

/// Looks at every byte that means something. An error where the file cannot even be opened.
[[nodiscard]] Expected<PreparedReport> verify_prepared(const std::string& path);

}  // namespace surefoot::io
