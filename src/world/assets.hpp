// Immutable assets: shapes and cell structures, shared by everything placed (spec 05 §2, 07 §3).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "core/frame.hpp"
#include "shape/bsp.hpp"
#include "shape/cell_bsp.hpp"
#include "world/prepared_shape.hpp"

namespace surefoot {

/// A shape (retail CGfxObj): its collision tree and bounds.
struct GfxObj {
  std::uint32_t id = 0;
  std::uint32_t number = 0;  ///< its place among the world's, given by the world
  BspTree physics_bsp;       ///< empty: collides with nothing
  PreparedShape flat;        ///< the same; made when a world takes the shape, or found in a prepared file
  std::optional<Sphere> tree_bounds;  ///< the tree's, given by the world or the prepared file
  std::vector<Polygon> altered;       ///< as authored, what the tree builder dropped or cut up; for `check`
  std::optional<Sphere> drawing_sphere;  ///< used for registration only, when there is no physics sphere
  Box bounding_box;                      ///< of all vertices
  Vec3 sort_center;

  /// Bounding sphere of the tree's root; absent without a tree.
  [[nodiscard]] const Sphere* physics_sphere() const {
    if (tree_bounds) return &*tree_bounds;
    return physics_bsp.empty() ? nullptr : &physics_bsp.bounds();
  }
  [[nodiscard]] bool has_tree() const { return physics_sphere() != nullptr; }
};

/// One part of a setup. Only `scale.z` enters collision (03 §2).
struct SetupPart {
  const GfxObj* gfxobj = nullptr;
  Vec3 scale{1.0F, 1.0F, 1.0F};
};

/// What a kind of object is made of (retail CSetup): parts, simple shapes, heights. Metres, object axes, unscaled.
struct Setup {
  std::uint32_t id = 0;
  std::uint32_t number = 0;  ///< its place among the world's, given by the world
  std::vector<SetupPart> parts;
  std::map<std::uint32_t, std::vector<Frame>> placements;  ///< by key; a frame a part, in the object's axes
  std::vector<CylSphere> cylspheres;
  std::vector<Sphere>
      spheres;  ///< collision uses them where there are no cylspheres; a mover's are the first two
  std::optional<Sphere> sorting_sphere;  ///< where it is listed (03 §9.2); absent: the dummy sphere
  float height = 0.0F;
  float radius = 0.0F;
  float step_up_height = 0.0F;
  float step_down_height = 0.0F;
  bool allow_free_heading = false;

  /// The frames under `key`, else those under 0, else null: every part stands at the object's frame.
  [[nodiscard]] const std::vector<Frame>* placement(std::uint32_t key) const {
    auto it = placements.find(key);
    if (it == placements.end()) it = placements.find(0);
    return it == placements.end() ? nullptr : &it->second;
  }
};

/// Where the volume of a cell comes from. Queries never ask; `check` and people do.
enum class CellVolume : std::uint8_t {
  given,    ///< by the author, or "none"
  faces,    ///< worked out: all faces are convex and face inward (spec 02 §8.4)
  portals,  ///< guessed: not convex, so only the planes of the portals bound it (spec 07 §4)
};

/// Geometry of interior cells of one kind: two independent trees (spec 05 §4).
struct CellStruct {
  std::uint32_t number = 0;                    ///< its place among the world's, given by the world
  std::vector<Polygon> polygons;               ///< visible polygons; portals are among them
  std::vector<std::uint32_t> portal_polygons;  ///< positions in `polygons`
  BspTree physics_bsp;                         ///< collision polygons and their tree
  std::vector<Polygon> altered;  ///< as authored, what the builder dropped or cut up; for `check`
  CellBsp cell_bsp;              ///< the cell's convex volume; absent = everything is inside
  CellVolume volume = CellVolume::given;
  PreparedShape flat;  ///< both trees; made when a world takes the structure, or found in a prepared file
};

}  // namespace surefoot
