#include "capi/placing.hpp"

#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "io/world_reader.hpp"

namespace surefoot::capi {

namespace {

sf_status bad_object(const char* message, const char* field) {
  return refuse(SF_ERROR_BAD_VALUE, message, field);
}

/// One of setup, shape and spheres.
sf_status make_shape(const World& world, const sf_object& object, PhysicsObject& o) {
  const int given =
      (object.setup != 0 ? 1 : 0) + (object.shape != 0 ? 1 : 0) + (object.sphere_count != 0 ? 1 : 0);
  if (given != 1) return bad_object("give one of setup, shape and spheres", "object");
  if (object.setup != 0) {
    const Setup* setup = world.find_setup(object.setup);
    if (setup == nullptr)
      return refuse(SF_ERROR_DANGLING,
                    fmt::format("setup 0x{:08X} is not in the world", object.setup).c_str(), "object.setup");
    o.make_parts(*setup);
  } else if (object.shape != 0) {
    const GfxObj* shape = world.find_gfxobj(object.shape);
    if (shape == nullptr)
      return refuse(SF_ERROR_DANGLING,
                    fmt::format("shape 0x{:08X} is not in the world", object.shape).c_str(), "object.shape");
    o.make_parts(*shape);
  } else {
    sf_status status = SF_OK;
    if (absent(object.spheres, "object.spheres", status)) return status;
    for (std::uint32_t i = 0; i < object.sphere_count; ++i) {
      const Sphere s = in(object.spheres[i]);
      if (!is_finite(s.center) || !(s.radius >= 0.0F && s.radius <= io::kMaxCoordinate))
        return bad_object("a sphere is finite, its radius 0 or more", "object.spheres");
      o.own_spheres.push_back(s);
    }
  }
  return SF_OK;
}

}  // namespace

sf_status place_object(World& world, const sf_object& object) {
  sf_status status = SF_OK;
  if (unfit_place(object.position, "object.position", status)) return status;
  if (!(object.scale >= io::kMinScale && object.scale <= io::kMaxScale))
    return bad_object("a scale is between 0.001 and 1000", "object.scale");
  if (std::isnan(object.radius_hint) || object.radius_hint > io::kMaxCoordinate)
    return bad_object("not a radius", "object.radius_hint");
  if (object.cylinder_count != 0) return bad_object("cylinders need a setup", "object.cylinder_count");
  auto made = std::make_unique<PhysicsObject>();
  made->id = object.id;
  made->position = in(object.position);
  made->scale = object.scale;
  made->state = object.state;
  made->weenie = weenie_of(object);
  if (object.radius_hint >= 0.0F) made->registration_radius = object.radius_hint;
  status = make_shape(world, object, *made);
  if (status != SF_OK) return status;
  const bool scenery = made->is(physics_state::kStatic);
  const auto placed = scenery ? world.place_static(std::move(made)) : world.place_moving(std::move(made));
  return placed ? SF_OK : refuse(placed.error());
}

sf_status move_object(World& world, std::uint32_t id, const sf_position& to) {
  sf_status status = SF_OK;
  if (unfit_place(to, "to", status)) return status;
  return answer(world.move_object(id, in(to)));
}

sf_status tell_object(const World& world, std::uint32_t id, sf_object_info& info) {
  const PhysicsObject* object = world.registry().find(id);
  if (object == nullptr)
    return refuse(SF_ERROR_DANGLING, fmt::format("object 0x{:08X} is not in the world", id).c_str());
  info = out(*object);
  return SF_OK;
}

}  // namespace surefoot::capi
