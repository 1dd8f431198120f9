#include "cli/world_option.hpp"

namespace surefoot::cli {

void WorldOption::add_to(CLI::App& verb, bool required) {
  verb.add_option("--world", path,
                  "World file, prepared world (.sfw), dump file, or a folder of dumps (read recursively)")
      ->required(required);
  verb.add_option("--bsp", bsp, "Trees of dumped cells: leaf (as the port has them) or build")
      ->check(CLI::IsMember({"leaf", "build"}));
}

Expected<World> WorldOption::load() const {
  return io::load_world(path, bsp == "build" ? io::DumpBsp::build : io::DumpBsp::leaf);
}

}  // namespace surefoot::cli
