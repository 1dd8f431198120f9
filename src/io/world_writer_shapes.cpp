// Shapes and cell structures as text (spec 07 §6.2, §6.4).
#include <map>
#include <unordered_set>

#include <fmt/format.h>

#include "core/bits.hpp"
#include "io/shape_geometry.hpp"
#include "io/world_writer_parts.hpp"

namespace surefoot::io {

namespace {

std::array<std::uint32_t, 3> bits_of(const Vec3& v) {
  return {to_bits(v.x), to_bits(v.y), to_bits(v.z)};
}

/// The distinct corners of some polygons, in order.
class Corners {
 public:
  void add(const std::vector<Polygon>& polygons) {
    for (const Polygon& p : polygons) {
      for (const Vec3& v : p.vertices) add(v);
    }
  }
  void add(const Vec3& v) {
    if (places_.emplace(bits_of(v), list_.size()).second) list_.push_back(v);
  }
  [[nodiscard]] std::size_t place(const Vec3& v) const { return places_.at(bits_of(v)); }
  [[nodiscard]] const std::vector<Vec3>& list() const { return list_; }

 private:
  std::map<std::array<std::uint32_t, 3>, std::size_t> places_;
  std::vector<Vec3> list_;
};

void write_vertices(const Corners& corners, WorldText& text) {
  text.put("\"vertices\": [");
  bool first = true;
  for (const Vec3& v : corners.list()) {
    text.item(first);
    text.vec(v);
  }
  text.put("]");
}

bool same_plane(const Plane& a, const Plane& b) {
  return bits_of(a.normal) == bits_of(b.normal) && to_bits(a.d) == to_bits(b.d);
}

void write_polygons(const char* key, const std::vector<Polygon>& polygons, const Corners& corners,
                    WorldText& text) {
  text.put(fmt::format(", \"{}\": [", key));
  const auto ids = polygon_ids(polygons);
  bool first = true;
  for (std::size_t i = 0; i < polygons.size(); ++i) {
    const Polygon& p = polygons[i];
    text.item(first, ",\n      ");
    text.put("{");
    if (ids[i] != i) text.put(fmt::format("\"id\": {}, ", ids[i]));
    text.put("\"v\": [");
    bool first_corner = true;
    for (const Vec3& v : p.vertices) {
      text.item(first_corner);
      text.put(fmt::format("{}", corners.place(v)));
    }
    text.put("]");
    if (p.sides_type != 0) text.put(fmt::format(", \"sides\": {}", p.sides_type));
    if (!same_plane(p.plane, plane_of(p.vertices))) {
      text.put(", \"plane\": ");
      // Without a normal the polygon is never hit, however far off its plane is said to be.
      text.plane(is_never_hit(p.plane) ? Plane{} : p.plane);
    }
    text.put("}");
  }
  text.put("]");
}

void write_tag(std::uint32_t tag, WorldText& text) {
  std::string name;
  for (int shift = 24; shift >= 0; shift -= 8)
    name += static_cast<char>((tag >> static_cast<unsigned>(shift)) & 0xFFU);
  text.put(", \"tag\": ");
  text.string(name);
}

/// A physics tree node by node.
class TreeText {
 public:
  TreeText(const BspTree& tree, const std::string& name, WorldText& text)
      : ids_(polygon_ids(tree.polygons)), name_(name), text_(text) {}

  void node(const BspNode* n, std::size_t depth) {
    if (n == nullptr) {
      text_.put("null");
      return;
    }
    if (depth > kMaxTreeDepth) {
      text_.fail(ErrorCode::too_deep, fmt::format("its tree is more than {} levels deep", kMaxTreeDepth),
                 name_);
      return;
    }
    if (n->leaf()) {
      leaf(*n);
      return;
    }
    text_.put("{\"plane\": ");
    text_.plane(n->splitting_plane);
    text_.put(", \"sphere\": ");
    text_.sphere(n->sphere);
    if (n->tag != bsp_tag::kBPnN) write_tag(n->tag, text_);
    text_.put(",\n      \"pos\": ");
    node(n->pos, depth + 1);
    text_.put(",\n      \"neg\": ");
    node(n->neg, depth + 1);
    text_.put("}");
  }

