#include "io/folder.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

namespace surefoot::io {

namespace fs = std::filesystem;

Expected<std::vector<std::string>> json_files_below(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code ec;
  for (fs::recursive_directory_iterator it(folder, ec), end; !ec && it != end; it.increment(ec)) {
    std::error_code type_error;
    if (it->path().extension() == ".json" && it->is_regular_file(type_error))
      files.push_back(it->path().generic_string());
  }
  if (ec)
    return fail(ErrorCode::file_unreadable, fmt::format("cannot list the folder: {}", ec.message()), folder);
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace surefoot::io
