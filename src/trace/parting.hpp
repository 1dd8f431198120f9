// Where two recordings of one step part: the function of the client that first did something else, or answered
// something else.
#pragma once

#include <optional>
#include <vector>

#include "trace/recorder.hpp"

namespace surefoot::trace {

struct Parting {
  std::size_t event = 0;   ///< index of the first different event, of either recording
  std::vector<Fn> inside;  ///< the calls that led there, outermost first; the same on both sides
  std::optional<Fn> rule;  ///< function that parted; absent: before any function was entered
  std::optional<Arm> left_arm, right_arm;  ///< what it did there, where that is an arm
};

/// Absent: every call, arm, deciding number and answer is the same, by bits.
[[nodiscard]] std::optional<Parting> find_parting(const Recorder& left, const Recorder& right);

}  // namespace surefoot::trace
