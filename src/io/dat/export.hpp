// A world of ours as a pair of the client's containers (spec 07 §2.5, §3): synthetic data to test other readers with, and
// the test of our own.
//
// What the layout cannot say is left out and told: objects of the game (the data knows unscaled scenery only), terrain
// with diagonals of its own or more than 256 heights, cells of another landblock's coordinates. What it can say only
// with other last bits is written and told: planes that are not the client's own (it works them out from the corners).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "io/dat/import.hpp"
#include "world/world.hpp"

namespace surefoot::io {

inline constexpr const char* kPortalFile = "client_portal.dat";
inline constexpr const char* kCellFile = "client_cell_1.dat";

struct DatExportReport {
  std::array<std::size_t, kDatKinds> written{};
  std::vector<std::string> skipped;  ///< what is not in the containers, and why
  std::vector<std::string> inexact;  ///< what a reader will find with other bits or in another order
  [[nodiscard]] std::size_t& of(DatKind kind) { return written[static_cast<std::size_t>(kind)]; }
  [[nodiscard]] std::size_t of(DatKind kind) const { return written[static_cast<std::size_t>(kind)]; }
  /// Reading it back gives the same world.
  [[nodiscard]] bool exact() const { return skipped.empty() && inexact.empty(); }
};

/// Same world, same bytes. On error neither file is there.
[[nodiscard]] Expected<DatExportReport> export_dat(
    const World& world, const std::string& portal_path, const std::string& cell_path,
    const std::function<void(std::size_t, std::size_t)>& progress = {});

}  // namespace surefoot::io
