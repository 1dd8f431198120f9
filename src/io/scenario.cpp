#include "io/scenario.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "body/velocity.hpp"
#include "core/float_bits.hpp"
#include "io/flag_names.hpp"
#include "io/golden_scenario.hpp"
#include "io/load_world.hpp"
#include "io/scenario_objects.hpp"
#include "io/world_hash.hpp"
#include "io/world_json.hpp"

namespace surefoot::io {

namespace {

constexpr std::string_view kFormat = "surefoot-scenario/1";

Mover read_mover(const Cursor& c) {
  c.only({"setup", "spheres", "radius", "height", "scale", "step_up_height", "step_down_height", "flags",
          "state", "id", "target", "kind", "elasticity", "friction", "mass", "drive", "zero_grounded_xy",
          "jump"});
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

ContactPlane read_contact_plane(const Cursor& c, CellId cell) {
  c.only({"plane", "cell", "water"});
  ContactPlane p;
  p.plane = c.at("plane").as_plane();
  const auto id = c.get("cell");
  p.cell_id = id ? id->as_u32() : cell;
  if (const auto w = c.get("water")) p.is_water = w->as_bool();
  return p;
}

/// [w, x, y, z]
void read_rotation(const Cursor& c, Frame& frame) {
  Quat q;
  const auto list = c.list();
  if (list.size() == 4)
    q = {list[0].as_finite(), list[1].as_finite(), list[2].as_finite(), list[3].as_finite()};
  else
    c.error(ErrorCode::wrong_type, "expected [w, x, y, z]");
  if (!frame.set_rotate(q)) c.error(ErrorCode::bad_value, "not a rotation: the quaternion has no length");
}

/// A number of [low, high].
float read_within(const Cursor& c, float low, float high) {
  const float v = c.as_finite();
  if (!c.failed() && !(v >= low && v <= high))
    c.error(ErrorCode::bad_value, fmt::format("{} is not within {} to {}", v, low, high));
  return v;
}

Drive read_drive(const Cursor& c) {
  const std::string& text = c.as_string();
  if (text == "root_motion") return Drive::root_motion;
  if (text == "state_velocity") return Drive::state_velocity;
  if (text != "none")
    c.error(ErrorCode::bad_value, "\"drive\" is \"root_motion\", \"state_velocity\" or \"none\"");
  return Drive::none;
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

/// The rest of a body, and of the mover what only a body has.
void read_moving_body(const Cursor& c, const Cursor& mover, Scenario& out) {
  Body& b = out.body;
  b.mover = out.mover;
  b.transient |= transient_state::kActive;
  if (const auto v = mover.get("elasticity")) b.elasticity = read_within(*v, 0.0F, kMaxElasticity);
  if (const auto v = mover.get("friction")) b.friction = read_within(*v, 0.0F, 1.0F);
  if (const auto v = mover.get("mass")) static_cast<void>(v->as_finite());
  if (const auto v = mover.get("drive")) b.walk.drive = read_drive(*v);
  if (const auto v = mover.get("jump")) {
    v->only({"skill", "load", "stamina"});
    constexpr std::int64_t kMost = 1'000'000;
    if (const auto w = v->get("skill"))
      out.abilities.jump_skill = static_cast<std::int32_t>(w->as_integer(0, kMost));
    if (const auto w = v->get("stamina"))
      out.abilities.stamina = static_cast<std::int32_t>(w->as_integer(0, kMost));
    if (const auto w = v->get("load")) out.abilities.load = read_within(*w, 0.0F, 10.0F);
  }
  if (const auto v = mover.get("zero_grounded_xy")) b.walk.zero_grounded_xy = v->as_bool();
  if (const auto v = c.get("omega")) b.omega = v->as_vec3();
  if (const auto v = c.get("cached_velocity")) b.cached_velocity = v->as_vec3();
  if (const auto v = c.get("last_update_time")) b.update_time = static_cast<double>(v->as_finite());
  if (const auto v = c.get("acceleration"))
    b.acceleration = v->as_vec3();
  else
    calc_acceleration(b);
}

Position read_position(const Cursor& c) {
  Position p;
  p.cell_id = c.at("cell").as_u32();
  p.frame.origin = c.at("position").as_point();
  if (const auto v = c.get("rotation")) read_rotation(*v, p.frame);
  return p;
}

SetPositionRequest read_set_position(const Cursor& c) {
  c.only({"cell", "position", "rotation", "flags"});
  SetPositionRequest r;
  r.position = read_position(c);
  if (const auto v = c.get("flags")) r.flags = read_flags(*v, set_position_names());
  constexpr std::uint32_t kScatters = set_position_flag::kScatter | set_position_flag::kRandomScatter;
  if ((r.flags & kScatters) != 0)
    c.at("flags").error(ErrorCode::bad_value,
                        "a scenario rolls no dice: SCATTER and RANDOM_SCATTER are not run");
  return r;
}

BodyInput read_body_input(const Cursor& c) {
  c.only({"ticks", "dt", "walk", "turn", "omega", "root_motion", "set_velocity", "add_velocity", "jump",
          "set_position", "teleport", "world"});
  BodyInput in;
  if (const auto v = c.get("ticks")) in.ticks = static_cast<std::uint32_t>(v->as_integer(1, kMaxTicks));
  if (const auto v = c.get("dt")) {
    in.dt = v->as_finite();
    if (!c.failed() && !(in.dt > 0.0F && in.dt <= kHugeQuantum))
      v->error(ErrorCode::bad_value, fmt::format("a quantum is above 0 and at most {} s", kHugeQuantum));
  }
  if (const auto v = c.get("walk")) in.walk = v->as_vec3();
  if (const auto v = c.get("turn")) in.turn = v->as_finite();
  if (const auto v = c.get("omega")) in.omega = v->as_vec3();
  if (const auto v = c.get("root_motion")) in.root_motion = v->as_frame();
  if (const auto v = c.get("set_velocity")) in.set_velocity = v->as_vec3();
  if (const auto v = c.get("add_velocity")) in.add_velocity = v->as_vec3();
  if (const auto v = c.get("jump")) {
    v->only({"vz", "power"});
    const auto power = v->get("power");
    if (power)
      in.jump_power = read_within(*power, 0.0F, 1.0F);
    else
      in.jump_vz = v->at("vz").as_finite();
    if (power && v->get("vz")) v->error(ErrorCode::bad_value, "give either \"vz\" or \"power\"");
  }
  if (const auto v = c.get("set_position")) in.set_position = read_set_position(*v);
  if (const auto v = c.get("teleport")) {
    if (in.set_position) v->error(ErrorCode::bad_value, "give either \"set_position\" or \"teleport\"");
    v->only({"cell", "position", "rotation"});
    in.set_position.emplace();
    in.set_position->position = read_position(*v);
    in.set_position->flags = kMoveThere;
    in.teleport = true;
  }
  return in;
}

ResolveInput read_input(const Cursor& c) {
  c.only({"ticks", "offset", "target", "to_cell", "carry", "on_ground", "world"});
  ResolveInput in;
  if (const auto v = c.get("ticks")) in.ticks = static_cast<std::uint32_t>(v->as_integer(1, kMaxTicks));
  if (const auto v = c.get("offset")) in.offset = v->as_vec3();
  if (const auto v = c.get("target")) in.target = v->as_point();
  if (in.offset.has_value() == in.target.has_value())
    c.error(ErrorCode::bad_value, "give either \"offset\" or \"target\"");
  if (const auto v = c.get("to_cell")) in.to_cell = v->as_u32();
  if (const auto v = c.get("carry")) {
    const std::string& text = v->as_string();
    if (text == "all")
      in.carry = Carry::all;
    else if (text == "position")
      in.carry = Carry::position;
    else if (text == "none")
      in.carry = Carry::none;
    else
      v->error(ErrorCode::bad_value, "\"carry\" is \"all\", \"position\" or \"none\"");
  }
  if (const auto v = c.get("on_ground"); v && !(v->is_string() && v->as_string() == "carry"))
    in.on_ground = v->as_bool();
  return in;
}

void read_inputs(const Cursor& list, Scenario& out) {
  std::uint64_t ticks = 0;
  for (const Cursor& c : list.list()) {
    if (out.mode == Mode::body) {
      out.body_inputs.push_back(read_body_input(c));
      ticks += out.body_inputs.back().ticks;
    } else {
      out.inputs.push_back(read_input(c));
      ticks += out.inputs.back().ticks;
    }
  }
  if (ticks > kMaxTicks)
    list.error(ErrorCode::bad_value, fmt::format("{} ticks; at most {} are run", ticks, kMaxTicks));
  if (out.inputs.empty() && out.body_inputs.empty())
    list.error(ErrorCode::bad_value, "no inputs: nothing would run");
}

ExpectAt read_at(const Cursor& c) {
  ExpectAt at;
  if (c.is_string()) {
    const std::string& text = c.as_string();
    if (text == "end")
      at.kind = ExpectAt::Kind::end;
    else if (text == "all")
      at.kind = ExpectAt::Kind::all;
    else if (text == "some")
      at.kind = ExpectAt::Kind::some;
    else
      c.error(ErrorCode::bad_value, "\"at\" is a tick, [first, last], \"end\", \"all\" or \"some\"");
  } else if (c.is_array()) {
    at.kind = ExpectAt::Kind::range;
    if (c.size() != 2) c.error(ErrorCode::wrong_type, "expected [first, last]");
    at.first = static_cast<std::uint32_t>(c.item(0).as_integer(0, kMaxTicks));
    at.last = static_cast<std::uint32_t>(c.item(1).as_integer(at.first, kMaxTicks));
  } else {
    at.kind = ExpectAt::Kind::tick;
    at.first = at.last = static_cast<std::uint32_t>(c.as_integer(0, kMaxTicks));
  }
  return at;
}

std::vector<float> read_floats(const Cursor& c) {
  std::vector<float> out;
  if (!c.is_array()) return {c.as_float()};
  for (const Cursor& item : c.list()) out.push_back(item.as_float());
  return out;
}

/// `eq` takes whatever stands there: text that is no number (a rule id), booleans, ids ("0x…" of 8 digits
/// also is a float's bits: the field decides, expect.cpp), numbers.
ExpectValue read_eq(const Cursor& c) {
  if (c.json().kind == Json::Kind::boolean) return c.as_bool();
  if (c.is_string() && c.json().text.rfind("0x", 0) == 0) return c.as_u32();
  if (c.is_string()) return c.as_string();
  return read_floats(c);
}

Expect read_expect(const Cursor& c) {
  c.only({"at", "field", "bits", "eq", "near", "tol", "lt", "le", "gt", "ge", "in", "has", "lacks", "because",
          "status"});
  Expect e;
  e.pointer = c.pointer();
  if (const auto v = c.get("at")) e.at = read_at(*v);
  e.field = c.at("field").as_string();
  int ops = 0;
  const auto op = [&](const char* key, ExpectOp which) {
    const auto v = c.get(key);
    if (!v) return;
    ++ops;
    e.op = which;
    if (which == ExpectOp::eq) {
      e.value = read_eq(*v);
      if (v->is_number()) e.integer = parse_u32(v->json().text);
    } else if (which == ExpectOp::has || which == ExpectOp::lacks)
      e.value = read_flags(*v, e.field == "object_info_state" ? object_info_names() : transient_names());
    else
      e.value = read_floats(*v);
  };
  op("bits", ExpectOp::bits);
  op("eq", ExpectOp::eq);
  op("near", ExpectOp::near);
  op("lt", ExpectOp::lt);
  op("le", ExpectOp::le);
  op("gt", ExpectOp::gt);
  op("ge", ExpectOp::ge);
  op("in", ExpectOp::in);
  op("has", ExpectOp::has);
  op("lacks", ExpectOp::lacks);
  if (ops != 1)
    c.error(ErrorCode::bad_value,
            "an expectation has exactly one of bits, eq, near, lt, le, gt, ge, in, has, lacks");
  if (e.op == ExpectOp::near) e.tolerance = c.at("tol").as_finite();
  if (e.op == ExpectOp::in && std::get<std::vector<float>>(e.value).size() != 2)
    c.error(ErrorCode::wrong_type, "\"in\" takes [low, high]");
  if (const auto v = c.get("because")) e.because = v->as_string();
  if (const auto v = c.get("status")) {
    e.port = v->as_string() == "port";
    if (!e.port) v->error(ErrorCode::bad_value, "the only status is \"port\"");
  }
  return e;
}

void read_profile(const Cursor& c, Scenario& out) {
  for (const Cursor& item : c.list()) {
    const auto profile = parse_profile(item.as_string());
    if (profile)
      out.profile.add(*profile);
    else
      item.error(profile.error().code, profile.error().message);
  }
}

std::string beside(const std::string& base_dir, const std::string& file) {
  const std::filesystem::path p(file);
  return p.is_absolute() ? file : (std::filesystem::path(base_dir) / p).string();
}

/// The world, inline or by file name; its own errors carry its own place.
Expected<std::shared_ptr<World>> read_scenario_world(const Cursor& c, const std::string& base_dir,
                                                     std::uint64_t& hash) {
  if (c.is_object()) {
    hash = hash_world_json(c.json());
    auto world = read_world_json(c.json(), base_dir);
    if (!world) return fail(world.error().code, world.error().message, "/world" + world.error().where);
    return std::make_shared<World>(std::move(*world));
  }
  const std::string path = beside(base_dir, c.as_string());
  auto world = load_world(path);
  if (!world) return tl::unexpected<Error>(world.error());
  hash = hash_world_path(path);
  return std::make_shared<World>(std::move(*world));
}

Mode read_mode(const Cursor& c) {
  const std::string& text = c.as_string();
  if (text == "body") return Mode::body;
  if (text == "crowd") return Mode::crowd;
  if (text != "resolve") {
    c.error(
        ErrorCode::bad_value,
        fmt::format("mode \"{}\" is not run by this version; \"resolve\", \"body\" and \"crowd\" are", text));
  }
  return Mode::resolve;
}

Expected<Scenario> read_root(const Json& json, const std::string& base_dir) {
  ReadErrors errors;
  const Cursor root(json, errors);
  const auto first_error = [&] { return tl::unexpected<Error>(errors.first()); };
  if (const auto format = root.get("format");
      !format || !format->is_string() || format->as_string() != kFormat)
    return fail(ErrorCode::unknown_format, fmt::format("expected \"format\": \"{}\"", kFormat), "/format");
  root.only({"format", "name", "about", "pins", "world", "profile", "mode", "mover", "body", "inputs",
             "crowd", "expect", "golden", "source"});
  Scenario out;
  out.name = root.at("name").as_string();
  if (const auto v = root.get("about")) out.about = v->as_string();
  if (const auto v = root.get("source")) out.source = v->as_string();
  if (const auto v = root.get("pins")) {
    for (const Cursor& item : v->list()) out.pins.push_back(item.as_string());
  }
  if (const auto mode = root.get("mode")) out.mode = read_mode(*mode);
  if (const auto v = root.get("profile")) read_profile(*v, out);
  out.mover = read_mover(root.at("mover"));
  if (out.mode == Mode::crowd) {
    for (const char* key : {"body", "inputs", "golden"}) {
      if (const auto v = root.get(key)) v->error(ErrorCode::unknown_field, "a crowd has no such field");
    }
  } else {
    if (const auto v = root.get("crowd"))
      v->error(ErrorCode::unknown_field, "a \"crowd\" needs \"mode\": \"crowd\"");
    read_body(root.at("body"), out);
    if (out.mode == Mode::body) read_moving_body(root.at("body"), root.at("mover"), out);
    read_inputs(root.at("inputs"), out);
  }
  if (const auto v = root.get("expect")) {
    for (const Cursor& c : v->list()) out.expects.push_back(read_expect(c));
  }
  if (const auto v = root.get("golden")) out.golden = beside(base_dir, v->as_string());
  const Cursor world_at = root.at("world");
  if (errors.any()) return first_error();
  auto world = read_scenario_world(world_at, base_dir, out.world_hash);
  if (!world) return tl::unexpected<Error>(world.error());
  if (errors.any()) return first_error();
  read_objects_of(root, **world, out);
  if (errors.any()) return first_error();
  out.world = std::move(*world);
  return out;
}

}  // namespace

bool Scenario::changes_world() const {
  return mode != Mode::resolve || mover_object ||
         std::any_of(inputs.begin(), inputs.end(), [](const ResolveInput& in) { return !in.world.empty(); });
}

const Input& Scenario::input(std::size_t i) const {
  if (mode == Mode::body) return body_inputs[i];
  return inputs[i];
}

std::uint32_t Scenario::total_ticks() const {
  if (crowd) return crowd->ticks;
  std::uint32_t n = 0;
  for (std::size_t i = 0; i < input_count(); ++i) n += input(i).ticks;
  return n;
}

Expected<Scenario> read_scenario_text(std::string_view text, const std::string& base_dir) {
  const auto json = parse_json(text);
  if (!json) return tl::unexpected<Error>(json.error());
  return read_root(*json, base_dir);
}

Expected<Scenario> read_scenario(const std::string& path) {
  const auto text = read_file(path);
  if (!text) return tl::unexpected<Error>(text.error());
  const auto json = parse_json(*text);
  if (json && is_golden_world(*json)) return scenario_from_golden(path);
  auto scenario = json ? read_root(*json, std::filesystem::path(path).parent_path().string())
                       : Expected<Scenario>(tl::unexpected<Error>(json.error()));
  if (!scenario) {
    Error e = scenario.error();
    // Errors of a file the scenario names say so themselves.
    if (e.where.empty() || e.where.front() == '/' || e.where.rfind("byte ", 0) == 0)
      e.where = path + (e.where.empty() ? "" : ": ") + e.where;
    return tl::unexpected<Error>(e);
  }
  scenario->path = path;
  return scenario;
}

}  // namespace surefoot::io
