#include "world/cell_list.hpp"

#include <algorithm>
#include <cmath>

namespace surefoot {

void add_outside_cell(const World& world, LandCoord c, CellArray& out) {
  if (!in_bounds(c)) return;
  const CellId id = lcoord_to_gid(c);
  out.add_cell(id, world.get_visible(id));
}

namespace {

/// `check_add_cell_boundary` 0x00533260: neighbours whose border the square footprint strictly crosses.
void add_cell_and_neighbours(const World& world, LandCoord c, float px, float py, float radius,
                             CellArray& out) {
  const float lo = radius;
  const float hi = kCellLength - lo;
  const auto add = [&](int dx, int dy) { add_outside_cell(world, {c.x + dx, c.y + dy}, out); };
  add(0, 0);
  if (px > hi) {
    add(1, 0);
    if (py > hi) add(1, 1);
    if (py < lo) add(1, -1);
  }
  if (px < lo) {
    add(-1, 0);
    if (py > hi) add(-1, 1);
    if (py < lo) add(-1, -1);
  }
  if (py > hi) add(0, 1);
  if (py < lo) add(0, -1);
}

}  // namespace

void add_all_outside_cells(const World& world, const CellSearch& search, CellArray& out) {
  if (out.added_outside) return;
  out.added_outside = true;
  if (search.spheres.empty()) {
    CellId id = search.position.cell_id;
    Vec3 p = search.position.frame.origin;
    if (!adjust_to_outside(id, p)) return;
    if (const auto c = gid_to_lcoord(id)) add_outside_cell(world, *c, out);
    return;
  }
  for (const Sphere& s : search.spheres) {
    CellId id = search.position.cell_id;
    Vec3 p = s.center;
    if (!adjust_to_outside(id, p)) break;  // the remaining spheres are skipped too
    const float px = p.x - std::floor(p.x / kCellLength) * kCellLength;
    const float py = p.y - std::floor(p.y / kCellLength) * kCellLength;
    if (const auto c = gid_to_lcoord(id)) add_cell_and_neighbours(world, *c, px, py, s.radius, out);
  }
}

void prune_to_visible(const EnvCell& seed, CellArray& out) {
  const auto visible = [&](CellId id) {
    return id == seed.id ||
           std::find(seed.stab_list.begin(), seed.stab_list.end(), id) != seed.stab_list.end();
  };
  for (std::size_t i = 0; i < out.entries.size();) {
    if (visible(out.entries[i].id))
      ++i;
    else
      out.remove_cell(i);
  }
}

}  // namespace surefoot
