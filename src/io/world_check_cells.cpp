// Cells and their portals (spec 05 §2, §4): who leads where, which side is inside, where one can stand.
#include <algorithm>
#include <cmath>
#include <unordered_set>

#include <fmt/format.h>

#include "io/world_check_parts.hpp"
#include "io/world_reader.hpp"

namespace surefoot::io {

namespace {

constexpr float kPlaneTolerance = 1e-3F;
constexpr float kShapeTolerance = 1e-2F;

std::string portal_name(std::size_t i) {
  return fmt::format("portal {}", i);
}

/// Points to the owner's inside.
Vec3 inward_normal(const CellPortal& p) {
  return p.portal_side == 0 ? p.plane.normal : -p.plane.normal;
}

/// The neighbour's portal that belongs to this one; null when there is none.
const CellPortal* partner(const World& world, const EnvCell& cell, const CellPortal& portal) {
  const EnvCell* other = world.env_cell(portal.other_cell_id);
  if (other == nullptr) return nullptr;
  const std::int16_t i =
      portal.other_portal_id >= 0 ? portal.other_portal_id : reverse_portal(world, cell, portal);
  if (i < 0 || static_cast<std::size_t>(i) >= other->portals.size()) return nullptr;
  const CellPortal& back = other->portals[static_cast<std::size_t>(i)];
  return back.other_cell_id == cell.id ? &back : nullptr;
}

/// How far a corner of `portal` lies outside the edges of its partner, in the partner's plane.
float uncovered(const EnvCell& cell, const CellPortal& portal, const EnvCell& other, const CellPortal& back) {
  const auto& edges = other.structure->polygons[back.polygon].vertices;
  float most = 0.0F;
  for (const Vec3& v : cell.structure->polygons[portal.polygon].vertices) {
    const Vec3 p = other.pos.frame.globaltolocal(cell.pos.frame.localtoglobal(v));
    Vec3 prev = edges.back();
    for (const Vec3& next : edges) {
      const Vec3 inward = cross(back.plane.normal, next - prev);
      const float size = length(inward);
      if (size > 0.0F) most = std::max(most, -dot_xyz(p - prev, inward) / size);
      prev = next;
    }
  }
  return most;
}

void check_pair(const EnvCell& cell, const CellPortal& portal, const EnvCell& other, const CellPortal& back,
                const std::string& name, const FindingSink& sink) {
  const Vec3 here = cell.pos.frame.localtoglobalvec(inward_normal(portal));
  const Vec3 there = other.pos.frame.localtoglobalvec(inward_normal(back));
  float apart = 0.0F;
  for (const Vec3& v : cell.structure->polygons[portal.polygon].vertices) {
    const Vec3 local = other.pos.frame.globaltolocal(cell.pos.frame.localtoglobal(v));
    apart = std::max(apart, std::fabs(back.plane.dist(local)));
  }
  const float bare = std::max(uncovered(cell, portal, other, back), uncovered(other, back, cell, portal));
  if (apart > kPlaneTolerance) {
    sink.add(Severity::warning, "portal.planes_differ", name,
             fmt::format("its corners lie up to {:.4g} m off the plane of cell {}'s portal back", apart,
                         hex_id(other.id)));
  } else if (dot_xyz(here, there) > 0.0F) {
    sink.add(Severity::warning, "portal.planes_differ", name,
             fmt::format("cells {} and {} both claim to lie on the same side of it", hex_id(cell.id),
                         hex_id(other.id)));
  } else if (bare > kShapeTolerance) {
    sink.add(
        Severity::warning, "portal.shapes_differ", name,
        fmt::format("it and cell {}'s portal back do not cover each other: a corner lies {:.4g} m outside",
                    hex_id(other.id), bare));
  }
}

void check_partner(const World& world, const EnvCell& cell, std::size_t i, const FindingSink& sink) {
  const CellPortal& portal = cell.portals[i];
  const std::string name = portal_name(i);
  if (portal.other_cell_id == kOutsideCellId) return;
  const EnvCell* other = world.env_cell(portal.other_cell_id);
  if (other == nullptr) {
    sink.add(Severity::warning, "portal.target_missing", name,
             fmt::format("leads to cell {}, which is not in the world", hex_id(portal.other_cell_id)));
    return;
  }
  const CellPortal* back = partner(world, cell, portal);
  if (back == nullptr) {
    if (portal.other_portal_id >= 0)
      sink.add(Severity::warning, "portal.wrong_pair", name,
               fmt::format("names portal {} of cell {}, which does not lead back", portal.other_portal_id,
                           hex_id(other->id)));
    else
      sink.add(Severity::warning, "portal.not_mutual", name,
               fmt::format("cell {} has no portal back", hex_id(other->id)));
    return;
  }
  // A matching pair is compared once, from the lower cell.
  if (partner(world, *other, *back) == &portal && other->id < cell.id) return;
  check_pair(cell, portal, *other, *back, name, sink);
}

void check_side(const EnvCell& cell, std::size_t i, const FindingSink& sink) {
  const CellPortal& portal = cell.portals[i];
  const auto& faces = cell.structure->polygons;
  if (is_never_hit(portal.plane)) return;
  const float sign = portal.portal_side == 0 ? 1.0F : -1.0F;
  float deepest = -INFINITY;
  float behind = INFINITY;
  for (const Polygon& p : faces) {
    for (const Vec3& v : p.vertices) {
      const float d = sign * portal.plane.dist(v);
      deepest = std::max(deepest, d);
      behind = std::min(behind, d);
    }
  }
  const float middle = sign * portal.plane.dist(middle_of(faces));
  if (middle >= -kPlaneTolerance) return;
  const bool all_wrong = deepest <= kPlaneTolerance && behind < -kPlaneTolerance;
  sink.add(
      all_wrong ? Severity::error : Severity::warning, "portal.side", portal_name(i),
      fmt::format("portal_side {} says inside is {} its plane, but the middle of the cell lies {:.4g} m {}",
                  portal.portal_side, portal.portal_side == 0 ? "in front of" : "behind", -middle,
                  portal.portal_side == 0 ? "behind" : "in front"));
}

bool flat_enough(const std::vector<Polygon>& polygons, const Frame& frame) {
  return std::any_of(polygons.begin(), polygons.end(),
                     [&](const Polygon& p) { return frame.localtoglobalvec(p.plane.normal).z >= kFloorZ; });
}

bool has_floor(const World& world, const EnvCell& cell) {
  if (flat_enough(cell.structure->physics_bsp.polygons, cell.pos.frame)) return true;
  const ShadowList& list = world.registry().shadow_list(cell);
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (const Part& part : list[i].parts) {
      if (part.gfxobj != nullptr && flat_enough(part.gfxobj->physics_bsp.polygons, part.position.frame))
        return true;
    }
  }
  return false;
}

bool leads_outside(const EnvCell& cell) {
  return std::any_of(cell.portals.begin(), cell.portals.end(),
                     [](const CellPortal& p) { return p.other_cell_id == kOutsideCellId; });
}

}  // namespace

