#include "core/divergence.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace surefoot {

namespace {

constexpr std::array<DivergenceInfo, kDivergenceCount> kTable{{
#define SF_DIVERGENCE(id, label, ports, retail, port, symptom, scenario) \
  {#id, label, ports, retail, port, symptom, scenario},
#include "core/divergences.def"
#undef SF_DIVERGENCE
}};

struct NamedProfile {
  std::string_view name;
  std::vector<Divergence> ids;
};

/// The rows whose ports column names `port`, bare: a port "until" some date is another one today.
std::vector<Divergence> rows_of(std::string_view port) {
  std::vector<Divergence> out;
  for (std::size_t i = 0; i < kDivergenceCount; ++i) {
    std::string_view ports = kTable[i].ports;
    while (!ports.empty()) {
      const std::size_t comma = ports.find(", ");
      if (ports.substr(0, comma) == port) out.push_back(static_cast<Divergence>(i));
      ports = comma == std::string_view::npos ? std::string_view{} : ports.substr(comma + 2);
    }
  }
  return out;
}

/// Spec 09 "Profiles".
const std::vector<NamedProfile>& named_profiles() {
  using enum Divergence;
  static const std::vector<NamedProfile> kProfiles{
      {"retail", {}},
      {"acdream-2026-08-08",
       {ad66_scaled_radius, lift_no_block_offset, openac_floor_z, ad345_adjusted_without_push,
        i32_last_known_written_back}},
      {"acdream-2026-04",
       {ad66_scaled_radius, lift_no_block_offset, openac_floor_z, ad345_adjusted_without_push,
        i32_last_known_written_back, ad25_no_bounce, ad65_away_subtract, ts1_stop_at_edge,
        ap5_no_placement_tail, ap7_threshold_zero, ts4_steep_slide, i116_no_face_normal,
        i116_slide_first_frame}},
      // A list in 09: rows outside it that name the port are not in the profile.
      {"gdle",
       {gdle_dot_xyz,         gdle_floor_double,         gdle_snap_short,          gdle_combine_origin_first,
        gdle_frame_eq_strict, gdle_signed_walkable,      gdle_placement_keeps_hit, gdle_slide_opposed_ok,
        gdle_foot_slide,      gdle_sphere_land_inverted, gdle_one_sphere_rest,     gdle_cyl_land_sphere,
        gdle_cyl_down_xz,     gdle_nan_radicand,         gdle_third_probe,         gdle_keep_neg_poly,
        gdle_cliff_flat_z,    gdle_slot_memory,          gdle_outside_not_flagged, gdle_norm_w_last,
        gdle_path_binary32,   gdle_terrain_xyz,          gdle_needs_cell,          gdle_cvel_div,
        gdle_bounce_double}},
      {"ace", rows_of("ace")},
      {"openac", rows_of("openac")},
  };
  return kProfiles;
}

}  // namespace

std::span<const DivergenceInfo> divergence_table() {
  return kTable;
}

const DivergenceInfo& info(Divergence d) {
  return kTable[static_cast<std::size_t>(d)];
}

std::vector<std::string> Profile::ids() const {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < kDivergenceCount; ++i) {
    if (bits_.test(i)) out.emplace_back(kTable[i].id);
  }
  return out;
}

std::vector<std::string> profile_names() {
  std::vector<std::string> out;
  for (const NamedProfile& p : named_profiles()) out.emplace_back(p.name);
  return out;
}

std::vector<std::string> profiles_with(Divergence d) {
  std::vector<std::string> out;
  for (const NamedProfile& p : named_profiles()) {
    if (std::find(p.ids.begin(), p.ids.end(), d) != p.ids.end()) out.emplace_back(p.name);
  }
  return out;
}

Expected<Profile> parse_profile(std::string_view text) {
  Profile out;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const std::string_view name = text.substr(0, comma);
    text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
    bool found = false;
    for (const NamedProfile& p : named_profiles()) {
      if (p.name != name) continue;
      found = true;
      for (const Divergence d : p.ids) out.add(d);
    }
    for (std::size_t i = 0; i < kDivergenceCount && !found; ++i) {
      if (kTable[i].id != name) continue;
      found = true;
      out.add(static_cast<Divergence>(i));
    }
    if (found) continue;
    return fail(
        ErrorCode::bad_value,
        fmt::format(
            "unknown profile or divergence '{}'; profiles: {}; divergences: see `surefoot divergences`", name,
            fmt::join(profile_names(), ", ")));
  }
  return out;
}

}  // namespace surefoot
