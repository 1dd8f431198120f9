// Names of flag bits in our JSON formats (spec 07 §5, §6.6, §7): the retail names without prefix.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "io/json.hpp"

namespace surefoot::io {

struct FlagName {
  std::string_view name;
  std::uint32_t bit;
};

[[nodiscard]] std::span<const FlagName> object_info_names();
[[nodiscard]] std::span<const FlagName> physics_state_names();
[[nodiscard]] std::span<const FlagName> transient_names();
[[nodiscard]] std::span<const FlagName> set_position_names();

/// An integer ("0x…" text too), or a list of names; an unknown name is an error that lists the known ones.
[[nodiscard]] std::uint32_t read_flags(const Cursor& c, std::span<const FlagName> names);

/// "CONTACT | ON_WALKABLE", "0" for none.
[[nodiscard]] std::string print_flags(std::uint32_t word, std::span<const FlagName> names);

}  // namespace surefoot::io
