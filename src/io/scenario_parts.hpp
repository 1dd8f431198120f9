// Parts of the scenario reader: one file each.
#pragma once

#include "io/json.hpp"
#include "io/scenario.hpp"

namespace surefoot::io {

[[nodiscard]] Mover read_mover(const Cursor& c);
void read_body(const Cursor& c, Scenario& out);
/// The rest of a body, and of the mover what only a body has.
void read_moving_body(const Cursor& c, const Cursor& mover, Scenario& out);
void read_inputs(const Cursor& list, Scenario& out);
[[nodiscard]] Expect read_expect(const Cursor& c);

/// [w, x, y, z]
void read_rotation(const Cursor& c, Frame& frame);
/// A number of [low, high].
[[nodiscard]] float read_within(const Cursor& c, float low, float high);

}  // namespace surefoot::io
