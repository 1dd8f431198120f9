#include "core/state_hash.hpp"

#if defined(__GNUC__) && !defined(__clang__)
// GCC 12 misjudges the header's own buffer arithmetic once it is inlined.
#pragma GCC diagnostic ignored "-Warray-bounds"
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#pragma GCC diagnostic ignored "-Wstringop-overread"
#endif
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace surefoot {

struct StateHash::State {
  XXH3_state_t xxh;
};

StateHash::StateHash() : state_(std::make_unique<State>()) {
  XXH3_64bits_reset(&state_->xxh);
}
StateHash::StateHash(StateHash&&) noexcept = default;
StateHash& StateHash::operator=(StateHash&&) noexcept = default;
StateHash::~StateHash() = default;

void StateHash::word(std::uint32_t w) {
  const unsigned char bytes[] = {
      static_cast<unsigned char>(w & 0xFFU), static_cast<unsigned char>((w >> 8U) & 0xFFU),
      static_cast<unsigned char>((w >> 16U) & 0xFFU), static_cast<unsigned char>((w >> 24U) & 0xFFU)};
  XXH3_64bits_update(&state_->xxh, bytes, sizeof bytes);
}

std::uint64_t StateHash::digest() const {
  return XXH3_64bits_digest(&state_->xxh);
}

std::uint64_t hash_text(std::string_view text) {
  return XXH3_64bits(text.data(), text.size());
}

}  // namespace surefoot
