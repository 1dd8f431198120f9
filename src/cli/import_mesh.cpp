// surefoot import obj, gltf and dump: meshes, and what ports have dumped.
#include <memory>

#include <fmt/format.h>

#include "cli/import.hpp"
#include "core/float_bits.hpp"
#include "io/dump_json.hpp"
#include "io/mesh/mesh_world.hpp"
#include "io/mesh/read_mesh.hpp"

namespace surefoot::cli {

namespace {

struct MeshOptions {
  std::string path;
  std::string up = "y";
  std::string scale = "1";
  std::string solid = "auto";
  std::string cell = "0x00010100";
  std::size_t leaf = io::MeshWorldOptions().build.leaf_split;
  bool flip = false;
  bool merge = false;
  ImportOutput output;
};

using ReadMesh = Expected<io::MeshSoup> (*)(const std::string&);

nlohmann::ordered_json to_json(const io::MeshReport& r) {
  nlohmann::ordered_json j;
  j["faces"] = r.faces;
  j["polygons"] = r.polygons;
  j["dropped"] = {{"degenerate", r.dropped.degenerate + r.build.cleanup.dropped},
                  {"duplicates", r.dropped.duplicates},
                  {"repeated_corners", r.dropped.repeated_corners + r.build.cleanup.repeated_points},
                  {"points_and_lines", r.ignored}};
  j["split"] = {{"not_flat_or_convex", r.build.cleanup.triangulated},
                {"too_many_corners", r.build.cleanup.split}};
  j["merged"] = r.build.cleanup.merged;
  j["tree"] = {{"leaves", r.build.leaves},
               {"solid_leaves", r.build.solid_leaves},
               {"largest_leaf", r.build.largest_leaf},
               {"depth", r.build.depth},
               {"solid_bodies", r.build.solid_bodies},
               {"seconds", r.seconds}};
  j["parts"] = nlohmann::ordered_json::array();
  for (const io::MeshPart& p : r.parts)
    j["parts"].push_back({{"name", p.name}, {"faces", p.faces}, {"closed", p.closed}, {"volume", p.volume}});
  j["extent"] = {json_floats(r.extent.min), json_floats(r.extent.max)};
  j["warnings"] = r.warnings;
  return j;
}

void print_parts(const io::MeshReport& r) {
  constexpr std::size_t kMost = 20;
  Table table({"part", "faces", "is"});
  for (std::size_t i = 0; i < r.parts.size() && i < kMost; ++i) {
    const io::MeshPart& p = r.parts[i];
    table.add({p.name, std::to_string(p.faces),
               p.closed ? fmt::format("closed, {:.4g} m³: solid inside", p.volume)
                        : "open: only its surface collides"});
  }
  table.print();
  if (r.parts.size() <= kMost) return;
  std::size_t closed = 0;
  for (std::size_t i = kMost; i < r.parts.size(); ++i) closed += r.parts[i].closed ? 1U : 0U;
  const std::size_t more = r.parts.size() - kMost;
  print(fmt::format("and {} more, {} closed, {} open\n", more, closed, more - closed));
}

void print_report(const io::MeshReport& r) {
  const CleanupReport& c = r.build.cleanup;
  print_parts(r);
  print(fmt::format(
      "{} faces became {} polygons: {} without area and {} duplicates dropped, {} that were not flat or not "
      "convex and {} with more than {} corners split",
      r.faces, r.polygons, r.dropped.degenerate + c.dropped, r.dropped.duplicates, c.triangulated, c.split,
      kMaxCleanPoints));
  print(c.merged == 0 ? "\n" : fmt::format(", {} merged into neighbours\n", c.merged));
  print(
      fmt::format("tree: {} leaves, {} of them solid ({} bodies), the largest of {} polygons, {} levels, "
                  "built in {:.2f} s\n",
                  r.build.leaves, r.build.solid_leaves, r.build.solid_bodies, r.build.largest_leaf,
                  r.build.depth, r.seconds));
  const Vec3 size = r.extent.max - r.extent.min;
  print(fmt::format("{:.4g} by {:.4g} by {:.4g} m, from {} to {}\n", size.x, size.y, size.z,
                    print_position(r.extent.min), print_position(r.extent.max)));
  if (r.ignored != 0) message(fmt::format("{} points, lines and the like were left out\n", r.ignored));
  tell("odd:", r.warnings, r.warnings.size());
}

Expected<io::MeshWorldOptions> parse(const MeshOptions& o) {
  io::MeshWorldOptions out;
  out.space.up = o.up == "y" ? io::UpAxis::y : io::UpAxis::z;
  out.space.flip = o.flip;
  const auto scale = parse_float_text(o.scale);
  if (!scale) return fail(ErrorCode::bad_value, fmt::format("\"{}\" is no number", o.scale), "--scale");
  out.space.scale = *scale;
  const auto cell = parse_u32(o.cell);
  if (!cell || !inbound_valid_cellid(*cell) || is_outdoor(*cell) || (*cell & 0xFFFFU) == 0xFFFF)
    return fail(ErrorCode::bad_value, fmt::format("\"{}\" is no interior cell, such as 0x00010100", o.cell),
                "--cell");
  out.cell = *cell;
  if (o.solid == "none") out.build.solid = false;
  if (o.solid == "all") out.build.solid = true;
  out.build.merge_coplanar = o.merge;
  out.build.leaf_split = o.leaf;
  return out;
}

int import_mesh(const MeshOptions& o, ReadMesh read) {
  const auto options = parse(o);
  if (!options) return report(options.error());
  auto soup = read(o.path);
  if (!soup) return report(soup.error());
  io::MeshReport counts;
  auto world = io::make_mesh_world(std::move(*soup), *options, counts);
  if (!world) return report(io::in_file(o.path, world.error()));
  const auto slash = o.path.find_last_of('/');
  world->name = slash == std::string::npos ? o.path : o.path.substr(slash + 1);
  if (o.output.json)
    print(to_json(counts).dump() + "\n");
  else
    print_report(counts);
  // What the reader would build from the polygons alone need not be written out.
  const BuildOptions usual;
  const bool build = !options->build.solid && options->build.leaf_split == usual.leaf_split;
  return o.output.write(*world, {build});
}

void add_mesh(CLI::App& import, Action& action, const char* kind, const char* about, ReadMesh read) {
  auto o = std::make_shared<MeshOptions>();
  CLI::App* verb = import.add_subcommand(kind, about);
  verb->add_option("file", o->path, "The mesh")->required();
  verb->add_option("--up", o->up, "The file's up axis: y (default) or z")->check(CLI::IsMember({"y", "z"}));
  verb->add_option("--scale", o->scale, "Metres per unit of the file (default 1)");
  verb->add_flag("--flip", o->flip, "The file's faces are clockwise seen from outside");
  verb->add_option("--solid", o->solid, "What is solid inside: auto (closed parts), none, all")
      ->check(CLI::IsMember({"auto", "none", "all"}));
  verb->add_flag("--merge", o->merge, "Join coplanar neighbours into larger polygons");
  verb->add_option("--leaf", o->leaf,
                   "Polygons a leaf may hold before it is cut by axis planes (default 8, 0 = never)");
  verb->add_option("--cell", o->cell, "Id of the cell it becomes (default 0x00010100)");
  o->output.add_to(*verb);
  verb->footer(fmt::format(
      "Example:\n  surefoot import {0} level.{0} -o level.world.json --scenario level.scenario.json", kind));
  verb->callback([o, read, &action] { action = [o, read] { return import_mesh(*o, read); }; });
}

struct DumpOptions {
  std::string path;
  std::string bsp = "leaf";
  ImportOutput output;
};

int import_dump(const DumpOptions& o) {
  auto world = io::read_dumps(o.path, o.bsp == "build" ? io::DumpBsp::build : io::DumpBsp::leaf);
  if (!world) return report(world.error());
  if (o.output.json) {
    print(nlohmann::ordered_json{{"cells", world->env_cells().size()},
                                 {"gfxobjs", world->gfxobjs().size()},
                                 {"approximate", world->approximate},
                                 {"skipped", world->notes}}
              .dump() +
          "\n");
  } else {
    print(fmt::format("{} cells, {} gfxobjs\n", world->env_cells().size(), world->gfxobjs().size()));
    tell("skipped:", world->notes, world->notes.size());
  }
  return o.output.write(*world);
}

}  // namespace

void add_import_meshes(CLI::App& import, Action& action) {
  add_mesh(import, action, "obj", "A Wavefront OBJ file", io::read_obj);
  add_mesh(import, action, "gltf", "A glTF 2.0 file, text or binary", io::read_gltf);
  auto o = std::make_shared<DumpOptions>();
  CLI::App* verb = import.add_subcommand("dump", "A folder of an OpenAC port's cell and gfxobj dumps");
  verb->add_option("folder", o->path, "The folder, read with what lies below it; or one dump")->required();
  verb->add_option("--bsp", o->bsp, "Trees: leaf (as the port has them, default) or build")
      ->check(CLI::IsMember({"leaf", "build"}));
  o->output.add_to(*verb);
  verb->footer("Example:\n  surefoot import dump dumps/ --bsp build -o dumped.world.json");
  verb->callback([o, &action] { action = [o] { return import_dump(*o); }; });
}

}  // namespace surefoot::cli
