// Landblocks and buildings (spec 05 §3, §5). Blocks defined by a rectangle are not made just to be checked.
#include <fmt/format.h>

#include "io/world_check_parts.hpp"

namespace surefoot::io {

namespace {

void check_landblock(const Landblock& block, const FindingSink& sink) {
  if (block.water_type == WaterType::entire) {
    sink.add(Severity::info, "block.all_water", "",
             "it is all water: nobody but missiles and cameras enters it");
    return;
  }
  Told steep(sink, "floor.near_limit");
  bool any_floor = false;
  for (const LandCell& cell : block.cells) {
    for (std::size_t i = 0; i < cell.polygons.size(); ++i) {
      const float upward = cell.polygons[i].plane.normal.z;
      any_floor = any_floor || upward >= kFloorZ;
      check_slope(upward, fmt::format("land cell 0x{:02X} triangle {}", cell.id & 0xFFFFU, i), steep);
    }
  }
  steep.finish();
  if (any_floor) return;
  sink.add(Severity::warning, "block.no_floor", "",
           fmt::format("no triangle of it is flat enough to stand on (normal.z >= {})", kFloorZ));
}

void check_building(const World& world, const Building& building, const FindingSink& sink) {
  CellId id = building.position.cell_id;
  Vec3 origin = building.position.frame.origin;
  const LandCell* cell = adjust_to_outside(id, origin) ? world.land_cell(id) : nullptr;
  if (cell != nullptr && cell->building != nullptr && cell->building != &building) {
    sink.add(Severity::warning, "building.second", "",
             fmt::format("land cell {} has a building already and keeps its first", hex_id(cell->id)));
  }
  if (building.part.gfxobj == nullptr || !building.part.gfxobj->has_tree())
    sink.add(Severity::info, "building.never_collides", "", "its shell has no collision shape");
  for (std::size_t i = 0; i < building.portals.size(); ++i) {
    const BldPortal& p = building.portals[i];
    const std::string name = fmt::format("portal {}", i);
    if (world.env_cell(p.other_cell_id) == nullptr) {
      sink.add(Severity::warning, "building.target_missing", name,
               fmt::format("leads to cell {}, which is not in the world", hex_id(p.other_cell_id)));
    } else if (p.other_portal_id < 0) {
      sink.add(Severity::warning, "building.portal_disabled", name,
               "its `to_portal` is negative: nobody gets in through it");
    } else {
      const auto& portals = world.env_cell(p.other_cell_id)->portals;
      const auto index = static_cast<std::size_t>(p.other_portal_id);
      if (index >= portals.size() || portals[index].other_cell_id != kOutsideCellId)
        sink.add(Severity::warning, "building.wrong_portal", name,
                 fmt::format("names portal {} of cell {}, which does not lead outside", index,
                             hex_id(p.other_cell_id)));
    }
  }
}

}  // namespace

void check_land(const World& world, std::vector<Finding>& out) {
  for (const BlockId id : world.landscape().listed()) {
    const Landblock* block = world.landscape().landblock(id);
    if (block != nullptr) check_landblock(*block, FindingSink(out, fmt::format("landblock 0x{:04X}", id)));
  }
  for (const auto& b : world.buildings())
    check_building(world, *b, FindingSink(out, fmt::format("building {}", b->id)));
}

}  // namespace surefoot::io
