// Seeds for the targets that read binary data, made by our own writers: make_seeds FOLDER WORLD...
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>

#include "io/dat/container_writer.hpp"
#include "io/dat/export.hpp"
#include "io/dat/records.hpp"
#include "io/load_world.hpp"
#include "io/prepared_writer.hpp"

namespace {

namespace fs = std::filesystem;
using namespace surefoot::io;

/// As dat_record_fuzz picks them.
std::optional<unsigned char> kind_of(std::uint32_t id, bool cell) {
  const std::uint32_t low = id & 0xFFFFU;
  if (id == kIterationRecord) return std::nullopt;
  if (cell) return static_cast<unsigned char>(low == 0xFFFF ? 4 : low == 0xFFFE ? 5 : 3);
  return static_cast<unsigned char>(is_gfxobj_id(id)        ? 0
                                    : is_setup_id(id)       ? 1
                                    : is_environment_id(id) ? 2
                                                            : 6);
}

void make(const fs::path& folder, const fs::path& world_path) {
  const auto world = load_world(world_path.string());
  if (!world) return;
  const std::string name = world_path.stem().stem().string();
  for (const bool zstd : {false, true}) {
    PrepareOptions options;
    options.zstd = zstd;
    static_cast<void>(write_prepared(
        *world, (folder / "prepared_fuzz" / (name + (zstd ? "-packed" : ""))).string(), options));
  }
  const std::string portal = (folder / "portal.tmp").string();
  const std::string cell = (folder / "cell.tmp").string();
  if (!export_dat(*world, portal, cell)) return;
  std::map<std::uint32_t, std::vector<std::byte>> all;
  for (const std::string& path : {portal, cell}) {
    const auto c = DatContainer::open(path);
    static_cast<void>(c->each([&](const DatEntry& e) {
      const auto record = c->read(e);
      all[e.id] = record->bytes;
      const auto kind = kind_of(e.id, path == cell);
      if (!kind) return true;
      std::ofstream out(folder / "dat_record_fuzz" / (name + "-" + std::to_string(e.id)), std::ios::binary);
      out.put(static_cast<char>(*kind));
      out.write(reinterpret_cast<const char*>(record->bytes.data()),
                static_cast<std::streamsize>(record->bytes.size()));
      return true;
    }));
    fs::remove(path);
  }
  static_cast<void>(write_container((folder / "dat_world_fuzz" / name).string(),
                                    {kCellBlockSize, DatSet::portal, 0, 0}, all));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const fs::path folder = argv[1];
  for (const char* target : {"dat_record_fuzz", "dat_world_fuzz", "prepared_fuzz"})
    fs::create_directories(folder / target);
  for (int i = 2; i < argc; ++i) make(folder, argv[i]);
  return 0;
}
