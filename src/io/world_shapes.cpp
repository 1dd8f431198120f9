#include "io/world_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "shape/cell_chain.hpp"

namespace surefoot::io {

namespace {

/// A plane cannot be farther off than the corner of the largest world.
constexpr float kMaxPlaneDistance = 2.0F * kMaxCoordinate;

/// A plane given by the author. `zero_allowed`: of a polygon, where no normal means no area.
Plane read_plane(const Cursor& c, bool zero_allowed) {
  const Plane p = c.as_plane();
  if (c.failed()) return p;
  const double length = std::sqrt(square_length(p.normal));
  if (zero_allowed && length == 0.0) return never_hit_plane();
  if (!(std::fabs(length - 1.0) <= kNormalTolerance))
    c.error(ErrorCode::bad_value, fmt::format("the normal must have length 1, it has {:.6g}", length));
  else if (!(std::fabs(p.d) <= kMaxPlaneDistance))
    c.item(3).error(ErrorCode::bad_value, fmt::format("beyond the limit of {} m", kMaxPlaneDistance));
  return p;
}

/// A sphere around something: its radius must be above zero.
Sphere read_bounds(const Cursor& c) {
  const Sphere s = c.as_sphere();
  if (!c.failed() && !(s.radius > 0.0F))
    c.item(3).error(ErrorCode::bad_value, "a bounding sphere needs a radius above 0");
  return s;
}

std::vector<Vec3> read_points(const Cursor& c) {
  std::vector<Vec3> out;
  for (const Cursor& p : c.list()) out.push_back(p.as_point());
  return out;
}

std::vector<Vec3> pick_vertices(const Cursor& c, const std::vector<Vec3>& vertices) {
  std::vector<Vec3> out;
  for (const Cursor& index : c.list()) {
    const auto i = static_cast<std::size_t>(index.as_integer(0, std::numeric_limits<std::int32_t>::max()));
    if (i < vertices.size()) {
      out.push_back(vertices[i]);
    } else {
      index.error(ErrorCode::dangling, fmt::format("vertex {} of {}", i, vertices.size()));
    }
  }
  return out;
}

Polygon read_polygon(const Cursor& c, const std::vector<Vec3>& vertices, std::size_t position) {
  c.only({"id", "v", "points", "sides", "plane"});
  Polygon poly;
  const auto id = c.get("id");
  poly.id = id ? id->as_u32() : static_cast<std::uint32_t>(position);
  if (const auto sides = c.get("sides")) poly.sides_type = static_cast<std::uint8_t>(sides->as_integer(0, 3));
  const auto v = c.get("v");
  const auto points = c.get("points");
  if (v && points) c.error(ErrorCode::bad_value, "give either \"v\" or \"points\"");
  if (v)
    poly.vertices = pick_vertices(*v, vertices);
  else if (points)
    poly.vertices = read_points(*points);
  else
    c.error(ErrorCode::missing_field, "\"v\" or \"points\" is missing");
  if (c.failed()) return poly;
  if (const std::size_t n = poly.vertices.size(); n < 3 || n > kMaxPolygonPoints) {
    (v ? *v : *points)
        .error(ErrorCode::bad_value,
               fmt::format("a polygon has 3 to {} points, this one {}", kMaxPolygonPoints, n));
    return poly;
  }
  const auto plane = c.get("plane");
  poly.plane = plane ? read_plane(*plane, true) : plane_of(poly.vertices);
  return poly;
}

std::vector<Polygon> read_polygons(const Cursor& c, const std::vector<Vec3>& vertices) {
  std::vector<Polygon> out;
  std::unordered_map<std::uint32_t, std::size_t> seen;
  for (const Cursor& p : c.list()) {
    Polygon poly = read_polygon(p, vertices, out.size());
    const auto [it, fresh] = seen.emplace(poly.id, out.size());
    if (!fresh) {
      (p.json().find("id") != nullptr ? p.at("id") : p)
          .error(ErrorCode::bad_value,
                 fmt::format("polygon {} is defined twice (also at position {})", poly.id, it->second));
    }
    out.push_back(std::move(poly));
  }
  return out;
}

std::uint32_t read_tag(const Cursor& c) {
  const std::string& text = c.as_string();
  if (c.failed()) return 0;
  if (text.size() != 4) {
    c.error(ErrorCode::bad_value, "a tag has four characters, like \"BPnN\"");
    return 0;
  }
  std::uint32_t tag = 0;
  for (const char ch : text) tag = (tag << 8) | static_cast<unsigned char>(ch);
  return tag;
}

/// The tag of an interior node: given, or by its children.
std::uint32_t interior_tag(const Cursor& c, std::uint32_t usual) {
  const auto given = c.get("tag");
  if (!given) return usual;
  const std::uint32_t tag = read_tag(*given);
  if (tag == bsp_tag::kLeaf) given->error(ErrorCode::bad_value, "a node with a plane is no \"LEAF\"");
  return tag;
}

void check_leaf_tag(const Cursor& c) {
  if (const auto given = c.get("tag"); given && read_tag(*given) != bsp_tag::kLeaf)
    given->error(ErrorCode::bad_value, "the tag of a leaf is \"LEAF\"");
}

std::int32_t read_leaf_index(const Cursor& c) {
  return static_cast<std::int32_t>(c.as_integer(-1, std::numeric_limits<std::int32_t>::max()));
}

bool is_null_child(const std::optional<Cursor>& child) {
  return !child || child->is_null();
}

/// Reads the node tree of a physics BSP. Recursion is bounded by the parser's nesting limit.
class TreeReader {
 public:
  explicit TreeReader(BspTree& tree) : tree_(tree) {
    for (std::size_t i = 0; i < tree.polygons.size(); ++i)
      by_id_.emplace(tree.polygons[i].id, static_cast<std::uint32_t>(i));
  }

