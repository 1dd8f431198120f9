#include "io/dat/from_world.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/bits.hpp"
#include "io/dat/bsp_record.hpp"
#include "io/shape_geometry.hpp"
#include "io/world_writer_parts.hpp"

namespace surefoot::io {

namespace {

constexpr std::size_t kMostVertices = 0x8000;
constexpr std::size_t kMostPolygons = 0x10000;

std::array<std::uint32_t, 3> bits_of(const Vec3& v) {
  return {to_bits(v.x), to_bits(v.y), to_bits(v.z)};
}

/// The distinct corners of a record, in the order they come up.
class VertexArray {
 public:
  std::int16_t place(const Vec3& v) {
    const auto [it, fresh] = places_.emplace(bits_of(v), vertices_.size());
    if (fresh) {
      DatVertex out;
      out.index = static_cast<std::uint16_t>(vertices_.size() & 0xFFFFU);
      out.origin = v;
      out.normal = {0.0F, 0.0F, 1.0F};
      vertices_.push_back(std::move(out));
    }
    return static_cast<std::int16_t>(it->second & 0x7FFFU);
  }
  [[nodiscard]] std::size_t size() const { return vertices_.size(); }
  [[nodiscard]] DatVertexArray take() { return std::move(vertices_); }
  [[nodiscard]] Box box() const {
    std::vector<Vec3> points;
    points.reserve(vertices_.size());
    for (const DatVertex& v : vertices_) points.push_back(v.origin);
    return box_of(points);
  }

 private:
  std::map<std::array<std::uint32_t, 3>, std::size_t> places_;
  DatVertexArray vertices_;
};

bool same_plane(const Plane& a, const Plane& b) {
  if (is_never_hit(a) && is_never_hit(b)) return true;
  return bits_of(a.normal) == bits_of(b.normal) && to_bits(a.d) == to_bits(b.d);
}

Expected<std::vector<DatPolygon>> from_polygons(const std::vector<Polygon>& in, VertexArray& vertices,
                                                const std::string& name, std::vector<std::string>& inexact) {
  if (in.size() > kMostPolygons)
    return fail(ErrorCode::bad_value,
                fmt::format("{} polygons; a list of the client's has room for {}", in.size(), kMostPolygons),
                name);
  std::vector<DatPolygon> out;
  out.reserve(in.size());
  std::size_t other_planes = 0;
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const Polygon& p = in[i];
    DatPolygon poly;
    // Numbers in trees and portals are places; ports take them for ids, so both are the same.
    poly.id = static_cast<std::uint16_t>(i);
    poly.sides_type = p.sides_type;
    if (poly.has_neg_uvs()) poly.stippling |= DatPolygon::kNoNegativeUvs;
    for (const Vec3& v : p.vertices) poly.vertices.push_back(vertices.place(v));
    if (!same_plane(p.plane, plane_of(p.vertices)) && other_planes++ == 0) first = p.id;
    out.push_back(std::move(poly));
  }
  if (vertices.size() > kMostVertices)
    return fail(ErrorCode::bad_value, fmt::format("more than {} corners", kMostVertices), name);
  if (other_planes != 0)
    inexact.push_back(
        fmt::format("{}: the planes of {} polygons (the first: {}) are not the client's own for these "
                    "corners; a reader works out others",
                    name, other_planes, first));
  return out;
}

DatBspNode empty_leaf() {
  DatBspNode leaf;
  leaf.leaf_index = -1;
  return leaf;
}

/// Pre-order. Only kinds of nodes that have both children: the client does not ask whether a child is there.
DatBsp from_tree(const BspTree& tree) {
  DatBsp out;
  struct Step {
    const BspNode* node;
    std::int32_t parent;
    bool pos;
  };
  std::vector<Step> steps{{tree.root, DatBspNode::kNone, false}};
  while (!steps.empty()) {
    const Step step = steps.back();
    steps.pop_back();
    const auto index = static_cast<std::int32_t>(out.nodes.size());
    if (step.parent != DatBspNode::kNone) {
      DatBspNode& parent = out.nodes[static_cast<std::size_t>(step.parent)];
      (step.pos ? parent.pos : parent.neg) = index;
    }
    if (step.node == nullptr) {
      out.nodes.push_back(empty_leaf());
      continue;
    }
    const BspNode& n = *step.node;
    DatBspNode made;
    made.sphere = n.sphere;
    if (n.leaf()) {
      made.leaf_index = n.leaf_index;
      made.solid = n.solid ? 1 : 0;
      for (const std::uint32_t p : n.polys) made.polygons.push_back(static_cast<std::uint16_t>(p));
      out.nodes.push_back(std::move(made));
      continue;
    }
    made.tag = n.tag == bsp_tag::kBPIN ? bsp_tag::kBPIN : bsp_tag::kBPnN;
    made.plane = n.splitting_plane;
    out.nodes.push_back(std::move(made));
    steps.push_back({n.neg, index, false});
    steps.push_back({n.pos, index, true});
  }
  return out;
}

/// A missing child means something here: the walk ends, inside.
DatBsp from_cell_bsp(const CellBsp& tree) {
  DatBsp out;
  struct Step {
    const CellBspNode* node;
    std::int32_t parent;
    bool pos;
  };
  std::vector<Step> steps{{tree.root, DatBspNode::kNone, false}};
  while (!steps.empty()) {
    const Step step = steps.back();
    steps.pop_back();
    const auto index = static_cast<std::int32_t>(out.nodes.size());
    if (step.parent != DatBspNode::kNone) {
      DatBspNode& parent = out.nodes[static_cast<std::size_t>(step.parent)];
      (step.pos ? parent.pos : parent.neg) = index;
    }
    DatBspNode made;
    // No tree at all is a leaf: everything is inside.
    if (step.node != nullptr && step.node->tag != bsp_tag::kLeaf) {
      const CellBspNode& n = *step.node;
      const BspChildren c = children_of(n.tag);
      const bool fits = c.pos == (n.pos != nullptr) && c.neg == (n.neg != nullptr);
      const std::uint32_t with_neg = n.pos != nullptr ? bsp_tag::kBPnN : bsp_tag::kBpnN;
      const std::uint32_t without = n.pos != nullptr ? bsp_tag::kBPnn : bsp_tag::kBPFL;
      made.tag = fits ? n.tag : n.neg != nullptr ? with_neg : without;
      made.plane = n.plane;
      if (n.neg != nullptr) steps.push_back({n.neg, index, false});
      if (n.pos != nullptr) steps.push_back({n.pos, index, true});
    }
    out.nodes.push_back(std::move(made));
  }
  return out;
}

std::uint16_t portal_flags(bool exact, std::uint8_t side) {
  return static_cast<std::uint16_t>((exact ? dat_portal::kExact : 0) |
                                    (side == 0 ? dat_portal::kSideZero : 0));
}

/// Low 16 bits of a cell of the same block.
Expected<std::uint16_t> low_of(CellId id, CellId owner, const std::string& name) {
  if ((id ^ owner) >> 16U != 0)
    return fail(ErrorCode::bad_value, fmt::format("it names cell 0x{:08X} of another landblock", id), name);
  return static_cast<std::uint16_t>(id & 0xFFFFU);
}

}  // namespace

