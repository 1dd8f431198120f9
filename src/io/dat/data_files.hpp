// Where the client's containers lie.
#pragma once

#include <string>

#include "core/error.hpp"

namespace surefoot::io {

/// Names the folder with the client's data, for whoever does not say.
inline constexpr const char* kDatFolderVariable = "SUREFOOT_DAT_DIR";

struct DatFiles {
  std::string portal;
  std::string cell;
};

/// `portal` and `cell` as given; what is empty is looked for in `folder` by its name, in any spelling of capitals. With
/// neither, the error says where people usually have the files.
[[nodiscard]] Expected<DatFiles> find_dat_files(const std::string& portal, const std::string& cell,
                                                const std::string& folder);

}  // namespace surefoot::io
