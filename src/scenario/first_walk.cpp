#include "scenario/first_walk.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>

#include <fmt/format.h>

#include "core/float_bits.hpp"
#include "io/json.hpp"
#include "io/shape_geometry.hpp"
#include "io/world_numbers.hpp"

namespace surefoot::scenario {

namespace {

std::optional<StandingPlace> on_land(const World& world, BlockId block) {
  const Landblock* land = world.landscape().landblock(block);
  if (land == nullptr) return std::nullopt;
  std::optional<StandingPlace> best;
  float nearest = std::numeric_limits<float>::infinity();
  for (const LandCell& cell : land->cells) {
    if (cell.building != nullptr || world.registry().shadow_list(cell).size() != 0) continue;
    Vec3 p = cell.pos.frame.origin;
    const LandPolygon* ground = find_terrain_poly(cell, p);
    if (ground == nullptr || ground->plane.normal.z < kFloorZ) continue;
    const Vec3 n = ground->plane.normal;
    p.z = -(n.x * p.x + n.y * p.y + ground->plane.d) / n.z;
    const Vec3 off = p - Vec3{0.5F * kBlockLength, 0.5F * kBlockLength, p.z};
    const float distance = dot_xyz(off, off);
    if (!(distance < nearest)) continue;
    nearest = distance;
    best = StandingPlace{cell.id, p, ground->plane};
  }
  return best;
}

std::optional<StandingPlace> in_cell(const EnvCell& cell) {
  for (const Polygon& poly : cell.structure->physics_bsp.polygons) {
    const Vec3 normal = cell.pos.frame.localtoglobalvec(poly.plane.normal);
    if (io::is_never_hit(poly.plane) || normal.z < kFloorZ) continue;
    const Vec3 p = cell.pos.frame.localtoglobal(io::middle_of({poly}));
    return StandingPlace{cell.id, p, plane_through(normal, p)};
  }
  return std::nullopt;
}

std::string text_of(const Vec3& v) {
  return fmt::format("[{}, {}, {}]", format_float(v.x), format_float(v.y), format_float(v.z));
}

}  // namespace

Expected<StandingPlace> find_standing_place(const World& world) {
  for (const BlockId block : io::blocks_of(world)) {
    if (const auto place = on_land(world, block)) return *place;
  }
  for (const auto& cell : world.env_cells()) {
    if (const auto place = in_cell(*cell)) return *place;
  }
  return fail(ErrorCode::bad_value, "nowhere in this world is ground flat enough to stand on");
}

Expected<void> write_first_walk(const World& world, const std::string& world_path,
                                const std::string& scenario_path) {
  namespace fs = std::filesystem;
  const auto place = find_standing_place(world);
  if (!place) return tl::unexpected<Error>(place.error());
  std::error_code ec;
  const fs::path folder = fs::absolute(scenario_path, ec).parent_path();
  std::string relative = fs::relative(fs::absolute(world_path, ec), folder, ec).generic_string();
  if (relative.empty()) relative = world_path;
  std::string quoted;
  for (const char c : relative) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  const Plane& g = place->ground;
  const std::string ground =
      fmt::format("[{}, {}, {}, {}]", format_float(g.normal.x), format_float(g.normal.y),
                  format_float(g.normal.z), format_float(g.d));
  return io::write_file(scenario_path, fmt::format(R"({{
  "format": "surefoot-scenario/1",
  "name": "first-walk",
  "about": "A player walks ten seconds to the north. Change cell and position to start elsewhere.",
  "world": "{}",
  "mover": {{"radius": 0.48, "height": 1.835, "step_up_height": 0.6, "step_down_height": 1.5, "flags": ["IS_PLAYER", "EDGE_SLIDE"]}},
  "body": {{
    "cell": "0x{:08X}",
    "position": {},
    "contact_plane": {{"plane": {}}},
    "transient": ["CONTACT", "ON_WALKABLE"]
  }},
  "inputs": [{{"offset": [0, 0.1, 0], "ticks": 300}}]
}}
)",
                                                   quoted, place->cell, text_of(place->position), ground));
}

}  // namespace surefoot::scenario
