#include "io/dat/data_files.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "io/dat/export.hpp"

namespace surefoot::io {

namespace {

namespace fs = std::filesystem;

std::string lower(std::string s) {
  std::transform(s.begin(), s.end(), s.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return s;
}

Expected<std::string> find_in(const std::string& folder, const std::string& name) {
  std::error_code ec;
  std::vector<std::string> found;
  for (fs::directory_iterator it(folder, ec), end; !ec && it != end; it.increment(ec)) {
    if (lower(it->path().filename().string()) == name) found.push_back(it->path().string());
  }
  if (ec) return fail(ErrorCode::file_not_found, "cannot list the folder: " + ec.message(), folder);
  if (found.empty())
    return fail(ErrorCode::file_not_found, fmt::format("there is no {} in this folder", name), folder);
  return *std::min_element(found.begin(), found.end());
}

}  // namespace

Expected<DatFiles> find_dat_files(const std::string& portal, const std::string& cell,
                                  const std::string& folder) {
  DatFiles out{portal, cell};
  if ((portal.empty() || cell.empty()) && folder.empty()) {
    return fail(ErrorCode::file_not_found,
                fmt::format("the client's {} and {} are needed: say --data FOLDER, or --portal FILE and "
                            "--cell FILE, or set {}.\n"
                            "They lie where the game was installed, usually\n"
                            "  C:\\Turbine\\Asheron's Call\n"
                            "  C:\\Program Files (x86)\\Turbine\\Asheron's Call\n"
                            "  ~/.wine/drive_c/Turbine/Asheron's Call\n"
                            "or where a server emulator was told to find them (ACE: C:\\ACE\\Dats).\n"
                            "They are only read; nothing is copied or sent anywhere.",
                            kPortalFile, kCellFile, kDatFolderVariable));
  }
  for (const auto& [path, name] : {std::pair{&out.portal, kPortalFile}, std::pair{&out.cell, kCellFile}}) {
    if (!path->empty()) continue;
    auto found = find_in(folder, name);
    if (!found) return tl::unexpected<Error>(found.error());
    *path = std::move(*found);
  }
  return out;
}

}  // namespace surefoot::io