 private:
  void leaf(const BspNode& n) {
    text_.put(fmt::format("{{\"leaf\": {}", std::max(n.leaf_index, -1)));
    if (n.solid) text_.put(", \"solid\": 1");
    text_.put(", \"sphere\": ");
    text_.sphere(n.sphere);
    if (!n.polys.empty()) {
      text_.put(", \"polys\": [");
      bool first = true;
      for (const std::uint32_t p : n.polys) {
        text_.item(first);
        text_.put(fmt::format("{}", ids_[p]));
      }
      text_.put("]");
    }
    text_.put("}");
  }

  std::vector<std::uint32_t> ids_;
  const std::string& name_;
  WorldText& text_;
};

void write_tree(const char* key, const BspTree& tree, const std::string& name, bool build, WorldText& text) {
  text.put(fmt::format(", \"{}\": ", key));
  if (build || tree.empty())
    text.put("\"build\"");
  else
    TreeText(tree, name, text).node(tree.root, 1);
}

void write_cell_tree(const CellBspNode* n, std::size_t depth, const std::string& name, WorldText& text) {
  if (n == nullptr) {
    text.put("null");
    return;
  }
  if (depth > kMaxTreeDepth) {
    text.fail(ErrorCode::too_deep,
              fmt::format("its volume's tree is more than {} levels deep", kMaxTreeDepth), name);
    return;
  }
  if (n->tag == bsp_tag::kLeaf) {
    text.put("{\"leaf\": 0}");
    return;
  }
  text.put("{\"plane\": ");
  text.plane(n->plane);
  write_tag(n->tag, text);
  if (n->pos != nullptr) {
    text.put(", \"pos\": ");
    write_cell_tree(n->pos, depth + 1, name, text);
  }
  if (n->neg != nullptr) {
    text.put(", \"neg\": ");
    write_cell_tree(n->neg, depth + 1, name, text);
  }
  text.put("}");
}

}  // namespace

std::vector<std::uint32_t> polygon_ids(const std::vector<Polygon>& polygons) {
  std::vector<std::uint32_t> out;
  std::unordered_set<std::uint32_t> seen;
  bool unique = true;
  for (const Polygon& p : polygons) {
    unique = unique && seen.insert(p.id).second;
    out.push_back(p.id);
  }
  for (std::size_t i = 0; !unique && i < out.size(); ++i) out[i] = static_cast<std::uint32_t>(i);
  return out;
}

void write_gfxobj(const GfxObj& g, const std::string& name, bool build, WorldText& text) {
  Corners corners;
  corners.add(g.physics_bsp.polygons);
  // Vertices no collision polygon uses still count for the box the shape is listed by.
  const Box own = box_of(corners.list());
  const Box& box = g.bounding_box;
  const bool whole =
      !corners.list().empty() && bits_of(own.min) == bits_of(box.min) && bits_of(own.max) == bits_of(box.max);
  if (!whole) {
    corners.add(box.min);
    corners.add(box.max);
  }
  text.put("{");
  write_vertices(corners, text);
  write_polygons("polygons", g.physics_bsp.polygons, corners, text);
  write_tree("bsp", g.physics_bsp, name, build, text);
  if (bits_of(g.sort_center) != bits_of(Vec3{})) {
    text.put(", \"sort_center\": ");
    text.vec(g.sort_center);
  }
  if (g.drawing_sphere) {
    text.put(", \"drawing_sphere\": ");
    text.sphere(*g.drawing_sphere);
  }
  text.put("}");
}

void write_cell_struct(const CellStruct& s, const std::string& name, bool build, WorldText& text) {
  Corners corners;
  corners.add(s.polygons);
  corners.add(s.physics_bsp.polygons);
  text.put("{");
  write_vertices(corners, text);
  write_polygons("polygons", s.polygons, corners, text);
  text.put(", \"portals\": [");
  bool first = true;
  for (const std::uint32_t p : s.portal_polygons) {
    text.item(first);
    text.put(fmt::format("{}", p));
  }
  text.put("]");
  write_polygons("physics_polygons", s.physics_bsp.polygons, corners, text);
  write_tree("physics_bsp", s.physics_bsp, name, build, text);
  text.put(", \"cell_bsp\": ");
  if (s.cell_bsp.root == nullptr)
    text.put("\"none\"");
  else
    write_cell_tree(s.cell_bsp.root, 1, name, text);
  text.put("}");
}

}  // namespace surefoot::io
