// One scenario under two profiles or in two worlds: where they part for the first time, and by which rule.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/scenario.hpp"
#include "trace/parting.hpp"

namespace surefoot::scenario {

struct FieldPair {
  std::string name;
  std::array<std::string, 2> values;  ///< decimal and bits
};

/// What a side did in the step at which they parted.
struct ComparedStep {
  trace::Recorder recorder;
  std::string rule;     ///< arm that decided
  std::string summary;  ///< one sentence; "" when no resolve was made
};

/// A flag of the right side that the left has not, and that alone makes them part no later.
struct Cause {
  Divergence flag{};
  std::optional<trace::Parting> parting;
};

/// The first step after which anything differs. Steps before it left every field of every body equal by bits.
struct FirstDifference {
  std::uint32_t tick = 0;
  std::optional<std::size_t> member;  ///< of a crowd: the first of that tick, in the order they move
  std::vector<FieldPair> fields;      ///< at least one; the most telling first
  std::array<ComparedStep, 2> sides;
  /// Absent: both did the same by the same numbers, as far as it is traced. Of sides that differ by several flags, that
  /// of the first cause: other flags may answer differently before it, without consequence.
  std::optional<trace::Parting> parting;
  std::vector<Cause> causes;  ///< of sides that differ by flags alone; the earliest first
};

struct Comparison {
  std::uint32_t ticks = 0;
  std::unique_ptr<FirstDifference> difference;  ///< null: the same to the last bit, to the end
  std::array<std::vector<Position>, 2> ends;    ///< of each mover
  float apart = 0.0F;  ///< metres between the ends, of the mover that is farthest off
};

/// The sides are the same scenario but for `profile` (and nothing is added to it) and `world`.
[[nodiscard]] Expected<Comparison> compare(const io::Scenario& left, const io::Scenario& right);

/// What a parting is called: the function's id, "" when there is none.
[[nodiscard]] std::string rule_of(const std::optional<trace::Parting>& parting);

}  // namespace surefoot::scenario
