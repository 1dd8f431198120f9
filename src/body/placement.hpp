// Setting a body down: entering the world, teleports, jumps of a remote mover (spec 06 §11).
#pragma once

#include <string>

#include "body/commit.hpp"
#include "body/tick.hpp"

namespace surefoot {

/// Flags of a body that enters the world, which may be shifted to where there is room.
inline constexpr std::uint32_t kEnterWorld = set_position_flag::kPlacement | set_position_flag::kSlide;
/// Flags of `set_position_simple` 0x005162B0 with slide, and of a network teleport.
inline constexpr std::uint32_t kMoveThere =
    set_position_flag::kSendPositionEvent | set_position_flag::kTeleport | set_position_flag::kSlide;

/// The client's answers, by its numbers.
enum class SetPositionResult : std::uint8_t {
  Ok = 0,
  GeneralFailure = 1,   ///< no try was made
  NoValidPosition = 2,  ///< no room
  NoCell = 3,    ///< there is room, in a cell that is not loaded; the search takes no such place by itself
  Collided = 4,  ///< no room, and somebody was told of the touch
};
[[nodiscard]] const char* to_string(SetPositionResult result);

/// Where the numbers of a scatter come from: the caller's, so that a replay gets the same.
class RandomSource {
 public:
  RandomSource() = default;
  RandomSource(const RandomSource&) = delete;
  RandomSource& operator=(const RandomSource&) = delete;
  virtual ~RandomSource() = default;
  virtual float roll(float low, float high) = 0;
};

struct SetPositionRequest {
  Position position;
  std::uint32_t flags = kEnterWorld;  ///< set_position_flag bits
  /// Hooks, storage and corpses are put where they are told, and nothing is tested.
  bool untested = false;
  float scatter_x = 0.0F;  ///< metres to either side, for Scatter and RandomScatter
  float scatter_y = 0.0F;
  int tries = 0;                   ///< of the scatter
  RandomSource* random = nullptr;  ///< of the scatter; asked for x, then for y
  std::optional<double> now;       ///< seconds; absent: the body's update time
};

struct SetPositionOutcome {
  SetPositionResult result = SetPositionResult::Ok;
  bool lost = false;   ///< Ok, but the place is in no loaded cell: the body is out of the world now
  std::string reason;  ///< one line for people: why not, or how it was lost; else empty
  int scattered = 0;   ///< tries of the scatter
  std::vector<CollisionReport> reports;  ///< in the client's order
};

/// `SetPosition` 0x005160C0. Without Slide the body ends where it is told, or not at all: a shift of 0.05 m or more to
/// the east or north is refused (the client's test is signed: to the west or south it passes). A placement that fails
/// leaves the body where it is, but it has touched what was in the way: the velocity may answer, and the stationary
/// bits are cleared. When the world has an object of the body's id, that object moves along.
///
/// Refuses a position that is not finite, a scatter without numbers to roll, and what `resolve` refuses; the body is
/// then as it was.
[[nodiscard]] Expected<SetPositionOutcome> set_position(World& world, Body& body,
                                                        const SetPositionRequest& request,
                                                        Workspace& workspace,
                                                        const TickOptions& options = {});

/// `teleport_hook` 0x00514ED0, before a teleport from the network: the body follows nobody and is held by nothing, and
/// every touch ends. Its velocity stays.
void teleport_hook(Body& body, const CommitContext& context);

}  // namespace surefoot