  /// `polys` receives the number of polygons listed below.
  const BspNode* node(const Cursor& c, std::size_t& polys) {
    return c.get("leaf") ? leaf(c, polys) : interior(c, polys);
  }

 private:
  const BspNode* leaf(const Cursor& c, std::size_t& polys) {
    c.only({"leaf", "solid", "sphere", "polys", "tag"});
    BspNode& n = tree_.add_node();
    check_leaf_tag(c);
    n.leaf_index = read_leaf_index(c.at("leaf"));
    if (const auto solid = c.get("solid")) n.solid = solid->as_integer(0, 1) != 0;
    if (const auto list = c.get("polys")) {
      for (const Cursor& p : list->list()) {
        const std::uint32_t id = p.as_u32();
        const auto it = by_id_.find(id);
        if (it != by_id_.end())
          n.polys.push_back(it->second);
        else
          p.error(ErrorCode::dangling, fmt::format("polygon {} is not in this shape", id));
      }
    }
    read_sphere(c, n, !n.polys.empty());
    polys += n.polys.size();
    return &n;
  }

  const BspNode* interior(const Cursor& c, std::size_t& polys) {
    c.only({"plane", "sphere", "pos", "neg", "tag"});
    BspNode& n = tree_.add_node();
    n.tag = interior_tag(c, bsp_tag::kBPnN);
    n.splitting_plane = read_plane(c.at("plane"), false);
    std::size_t below = 0;
    const auto pos = c.get("pos");
    const auto neg = c.get("neg");
    if (!is_null_child(pos)) n.pos = node(*pos, below);
    if (!is_null_child(neg)) n.neg = node(*neg, below);
    read_sphere(c, n, below != 0);
    // Retail calls a child without asking whether it is there; the format puts an empty leaf in its place.
    if (n.pos == nullptr) n.pos = empty_leaf(n.sphere);
    if (n.neg == nullptr) n.neg = empty_leaf(n.sphere);
    polys += below;
    return &n;
  }

  const BspNode* empty_leaf(const Sphere& sphere) {
    BspNode& n = tree_.add_node();
    n.sphere = sphere;
    return &n;
  }

  static void read_sphere(const Cursor& c, BspNode& n, bool bounds_something) {
    if (bounds_something)
      n.sphere = read_bounds(c.at("sphere"));
    else if (const auto s = c.get("sphere"))
      n.sphere = s->as_sphere();
  }

