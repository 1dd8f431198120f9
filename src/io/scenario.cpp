#include "io/scenario.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "io/golden_scenario.hpp"
#include "io/load_world.hpp"
#include "io/scenario_guards.hpp"
#include "io/scenario_objects.hpp"
#include "io/scenario_parts.hpp"
#include "io/world_hash.hpp"
#include "io/world_json.hpp"

namespace surefoot::io {

namespace {

constexpr std::string_view kFormat = "surefoot-scenario/1";

void read_profile(const Cursor& c, Scenario& out) {
  for (const Cursor& item : c.list()) {
    const auto profile = parse_profile(item.as_string());
    if (profile)
      out.profile.add(*profile);
    else
      item.error(profile.error().code, profile.error().message);
  }
}

std::string beside(const std::string& base_dir, const std::string& file) {
  const std::filesystem::path p(file);
  return p.is_absolute() ? file : (std::filesystem::path(base_dir) / p).string();
}

/// The world, inline or by file name; its own errors carry its own place.
Expected<std::shared_ptr<World>> read_scenario_world(const Cursor& c, const std::string& base_dir,
                                                     const std::string& instead, std::uint64_t& hash) {
  if (instead.empty() && c.is_object()) {
    hash = hash_world_json(c.json());
    auto world = read_world_json(c.json(), base_dir);
    if (!world) return fail(world.error().code, world.error().message, "/world" + world.error().where);
    return std::make_shared<World>(std::move(*world));
  }
  const std::string path = instead.empty() ? beside(base_dir, c.as_string()) : instead;
  auto world = load_world(path);
  if (!world) return tl::unexpected<Error>(world.error());
  hash = hash_world_path(path);
  return std::make_shared<World>(std::move(*world));
}

Mode read_mode(const Cursor& c) {
  const std::string& text = c.as_string();
  if (text == "body") return Mode::body;
  if (text == "crowd") return Mode::crowd;
  if (text != "resolve") {
    c.error(
        ErrorCode::bad_value,
        fmt::format("mode \"{}\" is not run by this version; \"resolve\", \"body\" and \"crowd\" are", text));
  }
  return Mode::resolve;
}

Expected<Scenario> read_root(const Json& json, const std::string& base_dir, const ScenarioOptions& options) {
  ReadErrors errors;
  const Cursor root(json, errors);
  const auto first_error = [&] { return tl::unexpected<Error>(errors.first()); };
  if (const auto format = root.get("format");
      !format || !format->is_string() || format->as_string() != kFormat)
    return fail(ErrorCode::unknown_format, fmt::format("expected \"format\": \"{}\"", kFormat), "/format");
  root.only({"format", "name", "about", "pins", "world", "profile", "mode", "mover", "body", "inputs",
             "crowd", "expect", "golden", "source", "guards"});
  Scenario out;
  out.name = root.at("name").as_string();
  if (const auto v = root.get("about")) out.about = v->as_string();
  if (const auto v = root.get("source")) out.source = v->as_string();
  if (const auto v = root.get("pins")) {
    for (const Cursor& item : v->list()) out.pins.push_back(item.as_string());
  }
  if (const auto mode = root.get("mode")) out.mode = read_mode(*mode);
  if (const auto v = root.get("profile")) read_profile(*v, out);
  out.mover = read_mover(root.at("mover"));
  if (out.mode == Mode::crowd) {
    for (const char* key : {"body", "inputs", "golden"}) {
      if (const auto v = root.get(key)) v->error(ErrorCode::unknown_field, "a crowd has no such field");
    }
  } else {
    if (const auto v = root.get("crowd"))
      v->error(ErrorCode::unknown_field, "a \"crowd\" needs \"mode\": \"crowd\"");
    read_body(root.at("body"), out);
    if (out.mode == Mode::body) read_moving_body(root.at("body"), root.at("mover"), out);
    read_inputs(root.at("inputs"), out);
  }
  if (const auto v = root.get("expect")) {
    for (const Cursor& c : v->list()) out.expects.push_back(read_expect(c));
  }
  if (const auto v = root.get("guards")) {
    if (out.mode != Mode::resolve) v->error(ErrorCode::unknown_field, "guards are of mode resolve");
    out.guards = read_guards(*v);
  }
  if (const auto v = root.get("golden")) out.golden = beside(base_dir, v->as_string());
  const Cursor world_at = root.at("world");
  if (errors.any()) return first_error();
  auto world = read_scenario_world(world_at, base_dir, options.world, out.world_hash);
  if (!world) return tl::unexpected<Error>(world.error());
  if (auto done = (*world)->set_form(options.form); !done) return tl::unexpected<Error>(done.error());
  if (errors.any()) return first_error();
  read_objects_of(root, **world, out);
  if (errors.any()) return first_error();
  out.world = std::move(*world);
  return out;
}

}  // namespace

bool Scenario::changes_world() const {
  return mode != Mode::resolve || mover_object ||
         std::any_of(inputs.begin(), inputs.end(), [](const ResolveInput& in) { return !in.world.empty(); });
}

const Input& Scenario::input(std::size_t i) const {
  if (mode == Mode::body) return body_inputs[i];
  return inputs[i];
}

std::uint32_t Scenario::total_ticks() const {
  if (crowd) return crowd->ticks;
  std::uint32_t n = 0;
  for (std::size_t i = 0; i < input_count(); ++i) n += input(i).ticks;
  return n;
}

Expected<Scenario> read_scenario_text(std::string_view text, const std::string& base_dir,
                                      const ScenarioOptions& options) {
  const auto json = parse_json(text);
  if (!json) return tl::unexpected<Error>(json.error());
  return read_root(*json, base_dir, options);
}

Expected<Scenario> read_scenario(const std::string& path, const ScenarioOptions& options) {
  const auto text = read_file(path);
  if (!text) return tl::unexpected<Error>(text.error());
  const auto json = parse_json(*text);
  if (json && is_golden_world(*json)) return scenario_from_golden(path, options);
  auto scenario = json ? read_root(*json, std::filesystem::path(path).parent_path().string(), options)
                       : Expected<Scenario>(tl::unexpected<Error>(json.error()));
  if (!scenario) {
    Error e = scenario.error();
    // Errors of a file the scenario names say so themselves.
    if (e.where.empty() || e.where.front() == '/' || e.where.rfind("byte ", 0) == 0)
      e.where = path + (e.where.empty() ? "" : ": ") + e.where;
    return tl::unexpected<Error>(e);
  }
  scenario->path = path;
  return scenario;
}

}  // namespace surefoot::io
