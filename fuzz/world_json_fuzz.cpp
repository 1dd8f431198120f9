// Any bytes as a `surefoot-world/1`: reading and checking must answer, never crash, and no NaN may get into a
// world that loads. Includes are looked for in a folder that does not exist.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "io/world_check.hpp"
#include "io/world_json.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void require_numbers(const surefoot::BspTree& tree) {
  for (const surefoot::Polygon& p : tree.polygons) {
    require(surefoot::is_finite(p.plane.normal) && std::isfinite(p.plane.d));
    for (const surefoot::Vec3& v : p.vertices) require(surefoot::is_finite(v));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto json = surefoot::io::parse_json({reinterpret_cast<const char*>(data), size});
  if (!json) {
    require(!json.error().message.empty());
    return 0;
  }
  const auto world = surefoot::io::read_world_json(*json, "no-such-folder");
  if (!world) {
    require(!world.error().message.empty());
    return 0;
  }
  for (const auto& g : world->gfxobjs()) require_numbers(g->physics_bsp);
  for (const auto& cell : world->env_cells()) require_numbers(cell->structure->physics_bsp);
  static_cast<void>(surefoot::io::check_world(*world));
  return 0;
}
