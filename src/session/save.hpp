// The state of bodies and objects as bytes (docs/session.md): what a rollback goes back to.
#pragma once

#include "body/motion_state.hpp"
#include "core/error.hpp"
#include "session/archive.hpp"

namespace surefoot {

/// Appends a body, every field of it.
void save_body(ByteWriter& out, const Body& body);
void load_body(ByteReader& in, Body& body);

/// The same of a creature's commands.
void save_motion(ByteWriter& out, const MotionState& motion);
void load_motion(ByteReader& in, MotionState& motion);

/// Appends every object of a world and the order of every list. Shapes are named by their place in the world.
void save_objects(ByteWriter& out, const World& world);
/// Reads them back, the last of a payload, into a world with the same assets and cells; on error the world is as it was.
[[nodiscard]] Expected<void> load_objects(ByteReader& in, World& world);

/// What a payload begins with.
inline constexpr std::uint32_t kSessionState = 1;
inline constexpr std::uint32_t kRunnerState = 3;  ///< 2 was one without commands
inline constexpr std::uint32_t kCrowdState = 4;

/// Puts a mark, a version and a checksum around `payload`.
[[nodiscard]] std::vector<std::byte> seal(std::vector<std::byte> payload);
/// The payload of sealed bytes; refuses what is no state, another version, and damage.
[[nodiscard]] Expected<std::span<const std::byte>> unseal(std::span<const std::byte> bytes);

}  // namespace surefoot
