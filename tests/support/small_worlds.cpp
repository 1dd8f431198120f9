#include "support/small_worlds.hpp"

#include <utility>

#include <gtest/gtest.h>

namespace surefoot::test {

namespace {

/// Up to here nothing in these worlds reaches.
constexpr float kFarAway = 1.0e6F;

BspNode& add_leaf(BspTree& tree, std::int32_t index) {
  BspNode& leaf = tree.add_node();
  leaf.leaf_index = index;
  return leaf;
}

}  // namespace

Polygon polygon(std::uint32_t id, std::vector<Vec3> vertices) {
  Polygon p;
  p.id = id;
  p.sides_type = 1;
  p.vertices = std::move(vertices);
  p.plane = make_plane(p.vertices);
  return p;
}

Polygon floor_quad(std::uint32_t id, float x0, float x1, float y0, float y1, float z) {
  return polygon(id, {{x0, y0, z}, {x1, y0, z}, {x1, y1, z}, {x0, y1, z}});
}

Polygon wall_quad(std::uint32_t id, float x, float y0, float y1, float z0, float z1, float facing) {
  if (facing < 0.0F) return polygon(id, {{x, y0, z0}, {x, y0, z1}, {x, y1, z1}, {x, y1, z0}});
  return polygon(id, {{x, y0, z0}, {x, y1, z0}, {x, y1, z1}, {x, y0, z1}});
}

BspTree low_step() {
  return make_single_leaf({floor_quad(10, -2, 0.5F, -1, 1, 0), wall_quad(11, 0.5F, -1, 1, 0, 0.25F, -1),
                           floor_quad(12, 0.2F, 2, -1, 1, 0.25F)},
                          {{}, 10});
}

BspTree tall_wall() {
  return make_single_leaf({floor_quad(20, -2, 0.5F, -1, 1, 0), wall_quad(21, 0.5F, -1, 1, 0, 5, -1)},
                          {{0, 0, 2.5F}, 10});
}

BspTree flat_roof() {
  return make_single_leaf({floor_quad(30, -2, 2, -1, 1, 0), floor_quad(31, -2, 2, -1, 1, 3)}, {{}, 10});
}

BspTree steep() {
  return make_single_leaf(
      {floor_quad(40, -2, 0, -1, 1, 0), polygon(41, {{0, -1, 0}, {1, -1, 2}, {1, 1, 2}, {0, 1, 0}})},
      {{}, 10});
}

BspTree y_wall() {
  return make_single_leaf({polygon(0, {{-2, 0, -2}, {-2, 0, 2}, {2, 0, 2}, {2, 0, -2}})}, {{}, 4});
}

BspTree floor_leaf() {
  return make_single_leaf({floor_quad(0, -2, 2, -2, 2, 0)}, {{}, 10});
}

BspTree ramp_leaf() {
  return make_single_leaf({polygon(0, {{0, -1, 0}, {2, -1, 1}, {2, 1, 1}, {0, 1, 0}})}, {{}, 10});
}

BspTree solid_box(const Vec3& a, const Vec3& b) {
  BspTree tree;
  tree.polygons = {
      polygon(0, {{a.x, a.y, a.z}, {a.x, a.y, b.z}, {a.x, b.y, b.z}, {a.x, b.y, a.z}}),
      polygon(1, {{b.x, a.y, a.z}, {b.x, b.y, a.z}, {b.x, b.y, b.z}, {b.x, a.y, b.z}}),
      polygon(2, {{a.x, a.y, a.z}, {b.x, a.y, a.z}, {b.x, a.y, b.z}, {a.x, a.y, b.z}}),
      polygon(3, {{a.x, b.y, a.z}, {a.x, b.y, b.z}, {b.x, b.y, b.z}, {b.x, b.y, a.z}}),
      polygon(4, {{a.x, a.y, a.z}, {a.x, b.y, a.z}, {b.x, b.y, a.z}, {b.x, a.y, a.z}}),
      polygon(5, {{a.x, a.y, b.z}, {b.x, a.y, b.z}, {b.x, b.y, b.z}, {a.x, b.y, b.z}}),
  };
  const Vec3 middle = (a + b) * 0.5F;
  const Sphere bounds{middle, length(b - middle) + 0.001F};
  BspNode* last = nullptr;
  for (std::size_t i = 0; i < 6; ++i) {
    BspNode& node = tree.add_node();
    node.tag = bsp_tag::kBPnN;
    node.splitting_plane = tree.polygons[i].plane;
    node.sphere = bounds;
    node.pos = &add_leaf(tree, static_cast<std::int32_t>(i));
    if (last != nullptr)
      last->neg = &node;
    else
      tree.root = &node;
    last = &node;
  }
  BspNode& inside = add_leaf(tree, 6);
  inside.solid = true;
  inside.sphere = bounds;
  inside.polys = {0, 1, 2, 3, 4, 5};
  last->neg = &inside;
  return tree;
}

EnvCell& add_room(World& world, BspTree physics, CellId id) {
  auto structure = std::make_unique<CellStruct>();
  structure->physics_bsp = std::move(physics);
  auto cell = std::make_unique<EnvCell>();
  cell->id = id;
  cell->pos.cell_id = id;
  cell->structure = &world.add_cell_struct(std::move(structure));
  CellPortal portal;
  portal.other_cell_id = (id & 0xFFFF0000U) | 0xFFFDU;
  portal.plane = {{0, 0, 1}, kFarAway};
  cell->portals.push_back(portal);
  const auto added = world.add_env_cell(std::move(cell));
  EXPECT_TRUE(added.has_value());
  return **added;
}

const PhysicsObject& add_object(World& world, std::uint32_t id, BspTree physics, const Vec3& origin,
                                std::uint32_t state, std::uint32_t weenie_bits, CellId cell) {
  auto gfxobj = std::make_unique<GfxObj>();
  gfxobj->id = id;
  gfxobj->physics_bsp = std::move(physics);
  auto object = std::make_unique<PhysicsObject>();
  object->id = id;
  object->weenie = weenie_bits;
  object->position = in_room(origin, cell);
  object->make_parts(world.add_gfxobj(std::move(gfxobj)));
  object->state = state;
  const auto placed = world.place_static(std::move(object));
  EXPECT_TRUE(placed.has_value());
  return **placed;
}

Position in_room(const Vec3& origin, CellId cell) {
  Position p;
  p.cell_id = cell;
  p.frame.origin = origin;
  return p;
}

Mover tiny_mover(float step_up, float step_down) {
  Mover m;
  m.spheres[0] = {{0, 0, 0.2F}, 0.2F};
  m.num_spheres = 1;
  m.step_up_height = step_up;
  m.step_down_height = step_down;
  return m;
}

Mover human_mover() {
  Mover m;
  m.spheres = {Sphere{{0, 0, 0.475F}, 0.48F}, Sphere{{0, 0, 1.35F}, 0.48F}};
  m.num_spheres = 2;
  m.step_up_height = 0.4F;
  m.step_down_height = 0.4F;
  m.flags = object_info_flag::kIsPlayer;
  return m;
}

Walker::Walker(const World& world, const Mover& its_mover, const Vec3& start)
    : mover(its_mover), world_(world) {
  body.position = in_room(start);
}

void Walker::stand_on(const Plane& plane) {
  body.contact_plane = {plane, kRoom, false};
  body.transient |= transient_state::kContact | transient_state::kOnWalkable;
}

ResolveRequest Walker::request(const Vec3& offset) const {
  return request_from_body(body, mover, in_room(body.position.frame.origin + offset));
}

ResolveResult resolve_and_commit(const World& world, ResolveBody& body, const ResolveRequest& request) {
  const auto result = resolve_all(world, request);
  if (!result) {
    ADD_FAILURE() << result.error().text();
    return {};
  }
  commit(body, *result, request.end);
  return *result;
}

ResolveResult Walker::tick(const Vec3& offset) {
  return resolve_and_commit(world_, body, request(offset));
}

bool Walker::grounded() const {
  return (body.transient & transient_state::kContact) != 0 &&
         (body.transient & transient_state::kOnWalkable) != 0;
}

}  // namespace surefoot::test
