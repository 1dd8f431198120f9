// Worlds built call by call. Each call adds to a `surefoot-world/1` document, and the reader makes the world of it: one
// place knows the rules, and a built world is the loaded one by its bits.
#include <initializer_list>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "capi/convert.hpp"
#include "capi/objects.hpp"
#include "capi/placing.hpp"
#include "core/float_bits.hpp"
#include "io/world_json.hpp"

using namespace surefoot;
using namespace surefoot::capi;

namespace {

using io::Json;

Json text(std::string_view s) {
  Json j;
  j.kind = Json::Kind::string;
  j.text = s;
  return j;
}
Json number(std::int64_t v) {
  Json j;
  j.kind = Json::Kind::number;
  j.text = std::to_string(v);
  return j;
}
/// By its bits; NaN and infinities are the reader's to refuse.
Json number(float v) {
  return text(format_bits(v));
}
Json boolean(bool v) {
  Json j;
  j.kind = Json::Kind::boolean;
  j.boolean = v;
  return j;
}
Json list() {
  Json j;
  j.kind = Json::Kind::array;
  return j;
}
Json floats(std::initializer_list<float> values) {
  Json j = list();
  for (const float v : values) j.items.push_back(number(v));
  return j;
}
Json object() {
  Json j;
  j.kind = Json::Kind::object;
  return j;
}
void put(Json& j, std::string_view key, Json value) {
  j.members.emplace_back(key, std::move(value));
}

Json vec(const sf_vec3& v) {
  return floats({v.x, v.y, v.z});
}
Json frame(const sf_vec3& origin, const sf_quat& q) {
  Json j = object();
  put(j, "origin", vec(origin));
  put(j, "quaternion", floats({q.w, q.x, q.y, q.z}));
  return j;
}

/// The named part of the document, made when it is first asked for.
Json& part(Builder& b, std::string_view key, Json::Kind kind) {
  for (auto& [name, value] : b.root.members) {
    if (name == key) return value;
  }
  Json j;
  j.kind = kind;
  put(b.root, key, std::move(j));
  return b.root.members.back().second;
}

sf_status add_member(Builder& b, std::string_view key, std::uint32_t id, Json value) {
  Json& members = part(b, key, Json::Kind::object);
  const std::string name = fmt::format("0x{:08X}", id);
  if (members.find(name) != nullptr)
    return refuse(SF_ERROR_BAD_VALUE, (name + " is defined twice").c_str(), "id");
  put(members, name, std::move(value));
  return SF_OK;
}

/// A list of the caller's: there when it should have elements.
bool unfit_list(const void* p, std::uint32_t count, const char* name, sf_status& status) {
  return count != 0 && absent(p, name, status);
}

bool unfit_mesh(const sf_mesh* m, const char* name, sf_status& status) {
  if (unfit(m, name, status) || unfit_list(m->vertices, m->vertex_count, "mesh.vertices", status) ||
      unfit_list(m->indices, m->index_count, "mesh.indices", status))
    return true;
  std::uint64_t corners = 0;
  for (std::uint32_t i = 0; i < m->polygon_count; ++i) corners += m->corners == nullptr ? 3 : m->corners[i];
  if (corners != m->index_count) {
    status = refuse(
        SF_ERROR_BAD_VALUE,
        fmt::format("the polygons have {} corners, the indices are {}", corners, m->index_count).c_str(),
        "mesh.index_count");
    return true;
  }
  if (m->tree > SF_TREE_LEAF) {
    status = refuse(SF_ERROR_BAD_VALUE, "no kind of tree", "mesh.tree");
    return true;
  }
  return false;
}

Json vertices_of(const sf_mesh& m) {
  Json j = list();
  j.items.reserve(m.vertex_count);
  for (std::size_t i = 0; i < m.vertex_count; ++i)
    j.items.push_back(floats({m.vertices[3 * i], m.vertices[3 * i + 1], m.vertices[3 * i + 2]}));
  return j;
}

Json polygons_of(const sf_mesh& m) {
  Json j = list();
  j.items.reserve(m.polygon_count);
  std::size_t at = 0;
  for (std::uint32_t i = 0; i < m.polygon_count; ++i) {
    const std::uint32_t n = m.corners == nullptr ? 3 : m.corners[i];
    Json polygon = object();
    if (m.ids != nullptr) put(polygon, "id", number(std::int64_t{m.ids[i]}));
    Json v = list();
    for (std::uint32_t k = 0; k < n; ++k) v.items.push_back(number(std::int64_t{m.indices[at++]}));
    put(polygon, "v", std::move(v));
    j.items.push_back(std::move(polygon));
  }
  return j;
}

Json tree_of(const sf_mesh& m) {
  return text(m.tree == SF_TREE_LEAF ? "leaf" : "build");
}

Json cylinders_of(const sf_cylinder* cylinders, std::uint32_t count) {
  Json j = list();
  for (std::uint32_t i = 0; i < count; ++i) {
    Json c = object();
    put(c, "low", vec(cylinders[i].low));
    put(c, "radius", number(cylinders[i].radius));
    put(c, "height", number(cylinders[i].height));
    j.items.push_back(std::move(c));
  }
  return j;
}

Json spheres_of(const sf_sphere* spheres, std::uint32_t count) {
  Json j = list();
  for (std::uint32_t i = 0; i < count; ++i) {
    const sf_sphere& s = spheres[i];
    j.items.push_back(floats({s.center.x, s.center.y, s.center.z, s.radius}));
  }
  return j;
}

Json to_of(std::uint32_t to) {
  return to == SF_OUTSIDE ? text("outside") : number(std::int64_t{to & 0xFFFFU});
}

Json kinds_of(std::uint32_t weenie) {
  Json j = list();
  const bool player = (weenie & SF_WEENIE_PLAYER) != 0;
  if (player) j.items.push_back(text("player"));
  if ((weenie & SF_WEENIE_CREATURE) != 0 && !player) j.items.push_back(text("creature"));
  if ((weenie & SF_WEENIE_PK) != 0) j.items.push_back(text("pk"));
  if ((weenie & SF_WEENIE_PKLITE) != 0) j.items.push_back(text("pklite"));
  if ((weenie & SF_WEENIE_IMPENETRABLE) != 0) j.items.push_back(text("impenetrable"));
  return j;
}

Json object_of(const sf_object& o) {
  Json j = object();
  if (o.id != 0) put(j, "id", number(std::int64_t{o.id}));
  put(j, "cell", number(std::int64_t{o.position.cell_id}));
  put(j, "frame", frame(o.position.origin, o.position.rotation));
  put(j, "scale", number(o.scale));
  put(j, "state", number(std::int64_t{o.state}));
  if ((o.weenie & ~SF_WEENIE_EXISTS) != 0) put(j, "kind", kinds_of(o.weenie));
  if (o.radius_hint >= 0.0F) put(j, "radius_hint", number(o.radius_hint));
  if (o.setup != 0) put(j, "setup", number(std::int64_t{o.setup}));
  if (o.shape != 0) put(j, "gfxobj", number(std::int64_t{o.shape}));
  if (o.cylinder_count != 0 || o.sphere_count != 0) {
    Json shape = object();
    if (o.cylinder_count != 0) put(shape, "cylspheres", cylinders_of(o.cylinders, o.cylinder_count));
    if (o.sphere_count != 0) put(shape, "spheres", spheres_of(o.spheres, o.sphere_count));
    put(j, "shape", std::move(shape));
  }
  return j;
}

Json cell_of(const sf_cell& c) {
  Json shape = object();
  put(shape, "vertices", vertices_of(c.mesh));
  put(shape, "polygons", polygons_of(c.mesh));
  put(shape, "physics_bsp", tree_of(c.mesh));
  if (c.any_point_inside != 0) put(shape, "cell_bsp", text("none"));
  Json portals = list();
  for (std::uint32_t i = 0; i < c.portal_count; ++i) {
    const sf_portal& p = c.portals[i];
    Json j = object();
    put(j, "polygon", number(std::int64_t{p.polygon}));
    put(j, "to", to_of(p.to));
    if (p.to_portal != SF_AUTO) put(j, "to_portal", number(std::int64_t{p.to_portal}));
    if (p.side != SF_AUTO) put(j, "side", number(std::int64_t{p.side}));
    portals.items.push_back(std::move(j));
  }
  Json j = object();
  put(j, "id", number(std::int64_t{c.id}));
  put(j, "frame", frame(c.origin, c.rotation));
  put(j, "shape", std::move(shape));
  put(j, "portals", std::move(portals));
  if (c.seen_outside != SF_AUTO) put(j, "seen_outside", boolean(c.seen_outside != 0));
  if (c.restriction != 0) put(j, "restriction", number(std::int64_t{c.restriction}));
  return j;
}

}  // namespace