Expected<DatFrame> from_frame(const Frame& f) {
  Frame cached;
  cached.origin = f.origin;
  cached.q = f.q;
  cached.cache();
  if (!same_bits(f, cached))
    return fail(ErrorCode::bad_value, "its rotation is a matrix that no quaternion gives to the bit");
  return DatFrame{f.origin, f.q};
}

Expected<GfxObjRecord> from_gfxobj(const GfxObj& g, std::uint32_t id, std::vector<std::string>& inexact) {
  const std::string name = fmt::format("gfxobj 0x{:08X}", id);
  GfxObjRecord r;
  r.id = id;
  r.sort_center = g.sort_center;
  VertexArray vertices;
  if (!g.physics_bsp.empty()) {
    auto polygons = from_polygons(g.physics_bsp.polygons, vertices, name, inexact);
    if (!polygons) return tl::unexpected<Error>(polygons.error());
    r.flags |= GfxObjRecord::kPhysics;
    r.physics_polygons = std::move(*polygons);
    r.physics_bsp = from_tree(g.physics_bsp);
  }
  const Box own = vertices.box();
  if (vertices.size() == 0 || bits_of(own.min) != bits_of(g.bounding_box.min) ||
      bits_of(own.max) != bits_of(g.bounding_box.max)) {
    vertices.place(g.bounding_box.min);
    vertices.place(g.bounding_box.max);
  }
  r.vertices = vertices.take();
  if (g.drawing_sphere) {
    r.flags |= GfxObjRecord::kDrawing;
    DatBspNode root;
    root.tag = bsp_tag::kBPFL;
    root.sphere = *g.drawing_sphere;
    r.drawing_bsp.nodes = {root};
  }
  return r;
}

