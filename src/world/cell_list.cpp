#include "world/cell_list.hpp"

#include <algorithm>

namespace surefoot {

namespace {

const ObjCell* land_cell_of(const World& world, CellId id, const Landblock* home) {
  if (home != nullptr && block_of(id) == home->id) return &home->cells[low_word(id) - 1];
  return world.get_visible(id);
}

/// `check_add_cell_boundary` 0x00533260: neighbours whose border the square footprint strictly crosses.
void add_neighbours(const World& world, CellId id, bool east, bool west, bool north, bool south,
                    CellArray& out, const Landblock* home) {
  const auto c = gid_to_lcoord(id);
  if (!c) return;
  const auto add = [&](int dx, int dy) { add_outside_cell(world, {c->x + dx, c->y + dy}, out, home); };
  if (east) {
    add(1, 0);
    if (north) add(1, 1);
    if (south) add(1, -1);
  }
  if (west) {
    add(-1, 0);
    if (north) add(-1, 1);
    if (south) add(-1, -1);
  }
  if (north) add(0, 1);
  if (south) add(0, -1);
}

/// How far into its land cell a coordinate lies: v − ⌊v / 24⌋·24, without a call of `floor`. |v| is far below 2^31.
float into_cell(float v) {
  const float quotient = v / kCellLength;
  const auto truncated = static_cast<float>(static_cast<std::int32_t>(quotient));
  const float cells = truncated > quotient ? truncated - 1.0F : truncated;
  return v - cells * kCellLength;
}

/// Over the same ground, which is all that counts here.
bool same_ground(const Sphere& a, const Sphere& b) {
  return a.center.x == b.center.x && a.center.y == b.center.y && a.radius == b.radius;
}

}  // namespace

void add_outside_cell(const World& world, LandCoord c, CellArray& out, const Landblock* home) {
  if (!in_bounds(c)) return;
  const CellId id = lcoord_to_gid(c);
  out.add_cell(id, land_cell_of(world, id, home));
}

void add_all_outside_cells(const World& world, const CellSearch& search, CellArray& out,
                           const Landblock* home) {
  if (out.added_outside) return;
  out.added_outside = true;
  if (search.spheres.empty()) {
    CellId id = search.seed;
    Vec3 p = search.origin;
    if (adjust_to_outside(id, p)) out.add_cell(id, land_cell_of(world, id, home));
    return;
  }
  for (std::size_t i = 0; i < search.spheres.size(); ++i) {
    const Sphere& s = search.spheres[i];
    if (i > 0 && same_ground(s, search.spheres[i - 1])) continue;
    CellId id = search.seed;
    Vec3 p = s.center;
    if (!adjust_to_outside(id, p)) break;  // the remaining spheres are skipped too
    out.add_cell(id, land_cell_of(world, id, home));
    const float px = into_cell(p.x);
    const float py = into_cell(p.y);
    const float hi = kCellLength - s.radius;
    const bool east = px > hi;
    const bool west = px < s.radius;
    const bool north = py > hi;
    const bool south = py < s.radius;
    if (east || west || north || south) add_neighbours(world, id, east, west, north, south, out, home);
  }
}

const ObjCell* land_cell_below(const World& world, const CellSearch& search) {
  CellId id = search.seed;
  Vec3 p = search.spheres[0].center;
  return adjust_to_outside(id, p) ? world.land_cell(id) : nullptr;
}

void sort_by_id(CellArray& out) {
  std::stable_sort(out.entries.begin(), out.entries.end(),
                   [](const CellEntry& a, const CellEntry& b) { return a.id < b.id; });
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
