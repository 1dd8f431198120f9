#include "io/dat/to_world.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "io/dat/bsp_record.hpp"
#include "io/json.hpp"
#include "io/shape_geometry.hpp"
#include "io/world_shapes.hpp"

namespace surefoot::io {

namespace {

constexpr std::uint32_t kResting = 101;
constexpr std::uint32_t kFirstInterior = 0x0100;
constexpr std::uint32_t kLastInterior = 0xFFFD;

bool is_cell_of_block(std::uint32_t low) {
  return low >= kFirstInterior && low <= kLastInterior;
}

/// Any negative number says that there is none.
std::int16_t portal_number(std::uint16_t stored) {
  return std::max<std::int16_t>(static_cast<std::int16_t>(stored), -1);
}
constexpr float kMaxPlaneDistance = 2.0F * kMaxCoordinate;

bool is_place(const Vec3& v) {
  // Written so that NaN fails.
  return std::fabs(v.x) <= kMaxCoordinate && std::fabs(v.y) <= kMaxCoordinate &&
         std::fabs(v.z) <= kMaxCoordinate;
}
bool is_sphere(const Sphere& s) {
  return is_place(s.center) && s.radius >= 0.0F && s.radius <= kMaxCoordinate;
}
bool is_length(float f) {
  return f >= 0.0F && f <= kMaxCoordinate;
}
bool is_splitter(const Plane& p) {
  return std::fabs(std::sqrt(square_length(p.normal)) - 1.0) <= kNormalTolerance &&
         std::fabs(p.d) <= kMaxPlaneDistance;
}

/// What is wrong, and with what of the record.
tl::unexpected<Error> refuse(std::string message, const std::string& what) {
  return fail(ErrorCode::bad_value, std::move(message), what);
}

Expected<std::vector<Polygon>> to_polygons(const std::vector<DatPolygon>& in, const DatVertexArray& vertices,
                                           const char* name) {
  std::vector<Polygon> out;
  out.reserve(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    const DatPolygon& p = in[i];
    const auto what = [&] { return fmt::format("{}/{}", name, i); };
    if (p.vertices.size() > kMaxPolygonPoints)
      return refuse(
          fmt::format("a polygon of {} points; the client takes {}", p.vertices.size(), kMaxPolygonPoints),
          what());
    if (p.sides_type < 0 || p.sides_type > 3)
      return refuse(fmt::format("sides_type {}", p.sides_type), what());
    Polygon poly;
    poly.id = p.id;
    poly.sides_type = static_cast<std::uint8_t>(p.sides_type);
    for (const std::int16_t v : p.vertices) {
      if (v < 0 || static_cast<std::size_t>(v) >= vertices.size())
        return refuse(fmt::format("vertex {} of {}", v, vertices.size()), what());
      poly.vertices.push_back(vertices[static_cast<std::size_t>(v)].origin);
    }
    poly.plane = plane_of(poly.vertices);
    out.push_back(std::move(poly));
  }
  return out;
}

Expected<void> check_vertices(const DatVertexArray& vertices) {
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (!is_place(vertices[i].origin))
      return refuse(fmt::format("no place within {} m", kMaxCoordinate), fmt::format("vertices/{}", i));
  }
  return {};
}

bool is_printable(std::uint32_t tag) {
  for (unsigned shift = 0; shift < 32; shift += 8) {
    const std::uint32_t c = (tag >> shift) & 0xFFU;
    if (c < 0x20 || c > 0x7E) return false;
  }
  return true;
}

/// One node of a collision tree; its children are linked by the caller.
Expected<void> fill_node(const DatBspNode& in, std::size_t polygons, BspNode& out) {
  out.tag = in.tag;
  out.sphere = in.sphere;
  if (!is_sphere(in.sphere)) return refuse("its bounding sphere is none", "");
  if (in.tag == bsp_tag::kLeaf) {
    out.leaf_index = in.leaf_index;
    out.solid = in.solid != 0;
    for (const std::uint16_t p : in.polygons) {
      if (p >= polygons) return refuse(fmt::format("polygon {} of {}", p, polygons), "");
      out.polys.push_back(p);
    }
    return {};
  }
  if (in.tag == bsp_tag::kPort) return refuse("a portal in a collision tree", "");
  if (!is_printable(in.tag)) return refuse(fmt::format("a node of kind 0x{:08X}", in.tag), "");
  out.splitting_plane = in.plane;
  if (!is_splitter(in.plane)) return refuse("its plane has no unit normal", "");
  return {};
}

/// Missing children become empty leaves: the client calls a child without asking whether it is there.
Expected<BspTree> to_tree(const DatBsp& in, std::vector<Polygon> polygons, const char* name) {
  BspTree tree;
  tree.polygons = std::move(polygons);
  std::vector<BspNode*> nodes;
  nodes.reserve(in.nodes.size());
  for (std::size_t i = 0; i < in.nodes.size(); ++i) {
    nodes.push_back(&tree.add_node());
    if (auto ok = fill_node(in.nodes[i], tree.polygons.size(), *nodes.back()); !ok)
      return refuse(ok.error().message, fmt::format("{}/{}", name, i));
  }
  const auto child = [&](std::int32_t index, const Sphere& sphere) -> const BspNode* {
    if (index != DatBspNode::kNone) return nodes[static_cast<std::size_t>(index)];
    BspNode& empty = tree.add_node();
    empty.sphere = sphere;
    return &empty;
  };
  for (std::size_t i = 0; i < in.nodes.size(); ++i) {
    if (nodes[i]->leaf()) continue;
    nodes[i]->pos = child(in.nodes[i].pos, nodes[i]->sphere);
    nodes[i]->neg = child(in.nodes[i].neg, nodes[i]->sphere);
  }
  if (!nodes.empty()) tree.root = nodes.front();
  return tree;
}

Expected<CellBsp> to_cell_bsp(const DatBsp& in) {
  CellBsp tree;
  std::vector<CellBspNode*> nodes;
  nodes.reserve(in.nodes.size());
  for (std::size_t i = 0; i < in.nodes.size(); ++i) {
    CellBspNode& n = tree.add_node();
    nodes.push_back(&n);
    n.tag = in.nodes[i].tag;
    if (n.tag == bsp_tag::kLeaf) continue;
    n.plane = in.nodes[i].plane;
    const std::string what = fmt::format("cell_bsp/{}", i);
    if (!is_printable(n.tag)) return refuse(fmt::format("a node of kind 0x{:08X}", n.tag), what);
    if (!is_splitter(n.plane)) return refuse("its plane has no unit normal", what);
  }
  const auto child = [&](std::int32_t index) -> const CellBspNode* {
    return index == DatBspNode::kNone ? nullptr : nodes[static_cast<std::size_t>(index)];
  };
  for (std::size_t i = 0; i < in.nodes.size(); ++i) {
    nodes[i]->pos = child(in.nodes[i].pos);
    nodes[i]->neg = child(in.nodes[i].neg);
  }
  if (!nodes.empty()) tree.root = nodes.front();
  return tree;
}

Expected<std::vector<Frame>> to_frames(const std::vector<DatFrame>& in, const std::string& what) {
  std::vector<Frame> out;
  for (const DatFrame& f : in) {
    const auto frame = to_frame(f);
    if (!frame) return refuse(frame.error().message, what);
    out.push_back(*frame);
  }
  return out;
}

}  // namespace

