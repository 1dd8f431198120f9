// Seeds for the targets that read binary data, made by our own writers: make_seeds FOLDER WORLD...
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>

#include "core/bits.hpp"
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

/// Every polygon of the world's cells as an OBJ file and as a binary glTF one.
void make_meshes(const fs::path& folder, const std::string& name, const surefoot::World& world) {
  std::string obj;
  std::string data;
  std::size_t corners = 0;
  const auto word = [](std::string& out, std::size_t v) {
    for (unsigned k = 0; k < 32; k += 8) out += static_cast<char>(v >> k & 0xFFU);
  };
  for (const auto& cell : world.env_cells()) {
    obj += "o cell\n";
    for (const surefoot::Polygon& p : cell->structure->physics_bsp.polygons) {
      for (const surefoot::Vec3& v : p.vertices) {
        obj += "v " + std::to_string(v.x) + " " + std::to_string(v.y) + " " + std::to_string(v.z) + "\n";
        for (const float f : {v.x, v.y, v.z}) word(data, surefoot::to_bits(f));
        ++corners;
      }
      obj += "f";
      for (std::size_t k = p.vertices.size(); k > 0; --k) obj += " -" + std::to_string(k);
      obj += "\n";
    }
  }
  std::ofstream(folder / "obj_fuzz" / name) << obj;
  const std::string size = std::to_string(data.size());
  std::string json =
      R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"translation":[1,2,3]}],)"
      R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":5}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":)" +
      std::to_string(corners) + R"(,"type":"VEC3"}],"bufferViews":[{"buffer":0,"byteLength":)" + size +
      R"(}],"buffers":[{"byteLength":)" + size + "}]}";
  while (json.size() % 4 != 0) json += ' ';
  std::string glb = "glTF";
  word(glb, 2);
  word(glb, 12 + 8 + json.size() + 8 + data.size());
  word(glb, json.size());
  glb += "JSON" + json;
  word(glb, data.size());
  std::ofstream(folder / "gltf_fuzz" / name, std::ios::binary) << glb << std::string("BIN\0", 4) << data;
}

void make(const fs::path& folder, const fs::path& world_path) {
  const auto world = load_world(world_path.string());
  if (!world) return;
  const std::string name = world_path.stem().stem().string();
  make_meshes(folder, name, *world);
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
  for (const char* target : {"dat_record_fuzz", "dat_world_fuzz", "obj_fuzz", "gltf_fuzz", "prepared_fuzz"})
    fs::create_directories(folder / target);
  for (int i = 2; i < argc; ++i) make(folder, argv[i]);
  return 0;
}
