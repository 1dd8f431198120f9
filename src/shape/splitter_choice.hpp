// Which plane divides a region (spec 02 §8.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "shape/fragments.hpp"

namespace surefoot {

/// How a polygon's plane divides the unused fragments of a region; polygons in the plane are not counted.
struct SplitCount {
  std::uint32_t splits = 0;
  std::uint32_t front = 0;
  std::uint32_t back = 0;
  bool known = false;
};

/// Position in `unused` of the cheapest splitter: every k-th fragment is tried, k = max(1, n div 64), the
/// cost is 8 · splits + |front − back|, the first of equals wins. `counts` has an entry per fragment; known
/// ones are taken from it, complete new ones are noted in it.
[[nodiscard]] std::size_t best_splitter(const FragmentStore& store, std::span<const Polygon> polygons,
                                        const Fragments& unused, std::vector<SplitCount>& counts);

/// The counts for a child region whose unused fragments are those of its parent less a few, none of them cut;
/// unknown for any other child. Without this a convex body of n faces, which becomes a chain of n nodes,
/// would count n fragments 64 times over at each of them.
[[nodiscard]] std::vector<SplitCount> inherit_counts(const FragmentStore& store,
                                                     std::span<const Polygon> polygons,
                                                     const Fragments& parent_unused,
                                                     const std::vector<SplitCount>& parent_counts,
                                                     const Fragments& child);

/// Axis-aligned planes across the region, longest extent first, each through the median of the polygons'
/// vertices strictly inside it (a stored value, so that the plane is exact); an axis without such a vertex is
/// left out.
[[nodiscard]] std::vector<Plane> axis_splitters(const FragmentStore& store, const Fragments& fragments);

}  // namespace surefoot
