#include "io/world_json.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "io/world_reader.hpp"

namespace surefoot::io {

namespace {

/// One file of a world.
struct Document {
  std::string file;    ///< "" = the inline root
  std::string origin;  ///< put before the place of errors: the include of an inline root that led here
  Json owned;
  const Json* json = nullptr;
  ReadErrors errors;
};

Error placed(const Document& d, const Error& e) {
  return in_file(d.origin, in_file(d.file, e));
}

std::string folder_of(const std::string& path) {
  const auto slash = path.find_last_of('/');
  return slash == std::string::npos ? std::string{} : path.substr(0, slash + 1);
}

/// "a/./b/../c" → "a/c", to recognise a file that includes itself by another spelling. Links are not
/// followed; the depth limit ends what this misses.
std::string normal_path(const std::string& path) {
  std::vector<std::string> steps;
  std::size_t i = 0;
  while (i <= path.size()) {
    const std::size_t end = std::min(path.find('/', i), path.size());
    const std::string step = path.substr(i, end - i);
    if (step == ".." && !steps.empty() && steps.back() != "..")
      steps.pop_back();
    else if (!step.empty() && step != ".")
      steps.push_back(step);
    i = end + 1;
  }
  std::string out = !path.empty() && path.front() == '/' ? "/" : "";
  for (std::size_t k = 0; k < steps.size(); ++k) {
    if (k != 0) out += '/';
    out += steps[k];
  }
  return out;
}

/// Collects the documents in merging order: what a file includes stands before it.
class Collector {
 public:
  /// `root_file`: the outermost file, "" for an inline world.
  explicit Collector(const std::string& root_file) {
    if (!root_file.empty()) open_.push_back(normal_path(root_file));
    max_open_ = open_.size() + kMaxIncludeDepth;
  }

  std::vector<std::unique_ptr<Document>> documents;

  Expected<void> add(std::unique_ptr<Document> doc, const std::string& folder) {
    if (auto read = read_includes(*doc, folder); !read) return read;
    documents.push_back(std::move(doc));
    return {};
  }

 private:
  Expected<void> read_includes(Document& doc, const std::string& folder) {
    const Cursor root(*doc.json, doc.errors);
    check_format(root);
    std::vector<Cursor> includes;
    if (const auto list = root.get("include"); list && !doc.errors.any()) includes = list->list();
    for (std::size_t i = 0; i < includes.size() && !doc.errors.any(); ++i) {
      const std::string& name = includes[i].as_string();
      if (doc.errors.any()) break;
      if (name.empty() || name.front() == '/') {
        includes[i].error(ErrorCode::bad_value, "an include is a file name relative to this file");
        break;
      }
      const std::string path = normal_path(folder + name);
      if (std::find(open_.begin(), open_.end(), path) != open_.end()) {
        includes[i].error(ErrorCode::bad_value, "files include each other in a circle: " + circle(path));
        break;
      }
      if (open_.size() >= max_open_) {
        includes[i].error(ErrorCode::too_deep,
                          fmt::format("includes nest more than {} deep", kMaxIncludeDepth));
        break;
      }
      auto json = read_json_file(path);
      if (!json && json.error().code == ErrorCode::file_not_found) {
        includes[i].error(json.error().code, json.error().message + ": " + path);
        break;
      }
      auto next = std::make_unique<Document>();
      next->file = path;
      next->origin = doc.file.empty() ? includes[i].pointer() : doc.origin;
      if (!json) return tl::unexpected<Error>(in_file(next->origin, json.error()));
      next->owned = std::move(*json);
      next->json = &next->owned;
      open_.push_back(path);
      if (auto added = add(std::move(next), folder_of(path)); !added) return added;
      open_.pop_back();
    }
    if (doc.errors.any()) return tl::unexpected<Error>(placed(doc, doc.errors.first()));
    return {};
  }

