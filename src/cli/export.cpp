// surefoot export: a world of ours as the client's containers.
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "cli/import.hpp"
#include "cli/output.hpp"
#include "cli/verbs.hpp"
#include "io/dat/export.hpp"
#include "io/load_world.hpp"

namespace surefoot::cli {

namespace {

struct Options {
  std::string world;
  std::string folder;
  std::string portal;
  std::string cell;
  bool strict = false;
  bool json = false;
};

void print_json(const io::DatExportReport& r, const Options& o) {
  nlohmann::ordered_json j;
  j["portal"] = o.portal;
  j["cell"] = o.cell;
  for (std::size_t i = 0; i < io::kDatKinds; ++i)
    j["written"][to_string(static_cast<io::DatKind>(i))] = r.written[i];
  j["skipped"] = r.skipped;
  j["inexact"] = r.inexact;
  print(j.dump() + "\n");
}

int export_dat(Options o) {
  if (!o.folder.empty()) {
    const auto in_folder = [&](const char* name) {
      return (std::filesystem::path(o.folder) / name).string();
    };
    if (o.portal.empty()) o.portal = in_folder(io::kPortalFile);
    if (o.cell.empty()) o.cell = in_folder(io::kCellFile);
    std::error_code ec;
    std::filesystem::create_directories(o.folder, ec);
  }
  if (o.portal.empty() || o.cell.empty())
    return report(
        {ErrorCode::bad_value, "say where to: -o FOLDER, or --portal FILE and --cell FILE", "export dat"});
  const auto world = io::load_world(o.world);
  if (!world) return report(world.error());
  Expected<io::DatExportReport> written = io::DatExportReport();
  {
    Progress progress("writing");
    written = io::export_dat(*world, o.portal, o.cell,
                             [&](std::size_t done, std::size_t of) { progress.at(done, of); });
  }
  if (!written) return report(written.error());
  if (o.json) {
    print_json(*written, o);
  } else {
    Table table({"what", "written"});
    for (std::size_t i = 0; i < io::kDatKinds; ++i)
      table.add({to_string(static_cast<io::DatKind>(i)), std::to_string(written->written[i])});
    table.print();
    tell("the client's data has no room for:", written->skipped, written->skipped.size());
    tell("a reader will find otherwise:", written->inexact, written->inexact.size());
  }
  return o.strict && !written->exact() ? kExpectationFailed : kDone;
}

}  // namespace

void add_export(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("export", "Write a world in another format");
  verb->require_subcommand(1);
  CLI::App* dat =
      verb->add_subcommand("dat", "The client's data files: client_portal.dat and client_cell_1.dat");
  dat->add_option("world", options->world, "World file, dump file, or folder of dumps")->required();
  dat->add_option("-o,--output", options->folder, "Folder to write them to, under their usual names");
  dat->add_option("--portal", options->portal, "File for shapes and setups");
  dat->add_option("--cell", options->cell, "File for landblocks and cells");
  dat->add_flag("--strict", options->strict, "Exit 1 when reading them back would not give the same world");
  dat->add_flag("--json", options->json, "One JSON object");
  const char* example = "Example:\n  surefoot export dat worlds/house.world.json -o house/";
  verb->footer(example);
  dat->footer(example);
  dat->callback([options, &action] { action = [options] { return export_dat(*options); }; });
}

}  // namespace surefoot::cli
