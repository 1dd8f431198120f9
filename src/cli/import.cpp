// surefoot import: worlds out of other people's formats.
#include "cli/import.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "io/prepared_writer.hpp"
#include "scenario/first_walk.hpp"

namespace surefoot::cli {

namespace {

bool ends_with(const std::string& text, std::string_view ending) {
  return text.size() >= ending.size() &&
         text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

}  // namespace

void ImportOutput::add_to(CLI::App& verb) {
  verb.add_option("-o,--output", path, "World to write: *.json, or *.sfw for a prepared world")->required();
  verb.add_option("--scenario", scenario, "Also write a scenario: a first walk in this world");
  verb.add_flag("--zstd", zstd, "Pack the parts of a prepared world");
  verb.add_flag("--json", json, "The counts as one JSON object");
}

int ImportOutput::write(const World& world, const io::WorldWriteOptions& options) const {
  const bool prepared = ends_with(path, ".sfw");
  if (!prepared && !ends_with(path, ".json"))
    return report({ErrorCode::bad_value,
                   fmt::format("{}: a world is written as *.json, or prepared as *.sfw", path), "--output"});
  if (zstd && !prepared)
    return report({ErrorCode::bad_value, "only a prepared world (*.sfw) is packed", "--zstd"});
  if (prepared) {
    io::PrepareOptions how;
    how.zstd = zstd;
    if (auto ok = io::write_prepared(world, path, how); !ok) return report(ok.error());
  } else {
    if (auto ok = io::write_world_file(world, path, options); !ok) return report(ok.error());
  }
  std::error_code ec;
  const auto size = std::filesystem::file_size(path, ec);
  if (!json) print(fmt::format("{}: {} kB\n", path, (size + 999) / 1000));
  if (scenario.empty()) return kDone;
  if (auto ok = scenario::write_first_walk(world, path, scenario); !ok) return report(ok.error());
  if (!json) print(fmt::format("{}: a first walk; try it with: surefoot run {}\n", scenario, scenario));
  return kDone;
}

void tell(const std::string& heading, const std::vector<std::string>& lines, std::size_t total) {
  if (total == 0) return;
  constexpr std::size_t kMost = 20;
  message(heading + "\n");
  for (std::size_t i = 0; i < lines.size() && i < kMost; ++i) message("  " + lines[i] + "\n");
  if (total > kMost) message(fmt::format("  ... and {} more\n", total - kMost));
}

void add_import(CLI::App& app, Action& action) {
  CLI::App* verb = app.add_subcommand("import", "Make a world of the client's data, a mesh or dumps");
  verb->require_subcommand(1);
  verb->footer(
      "Example:\n  surefoot import dat --data ~/ac-data --blocks A9B4,A9B3 -o town.world.json\n"
      "  surefoot import gltf level.glb -o level.world.json\n"
      "`surefoot import KIND --help` says more.");
  add_import_dat(*verb, action);
  add_import_meshes(*verb, action);
}

}  // namespace surefoot::cli
