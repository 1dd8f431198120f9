// Writes a world as `surefoot-world/1` (spec 07 §6), so that reading it gives the same world: every float has the same
// bits, every tree the same nodes, every list the same order.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "world/world.hpp"

namespace surefoot::io {

struct WorldWriteOptions {
  /// Trees as "build" instead of node by node: short, and to be edited by hand; for a world whose trees were all built
  /// by `build_bsp` with the standing options.
  bool build = false;
};

/// Text goes to `out` in pieces. Refuses (`too_deep`) a tree that nests deeper than the reader follows, and (`bad_value`)
/// what the format cannot say.
[[nodiscard]] Expected<void> write_world(const World& world, const WorldWriteOptions& options,
                                         const std::function<void(std::string_view)>& out);
[[nodiscard]] Expected<std::string> world_text(const World& world, const WorldWriteOptions& options = {});
/// On error the file is as it was.
[[nodiscard]] Expected<void> write_world_file(const World& world, const std::string& path,
                                              const WorldWriteOptions& options = {});

}  // namespace surefoot::io
