// A step in plain words: for people who know neither the client's functions nor its numbers.
#pragma once

#include <optional>
#include <string>

#include "core/rules.hpp"

namespace surefoot::trace {

/// What is known of the moment an arm was taken.
struct Moment {
  std::string thing;                 ///< what was met: "polygon 41 of cell 0x…"; "" unknown
  std::optional<float> slope;        ///< degrees, of the ground in question
  std::optional<float> thing_slope;  ///< degrees, of what was met
};

/// What happened, as a clause: "the ground ahead is too steep to walk (53°; up to 48.4° can be walked)". "" for arms that
/// mean nothing by themselves.
[[nodiscard]] std::string plain_words(Arm arm, const Moment& moment);

/// "1.25 m", "93 cm", "4 mm".
[[nodiscard]] std::string plain_length(float metres);
/// "north", "south-west", …: where a horizontal vector points; "up" or "down" for one without a horizontal part.
[[nodiscard]] std::string plain_direction(const Vec3& v);

}  // namespace surefoot::trace