extern "C" {

sf_status sf_builder_create(const char* name, sf_builder* builder) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(builder, "builder", status)) return status;
    auto made = std::make_unique<Builder>();
    made->root = object();
    put(made->root, "format", text(io::kWorldFormat));
    put(made->root, "name", text(name == nullptr ? "" : name));
    *builder = make_handle<sf_builder>(std::move(made));
    return status;
  });
}

sf_status sf_builder_destroy(sf_builder builder) {
  return destroy_handle(builder);
}

sf_status sf_builder_add_shape(sf_builder builder, uint32_t id, const sf_mesh* mesh) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (unfit_mesh(mesh, "mesh", status)) return status;
    const Alone<sf_builder> held(builder, status);
    if (!held) return status;
    Json j = object();
    put(j, "vertices", vertices_of(*mesh));
    put(j, "polygons", polygons_of(*mesh));
    put(j, "bsp", tree_of(*mesh));
    return add_member(*held, "gfxobjs", id, std::move(j));
  });
}

sf_status sf_builder_add_setup(sf_builder builder, uint32_t id, const sf_setup* setup) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (unfit(setup, "setup", status) || unfit_list(setup->parts, setup->part_count, "setup.parts", status) ||
        unfit_list(setup->cylinders, setup->cylinder_count, "setup.cylinders", status) ||
        unfit_list(setup->spheres, setup->sphere_count, "setup.spheres", status))
      return status;
    const Alone<sf_builder> held(builder, status);
    if (!held) return status;
    Json parts = list();
    for (std::uint32_t i = 0; i < setup->part_count; ++i) {
      const sf_setup_part& p = setup->parts[i];
      Json j = object();
      put(j, "gfxobj", number(std::int64_t{p.shape}));
      put(j, "frame", frame(p.origin, p.rotation));
      put(j, "scale", vec(p.scale));
      parts.items.push_back(std::move(j));
    }
    Json j = object();
    put(j, "parts", std::move(parts));
    put(j, "cylspheres", cylinders_of(setup->cylinders, setup->cylinder_count));
    put(j, "spheres", spheres_of(setup->spheres, setup->sphere_count));
    put(j, "height", number(setup->height));
    put(j, "radius", number(setup->radius));
    put(j, "step_up_height", number(setup->step_up_height));
    put(j, "step_down_height", number(setup->step_down_height));
    put(j, "allow_free_heading", boolean(setup->allow_free_heading != 0));
    return add_member(*held, "setups", id, std::move(j));
  });
}

