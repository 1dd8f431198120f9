// What lies in a folder.
#pragma once

#include <string>
#include <vector>

#include "core/error.hpp"

namespace surefoot::io {

/// The *.json files in a folder and those below it, in path order. In a page there are no folders (`unknown_format`).
[[nodiscard]] Expected<std::vector<std::string>> json_files_below(const std::string& folder);

}  // namespace surefoot::io
