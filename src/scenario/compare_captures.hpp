// Two captures against each other, record by record: two engines, or two runs of one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/capture.hpp"
#include "scenario/compare.hpp"
#include "scenario/replay.hpp"

namespace surefoot::scenario {

/// The first record in which anything differs.
struct CaptureDifference {
  std::size_t record = 0;  ///< 0-based
  std::array<std::size_t, 2> lines{};
  std::array<std::optional<io::CaptureRecord>, 2> records;  ///< absent: that capture has ended
  bool asked = false;  ///< what was asked differs, not only what came out: they parted before, unrecorded
  std::vector<FieldPair> fields;  ///< inputs first; empty when one has ended
};

struct CaptureComparison {
  std::size_t records = 0;  ///< equal ones before the difference
  std::optional<CaptureDifference> difference;
  std::array<std::size_t, 2> cut_lines{};  ///< of a last line that is no whole record; 0: none
};

/// Ticks, clocks and lines are not compared.
[[nodiscard]] Expected<CaptureComparison> compare_captures(const std::string& left, const std::string& right);

/// What our solver does with the record of each side: the recordings, what decided, and where the two part.
struct CaptureTrees {
  std::array<ComparedStep, 2> sides;
  std::optional<trace::Parting> parting;  ///< absent: they are the same call
};
[[nodiscard]] Expected<std::unique_ptr<CaptureTrees>> trace_records(
    const std::array<const World*, 2>& worlds, const CaptureDifference& difference,
    const std::array<ReplayOptions, 2>& options);

}  // namespace surefoot::scenario
