#include "support/outdoor_objects.hpp"

#include "support/small_worlds.hpp"

#include <utility>

#include <gtest/gtest.h>

#include "io/shape_geometry.hpp"

namespace surefoot::test {

namespace {

const PhysicsObject& place(World& world, std::unique_ptr<PhysicsObject> object, const Kind& kind) {
  object->state = (object->state & physics_state::kHasPhysicsBsp) | kind.state;
  object->weenie = kind.weenie;
  const auto placed = world.place_static(std::move(object));
  EXPECT_TRUE(placed.has_value()) << placed.error().text();
  return **placed;
}

const PhysicsObject& place(World& world, std::uint32_t id, const Position& at, std::unique_ptr<Setup> setup,
                           const Kind& kind) {
  auto object = std::make_unique<PhysicsObject>();
  object->id = id;
  object->position = at;
  object->make_parts(world.add_setup(std::move(setup)));
  return place(world, std::move(object), kind);
}

Mover player(float height, float step_up, float step_down) {
  Mover m = mover_from_radius_height(0.48F, height);
  m.step_up_height = step_up;
  m.step_down_height = step_down;
  m.flags = object_info_flag::kIsPlayer;
  return m;
}

}  // namespace

Position outdoors(BlockId block, const Vec3& origin) {
  Position p;
  p.cell_id = (static_cast<CellId>(block) << 16U) | 1U;
  p.frame.origin = origin;
  p.adjust_to_outside();
  return p;
}

World level_world(std::vector<BlockId> blocks, float z) {
  World world;
  world.set_landscape(std::make_unique<FlatBlocks>(std::move(blocks), z));
  return world;
}

const PhysicsObject& add_cylinder(World& world, std::uint32_t id, const Position& at, float radius,
                                  float height, const Kind& kind) {
  auto setup = std::make_unique<Setup>();
  setup->cylspheres.push_back({{}, radius, height});
  return place(world, id, at, std::move(setup), kind);
}

const PhysicsObject& add_sphere(World& world, std::uint32_t id, const Position& center, float radius,
                                const Kind& kind) {
  auto setup = std::make_unique<Setup>();
  setup->spheres.push_back({{}, radius});
  setup->sorting_sphere = setup->spheres.front();
  auto object = std::make_unique<PhysicsObject>();
  object->id = id;
  object->position = center;
  object->make_parts(world.add_setup(std::move(setup)));
  object->state = kind.state;
  object->weenie = kind.weenie;
  // As scenery it would be listed by its parts' boxes (03 §9.2), and it has none: a sphere comes into the world.
  const auto placed = world.place_moving(std::move(object));
  EXPECT_TRUE(placed.has_value()) << placed.error().text();
  return **placed;
}

GfxObj& add_shape(World& world, std::uint32_t id, BspTree tree) {
  auto shape = std::make_unique<GfxObj>();
  shape->id = id;
  shape->bounding_box = io::box_of(tree.polygons);
  shape->physics_bsp = std::move(tree);
  return world.add_gfxobj(std::move(shape));
}

const PhysicsObject& add_tree(World& world, std::uint32_t id, const Position& at, BspTree tree,
                              const Kind& kind) {
  auto object = std::make_unique<PhysicsObject>();
  object->id = id;
  object->position = at;
  object->make_parts(add_shape(world, id, std::move(tree)));
  return place(world, std::move(object), kind);
}

Mover cap_obj() {
  return player(1.2F, 0.6F, 0.04F);
}

Mover tall() {
  return player(1.835F, 0.6F, 1.5F);
}

Mover human_setup() {
  Mover m = player(0, 0.6F, 1.5F);
  m.spheres = {Sphere{{0, 0, 0.475F}, 0.48F}, Sphere{{0, 0, 1.35F}, 0.48F}};
  m.num_spheres = 2;
  return m;
}

OutdoorWalker::OutdoorWalker(const World& world, const Mover& its_mover, const Position& at)
    : mover(its_mover), world_(world) {
  body.position = at;
}

OutdoorWalker& OutdoorWalker::stand() {
  return stand_on({{0, 0, 1}, -at().z});
}

OutdoorWalker& OutdoorWalker::stand_on(const Plane& plane) {
  body.contact_plane = {plane, body.position.cell_id, false};
  body.transient |= transient_state::kContact | transient_state::kOnWalkable;
  return *this;
}

ResolveRequest OutdoorWalker::request(const Vec3& offset) const {
  Position to = body.position;
  to.frame.origin = to.frame.origin + offset;
  return request_from_body(body, mover, to);
}

ResolveResult OutdoorWalker::tick(const Vec3& offset) {
  return resolve_and_commit(world_, body, request(offset));
}

ResolveResult OutdoorWalker::ticks(int count, const Vec3& offset) {
  ResolveResult last;
  for (int i = 0; i < count; ++i) last = tick(offset);
  return last;
}

bool OutdoorWalker::grounded() const {
  return (body.transient & transient_state::kContact) != 0 &&
         (body.transient & transient_state::kOnWalkable) != 0;
}

}  // namespace surefoot::test
