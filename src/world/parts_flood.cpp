#include "world/parts_flood.hpp"

namespace surefoot {

namespace {

/// The part's box, corner by corner, in the axes of `to`; the hull starts from the mapped minimum corner.
Box box_in(const Position& to, const Part& part) {
  const auto corners = part.gfxobj->bounding_box.corners();
  const Vec3 first = to.localtolocal(part.position, corners[0]);
  Box box{first, first};
  for (std::size_t i = 1; i < corners.size(); ++i) box.add(to.localtolocal(part.position, corners[i]));
  return box;
}

const Sphere* registration_sphere(const Part& part) {
  if (const Sphere* s = part.gfxobj->physics_sphere()) return s;
  return part.gfxobj->drawing_sphere ? &*part.gfxobj->drawing_sphere : nullptr;
}

/// Does the part reach through the portal, out of `cell`?
bool reaches_portal(const EnvCell& cell, const CellPortal& portal, const Part& part) {
  const Sphere* s = registration_sphere(part);
  if (s == nullptr) return false;
  const Vec3& n = portal.plane.normal;
  const Vec3 c = cell.pos.localtolocal(part.position, s->center);
  const float r = s->radius + kEpsilon;
  const float v = ((c.y * n.y + c.z * n.z) + c.x * n.x) + portal.plane.d;
  if (portal.portal_side == 0 && v > r) return false;
  if (portal.portal_side == 1 && v < -r) return false;
  return intersect_box(portal.plane, box_in(cell.pos, part)) != static_cast<Sidedness>(portal.portal_side);
}

/// `CEnvCell::find_transit_cells(parts)` 0x0052CAE0, towards interior cells.
void env_find_transit_cells(const World& world, const EnvCell& cell, std::span<const Part> parts,
                            CellArray& out) {
  for (const CellPortal& portal : cell.portals) {
    for (const Part& part : parts) {
      if (part.gfxobj == nullptr || !reaches_portal(cell, portal, part)) continue;
      if (portal.other_cell_id == kOutsideCellId) break;
      const EnvCell* other = world.env_cell(portal.other_cell_id);
      if (other == nullptr) {
        out.add_cell(portal.other_cell_id, nullptr);
        break;
      }
      if (box_intersects_cell_bsp(CellGraphView{&other->structure->cell_bsp}, box_in(other->pos, part))) {
        out.add_cell(other->id, other);
        break;
      }
    }
  }
}

}  // namespace

CellArray find_bbox_cell_list(const World& world, const ObjCell& own, std::span<const Part> parts) {
  CellArray out;
  out.add_cell(own.id, &own);
  for (std::size_t i = 0; i < out.entries.size(); ++i) {
    const ObjCell* cell = out.entries[i].cell;
    if (cell != nullptr && cell->kind == ObjCell::Kind::env)
      env_find_transit_cells(world, static_cast<const EnvCell&>(*cell), parts, out);
  }
  return out;
}

}  // namespace surefoot