void check_volume(const CellStruct& s, const FindingSink& sink) {
  if (s.volume == CellVolume::portals) {
    sink.add(
        Severity::warning, "cell.volume_guessed", "",
        "its faces are not convex, so only its portals bound it; it also holds what lies beyond its walls");
  }
  const Vec3 middle = middle_of(s.polygons);
  if (!s.polygons.empty() && !point_inside_cell_bsp(CellGraphView{&s.cell_bsp}, middle)) {
    sink.add(Severity::warning, "cell.volume_misses_inside", "",
             fmt::format("the middle of its corners ({}, {}, {}) is not inside its volume", middle.x,
                         middle.y, middle.z));
  }
}

void check_cells(const World& world, std::vector<Finding>& out) {
  std::unordered_set<CellId> targets;  // asked, never iterated
  for (const auto& cell : world.env_cells()) {
    for (const CellPortal& p : cell->portals) {
      if (p.other_cell_id != cell->id) targets.insert(p.other_cell_id);
    }
  }
  for (const auto& building : world.buildings()) {
    for (const BldPortal& p : building->portals) targets.insert(p.other_cell_id);
  }
  for (const auto& cell : world.env_cells()) {
    const FindingSink sink(out, "cell " + hex_id(cell->id));
    for (std::size_t i = 0; i < cell->portals.size(); ++i) {
      check_polygon(cell->structure->polygons[cell->portals[i].polygon], sink);
      check_partner(world, *cell, i, sink);
      check_side(*cell, i, sink);
    }
    if (cell->portals.empty()) {
      sink.add(Severity::error, "cell.no_portals", "",
               "it has no portals; such a cell contains no point, so no mover can be in it");
    }
    if (world.env_cells().size() > 1 && !targets.contains(cell->id) && !leads_outside(*cell))
      sink.add(Severity::warning, "cell.unreachable", "", "no other cell has a portal to it");
    if (!has_floor(world, *cell)) {
      sink.add(Severity::warning, "cell.no_floor", "",
               fmt::format("nothing in it is flat enough to stand on (normal.z >= {})", kFloorZ));
    }
  }
}

}  // namespace surefoot::io