  static void check_format(const Cursor& root) {
    if (!root.is_object()) {
      root.error(ErrorCode::unknown_format,
                 fmt::format("not a world: expected an object with \"format\": \"{}\"", kWorldFormat));
      return;
    }
    const Json* format = root.json().find("format");
    if (format != nullptr && format->kind == Json::Kind::string && format->text == kWorldFormat) return;
    const std::string found = format != nullptr && format->kind == Json::Kind::string
                                  ? fmt::format("\"{}\"", format->text)
                                  : "none";
    (format != nullptr ? root.at("format") : root)
        .error(ErrorCode::unknown_format,
               fmt::format("expected \"format\": \"{}\", found {}", kWorldFormat, found));
  }

  std::string circle(const std::string& path) const {
    std::string out;
    auto it = std::find(open_.begin(), open_.end(), path);
    for (; it != open_.end(); ++it) out += *it + " -> ";
    return out + path;
  }

  std::vector<std::string> open_;  // files being read, outermost first
  std::size_t max_open_ = 0;
};

void read_texts(const Cursor& root, World& world, bool is_root) {
  root.only({"format", "name", "about", "license", "approximate", "region", "landblocks", "gfxobjs", "setups",
             "environments", "cells", "buildings", "objects", "include"});
  const std::string& name = root.at("name").as_string();
  const auto about = root.get("about");
  const auto license = root.get("license");
  const std::string about_text = about ? about->as_string() : std::string{};
  const std::string license_text = license ? license->as_string() : std::string{};
  if (is_root) {
    world.name = name;
    world.about = about_text;
    world.license = license_text;
  }
  const auto approximate = root.get("approximate");
  if (!approximate) return;
  for (const Cursor& item : approximate->list()) {
    const std::string& text = item.as_string();
    auto& known = world.approximate;
    if (std::find(known.begin(), known.end(), text) == known.end()) known.push_back(text);
  }
}

using Phase = void (*)(const Cursor&, WorldParts&);

Expected<World> build(Collector& collector) {
  WorldParts parts;
  const Document* const root = collector.documents.back().get();
  for (auto& d : collector.documents) read_texts(Cursor(*d->json, d->errors), parts.world, d.get() == root);
  const auto first_error = [&]() -> const Document* {
    for (const auto& d : collector.documents) {
      if (d->errors.any()) return d.get();
    }
    return nullptr;
  };
  const auto run_phase = [&](Phase phase) {
    for (auto& d : collector.documents) {
      if (first_error() == nullptr) phase(Cursor(*d->json, d->errors), parts);
    }
  };
  run_phase(read_assets);
  run_phase(read_setups);
  run_phase(read_landscape);
  if (first_error() == nullptr) finish_landscape(parts);
  run_phase(read_cells);
  if (first_error() == nullptr) finish_cells(parts);
  run_phase(read_buildings);
  run_phase(read_objects);
  if (first_error() == nullptr) place_objects(parts);
  if (const Document* d = first_error()) return tl::unexpected<Error>(placed(*d, d->errors.first()));
  return std::move(parts.world);
}

}  // namespace

Expected<World> read_world(const std::string& path) {
  auto json = read_json_file(path);
  if (!json) return tl::unexpected<Error>(json.error());
  return read_world_file(std::move(*json), path);
}

Expected<World> read_world_file(Json json, const std::string& path) {
  auto doc = std::make_unique<Document>();
  doc->file = path;
  doc->owned = std::move(json);
  doc->json = &doc->owned;
  Collector collector(path);
  if (auto added = collector.add(std::move(doc), folder_of(path)); !added)
    return tl::unexpected<Error>(added.error());
  return build(collector);
}

Expected<World> read_world_json(const Json& json, const std::string& base_dir) {
  auto doc = std::make_unique<Document>();
  doc->json = &json;
  const bool bare = base_dir.empty() || base_dir.back() == '/';
  Collector collector("");
  if (auto added = collector.add(std::move(doc), bare ? base_dir : base_dir + "/"); !added)
    return tl::unexpected<Error>(added.error());
  return build(collector);
}

}  // namespace surefoot::io