  BspTree& tree_;
  std::unordered_map<std::uint32_t, std::uint32_t> by_id_;
};

/// "leaf", "build" or a node; `bounds` (shapes only) is the sphere of the root.
BspTree read_physics_tree(const std::optional<Cursor>& c, const std::optional<Cursor>& bounds,
                          std::vector<Polygon> polygons, std::vector<Polygon>& altered, const Cursor& owner) {
  BspTree tree;
  if (owner.failed()) return tree;
  const bool node = c && c->is_object();
  const std::string kind = c && !node ? c->as_string() : "build";
  if (!node && kind != "leaf" && kind != "build") {
    c->error(ErrorCode::bad_value, "expected \"leaf\", \"build\" or a node");
    return tree;
  }
  if (bounds && node) {
    bounds->error(ErrorCode::bad_value, "a tree given node by node has its bounds in its root's \"sphere\"");
    return tree;
  }
  std::optional<Sphere> sphere;
  if (bounds) sphere = read_bounds(*bounds);
  if (node) {
    tree.polygons = std::move(polygons);
    std::size_t listed = 0;
    tree.root = TreeReader(tree).node(*c, listed);
    return tree;
  }
  // Without polygons there is nothing to hit and no tree.
  if (polygons.empty()) return tree;
  if (kind == "leaf") {
    const Sphere computed = bound_of(polygons);
    return make_single_leaf(std::move(polygons), sphere.value_or(computed));
  }
  auto built = build_tree(std::move(polygons), altered);
  if (!built) {
    (c ? *c : owner).error(built.error().code, built.error().message);
    return tree;
  }
  if (sphere && built->root != nullptr) {
    // The tree owns its nodes and is not shared yet.
    const_cast<BspNode*>(built->root)->sphere = *sphere;  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  }
  return std::move(*built);
}

const CellBspNode* read_cell_node(const Cursor& c, CellBsp& tree) {
  CellBspNode& n = tree.add_node();
  if (const auto leaf = c.get("leaf")) {
    c.only({"leaf", "tag"});
    check_leaf_tag(c);
    static_cast<void>(read_leaf_index(*leaf));
    n.tag = bsp_tag::kLeaf;
    return &n;
  }
  c.only({"plane", "pos", "neg", "tag"});
  n.plane = read_plane(c.at("plane"), false);
  const auto pos = c.get("pos");
  const auto neg = c.get("neg");
  // A missing child means something here: the walk ends, inside (spec 02 §3.5).
  if (!is_null_child(pos)) n.pos = read_cell_node(*pos, tree);
  if (!is_null_child(neg)) n.neg = read_cell_node(*neg, tree);
  const std::uint32_t with_pos = n.neg != nullptr ? bsp_tag::kBPnN : bsp_tag::kBPnn;
  const std::uint32_t without_pos = n.neg != nullptr ? bsp_tag::kBpnN : bsp_tag::kBPFL;
  n.tag = interior_tag(c, n.pos != nullptr ? with_pos : without_pos);
  return &n;
}

void read_cell_bsp(const std::optional<Cursor>& c, CellStruct& s, const Cursor& owner) {
  if (owner.failed()) return;
  if (c && c->is_object()) {
    s.cell_bsp.root = read_cell_node(*c, s.cell_bsp);
    return;
  }
  const std::string kind = c ? c->as_string() : "convex";
  if (kind == "none") return;
  if (kind != "convex") {
    c->error(ErrorCode::bad_value, "expected \"none\", \"convex\" or a node");
    return;
  }
  std::vector<Polygon> faces;
  for (const Polygon& p : s.polygons) {
    if (!is_never_hit(p.plane)) faces.push_back(p);
  }
  if (faces.empty()) return;
  auto chain = build_cell_chain(faces);
  if (!chain) {
    (c ? *c : owner).error(chain.error().code, chain.error().message);
    return;
  }
  s.cell_bsp = std::move(*chain);
  s.volume = CellVolume::faces;
}

std::vector<std::uint32_t> read_portal_positions(const Cursor& c, std::size_t count) {
  std::vector<std::uint32_t> out;
  for (const Cursor& p : c.list()) {
    const std::uint32_t position = p.as_u32();
    if (position >= count)
      p.error(ErrorCode::dangling, fmt::format("polygon {} of {}", position, count));
    else if (std::find(out.begin(), out.end(), position) != out.end())
      p.error(ErrorCode::bad_value, fmt::format("polygon {} is listed twice", position));
    out.push_back(position);
  }
  return out;
}

}  // namespace

Sphere read_sphere(const Cursor& c) {
  const Sphere s = c.as_sphere();
  if (!c.failed() && !(std::fabs(s.center.x) <= kMaxCoordinate && std::fabs(s.center.y) <= kMaxCoordinate &&
                       std::fabs(s.center.z) <= kMaxCoordinate && s.radius <= kMaxCoordinate))
    c.error(ErrorCode::bad_value, fmt::format("a sphere lies within {} m of its object", kMaxCoordinate));
  return s;
}

std::optional<std::uint32_t> find_portal(const CellStruct& structure, std::uint32_t polygon_id) {
  for (const std::uint32_t position : structure.portal_polygons) {
    if (structure.polygons[position].id == polygon_id) return position;
  }
  return std::nullopt;
}

std::unique_ptr<GfxObj> read_gfxobj(const Cursor& c, std::uint32_t id) {
  c.only({"vertices", "polygons", "bsp", "bounds", "sort_center", "drawing_sphere"});
  auto g = std::make_unique<GfxObj>();
  g->id = id;
  std::vector<Vec3> vertices;
  if (const auto v = c.get("vertices")) vertices = read_points(*v);
  std::vector<Polygon> polygons = read_polygons(c.at("polygons"), vertices);
  std::vector<Vec3> points = all_points(polygons);
  points.insert(points.end(), vertices.begin(), vertices.end());
  g->bounding_box = box_of(points);
  if (const auto v = c.get("sort_center")) g->sort_center = v->as_point();
  if (const auto v = c.get("drawing_sphere")) g->drawing_sphere = read_sphere(*v);
  g->physics_bsp = read_physics_tree(c.get("bsp"), c.get("bounds"), std::move(polygons), g->altered, c);
  return g;
}

ReadStruct read_cell_struct(const Cursor& c, const std::vector<std::uint32_t>& portals_of_cell) {
  c.only({"vertices", "polygons", "portals", "physics_polygons", "physics_bsp", "cell_bsp"});
  ReadStruct out;
  out.structure = std::make_unique<CellStruct>();
  CellStruct& s = *out.structure;
  std::vector<Vec3> vertices;
  if (const auto v = c.get("vertices")) vertices = read_points(*v);
  s.polygons = read_polygons(c.at("polygons"), vertices);
  out.middle = vertices.empty() ? middle_of(s.polygons) : middle_of(vertices);
  if (const auto portals = c.get("portals")) {
    s.portal_polygons = read_portal_positions(*portals, s.polygons.size());
  } else {
    for (std::size_t i = 0; i < s.polygons.size(); ++i) {
      if (std::find(portals_of_cell.begin(), portals_of_cell.end(), s.polygons[i].id) !=
          portals_of_cell.end())
        s.portal_polygons.push_back(static_cast<std::uint32_t>(i));
    }
  }
  if (c.failed()) return out;
  std::vector<Polygon> physics;
  if (const auto given = c.get("physics_polygons")) {
    physics = read_polygons(*given, vertices);
  } else {
    for (std::size_t i = 0; i < s.polygons.size(); ++i) {
      const auto position = static_cast<std::uint32_t>(i);
      const auto& portals = s.portal_polygons;
      if (std::find(portals.begin(), portals.end(), position) == portals.end())
        physics.push_back(s.polygons[i]);
    }
  }
  s.physics_bsp = read_physics_tree(c.get("physics_bsp"), std::nullopt, std::move(physics), s.altered, c);
  read_cell_bsp(c.get("cell_bsp"), s, c);
  return out;
}

}  // namespace surefoot::io
