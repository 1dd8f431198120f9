// Physics trees from a list of polygons (spec 02 §8).
//
// A built tree answers every query of bsp_queries.hpp as an exhaustive test of its polygons would, and has
// the client's shape: interior nodes with a polygon's plane and two children (`BPnN`), each polygon in the
// leaves behind it, open space in empty leaves, leaves numbered in pre-order with the front child first. The
// same input gives the same tree on every platform: sorting is in binary64 without a fused operation and uses
// only + − × ÷ √, stored planes and vertices keep the input's bits.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/error.hpp"
#include "shape/bsp.hpp"
#include "shape/cell_chain.hpp"
#include "shape/polygon_cleanup.hpp"

namespace surefoot {

struct BuildOptions {
  /// A region whose surfaces are at most this many polygons becomes a leaf as it is. 0 sorts every polygon,
  /// which is what makes leaves solid or empty; larger values give smaller trees, but then leaves hold
  /// polygons they are not behind of, and a leaf is solid or not as a whole.
  std::size_t max_leaf = 0;
  /// Leaves with more polygons than this are cut by axis-aligned planes while that helps; no answer changes,
  /// flat ground of thousands of polygons becomes fast. 0 = never.
  std::size_t leaf_split = 8;
  /// What is solid: by default every closed component that faces outward; false nothing, true everything,
  /// closed or not (see SolidBodies).
  std::optional<bool> solid;
  /// Nodes a tree may have. n large polygons that all cross each other make n³ regions; well-made meshes of n
  /// polygons make two to four nodes per polygon.
  std::size_t max_nodes = 4'000'000;
  /// Join coplanar neighbours into convex polygons of up to 12 points first; ids of polygons that went into
  /// another are lost.
  bool merge_coplanar = false;
};

struct BuildReport {
  CleanupReport cleanup;
  /// Per polygon of the tree, the position of the input polygon it is (a piece of).
  std::vector<std::size_t> source;
  std::size_t solid_bodies = 0;
  std::size_t interior = 0;      ///< interior nodes
  std::size_t leaves = 0;        ///< all leaves
  std::size_t empty_leaves = 0;  ///< leaves without a polygon
  std::size_t solid_leaves = 0;
  std::size_t largest_leaf = 0;  ///< polygons in the largest leaf
  std::size_t depth = 0;         ///< nodes on the longest way down, the leaf included
};

/// Builds from polygons with their own ids and planes; both are kept (see clean_polygons). No polygon left
/// after clean-up gives an empty tree. Refuses what clean_polygons refuses, and (`too_deep`) a tree of more
/// than `max_nodes`.
[[nodiscard]] Expected<BspTree> build_bsp(std::vector<Polygon> polygons, const BuildOptions& options = {},
                                          BuildReport* report = nullptr);

/// Builds from bare outlines, counter-clockwise seen from the side that collides: ids are 0…n−1 in input
/// order, planes come from `make_plane`.
[[nodiscard]] Expected<BspTree> build_bsp_from_outlines(std::span<const std::vector<Vec3>> outlines,
                                                        const BuildOptions& options = {},
                                                        BuildReport* report = nullptr);
/// The same; the outlines are used up, which spares large meshes a copy.
[[nodiscard]] Expected<BspTree> build_bsp_from_outlines(std::vector<std::vector<Vec3>>&& outlines,
                                                        const BuildOptions& options = {},
                                                        BuildReport* report = nullptr);

}  // namespace surefoot