Expected<Frame> to_frame(const DatFrame& f) {
  Frame out;
  out.origin = f.origin;
  out.q = f.q;
  if (!is_place(f.origin))
    return refuse(fmt::format("its origin is no place within {} m", kMaxCoordinate), "frame");
  if (!out.is_valid()) return refuse("its rotation is none: the quaternion has not length 1", "frame");
  out.cache();
  return out;
}

Expected<std::unique_ptr<GfxObj>> to_gfxobj(const GfxObjRecord& r) {
  if (auto ok = check_vertices(r.vertices); !ok) return tl::unexpected<Error>(ok.error());
  auto g = std::make_unique<GfxObj>();
  g->id = r.id;
  if (!is_place(r.sort_center)) return refuse("no place", "sort_center");
  g->sort_center = r.sort_center;
  std::vector<Vec3> corners;
  corners.reserve(r.vertices.size());
  for (const DatVertex& v : r.vertices) corners.push_back(v.origin);
  g->bounding_box = box_of(corners);
  auto polygons = to_polygons(r.physics_polygons, r.vertices, "physics_polygons");
  if (!polygons) return tl::unexpected<Error>(polygons.error());
  auto tree = to_tree(r.physics_bsp, std::move(*polygons), "physics_bsp");
  if (!tree) return tl::unexpected<Error>(tree.error());
  g->physics_bsp = std::move(*tree);
  if (!r.drawing_bsp.nodes.empty() && r.drawing_bsp.nodes.front().tag != bsp_tag::kLeaf) {
    if (!is_sphere(r.drawing_bsp.nodes.front().sphere))
      return refuse("its bounding sphere is none", "drawing_bsp/0");
    g->drawing_sphere = r.drawing_bsp.nodes.front().sphere;
  }
  return g;
}

