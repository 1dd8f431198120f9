// In a page there is no zstd, and nobody has packed worlds; elsewhere prepared_zstd_native.cpp is taken.
#ifdef __EMSCRIPTEN__

#include "io/prepared_zstd.hpp"

namespace surefoot::io::prepared {

std::vector<std::byte> pack(std::span<const std::byte>) {
  return {};
}

Expected<FlatBytes> unpack(std::span<const std::byte>, std::size_t) {
  return fail(ErrorCode::unknown_format,
              "a packed world is not read here; `surefoot prepare` without --zstd writes one that is");
}

}  // namespace surefoot::io::prepared

#endif
