#include "io/flag_names.hpp"

#include <fmt/format.h>

namespace surefoot::io {

namespace {

constexpr FlagName kObjectInfo[] = {
    {"CONTACT", object_info_flag::kContact},
    {"ON_WALKABLE", object_info_flag::kOnWalkable},
    {"IS_VIEWER", object_info_flag::kIsViewer},
    {"PATH_CLIPPED", object_info_flag::kPathClipped},
    {"FREE_ROTATE", object_info_flag::kFreeRotate},
    {"PERFECT_CLIP", object_info_flag::kPerfectClip},
    {"IS_IMPENETRABLE", object_info_flag::kIsImpenetrable},
    {"IS_PLAYER", object_info_flag::kIsPlayer},
    {"EDGE_SLIDE", object_info_flag::kEdgeSlide},
    {"IGNORE_CREATURES", object_info_flag::kIgnoreCreatures},
    {"IS_PK", object_info_flag::kIsPk},
    {"IS_PKLITE", object_info_flag::kIsPkLite},
};

constexpr FlagName kPhysicsState[] = {
    {"STATIC", physics_state::kStatic},
    {"ETHEREAL", physics_state::kEthereal},
    {"REPORT_COLLISIONS", physics_state::kReportCollisions},
    {"IGNORE_COLLISIONS", physics_state::kIgnoreCollisions},
    {"NODRAW", physics_state::kNoDraw},
    {"MISSILE", physics_state::kMissile},
    {"PUSHABLE", physics_state::kPushable},
    {"ALIGNPATH", physics_state::kAlignPath},
    {"PATHCLIPPED", physics_state::kPathClipped},
    {"GRAVITY", physics_state::kGravity},
    {"LIGHTING_ON", physics_state::kLightingOn},
    {"PARTICLE_EMITTER", physics_state::kParticleEmitter},
    {"HIDDEN", physics_state::kHidden},
    {"SCRIPTED_COLLISION", physics_state::kScriptedCollision},
    {"HAS_PHYSICS_BSP", physics_state::kHasPhysicsBsp},
    {"INELASTIC", physics_state::kInelastic},
    {"HAS_DEFAULT_ANIM", physics_state::kHasDefaultAnim},
    {"HAS_DEFAULT_SCRIPT", physics_state::kHasDefaultScript},
    {"CLOAKED", physics_state::kCloaked},
    {"REPORT_AS_ENVIRONMENT", physics_state::kReportCollisionsAsEnvironment},
    {"EDGE_SLIDE", physics_state::kEdgeSlide},
    {"SLEDDING", physics_state::kSledding},
    {"FROZEN", physics_state::kFrozen},
};

constexpr FlagName kTransient[] = {
    {"CONTACT", transient_state::kContact},
    {"ON_WALKABLE", transient_state::kOnWalkable},
    {"SLIDING", transient_state::kSliding},
    {"WATER_CONTACT", transient_state::kWaterContact},
    {"STATIONARY_FALL", transient_state::kStationaryFall},
    {"STATIONARY_STOP", transient_state::kStationaryStop},
    {"STATIONARY_STUCK", transient_state::kStationaryStuck},
    {"ACTIVE", transient_state::kActive},
    {"CHECK_ETHEREAL", transient_state::kCheckEthereal},
};

std::string known(std::span<const FlagName> names) {
  std::string out;
  for (const FlagName& n : names) out += (out.empty() ? "" : ", ") + std::string(n.name);
  return out;
}

}  // namespace

std::span<const FlagName> object_info_names() {
  return kObjectInfo;
}
std::span<const FlagName> physics_state_names() {
  return kPhysicsState;
}
std::span<const FlagName> transient_names() {
  return kTransient;
}

std::span<const FlagName> set_position_names() {
  static constexpr FlagName kNames[] = {
      {"PLACEMENT", set_position_flag::kPlacement},
      {"TELEPORT", set_position_flag::kTeleport},
      {"RESTORE", set_position_flag::kRestore},
      {"SLIDE", set_position_flag::kSlide},
      {"DONT_CREATE_CELLS", set_position_flag::kDoNotCreateCells},
      {"SCATTER", set_position_flag::kScatter},
      {"RANDOM_SCATTER", set_position_flag::kRandomScatter},
      {"SEND_POSITION_EVENT", set_position_flag::kSendPositionEvent},
  };
  return kNames;
}

std::uint32_t read_flags(const Cursor& c, std::span<const FlagName> names) {
  if (!c.is_array()) return c.as_u32();
  std::uint32_t word = 0;
  for (const Cursor& item : c.list()) {
    const std::string& name = item.as_string();
    bool found = false;
    for (const FlagName& n : names) {
      if (n.name != name) continue;
      word |= n.bit;
      found = true;
    }
    if (!found && item.is_string())
      item.error(ErrorCode::bad_value, fmt::format("unknown flag \"{}\"; known: {}", name, known(names)));
  }
  return word;
}

std::string print_flags(std::uint32_t word, std::span<const FlagName> names) {
  std::string out;
  for (const FlagName& n : names) {
    if ((word & n.bit) == 0) continue;
    out += (out.empty() ? "" : " | ") + std::string(n.name);
    word &= ~n.bit;
  }
  if (word != 0) out += fmt::format("{}0x{:X}", out.empty() ? "" : " | ", word);
  return out.empty() ? "0" : out;
}

}  // namespace surefoot::io