Expected<std::unique_ptr<Setup>> to_setup(const SetupRecord& r,
                                          const std::function<const GfxObj*(std::uint32_t)>& find) {
  auto s = std::make_unique<Setup>();
  s->id = r.id;
  for (std::size_t i = 0; i < r.parts.size(); ++i) {
    SetupPart part;
    part.gfxobj = find(r.parts[i]);
    const std::string what = fmt::format("parts/{}", i);
    if (part.gfxobj == nullptr)
      return fail(ErrorCode::dangling, fmt::format("part 0x{:08X} is not to be had", r.parts[i]), what);
    if (!r.scales.empty()) part.scale = r.scales[i];
    for (const float f : {part.scale.x, part.scale.y, part.scale.z}) {
      if (!(f >= 0.001F && f <= 1000.0F)) return refuse(fmt::format("a scale of {}", f), what);
    }
    s->parts.push_back(part);
  }
  for (const DatPlacement& p : r.placements) {
    const std::string what = fmt::format("placement {}", p.key);
    auto frames = to_frames(p.frames, what);
    if (!frames) return tl::unexpected<Error>(frames.error());
    if (p.key < 0) return refuse("a placement's key is not negative", what);
    s->placements.emplace(static_cast<std::uint32_t>(p.key), std::move(*frames));
  }
  for (const CylSphere& c : r.cylspheres) {
    if (!is_place(c.low_pt) || !is_length(c.radius) || !is_length(c.height))
      return refuse("no cylinder", "cylspheres");
  }
  for (const Sphere& v : r.spheres) {
    if (!is_sphere(v)) return refuse("no sphere", "spheres");
  }
  for (const float f : {r.height, r.radius, r.step_up_height, r.step_down_height}) {
    if (!is_length(f)) return refuse(fmt::format("a length of {} m", f), "height to step_down_height");
  }
  if (!is_sphere(r.sorting)) return refuse("no sphere", "sorting");
  s->cylspheres = r.cylspheres;
  s->spheres = r.spheres;
  s->height = r.height;
  s->radius = r.radius;
  s->step_up_height = r.step_up_height;
  s->step_down_height = r.step_down_height;
  s->sorting_sphere = r.sorting;
  s->allow_free_heading = (r.flags & SetupRecord::kFreeHeading) != 0;
  return s;
}

Expected<std::unique_ptr<CellStruct>> to_cell_struct(const CellStructRecord& r) {
  if (auto ok = check_vertices(r.vertices); !ok) return tl::unexpected<Error>(ok.error());
  auto s = std::make_unique<CellStruct>();
  auto polygons = to_polygons(r.polygons, r.vertices, "polygons");
  if (!polygons) return tl::unexpected<Error>(polygons.error());
  s->polygons = std::move(*polygons);
  for (const std::uint16_t p : r.portals) {
    if (p >= s->polygons.size())
      return refuse(fmt::format("polygon {} of {}", p, s->polygons.size()), "portals");
    auto& listed = s->portal_polygons;
    if (std::find(listed.begin(), listed.end(), p) == listed.end()) listed.push_back(p);
  }
  auto cell_bsp = to_cell_bsp(r.cell_bsp);
  if (!cell_bsp) return tl::unexpected<Error>(cell_bsp.error());
  s->cell_bsp = std::move(*cell_bsp);
  auto physics = to_polygons(r.physics_polygons, r.vertices, "physics_polygons");
  if (!physics) return tl::unexpected<Error>(physics.error());
  auto tree = to_tree(r.physics_bsp, std::move(*physics), "physics_bsp");
  if (!tree) return tl::unexpected<Error>(tree.error());
  s->physics_bsp = std::move(*tree);
  return s;
}

