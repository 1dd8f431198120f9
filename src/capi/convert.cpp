#include "capi/convert.hpp"

#include <algorithm>
#include <cmath>

namespace surefoot::capi {

namespace {

constexpr std::size_t kProfileWords = 4;
static_assert(kDivergenceCount <= kProfileWords * 64);

bool finite(const sf_vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

}  // namespace

Position in(const sf_position& p) {
  Position out;
  out.cell_id = p.cell_id;
  out.frame.origin = in(p.origin);
  out.frame.q = {p.rotation.w, p.rotation.x, p.rotation.y, p.rotation.z};
  out.frame.cache();
  return out;
}

sf_position out(const Position& p) {
  const Quat& q = p.frame.q;
  return {p.cell_id, out(p.frame.origin), {q.w, q.x, q.y, q.z}};
}

Mover in(const sf_mover& m) {
  Mover out;
  out.spheres = {in(m.spheres[0]), in(m.spheres[1])};
  // Any number beyond 2 is refused by the solver; a huge one must not become a negative int.
  out.num_spheres = static_cast<int>(std::min(m.sphere_count, 3U));
  out.scale = m.scale;
  out.step_up_height = m.step_up_height;
  out.step_down_height = m.step_down_height;
  out.physics_state = m.state;
  out.flags = m.flags;
  out.object_id = m.object_id;
  out.target_id = m.target_id;
  return out;
}

sf_mover out(const Mover& m) {
  sf_mover r{};
  r.size = sizeof r;
  r.sphere_count = static_cast<std::uint32_t>(m.num_spheres);
  for (std::size_t i = 0; i < m.spheres.size(); ++i)
    r.spheres[i] = {out(m.spheres[i].center), m.spheres[i].radius};
  r.scale = m.scale;
  r.step_up_height = m.step_up_height;
  r.step_down_height = m.step_down_height;
  r.state = m.physics_state;
  r.flags = m.flags;
  r.object_id = m.object_id;
  r.target_id = m.target_id;
  return r;
}

ResolveBody in(const sf_state& s) {
  return {in(s.position), in(s.velocity), s.transient, in(s.contact_plane), in(s.sliding_normal)};
}

sf_state out(const ResolveBody& b) {
  sf_state r{};
  r.size = sizeof r;
  r.transient = b.transient;
  r.position = out(b.position);
  r.velocity = out(b.velocity);
  r.contact_plane = out(b.contact_plane);
  r.sliding_normal = out(b.sliding_normal);
  return r;
}

Body in(const sf_body& b) {
  Body r;
  r.position = in(b.position);
  r.velocity = in(b.velocity);
  r.transient = b.transient;
  r.contact_plane = in(b.contact_plane);
  r.sliding_normal = in(b.sliding_normal);
  r.mover = in(b.mover);
  r.weenie = b.weenie;
  r.acceleration = in(b.acceleration);
  r.omega = in(b.omega);
  r.friction = b.friction;
  r.elasticity = b.elasticity;
  r.has_motion = b.has_motion != 0;
  r.walk.drive = static_cast<Drive>(b.drive);
  r.walk.velocity = in(b.walk);
  r.walk.turn = b.turn;
  return r;
}

sf_body out(const Body& b) {
  sf_body r{};
  r.size = sizeof r;
  r.transient = b.transient;
  r.mover = out(b.mover);
  r.position = out(b.position);
  r.velocity = out(b.velocity);
  r.contact_plane = out(b.contact_plane);
  r.sliding_normal = out(b.sliding_normal);
  r.acceleration = out(b.acceleration);
  r.omega = out(b.omega);
  r.cached_velocity = out(b.cached_velocity);
  r.friction = b.friction;
  r.elasticity = b.elasticity;
  r.weenie = b.weenie;
  r.in_world = b.in_world ? 1 : 0;
  r.has_motion = b.has_motion ? 1 : 0;
  r.drive = static_cast<std::uint32_t>(b.walk.drive);
  r.walk = out(b.walk.velocity);
  r.turn = b.walk.turn;
  return r;
}

sf_object_info out(const PhysicsObject& o) {
  sf_object_info r{};
  r.size = sizeof r;
  r.id = o.id;
  r.position = out(o.position);
  r.scale = o.scale;
  r.state = o.state;
  r.transient = o.transient;
  r.weenie = o.weenie;
  r.setup = o.setup == nullptr ? 0 : o.setup->id;
  r.in_world = o.cell != nullptr ? 1 : 0;
  return r;
}

bool unfit_profile(const sf_profile* p, Profile& out, sf_status& status) {
  if (p == nullptr) return false;
  if (unfit(p, "profile", status)) return true;
  for (std::size_t i = 0; i < kProfileWords * 64; ++i) {
    if ((p->bits[i / 64] >> (i % 64) & 1U) == 0) continue;
    if (i >= kDivergenceCount) {
      status = refuse(SF_ERROR_BAD_VALUE, "a bit that stands for no divergence", "profile");
      return true;
    }
    out.add(static_cast<Divergence>(i));
  }
  return false;
}

sf_profile out(const Profile& p) {
  sf_profile r{};
  r.size = sizeof r;
  for (std::size_t i = 0; i < kDivergenceCount; ++i) {
    if (p.has(static_cast<Divergence>(i))) r.bits[i / 64] |= std::uint64_t{1} << (i % 64);
  }
  return r;
}

bool unfit_place(const sf_position& p, const char* name, sf_status& status) {
  if (!finite(p.origin))
    status = refuse(SF_ERROR_BAD_VALUE, "the origin is not finite", name);
  else if (!in(p).frame.is_valid())
    status = refuse(SF_ERROR_BAD_VALUE, "the rotation is no unit quaternion", name);
  else if (p.cell_id == 0)
    status = refuse(SF_ERROR_BAD_VALUE, "the cell is 0", name);
  else
    return false;
  return true;
}

}  // namespace surefoot::capi
