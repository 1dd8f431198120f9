// A page has no packed worlds: zstd is not in the module.
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
