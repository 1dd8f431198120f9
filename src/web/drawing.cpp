#include "web/drawing.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "io/shape_geometry.hpp"

namespace surefoot::web {

namespace {

using Json = nlohmann::ordered_json;

Json json_vec(const Vec3& v) {
  return {v.x, v.y, v.z};
}

Json json_quat(const Quat& q) {
  return {q.w, q.x, q.y, q.z};
}

std::uint32_t surface_of(float z) {
  if (z >= kFloorZ) return static_cast<std::uint32_t>(Surface::walkable);
  if (z >= kLandingZ) return static_cast<std::uint32_t>(Surface::landing);
  return static_cast<std::uint32_t>(z > -kLandingZ ? Surface::wall : Surface::ceiling);
}

std::uint32_t water_bits(WaterType w) {
  if (w == WaterType::none) return 0;
  return w == WaterType::partial ? kPartlyWater : kAllWater;
}

/// The linked trees of an asset. One from a prepared file has the flat form alone: of it they are made for as long as
/// they are looked at. What is damaged has none, as for a mover.
template <class Asset>
class Trees {
 public:
  explicit Trees(const Asset& asset) : tree_(&asset.physics_bsp) {
    if (!tree_->empty() || !asset.flat.present()) return;
    const FlatShape& flat = asset.flat.get();
    if (flat.damage != nullptr) return;
    made_ = unflatten(flat.physics);
    tree_ = &made_;
  }
  Trees(const Trees&) = delete;
  Trees& operator=(const Trees&) = delete;
  ~Trees() = default;
  [[nodiscard]] const std::vector<Polygon>& polygons() const { return tree_->polygons; }
  [[nodiscard]] const BspNode* root() const { return tree_->root; }

 private:
  const BspTree* tree_;
  BspTree made_;
};

/// One after the other, into the drawing.
class Drawer {
 public:
  Drawer(CellId base, Drawing& out) : base_(base), out_(out) { out_.sources = Json::array(); }

  void open(const char* kind, std::uint32_t id, CellId cell) {
    out_.sources.push_back({{"kind", kind}, {"id", id}, {"cell", cell}});
  }
  Json& source() { return out_.sources.back(); }

  template <class Points>
  void polygon(std::uint32_t id, std::uint32_t surface, const Points& points, const Position& at,
               float scale) {
    const auto source = static_cast<std::uint32_t>(out_.sources.size() - 1);
    const auto first = static_cast<std::uint32_t>(out_.vertices.size() / 3);
    out_.polygons.insert(out_.polygons.end(),
                         {source, id, surface, first, static_cast<std::uint32_t>(points.size())});
    for (const Vec3& local : points) {
      const Vec3 v = place(at, local * scale);
      out_.vertices.insert(out_.vertices.end(), {v.x, v.y, v.z});
    }
  }
  void polygons(const std::vector<Polygon>& all, const Position& at, float scale) {
    for (const Polygon& p : all) {
      if (p.vertices.size() < 3 || io::is_never_hit(p.plane)) continue;
      polygon(p.id, surface_of(at.localtoglobalvec(p.plane.normal).z), p.vertices, at, scale);
    }
  }
  [[nodiscard]] Vec3 place(const Position& at, const Vec3& local) const {
    return at.frame.localtoglobal(local) + get_block_offset(base_, at.cell_id);
  }
  [[nodiscard]] bool near(CellId id) const {
    const auto column = [](CellId c) { return static_cast<int>(c >> 24U); };
    const auto row = [](CellId c) { return static_cast<int>((c >> 16U) & 0xFFU); };
    return std::abs(column(id) - column(base_)) <= kBlocksAround &&
           std::abs(row(id) - row(base_)) <= kBlocksAround;
  }

