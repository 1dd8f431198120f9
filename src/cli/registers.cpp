// surefoot rules, surefoot divergences: the registers, from the tables in the code.
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/output.hpp"
#include "cli/verbs.hpp"
#include "core/rules.hpp"

namespace surefoot::cli {

namespace {

namespace fs = std::filesystem;

struct RulesOptions {
  std::string arms;
  bool json = false;
  bool missing = false;
};

/// Where `ctest` of this build leaves the arms it reached: beside the folder of the tool.
std::string default_arms_folder() {
  std::error_code ec;
  const fs::path self = fs::read_symlink("/proc/self/exe", ec);
  return ec ? std::string{} : (self.parent_path().parent_path() / "arms").string();
}

std::set<std::string> read_arms(const std::string& folder) {
  std::set<std::string> out;
  std::error_code ec;
  for (fs::directory_iterator it(folder, ec), end; !ec && it != end; it.increment(ec)) {
    std::ifstream in(it->path());
    std::string id;
    while (std::getline(in, id)) out.insert(id);
  }
  return out;
}

int rules(const RulesOptions& options) {
  const std::string folder = options.arms.empty() ? default_arms_folder() : options.arms;
  const std::set<std::string> reached = read_arms(folder);
  std::size_t reached_count = 0;
  std::size_t unreachable = 0;
  for (const ArmInfo& a : arm_table()) {
    unreachable += a.unreachable() ? 1U : 0U;
    reached_count += reached.count(std::string(a.id));
  }
  if (options.json) {
    nlohmann::ordered_json j;
    j["arms"] = arm_table().size();
    j["reached"] = reached_count;
    j["unreachable"] = unreachable;
    j["list"] = nlohmann::ordered_json::array();
    for (const ArmInfo& a : arm_table()) {
      const FnInfo& f = info(a.fn);
      j["list"].push_back({{"id", a.id},
                           {"function", f.retail},
                           {"address", fmt::format("0x{:08X}", f.address)},
                           {"spec", f.spec},
                           {"layer", f.layer},
                           {"meaning", a.meaning},
                           {"reached", reached.contains(std::string(a.id))}});
    }
    print(j.dump() + "\n");
    return kDone;
  }
  Table table({"arm", "retail", "spec", "meaning", "reached"});
  for (const ArmInfo& a : arm_table()) {
    const FnInfo& f = info(a.fn);
    const bool is_reached = reached.contains(std::string(a.id));
    if (options.missing && (is_reached || a.unreachable())) continue;
    table.add(
        {std::string(a.id), fmt::format("0x{:08X}", f.address), std::string(f.spec), std::string(a.meaning),
         is_reached        ? "yes"
         : a.unreachable() ? "-"
                           : "no"},
        is_reached ? Colour::good : Colour::warn);
  }
  table.print();
  if (reached.empty())
    print(
        fmt::format("{} arms, {} unreachable; no test run found (make test records which arms are reached)\n",
                    arm_table().size(), unreachable));
  else
    print(fmt::format("arm coverage: {} of {} arms reached by the last test run, {} unreachable\n",
                      reached_count, arm_table().size(), unreachable));
  return kDone;
}

int divergences(bool json) {
  if (json) {
    for (std::size_t i = 0; i < kDivergenceCount; ++i) {
      const DivergenceInfo& d = divergence_table()[i];
      nlohmann::ordered_json j;
      j["id"] = d.id;
      j["label"] = d.label;
      j["ports"] = nlohmann::ordered_json::array();
      for (std::string_view rest = d.ports; !rest.empty();) {
        const std::size_t comma = rest.find(", ");
        j["ports"].push_back(std::string(rest.substr(0, comma)));
        rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 2);
      }
      j["retail"] = d.retail;
      j["port"] = d.port;
      j["symptom"] = d.symptom;
      j["scenario"] = d.scenario;
      j["profiles"] = profiles_with(static_cast<Divergence>(i));
      print(j.dump() + "\n");
    }
    return kDone;
  }
  for (std::size_t i = 0; i < kDivergenceCount; ++i) {
    const DivergenceInfo& d = divergence_table()[i];
    const auto profiles = profiles_with(static_cast<Divergence>(i));
    print(fmt::format("{}{}\n  ports    {}\n  retail   {}\n  port     {}\n  seen as  {}\n  profiles {}\n",
                      d.id, d.label.empty() ? "" : fmt::format(" ({})", d.label), d.ports, d.retail, d.port,
                      d.symptom, profiles.empty() ? "-" : fmt::format("{}", fmt::join(profiles, ", "))));
    if (!d.scenario.empty()) print(fmt::format("  scenario {}\n", d.scenario));
  }
  std::string names;
  for (const std::string& n : profile_names()) names += (names.empty() ? "" : ", ") + n;
  print(fmt::format("profiles: {}\n", names));
  return kDone;
}

}  // namespace

void add_rules(CLI::App& app, Action& action) {
  auto options = std::make_shared<RulesOptions>();
  CLI::App* verb =
      app.add_subcommand("rules", "List every branch arm of the solver, with retail address and meaning");
  verb->add_option("--arms", options->arms,
                   "Folder with the arms a test run reached (default: that of this build)");
  verb->add_flag("--missing", options->missing, "Only arms that no test reached");
  verb->add_flag("--json", options->json, "One JSON document");
  verb->footer("Example:\n  surefoot rules --missing");
  verb->callback([options, &action] { action = [options] { return rules(*options); }; });
}

void add_divergences(CLI::App& app, Action& action) {
  auto json = std::make_shared<bool>(false);
  CLI::App* verb =
      app.add_subcommand("divergences", "List the deviations of known ports that a profile can switch on");
  verb->add_flag("--json", *json, "One JSON object a line");
  verb->footer("Example:\n  surefoot divergences --json");
  verb->callback([json, &action] { action = [json] { return divergences(*json); }; });
}

}  // namespace surefoot::cli
