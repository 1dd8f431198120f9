#include "io/golden.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "core/float_bits.hpp"

namespace surefoot::io {

namespace {

/// "3f800000", no "0x".
std::uint32_t hex(const Cursor& c) {
  if (const auto u = parse_u32("0x" + c.as_string())) return *u;
  c.error(ErrorCode::bad_value, "expected 8 hex digits");
  return 0;
}
float bits(const Cursor& c) {
  const float f = float_from_bits(hex(c));
  if (!std::isfinite(f)) c.error(ErrorCode::bad_value, "must be finite");
  return f;
}
Vec3 vec3(const Cursor& c) {
  return {bits(c.item(0)), bits(c.item(1)), bits(c.item(2))};
}
Plane plane(const Cursor& c) {
  return {vec3(c), bits(c.item(3))};
}
Sphere sphere(const Cursor& c) {
  return {vec3(c), bits(c.item(3))};
}
std::vector<Vec3> points(const Cursor& c) {
  std::vector<Vec3> out;
  for (const Cursor& p : c.list()) out.push_back(vec3(p));
  return out;
}
Position position(CellId id, const Vec3& origin, const Quat& q = {}) {
  Position p;
  p.cell_id = id;
  p.frame.origin = origin;
  p.frame.q = q;
  p.frame.cache();
  return p;
}
/// The file's bits are the rotation; normalising again could change the last one.
Quat quat(const Cursor& c) {
  return {bits(c.item(0)), bits(c.item(1)), bits(c.item(2)), bits(c.item(3))};
}

const BspNode* read_node(const Cursor& c, BspTree& tree) {
  BspNode& node = tree.add_node();
  node.sphere = sphere(c.at("sphere"));
  if (const auto leaf = c.get("leaf")) {
    node.leaf_index = static_cast<std::int32_t>(leaf->as_integer(-1, 1 << 30));
    node.solid = c.at("solid").as_integer(0, 1) != 0;
    for (const Cursor& p : c.at("polys").list()) {
      node.polys.push_back(
          static_cast<std::uint32_t>(p.as_integer(0, static_cast<std::int64_t>(tree.polygons.size()) - 1)));
    }
    return &node;
  }
  node.tag = bsp_tag::kBPnN;
  node.splitting_plane = plane(c.at("plane"));
  node.pos = read_node(c.at("pos"), tree);
  node.neg = read_node(c.at("neg"), tree);
  return &node;
}

BspTree read_tree(const Cursor& owner) {
  BspTree tree;
  for (const Cursor& p : owner.at("polys").list()) {
    Polygon poly;
    poly.id = static_cast<std::uint32_t>(tree.polygons.size());
    poly.vertices = points(p.at("v"));
    poly.plane = plane(p.at("plane"));
    tree.polygons.push_back(std::move(poly));
  }
  if (!owner.failed()) tree.root = read_node(owner.at("tree"), tree);
  return tree;
}

void read_env_cell(const Cursor& c, World& world) {
  auto structure = std::make_unique<CellStruct>();
  structure->physics_bsp = read_tree(c);
  std::vector<Plane> chain;
  for (const Cursor& p : c.at("cell_bsp_planes").list()) chain.push_back(plane(p));
  structure->cell_bsp = make_cell_chain(chain);

  auto cell = std::make_unique<EnvCell>();
  cell->id = hex(c.at("id"));
  const auto q = c.get("quat");
  cell->pos = position(cell->id, vec3(c.at("origin")), q ? quat(*q) : Quat{});
  for (const Cursor& p : c.at("portals").list()) {
    CellPortal portal;
    portal.other_cell_id = hex(p.at("other"));
    portal.portal_side = static_cast<std::uint8_t>(p.at("portal_side").as_integer(0, 1));
    portal.other_portal_id = static_cast<std::int16_t>(p.at("other_portal_id").as_integer(-1, 32767));
    portal.plane = plane(p.at("plane"));
    portal.polygon = static_cast<std::uint32_t>(structure->polygons.size());
    structure->portal_polygons.push_back(portal.polygon);
    structure->polygons.push_back({portal.polygon, 0, portal.plane, points(p.at("v"))});
    cell->portals.push_back(portal);
    cell->seen_outside = cell->seen_outside || portal.other_cell_id == kOutsideCellId;
  }
  if (c.failed()) return;
  cell->structure = &world.add_cell_struct(std::move(structure));
  if (auto added = world.add_env_cell(std::move(cell)); !added)
    c.error(added.error().code, added.error().message);
}

/// The landblocks of one file, all present from the start.
class GoldenBlocks final : public LandblockSource {
 public:
  std::map<BlockId, LandblockData> blocks;
  [[nodiscard]] std::optional<LandblockData> load(BlockId id) const override {
    const auto it = blocks.find(id);
    return it == blocks.end() ? std::nullopt : std::optional(it->second);
  }
};

void read_landblock(const Cursor& c, GoldenBlocks& out) {
  LandblockData data;
  const auto z = c.at("z").list();
  const auto words = c.at("terrain_words").list();
  if (z.size() != kLandVertices || words.size() != kLandVertices) {
    c.error(ErrorCode::wrong_type, "expected 81 heights and 81 terrain words");
    return;
  }
  for (std::size_t i = 0; i < kLandVertices; ++i) {
    data.z[i] = bits(z[i]);
    data.terrain[i] = static_cast<std::uint16_t>(words[i].as_integer(0, 0xFFFF));
  }
  out.blocks[block_of(hex(c.at("id")))] = data;
}

/// A shape made of one tree; its box is the hull of its vertices.
const GfxObj& read_shape(const Cursor& c, World& world) {
  auto shape = std::make_unique<GfxObj>();
  shape->physics_bsp = read_tree(c);
  bool first = true;
  for (const Polygon& p : shape->physics_bsp.polygons) {
    for (const Vec3& v : p.vertices) {
      if (first) shape->bounding_box = {v, v};
      first = false;
      shape->bounding_box.add(v);
    }
  }
  return world.add_gfxobj(std::move(shape));
}

void read_building(const Cursor& c, const Cursor& root, World& world) {
  auto building = std::make_unique<Building>();
  building->id = hex(c.at("id"));
  building->position = position(hex(c.at("cell")), vec3(c.at("origin")), quat(c.at("quat")));
  building->part.gfxobj = &read_shape(c, world);
  building->part.position = building->position;
  if (const auto portals = root.get("building_portals")) {
    for (const Cursor& p : portals->list()) {
      if (hex(p.at("building")) != building->id) continue;
      BldPortal portal;
      portal.other_cell_id = hex(p.at("other_cell"));
      portal.portal_side = static_cast<std::uint8_t>(p.at("portal_side").as_integer(0, 1));
      portal.other_portal_id = static_cast<std::int16_t>(p.at("other_portal_id").as_integer(-1, 32767));
      building->portals.push_back(portal);
    }
  }
  if (c.failed()) return;
  if (auto added = world.add_building(std::move(building), hex(c.at("cell"))); !added)
    c.error(added.error().code, added.error().message);
}

/// An object of a BSP, a cylinder or a sphere, listed in the cells the file says, in their order.
void read_object(const Cursor& c, World& world) {
  auto object = std::make_unique<PhysicsObject>();
  const std::string& kind = c.at("kind").as_string();
  object->id = hex(c.at("id"));
  object->position = position(hex(c.at("cell")), vec3(c.at("origin")), quat(c.at("quat")));
  if (kind == "gfx") {
    object->make_parts(read_shape(c, world));
  } else {
    auto setup = std::make_unique<Setup>();
    if (kind == "cylsphere") {
      const Cursor cyl = c.at("cylsphere");
      setup->cylspheres.push_back({vec3(cyl.at("low_pt")), bits(cyl.at("radius")), bits(cyl.at("height"))});
    } else if (kind == "sphere" || kind == "creature_sphere") {
      setup->spheres.push_back(sphere(c.at("sphere")));
      if (kind == "creature_sphere") object->weenie = weenie::kExists | weenie::kCreature;
    } else {
      c.at("kind").error(ErrorCode::bad_value, fmt::format("unknown kind \"{}\"", kind));
    }
    object->make_parts(world.add_setup(std::move(setup)));
  }
  object->state = hex(c.at("physics_state"));
  std::vector<CellEntry> cells;
  for (const Cursor& id : c.at("shadow_cells").list()) cells.push_back({hex(id), world.get_visible(hex(id))});
  if (c.failed()) return;
  if (const auto placed = world.place_listed(std::move(object), std::move(cells)); !placed)
    c.error(placed.error().code, placed.error().message);
}

Mover read_mover(const Cursor& c) {
  Mover m;
  for (const Cursor& s : c.at("spheres").list()) {
    if (m.num_spheres < 2) m.spheres[static_cast<std::size_t>(m.num_spheres++)] = sphere(s);
  }
  m.step_up_height = bits(c.at("step_up"));
  m.step_down_height = bits(c.at("step_down"));
  m.scale = bits(c.at("scale"));
  m.physics_state = hex(c.at("physics_state"));
  return m;
}

std::optional<Plane> maybe_plane(const Cursor& c) {
  return c.is_null() ? std::nullopt : std::optional(plane(c));
}
std::optional<Vec3> maybe_vec3(const Cursor& c) {
  return c.is_null() ? std::nullopt : std::optional(vec3(c));
}

GoldenBody read_body(const Cursor& c, const Quat& q) {
  GoldenBody b;
  b.position = position(hex(c.at("cell")), vec3(c.at("pos")), q);
  b.has_rotation = c.get("q").has_value();
  b.transient = static_cast<std::uint32_t>(c.at("ts").as_integer(0, 0xFFFF));
  b.contact_plane = maybe_plane(c.at("cp"));
  b.contact_plane_cell_id = hex(c.at("cp_cell"));
  b.sliding_normal = maybe_vec3(c.at("sn"));
  b.velocity = vec3(c.at("vel"));
  b.acceleration = vec3(c.at("acc"));
  b.cached_velocity = vec3(c.at("cvel"));
  return b;
}

/// The movers of a crowd: creatures with the mover's spheres.
std::vector<GoldenMember> read_crowd(const Cursor& list, const Mover& mover, World& world) {
  auto setup = std::make_unique<Setup>();
  setup->spheres.assign(mover.spheres.begin(), mover.spheres.begin() + mover.num_spheres);
  const Setup& shape = world.add_setup(std::move(setup));
  std::vector<GoldenMember> out;
  for (const Cursor& c : list.list()) {
    GoldenMember m;
    const Cursor start = c.at("start");
    const auto q = start.get("q");
    m.start = read_body(start, q ? quat(*q) : Quat{});
    m.walk = vec3(c.at("walk"));
    PhysicsObject& o = m.object;
    o.id = hex(c.at("id"));
    o.position = m.start.position;
    o.scale = mover.scale;
    o.make_parts(shape);
    o.state = mover.physics_state;
    o.weenie = weenie::kExists | weenie::kCreature;
    out.push_back(std::move(m));
  }
  return out;
}

GoldenSegment read_segment(const Cursor& c) {
  GoldenSegment s;
  s.ticks = static_cast<std::uint32_t>(c.at("ticks").as_integer(1, 1'000'000));
  s.walk = vec3(c.at("walk"));
  if (const auto v = c.get("set_velocity"); v && !v->is_null()) s.set_velocity = vec3(*v);
  if (const auto v = c.get("jump_vz"); v && !v->is_null()) s.jump_vz = bits(*v);
  return s;
}

/// What the lines carry from one to the next.
struct BodyBefore {
  bool water = false;
  Quat q;
  std::optional<Vec3> sliding_normal;
};

GoldenResolve read_resolve(const Cursor& tr, const Mover& mover, const BodyBefore& before) {
  GoldenResolve r;
  ResolveRequest& q = r.request;
  q.mover = mover;
  q.begin = position(hex(tr.at("begin_cell")), vec3(tr.at("begin")), before.q);
  q.end = position(hex(tr.at("end_cell")), vec3(tr.at("end")), before.q);
  q.object_info_state = static_cast<std::uint32_t>(tr.at("state_in").as_integer(0, 0xFFFF));
  q.frames_stationary_fall = static_cast<int>(tr.at("fsf_in").as_integer(0, 3));
  const auto cp_in = maybe_plane(tr.at("cp_in"));
  const auto lk_in = maybe_plane(tr.at("lkcp_in"));
  if (lk_in) {
    q.contact = cp_in ? ResolveRequest::Contact::standing : ResolveRequest::Contact::leaving;
    q.contact_plane = {*lk_in, hex(tr.at("cp_cell_in")), before.water};
  }
  q.sliding_normal = maybe_vec3(tr.at("sn_in"));
  // `sn_in` is what the set-up made of the body's normal; normalising that once more can change its last bits.
  if (q.sliding_normal && before.sliding_normal) q.sliding_normal = before.sliding_normal;
  r.ok = tr.at("ok").as_integer(0, 1) != 0;
  r.curr = vec3(tr.at("curr"));
  r.curr_cell = hex(tr.at("curr_cell"));
  r.contact_plane = maybe_plane(tr.at("cp"));
  r.contact_plane_cell_id = hex(tr.at("cp_cell"));
  r.contact_plane_is_water = tr.at("cp_water").as_integer(0, 1) != 0;
  r.last_known_contact_plane = maybe_plane(tr.at("lkcp"));
  r.sliding_normal = maybe_vec3(tr.at("sn"));
  r.collision_normal = maybe_vec3(tr.at("cn"));
  r.state_out = static_cast<std::uint32_t>(tr.at("state_out").as_integer(0, 0xFFFF));
  r.frames_stationary_fall = static_cast<int>(tr.at("fsf").as_integer(0, 3));
  r.collided_with_environment = tr.at("env").as_integer(0, 1) != 0;
  r.collide_objects = static_cast<std::size_t>(tr.at("nobj").as_integer(0, 1000));
  for (const Cursor& c : tr.at("cells").list()) r.cells.push_back(hex(c));
  return r;
}

}  // namespace

Expected<GoldenWorld> read_golden_world(const std::string& path) {
  const auto text = read_file(path);
  if (!text) return tl::unexpected<Error>(text.error());
  const auto json = parse_json(*text);
  if (!json) return fail(json.error().code, json.error().message, path + ": " + json.error().where);
  ReadErrors errors;
  const Cursor root(*json, errors);
  GoldenWorld out;
  out.name = root.at("name").as_string();
  out.mover = read_mover(root.at("mover"));
  auto blocks = std::make_unique<GoldenBlocks>();
  for (const Cursor& c : root.at("landblocks").list()) read_landblock(c, *blocks);
  out.world.set_landscape(std::move(blocks));
  if (const auto cells = root.get("env_cells")) {
    for (const Cursor& c : cells->list()) read_env_cell(c, out.world);
  }
  for (const Cursor& c : root.at("statics").list()) {
    if (c.at("kind").as_string() == "building")
      read_building(c, root, out.world);
    else
      read_object(c, out.world);
  }
  out.quantum = bits(root.at("quantum"));
  if (const auto crowd = root.get("crowd")) {
    out.crowd = read_crowd(*crowd, out.mover, out.world);
  } else {
    const Cursor start = root.at("start");
    auto q = start.get("q");
    if (!q) q = root.get("start_quat");
    out.start = read_body(start, q && !q->is_null() ? quat(*q) : Quat{});
    if (const auto p = root.get("placement"); p && !p->is_null()) {
      out.placement = position(hex(p->at("cell")), vec3(p->at("origin")), quat(p->at("quat")));
      out.placed = root.at("placed").as_integer(0, 1) != 0;
    }
    if (const auto v = root.get("omega"); v && !v->is_null()) out.omega = vec3(*v);
    for (const Cursor& c : root.at("script").list()) out.script.push_back(read_segment(c));
  }
  if (errors.any())
    return fail(errors.first().code, errors.first().message, path + ": " + errors.first().where);
  return out;
}

Body make_body(const GoldenWorld& golden, const GoldenBody& state) {
  Body b;
  b.mover = golden.mover;
  b.position = state.position;
  b.transient = state.transient;
  if (state.contact_plane) b.contact_plane.plane = *state.contact_plane;
  b.contact_plane.cell_id = state.contact_plane_cell_id;
  if (state.sliding_normal) b.sliding_normal = *state.sliding_normal;
  b.velocity = state.velocity;
  b.acceleration = state.acceleration;
  b.cached_velocity = state.cached_velocity;
  b.omega = golden.omega;
  return b;
}

Expected<void> for_each_golden_line(const std::string& path, const Mover& mover,
                                    const std::function<bool(const GoldenLine&)>& use) {
  const auto all = read_file(path);
  if (!all) return tl::unexpected<Error>(all.error());
  std::map<std::size_t, BodyBefore> bodies;
  std::string_view rest = *all;
  std::string_view line_text;
  for (int number = 1; take_line(rest, line_text); ++number) {
    const auto where = [&](const std::string& place) {
      return fmt::format("{}: line {} {}", path, number, place);
    };
    const auto json = parse_json(line_text);
    if (!json) return fail(json.error().code, json.error().message, where(json.error().where));
    ReadErrors errors;
    const Cursor root(*json, errors);
    GoldenLine line;
    line.tick = static_cast<int>(root.at("tick").as_integer(-1, 1 << 30));
    if (const auto mover_index = root.get("mover"))
      line.mover = static_cast<std::size_t>(mover_index->as_integer(0, 1000));
    BodyBefore& before = bodies[line.mover];
    if (const auto tr = root.get("tr"); tr && !tr->is_null()) {
      line.resolve = read_resolve(*tr, mover, before);
      before.water = line.resolve->ok ? line.resolve->contact_plane_is_water : before.water;
    }
    const auto obj = root.at("obj");
    if (const auto q = obj.get("q")) before.q = quat(*q);
    line.after = read_body(obj, before.q);
    before.sliding_normal = line.after.sliding_normal;
    if (errors.any()) return fail(errors.first().code, errors.first().message, where(errors.first().where));
    if (!use(line)) break;
  }
  return {};
}

}  // namespace surefoot::io
