#include "io/world_check.hpp"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "io/world_check_parts.hpp"

namespace surefoot::io {

namespace {

/// A shape by its id; one that came with an object, by the object.
std::string shape_name(const World& world, const GfxObj& g) {
  if (g.id != 0) return "gfxobj " + hex_id(g.id);
  for (const auto& o : world.registry().objects()) {
    for (const Part& part : o->parts) {
      if (part.gfxobj == &g) return "object " + hex_id(o->id);
    }
  }
  return "a shape without id";
}

/// `up` in the polygons' axes.
void check_shape(const BspTree& tree, const std::vector<Polygon>& altered, const Vec3& up, bool guessed,
                 const CheckOptions& options, const FindingSink& sink) {
  check_polygons(tree.polygons, sink);
  check_altered(altered, sink);
  check_tree(tree, guessed, sink);
  check_samples(tree, guessed, options, sink);
  const std::vector<Polygon> sound = sound_polygons(tree.polygons);
  check_edges(sound, sink);
  check_passages(sound, up, options, sink);
}

}  // namespace

const char* to_string(Severity severity) {
  constexpr const char* kNames[] = {"info", "warning", "error"};
  return kNames[static_cast<int>(severity)];
}

std::string hex_id(std::uint32_t id) {
  return fmt::format("0x{:08X}", id);
}

std::vector<Finding> check_world(const World& world, const CheckOptions& options) {
  std::vector<Finding> out;
  const auto& approximate = world.approximate;
  const bool guessed = std::find(approximate.begin(), approximate.end(), "bsp") != approximate.end();
  if (world.env_cells().empty() && !world.landscape().has_source())
    FindingSink(out, "").add(Severity::info, "world.empty", "",
                             "it has neither cells nor landblocks; nothing can be in it");
  for (const auto& g : world.gfxobjs()) {
    const FindingSink sink(out, shape_name(world, *g));
    check_shape(g->physics_bsp, g->altered, {0.0F, 0.0F, 1.0F}, guessed, options, sink);
  }
  // Cells of one structure share its faults: they are told once, of the first cell.
  std::unordered_set<const CellStruct*> done;
  for (const auto& cell : world.env_cells()) {
    if (!done.insert(cell->structure).second) continue;
    const FindingSink sink(out, "cell " + hex_id(cell->id));
    check_shape(cell->structure->physics_bsp, cell->structure->altered,
                cell->pos.frame.globaltolocalvec({0.0F, 0.0F, 1.0F}), guessed, options, sink);
    check_volume(*cell->structure, sink);
  }
  check_cells(world, out);
  check_land(world, out);
  for (const auto& o : world.registry().objects()) {
    if (!o->is(physics_state::kHasPhysicsBsp) && o->cylspheres().empty() && o->spheres().empty())
      FindingSink(out, "object " + hex_id(o->id))
          .add(Severity::info, "object.never_collides", "", "it has no collision shape");
  }
  return out;
}

}  // namespace surefoot::io