sf_status sf_builder_add_landblock(sf_builder builder, const sf_landblock* block) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (unfit(block, "block", status)) return status;
    const Alone<sf_builder> held(builder, status);
    if (!held) return status;
    Json z = list();
    Json terrain = list();
    for (const float v : block->z) z.items.push_back(number(v));
    for (const std::uint16_t v : block->terrain) terrain.items.push_back(number(std::int64_t{v}));
    Json j = object();
    put(j, "id", number(std::int64_t{block->block}));
    put(j, "z", std::move(z));
    put(j, "terrain", std::move(terrain));
    if (block->has_split != 0) {
      Json split = list();
      for (const std::uint8_t v : block->split) split.items.push_back(number(std::int64_t{v}));
      put(j, "split", std::move(split));
    }
    part(*held, "landblocks", Json::Kind::array).items.push_back(std::move(j));
    return status;
  });
}

sf_status sf_builder_add_cell(sf_builder builder, const sf_cell* cell) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (unfit(cell, "cell", status) || unfit_mesh(&cell->mesh, "cell.mesh", status) ||
        unfit_list(cell->portals, cell->portal_count, "cell.portals", status))
      return status;
    const Alone<sf_builder> held(builder, status);
    if (!held) return status;
    part(*held, "cells", Json::Kind::array).items.push_back(cell_of(*cell));
    return status;
  });
}

sf_status sf_builder_add_building(sf_builder builder, const sf_building* building) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (unfit(building, "building", status) ||
        unfit_list(building->portals, building->portal_count, "building.portals", status))
      return status;
    const Alone<sf_builder> held(builder, status);
    if (!held) return status;
    Json portals = list();
    for (std::uint32_t i = 0; i < building->portal_count; ++i) {
      const sf_portal& p = building->portals[i];
      Json j = object();
      put(j, "to", number(std::int64_t{p.to & 0xFFFFU}));
      if (p.to_portal != SF_AUTO) put(j, "to_portal", number(std::int64_t{p.to_portal}));
      portals.items.push_back(std::move(j));
    }
    Json j = object();
    put(j, "landblock", number(std::int64_t{building->block}));
    put(j, "model", number(std::int64_t{building->model}));
    put(j, "frame", frame(building->origin, building->rotation));
    put(j, "portals", std::move(portals));
    part(*held, "buildings", Json::Kind::array).items.push_back(std::move(j));
    return status;
  });
}

sf_status sf_object_defaults(sf_object* object, uint32_t size) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (unfit_memory(object, size, sizeof *object, "object", status)) return status;
    *object = {};
    object->size = sizeof *object;
    object->position.rotation.w = 1.0F;
    object->scale = 1.0F;
    object->state = SF_STATE_STATIC;
    object->radius_hint = -1.0F;
    return status;
  });
}

sf_status sf_builder_add_object(sf_builder builder, const sf_object* object) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (unfit(object, "object", status) ||
        unfit_list(object->cylinders, object->cylinder_count, "object.cylinders", status) ||
        unfit_list(object->spheres, object->sphere_count, "object.spheres", status))
      return status;
    const Alone<sf_builder> held(builder, status);
    if (!held) return status;
    part(*held, "objects", Json::Kind::array).items.push_back(object_of(*object));
    return status;
  });
}

sf_status sf_builder_finish(sf_builder builder, sf_world* world) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(world, "world", status)) return status;
    const Alone<sf_builder> held(builder, status);
    if (!held) return status;
    auto made = io::read_world_json(held->root, "");
    if (!made) return refuse(made.error());
    *world = make_world(std::move(*made));
    return status;
  });
}
}
