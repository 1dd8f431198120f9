// Between the C structs and ours. Sizes are checked before anything here is called.
#pragma once

#include "body/body.hpp"
#include "body/motion_state.hpp"
#include "capi/error.hpp"
#include "core/divergence.hpp"
#include "motion/resolve_body.hpp"
#include "world/world.hpp"

namespace surefoot::capi {

[[nodiscard]] inline Vec3 in(const sf_vec3& v) {
  return {v.x, v.y, v.z};
}
[[nodiscard]] inline sf_vec3 out(const Vec3& v) {
  return {v.x, v.y, v.z};
}
[[nodiscard]] inline Plane in(const sf_plane& p) {
  return {in(p.normal), p.d};
}
[[nodiscard]] inline sf_plane out(const Plane& p) {
  return {out(p.normal), p.d};
}
[[nodiscard]] inline Sphere in(const sf_sphere& s) {
  return {in(s.center), s.radius};
}
[[nodiscard]] inline ContactPlane in(const sf_contact_plane& c) {
  return {in(c.plane), c.cell_id, c.is_water != 0};
}
[[nodiscard]] inline sf_contact_plane out(const ContactPlane& c) {
  return {out(c.plane), c.cell_id, c.is_water ? 1U : 0U};
}
/// The rotation as it is: normalising it once more could change its last bits.
[[nodiscard]] Position in(const sf_position& p);
[[nodiscard]] sf_position out(const Position& p);

[[nodiscard]] Mover in(const sf_mover& m);
[[nodiscard]] sf_mover out(const Mover& m);
[[nodiscard]] ResolveBody in(const sf_state& s);
[[nodiscard]] sf_state out(const ResolveBody& b);
[[nodiscard]] Body in(const sf_body& b);
[[nodiscard]] sf_body out(const Body& b);
[[nodiscard]] sf_object_info out(const PhysicsObject& o);

/// Null or fit: retail for null. The profile goes to `out`.
[[nodiscard]] bool unfit_profile(const sf_profile* p, Profile& out, sf_status& status);
[[nodiscard]] sf_profile out(const Profile& p);

/// A position that things may be put at: finite, a rotation, a cell.
[[nodiscard]] bool unfit_place(const sf_position& p, const char* name, sf_status& status);

/// "this is a member of": the size of a struct inside another.
template <class T>
[[nodiscard]] bool unfit_member(const T& member, const char* name, sf_status& status) {
  return unfit(&member, name, status);
}

}  // namespace surefoot::capi
