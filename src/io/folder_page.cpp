// A page is handed files; elsewhere folder_native.cpp is taken.
#ifdef __EMSCRIPTEN__

#include "io/folder.hpp"

namespace surefoot::io {

Expected<std::vector<std::string>> json_files_below(const std::string& folder) {
  return fail(ErrorCode::unknown_format,
              "a folder is not read here; `surefoot import` makes one file of a folder of dumps", folder);
}

}  // namespace surefoot::io

#endif
