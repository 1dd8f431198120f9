// Following the places the network tells of (retail InterpolationManager; spec 06 §13).
#pragma once

#include <cstdint>
#include <vector>

#include "core/error.hpp"
#include "core/position.hpp"
#include "core/rules.hpp"

namespace surefoot {

struct Body;

/// What a body moves through next.
struct InterpolationNode {
  enum class Kind : std::uint8_t { position, jump, velocity };

  Kind kind = Kind::position;
  Position position;
  Vec3 velocity;  ///< m/s; of a velocity node
};

/// Distance to the next node while none is known, metres.
inline constexpr float kNoDistance = 999999.0F;
/// Position nodes kept.
inline constexpr std::size_t kMaxInterpolationNodes = 20;

/// A plain value: copying it saves it.
struct Interpolation {
  std::vector<InterpolationNode> queue;  ///< the first is moved to now
  bool keep_heading = false;
  int frames = 0;                         ///< quanta since progress was last looked at
  float progress_time = 0.0F;             ///< seconds of them
  float original_distance = kNoDistance;  ///< metres to the first node at their begin
  int fail_count = 0;                     ///< nodes given up; above 3 the body is put at the last one
  Position blip_to;                       ///< the node given up last
};

void stop_interpolating(Interpolation& i);

/// The first node is done with, reached or given up.
void node_completed(Interpolation& i, const Body& body, bool reached);

/// `InterpolateTo`: on to `p` after all that is queued; the body has a position manager. Farther from the last place
/// than the blip distance (indoors 20 m, the own player 25; outdoors 100): the body is put there at the end of its next
/// quantum. Within 0.05 m of the body: it stops here, and takes the heading unless it keeps its own. Refuses a place
/// that is not finite or names no cell.
template <class Rules>
Expected<void> interpolate_to(const Rules& rules, Body& body, const Position& p, bool keep_heading);
inline Expected<void> interpolate_to(Body& body, const Position& p, bool keep_heading) {
  return interpolate_to(Retail{}, body, p, keep_heading);
}

/// 0x00555D30: what the quantum's animation brought is replaced by a step to the first node, of at most twice
/// `max_speed` (m/s; none known: 7.5 in all). Every fifth quantum less than 0.3 of that speed counts as no progress,
/// unless the body sticks to another.
template <class Rules>
void adjust_interpolation(const Rules& rules, Interpolation& i, const Body& body, Frame& off, float q,
                          float max_speed, bool is_stuck);
inline void adjust_interpolation(Interpolation& i, const Body& body, Frame& off, float q, float max_speed,
                                 bool is_stuck) {
  adjust_interpolation(Retail{}, i, body, off, q, max_speed, is_stuck);
}

}  // namespace surefoot
