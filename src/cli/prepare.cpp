// surefoot prepare: a world as one file that is used as it lies.
#include <memory>

#include <fmt/format.h>

#include "cli/output.hpp"
#include "cli/verbs.hpp"
#include "io/load_world.hpp"
#include "io/prepared_writer.hpp"
#include "io/world_hash.hpp"

namespace surefoot::cli {

namespace {

struct Options {
  std::string world;
  std::string bsp = "leaf";
  std::string out;
  bool zstd = false;
  bool json = false;
};

int prepare(const Options& options) {
  const auto world =
      io::load_world(options.world, options.bsp == "build" ? io::DumpBsp::build : io::DumpBsp::leaf);
  if (!world) return report(world.error());
  io::PrepareOptions how;
  how.world_hash = io::hash_world_path(options.world);
  how.zstd = options.zstd;
  const auto done = io::write_prepared(*world, options.out, how);
  if (!done) return report(done.error());
  const double per_triangle =
      done->triangles == 0 ? 0.0
                           : static_cast<double>(done->tree_bytes) / static_cast<double>(done->triangles);
  if (options.json) {
    const nlohmann::ordered_json j{{"world", options.world},
                                   {"file", options.out},
                                   {"bytes", done->bytes},
                                   {"blocks", done->blocks},
                                   {"cells", done->cells},
                                   {"structures", done->structures},
                                   {"shapes", done->shapes},
                                   {"objects", done->objects},
                                   {"triangles", done->triangles},
                                   {"tree_bytes", done->tree_bytes},
                                   {"world_hash", fmt::format("0x{:016x}", how.world_hash)}};
    print(j.dump() + "\n");
    return kDone;
  }
  print(fmt::format("{}: {} bytes: {} landblocks, {} cells, {} structures, {} shapes, {} objects\n",
                    options.out, done->bytes, done->blocks, done->cells, done->structures, done->shapes,
                    done->objects));
  if (done->triangles != 0)
    print(fmt::format("collision trees: {} bytes for {} triangles, {:.1f} each\n", done->tree_bytes,
                      done->triangles, per_triangle));
  return kDone;
}

}  // namespace

void add_prepare(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand(
      "prepare", "Write a world as one file (.sfw) that opens at once, however large it is");
  verb->add_option("world", options->world, "World file, dump file, or a folder of dumps")->required();
  verb->add_option("-o,--out", options->out, "File to write; an old one is replaced")->required();
  verb->add_flag("--zstd", options->zstd,
                 "Pack its parts: smaller, and unpacked when they are first touched");
  verb->add_option("--bsp", options->bsp, "Trees of dumped cells: leaf (as the port has them) or build")
      ->check(CLI::IsMember({"leaf", "build"}));
  verb->add_flag("--json", options->json, "One JSON object");
  verb->footer(
      "Wherever a world is named, the file can be named instead: in a scenario's \"world\", and by --world.\n"
      "Example:\n  surefoot prepare worlds/house.world.json -o house.sfw\n  surefoot run --world house.sfw "
      "worlds/house-enter.scenario.json\n  surefoot check house.sfw");
  verb->callback([options, &action] { action = [options] { return prepare(*options); }; });
}

}  // namespace surefoot::cli
