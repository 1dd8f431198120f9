#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/float_bits.hpp"
#include "io/capture.hpp"

namespace surefoot::io {

namespace {

/// As the port's serialiser has it; what is no number is a text.
std::string number(float f) {
  if (std::isnan(f)) return "\"NaN\"";
  if (std::isinf(f)) return f > 0.0F ? "\"Infinity\"" : "\"-Infinity\"";
  return format_float(f);
}

std::string vec(const Vec3& v) {
  return fmt::format(R"({{"x":{},"y":{},"z":{}}})", number(v.x), number(v.y), number(v.z));
}

std::string plane(const Plane& p) {
  return fmt::format(R"({{"normal":{},"d":{}}})", vec(p.normal), number(p.d));
}

std::string vertices(const CaptureBody& b) {
  if (!b.walkable_valid) return "null";
  std::string out = "[";
  for (const Vec3& v : b.walkable_vertices) out += (out.size() > 1 ? "," : "") + vec(v);
  return out + "]";
}

std::string body(const CaptureBody& b) {
  const Quat& q = b.orientation;
  const bool identity = q.w == 1.0F && q.x == 0.0F && q.y == 0.0F && q.z == 0.0F;
  std::string out =
      fmt::format(R"({{"position":{},"orientation":{{"isIdentity":{},"x":{},"y":{},"z":{},"w":{}}})",
                  vec(b.position), identity, number(q.x), number(q.y), number(q.z), number(q.w));
  out += fmt::format(R"(,"velocity":{},"acceleration":{},"omega":{})", vec(b.velocity), vec(b.acceleration),
                     vec(b.omega));
  out += fmt::format(R"(,"groundNormal":{},"slidingNormal":{})",
                     vec(b.contact_plane_valid ? b.contact_plane.normal : Vec3{}), vec(b.sliding_normal));
  out += fmt::format(
      R"(,"contactPlaneValid":{},"contactPlane":{},"contactPlaneCellId":{},"contactPlaneIsWater":{})",
      b.contact_plane_valid, plane(b.contact_plane), b.contact_plane_cell_id, b.contact_plane_is_water);
  out += fmt::format(R"(,"walkablePolygonValid":{},"walkablePlane":{},"walkableVertices":{},"walkableUp":{})",
                     b.walkable_valid, plane(b.walkable_plane), vertices(b), vec(b.walkable_up));
  out += fmt::format(R"(,"elasticity":{},"friction":{},"state":{},"transientState":{},"lastUpdateTime":{}}})",
                     number(b.elasticity), number(b.friction), b.state, b.transient, b.last_update_time);
  return out;
}

std::string hex(std::initializer_list<float> floats) {
  std::string out = "[";
  for (const float f : floats) out += fmt::format("{}\"{}\"", out.size() > 1 ? "," : "", format_bits(f));
  return out + "]";
}
std::string hex(const Vec3& v) {
  return hex({v.x, v.y, v.z});
}

std::string position(const Position& p) {
  const Quat& q = p.frame.q;
  return fmt::format(R"({{"cell":{},"pos":{},"rot":{}}})", p.cell_id, hex(p.frame.origin),
                     hex({q.w, q.x, q.y, q.z}));
}

std::string contact(const ContactPlane& c) {
  const Vec3& n = c.plane.normal;
  return fmt::format(R"({{"plane":{},"cell":{},"water":{}}})", hex({n.x, n.y, n.z, c.plane.d}), c.cell_id,
                     c.is_water);
}

std::string sphere(const Sphere& s) {
  return hex({s.center.x, s.center.y, s.center.z, s.radius});
}

std::string exact(const CaptureExact& e) {
  const ResolveRequest& r = e.request;
  const Mover& m = r.mover;
  std::string profile;
  for (const std::string& id : e.profile.ids()) profile += (profile.empty() ? "" : ",") + id;
  std::string out = fmt::format(R"({{"profile":"{}","mover":{{"spheres":{},"foot":{},"head":{})", profile,
                                m.num_spheres, sphere(m.spheres[0]), sphere(m.spheres[1]));
  out += fmt::format(R"(,"scaleStepUpStepDown":{},"state":{},"flags":{},"object":{},"target":{}}})",
                     hex({m.scale, m.step_up_height, m.step_down_height}), m.physics_state, m.flags,
                     m.object_id, m.target_id);
  out += fmt::format(R"(,"begin":{},"end":{},"objectInfo":{})", position(r.begin.value_or(r.end)),
                     position(r.end), r.object_info_state);
  out += fmt::format(
      R"(,"contact":{},"contactPlane":{},"sliding":{},"slidingNormal":{},"framesStationaryFall":{})",
      static_cast<int>(r.contact), contact(r.contact_plane), r.sliding_normal.has_value(),
      hex(r.sliding_normal.value_or(Vec3{})), r.frames_stationary_fall);
  out += fmt::format(R"(,"ok":{},"result":{},"contactAfter":{},"contactPlaneAfter":{}}})", e.ok,
                     position(e.position), e.contact_plane_valid, contact(e.contact_plane));
  return out;
}

}  // namespace

std::string capture_line(const CaptureRecord& r) {
  // A clock of 30 ticks a second, for readers that order records by it.
  const std::int64_t clock = r.tick * 1000 / 30;
  std::string out = fmt::format(R"({{"tick":{},"timestampMs":{},"input":{{"currentPos":{},"targetPos":{})",
                                r.tick, clock, vec(r.current_pos), vec(r.target_pos));
  out += fmt::format(
      R"(,"cellId":{},"sphereRadius":{},"sphereHeight":{},"stepUpHeight":{},"stepDownHeight":{})", r.cell_id,
      number(r.sphere_radius), number(r.sphere_height), number(r.step_up_height), number(r.step_down_height));
  out += fmt::format(R"(,"isOnGround":{},"moverFlags":{},"movingEntityId":{}}})", r.is_on_ground,
                     r.mover_flags, r.moving_entity_id);
  out += fmt::format(R"(,"bodyBefore":{})", body(r.before));
  out += fmt::format(
      R"(,"result":{{"position":{},"cellId":{},"isOnGround":{},"collisionNormalValid":{},"collisionNormal":{}}})",
      vec(r.result_position), r.result_cell_id, r.result_is_on_ground, r.collision_normal_valid,
      vec(r.collision_normal));
  out += fmt::format(R"(,"bodyAfter":{})", body(r.after));
  if (r.exact) out += fmt::format(R"(,"surefoot":{})", exact(*r.exact));
  return out + "}";
}

}  // namespace surefoot::io