 private:
  CellId base_;
  Drawing& out_;
};

void draw_block(const Landblock& land, Drawer& out) {
  Position corner;
  corner.cell_id = (static_cast<CellId>(land.id) << 16U) | 0xFFFFU;
  for (const LandCell& cell : land.cells) {
    out.open("land", cell.id, cell.id);
    std::uint32_t number = 0;
    for (const LandPolygon& p : cell.polygons) {
      const std::uint32_t surface = surface_of(p.plane.normal.z) | water_bits(cell.water_type);
      out.polygon(number++, surface, p.vertices, corner, 1.0F);
    }
  }
}

/// Not those the landscape lists: a range of blocks is not listed.
void draw_land(const World& world, CellId base, Drawer& out) {
  const auto column = static_cast<int>(base >> 24U);
  const auto row = static_cast<int>((base >> 16U) & 0xFFU);
  for (int x = std::max(0, column - kBlocksAround); x <= std::min(254, column + kBlocksAround); ++x) {
    for (int y = std::max(0, row - kBlocksAround); y <= std::min(254, row + kBlocksAround); ++y) {
      const Landblock* land = world.landscape().landblock(static_cast<BlockId>((x << 8) | y));
      if (land != nullptr) draw_block(*land, out);
    }
  }
}

void draw_cell(const EnvCell& cell, Drawer& out) {
  out.open("cell", cell.id, cell.id);
  out.polygons(Trees(*cell.structure).polygons(), cell.pos, 1.0F);
  Json portals = Json::array();
  for (const CellPortal& portal : cell.portals) {
    portals.push_back(portal.other_cell_id);
    if (portal.polygon >= cell.structure->polygons.size()) continue;
    const Polygon& p = cell.structure->polygons[portal.polygon];
    out.polygon(p.id, static_cast<std::uint32_t>(Surface::portal), p.vertices, cell.pos, 1.0F);
  }
  out.source()["portals"] = std::move(portals);
}

void draw_object(const PhysicsObject& o, Drawer& out) {
  out.open("object", o.id, o.position.cell_id);
  for (const Part& part : o.parts) {
    if (part.gfxobj != nullptr) out.polygons(Trees(*part.gfxobj).polygons(), part.position, part.scale.z);
  }
  Json& s = out.source();
  s["state"] = o.state;
  s["origin"] = json_vec(out.place(o.position, {}));
  s["rotation"] = json_quat(o.position.frame.q);
  // An object with a tree is met by its parts alone.
  Json shapes = Json::array();
  if (!o.is(physics_state::kHasPhysicsBsp)) {
    for (const CylSphere& c : o.cylspheres())
      shapes.push_back({{"at", json_vec(out.place(o.position, c.low_pt * o.scale))},
                        {"radius", c.radius * o.scale},
                        {"height", c.height * o.scale}});
    if (o.cylspheres().empty()) {
      for (const Sphere& c : o.spheres())
        shapes.push_back(
            {{"at", json_vec(out.place(o.position, c.center * o.scale))}, {"radius", c.radius * o.scale}});
    }
  }
  s["shapes"] = std::move(shapes);
}

/// Mean of the corners, on the polygon's plane.
Vec3 middle(const Polygon& p) {
  Vec3 sum;
  for (const Vec3& v : p.vertices) sum = sum + v;
  return sum * (1.0F / static_cast<float>(p.vertices.size()));
}

float area(const Polygon& p) {
  Vec3 sum;
  for (std::size_t i = 2; i < p.vertices.size(); ++i)
    sum = sum + cross(p.vertices[i - 1] - p.vertices[0], p.vertices[i] - p.vertices[0]);
  return length(sum) / 2.0F;
}

std::optional<BlockId> first_block(const Landscape& landscape) {
  if (!landscape.has_source()) return std::nullopt;
  for (const BlockId id : landscape.listed()) {
    if (landscape.data(id)) return id;
  }
  for (std::uint32_t id = 0; id < 0xFF00U; ++id) {
    if (landscape.data(static_cast<BlockId>(id))) return static_cast<BlockId>(id);
  }
  return std::nullopt;
}

Json node_json(const BspNode& node, const Position& at, float scale, CellId base, int depth) {
  const Vec3 middle_at =
      at.frame.localtoglobal(node.sphere.center * scale) + get_block_offset(base, at.cell_id);
  Json j{{"sphere", {middle_at.x, middle_at.y, middle_at.z, node.sphere.radius * scale}}};
  if (node.leaf()) {
    j["polygons"] = node.polys.size();
    j["solid"] = node.solid;
    return j;
  }
  const Vec3 n = at.frame.localtoglobalvec(node.splitting_plane.normal);
  const Vec3 foot = at.frame.localtoglobal(node.splitting_plane.normal * (-node.splitting_plane.d * scale)) +
                    get_block_offset(base, at.cell_id);
  j["normal"] = json_vec(n);
  j["point"] = json_vec(foot);
  constexpr int kDeepest = 24;  // of a picture; deeper ones are too small to see
  if (depth < kDeepest) {
    if (node.pos != nullptr) j["pos"] = node_json(*node.pos, at, scale, base, depth + 1);
    if (node.neg != nullptr) j["neg"] = node_json(*node.neg, at, scale, base, depth + 1);
  }
  return j;
}

template <class Asset>
Json tree_json(const Asset& asset, const Position& at, float scale, CellId base) {
  const Trees trees(asset);
  return trees.root() == nullptr ? Json() : node_json(*trees.root(), at, scale, base, 0);
}

}  // namespace

Drawing draw_world(const World& world, CellId base) {
  Drawing out;
  Drawer drawer(base, out);
  draw_land(world, base, drawer);
  for (const auto& cell : world.env_cells()) {
    if (drawer.near(cell->id)) draw_cell(*cell, drawer);
  }
  for (const auto& b : world.buildings()) {
    if (!drawer.near(b->position.cell_id)) continue;
    drawer.open("building", b->id, b->position.cell_id);
    if (b->part.gfxobj != nullptr) drawer.polygons(Trees(*b->part.gfxobj).polygons(), b->part.position, 1.0F);
  }
  for (const auto& o : world.registry().objects()) {
    if (o != nullptr && drawer.near(o->position.cell_id)) draw_object(*o, drawer);
  }
  return out;
}

std::optional<Position> find_spawn(const World& world) {
  std::optional<Position> best;
  float most = 0.0F;
  for (const auto& cell : world.env_cells()) {
    const Trees trees(*cell->structure);
    for (const Polygon& p : trees.polygons()) {
      if (p.vertices.size() < 3 || cell->pos.localtoglobalvec(p.plane.normal).z < kFloorZ) continue;
      const float size = area(p);
      if (!(size > most)) continue;
      most = size;
      best.emplace();
      best->cell_id = cell->id;
      best->frame.origin = cell->pos.frame.localtoglobal(middle(p));
    }
  }
  if (best) return best;
  const auto first = first_block(world.landscape());
  if (!first) return std::nullopt;
  Position p;
  p.cell_id = (static_cast<CellId>(*first) << 16U) | 1U;
  p.frame.origin = {kBlockLength / 2 + 1.0F, kBlockLength / 2 + 1.0F, 0.0F};
  if (!p.adjust_to_outside()) return std::nullopt;
  const LandCell* cell = world.land_cell(p.cell_id);
  const LandPolygon* under = cell == nullptr ? nullptr : find_terrain_poly(*cell, p.frame.origin);
  if (under == nullptr || !under->plane.set_height(p.frame.origin)) return std::nullopt;
  return p;
}

nlohmann::ordered_json draw_tree(const World& world, CellId base, std::size_t source) {
  const Drawing drawing = draw_world(world, base);
  if (source >= drawing.sources.size()) return nullptr;
  const Json& s = drawing.sources[source];
  const std::string kind = s["kind"].get<std::string>();
  const auto id = s["id"].get<std::uint32_t>();
  if (kind == "cell") {
    const EnvCell* cell = world.env_cell(id);
    return cell == nullptr ? Json() : tree_json(*cell->structure, cell->pos, 1.0F, base);
  }
  if (kind == "building") {
    for (const auto& b : world.buildings()) {
      if (b->id == id && b->part.gfxobj != nullptr)
        return tree_json(*b->part.gfxobj, b->part.position, 1.0F, base);
    }
  }
  if (kind == "object") {
    const PhysicsObject* o = world.registry().find(id);
    if (o == nullptr) return nullptr;
    for (const Part& part : o->parts) {
      if (part.gfxobj == nullptr) continue;
      Json tree = tree_json(*part.gfxobj, part.position, part.scale.z, base);
      if (!tree.is_null()) return tree;
    }
  }
  return nullptr;
}

}  // namespace surefoot::web
