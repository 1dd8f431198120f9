#include "capi/geometry.hpp"

#include <algorithm>
#include <array>

#include "core/bits.hpp"
#include "core/det_math.hpp"

namespace surefoot::capi {

namespace {

constexpr std::size_t kSides = 16;
constexpr std::size_t kRings = 8;
constexpr std::uint32_t kLastBlock = 0xFE;

struct Group {
  std::uint32_t kind = 0;
  std::uint32_t id = 0;
  std::uint32_t cell = 0;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

/// Cosine and sine of each side's direction.
const std::array<std::array<float, 2>, kSides>& directions() {
  static const auto kTable = [] {
    std::array<std::array<float, 2>, kSides> t{};
    for (std::size_t i = 0; i < kSides; ++i) {
      const double a = 6.283185307179586 * static_cast<double>(i) / static_cast<double>(kSides);
      t[i] = {static_cast<float>(det::cos(a)), static_cast<float>(det::sin(a))};
    }
    return t;
  }();
  return kTable;
}

class Triangles {
 public:
  explicit Triangles(CellId origin) : origin_(origin) {}

  void begin(std::uint32_t kind, std::uint32_t id, CellId cell) {
    groups_.push_back({kind, id, cell, static_cast<std::uint32_t>(ids_.size()), 0});
  }
  /// Without triangles a group is none.
  void end() {
    groups_.back().count = static_cast<std::uint32_t>(ids_.size()) - groups_.back().first;
    if (groups_.back().count == 0) groups_.pop_back();
  }
  [[nodiscard]] Vec3 offset(CellId cell) const { return get_block_offset(origin_, cell); }
  void add(const Vec3& a, const Vec3& b, const Vec3& c, std::uint32_t id) {
    for (const Vec3& v : {a, b, c}) {
      points_.push_back(v.x);
      points_.push_back(v.y);
      points_.push_back(v.z);
    }
    ids_.push_back(id);
  }
  /// A convex polygon as a fan.
  template <class Place>
  void polygon(const Polygon& p, const Place& place) {
    for (std::size_t i = 2; i < p.vertices.size(); ++i)
      add(place(p.vertices[0]), place(p.vertices[i - 1]), place(p.vertices[i]), p.id);
  }
  template <class Place>
  void tree(const BspTree& tree, const Place& place) {
    for (const Polygon& p : tree.polygons) polygon(p, place);
  }
  void cylinder(const Vec3& low, float radius, float height) {
    const Vec3 top{low.x, low.y, low.z + height};
    for (std::size_t i = 0; i < kSides; ++i) {
      const auto& d = directions()[i];
      const auto& e = directions()[(i + 1) % kSides];
      const Vec3 a{low.x + radius * d[0], low.y + radius * d[1], low.z};
      const Vec3 b{low.x + radius * e[0], low.y + radius * e[1], low.z};
      const Vec3 c{b.x, b.y, top.z};
      const Vec3 f{a.x, a.y, top.z};
      add(a, b, c, 0);
      add(a, c, f, 0);
      add(top, f, c, 0);
      add(low, b, a, 0);
    }
  }
  void sphere(const Vec3& center, float radius) {
    const auto point = [&](std::size_t ring, std::size_t side) -> Vec3 {
      // From pole to pole is half a turn: kRings of kSides / 2 steps.
      const auto& v = directions()[ring];
      const auto& h = directions()[side % kSides];
      return {center.x + radius * v[1] * h[0], center.y + radius * v[1] * h[1], center.z - radius * v[0]};
    };
    for (std::size_t r = 0; r < kRings; ++r) {
      for (std::size_t s = 0; s < kSides; ++s) {
        if (r != 0) add(point(r, s), point(r, s + 1), point(r + 1, s + 1), 0);
        if (r + 1 != kRings) add(point(r, s), point(r + 1, s + 1), point(r + 1, s), 0);
      }
    }
  }
  [[nodiscard]] std::string bytes() const {
    std::string out;
    out.reserve(16 + groups_.size() * 24 + ids_.size() * 40);
    const auto word = [&](std::uint32_t w) {
      for (unsigned i = 0; i < 4; ++i) out.push_back(static_cast<char>(w >> (8 * i) & 0xFFU));
    };
    word(static_cast<std::uint32_t>(groups_.size()));
    word(static_cast<std::uint32_t>(ids_.size()));
    word(0);
    word(0);
    for (const Group& g : groups_) {
      for (const std::uint32_t w : {g.kind, g.id, g.cell, g.first, g.count, 0U}) word(w);
    }
    for (const float f : points_) word(to_bits(f));
    for (const std::uint32_t id : ids_) word(id);
    return out;
  }

