// The mover of a scenario and how it begins.
#include <fmt/format.h>

#include "body/velocity.hpp"
#include "io/flag_names.hpp"
#include "io/scenario_parts.hpp"

namespace surefoot::io {

namespace {

ContactPlane read_contact_plane(const Cursor& c, CellId cell) {
  c.only({"plane", "cell", "water"});
  ContactPlane p;
  p.plane = c.at("plane").as_plane();
  const auto id = c.get("cell");
  p.cell_id = id ? id->as_u32() : cell;
  if (const auto w = c.get("water")) p.is_water = w->as_bool();
  return p;
}

constexpr std::int64_t kMostSkill = 1'000'000;

/// By a skill, or the rate itself.
void read_run(const Cursor& c, Scenario& out) {
  c.only({"skill", "rate"});
  const auto skill = c.get("skill");
  if (skill)
    out.run_skill = static_cast<std::int32_t>(skill->as_integer(0, kMostSkill));
  else
    out.abilities.run_rate = read_within(c.at("rate"), 0.0F, 100.0F);
  if (skill && c.get("rate")) c.error(ErrorCode::bad_value, "give either \"skill\" or \"rate\"");
}

Drive read_drive(const Cursor& c) {
  const std::string& text = c.as_string();
  if (text == "root_motion") return Drive::root_motion;
  if (text == "state_velocity") return Drive::state_velocity;
  if (text != "none")
    c.error(ErrorCode::bad_value, "\"drive\" is \"root_motion\", \"state_velocity\" or \"none\"");
  return Drive::none;
}

}  // namespace

void read_rotation(const Cursor& c, Frame& frame) {
  Quat q;
  const auto list = c.list();
  if (list.size() == 4)
    q = {list[0].as_finite(), list[1].as_finite(), list[2].as_finite(), list[3].as_finite()};
  else
    c.error(ErrorCode::wrong_type, "expected [w, x, y, z]");
  if (!frame.set_rotate(q)) c.error(ErrorCode::bad_value, "not a rotation: the quaternion has no length");
}

float read_within(const Cursor& c, float low, float high) {
  const float v = c.as_finite();
  if (!c.failed() && !(v >= low && v <= high))
    c.error(ErrorCode::bad_value, fmt::format("{} is not within {} to {}", v, low, high));
  return v;
}

Mover read_mover(const Cursor& c) {
  c.only({"setup", "spheres", "radius", "height", "scale", "step_up_height", "step_down_height", "flags",
          "state", "id", "target", "kind", "elasticity", "friction", "mass", "drive", "zero_grounded_xy",
          "jump", "run"});
  Mover m;
  const auto spheres = c.get("spheres");
  const auto radius = c.get("radius");
  if ((c.get("setup") ? 1 : 0) + (spheres ? 1 : 0) + (radius ? 1 : 0) > 1)
    c.error(ErrorCode::bad_value, "give one of \"setup\", \"spheres\" and \"radius\" (with \"height\")");
  if (spheres) {
    const auto list = spheres->list();
    if (list.empty() || list.size() > 2)
      spheres->error(ErrorCode::bad_value, "a mover has one or two spheres");
    for (const Cursor& s : list) {
      if (m.num_spheres < 2) m.spheres[static_cast<std::size_t>(m.num_spheres++)] = s.as_sphere();
    }
  } else if (radius) {
    const auto height = c.get("height");
    m = mover_from_radius_height(radius->as_finite(), height ? height->as_finite() : 0.0F);
  } else if (!c.get("setup")) {
    c.error(ErrorCode::missing_field, "\"setup\", \"spheres\" or \"radius\" is missing");
  }
  if (const auto v = c.get("scale")) m.scale = v->as_finite();
  if (const auto v = c.get("step_up_height")) m.step_up_height = v->as_finite();
  if (const auto v = c.get("step_down_height")) m.step_down_height = v->as_finite();
  if (const auto v = c.get("flags")) m.flags = read_flags(*v, object_info_names());
  if (const auto v = c.get("state")) m.physics_state = read_flags(*v, physics_state_names());
  if (const auto v = c.get("id")) m.object_id = v->as_u32();
  if (const auto v = c.get("target")) m.target_id = v->as_u32();
  for (int i = 0; i < m.num_spheres; ++i) {
    if (!c.failed() && !(m.spheres[static_cast<std::size_t>(i)].radius * m.scale >= kMinSphereRadius))
      c.error(ErrorCode::bad_value,
              fmt::format("sphere {}: its radius must be above 0 (at least {} m)", i, kMinSphereRadius));
  }
  return m;
}

void read_body(const Cursor& c, Scenario& out) {
  if (out.mode == Mode::body)
    c.only({"cell", "position", "rotation", "velocity", "acceleration", "omega", "contact_plane",
            "sliding_normal", "transient", "frames_stationary_fall", "cached_velocity", "last_update_time"});
  else
    c.only({"cell", "position", "rotation", "velocity", "contact_plane", "last_known_contact_plane",
            "walkable", "sliding_normal", "transient", "frames_stationary_fall"});
  Body& b = out.body;
  b.position.cell_id = c.at("cell").as_u32();
  b.position.frame.origin = c.at("position").as_point();
  // "Somewhere in this block" is the land cell under it.
  if (low_word(b.position.cell_id) == 0xFFFF && !c.failed() && !b.position.adjust_to_outside())
    c.at("position").error(ErrorCode::bad_value, "off the map");
  if (const auto v = c.get("rotation")) read_rotation(*v, b.position.frame);
  if (const auto v = c.get("velocity")) b.velocity = v->as_vec3();
  if (const auto v = c.get("transient")) b.transient = read_flags(*v, transient_names());
  if (const auto v = c.get("contact_plane"); v && !v->is_null()) {
    b.contact_plane = read_contact_plane(*v, b.position.cell_id);
    if (b.contact_plane.is_water) b.transient |= transient_state::kWaterContact;
  } else if ((b.transient & transient_state::kContact) != 0) {
    c.error(ErrorCode::missing_field, "\"transient\" has CONTACT, so \"contact_plane\" must be given");
  }
  if (const auto v = c.get("last_known_contact_plane"); v && !v->is_null())
    out.last_known_contact_plane = read_contact_plane(*v, b.position.cell_id);
  if (const auto v = c.get("sliding_normal")) b.sliding_normal = v->as_vec3();
  if (const auto v = c.get("walkable"); v && !v->is_null()) {
    v->only({"plane", "vertices", "up"});
    out.walkable_plane = v->at("plane").as_plane();
    for (const Cursor& p : v->at("vertices").list()) out.walkable_vertices.push_back(p.as_vec3());
    if (out.walkable_vertices.size() < 3)
      v->error(ErrorCode::bad_value, "a walkable polygon has at least 3 vertices");
    if (const auto up = v->get("up")) out.walkable_up = up->as_vec3();
  }
  if (const auto v = c.get("frames_stationary_fall")) {
    constexpr std::uint32_t kBits[] = {0, transient_state::kStationaryFall, transient_state::kStationaryStop,
                                       transient_state::kStationaryStuck};
    b.transient |= kBits[v->as_integer(0, 3)];
  }
}

void read_moving_body(const Cursor& c, const Cursor& mover, Scenario& out) {
  Body& b = out.body;
  b.mover = out.mover;
  if (!b.is(physics_state::kStatic)) b.transient |= transient_state::kActive;  // what is static is not woken
  if (const auto v = mover.get("elasticity")) b.elasticity = read_within(*v, 0.0F, kMaxElasticity);
  if (const auto v = mover.get("friction")) b.friction = read_within(*v, 0.0F, 1.0F);
  if (const auto v = mover.get("mass")) static_cast<void>(v->as_finite());
  if (const auto v = mover.get("drive")) b.walk.drive = read_drive(*v);
  if (const auto v = mover.get("jump")) {
    v->only({"skill", "load", "stamina"});
    if (const auto w = v->get("skill"))
      out.abilities.jump_skill = static_cast<std::int32_t>(w->as_integer(0, kMostSkill));
    if (const auto w = v->get("stamina"))
      out.abilities.stamina = static_cast<std::int32_t>(w->as_integer(0, kMostSkill));
    if (const auto w = v->get("load")) out.abilities.load = read_within(*w, 0.0F, 10.0F);
  }
  if (const auto v = mover.get("run")) read_run(*v, out);
  if (const auto v = mover.get("zero_grounded_xy")) b.walk.zero_grounded_xy = v->as_bool();
  if (const auto v = c.get("omega")) b.omega = v->as_vec3();
  if (const auto v = c.get("cached_velocity")) b.cached_velocity = v->as_vec3();
  if (const auto v = c.get("last_update_time")) b.update_time = static_cast<double>(v->as_finite());
  if (const auto v = c.get("acceleration"))
    b.acceleration = v->as_vec3();
  else
    calc_acceleration(b);
}

}  // namespace surefoot::io
