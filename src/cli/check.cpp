// surefoot check: what looks wrong in a world.
#include <memory>

#include <fmt/format.h>

#include "cli/output.hpp"
#include "cli/verbs.hpp"
#include "io/load_world.hpp"
#include "io/prepared_file.hpp"
#include "io/world_check.hpp"

namespace surefoot::cli {

namespace {

struct Options {
  std::vector<std::string> paths;
  io::CheckOptions check;
  bool json = false;
};

/// A prepared world is checked for being what was written; whether that was right, its source tells.
int check_prepared(const std::string& path, bool json, bool& worse_than_warning) {
  const auto checked = io::verify_prepared(path);
  if (!checked) return report(checked.error());
  worse_than_warning = worse_than_warning || !checked->damage.empty();
  if (json) {
    nlohmann::ordered_json j{{"world", path},
                             {"cells", checked->cells},
                             {"errors", checked->damage.size()},
                             {"warnings", 0},
                             {"findings", nlohmann::ordered_json::array()},
                             {"bytes", checked->bytes},
                             {"blocks", checked->blocks},
                             {"structures", checked->structures},
                             {"shapes", checked->shapes},
                             {"objects", checked->objects}};
    for (const Error& e : checked->damage) {
      j["findings"].push_back({{"severity", to_string(io::Severity::error)},
                               {"rule", "prepared.damaged"},
                               {"where", e.where},
                               {"message", e.message}});
    }
    print(j.dump() + "\n");
    return kDone;
  }
  for (const Error& e : checked->damage)
    print(fmt::format("{} {} [prepared.damaged] {}\n", paint("error", Colour::bad), e.where, e.message));
  print(fmt::format(
      "{}: prepared, {} bytes: {} landblocks, {} cells, {} structures, {} shapes, {} objects, {} damaged\n",
      path, checked->bytes, checked->blocks, checked->cells, checked->structures, checked->shapes,
      checked->objects, checked->damage.size()));
  return kDone;
}

int check_one(const std::string& path, const Options& options, bool& worse_than_warning) {
  if (io::is_prepared_file(path)) return check_prepared(path, options.json, worse_than_warning);
  const auto world = io::load_world(path);
  if (!world) return report(world.error());
  const auto findings = io::check_world(*world, options.check);
  std::size_t errors = 0;
  std::size_t warnings = 0;
  for (const io::Finding& f : findings) {
    errors += f.severity == io::Severity::error ? 1U : 0U;
    warnings += f.severity == io::Severity::warning ? 1U : 0U;
  }
  worse_than_warning = worse_than_warning || errors != 0;
  if (options.json) {
    nlohmann::ordered_json j;
    j["world"] = path;
    j["cells"] = world->env_cells().size();
    j["errors"] = errors;
    j["warnings"] = warnings;
    j["findings"] = nlohmann::ordered_json::array();
    for (const io::Finding& f : findings) {
      j["findings"].push_back({{"severity", to_string(f.severity)},
                               {"rule", f.rule},
                               {"where", f.place},
                               {"message", f.message}});
    }
    print(j.dump() + "\n");
    return kDone;
  }
  for (const io::Finding& f : findings) {
    const Colour colour = f.severity == io::Severity::error     ? Colour::bad
                          : f.severity == io::Severity::warning ? Colour::warn
                                                                : Colour::dim;
    print(fmt::format("{} {} [{}] {}\n", paint(to_string(f.severity), colour), f.place, f.rule, f.message));
  }
  print(fmt::format("{}: {} cells, {} errors, {} warnings\n", path, world->env_cells().size(), errors,
                    warnings));
  return kDone;
}

int check(const Options& options) {
  bool worse = false;
  for (const std::string& path : options.paths) {
    if (const int code = check_one(path, options, worse); code != kDone) return code;
  }
  return worse ? kExpectationFailed : kDone;
}

}  // namespace

void add_check(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand(
      "check",
      "Validate worlds: polygons, edges, trees, portals, passages, unreachable cells (exit 1 on an error)");
  verb->add_option(
          "world", options->paths,
          "World files, prepared worlds (.sfw: every byte is looked at), dump files, or folders of dumps")
      ->required();
  verb->add_option("--radius", options->check.mover_radius,
                   "Of whoever should get through gaps (default 0.48 m)");
  verb->add_option("--height", options->check.mover_height, "The same (default 1.835 m)");
  verb->add_option("--samples", options->check.samples, "Spheres each tree is asked about (default 2000)");
  verb->add_flag("--json", options->json, "One JSON object per world");
  verb->footer("Example:\n  surefoot check worlds/two-rooms.world.json");
  verb->callback([options, &action] { action = [options] { return check(*options); }; });
}

}  // namespace surefoot::cli
