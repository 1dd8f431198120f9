// What looks wrong in a world that loads (`surefoot check`).
//
// *error*: the engine will not do what the author wants (a hole, a wall that holds nothing); *warning*: may
// be intended; *info*: worth knowing. Rules, in the order they are reported for each asset or cell:
//
// | rule | severity | meaning |
// |---|---|---|
// | world.empty | info | neither cells nor landblocks: nothing can be in this world |
// | polygon.zero_area | warning | area up to 1e-10 m²: never hit |
// | polygon.no_normal | warning | its given plane has no normal: never hit |
// | polygon.not_unit | warning | normal longer or shorter than 1 by more than 1e-4 |
// | polygon.reversed | error | plane faces against the winding: edges keep everything out |
// | polygon.warped | warning, error from 1 cm | a corner lies more than 1 mm off the plane |
// | polygon.non_convex | warning, error from 1 cm | a corner lies more than 0.1 mm outside an edge |
// | polygon.short_edge | warning | an edge shorter than 0.2 mm |
// | polygon.duplicate | warning | the same corners, facing the same way, as another |
// | tree.unlisted | error | no leaf lists the polygon: never hit |
// | tree.hole | error | part of the polygon lies in a region whose leaf does not list it |
// | tree.wrong_side | warning | a leaf lists a polygon that does not reach it |
// | tree.bounds | error; warning where the tree was guessed | a sphere leaves out part of its polygons |
// | tree.disagrees | as tree.bounds | sampled spheres near the polygons get another answer from the tree |
// | mesh.non_manifold | warning | more than two polygons share an edge, or two run along it the same way |
// | mesh.crack | warning | a corner up to 1 cm beside an edge, farther than the engine's tolerance |
// | floor.near_limit | warning | a slope too steep to walk, by at most one degree |
// | gap.narrow | warning | two walls leave at least half of the mover's width, and not all of it |
// | gap.low | warning | the same of its height |
// | portal.target_missing | warning | leads to a cell that is not in the world |
// | portal.not_mutual | warning | the neighbour has no portal back |
// | portal.wrong_pair | warning | `to_portal` names a portal that does not lead back |
// | portal.planes_differ | warning | the two planes are not opposite within 1 mm |
// | portal.shapes_differ | warning | the two openings do not cover each other within 1 cm |
// | portal.side | warning, error when the whole cell disagrees | `portal_side` points away from the inside |
// | cell.no_portals | error | a cell without portals contains no point: no mover can be in it |
// | cell.unreachable | warning | no other cell has a portal to it, and it has none to the outside |
// | cell.volume_guessed | warning | not convex; only its portals' planes bound it |
// | cell.volume_misses_inside | warning | the middle of its corners is not inside its volume |
// | cell.no_floor | warning | nothing in it is flat enough to stand on |
// | block.no_floor | warning | no triangle of the landblock is flat enough to stand on |
// | block.all_water | info | nobody walks in a landblock that is all water |
// | building.second | warning | its land cell has a building already |
// | building.target_missing | warning | a portal leads to a cell that is not in the world |
// | building.wrong_portal | warning | `to_portal` names a portal that does not lead outside |
// | building.portal_disabled | warning | a portal with a negative `to_portal` |
// | building.never_collides | info | its shell has no collision shape |
// | object.never_collides | info | has no collision shape |
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "world/world.hpp"

namespace surefoot::io {

enum class Severity : std::uint8_t { info, warning, error };

[[nodiscard]] const char* to_string(Severity severity);

struct Finding {
  Severity severity = Severity::info;
  std::string rule;     ///< of the table above
  std::string place;    ///< "cell 0xA9B40100 polygon 7", "gfxobj 0x01000001", "" = the world
  std::string message;  ///< a sentence with the deciding numbers (metres)
};

struct CheckOptions {
  float mover_radius = 0.48F;   ///< metres, of whoever should get through gaps
  float mover_height = 1.835F;  ///< metres
  std::size_t samples = 2000;   ///< spheres a tree is asked about; 0 = none
};

/// Of one kind and one owner, at most this many findings stand by themselves; one more tells how many there are.
inline constexpr std::size_t kMostAlike = 10;

/// Same world, same findings in the same order.
[[nodiscard]] std::vector<Finding> check_world(const World& world, const CheckOptions& options = {});

}  // namespace surefoot::io
