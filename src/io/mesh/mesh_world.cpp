#include "io/mesh/mesh_world.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "io/shape_geometry.hpp"

namespace surefoot::io {

namespace {

/// Metres below the mesh at which the portal to nowhere lies.
constexpr float kFarBelow = 1000.0F;
constexpr std::uint32_t kNowhere = 0x01F0;

Polygon far_below(const Box& box) {
  const float z = box.min.z - kFarBelow;
  Polygon p;
  p.vertices = {
      {box.min.x, box.min.y, z}, {box.min.x + 1.0F, box.min.y, z}, {box.min.x, box.min.y + 1.0F, z}};
  // Far from the origin a metre more may be no other number.
  p.plane = {{0.0F, 0.0F, 1.0F}, -z};
  return p;
}

std::vector<std::vector<Vec3>> outlines_of(const MeshSoup& soup) {
  std::vector<std::vector<Vec3>> out;
  out.reserve(soup.faces.size());
  for (const MeshSoup::Face& f : soup.faces) {
    std::vector<Vec3> outline;
    outline.reserve(f.count);
    for (std::uint32_t k = 0; k < f.count; ++k) outline.push_back(soup.points[soup.corners[f.first + k]]);
    out.push_back(std::move(outline));
  }
  return out;
}

void warn_of_touching(MeshReport& report) {
  const auto closed = static_cast<std::size_t>(
      std::count_if(report.parts.begin(), report.parts.end(), [](const MeshPart& p) { return p.closed; }));
  if (closed <= report.build.solid_bodies) return;
  report.warnings.push_back(fmt::format(
      "of {} closed parts {} became solid bodies: parts that share edges count as one, which is then open",
      closed, report.build.solid_bodies));
}

}  // namespace

Expected<World> make_mesh_world(MeshSoup soup, const MeshWorldOptions& options, MeshReport& report) {
  report = {};
  report.faces = soup.faces.size();
  report.ignored = soup.ignored;
  report.warnings = soup.warnings;
  if (auto ok = to_z_up(soup, options.space); !ok) return tl::unexpected<Error>(ok.error());
  report.dropped = drop_empty_faces(soup);
  report.parts = describe_parts(soup);
  if (soup.faces.empty()) return fail(ErrorCode::bad_value, "it has no face one could stand on or run into");
  auto outlines = outlines_of(soup);
  soup = {};
  const auto start = std::chrono::steady_clock::now();
  auto tree = build_bsp_from_outlines(std::move(outlines), options.build, &report.build);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!tree) return tl::unexpected<Error>(tree.error());
  if (tree->empty()) return fail(ErrorCode::bad_value, "none of its faces has an area");
  report.polygons = tree->polygons.size();
  report.extent = box_of(tree->polygons);
  if (!options.build.solid) warn_of_touching(report);

  World world;
  auto structure = std::make_unique<CellStruct>();
  structure->polygons = {far_below(report.extent)};
  structure->portal_polygons = {0};
  structure->physics_bsp = std::move(*tree);
  auto cell = std::make_unique<EnvCell>();
  cell->id = options.cell;
  cell->pos.cell_id = options.cell;
  CellPortal portal;
  portal.other_cell_id = (options.cell & 0xFFFF0000U) | kNowhere;
  portal.plane = structure->polygons[0].plane;
  cell->portals = {portal};
  cell->structure = &world.add_cell_struct(std::move(structure));
  if (const auto added = world.add_env_cell(std::move(cell)); !added)
    return tl::unexpected<Error>(added.error());
  return world;
}

}  // namespace surefoot::io
