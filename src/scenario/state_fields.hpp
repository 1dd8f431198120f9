// A mover's state after a step by names: what `compare` compares and prints.
#pragma once

#include <string>
#include <vector>

#include "body/body.hpp"
#include "scenario/run.hpp"

namespace surefoot::scenario {

struct StateField {
  std::string name;
  std::vector<float> floats;  ///< of a float, vector, plane or quaternion
  std::string text;           ///< of anything else
};

/// Equal by the bits of the floats.
[[nodiscard]] bool same_field(const StateField& a, const StateField& b);
/// Decimal and bits: "(1.5, 0, 2) [3FC00000 00000000 40000000]".
[[nodiscard]] std::string print_field(const StateField& f);

/// The body first, as it would be looked at, then what its step's resolve said (`step` may be null). Two lists have
/// the same names in the same order; values that are not in force read "none".
[[nodiscard]] std::vector<StateField> state_fields(const Body& body, const StepRecord* step);

/// Everything `state_fields` looks at and what it does not name, as bytes: equal if nothing differs.
[[nodiscard]] std::vector<std::byte> state_bytes(const Body& body, const StepRecord* step);

}  // namespace surefoot::scenario
