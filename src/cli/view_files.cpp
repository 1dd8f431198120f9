#include "cli/view_files.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "cli/output.hpp"
#include "io/json.hpp"

namespace surefoot::cli {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> names_in(const io::Json& json) {
  std::vector<std::string> out;
  const auto include = [&](const io::Json& of) {
    const io::Json* list = of.find("include");
    if (list == nullptr) return;
    for (const io::Json& item : list->items) {
      if (item.kind == io::Json::Kind::string) out.push_back(item.text);
    }
  };
  if (json.kind != io::Json::Kind::object) return out;
  include(json);
  if (const io::Json* world = json.find("world")) {
    if (world->kind == io::Json::Kind::string) out.push_back(world->text);
    if (world->kind == io::Json::Kind::object) include(*world);
  }
  return out;
}

class Gatherer {
 public:
  void add(const fs::path& path) {
    std::error_code ec;
    const fs::path full = fs::weakly_canonical(path, ec);
    if (ec || std::find(paths_.begin(), paths_.end(), full) != paths_.end()) return;
    if (fs::is_directory(full, ec)) {  // a folder of dumps
      std::vector<fs::path> inside;
      for (fs::directory_iterator it(full, ec), end; !ec && it != end; it.increment(ec)) {
        if (it->path().extension() == ".json") inside.push_back(it->path());
      }
      std::sort(inside.begin(), inside.end());
      for (const fs::path& p : inside) add(p);
      return;
    }
    if (!fs::is_regular_file(full, ec)) return;
    paths_.push_back(full);
    if (full.extension() != ".json") return;
    const auto json = io::read_json_file(full.string());
    if (!json) return;  // the page says what is wrong with it
    for (const std::string& name : names_in(*json)) add(full.parent_path() / name);
  }
  [[nodiscard]] const std::vector<fs::path>& paths() const { return paths_; }

 private:
  std::vector<fs::path> paths_;
};

fs::path common_folder(const std::vector<fs::path>& paths) {
  fs::path out = paths.front().parent_path();
  for (const fs::path& p : paths) {
    const fs::path folder = p.parent_path();
    while (!std::equal(out.begin(), out.end(), folder.begin(),
                       std::next(folder.begin(), std::min(std::distance(out.begin(), out.end()),
                                                          std::distance(folder.begin(), folder.end())))))
      out = out.parent_path();
  }
  return out;
}

}  // namespace

Expected<ViewFiles> gather_view_files(const std::vector<std::string>& named) {
  ViewFiles out;
  if (named.empty()) return out;
  const auto all = expand(named, ".json");
  if (!all) return tl::unexpected<Error>(all.error());
  Gatherer gatherer;
  std::vector<fs::path> opened;
  for (const std::string& path : *all) {
    std::error_code ec;
    if (!fs::exists(path, ec)) return fail(ErrorCode::file_not_found, "there is no such file", path);
    if (!std::ifstream(path)) return fail(ErrorCode::file_unreadable, "it cannot be read", path);
    gatherer.add(path);
    opened.push_back(fs::weakly_canonical(path, ec));
  }
  const fs::path base = common_folder(gatherer.paths());
  const auto shown = [&](const fs::path& p) { return p.lexically_relative(base).generic_string(); };
  for (const fs::path& p : gatherer.paths()) out.files.push_back({p.string(), shown(p)});
  for (const fs::path& p : opened) out.open.push_back(shown(p));
  return out;
}

}  // namespace surefoot::cli