Expected<SetupRecord> from_setup(const Setup& s, std::uint32_t id, const AssetIds& ids) {
  const std::string name = fmt::format("setup 0x{:08X}", id);
  SetupRecord r;
  r.id = id;
  r.flags = s.allow_free_heading ? SetupRecord::kFreeHeading : 0U;
  bool scaled = false;
  for (const SetupPart& p : s.parts) {
    if (p.gfxobj == nullptr) return fail(ErrorCode::bad_value, "a part of it has no shape", name);
    if (!p.gfxobj->physics_bsp.empty()) r.flags |= SetupRecord::kPhysicsBsp;
    r.parts.push_back(ids.of(*p.gfxobj));
    r.scales.push_back(p.scale);
    scaled = scaled || bits_of(p.scale) != bits_of({1.0F, 1.0F, 1.0F});
  }
  if (scaled)
    r.flags |= SetupRecord::kScales;
  else
    r.scales.clear();
  for (const auto& [key, frames] : s.placements) {
    DatPlacement p;
    p.key = static_cast<std::int32_t>(key);
    for (const Frame& f : frames) {
      const auto frame = from_frame(f);
      if (!frame)
        return fail(ErrorCode::bad_value, frame.error().message, fmt::format("{}, placement {}", name, key));
      p.frames.push_back(*frame);
    }
    r.placements.push_back(std::move(p));
  }
  r.cylspheres = s.cylspheres;
  r.spheres = s.spheres;
  r.height = s.height;
  r.radius = s.radius;
  r.step_up_height = s.step_up_height;
  r.step_down_height = s.step_down_height;
  r.sorting = s.sorting_sphere.value_or(Sphere{{0.0F, 0.0F, kDummySphereRadius}, kDummySphereRadius});
  r.selection = r.sorting;
  return r;
}

Expected<CellStructRecord> from_cell_struct(const CellStruct& s, std::uint32_t key, const std::string& name,
                                            std::vector<std::string>& inexact) {
  CellStructRecord r;
  r.key = key;
  VertexArray vertices;
  auto polygons = from_polygons(s.polygons, vertices, name, inexact);
  if (!polygons) return tl::unexpected<Error>(polygons.error());
  r.polygons = std::move(*polygons);
  for (const std::uint32_t p : s.portal_polygons) r.portals.push_back(static_cast<std::uint16_t>(p));
  r.cell_bsp = from_cell_bsp(s.cell_bsp);
  auto physics = from_polygons(s.physics_bsp.polygons, vertices, name, inexact);
  if (!physics) return tl::unexpected<Error>(physics.error());
  r.physics_polygons = std::move(*physics);
  r.physics_bsp = from_tree(s.physics_bsp);
  r.vertices = vertices.take();
  return r;
}

Expected<EnvCellRecord> from_env_cell(const EnvCell& cell, std::uint16_t environment, std::uint16_t key) {
  const std::string name = fmt::format("cell 0x{:08X}", cell.id);
  EnvCellRecord r;
  r.id = r.cell_id = cell.id;
  r.flags = cell.seen_outside ? EnvCellRecord::kSeenOutside : 0U;
  r.environment = environment;
  r.structure = key;
  const auto frame = from_frame(cell.pos.frame);
  if (!frame) return fail(ErrorCode::bad_value, frame.error().message, name);
  r.frame = *frame;
  for (const CellPortal& p : cell.portals) {
    DatCellPortal portal;
    portal.flags = portal_flags(p.exact_match, p.portal_side);
    portal.polygon = static_cast<std::uint16_t>(p.polygon);
    portal.other_portal = static_cast<std::uint16_t>(p.other_portal_id);
    if (p.other_cell_id == kOutsideCellId) {
      portal.flags |= dat_portal::kOutside;
      portal.other_cell = 0xFFFF;
    } else {
      const auto low = low_of(p.other_cell_id, cell.id, name);
      if (!low) return tl::unexpected<Error>(low.error());
      portal.other_cell = *low;
    }
    r.portals.push_back(portal);
  }
  for (const CellId id : cell.stab_list) {
    const auto low = low_of(id, cell.id, name);
    if (!low) return tl::unexpected<Error>(low.error());
    r.visible.push_back(*low);
  }
  if (cell.restriction_obj != 0) {
    r.flags |= EnvCellRecord::kRestricted;
    r.restriction = cell.restriction_obj;
  }
  return r;
}

Expected<DatBuilding> from_building(const Building& b, std::uint32_t model) {
  const std::string name = fmt::format("building {}", b.id);
  DatBuilding r;
  r.model = model;
  r.leaves = b.leaves;
  const auto frame = from_frame(b.position.frame);
  if (!frame) return fail(ErrorCode::bad_value, frame.error().message, name);
  r.frame = *frame;
  for (const BldPortal& p : b.portals) {
    DatBuildingPortal portal;
    portal.flags = portal_flags(p.exact_match, p.portal_side);
    const auto low = low_of(p.other_cell_id, b.position.cell_id, name);
    if (!low) return tl::unexpected<Error>(low.error());
    portal.other_cell = *low;
    portal.other_portal = static_cast<std::uint16_t>(p.other_portal_id);
    for (const CellId id : p.stab_list) {
      const auto seen = low_of(id, b.position.cell_id, name);
      if (!seen) return tl::unexpected<Error>(seen.error());
      portal.visible.push_back(*seen);
    }
    r.portals.push_back(std::move(portal));
  }
  return r;
}

}  // namespace surefoot::io
