#include "world/object.hpp"

#include <algorithm>

namespace surefoot {

namespace {

void cache_has_physics_bsp(PhysicsObject& o) {
  const bool any = std::any_of(o.parts.begin(), o.parts.end(),
                               [](const Part& p) { return p.gfxobj != nullptr && p.gfxobj->has_tree(); });
  o.state = any ? o.state | physics_state::kHasPhysicsBsp : o.state & ~physics_state::kHasPhysicsBsp;
}

}  // namespace

std::span<const CylSphere> PhysicsObject::cylspheres() const {
  if (setup == nullptr) return {};
  return setup->cylspheres;
}

std::span<const Sphere> PhysicsObject::spheres() const {
  if (setup == nullptr) return own_spheres;
  return setup->spheres;
}

void PhysicsObject::make_parts(const Setup& of) {
  setup = &of;
  parts.clear();
  for (const SetupPart& p : of.parts) {
    const Vec3 s{p.scale.x * scale, p.scale.y * scale, p.scale.z * scale};
    parts.push_back({p.gfxobj, position, s});
  }
  cache_has_physics_bsp(*this);
  place_parts();
}

void PhysicsObject::make_parts(const GfxObj& shape) {
  setup = nullptr;
  parts.assign(1, Part{&shape, position, {scale, scale, scale}});
  cache_has_physics_bsp(*this);
}

void PhysicsObject::place_parts() {
  const std::vector<Frame>* frames = setup == nullptr ? nullptr : setup->placement(placement);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts[i].position = position;
    // Without a frame of its own a part stands where the object stands, to the bit: `combine` with the identity
    // would normalise the rotation once more.
    if (frames == nullptr || i >= frames->size()) continue;
    Frame f = (*frames)[i];
    f.origin = f.origin * scale;
    parts[i].position.frame = combine(position.frame, f);
  }
}

}  // namespace surefoot