Expected<std::unique_ptr<EnvCell>> to_env_cell(const EnvCellRecord& r, const CellStruct& structure) {
  auto cell = std::make_unique<EnvCell>();
  cell->id = r.id;
  cell->pos.cell_id = r.id;
  if (!is_cell_of_block(r.id & 0xFFFFU) || !inbound_valid_cellid(r.id))
    return refuse("it is not on the map", "id");
  const auto frame = to_frame(r.frame);
  if (!frame) return tl::unexpected<Error>(frame.error());
  cell->pos.frame = *frame;
  cell->structure = &structure;
  cell->seen_outside = (r.flags & EnvCellRecord::kSeenOutside) != 0;
  cell->restriction_obj = r.restriction;
  const CellId block = r.id & 0xFFFF0000U;
  for (std::size_t i = 0; i < r.portals.size(); ++i) {
    const DatCellPortal& p = r.portals[i];
    const std::string what = fmt::format("portals/{}", i);
    const auto position = find_portal(structure, p.polygon);
    if (!position)
      return refuse(fmt::format("polygon {} is not among the portals of its structure", p.polygon), what);
    CellPortal portal;
    portal.polygon = *position;
    portal.plane = structure.polygons[*position].plane;
    portal.exact_match = (p.flags & dat_portal::kExact) != 0;
    portal.portal_side = (p.flags & dat_portal::kSideZero) != 0 ? 0 : 1;
    // 0xFFFF is no cell of a block, whatever the flag says.
    const bool outside = (p.flags & dat_portal::kOutside) != 0 || p.other_cell == 0xFFFF;
    portal.other_cell_id = outside ? kOutsideCellId : block | p.other_cell;
    if (!outside && !is_cell_of_block(p.other_cell))
      return refuse(fmt::format("it leads to 0x{:04X}, which is no interior cell", p.other_cell), what);
    portal.other_portal_id = portal_number(p.other_portal);
    cell->portals.push_back(portal);
  }
  for (const std::uint16_t v : r.visible) {
    if (is_cell_of_block(v)) cell->stab_list.push_back(block | v);
  }
  return cell;
}

Expected<std::unique_ptr<Building>> to_building(const DatBuilding& r, BlockId block) {
  auto b = std::make_unique<Building>();
  const CellId base = static_cast<CellId>(block) << 16U;
  b->position.cell_id = base | 0xFFFFU;
  const auto frame = to_frame(r.frame);
  if (!frame) return tl::unexpected<Error>(frame.error());
  b->position.frame = *frame;
  b->model = r.model;
  b->leaves = r.leaves;
  for (const DatBuildingPortal& p : r.portals) {
    BldPortal portal;
    portal.other_cell_id = base | p.other_cell;
    portal.other_portal_id = portal_number(p.other_portal);
    portal.exact_match = (p.flags & dat_portal::kExact) != 0;
    portal.portal_side = (p.flags & dat_portal::kSideZero) != 0 ? 0 : 1;
    for (const std::uint16_t v : p.visible) portal.stab_list.push_back(base | v);
    b->portals.push_back(std::move(portal));
  }
  return b;
}

LandblockData to_landblock(const LandBlockRecord& r, const std::array<float, 256>& table) {
  LandblockData out;
  for (std::size_t i = 0; i < out.z.size(); ++i) out.z[i] = table[r.heights[i]];
  out.terrain = r.terrain;
  return out;
}

std::uint32_t scenery_placement(const Setup& setup) {
  return setup.placements.contains(kResting) ? kResting : 0;
}

}  // namespace surefoot::io
