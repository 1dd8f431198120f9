// Which cells do these spheres overlap, and which one is the mover in (spec 05 §4–§6)?
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "core/rules.hpp"
#include "world/form.hpp"
#include "world/world.hpp"

namespace surefoot {

/// What a cell search was asked about: from the seed cell on; points are in its block's coordinates.
struct CellSearch {
  CellId seed = 0;
  Vec3 origin;  ///< looked at when there are no spheres
  std::span<const Sphere> spheres;
  bool* hits_interior_cell = nullptr;  ///< set when an interior cell is listed; null when no path is attached
};

/// `EnvCell::point_in_cell` 0x0052C300: false for a cell without portals.
template <class Form, class Rules = Retail>
[[nodiscard]] bool env_point_in_cell(const EnvCell& cell, const Vec3& p, const Rules& rules = {}) {
  if (cell.portals.empty()) return false;
  const auto tree = Form::cell_tree(*cell.structure);
  return tree.null(tree.root()) || point_inside_cell_bsp(rules, tree, cell.pos.frame.globaltolocal(p));
}

/// 0x00532EC0: a cell on the map that is not loaded is listed too, with a null pointer. `home` is a block that is at hand
/// already, or null.
void add_outside_cell(const World& world, LandCoord c, CellArray& out, const Landblock* home = nullptr);

/// 0x00533630: the land cells under the spheres' square footprints; once per array.
void add_all_outside_cells(const World& world, const CellSearch& search, CellArray& out,
                           const Landblock* home = nullptr);
/// The same under the running rules.
template <class Rules>
void add_outside(const Rules& rules, const World& world, const CellSearch& search, CellArray& out,
                 const Landblock* home = nullptr) {
  if (!out.added_outside) add_all_outside_cells(world, search, out, home);
  if (rules.has(Divergence::gdle_outside_not_flagged)) out.added_outside = false;
}

/// Where a point of the search lies for an interior cell: interior cells are compared as they stand, whatever their
/// landblock (05 §1.2).
template <class Rules>
[[nodiscard]] Vec3 for_interior(const Rules& rules, const CellSearch& search, CellId cell, const Vec3& p) {
  return rules.has(Divergence::openac_seam_interior) ? p - get_block_offset(search.seed, cell) : p;
}

/// Keeps the seed cell and what it can see (spec 05 §6.4, last block; swap-remove order).
void prune_to_visible(const EnvCell& seed, CellArray& out);

/// The land cell a search's first centre lies over, the eastern and northern one on a border; null when it is not
/// loaded. A port's pick (divergence `openac_pick_by_floor`).
[[nodiscard]] const ObjCell* land_cell_below(const World& world, const CellSearch& search);
/// A port's order (divergence `openac_cells_by_id`).
void sort_by_id(CellArray& out);

/// `EnvCell::find_transit_cells` 0x0052C820.
template <class Form, class Rules>
void env_find_transit_cells(const Rules& rules, const World& world, const EnvCell& cell,
                            const CellSearch& search, CellArray& out) {
  bool outside = false;
  std::array<Vec3, 2>
      centres;  // the spheres' centres in the cell's axes; searches have one or two spheres, but for the
  std::size_t known = 0;  // many low points of an object, which are turned one by one
  const auto in_cell = [&](std::size_t i) {
    if (i >= centres.size()) return cell.pos.frame.globaltolocal(search.spheres[i].center);
    for (; known <= i; ++known) centres[known] = cell.pos.frame.globaltolocal(search.spheres[known].center);
    return centres[i];
  };
  for (const CellPortal& portal : cell.portals) {
    const Plane& plane = portal.plane;
    const Vec3& n = plane.normal;
    if (portal.other_cell_id == kOutsideCellId) {
      const auto& m = cell.pos.frame.m;
      for (const Sphere& s : search.spheres) {
        const float r = s.radius + kEpsilon;
        const Vec3 d = s.center - cell.pos.frame.origin;
        // z is summed in another order than `globaltolocal` does.
        const Vec3 l{dot_xzy(rules, d, {m[0], m[1], m[2]}), dot_xzy(rules, d, {m[3], m[4], m[5]}),
                     dot_zyx(rules, d, {m[6], m[7], m[8]})};
        const float v = dist(rules, plane, l);
        if (v > -r && v < r) {
          outside = true;
          break;
        }
      }
      continue;
    }
    if (const EnvCell* other = world.env_cell(portal.other_cell_id)) {
      for (const Sphere& s : search.spheres) {
        const Vec3 center = for_interior(rules, search, other->id, s.center);
        const Sphere local{other->pos.frame.globaltolocal(center), s.radius};
        if (sphere_intersects_cell_bsp(rules, Form::cell_tree(*other->structure), local) !=
            BoundingType::Outside) {
          out.add_cell(other->id, other);
          break;
        }
      }
      continue;
    }
    for (std::size_t i = 0; i < search.spheres.size(); ++i) {
      const float r = search.spheres[i].radius + kEpsilon;
      const float v = dot_yzx(rules, in_cell(i), n) + plane.d;
      if ((v > -r && portal.portal_side == 1) || (v < r && portal.portal_side == 0)) {
        out.add_cell(portal.other_cell_id, nullptr);
        break;
      }
    }
  }
  if (outside) add_outside(rules, world, search, out);
}

/// `find_building_transit_cells` 0x006B5230 with `check_building_transit` 0x0052C5D0: entry is the interior
/// cell's volume alone, and there is no block translation.
template <class Form, class Rules>
void find_building_transit_cells(const Rules& rules, const World& world, const Building& building,
                                 const CellSearch& search, CellArray& out) {
  for (const BldPortal& portal : building.portals) {
    const EnvCell* cell = world.env_cell(portal.other_cell_id);
    if (cell == nullptr || portal.other_portal_id < 0) continue;
    for (const Sphere& s : search.spheres) {
      const Vec3 center = for_interior(rules, search, cell->id, s.center);
      const Sphere local{cell->pos.frame.globaltolocal(center), s.radius};
      if (sphere_intersects_cell_bsp(rules, Form::cell_tree(*cell->structure), local) ==
          BoundingType::Outside)
        continue;
      if (search.hits_interior_cell != nullptr) *search.hits_interior_cell = true;
      out.add_cell(cell->id, cell);
      break;
    }
  }
}

/// The building a land cell keeps.
template <class Rules>
[[nodiscard]] const Building* building_of(const Rules& rules, const LandCell& cell) {
  return rules.has(Divergence::ace_last_building) ? cell.last_building : cell.building;
}

/// `LandCell::find_transit_cells` 0x00533800
template <class Form, class Rules>
void land_find_transit_cells(const Rules& rules, const World& world, const LandCell& cell,
                             const CellSearch& search, CellArray& out) {
  add_outside(rules, world, search, out);
  const Building* building = building_of(rules, cell);
  if (building != nullptr) find_building_transit_cells<Form>(rules, world, *building, search, out);
}

/// Flood from cell to cell; the list grows while it is walked.
template <class Form, class Rules>
void flood_transit_cells(const Rules& rules, const World& world, const CellSearch& search, CellArray& out) {
  for (std::size_t i = 0; i < out.entries.size(); ++i) {
    const ObjCell* cell = out.entries[i].cell;
    if (cell == nullptr) continue;
    if (cell->kind == ObjCell::Kind::env)
      env_find_transit_cells<Form>(rules, world, static_cast<const EnvCell&>(*cell), search, out);
    else if (cell->kind == ObjCell::Kind::land)
      land_find_transit_cells<Form>(rules, world, static_cast<const LandCell&>(*cell), search, out);
  }
}

/// Whether all spheres lie over the ground of `cell` and clear of its borders, so that no other land cell is listed. By a
/// margin far wider than the rounding of the search: what it answers true for, the search finds too.
[[nodiscard]] inline bool surely_within(const LandCell& cell, std::span<const Sphere> spheres) {
  constexpr float kMargin = 0.01F;
  constexpr float kReach = kHalfCellLength - kMargin;
  if (!in_bounds(block_corner(cell.id))) return false;
  const Vec3& middle = cell.pos.frame.origin;
  return std::all_of(spheres.begin(), spheres.end(), [&](const Sphere& s) {
    const float room = kReach - s.radius;
    return std::fabs(s.center.x - middle.x) < room && std::fabs(s.center.y - middle.y) < room;
  });
}

/// `find_cell_list` 0x0052B4E0. `want_cell`, when given, receives the cell that holds the first sphere's
/// centre (interior beats outdoor, first interior and last outdoor in list order), or null; it keeps its old
/// value, and false is answered, when the seed cell is not loaded or there are no spheres.
template <class Form, class Rules>
bool find_cell_list(const Rules& rules, const World& world, const CellSearch& search, CellArray& out,
                    const ObjCell** want_cell) {
  const CellId seed_id = search.seed;
  if (rules.has(Divergence::ace_cell_list_kept))
    out.added_outside = false;
  else
    out.clear();
  const ObjCell* seed = world.get_visible(seed_id);
  const bool seed_interior = is_interior(seed_id);
  if (seed_interior) {
    if (search.hits_interior_cell != nullptr) *search.hits_interior_cell = true;
    out.add_cell(seed_id, seed);
  } else {
    const bool is_land = seed != nullptr && seed->kind == ObjCell::Kind::land;
    add_outside(rules, world, search, out, is_land ? static_cast<const LandCell*>(seed)->landblock : nullptr);
  }
  if (seed == nullptr || search.spheres.empty()) return false;
  flood_transit_cells<Form>(rules, world, search, out);
  if (want_cell != nullptr) {
    *want_cell = nullptr;
    for (const CellEntry& e : out.entries) {
      if (e.cell == nullptr) continue;
      const Vec3 p = search.spheres[0].center - get_block_offset(seed_id, e.cell->id);
      if (e.cell->kind == ObjCell::Kind::land) {
        // Outdoor matches keep being overwritten: the last one wins.
        if (land_point_in_cell(static_cast<const LandCell&>(*e.cell), p)) *want_cell = e.cell;
      } else if (e.cell->kind == ObjCell::Kind::env &&
                 env_point_in_cell<Form>(static_cast<const EnvCell&>(*e.cell), p, rules)) {
        *want_cell = e.cell;
        if (search.hits_interior_cell != nullptr) *search.hits_interior_cell = true;
        break;
      }
    }
  }
  const bool indoors =
      want_cell != nullptr && *want_cell != nullptr && (*want_cell)->kind == ObjCell::Kind::env;
  if (want_cell != nullptr && !indoors && rules.has(Divergence::openac_pick_by_floor))
    *want_cell = land_cell_below(world, search);
  const bool pruned = !(indoors && rules.has(Divergence::gdle_prune_skipped));
  if (out.do_not_load_cells && seed_interior && seed->kind == ObjCell::Kind::env && pruned) {
    prune_to_visible(static_cast<const EnvCell&>(*seed), out);
  }
  if (rules.has(Divergence::openac_cells_by_id)) sort_by_id(out);
  return true;
}
template <class Form>
bool find_cell_list(const World& world, const CellSearch& search, CellArray& out, const ObjCell** want_cell) {
  return find_cell_list<Form>(Retail{}, world, search, out, want_cell);
}

}  // namespace surefoot
