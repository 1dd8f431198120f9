// Objects of a world, whether its own or a session's.
#pragma once

#include "capi/convert.hpp"

namespace surefoot::capi {

[[nodiscard]] inline sf_status answer(const Expected<void>& done) {
  return done ? SF_OK : refuse(done.error());
}

sf_status place_object(World& world, const sf_object& object);
sf_status move_object(World& world, std::uint32_t id, const sf_position& to);
sf_status tell_object(const World& world, std::uint32_t id, sf_object_info& info);

/// A STATIC thing of no kind stands for the client's own data, which the game knows nothing of.
[[nodiscard]] inline std::uint32_t weenie_of(const sf_object& o) {
  const bool scenery = (o.weenie & ~SF_WEENIE_EXISTS) == 0 && (o.state & SF_STATE_STATIC) != 0;
  return scenery ? o.weenie : o.weenie | SF_WEENIE_EXISTS;
}

}  // namespace surefoot::capi
