#include <zstd.h>

#include "io/prepared_zstd.hpp"

namespace surefoot::io::prepared {

std::vector<std::byte> pack(std::span<const std::byte> bytes) {
  constexpr int kLevel = 9;
  std::vector<std::byte> out(ZSTD_compressBound(bytes.size()));
  const std::size_t size = ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), kLevel);
  if (ZSTD_isError(size) != 0 || size >= bytes.size() || bytes.size() / size >= kMostRatio) return {};
  out.resize(size);
  return out;
}

Expected<FlatBytes> unpack(std::span<const std::byte> packed, std::size_t size) {
  // What it says of itself is looked at before memory is taken.
  if (packed.empty() || size / packed.size() >= kMostRatio ||
      ZSTD_getFrameContentSize(packed.data(), packed.size()) != size)
    return fail(ErrorCode::bad_syntax, "a packed section has another size than the index says");
  FlatBytes out(size);
  const std::size_t got = ZSTD_decompress(out.data(), size, packed.data(), packed.size());
  if (ZSTD_isError(got) != 0 || got != size)
    return fail(ErrorCode::bad_syntax, "a packed section does not unpack");
  return out;
}

}  // namespace surefoot::io::prepared
