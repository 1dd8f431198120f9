#include "io/load_world.hpp"

#include <filesystem>

#include "io/prepared_file.hpp"
#include "io/world_json.hpp"

namespace surefoot::io {

Expected<World> load_world(const std::string& path, DumpBsp bsp) {
  std::error_code ec;
  if (std::filesystem::is_directory(path, ec)) return read_dumps(path, bsp);
  if (is_prepared_file(path)) return open_prepared(path);
  auto json = read_json_file(path);
  if (!json) return tl::unexpected<Error>(json.error());
  return is_dump(*json) ? read_dump_file(*json, path, bsp) : read_world_file(std::move(*json), path);
}

}  // namespace surefoot::io
