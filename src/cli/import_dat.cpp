// surefoot import dat: landblocks out of the client's own containers.
#include <cstdlib>
#include <memory>

#include <fmt/format.h>

#include "cli/import.hpp"
#include "core/float_bits.hpp"
#include "io/dat/data_files.hpp"
#include "io/dat/import.hpp"

namespace surefoot::cli {

namespace {

struct Options {
  std::string portal;
  std::string cell;
  std::string folder;
  std::string blocks;
  bool all = false;
  bool strict = false;
  ImportOutput output;
};

Expected<std::vector<BlockId>> parse_blocks(const std::string& text) {
  std::vector<BlockId> out;
  std::size_t from = 0;
  while (from <= text.size()) {
    const std::size_t to = std::min(text.find(',', from), text.size());
    std::string name = text.substr(from, to - from);
    if (name.rfind("0x", 0) != 0) name = "0x" + name;
    const auto id = parse_u32(name);
    if (!id || name.size() != 6 || (*id >> 8U) > 0xFE || (*id & 0xFFU) > 0xFE)
      return fail(ErrorCode::bad_value,
                  fmt::format("\"{}\": a landblock has four hexadecimal digits, 0000 to FEFE",
                              text.substr(from, to - from)),
                  "--blocks");
    out.push_back(static_cast<BlockId>(*id));
    from = to + 1;
  }
  return out;
}

void print_json(const io::DatImportReport& r, const World& world) {
  nlohmann::ordered_json j;
  for (std::size_t i = 0; i < io::kDatKinds; ++i)
    j["counts"][to_string(static_cast<io::DatKind>(i))] = {{"read", r.counts[i].read},
                                                           {"skipped", r.counts[i].skipped}};
  j["cannot_collide"] = r.harmless;
  j["skipped"] = r.skipped;
  j["warnings"] = r.warnings;
  j["notes"] = world.notes;
  print(j.dump() + "\n");
}

void print_table(const io::DatImportReport& r) {
  Table table({"what", "read", "skipped"});
  for (std::size_t i = 0; i < io::kDatKinds; ++i) {
    const io::DatCount& c = r.counts[i];
    table.add({to_string(static_cast<io::DatKind>(i)), std::to_string(c.read), std::to_string(c.skipped)},
              c.skipped == 0 ? Colour::none : Colour::warn);
  }
  table.print();
}

std::string folder_of(const Options& options) {
  if (!options.folder.empty()) return options.folder;
  const char* variable = std::getenv(io::kDatFolderVariable);
  return variable == nullptr ? "" : variable;
}

int import_dat(const Options& options) {
  if (options.all == !options.blocks.empty())
    return report({ErrorCode::bad_value, "say which landblocks: --blocks A9B4,A9B3 or --all", "import dat"});
  io::DatImportOptions wanted;
  if (!options.all) {
    auto blocks = parse_blocks(options.blocks);
    if (!blocks) return report(blocks.error());
    wanted.blocks = std::move(*blocks);
  }
  const auto files = io::find_dat_files(options.portal, options.cell, folder_of(options));
  if (!files) return report(files.error());
  auto portal = io::DatContainer::open(files->portal);
  if (!portal) return report(portal.error());
  auto cell = io::DatContainer::open(files->cell);
  if (!cell) return report(cell.error());
  io::DatImportReport counts;
  Expected<World> world = World();
  {
    Progress progress("reading");
    wanted.progress = [&](std::size_t done, std::size_t of) { progress.at(done, of); };
    world = io::import_dat(std::make_shared<io::DatContainer>(std::move(*portal)),
                           std::make_shared<io::DatContainer>(std::move(*cell)), wanted, counts);
  }
  if (!world) return report(world.error());
  world->name = options.all ? "all landblocks" : "landblocks " + options.blocks;
  std::size_t skipped = 0;
  for (const io::DatCount& c : counts.counts) skipped += c.skipped;
  if (options.output.json) {
    print_json(counts, *world);
  } else {
    print_table(counts);
    if (counts.harmless != 0)
      print(fmt::format("{} things without any collision shape are left out\n", counts.harmless));
    tell("skipped:", counts.skipped, skipped);
    tell("odd:", counts.warnings, counts.warnings.size());
    for (const std::string& note : world->notes) message("note: " + note + "\n");
  }
  const int code = options.output.write(*world);
  return code == kDone && options.strict && skipped != 0 ? kExpectationFailed : code;
}

}  // namespace

void add_import_dat(CLI::App& import, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* verb =
      import.add_subcommand("dat", "Landblocks out of the client's data files, which are only read");
  verb->add_option("--data", options->folder,
                   fmt::format("Folder with client_portal.dat and client_cell_1.dat (default: ${})",
                               io::kDatFolderVariable));
  verb->add_option("--portal", options->portal, "client_portal.dat");
  verb->add_option("--cell", options->cell, "client_cell_1.dat");
  verb->add_option("--blocks", options->blocks, "Landblocks, hexadecimal, comma-separated");
  verb->add_flag("--all", options->all, "Every landblock (a large world: hundreds of MB)");
  verb->add_flag("--strict", options->strict, "Exit 1 when anything was skipped");
  options->output.add_to(*verb);
  verb->footer(
      "Example:\n  surefoot import dat --data ~/ac-data --blocks A9B4,A9B3 -o town.world.json "
      "--scenario town.scenario.json");
  verb->callback([options, &action] { action = [options] { return import_dat(*options); }; });
}

}  // namespace surefoot::cli
