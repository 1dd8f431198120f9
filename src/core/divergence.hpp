// Deviations of known ports, as switches (spec 09). An empty profile is retail.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace surefoot {

/// One documented deviation; rows in core/divergences.def.
enum class Divergence : std::uint8_t {
#define SF_DIVERGENCE(id, label, ports, retail, port, symptom, scenario) id,
#include "core/divergences.def"
#undef SF_DIVERGENCE
  kCount,
};

inline constexpr std::size_t kDivergenceCount = static_cast<std::size_t>(Divergence::kCount);

/// One row of the register, for docs, the CLI and error messages.
struct DivergenceInfo {
  std::string_view id;        ///< as accepted by --profile
  std::string_view label;     ///< the name it goes by in reports ("AD-66"), or ""
  std::string_view ports;     ///< comma-separated port names
  std::string_view retail;    ///< what the client does, with the spec section
  std::string_view port;      ///< what the port does
  std::string_view symptom;   ///< what a player sees
  std::string_view scenario;  ///< file below worlds/ that shows it, or ""
};

[[nodiscard]] std::span<const DivergenceInfo> divergence_table();
[[nodiscard]] const DivergenceInfo& info(Divergence d);

/// A set of divergences.
class Profile {
 public:
  [[nodiscard]] bool has(Divergence d) const { return bits_.test(static_cast<std::size_t>(d)); }
  void add(Divergence d) { bits_.set(static_cast<std::size_t>(d)); }
  void add(const Profile& other) { bits_ |= other.bits_; }
  [[nodiscard]] bool empty() const { return bits_.none(); }
  /// Ids in table order.
  [[nodiscard]] std::vector<std::string> ids() const;
  friend bool operator==(const Profile&, const Profile&) = default;

 private:
  std::bitset<kDivergenceCount> bits_;
};

/// No profile is retail.
[[nodiscard]] inline bool has(const Profile* profile, Divergence d) {
  return profile != nullptr && profile->has(d);
}

/// A profile name (`retail`, `acdream-2026-08-08`, …) or a divergence id; several separated by commas. An
/// unknown name is an error that lists the known ones.
[[nodiscard]] Expected<Profile> parse_profile(std::string_view text);

/// Names `parse_profile` knows besides the ids.
[[nodiscard]] std::vector<std::string> profile_names();

/// Those of the named profiles that have the row.
[[nodiscard]] std::vector<std::string> profiles_with(Divergence d);

}  // namespace surefoot