 private:
  static_assert(kRings * 2 == kSides);

  CellId origin_;
  std::vector<Group> groups_;
  std::vector<float> points_;
  std::vector<std::uint32_t> ids_;
};

struct Range {
  std::uint32_t x0 = 0, x1 = 0, y0 = 0, y1 = 0;
  [[nodiscard]] bool has(CellId cell) const {
    const std::uint32_t x = cell >> 24U;
    const std::uint32_t y = cell >> 16U & 0xFFU;
    return x >= x0 && x <= x1 && y >= y0 && y <= y1;
  }
};

void add_land(const World& world, const Range& range, Triangles& out) {
  for (std::uint32_t x = range.x0; x <= range.x1; ++x) {
    for (std::uint32_t y = range.y0; y <= range.y1; ++y) {
      const auto id = static_cast<BlockId>(x << 8U | y);
      const Landblock* block = world.landscape().landblock(id);
      if (block == nullptr) continue;
      const CellId base = static_cast<CellId>(id) << 16U;
      const Vec3 o = out.offset(base | 1U);
      out.begin(SF_GEOMETRY_LAND, id, base | 0xFFFFU);
      for (std::uint32_t cell = 0; cell < kLandCells; ++cell) {
        for (const LandPolygon& p : block->cells[cell].polygons)
          out.add(p.vertices[0] + o, p.vertices[1] + o, p.vertices[2] + o, cell + 1);
      }
      out.end();
    }
  }
}

/// A part's shape where it stands; every axis by the one scale that collision knows.
void add_part(const Part& part, Triangles& out) {
  if (part.gfxobj == nullptr) return;
  const Vec3 o = out.offset(part.position.cell_id);
  out.tree(part.gfxobj->physics_bsp,
           [&](const Vec3& v) { return part.position.frame.localtoglobal(v * part.scale.z) + o; });
}

/// What of an object collides: its trees, else its cylinders, else its spheres.
void add_object(const PhysicsObject& object, Triangles& out) {
  if (object.is(physics_state::kHasPhysicsBsp)) {
    for (const Part& part : object.parts) add_part(part, out);
    return;
  }
  const Vec3 o = out.offset(object.position.cell_id);
  const Frame& frame = object.position.frame;
  for (const CylSphere& c : object.cylspheres())
    out.cylinder(frame.localtoglobal(c.low_pt * object.scale) + o, c.radius * object.scale,
                 c.height * object.scale);
  if (!object.cylspheres().empty()) return;
  for (const Sphere& s : object.spheres())
    out.sphere(frame.localtoglobal(s.center * object.scale) + o, s.radius * object.scale);
}

}  // namespace

std::string geometry_of(const World& world, const sf_geometry_options& options) {
  const std::uint32_t x = options.origin_cell >> 24U;
  const std::uint32_t y = options.origin_cell >> 16U & 0xFFU;
  const std::uint32_t r = std::min(options.block_radius, kLastBlock);
  const auto low = [r](std::uint32_t v) { return v > r ? v - r : 0; };
  const Range range{low(x), std::min(x + r, kLastBlock), low(y), std::min(y + r, kLastBlock)};
  Triangles out(options.origin_cell | 1U);
  if (options.land != 0 && world.landscape().has_source()) add_land(world, range, out);
  for (const auto& cell : world.env_cells()) {
    if (!range.has(cell->id)) continue;
    const Vec3 o = out.offset(cell->id);
    out.begin(SF_GEOMETRY_CELL, cell->id, cell->id);
    out.tree(cell->structure->physics_bsp,
             [&](const Vec3& v) { return cell->pos.frame.localtoglobal(v) + o; });
    out.end();
  }
  for (const auto& building : world.buildings()) {
    if (!range.has(building->position.cell_id)) continue;
    out.begin(SF_GEOMETRY_BUILDING, building->id, building->position.cell_id);
    add_part(building->part, out);
    out.end();
  }
  for (const auto& object : world.registry().objects()) {
    if (object->cell == nullptr || !range.has(object->position.cell_id)) continue;
    out.begin(SF_GEOMETRY_OBJECT, object->id, object->position.cell_id);
    add_object(*object, out);
    out.end();
  }
  return out.bytes();
}

}  // namespace surefoot::capi
