#include "world/parts_flood.hpp"

#include <algorithm>
#include <cmath>

#include "world/cell_list.hpp"

namespace surefoot {

namespace {

/// The part's box, corner by corner as `map` carries a point of the part; the hull starts from the mapped minimum corner.
template <class Map>
Box mapped_box(const Part& part, const Map& map) {
  const auto corners = part.gfxobj->bounding_box.corners();
  const Vec3 first = map(corners[0]);
  Box box{first, first};
  for (std::size_t i = 1; i < corners.size(); ++i) box.add(map(corners[i]));
  return box;
}

/// In the axes of `to`.
Box box_in(const Position& to, const Part& part) {
  return mapped_box(part, [&](const Vec3& p) { return to.localtolocal(part.position, p); });
}

/// In a landblock's coordinates.
Box box_in_block(const Position& block, const Part& part) {
  return mapped_box(part, [&](const Vec3& p) { return block.localtoglobal(part.position, p); });
}

const Sphere* registration_sphere(const Part& part) {
  if (const Sphere* s = part.gfxobj->physics_sphere()) return s;
  return part.gfxobj->drawing_sphere ? &*part.gfxobj->drawing_sphere : nullptr;
}

/// `box` in the cell's axes.
bool reaches_cell(const World& world, const EnvCell& cell, const Box& box) {
  return with_form(world.form(),
                   [&](auto form) { return box_intersects_cell_bsp(form.cell_tree(*cell.structure), box); });
}

/// Does the part reach through the portal, out of `cell`?
bool reaches_portal(const EnvCell& cell, const CellPortal& portal, const Part& part) {
  const Sphere* s = registration_sphere(part);
  if (s == nullptr) return false;
  const Vec3& n = portal.plane.normal;
  const Vec3 c = cell.pos.localtolocal(part.position, s->center);
  const float r = s->radius + kEpsilon;
  const float v = dot_yzx(c, n) + portal.plane.d;
  if (portal.portal_side == 0 && v > r) return false;
  if (portal.portal_side == 1 && v < -r) return false;
  return intersect_box(portal.plane, box_in(cell.pos, part)) != static_cast<Sidedness>(portal.portal_side);
}

/// In land cells from the block corner; held to a map's length either side, and 0 for NaN, so that the cast is defined.
std::int32_t land_cell_index(float v) {
  const float f = std::floor(v / kCellLength);
  if (std::isnan(f)) return 0;
  return static_cast<std::int32_t>(std::clamp(f, -4096.0F, 4096.0F));
}

/// The rectangle of land cells under all boxes, x outer, y inner.
void add_outside_cells_from(const World& world, Position anchor, std::span<const Part> parts,
                            CellArray& out) {
  if (!anchor.adjust_to_outside() || world.land_cell(anchor.cell_id) == nullptr) return;
  const auto corner = gid_to_lcoord(anchor.cell_id);
  if (!corner) return;
  const std::int32_t lx = corner->x & 7;
  const std::int32_t ly = corner->y & 7;
  LandCoord min;
  LandCoord max;
  for (const Part& part : parts) {
    if (part.gfxobj == nullptr) continue;
    const Box box = box_in_block(anchor, part);
    min = {std::min(min.x, land_cell_index(box.min.x) - lx),
           std::min(min.y, land_cell_index(box.min.y) - ly)};
    max = {std::max(max.x, land_cell_index(box.max.x) - lx),
           std::max(max.y, land_cell_index(box.max.y) - ly)};
  }
  const auto first = [](std::int32_t v) { return std::max(v, 0); };
  const auto last = [](std::int32_t v) { return std::min(v, kLandLength - 1); };
  for (std::int32_t x = first(corner->x + min.x); x <= last(corner->x + max.x); ++x) {
    for (std::int32_t y = first(corner->y + min.y); y <= last(corner->y + max.y); ++y)
      add_outside_cell(world, {x, y}, out);
  }
}

/// `CLandCell::add_all_outside_cells(parts)` 0x00533360: the first part is the anchor, in a port each of them.
void add_all_outside_cells(const World& world, std::span<const Part> parts, bool each_part, CellArray& out) {
  if (out.added_outside) return;
  out.added_outside = true;
  for (const Part& part : parts) {
    if (part.gfxobj == nullptr) continue;
    add_outside_cells_from(world, part.position, parts, out);
    if (!each_part) return;
  }
}

/// `CEnvCell::find_transit_cells(parts)` 0x0052CAE0.
void env_find_transit_cells(const World& world, const EnvCell& cell, std::span<const Part> parts,
                            bool each_part, CellArray& out) {
  bool outside = false;
  for (const CellPortal& portal : cell.portals) {
    for (const Part& part : parts) {
      if (part.gfxobj == nullptr || !reaches_portal(cell, portal, part)) continue;
      if (portal.other_cell_id == kOutsideCellId) {
        outside = true;
        break;
      }
      const EnvCell* other = world.env_cell(portal.other_cell_id);
      if (other == nullptr) {
        out.add_cell(portal.other_cell_id, nullptr);
        break;
      }
      if (reaches_cell(world, *other, box_in(other->pos, part))) {
        out.add_cell(other->id, other);
        break;
      }
    }
  }
  if (outside) add_all_outside_cells(world, parts, each_part, out);
}

/// `CEnvCell::check_building_transit(parts)` 0x0052C680: in by the cell's own reciprocal portal.
void check_building_transit(const World& world, const EnvCell& cell, std::int16_t portal_id,
                            std::span<const Part> parts, bool each_part, CellArray& out) {
  if (portal_id < 0 || static_cast<std::size_t>(portal_id) >= cell.portals.size()) return;
  const CellPortal& portal = cell.portals[static_cast<std::size_t>(portal_id)];
  const Vec3& n = portal.plane.normal;
  for (const Part& part : parts) {
    if (part.gfxobj == nullptr) continue;
    const Sphere* s = registration_sphere(part);
    if (s == nullptr) continue;
    const Vec3 c = cell.pos.localtolocal(part.position, s->center);
    const float r = s->radius + kEpsilon;
    const float v = dot_yzx(c, n) + portal.plane.d;
    if ((portal.portal_side == 1 && v > r) || (portal.portal_side == 0 && v < -r)) continue;
    const Box box = box_in(cell.pos, part);
    const Sidedness side = intersect_box(portal.plane, box);
    if (side != Sidedness::Crossing && side != static_cast<Sidedness>(portal.portal_side)) continue;
    if (!reaches_cell(world, cell, box)) continue;
    out.add_cell(cell.id, &cell);
    env_find_transit_cells(world, cell, parts, each_part, out);
    return;
  }
}

/// `CLandCell::find_transit_cells(parts)` 0x00533840
void land_find_transit_cells(const World& world, const LandCell& cell, std::span<const Part> parts,
                             bool each_part, CellArray& out) {
  add_all_outside_cells(world, parts, each_part, out);
  if (cell.building == nullptr) return;
  for (const BldPortal& portal : cell.building->portals) {
    const EnvCell* inside = world.env_cell(portal.other_cell_id);
    if (inside != nullptr)
      check_building_transit(world, *inside, portal.other_portal_id, parts, each_part, out);
  }
}

Sphere sorting_sphere(const PhysicsObject& object) {
  const Sphere dummy{{0, 0, kDummySphereRadius}, kDummySphereRadius};
  if (object.setup == nullptr) return object.own_spheres.empty() ? dummy : object.own_spheres.front();
  return object.setup->sorting_sphere.value_or(dummy);
}

}  // namespace

CellArray find_bbox_cell_list(const World& world, const ObjCell& own, std::span<const Part> parts,
                              bool each_part) {
  CellArray out;
  out.add_cell(own.id, &own);
  for (std::size_t i = 0; i < out.entries.size(); ++i) {
    const ObjCell* cell = out.entries[i].cell;
    if (cell == nullptr) continue;
    if (cell->kind == ObjCell::Kind::env)
      env_find_transit_cells(world, static_cast<const EnvCell&>(*cell), parts, each_part, out);
    else if (cell->kind == ObjCell::Kind::land)
      land_find_transit_cells(world, static_cast<const LandCell&>(*cell), parts, each_part, out);
  }
  return out;
}

CellArray find_sphere_cell_list(const World& world, const Position& position, std::span<const Sphere> placed,
                                bool do_not_load_cells) {
  CellArray out;
  out.do_not_load_cells = do_not_load_cells;
  with_form(world.form(), [&](auto form) {
    static_cast<void>(find_cell_list<decltype(form)>(
        world, CellSearch{position.cell_id, position.frame.origin, placed, nullptr}, out, nullptr));
  });
  return out;
}

namespace {

/// The port's way with trees: by the bounding sphere of each part, scaled.
CellArray scaled_cells(const World& world, const PhysicsObject& object) {
  std::vector<Sphere> placed;
  for (const Part& part : object.parts) {
    const Sphere* s = part.gfxobj == nullptr ? nullptr : registration_sphere(part);
    if (s == nullptr) continue;
    const Vec3 center = object.position.localtoglobal(part.position, s->center * part.scale.z);
    placed.push_back({center, s->radius * part.scale.z});
  }
  return find_sphere_cell_list(world, object.position, placed, false);
}

}  // namespace

CellArray find_shadow_cells(const World& world, const PhysicsObject& object, bool is_static,
                            const Registration& registration) {
  const bool has_bsp = (object.state & physics_state::kHasPhysicsBsp) != 0;
  const Position& p = object.position;
  // Registration ignores the object's scale; collision does not (03 §9.2).
  const float scale = registration.scaled ? object.scale : 1.0F;
  const auto listed_by = [&](const Vec3& center, float radius) {
    return Sphere{p.localtoglobal(p, center * scale), object.registration_radius.value_or(radius * scale)};
  };
  if (!has_bsp && !object.cylspheres().empty()) {
    constexpr std::size_t kMost = 10;
    std::vector<Sphere> low_points;
    for (const CylSphere& c : object.cylspheres()) {
      if (low_points.size() < kMost) low_points.push_back(listed_by(c.low_pt, c.radius));
    }
    return find_sphere_cell_list(world, p, low_points, is_static);
  }
  // A static of spheres goes by the boxes of its parts; one without parts has no box but the sphere around it.
  if (!has_bsp && (!is_static || object.parts.empty())) {
    const Sphere s = sorting_sphere(object);
    const Sphere placed = listed_by(s.center, s.radius);
    return find_sphere_cell_list(world, p, {&placed, 1}, is_static);
  }
  if (object.cell == nullptr) return {};
  if (registration.scaled && object.scale != 1.0F) return scaled_cells(world, object);
  CellArray out = find_bbox_cell_list(world, *object.cell, object.parts, registration.each_part);
  if (registration.same_block) {
    const auto elsewhere = [&](const CellEntry& e) { return (e.id >> 16U) != (object.cell->id >> 16U); };
    out.entries.erase(std::remove_if(out.entries.begin(), out.entries.end(), elsewhere), out.entries.end());
  }
  return out;
}

}  // namespace surefoot
