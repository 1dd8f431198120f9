// What the kinds of import share: where the world goes, and telling long lists.
#pragma once

#include <string>
#include <vector>

#include "cli/output.hpp"
#include "cli/verbs.hpp"
#include "io/world_writer.hpp"
#include "world/world.hpp"

namespace surefoot::cli {

struct ImportOutput {
  std::string path;
  std::string scenario;  ///< "" = none is wanted
  bool json = false;
  bool zstd = false;

  void add_to(CLI::App& verb);
  /// Writes the world, as JSON or prepared, and the scenario of a first walk in it; answers the exit code.
  [[nodiscard]] int write(const World& world, const io::WorldWriteOptions& options = {}) const;
};

/// The first lines of a list on standard error, and how many more there are.
void tell(const std::string& heading, const std::vector<std::string>& lines, std::size_t total);

void add_import_dat(CLI::App& import, Action& action);
void add_import_meshes(CLI::App& import, Action& action);

}  // namespace surefoot::cli
