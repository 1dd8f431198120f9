// The files `surefoot view` gives to its page: those that were named, and those that these name.
#pragma once

#include <string>
#include <vector>

#include "core/error.hpp"

namespace surefoot::cli {

struct ViewFile {
  std::string path;   ///< on this machine
  std::string shown;  ///< below the folder that all have in common; what the page calls it
};

struct ViewFiles {
  std::vector<ViewFile> files;
  std::vector<std::string> open;  ///< `shown` of the named ones, in their order
};

/// Follows the "world" of scenarios and the "include" of worlds; what one of these names and is not there is left for
/// the page to tell. Refuses a named file that cannot be read.
[[nodiscard]] Expected<ViewFiles> gather_view_files(const std::vector<std::string>& named);

}  // namespace surefoot::cli
